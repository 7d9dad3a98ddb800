import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../../rpc/context.ts";

/** What a message or a call may do to the date of last client contact, read after its case was locked. */
export interface ContactOfCase {
  caseId: string;
  isArchived: boolean;
  /** The case's date. */
  lastClientContactOn: string | null;
  /** The day of the message or call in the firm's time zone, at most today. */
  on: string;
  /** Whether it is with the client of the case, their guardian or representative. */
  isWithClient: boolean;
}

/** Contacts who speak for the client of case `c`: the guardian of the client, and parties who act for them. */
const speaksForClient = (organizationId: string, contactId: RawBuilder<unknown>) => sql`(
  EXISTS (SELECT FROM "Client" cl WHERE cl."organizationId" = ${organizationId} AND cl.id = c."plaintiffId" AND cl."guardianContactId" = ${contactId})
  OR EXISTS (SELECT FROM "CaseParty" p WHERE p."organizationId" = ${organizationId} AND p."caseId" = c.id AND p."contactId" = ${contactId}
    AND p.role IN ('guardian_ad_litem', 'personal_representative') AND p."deletedAt" IS NULL))`;

const dayOf = (instant: RawBuilder<unknown>) =>
  sql<string>`least((${instant} AT TIME ZONE o.timezone)::date, (now() AT TIME ZONE o.timezone)::date)`;

/** An outbound message that a person sent, and that arrived as far as anybody knows. Alias `m`. */
const hasArrived = sql`m.direction = 'outbound' AND NOT m."isAutomated" AND m."voidedAt" IS NULL AND CASE m.channel
  WHEN 'text' THEN m.status IN ('delivered', 'read', 'logged')
  WHEN 'email' THEN m.status IN ('sent', 'delivered', 'read', 'logged')
  ELSE m.status IN ('sent', 'delivered', 'read', 'logged') END`;

/** A call in which somebody spoke. Alias `l`. */
const cameAbout = sql`l."voidedAt" IS NULL AND ((l.status = 'completed' AND l."durationSeconds" >= 1) OR l.disposition = 'connected')`;

/** When a message reached the client. Alias `m`. */
const reachedAt = sql`coalesce(CASE m.channel WHEN 'text' THEN m."deliveredAt" END, m."sentAt", m."occurredAt")`;

const isMessageWithClient = (organizationId: string) => sql`EXISTS (
  SELECT FROM "MessageParty" y WHERE y."organizationId" = ${organizationId} AND y."messageId" = m.id AND y.role IN ('to', 'cc')
    AND (y."clientId" = c."plaintiffId" OR (y."contactId" IS NOT NULL AND ${speaksForClient(organizationId, sql`y."contactId"`)})))`;

/**
 * What an outbound message that arrived may do to its case; undefined for one that did not, that nobody decided to
 * send, or that has no case.
 *
 * @param countsSent whether a text counts although its delivery was not reported
 */
export async function findMessageContact(
  { organizationId, transaction }: Context,
  messageId: string,
  countsSent: boolean,
): Promise<ContactOfCase | undefined> {
  const counts = countsSent ? sql`(${hasArrived} OR (${isSilent}))` : hasArrived;
  const { rows } = await sql<ContactOfCase>`
    SELECT c.id AS "caseId", c."matterStatus" = 'archived' AS "isArchived", c."lastClientContactOn",
      ${dayOf(reachedAt)} AS "on", ${isMessageWithClient(organizationId)} AS "isWithClient"
    FROM "Message" m
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = m."caseId" AND c."deletedAt" IS NULL
    CROSS JOIN (SELECT timezone FROM "Organization" WHERE id = ${organizationId}) o
    WHERE m."organizationId" = ${organizationId} AND m.id = ${messageId} AND ${counts}`.execute(transaction);
  return rows[0];
}

/** A text that a person sent, whose provider has not said whether it was delivered. Alias `m`. */
const isSilent = sql`m.channel = 'text' AND m.status = 'sent' AND m.direction = 'outbound' AND NOT m."isAutomated" AND m."voidedAt" IS NULL`;

/** What a call may do to its case; undefined for one that did not come about, or that has no case. */
export async function findCallContact(
  { organizationId, transaction }: Context,
  callId: string,
): Promise<ContactOfCase | undefined> {
  const { rows } = await sql<ContactOfCase>`
    SELECT c.id AS "caseId", c."matterStatus" = 'archived' AS "isArchived", c."lastClientContactOn",
      ${dayOf(sql`l."startedAt"`)} AS "on",
      (l."partyClientId" IS NOT DISTINCT FROM c."plaintiffId" OR (l."partyContactId" IS NOT NULL AND ${speaksForClient(organizationId, sql`l."partyContactId"`)})) AS "isWithClient"
    FROM "Call" l
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = l."caseId" AND c."deletedAt" IS NULL
    CROSS JOIN (SELECT timezone FROM "Organization" WHERE id = ${organizationId}) o
    WHERE l."organizationId" = ${organizationId} AND l.id = ${callId} AND ${cameAbout}`.execute(transaction);
  return rows[0];
}

