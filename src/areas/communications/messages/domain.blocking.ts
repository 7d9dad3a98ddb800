import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { getMessageRow, recordMessageEvent } from "./domain.ts";
import { lockWaitingTextsForUpdate, updateMessageRow } from "./store.ts";

/** Blocks the texts that wait to be sent to a number that opted out, except what replies to keywords. */
export async function blockTextsTo(context: Context, number: string): Promise<void> {
  const within = withoutIfMatch(context);
  for (const id of await lockWaitingTextsForUpdate(context, number)) {
    const before = await getMessageRow(context, id);
    await updateMessageRow(within, id, { status: "blocked", block: "opted_out" });
    recordMessageEvent(context, "message.blocked", before, await getMessageRow(context, id));
  }
}
