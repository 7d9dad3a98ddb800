import { sql, type RawBuilder, type Updateable } from "kysely";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { insertRows, selectRecord, updateRecord, type NewRow } from "../../../platform/database/records.ts";
import { shortMember } from "../../../platform/database/short-member.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { findRow, type ResourceStatements } from "../../../rpc/resource/store.ts";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import type { Deferral, Message, MessageFilter } from "./schema.ts";

export type MessageRow = Omit<Row<"Message">, "deferral"> &
  Pick<Message, "case" | "attachments" | "onBehalfOf" | "status"> & {
    parties: (Message["from"] & { role: "from" | "to" | "cc" })[];
    deferral: Deferral | null;
    caseClientId: string | null;
  };

/** @param from one row, or one page: the looks by key run for those rows only */
function selectMessages(organizationId: string, from: RawBuilder<unknown>): RawBuilder<MessageRow> {
  return sql<MessageRow>`
    SELECT t.*,
      (SELECT jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId", 'title', c.title) FROM "Case" c
        WHERE c."organizationId" = ${organizationId} AND c.id = t."caseId") AS "case",
      (SELECT c."plaintiffId" FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = t."caseId") AS "caseClientId",
      ${shortMember(organizationId, "t.onBehalfOfAttorneyId")} AS "onBehalfOf",
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('role', p.role, 'name', p.name, 'address', p.address,
          'clientId', p."clientId", 'leadId', p."leadId", 'contactId', p."contactId", 'memberId', p."memberId")
          ORDER BY p.role, p.position)
        FROM "MessageParty" p WHERE p."organizationId" = ${organizationId} AND p."messageId" = t.id), '[]') AS parties,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('documentId', a."documentId", 'name', a.name, 'sizeBytes', a."sizeBytes",
          'contentType', a."contentType") ORDER BY a.position)
        FROM "MessageAttachment" a WHERE a."organizationId" = ${organizationId} AND a."messageId" = t.id), '[]') AS attachments
    FROM ${from} t`;
}

export const messageStatements = {
  table: "Message",
  select: selectMessages,
  isPermanent: true,
  liveOwners: ["caseId"],
} as const satisfies ResourceStatements<"Message", MessageRow>;

/** A message of no case or of a live one, without a lock. */
export const findMessage = (context: Context, id: string): Promise<MessageRow | undefined> =>
  findRow(context, messageStatements, { id });

/** Locks a message FOR NO KEY UPDATE until commit, then reads it in a second statement. */
export async function lockMessageRowForUpdate(context: Context, id: string): Promise<MessageRow | undefined> {
  const locked = selectRecord(context, "Message", id).select("id").forNoKeyUpdate().executeTakeFirst();
  const [, row] = await settleInOrder(locked, findMessage(context, id));
  return row;
}

/** To what a message belongs, and its conversation, without a lock. */
export function findMessagePlace(
  context: Context,
  id: string,
): Promise<{ conversationId: string; caseId: string | null; leadId: string | null } | undefined> {
  return selectRecord(context, "Message", id).select(["conversationId", "caseId", "leadId"]).executeTakeFirst();
}

/**
 * Locks the texts to a number that nobody has begun to send FOR NO KEY UPDATE until commit, without replies to
 * keywords, in the order of their IDs.
 */
