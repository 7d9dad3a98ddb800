import { onBehalfOf } from "../../rpc/principal.ts";
import type { Context } from "../../rpc/context.ts";
import { notifyOfMention } from "../notifications/domain.ts";
import { listToNotify } from "./store.mentions.ts";
import type { NoteRow } from "./store.ts";

/**
 * Notifies newly mentioned members who can sign in, each at most once in 24 hours of a note; the attorney for whom the
 * key acts gets no mail.
 */
export async function notifyMentioned(context: Context, row: NoteRow, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const recipients = await listToNotify(context, row.id, memberIds);
  const [about, number] = describeOwner(row);
  const parameters = { noteId: row.id, about, number, keyName: context.principal.actorName };
  await notifyOfMention(context, { kind: "note.mentioned", parameters }, recipients, onBehalfOf(context.principal));
}

/** The kind of the owner and a case's number. No name of a client or lead: the notification is also mailed. */
function describeOwner(row: NoteRow): ["case" | "lead" | "client" | "contact", string | null] {
  if (row.case !== null) return ["case", row.case.sequenceId];
  if (row.leadId !== null) return ["lead", null];
  return [row.clientId === null ? "contact" : "client", null];
}
