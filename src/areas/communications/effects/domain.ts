import { notFound } from "../../../contract/errors/error-codes.ts";
import { distinctRecords, type Context, type RecordReference } from "../../../rpc/context.ts";
import { writeLastClientContact } from "../../cases/domain.client-contact.ts";
import { lockLiveCaseForUpdate, lockLiveCaseOfForShare } from "../../cases/domain.ts";
import { recordContactAttempt } from "../../leads/contact-attempts/domain.ts";
import { lockLeadForUpdate } from "../../leads/domain.changes.ts";
import { lockLeadForShare, relateLead } from "../../leads/domain.ts";
import {
  findBouncedContact,
  findCallContact,
  findLatestOfCase,
  findLatestSent,
  findLeadMessage,
  findMessageContact,
  markAttempt,
  markContact,
  type ContactOfCase,
} from "./store.ts";

/** What a communication belongs to: of a lead that was converted the lead and its case, of an unlinked one nothing. */
export interface Place {
  caseId: string | null;
  leadId: string | null;
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
 * What follows from a message that came in, was sent or logged, was delivered or bounced: the case's date of last
 * client contact, and the contact attempt of a lead. Its lead and case are locked ({@link lockPlaceForUpdate}), and its
 * row is as it is now. Calling it again changes nothing.
 *
 * @param countsSent whether a text counts although its provider does not report delivery
 */
export async function followCommunication(
  context: Context,
  { messageId, countsSent = false }: { messageId: string; countsSent?: boolean },
): Promise<void> {
  await recordAttemptOfMessage(context, messageId);
  const bounced = await findBouncedContact(context, messageId);
  if (bounced !== undefined) {
    if (!bounced.isArchived && bounced.before !== bounced.on)
      await writeLastClientContact(context, bounced.caseId, bounced.before);
    return;
  }
  const found = await findMessageContact(context, messageId, countsSent);
  if (found === undefined || !movesDate(found)) return;
  await markContact(context, messageId, { on: found.on, before: found.lastClientContactOn });
  await writeLastClientContact(context, found.caseId, found.on);
}

/** What follows for a case from the messages of a conversation that was linked to it. The case is locked. */
export async function followLinkedConversation(context: Context, conversationId: string): Promise<void> {
  const messageId = await findLatestSent(context, conversationId);
  if (messageId !== undefined) await followCommunication(context, { messageId });
}

/** What follows for a case that got the messages and calls of its lead. The case is locked. */
export async function followCommunicationsOfCase(context: Context, caseId: string): Promise<void> {
  const { messageId, callId } = await findLatestOfCase(context, caseId);
  if (messageId !== null) await followCommunication(context, { messageId });
  if (callId !== null) await followCall(context, callId);
}

/** What follows for its case from a call. The case is locked. */
export async function followCall(context: Context, callId: string): Promise<void> {
  const found = await findCallContact(context, callId);
  if (found !== undefined && movesDate(found)) await writeLastClientContact(context, found.caseId, found.on);
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
  const unconditional = { ...context, expectedRevisions: null };
  await recordContactAttempt(unconditional, leadId, {
    channel: channel === "text" ? "text" : "email",
    direction: direction === "inbound" ? "inbound" : "outbound",
    outcome: channel === "text" ? "text_sent" : "email_sent",
    at,
    ...(memberId !== null && { memberId }),
  });
  await markAttempt(context, messageId);
}
