import { createId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { getConversationRow } from "./domain.ts";
import { insertConversation, type ConversationRow } from "./store.ts";

/** The conversation that a message goes into: locked, or begun with it. */
export interface OpenedConversation {
  row: ConversationRow;
  isNew: boolean;
}

type Inserted = Parameters<typeof insertConversation>;

/**
 * Begins the conversation of a message, which countMessage or countQueued then records.
 *
 * @param counterparts whom the firm writes with, at most 20
 */
export async function beginConversation(
  context: Context,
  columns: Pick<Inserted[1], "channel" | "caseId" | "leadId" | "firmAddress" | "subject">,
  counterparts: Inserted[2],
): Promise<OpenedConversation> {
  const id = createId("conversation");
  const createdBy = JSON.stringify(describeActor(context.principal));
  await insertConversation(context, { ...columns, id, createdBy }, counterparts);
  return { row: await getConversationRow(context, id), isNew: true };
}
