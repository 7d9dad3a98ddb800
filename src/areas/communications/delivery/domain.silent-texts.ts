import type { Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { followCommunication, lockPlaceForUpdate } from "../effects/domain.ts";
import { findMessagePlace, lockMessageRowForUpdate } from "../messages/store.ts";
import { listSilentTexts, markSilenceCounted } from "./store.ts";

const counting: DeclaredAction = { name: "messages.countSilent", canRecordEvent: ["case.updated"] };

/**
 * Counts texts as contact with the client whose provider has reported nothing for an hour after it took them, in all
 * organizations, each in its own transaction. A report of failure that comes later takes the date back.
 *
 * @returns how many were counted
 * @throws the first failure, after all others were tried
 */
export const countSilentTexts = (database: UnitOfWork["database"]): Promise<number> =>
  runDueActions(database, counting, (batch) => listSilentTexts(database, batch), countSilentText);

/** Decides again, with case and message locked: a report may have come. */
async function countSilentText(context: Context, id: string): Promise<boolean> {
  const place = await findMessagePlace(context, id);
  if (place === undefined) return false;
  await lockPlaceForUpdate(context, place);
  const row = await lockMessageRowForUpdate(context, id);
  if (row?.status !== "sent" || !(await markSilenceCounted(context, id))) return false;
  await followCommunication(context, { messageId: id, countsSent: true });
  return true;
}
