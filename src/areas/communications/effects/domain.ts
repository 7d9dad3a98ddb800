import { notFound } from "../../../contract/errors/error-codes.ts";
import { distinctRecords, withoutIfMatch, type Context, type RecordReference } from "../../../rpc/context.ts";
import { writeLastClientContact } from "../../cases/domain.client-contact.ts";
import { lockLiveCaseForUpdate, lockLiveCaseOfForShare } from "../../cases/domain.ts";
import { recordContactAttempt } from "../../leads/contact-attempts/domain.ts";
import { lockLeadForUpdate } from "../../leads/domain.changes.ts";
import { lockLeadForShare, relateLead } from "../../leads/domain.ts";
import {
  findCallContact,
  findLatestOfCase,
  findLatestSent,
  findLeadMessage,
  findMessageContact,
  findWithdrawnContact,
  listUnfollowed,
  markAttempt,
  markContact,
  replaceContactBefore,
  unmarkContact,
  type Contact,
  type ContactOfCase,
} from "./store.ts";

/** What a communication belongs to: of a lead that was converted the lead and its case, of an unlinked one nothing. */
export interface Place {
  caseId: string | null;
  leadId: string | null;
}

/**
 * Locks the lead for which a communication is given until commit. The case is not locked yet.
 *
 * @returns what it belongs to: of a converted lead its case, too
 * @throws NOT_FOUND of the lead
 */
export async function lockLeadOfPlaceForUpdate(context: Context, { caseId, leadId }: Place): Promise<Place> {
  if (leadId === null) return { caseId, leadId };
  const { convertedCaseId } = await lockLeadForUpdate(context, leadId);
  return { caseId: convertedCaseId, leadId };
}

/**
 * Locks the lead, then the case of a communication until commit: its date of last contact may move. Archived cases too.
 *
 * @returns lead, case and client, as an event's relatedIds
 * @throws NOT_FOUND
 */
export async function lockPlaceForUpdate(context: Context, { caseId, leadId }: Place): Promise<RecordReference[]> {
  const ofLead = leadId === null ? [] : relateLead(await lockLeadForUpdate(context, leadId));
  const ofCase = caseId === null ? [] : await lockLiveCaseForUpdate(context, caseId);
  return distinctRecords([...ofCase, ...ofLead]);
}

/**
 * Locks the case or lead of a record FOR SHARE, before the record: what is changed while a case is deleted, is deleted
 * with it.
 *
 * @throws NOT_FOUND of the record, if its case is deleted: the caller named no case
 */
export async function lockPlaceOfForShare(
  context: Context,
  table: "Conversation" | "Message",
  id: string,
  { caseId, leadId }: Place,
): Promise<void> {
  if (caseId !== null) {
    if ((await lockLiveCaseOfForShare(context, table, id)) === undefined) throw notFound(table);
  } else if (leadId !== null) await lockLeadForShare(context, leadId);
}

/**
 * What follows from a message that came in, was sent or logged, was delivered, bounced or voided: the case's date of
 * last client contact, and the contact attempt of a lead. Its lead and case are locked ({@link lockPlaceForUpdate}),
 * and its row is as it is now. Calling it again changes nothing.
 *
 * @param countsSent whether a text counts although its provider does not report delivery
 */
export async function followCommunication(
  context: Context,
  { messageId, countsSent = false }: { messageId: string; countsSent?: boolean },
): Promise<void> {
  await recordAttemptOfMessage(context, messageId);
  if (await withdrawContact(context, { table: "Message", id: messageId })) return;
  const found = await findMessageContact(context, messageId, countsSent);
  if (found === undefined || !movesDate(found)) return;
  await moveDate(context, { table: "Message", id: messageId }, found);
}

/** Moves the date of a case, and notes by what, so that it is taken back when that counts no more. */
async function moveDate(context: Context, by: Contact, { caseId, on, lastClientContactOn }: ContactOfCase) {
  await markContact(context, by, { on, before: lastClientContactOn });
  await writeLastClientContact(context, caseId, on);
}

/**
 * Takes the date of a case back where the message or call that moved it counts no more; a date that has moved on, or
 * that somebody wrote, stays. On an archived case nothing changes.
 *
 * @returns whether it had moved the date
 */
async function withdrawContact(context: Context, contact: Contact): Promise<boolean> {
  const withdrawn = await findWithdrawnContact(context, contact);
  if (withdrawn === undefined) return false;
  if (withdrawn.isArchived) return true;
  await unmarkContact(context, contact);
  await replaceContactBefore(context, withdrawn);
  if (withdrawn.isPresent && withdrawn.before !== withdrawn.on)
    await writeLastClientContact(context, withdrawn.caseId, withdrawn.before);
  return true;
}

/** More of a conversation that is linked to a lead are not attempts to reach it. */
const maxAttempts = 100;

/** What follows from the messages of a conversation for the case or lead that it was linked to, which is locked. */
export async function followLinkedConversation(context: Context, conversationId: string): Promise<void> {
  for (const id of await listUnfollowed(context, conversationId, maxAttempts))
    await recordAttemptOfMessage(context, id);
  const messageId = await findLatestSent(context, conversationId);
  if (messageId !== undefined) await followCommunication(context, { messageId });
}

/** What follows for a case that got the messages and calls of its lead. The case is locked. */
export async function followCommunicationsOfCase(context: Context, caseId: string): Promise<void> {
  const { messageId, callId } = await findLatestOfCase(context, caseId);
  if (messageId !== null) await followCommunication(context, { messageId });
  if (callId !== null) await followCall(context, callId);
}

/** What follows for its case from a call that came about, or counts no more. The case is locked. */
export async function followCall(context: Context, callId: string): Promise<void> {
  const contact = { table: "Call", id: callId } as const;
  if (await withdrawContact(context, contact)) return;
  const found = await findCallContact(context, callId);
  if (found !== undefined && movesDate(found)) await moveDate(context, contact, found);
}

/** The date moves forward only, and an archived case is read-only. */
function movesDate({ isWithClient, isArchived, lastClientContactOn, on }: ContactOfCase): boolean {
  return isWithClient && !isArchived && (lastClientContactOn === null || lastClientContactOn < on);
}

/** A text or an email of a lead is an attempt to reach them, unless nobody decided to send it. */
async function recordAttemptOfMessage(context: Context, messageId: string): Promise<void> {
  const found = await findLeadMessage(context, messageId);
  if (found === undefined) return;
  const { leadId, channel, direction, at, memberId } = found;
  // If-Match names a revision of what the request changes, never of the lead.
  const unconditional = withoutIfMatch(context);
  await recordContactAttempt(unconditional, leadId, {
    channel: channel === "text" ? "text" : "email",
    direction: direction === "inbound" ? "inbound" : "outbound",
    outcome: channel === "text" ? "text_sent" : "email_sent",
    at,
    ...(memberId !== null && { memberId }),
  });
  await markAttempt(context, messageId);
}
