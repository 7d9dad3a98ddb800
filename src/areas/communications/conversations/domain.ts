import { notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import {
  diffInEvents,
  distinctRecords,
  recordAuditEntry,
  recordEvent,
  type Context,
  type RecordReference,
} from "../../../rpc/context.ts";
import { trackChanges } from "../../../rpc/track-changes.ts";
import { relateCase } from "../../cases/domain.ts";
import { Conversation, ConversationInEvent, type ConversationFilter } from "./schema.ts";
import { findConversation, findConversations, selectConversationPage, type ConversationRow } from "./store.ts";

/** Whether the caller sees subjects, texts and summaries. */
export const seesContent = ({ principal }: Pick<Context, "principal">): boolean =>
  principal.scopes.has("communications:content");

export const describeConversation = (context: Pick<Context, "principal">, row: ConversationRow): Conversation =>
  Conversation.parse({ ...row, contentVisible: seesContent(context) });

/** A conversation as its events have it: without names, addresses and content. */
export const describeConversationInEvent = (conversation: Conversation) =>
  ConversationInEvent.parse(redactMembers(conversation, ["firmAddress", "subject"]));

const personEntities = { clientId: "client", leadId: "lead", contactId: "contact" } as const;

/** The records that people of a conversation or a message are. */
export function relatePersons(
  persons: readonly { clientId: string | null; leadId: string | null; contactId: string | null }[],
): RecordReference[] {
  const named = persons.flatMap((person) =>
    Object.entries(personEntities).flatMap(([column, entity]) => {
      const id = person[column as keyof typeof personEntities];
      return id === null ? [] : [{ entity, id }];
    }),
  );
  return distinctRecords(named);
}

/** The records that an event of a conversation names besides it. */
export function relateConversation(row: ConversationRow): RecordReference[] {
  const { caseId, caseClientId, leadId, counterparts } = row;
  const ofCase = caseId === null || caseClientId === null ? [] : relateCase(caseId, caseClientId);
  const ofLead = leadId === null ? [] : [{ entity: "lead", id: leadId }];
  return distinctRecords([...ofCase, ...ofLead, ...relatePersons(counterparts)]);
}

/**
 * Records an event of a conversation.
 *
 * @param before null for a creation
 */
export function recordConversationEvent(
  context: Context,
  eventType: EventType & `conversation.${string}`,
  before: ConversationRow | null,
  after: ConversationRow,
): Conversation {
  const conversation = describeConversation(context, after);
  const diff =
    before === null
      ? {}
      : diffInEvents(describeConversation(context, before), conversation, describeConversationInEvent);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload: describeConversationInEvent(conversation),
    diff,
    relatedIds: relateConversation(after),
  });
  return conversation;
}

/**
 * Snapshots conversations that are about to change with whom they are; the caller has locked them.
 *
 * @returns records `conversation.updated` for each of a live case or of none
 */
export const trackConversationChanges = (
  context: Context,
  conversationIds: readonly string[],
): Promise<() => Promise<void>> =>
  trackChanges(
    () => findConversations(context, conversationIds),
    (before, after) => void recordConversationEvent(context, "conversation.updated", before, after),
  );

/**
 * A page of the organization's conversations.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listConversations(
  context: Context,
  { after, limit, sort, ...filter }: ConversationFilter,
): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
  const list = { name: "conversations", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectConversationPage(context, filter, page),
  );
  return { conversations: rows.map((row) => showConversation(context, row)), nextCursor };
}

/** @throws NOT_FOUND */
export async function getConversationRow(context: Context, id: string): Promise<ConversationRow> {
  const row = await findConversation(context, id);
  if (row === undefined) throw notFound("Conversation");
  return row;
}

/** @throws NOT_FOUND */
export async function getConversation(context: Context, id: string): Promise<Conversation> {
  return showConversation(context, await getConversationRow(context, id));
}

/** A conversation that is read: what shows content is in the audit log. */
function showConversation(context: Context, row: ConversationRow): Conversation {
  if (row.subject !== null && seesContent(context))
    recordAuditEntry(context, { entity: "conversation", id: row.id }, relateConversation(row));
  return describeConversation(context, row);
}
