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
  EXISTS (SELECT FROM "Client" cl WHERE cl."organizationId" = ${organizationId} AND cl.id = c."plaintiffId" AND ${contactId} IN (cl."guardianContactId", cl."representativeContactId"))
  OR EXISTS (SELECT FROM "CaseParty" p WHERE p."organizationId" = ${organizationId} AND p."caseId" = c.id AND p."contactId" = ${contactId}
    AND p.role IN ('guardian_ad_litem', 'personal_representative') AND p."deletedAt" IS NULL))`;

const dayOf = (instant: RawBuilder<unknown>) =>
  sql<string>`least((${instant} AT TIME ZONE o.timezone)::date, (now() AT TIME ZONE o.timezone)::date)`;

/** An outbound message that a person sent, and that arrived as far as anybody knows. Alias `m`. */
const hasArrived = sql`m.direction = 'outbound' AND NOT m."isAutomated" AND m."voidedAt" IS NULL AND CASE m.channel
  WHEN 'text' THEN m.status IN ('delivered', 'read', 'logged')
  WHEN 'email' THEN m.status IN ('sent', 'delivered', 'read', 'logged')
  ELSE m.status IN ('sent', 'delivered', 'read', 'logged') END`;

/** A text that a person sent, whose provider has not said whether it was delivered. Alias `m`. */
const isSilent = sql`m.channel = 'text' AND m.status = 'sent' AND m.direction = 'outbound' AND NOT m."isAutomated" AND m."voidedAt" IS NULL`;

/** A call in which somebody spoke. Alias `l`. */
const cameAbout = sql`coalesce(l."voidedAt" IS NULL AND ((l.status = 'completed' AND l."durationSeconds" >= 1) OR l.disposition = 'connected'), false)`;

/** When a message reached the client. Alias `m`. */
const reachedAt = sql`coalesce(CASE m.channel WHEN 'text' THEN m."deliveredAt" END, m."sentAt", m."occurredAt")`;

const isMessageWithClient = (organizationId: string) => sql`EXISTS (
  SELECT FROM "MessageParty" y WHERE y."organizationId" = ${organizationId} AND y."messageId" = m.id AND y.role IN ('to', 'cc')
    AND (y."clientId" = c."plaintiffId" OR (y."contactId" IS NOT NULL AND ${speaksForClient(organizationId, sql`y."contactId"`)})))`;

/** Whether a call is with the client of case `c`, their guardian or representative. Alias `l`. */
const isCallWithClient = (organizationId: string) => sql`(l."partyClientId" IS NOT DISTINCT FROM c."plaintiffId"
  OR (l."partyContactId" IS NOT NULL AND ${speaksForClient(organizationId, sql`l."partyContactId"`)}))`;

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

/** What a call may do to its case; undefined for one that did not come about, or that has no case. */
export async function findCallContact(
  { organizationId, transaction }: Context,
  callId: string,
): Promise<ContactOfCase | undefined> {
  const { rows } = await sql<ContactOfCase>`
    SELECT c.id AS "caseId", c."matterStatus" = 'archived' AS "isArchived", c."lastClientContactOn",
      ${dayOf(sql`l."startedAt"`)} AS "on",
      ${isCallWithClient(organizationId)} AS "isWithClient"
    FROM "Call" l
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = l."caseId" AND c."deletedAt" IS NULL
    CROSS JOIN (SELECT timezone FROM "Organization" WHERE id = ${organizationId}) o
    WHERE l."organizationId" = ${organizationId} AND l.id = ${callId} AND ${cameAbout}`.execute(transaction);
  return rows[0];
}

/** What can move the date of last client contact. */
export interface Contact {
  table: "Message" | "Call";
  id: string;
}

/** Notes with a message or a call to which day it moved the date of its case, and from which. */
export async function markContact(
  { organizationId, transaction }: Context,
  { table, id }: Contact,
  { on, before }: { on: string; before: string | null },
): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET "contactOn" = ${on}::date, "contactBefore" = ${before}::date
    WHERE "organizationId" = ${organizationId} AND id = ${id}`.execute(transaction);
}

/** A message or a call that moved the date of its case and counts no more, and what the date would be without it. */
export interface WithdrawnContact {
  caseId: string;
  isArchived: boolean;
  /** To which day it moved the date. */
  on: string;
  /** Whether the case still has that day. */
  isPresent: boolean;
  before: string | null;
}

