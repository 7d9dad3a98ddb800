import { sql } from "kysely";
import { listDue, type Due } from "../../../platform/database/due-rows.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Context } from "../../../rpc/context.ts";

/** Of a number: a second between texts, and one at once. */
const paceMilliseconds = 1_000;
/** The longest call of a provider; after it, a number no longer waits for it. */
const longestCallSeconds = 25;

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

/**
 * When a number may send a text: a second after its last one, and after the call that goes on; to a recipient in the
 * order of their texts, and only once it is known what became of the one before. Null for now. The number is locked.
 */
export async function findNextTurn(
  { organizationId, transaction }: Context,
  { id, from, to, queuedAt, isRequested }: WaitingText,
): Promise<Date | null> {
  const isFrom = sql`EXISTS (SELECT FROM "MessageParty" f WHERE f."organizationId" = ${organizationId}
    AND f."messageId" = m.id AND f.role = 'from' AND f.address = ${from})`;
  const { rows } = await sql<{ at: string | null }>`
    SELECT max(w.at) AS at FROM (
      SELECT CASE WHEN m.status = 'queued' THEN now() + interval '1 second'
        ELSE m."attemptAt" + ${paceMilliseconds} * interval '1 millisecond' END AS at
      FROM "Message" m
      WHERE m."organizationId" = ${organizationId} AND m.channel = 'text' AND m."attemptAt" IS NOT NULL
        AND m."attemptAt" > now() - ${longestCallSeconds} * interval '1 second'
        AND (m.status = 'queued' OR m."attemptAt" > now() - ${paceMilliseconds} * interval '1 millisecond') AND ${isFrom}
      UNION ALL
      SELECT now() + CASE WHEN m."attemptAt" IS NULL THEN interval '1 second' ELSE interval '5 seconds' END
      FROM "MessageParty" t JOIN "Message" m ON m."organizationId" = ${organizationId} AND m.id = t."messageId"
      WHERE t."organizationId" = ${organizationId} AND t.address = ${to} AND t.role = 'to'
        AND m.status = 'queued' AND m.channel = 'text' AND m.id <> ${id} AND ${isFrom}
        AND (m."attemptAt" IS NOT NULL OR (NOT ${isRequested}::boolean
          AND (m."queuedAt", m.id) < (${queuedAt}::timestamptz, ${id}::text) AND coalesce(m."sendAt" <= now(), true)))) w`.execute(
    transaction,
  );
  const at = rows[0]?.at ?? null;
  return at === null || Date.parse(at) <= Date.now() ? null : new Date(at);
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