export async function lockWaitingTextsForUpdate(
  { organizationId, transaction }: Context,
  number: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM "Message" m
    WHERE m."organizationId" = ${organizationId} AND m.status IN ('scheduled', 'queued') AND m."attemptAt" IS NULL
      AND m.channel = 'text' AND (m.automation IS NULL OR m.automation = 'esign')
      AND m.id IN (SELECT p."messageId" FROM "MessageParty" p
        WHERE p."organizationId" = ${organizationId} AND p.address = ${number} AND p.role = 'to')
    ORDER BY m.id FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** The message with this ID of a provider, without a lock. */
export async function findByProviderId(
  { organizationId, transaction }: Context,
  providerMessageId: string,
  provider?: string,
): Promise<string | undefined> {
  const providers = provider === undefined ? ["external", "outbox", "telnyx", "twilio"] : [provider];
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "Message" WHERE "organizationId" = ${organizationId} AND provider = ANY(${providers}::text[])
      AND direction = 'outbound' AND "providerMessageId" = ${providerMessageId} LIMIT 1`.execute(transaction);
  return rows[0]?.id;
}

const equalities = ["conversationId", "caseId", "leadId", "channel", "direction", "status"] as const;

/** A page of messages of no case, or of live ones. */
export function selectMessagePage(
  { organizationId }: Pick<Context, "organizationId">,
  filter: Omit<MessageFilter, "after" | "limit" | "sort">,
  page: SortedPage,
): RawBuilder<MessageRow> {
  const { clientId, occurredFrom, occurredTo, updatedSince } = filter;
  const conditions: RawBuilder<unknown>[] = equalities.flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.ref(`t.${name}`)} = ${filter[name]}`],
  );
  if (occurredFrom !== undefined) conditions.push(sql`t."occurredAt" >= ${occurredFrom}::timestamptz`);
  if (occurredTo !== undefined) conditions.push(sql`t."occurredAt" < ${occurredTo}::timestamptz`);
  if (updatedSince !== undefined) conditions.push(sql`t."updatedAt" >= ${updatedSince}::timestamptz`);
  if (clientId !== undefined)
    conditions.push(sql`EXISTS (SELECT FROM "MessageParty" p WHERE p."organizationId" = ${organizationId}
      AND p."clientId" = ${clientId} AND p."messageId" = t.id
      AND ${page.byId?.after(sql`p."messageId"`) ?? sql`true`})`);
  const from = sql`(SELECT t.* FROM "Message" t WHERE t."organizationId" = ${organizationId}
    AND ${hasLiveOwners(organizationId, "t", ["caseId"])} AND ${page.after}${sql.join(
      conditions.map((condition) => sql` AND ${condition}`),
      sql``,
    )}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer)`;
  return sql<MessageRow>`${selectMessages(organizationId, from)} ORDER BY ${page.order}`;
}

const taken = {
  Message_organizationId_externalId_key: "externalId: used by another message",
  Message_organizationId_provider_direction_providerMessageId_key: "providerMessageId: used by another message",
  Message_organizationId_messageIdHeader_key: "messageIdHeader: used by another message",
};

export type NewParty = Omit<NewRow<"MessageParty">, "messageId" | "position" | "role">;
export interface NewMessageRows {
  message: NewRow<"Message">;
  from: NewParty;
  to: readonly NewParty[];
  cc: readonly NewParty[];
  attachments: readonly Omit<NewRow<"MessageAttachment">, "messageId" | "position">[];
}

/**
 * Inserts a message with its parties and attachments.
 *
 * @throws DUPLICATE_ENTRY
 */
export async function insertMessage(context: Context, rows: NewMessageRows): Promise<void> {
  const { message, from, to, cc, attachments } = rows;
  await rejectDuplicates(taken, insertRows(context, "Message", [message]), message as object);
  const place = (role: string) => (party: NewParty, index: number) => ({
    ...party,
    messageId: message.id,
    role,
    position: index + 1,
  });
  await insertRows(context, "MessageParty", [place("from")(from, 0), ...to.map(place("to")), ...cc.map(place("cc"))]);
  await insertRows(
    context,
    "MessageAttachment",
    attachments.map((each, index) => ({ ...each, messageId: message.id, position: index + 1 })),
  );
}

export type MessageColumns = Updateable<Tables["Message"]>;

/**
 * Updates what becomes of a message.
 *
 * @returns false when If-Match names another revision
 * @throws DUPLICATE_ENTRY for the provider's ID
 */
export async function updateMessageRow(context: Context, id: string, columns: MessageColumns): Promise<boolean> {
  const { status } = columns;
  const waits = status === undefined || status === "scheduled" || status === "queued";
  // A link or code that has gone, or never will, is nobody's to read.
  const update = updateRecord(context, "Message", id, waits ? columns : { ...columns, sealedSecret: null });
  return (await rejectDuplicates(taken, update.executeTakeFirstOrThrow(), columns)).numUpdatedRows > 0n;
}