/** Which of them still count, as they were when they moved the date. Aliases `m` and `l`. */
const stillCounts = { Message: sql`(${hasArrived} OR (${isSilent}))`, Call: cameAbout };
const aliases = { Message: sql.ref("m"), Call: sql.ref("l") };

/**
 * What a message that bounced or was not delivered, or a message or call that is void, moved the date of its case to,
 * and where the date returns to: other messages and calls of the days between count.
 */
export async function findWithdrawnContact(
  { organizationId, transaction }: Context,
  { table, id }: Contact,
): Promise<WithdrawnContact | undefined> {
  const alias = aliases[table];
  const other = (of: Contact["table"]) => (of === table ? sql`AND ${aliases[of]}.id <> ${id}` : sql``);
  const { rows } = await sql<WithdrawnContact>`
    SELECT c.id AS "caseId", c."matterStatus" = 'archived' AS "isArchived", b."contactOn" AS "on",
      coalesce(c."lastClientContactOn" = b."contactOn", false) AS "isPresent",
      greatest(b."contactBefore",
        (SELECT max(${dayOf(reachedAt)}) FROM "Message" m
          WHERE m."organizationId" = ${organizationId} AND m."caseId" = c.id ${other("Message")} AND ${hasArrived}
            AND ${isMessageWithClient(organizationId)} AND (${reachedAt} AT TIME ZONE o.timezone)::date <= b."contactOn"),
        (SELECT max(${dayOf(sql`l."startedAt"`)}) FROM "Call" l
          WHERE l."organizationId" = ${organizationId} AND l."caseId" = c.id ${other("Call")} AND ${cameAbout}
            AND ${isCallWithClient(organizationId)} AND (l."startedAt" AT TIME ZONE o.timezone)::date <= b."contactOn")) AS before
    FROM (SELECT ${alias}."caseId", ${alias}."contactOn", ${alias}."contactBefore" FROM ${sql.table(table)} ${alias}
      WHERE ${alias}."organizationId" = ${organizationId} AND ${alias}.id = ${id} AND ${alias}."contactOn" IS NOT NULL
        AND NOT ${stillCounts[table]}) b
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = b."caseId" AND c."deletedAt" IS NULL
    CROSS JOIN (SELECT timezone FROM "Organization" WHERE id = ${organizationId}) o`.execute(transaction);
  return rows[0];
}

/** Has what moved the date of a case away from a day that counts no more return to another. */
export async function replaceContactBefore(
  { organizationId, transaction }: Context,
  { caseId, on, before }: Pick<WithdrawnContact, "caseId" | "on" | "before">,
): Promise<void> {
  for (const table of ["Message", "Call"] as const)
    await sql`UPDATE ${sql.table(table)} SET "contactBefore" = ${before}::date
      WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND "contactBefore" = ${on}::date`.execute(
      transaction,
    );
}

/** Notes that a message or a call no longer stands behind a date of its case. */
export async function unmarkContact({ organizationId, transaction }: Context, { table, id }: Contact): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET "contactOn" = NULL, "contactBefore" = NULL
    WHERE "organizationId" = ${organizationId} AND id = ${id}`.execute(transaction);
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

/** The latest outbound message of a conversation to the client of its case that arrived. */
export async function findLatestSent(
  { organizationId, transaction }: Context,
  conversationId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM "Message" m
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = m."caseId"
    WHERE m."organizationId" = ${organizationId} AND m."conversationId" = ${conversationId} AND ${hasArrived}
      AND ${isMessageWithClient(organizationId)}
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

/** The latest messages of a conversation that are no attempt to reach its lead yet, in the order in which they were. */
export async function listUnfollowed(
  { organizationId, transaction }: Context,
  conversationId: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM (
      SELECT m.id, m."occurredAt" FROM "Message" m
      WHERE m."organizationId" = ${organizationId} AND m."conversationId" = ${conversationId} AND NOT m."isAttempt"
      ORDER BY m."occurredAt" DESC, m.id DESC LIMIT ${most}::integer) t
    ORDER BY t."occurredAt", t.id`.execute(transaction);
  return rows.map(({ id }) => id);
}
