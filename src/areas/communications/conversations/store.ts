import { sql, type RawBuilder, type Updateable } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { insertRows, selectRecord, updateRecord, type NewRow } from "../../../platform/database/records.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { findRow, listRowsById, type ResourceStatements } from "../../../rpc/resource/store.ts";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import type { Conversation, ConversationFilter } from "./schema.ts";

export type ConversationRow = Row<"Conversation"> &
  Pick<Conversation, "case" | "counterparts"> & { caseClientId: string | null };

/** @param from one row, or one page: the looks by key run for those rows only */
function selectConversations(organizationId: string, from: RawBuilder<unknown>): RawBuilder<ConversationRow> {
  return sql<ConversationRow>`
    SELECT t.*,
      (SELECT jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId", 'title', c.title) FROM "Case" c
        WHERE c."organizationId" = ${organizationId} AND c.id = t."caseId") AS "case",
      (SELECT c."plaintiffId" FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = t."caseId") AS "caseClientId",
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('name', p.name, 'address', p.address, 'clientId', p."clientId",
          'leadId', p."leadId", 'contactId', p."contactId", 'memberId', p."memberId") ORDER BY p.position)
        FROM "ConversationCounterpart" p
        WHERE p."organizationId" = ${organizationId} AND p."conversationId" = t.id), '[]') AS counterparts
    FROM ${from} t`;
}

/** What the statements of the kernel need to know. */
const conversationStatements = {
  table: "Conversation",
  select: selectConversations,
  isPermanent: true,
  liveOwners: ["caseId"],
} as const satisfies ResourceStatements<"Conversation", ConversationRow>;

/** A conversation of no case or of a live one, without a lock. */
export const findConversation = (context: Context, id: string): Promise<ConversationRow | undefined> =>
  findRow(context, conversationStatements, { id });

/** Those of these conversations that are of no case or of a live one, by ID, without a lock. */
export const findConversations = (context: Context, ids: readonly string[]): Promise<ConversationRow[]> =>
  listRowsById(context, conversationStatements, ids);

/** What a conversation belongs to, without a lock. */
export function findPlace(
  context: Context,
  id: string,
): Promise<{ caseId: string | null; leadId: string | null } | undefined> {
  return selectRecord(context, "Conversation", id).select(["caseId", "leadId"]).executeTakeFirst();
}

/** Locks a conversation FOR NO KEY UPDATE until commit, then reads it in a second statement. */
export async function lockConversationRowForUpdate(context: Context, id: string): Promise<ConversationRow | undefined> {
  const locked = selectRecord(context, "Conversation", id).select("id").forNoKeyUpdate().executeTakeFirst();
  const [, row] = await settleInOrder(locked, findConversation(context, id));
  return row;
}

const equalities = ["caseId", "leadId", "channel", "status", "assignedToMemberId"] as const;
/** Written out, so that PostgreSQL uses the indexes of the few. */
const isUnlinked = sql`t."caseId" IS NULL AND t."leadId" IS NULL`;
const isUnanswered = sql`t."unansweredSince" IS NOT NULL`;

