import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { wireInstant } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import type { LastClientContact } from "./schema.ts";

export interface TimelineRow {
  type: "message" | "call";
  id: string;
  at: string;
}

/**
 * A page of what was said about a case. Each branch reads as many entries as the page has out of its own index, so that
 * a page far back costs as much as the first.
 */
export function selectTimelinePage(
  { organizationId }: Pick<Context, "organizationId">,
  caseId: string,
  { after, order, limit }: SortedPage,
): RawBuilder<TimelineRow> {
  const branch = (type: RawBuilder<unknown>, table: string, column: string) => sql`
    (SELECT ${type}::text AS type, t.id, t.at
      FROM (SELECT id, ${sql.ref(column)} AS at FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId}) t
      WHERE ${after} ORDER BY ${order} LIMIT ${limit}::integer)`;
  return sql<TimelineRow>`
    SELECT t.* FROM (${branch(sql`'message'`, "Message", "occurredAt")} UNION ALL ${branch(sql`'call'`, "Call", "startedAt")}) t
    ORDER BY ${order} LIMIT ${limit}::integer`;
}

/** A page of the messages of a conversation. Its entries, as of the other timelines, have their own index. */
export function selectConversationPage(
  { organizationId }: Pick<Context, "organizationId">,
  conversationId: string,
  { after, order, limit }: SortedPage,
): RawBuilder<TimelineRow> {
  return sql<TimelineRow>`
    SELECT 'message'::text AS type, t.id, t.at
    FROM (SELECT id, "occurredAt" AS at FROM "Message"
      WHERE "organizationId" = ${organizationId} AND "conversationId" = ${conversationId}) t
    WHERE ${after} ORDER BY ${order} LIMIT ${limit}::integer`;
}

/**
 * A page of what was said with a client, in all their cases: the messages of conversations that they are in, and calls
 * with them. Of each conversation it reads as many entries as the page has, at most.
 */
export function selectClientPage(
  { organizationId }: Pick<Context, "organizationId">,
  clientId: string,
  { after, order, limit }: SortedPage,
): RawBuilder<TimelineRow> {
  return sql<TimelineRow>`
    SELECT t.* FROM (
      SELECT m.type, m.id, m.at
      FROM (SELECT DISTINCT p."conversationId" AS id FROM "ConversationCounterpart" p
        WHERE p."organizationId" = ${organizationId} AND p."clientId" = ${clientId}) c
      JOIN "Conversation" v ON v."organizationId" = ${organizationId} AND v.id = c.id
        AND ${hasLiveOwners(organizationId, "v", ["caseId"])}
      CROSS JOIN LATERAL (
        SELECT 'message'::text AS type, t.id, t.at
        FROM (SELECT id, "occurredAt" AS at FROM "Message"
          WHERE "organizationId" = ${organizationId} AND "conversationId" = v.id) t
        WHERE ${after} ORDER BY ${order} LIMIT ${limit}::integer) m
      UNION ALL
      (SELECT 'call'::text, t.id, t.at
        FROM (SELECT l.id, l."startedAt" AS at FROM "Call" l
          WHERE l."organizationId" = ${organizationId} AND l."partyClientId" = ${clientId}
            AND ${hasLiveOwners(organizationId, "l", ["caseId"])}) t
        WHERE ${after} ORDER BY ${order} LIMIT ${limit}::integer)) t
    ORDER BY ${order} LIMIT ${limit}::integer`;
}

/** When a message of a conversation, or of a case, changed last; null where it has none. */
export async function findChangedAt(
  { organizationId, transaction }: Context,
  of: { conversationId: string | null; caseId: string | null },
): Promise<string | null> {
  const [column, id] = of.conversationId === null ? ["caseId", of.caseId] : ["conversationId", of.conversationId];
  const { rows } = await sql<{ updatedAt: string }>`
    SELECT m."updatedAt" FROM "Message" m WHERE m."organizationId" = ${organizationId} AND ${sql.ref(`m.${column}`)} = ${id}
    ORDER BY m."updatedAt" DESC LIMIT 1`.execute(transaction);
  return rows[0]?.updatedAt ?? null;
}

/** What a timeline is of. */
export interface SubjectRow {
  caseId: string | null;
  sequenceId: string | null;
  title: string | null;
  clientId: string;
  clientName: string;
}

/** A live case with its client, or a client that is neither deleted nor merged; undefined where there is none. */
export async function findSubject(
  { organizationId, transaction }: Context,
  { caseId, clientId }: { caseId: string | null; clientId: string | null },
): Promise<SubjectRow | undefined> {
  const { rows } = await sql<SubjectRow>`
    SELECT c.id AS "caseId", c."sequenceId", c.title, p.id AS "clientId",
      concat_ws(' ', p."firstName", p."lastName") AS "clientName"
    FROM "Client" p
    LEFT JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = ${caseId} AND c."plaintiffId" = p.id
      AND c."deletedAt" IS NULL
    WHERE p."organizationId" = ${organizationId} AND p."deletedAt" IS NULL AND p."mergedIntoClientId" IS NULL
      AND p.id = coalesce(${clientId}, (SELECT x."plaintiffId" FROM "Case" x
        WHERE x."organizationId" = ${organizationId} AND x.id = ${caseId}))
      AND (${caseId}::text IS NULL OR c.id IS NOT NULL)`.execute(transaction);
  return rows[0];
}

/** When a live case last heard from and of its client; undefined where there is none. */
export async function findLastContact(
  { organizationId, transaction }: Context,
  caseId: string,
): Promise<LastClientContact | undefined> {
  const own = (alias: string) =>
    sql`${sql.ref(`${alias}.organizationId`)} = ${organizationId} AND ${sql.ref(`${alias}.caseId`)} = c.id`;
  const { rows } = await sql<LastClientContact>`
    SELECT c.id, c."lastClientContactOn",
      (now() AT TIME ZONE o.timezone)::date - c."lastClientContactOn" AS "daysWithoutContact",
      (SELECT max(v."lastInboundAt") FROM "Conversation" v WHERE ${own("v")}) AS "lastInboundAt",
      (SELECT min(v."unansweredSince") FROM "Conversation" v WHERE ${own("v")} AND v."unansweredSince" IS NOT NULL) AS "unansweredSince",
      (SELECT jsonb_build_object('type', b.type, 'id', b.id, 'at', ${wireInstant("b.at")}) FROM (
        (SELECT 'message'::text AS type, m.id, m."occurredAt" AS at FROM "Message" m
          WHERE ${own("m")} AND m."contactOn" = c."lastClientContactOn" AND m.status <> 'bounced' AND m."voidedAt" IS NULL
          ORDER BY m."occurredAt" DESC LIMIT 1)
        UNION ALL
        (SELECT 'call'::text, l.id, l."startedAt" FROM "Call" l
          WHERE ${own("l")} AND l."voidedAt" IS NULL AND l."partyClientId" = c."plaintiffId"
            AND ((l.status = 'completed' AND l."durationSeconds" >= 1) OR l.disposition = 'connected')
            AND l."startedAt" >= (c."lastClientContactOn"::timestamp AT TIME ZONE o.timezone)
            AND l."startedAt" < ((c."lastClientContactOn" + 1)::timestamp AT TIME ZONE o.timezone)
          ORDER BY l."startedAt" LIMIT 1)
        ) b ORDER BY b.at LIMIT 1) AS by
    FROM "Case" c CROSS JOIN (SELECT timezone FROM "Organization" WHERE id = ${organizationId}) o
    WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId} AND c."deletedAt" IS NULL`.execute(transaction);
  return rows[0];
}
