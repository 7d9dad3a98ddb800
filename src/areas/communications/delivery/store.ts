import { sql } from "kysely";
import { listDue, type Due } from "../../../platform/database/due-rows.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Context } from "../../../rpc/context.ts";

/** Of a number: a second between texts, and one at once. */
export const paceMilliseconds = 1_000;
/** The longest call of a provider; after it, a number no longer waits for it. */
const longestCallSeconds = 25;
/** How long a text waits that follows one of which nobody knows what became, before it looks again. */
const unknownMilliseconds = 5_000;

/** Locks a number of the firm until commit: texts from it are claimed one after the other. */
export async function lockNumberForUpdate({ organizationId, transaction }: Context, number: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`texts of ${organizationId} ${number}`}, 0))`.execute(
    transaction,
  );
}

/** A text that waits for its turn. */
export interface WaitingText {
  id: string;
  /** The firm's number, and the recipient's. */
  from: string;
  to: string;
  queuedAt: string;
  /** Whether the recipient just asked for it: it need not wait for those before it. */
  isRequested: boolean;
}

/** Why a text cannot go now. */
export interface Wait {
  /** When its number can send a text again: now, or later. */
  numberFreeAt: Date;
  /** Before that, it cannot go either, whatever else waits. */
  notBefore: Date;
}

/**
 * What a text waits for: a number sends a second after its last text, and after the call that goes on; to a recipient
 * in the order of their texts, and only once it is known what became of the one before. Null if it can go now. The
 * number is locked.
 */
export async function findWait(
  { organizationId, transaction }: Context,
  { id, from, to, queuedAt, isRequested }: WaitingText,
): Promise<Wait | null> {
  const isFrom = sql`EXISTS (SELECT FROM "MessageParty" f WHERE f."organizationId" = ${organizationId}
    AND f."messageId" = m.id AND f.role = 'from' AND f.address = ${from})`;
  const { rows } = await sql<FoundWait>`
    SELECT n.*, r.* FROM (
      SELECT max(m."attemptAt") AS "lastAttemptAt", coalesce(bool_or(m.status = 'queued'), false) AS "isCalling"
      FROM "Message" m
      WHERE m."organizationId" = ${organizationId} AND m.channel = 'text' AND m."attemptAt" IS NOT NULL
        AND m."attemptAt" > now() - ${longestCallSeconds} * interval '1 second' AND ${isFrom}) n, (
      SELECT coalesce(bool_or(m."attemptAt" IS NULL), false) AS "isAfter",
        coalesce(bool_or(m."attemptAt" IS NOT NULL), false) AS "isUnknown"
      FROM "MessageParty" t JOIN "Message" m ON m."organizationId" = ${organizationId} AND m.id = t."messageId"
      WHERE t."organizationId" = ${organizationId} AND t.address = ${to} AND t.role = 'to'
        AND m.status = 'queued' AND m.channel = 'text' AND m.id <> ${id} AND ${isFrom}
        AND (m."attemptAt" IS NOT NULL OR (NOT ${isRequested}::boolean
          AND (m."queuedAt", m.id) < (${queuedAt}::timestamptz, ${id}::text) AND coalesce(m."sendAt" <= now(), true)))) r`.execute(
    transaction,
  );
  return rows[0] === undefined ? null : computeWait(rows[0]);
}

interface FoundWait {
  lastAttemptAt: string | null;
  /** A call for the number goes on. */
  isCalling: boolean;
  /** Another text to the recipient goes first. */
  isAfter: boolean;
  /** Nobody knows yet what became of another text to the recipient. */
  isUnknown: boolean;
}

/** By this process's clock, as attempts: the transaction's is that of its beginning, and it may have waited since. */
function computeWait({ lastAttemptAt, isCalling, isAfter, isUnknown }: FoundWait): Wait | null {
  const now = Date.now();
  const pacedUntil = lastAttemptAt === null ? now : Date.parse(lastAttemptAt) + paceMilliseconds;
  if (pacedUntil <= now && !isCalling && !isAfter && !isUnknown) return null;
  const numberFreeAt = Math.max(pacedUntil, isCalling ? now + paceMilliseconds : now);
  const ofRecipient = isUnknown ? unknownMilliseconds : paceMilliseconds;
  const notBefore = isUnknown || isAfter ? now + ofRecipient : numberFreeAt;
  return { numberFreeAt: new Date(numberFreeAt), notBefore: new Date(notBefore) };
}

/**
 * Notes that a provider is about to be called for a message: after it, nobody sends a text again.
 *
 * @returns the moment, which is now and not when the transaction began: it may have waited for the number
 */
export async function markAttempted(
  { organizationId, transaction }: Context,
  id: string,
  { provider, segments }: { provider: string; segments: number | null },
): Promise<Date> {
  const at = new Date();
  await sql`UPDATE "Message" SET "attemptAt" = ${at.toISOString()}::timestamptz, provider = ${provider}, segments = ${segments}::integer
    WHERE "organizationId" = ${organizationId} AND id = ${id}`.execute(transaction);
  return at;
}

/** Notes that a message certainly was not sent. */
export async function clearAttempt({ organizationId, transaction }: Context, id: string): Promise<void> {
  await sql`UPDATE "Message" SET "attemptAt" = NULL WHERE "organizationId" = ${organizationId} AND id = ${id}`.execute(
    transaction,
  );
}

/** Puts off a queued message until quiet hours end. */
export async function postponeMessage(
  { organizationId, transaction }: Context,
  id: string,
  { sendAt, deferral }: { sendAt: string; deferral: string },
): Promise<void> {
  await sql`UPDATE "Message" SET "sendAt" = ${sendAt}::timestamptz, deferral = ${deferral}::jsonb
    WHERE "organizationId" = ${organizationId} AND id = ${id}`.execute(transaction);
}

/** Those of a provider's IDs that no message has yet. */
export async function listUnclaimed(
  { organizationId, transaction }: Context,
  provider: string,
  providerMessageIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ providerMessageId: string }>`
    SELECT "providerMessageId" FROM "Message" WHERE "organizationId" = ${organizationId} AND provider = ${provider}
      AND direction = 'outbound' AND "providerMessageId" = ANY(${[...providerMessageIds]}::text[])`.execute(
    transaction,
  );
  const claimed = new Set(rows.map(({ providerMessageId }) => providerMessageId));
  return providerMessageIds.filter((id) => !claimed.has(id));
}

/** Locks an account of texts until commit. @returns when its provider last rejected the credentials */
export async function lockRejectionForUpdate(
  { organizationId, transaction }: Context,
  connectionId: string,
): Promise<string | null> {
  const { rows } = await sql<{ rejectedAt: string | null }>`
    SELECT "rejectedAt" FROM "TextConnection" WHERE "organizationId" = ${organizationId} AND id = ${connectionId} FOR NO KEY UPDATE`.execute(
    transaction,
  );
  return rows[0]?.rejectedAt ?? null;
}

/** Notes when a provider rejected the credentials of an account; null once it took them. */
export async function writeRejection(
  { organizationId, transaction }: Context,
  connectionId: string,
  rejectedAt: string | null,
): Promise<void> {
  await sql`UPDATE "TextConnection" SET "rejectedAt" = ${rejectedAt}::timestamptz
    WHERE "organizationId" = ${organizationId} AND id = ${connectionId} AND (${rejectedAt}::text IS NOT NULL OR "rejectedAt" IS NOT NULL)`.execute(
    transaction,
  );
}

/** The files of an email, as they were when it was written; those that were deleted since are missing. */
export async function listFiles(
  { organizationId, transaction }: Context,
  messageId: string,
): Promise<{ objectId: string; fileName: string; contentType: string }[]> {
  const { rows } = await sql<{ objectId: string; fileName: string; contentType: string }>`
    SELECT v."objectId", v."fileName", v."contentType" FROM "MessageAttachment" a
    JOIN "Message" m ON m."organizationId" = ${organizationId} AND m.id = a."messageId"
    JOIN "Document" d ON d."organizationId" = ${organizationId} AND d.id = a."documentId" AND d."deletedAt" IS NULL
    CROSS JOIN LATERAL (
      SELECT * FROM "DocumentVersion" v WHERE v."organizationId" = ${organizationId} AND v."documentId" = d.id
        AND v."createdAt" <= m."createdAt" ORDER BY v.number DESC LIMIT 1) v
    WHERE a."organizationId" = ${organizationId} AND a."messageId" = ${messageId}
    ORDER BY a.position`.execute(transaction);
  return rows;
}

/** Scheduled messages whose time has come, in all organizations. */
export const listDueMessages = (database: Database, batch: number): Promise<Due[]> =>
  listDue(database, sql`list_due_messages(${batch}::integer)`);

/** Queued messages for which nothing has happened for minutes, in all organizations, in the order of their IDs. */
export const listStuckMessages = (database: Database, after: string, batch: number): Promise<Due[]> =>
  listDue(database, sql`list_messages_at_rest(${after}::text, ${batch}::integer)`);

/** Texts that were sent an hour ago, and of which nothing was reported, in all organizations. */
export const listSilentTexts = (database: Database, batch: number): Promise<Due[]> =>
  listDue(database, sql`list_silent_texts(${batch}::integer)`);

/** Notes that a text was looked at, an hour after it was sent. @returns whether it had not been */
export async function markSilenceCounted({ organizationId, transaction }: Context, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`UPDATE "Message" SET "silenceCountedAt" = now()
    WHERE "organizationId" = ${organizationId} AND id = ${id} AND "silenceCountedAt" IS NULL`.execute(transaction);
  return numAffectedRows > 0n;
}