/** Notes with a message to which day it moved the date of its case, and from which. */
export async function markContact(
  { organizationId, transaction }: Context,
  messageId: string,
  { on, before }: { on: string; before: string | null },
): Promise<void> {
  await sql`UPDATE "Message" SET "contactOn" = ${on}::date, "contactBefore" = ${before}::date
    WHERE "organizationId" = ${organizationId} AND id = ${messageId}`.execute(transaction);
}

/** A message that moved the date of its case, and what the date would be without it. */
export interface BouncedContact {
  caseId: string;
  isArchived: boolean;
  /** The case's date, which is still that of the message. */
  on: string;
  before: string | null;
}

/**
 * Where a message that bounced moved the date of its case, which still has this day: to which day it returns. Other
 * messages and calls of the days between count.
 */
export async function findBouncedContact(
  { organizationId, transaction }: Context,
  messageId: string,
): Promise<BouncedContact | undefined> {
  const { rows } = await sql<BouncedContact>`
    SELECT c.id AS "caseId", c."matterStatus" = 'archived' AS "isArchived", c."lastClientContactOn" AS "on",
      greatest(b."contactBefore",
        (SELECT max(${dayOf(reachedAt)}) FROM "Message" m
          WHERE m."organizationId" = ${organizationId} AND m."caseId" = c.id AND m.id <> b.id AND ${hasArrived}
            AND ${isMessageWithClient(organizationId)} AND (${reachedAt} AT TIME ZONE o.timezone)::date <= b."contactOn"),
        (SELECT max(${dayOf(sql`l."startedAt"`)}) FROM "Call" l
          WHERE l."organizationId" = ${organizationId} AND l."caseId" = c.id AND ${cameAbout}
            AND l."partyClientId" = c."plaintiffId" AND (l."startedAt" AT TIME ZONE o.timezone)::date <= b."contactOn")) AS before
    FROM "Message" b
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = b."caseId" AND c."deletedAt" IS NULL
    CROSS JOIN (SELECT timezone FROM "Organization" WHERE id = ${organizationId}) o
    WHERE b."organizationId" = ${organizationId} AND b.id = ${messageId} AND b.status = 'bounced'
      AND b."contactOn" IS NOT NULL AND c."lastClientContactOn" = b."contactOn"`.execute(transaction);
  return rows[0];
}

/** A message of a lead for which no contact attempt was recorded yet. */
export interface LeadMessage {
  leadId: string;
  channel: string;
  direction: string;
  at: string;
  memberId: string | null;
}

/** Undefined where a message records no contact attempt, or has recorded one. */
export async function findLeadMessage(
  { organizationId, transaction }: Context,
  messageId: string,
): Promise<LeadMessage | undefined> {
  const { rows } = await sql<LeadMessage>`
    SELECT m."leadId", m.channel, m.direction, coalesce(m."sentAt", m."occurredAt") AS at,
      a.id AS "memberId"
    FROM "Message" m
    LEFT JOIN "Member" a ON a."organizationId" = ${organizationId} AND a.id = m."onBehalfOfAttorneyId" AND a.status = 'active'
    WHERE m."organizationId" = ${organizationId} AND m.id = ${messageId} AND m."leadId" IS NOT NULL AND m."caseId" IS NULL
      AND NOT m."isAutomated" AND NOT m."isAttempt" AND m."voidedAt" IS NULL AND m.channel IN ('text', 'email')
      AND m.status IN ('sent', 'delivered', 'read', 'logged', 'received')`.execute(transaction);
  return rows[0];
}

/** Notes with a message that it is a contact attempt of its lead. */
export async function markAttempt({ organizationId, transaction }: Context, messageId: string): Promise<void> {
  await sql`UPDATE "Message" SET "isAttempt" = true WHERE "organizationId" = ${organizationId} AND id = ${messageId}`.execute(
    transaction,
  );
}

/** The outbound messages of a conversation that arrived, the latest first. */
export async function findLatestSent(
  { organizationId, transaction }: Context,
  conversationId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM "Message" m WHERE m."organizationId" = ${organizationId} AND m."conversationId" = ${conversationId} AND ${hasArrived}
    ORDER BY ${reachedAt} DESC LIMIT 1`.execute(transaction);
  return rows[0]?.id;
}

/** The latest outbound message to the client of a case that arrived, and the latest call with them that came about. */
export async function findLatestOfCase(
  { organizationId, transaction }: Context,
  caseId: string,
): Promise<{ messageId: string | null; callId: string | null }> {
  const { rows } = await sql<{ messageId: string | null; callId: string | null }>`
    SELECT (SELECT m.id FROM "Message" m WHERE m."organizationId" = ${organizationId} AND m."caseId" = c.id AND ${hasArrived}
        AND ${isMessageWithClient(organizationId)} ORDER BY ${reachedAt} DESC LIMIT 1) AS "messageId",
      (SELECT l.id FROM "Call" l WHERE l."organizationId" = ${organizationId} AND l."caseId" = c.id AND ${cameAbout}
        AND l."partyClientId" = c."plaintiffId" ORDER BY l."startedAt" DESC LIMIT 1) AS "callId"
    FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId}`.execute(transaction);
  return rows[0] ?? { messageId: null, callId: null };
}
