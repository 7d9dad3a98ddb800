import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import type { Database, Transaction } from "../../../platform/database/database.ts";
import type { DeliveryJob, LeasedJob, WantedJobs } from "./leases.ts";

/** A job to enqueue: an attempt of a delivery. `subscriptionId` limits concurrency per receiver. */
export interface NewJob extends DeliveryJob {
  subscriptionId: string;
  /** Now if it is not given. */
  dueAt?: string | null;
}

/** Inserts a job per row of `source`: subscriptionId, deliveryId, round, attempt, dueAt (null for now). */
export function enqueueJobs(organizationId: string, source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    INSERT INTO "WebhookJob" ("organizationId", "deliveryId", id, "subscriptionId", round, attempt, "dueAt", "availableAt")
    SELECT ${organizationId}, r."deliveryId", gen_random_uuid(), r."subscriptionId", r.round, r.attempt, t.due, t.due
    FROM ${source} r CROSS JOIN LATERAL (SELECT coalesce(r."dueAt", now()) AS due) t`;
}

/**
 * Deletes jobs that no other worker has leased since.
 *
 * @returns their ids
 */
export async function deleteJobs(
  transaction: Transaction,
  organizationId: string,
  given: readonly { jobId: string; deliveryId: string; token: number }[],
): Promise<string[]> {
  const jobs = given.map(({ jobId, deliveryId, token }) => ({ jobId, deliveryId, token }));
  // Deliveries as one array: with a join the planner would scan the whole queue while its statistics are old.
  const { rows } = await sql<{ id: string }>`
    DELETE FROM "WebhookJob" j USING jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) AS g("jobId" uuid, "deliveryId" text, token integer)
    WHERE j."organizationId" = ${organizationId} AND j."deliveryId" = ANY (${jobs.map(({ deliveryId }) => deliveryId)}::text[])
      AND j."deliveryId" = g."deliveryId" AND j.id = g."jobId" AND j.token = g.token AND j."leasedAt" IS NOT NULL RETURNING j.id`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}

/** The statement that enqueues jobs. */
export function composeJobs(transaction: Transaction, organizationId: string, jobs: readonly NewJob[]): CompiledQuery {
  const source = sql`jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) AS d("deliveryId" text, "subscriptionId" text, round integer,
                                                                          attempt integer, "dueAt" timestamptz)`;
  return enqueueJobs(organizationId, sql`(SELECT * FROM ${source})`).compile(transaction);
}

export async function enqueueDeliveries(
  transaction: Transaction,
  organizationId: string,
  jobs: readonly NewJob[],
): Promise<void> {
  if (jobs.length > 0) await transaction.executeQuery(composeJobs(transaction, organizationId, jobs));
}

/**
 * Leases due jobs of all organizations. Only this function and renewJobs lease, renew and release jobs: on a cluster
 * they run on the coordinator, or once per organization.
 */
export async function leaseJobs(
  { withoutTenant }: Pick<Database, "withoutTenant">,
  wanted: WantedJobs,
  leaseSeconds: number,
): Promise<LeasedJob[]> {
  const { batchSize, groupConcurrency, ignoreGroups } = wanted;
  const { rows } = await sql<LeasedJob>`
    SELECT "organizationId", "deliveryId", "jobId", "subscriptionId", round, attempt, token
    FROM lease_webhook_jobs(${batchSize}::integer, ${groupConcurrency}::integer, ${ignoreGroups}::text[], ${leaseSeconds}::integer)`.execute(
    withoutTenant,
  );
  return rows;
}

/**
 * Renews leases that no other worker has taken, or releases them if `leaseSeconds` is null.
 *
 * @returns the ids of the jobs
 */
export async function renewJobs(
  { withoutTenant }: Pick<Database, "withoutTenant">,
  jobs: readonly LeasedJob[],
  leaseSeconds: number | null,
): Promise<string[]> {
  const column = <Name extends keyof LeasedJob>(name: Name) => jobs.map((job) => job[name]);
  const { rows } = await sql<{ jobId: string }>`
    SELECT r AS "jobId" FROM renew_webhook_jobs(${column("organizationId")}::text[], ${column("deliveryId")}::text[], ${column("jobId")}::uuid[],
                                                ${column("token")}::integer[], ${leaseSeconds}::integer) r`.execute(
    withoutTenant,
  );
  return rows.map(({ jobId }) => jobId);
}