/** A page of conversations of no case, or of live ones. */
export function selectConversationPage(
  { organizationId }: Pick<Context, "organizationId">,
  filter: Omit<ConversationFilter, "after" | "limit" | "sort">,
  page: SortedPage,
): RawBuilder<ConversationRow> {
  const { clientId, unlinked, unanswered, updatedSince } = filter;
  const conditions: RawBuilder<unknown>[] = equalities.flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.ref(`t.${name}`)} = ${filter[name]}`],
  );
  if (unlinked !== undefined) conditions.push(unlinked ? isUnlinked : sql`NOT (${isUnlinked})`);
  if (unanswered !== undefined) conditions.push(unanswered ? isUnanswered : sql`NOT (${isUnanswered})`);
  if (updatedSince !== undefined) conditions.push(sql`t."updatedAt" >= ${updatedSince}::timestamptz`);
  if (clientId !== undefined)
    conditions.push(sql`EXISTS (SELECT FROM "ConversationCounterpart" p WHERE p."organizationId" = ${organizationId}
      AND p."clientId" = ${clientId} AND p."conversationId" = t.id
      AND ${page.byId?.after(sql`p."conversationId"`) ?? sql`true`})`);
  const from = sql`(SELECT t.* FROM "Conversation" t WHERE t."organizationId" = ${organizationId}
    AND ${hasLiveOwners(organizationId, "t", ["caseId"])} AND ${page.after}${sql.join(
      conditions.map((condition) => sql` AND ${condition}`),
      sql``,
    )}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer)`;
  return sql<ConversationRow>`${selectConversations(organizationId, from)} ORDER BY ${page.order}`;
}

const taken = { Conversation_organizationId_externalId_key: "externalId: used by another conversation" };

export type ConversationColumns = Updateable<Tables["Conversation"]>;

/**
 * Updates a conversation.
 *
 * @returns false when If-Match names another revision
 * @throws DUPLICATE_ENTRY
 */
export async function updateConversationRow(
  context: Context,
  id: string,
  columns: ConversationColumns,
): Promise<boolean> {
  const update = updateRecord(context, "Conversation", id, columns);
  return (await rejectDuplicates(taken, update.executeTakeFirstOrThrow(), columns)).numUpdatedRows > 0n;
}

/** Inserts a conversation with whom it is with. */
export async function insertConversation(
  context: Context,
  row: NewRow<"Conversation">,
  counterparts: readonly Omit<NewRow<"ConversationCounterpart">, "conversationId" | "position">[],
): Promise<void> {
  await insertRows(context, "Conversation", [row]);
  await insertRows(
    context,
    "ConversationCounterpart",
    counterparts.map((each, index) => ({ ...each, conversationId: row.id, position: index + 1 })),
  );
}

/** Gives the messages of a conversation the case or lead that it was linked to. */
export async function linkMessages(
  { organizationId, transaction }: Context,
  conversationId: string,
  place: { caseId: string | null; leadId: string | null },
): Promise<void> {
  await sql`UPDATE "Message" SET "caseId" = ${place.caseId}, "leadId" = ${place.leadId}, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND "conversationId" = ${conversationId}`.execute(transaction);
}

/** With whom a conversation is, and about what. */
export interface Correspondence {
  channel: string;
  address: string;
  /** The firm's number; null where any will do. */
  firmAddress: string | null;
  caseId: string | null;
  leadId: string | null;
}

/** The latest conversation of a channel with exactly this address, of this case or lead; undefined if there is none. */
export async function findConversationWith(
  { organizationId, transaction }: Context,
  { channel, address, firmAddress, caseId, leadId }: Correspondence,
): Promise<{ id: string } | undefined> {
  const place =
    caseId === null
      ? sql`c."caseId" IS NULL AND c."leadId" IS NOT DISTINCT FROM ${leadId}`
      : sql`c."caseId" = ${caseId}`;
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM "ConversationCounterpart" p
    JOIN "Conversation" c ON c."organizationId" = ${organizationId} AND c.id = p."conversationId"
    WHERE p."organizationId" = ${organizationId} AND p.address = ${address} AND c.channel = ${channel} AND ${place}
      AND c."messageCount" < 10000 AND c."firmAddress" IS NOT DISTINCT FROM coalesce(${firmAddress}, c."firmAddress")
      AND NOT EXISTS (SELECT FROM "ConversationCounterpart" o WHERE o."organizationId" = ${organizationId}
        AND o."conversationId" = c.id AND o.position > 1)
    ORDER BY c.id DESC LIMIT 1`.execute(transaction);
  return rows[0];
}

/**
 * Locks what the firm and an address write to each other by a channel until commit: of two first messages at once, the
 * second one finds the conversation of the first. Taken before leads and cases are locked.
 */
export async function lockCorrespondenceForUpdate(
  { organizationId, transaction }: Context,
  channel: string,
  address: string,
): Promise<void> {
  const name = `correspondence ${organizationId} ${channel} ${address}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

/** When a person of the firm last wrote in a conversation; null if nobody did. */
export async function findLastAnswer(
  { organizationId, transaction }: Context,
  conversationId: string,
): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    SELECT m."occurredAt" AS at FROM "Message" m
    WHERE m."organizationId" = ${organizationId} AND m."conversationId" = ${conversationId} AND m.direction = 'outbound'
      AND NOT m."isAutomated" AND m."voidedAt" IS NULL AND m.status NOT IN ('scheduled', 'blocked', 'failed', 'cancelled')
    ORDER BY m."occurredAt" DESC LIMIT 1`.execute(transaction);
  return rows[0]?.at ?? null;
}

/** The first inbound message that a person wrote in a conversation after an instant, or of all; null for none. */
export async function findUnansweredAfter(
  { organizationId, transaction }: Context,
  conversationId: string,
  instant: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    SELECT m."occurredAt" AS at FROM "Message" m
    WHERE m."organizationId" = ${organizationId} AND m."conversationId" = ${conversationId} AND m.direction = 'inbound'
      AND NOT m."isAutomated" AND m."voidedAt" IS NULL AND m."occurredAt" > coalesce(${instant}::timestamptz, '-infinity')
    ORDER BY m."occurredAt" LIMIT 1`.execute(transaction);
  return rows[0]?.at ?? null;
}
