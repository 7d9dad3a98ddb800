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
import { listRowsById } from "../../../rpc/resource/store.ts";
import { relateCase } from "../../cases/domain.ts";
import { relatePersons, seesContent } from "../conversations/domain.ts";
import { listMessageTransitions } from "./domain.states.ts";
import { Message, MessageInEvent, type MessageFilter } from "./schema.ts";
import { findMessage, messageStatements, selectMessagePage, type MessageRow } from "./store.ts";

/** The message of a row. */
export function describeMessage(context: Pick<Context, "principal">, row: MessageRow): Message {
  const { parties } = row;
  const having = (role: string) => parties.filter((party) => party.role === role);
  return Message.parse({
    ...row,
    from: having("from")[0],
    to: having("to"),
    cc: having("cc"),
    contentVisible: seesContent(context),
    availableTransitions: listMessageTransitions(row),
  });
}

/** A message as its events have it: without names, addresses and content. */
export const describeMessageInEvent = (message: Message): MessageInEvent =>
  MessageInEvent.parse(redactMembers(message, ["subject", "bodyText", "voidReason", "messageIdHeader"]));

/** The records that an event of a message names besides it. */
export function relateMessage(row: MessageRow): RecordReference[] {
  const { caseId, caseClientId, leadId, conversationId, parties } = row;
  return distinctRecords([
    ...(caseId === null || caseClientId === null ? [] : relateCase(caseId, caseClientId)),
    { entity: "conversation", id: conversationId },
    ...(leadId === null ? [] : [{ entity: "lead", id: leadId }]),
    ...relatePersons(parties),
  ]);
}

/**
 * Records an event of a message.
 *
 * @param before null for a creation
 * @returns the message afterwards
 */
export function recordMessageEvent(
  context: Context,
  eventType: EventType & `message.${string}`,
  before: MessageRow | null,
  after: MessageRow,
): Message {
  const message = describeMessage(context, after);
  const diff = before === null ? {} : diffInEvents(describeMessage(context, before), message, describeMessageInEvent);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload: describeMessageInEvent(message),
    diff,
    relatedIds: relateMessage(after),
  });
  return message;
}

/**
 * A page of the organization's messages.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listMessages(
  context: Context,
  { after, limit, sort, ...filter }: MessageFilter,
): Promise<{ messages: Message[]; nextCursor: string | null }> {
  const list = { name: "messages", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectMessagePage(context, filter, page),
  );
  return { messages: rows.map((row) => showMessage(context, row)), nextCursor };
}

/** @throws NOT_FOUND */
export async function getMessageRow(context: Context, id: string): Promise<MessageRow> {
  const row = await findMessage(context, id);
  if (row === undefined) throw notFound("Message");
  return row;
}

/** @throws NOT_FOUND */
export async function getMessage(context: Context, id: string): Promise<Message> {
  return showMessage(context, await getMessageRow(context, id));
}

/** Messages that are shown, by ID: those of deleted cases are missing. */
export async function showMessages(context: Context, ids: readonly string[]): Promise<Map<string, Message>> {
  if (ids.length === 0) return new Map();
  const rows = await listRowsById<"Message", MessageRow>(context, messageStatements, ids);
  return new Map(rows.map((row) => [row.id, showMessage(context, row)]));
}

/** A message that is read: the audit log has each whose content is shown. */
function showMessage(context: Context, row: MessageRow): Message {
  if (seesContent(context)) recordAuditEntry(context, { entity: "message", id: row.id }, relateMessage(row));
  return describeMessage(context, row);
}
