import { sql } from "kysely";
import type { Queue } from "../../../platform/jobs/job-queue.ts";
import type { Database } from "../../../platform/database/database.ts";
import { insertJobs } from "../../../platform/jobs/job-rows.ts";
import { enqueueComposedMail } from "../../../platform/mail/composed-mails.ts";
import { mailQueue } from "../../../platform/mail/mail-queue.ts";
import type { Context } from "../../../rpc/context.ts";
import { paceMilliseconds, type Wait, type WaitingText } from "./store.ts";

/** Texts that wait for their turn. The rows say what becomes of them: a job has IDs alone. */
export const messageQueue: Queue = {
  name: "messages",
  options: {
    // The row keeps a text from being sent twice; a job is retried until its work is done.
    retryLimit: 200,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 120,
    // A dead process loses its job after half a minute.
    heartbeatSeconds: 30,
    retentionSeconds: 14 * 86_400,
    deleteAfterSeconds: 3_600,
  },
};

export interface MessageJob {
  organizationId: string;
  messageId: string;
  /** Whether the recipient just asked for it. */
  isRequested?: boolean;
}

type Inside = Pick<Context, "organizationId" | "transaction">;

/** A text or an email to send. */
export interface Enqueued {
  id: string;
  /** Whether the recipient just asked for it: it goes before the others. */
  isRequested?: boolean;
}

/** Who composes an email of the queue from its row. */
const composer = "message";

/** Enqueues a text or an email in the transaction in which it becomes `queued`. */
export async function enqueueMessage(context: Inside, { id, isRequested = false }: Enqueued): Promise<void> {
  const { organizationId, transaction } = context;
  const { rows } = await sql<{ channel: string; number: string }>`
    SELECT m.channel, p.address AS number FROM "Message" m
    JOIN "MessageParty" p ON p."organizationId" = ${organizationId} AND p."messageId" = m.id AND p.role = 'from'
    WHERE m."organizationId" = ${organizationId} AND m.id = ${id}`.execute(transaction);
  const [row] = rows;
  if (row?.channel === "email") return enqueueComposedMail(transaction, { composer, id }, composer);
  await insertTextJob(context, { id, number: row?.number ?? "", priority: isRequested ? 1 : 0, due: null });
}

/** Of the jobs of a number: they run one after the other. */
const groupOf = (organizationId: string, number: string) => `${organizationId} ${number}`;

/**
 * Inserts the job of a text.
 *
 * @param due when; null for its turn: those of one number are a second apart, and what a recipient asked for goes at
 *   once
 */
async function insertTextJob(
  { organizationId, transaction }: Inside,
  { id, number, priority, due }: { id: string; number: string; priority: number; due: Date | null },
): Promise<void> {
  const group = groupOf(organizationId, number);
  const hasTurn = due === null && priority === 0;
  const data = JSON.stringify({ organizationId, messageId: id, hasTurn, isRequested: priority > 0 });
  const turn = sql`greatest(now(), (SELECT max(start_after) + interval '1 second' FROM pgboss.job
    WHERE name = ${messageQueue.name} AND state < 'active' AND group_id = ${group} AND data->>'hasTurn' = 'true'))`;
  const at = hasTurn ? turn : sql`greatest(now(), ${(due ?? new Date()).toISOString()}::timestamptz)`;
  const source = sql`(SELECT gen_random_uuid() AS id, ${data}::jsonb AS data, ${group}::text AS "groupId", ${at} AS due)`;
  await insertJobs(messageQueue.name, source, priority).execute(transaction);
}

/** Enqueues a text again, for a later time. */
export const enqueueTextAt = (
  context: Inside,
  { id, number, at, isRequested }: { id: string; number: string; at: Date; isRequested: boolean },
): Promise<void> => insertTextJob(context, { id, number, priority: isRequested ? 1 : 0, due: at });

/** A text whose turn is up to so much later goes before the next one all the same. */
const slackSeconds = 2;

/**
 * Finds the turn of a text that has to wait: a second after those of its number that go before it, which are those
 * that recipients asked for, then those queued earlier; and after those of its recipient, however long they wait. Texts
 * to others that are put off for longer, by a provider or by quiet hours, are not waited for.
 */
export async function findTurn(
  { organizationId, transaction }: Inside,
  { id, from, to, queuedAt, isRequested }: WaitingText,
  { numberFreeAt, notBefore }: Wait,
): Promise<Date> {
  const isEarlier = sql`(m."queuedAt", m.id) < (${queuedAt}::timestamptz, ${id}::text)`;
  const { rows } = await sql<{ before: number; recipientTurn: string | null }>`
    SELECT coalesce(min(l.place) FILTER (WHERE l.turn > ${numberFreeAt.toISOString()}::timestamptz
        + l.place * ${paceMilliseconds} * interval '1 millisecond' + ${slackSeconds} * interval '1 second'), count(*))::integer AS before,
      max(l.turn) FILTER (WHERE l."isToRecipient") AS "recipientTurn"
    FROM (
      SELECT j.start_after AS turn, row_number() OVER (ORDER BY j.start_after) - 1 AS place,
        EXISTS (SELECT FROM "MessageParty" t WHERE t."organizationId" = ${organizationId} AND t."messageId" = m.id
          AND t.role = 'to' AND t.address = ${to}) AS "isToRecipient"
      FROM pgboss.job j JOIN "Message" m ON m."organizationId" = ${organizationId} AND m.id = j.data->>'messageId'
      WHERE j.name = ${messageQueue.name} AND j.state < 'active' AND j.group_id = ${groupOf(organizationId, from)}
        AND m.status = 'queued' AND m.id <> ${id} AND coalesce(m."sendAt" <= now(), true)
        AND CASE WHEN j.priority > 0 THEN NOT ${isRequested}::boolean OR ${isEarlier}
          ELSE NOT ${isRequested}::boolean AND ${isEarlier} END) l`.execute(transaction);
  const [{ before, recipientTurn } = { before: 0, recipientTurn: null }] = rows;
  const afterRecipient = recipientTurn === null ? 0 : Date.parse(recipientTurn) + paceMilliseconds;
  return new Date(Math.max(notBefore.getTime(), numberFreeAt.getTime() + before * paceMilliseconds, afterRecipient));
}

/** Those of these messages whose job is queued or running, in one pass over the queues. */
export async function listWithJob(database: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const messageOf = sql`CASE name WHEN ${messageQueue.name} THEN data->>'messageId' ELSE data->'composed'->>'id' END`;
  const { rows } = await sql<{ id: string }>`
    SELECT ${messageOf} AS id FROM pgboss.job
    WHERE name IN (${messageQueue.name}, ${mailQueue.name}) AND state <= 'active'
      AND ${messageOf} = ANY(${[...ids]}::text[])`.execute(database.withoutTenant);
  return new Set(rows.map(({ id }) => id));
}
