import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../../rpc/context.ts";

/** Where an inbound message may belong. */
export interface Candidate {
  clientId: string | null;
  leadId: string | null;
  caseId: string | null;
}

/** A message that another is an answer to, with what it belongs to. */
export interface Answered {
  messageId: string;
  conversationId: string;
  caseId: string | null;
  leadId: string | null;
}

/** The conversation has room for another message. Aliases `v`. */
const hasRoom = sql`v."messageCount" < 10000`;

/**
 * The last text that the firm sent to a number within 30 days.
 *
 * @returns the conversation only where it is with this number of the firm, and has room
 */
export async function findLastTextTo(
  { organizationId, transaction }: Context,
  { firmNumber, counterpart }: { firmNumber: string; counterpart: string },
): Promise<(Omit<Answered, "conversationId"> & { conversationId: string | null }) | undefined> {
  const { rows } = await sql<Omit<Answered, "conversationId"> & { conversationId: string | null }>`
    SELECT m.id AS "messageId", m."caseId", m."leadId",
      CASE WHEN v."firmAddress" = ${firmNumber} AND ${hasRoom} THEN v.id END AS "conversationId"
    FROM "MessageParty" y
    JOIN "Message" m ON m."organizationId" = ${organizationId} AND m.id = y."messageId"
    JOIN "Conversation" v ON v."organizationId" = ${organizationId} AND v.id = m."conversationId"
    WHERE y."organizationId" = ${organizationId} AND y.address = ${counterpart} AND y.role = 'to'
      AND m.channel = 'text' AND m.direction = 'outbound' AND m.status IN ('sent', 'delivered', 'read', 'undelivered', 'logged')
      AND m."voidedAt" IS NULL AND m."occurredAt" >= now() - interval '30 days'
      AND ${isLive(organizationId, sql`m."caseId"`)}
    ORDER BY m."occurredAt" DESC, m.id DESC LIMIT 1`.execute(transaction);
  return rows[0];
}

/** Null, or a case that is not deleted. */
const isLive = (organizationId: string, caseId: RawBuilder<unknown>) => sql`(${caseId} IS NULL OR EXISTS (
  SELECT FROM "Case" k WHERE k."organizationId" = ${organizationId} AND k.id = ${caseId} AND k."deletedAt" IS NULL))`;

/**
 * The message with the first of these headers that is known.
 *
 * @param headers Message-IDs with their angle brackets, the most telling first; at most 50
 */
export async function findAnswered(
  { organizationId, transaction }: Context,
  headers: readonly string[],
): Promise<(Answered & { hasRoom: boolean }) | undefined> {
  if (headers.length === 0) return undefined;
  const { rows } = await sql<Answered & { hasRoom: boolean }>`
    SELECT m.id AS "messageId", m."conversationId", m."caseId", m."leadId", ${hasRoom} AS "hasRoom"
    FROM "Message" m
    JOIN "Conversation" v ON v."organizationId" = ${organizationId} AND v.id = m."conversationId"
    WHERE m."organizationId" = ${organizationId} AND m."messageIdHeader" = ANY(${[...headers]}::text[])
      AND ${isLive(organizationId, sql`m."caseId"`)}
    ORDER BY array_position(${[...headers]}::text[], m."messageIdHeader") LIMIT 1`.execute(transaction);
  return rows[0];
}

/** Enough to know whether there is exactly one. */
const few = 3;

/**
 * Clients with cases that go on, and leads that do, who have a telephone number or an email address; each with its case.
 *
 * @param by a number in E.164, or an address in lower case
 */
export async function findCandidates(
  { organizationId, transaction }: Context,
  by: { number: string } | { email: string },
): Promise<Candidate[]> {
  const ofClient =
    "number" in by
      ? sql`l."phoneE164" = ${by.number} OR l."secondaryPhoneE164" = ${by.number}`
      : sql`l."emailKey" = ${by.email}`;
  const ofLead = "number" in by ? sql`d."phoneE164" = ${by.number}` : sql`d."emailKey" = ${by.email}`;
  const { rows } = await sql<Candidate>`
    (SELECT l.id AS "clientId", NULL::text AS "leadId", c.id AS "caseId"
      FROM "Client" l
      JOIN "Case" c ON c."organizationId" = ${organizationId} AND c."plaintiffId" = l.id AND c."deletedAt" IS NULL
        AND c."matterStatus" IN ('pending', 'open', 'on_hold', 'settled')
      WHERE l."organizationId" = ${organizationId} AND (${ofClient}) AND l."deletedAt" IS NULL LIMIT ${few}::integer)
    UNION ALL
    (SELECT NULL::text, d.id, NULL::text FROM "Lead" d
      WHERE d."organizationId" = ${organizationId} AND (${ofLead}) AND d."deletedAt" IS NULL AND d."convertedCaseId" IS NULL
        AND d.status NOT IN ('declined', 'lost', 'duplicate', 'converted') LIMIT ${few}::integer)`.execute(transaction);
  return rows;
}
