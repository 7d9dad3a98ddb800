import { sql, type RawBuilder } from "kysely";
import type { Transaction } from "../database/database.ts";

/**
 * Inserts jobs in the caller's statement, with the rows that pg-boss would write: its `send(…, { db })` requires a
 * started pg-boss in every process that enqueues. Fails for a queue that is not installed, because the name is then
 * null.
 *
 * @param source one row per job: id (uuid), data (jsonb), "groupId" (text or null) and due (timestamptz)
 * @param priority higher runs first
 */
export function insertJobs(queue: string, source: RawBuilder<unknown>, priority = 0): RawBuilder<unknown> {
  return sql`
    INSERT INTO pgboss.job (id, name, priority, data, group_id, created_on, start_after, retry_limit, retry_delay, retry_backoff, retry_delay_max,
                            expire_seconds, deletion_seconds, keep_until, policy, dead_letter, heartbeat_seconds)
    SELECT d.id, q.name, ${priority}::integer, d.data, d."groupId", d.due, d.due, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
           q.expire_seconds, q.deletion_seconds, d.due + q.retention_seconds * interval '1 second', q.policy, q.dead_letter, q.heartbeat_seconds
    FROM ${source} d LEFT JOIN pgboss.queue q ON q.name = ${queue}`;
}

/**
 * When an organization's next job of a queue is due, however many it has: jobs are processed in the order of their
 * turns, and an organization's turns are one second apart. A new organization starts with the turn that has waited
 * longest.
 */
export function nextTurn(queue: string, organizationId: string): RawBuilder<Date> {
  return sql<Date>`(
    SELECT greatest(least(now(), min(start_after) FILTER (WHERE state < 'active')),
                    max(start_after) FILTER (WHERE data->>'organizationId' = ${organizationId}) + interval '1 second')
    FROM pgboss.job WHERE name = ${queue} AND state <= 'active')`;
}

/**
 * Whether a job of a queue waits or runs. The queue is read for it: pg-boss has no index of what is in a job.
 *
 * @param member of the job's data, which names what the job is about
 */
export async function hasOpenJob(
  transaction: Transaction,
  queue: string,
  member: string,
  id: string,
): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM pgboss.job WHERE name = ${queue} AND state <= 'active' AND data->>${member}::text = ${id} LIMIT 1`.execute(
      transaction,
    );
  return rows.length > 0;
}
