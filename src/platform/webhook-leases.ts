import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import { classifyFailure } from "./database/database-errors.ts";
import { batchSize } from "./webhook-consumer.ts";
import type { WebhookConsumer, WebhookLeases } from "./webhook-consumer.ts";
import { recoveryQueue } from "./recovery-queue.ts";
import type { Recovery } from "./recovery-queue.ts";
import { webhookQueue } from "./webhook-queue.ts";
import type { LeasedJob, WebhookJob } from "./webhook-queue.ts";

/** Works off the deliveries to webhooks. */
export interface WebhookWorker {
  /** @param onError what is told of failures; outages are told already */
  consume(leases: WebhookLeases, onError: (error: unknown, doing: string) => void): WebhookConsumer;
  /** Delivers a span of events (again), or a part of it and leaves a job for the rest. */
  recover(recovery: Recovery): Promise<void>;
}

interface Statements {
  pool: Pool;
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

interface JobLogger {
  error(fields: Record<string, unknown>, message: string): void;
}

/** A span is walked in parts, one at each look: so the queue never gets more at once than is delivered meanwhile. */
const recoveryPollSeconds = 1;

/** Lets the worker work until its consumer is stopped. @param boss has started */
export async function registerWebhooks(boss: PgBoss, database: Statements, webhooks: WebhookWorker, logger: JobLogger): Promise<WebhookConsumer> {
  await boss.work<Recovery>(recoveryQueue.name, { pollingIntervalSeconds: recoveryPollSeconds }, async ([job]) => {
    if (job === undefined) return;
    await webhooks.recover(job.data).catch((error: unknown) => {
      logger.error({ error }, "webhook recovery failed; it is tried again");
      throw new Error("the recovery failed");
    });
  });
  return webhooks.consume(leaseWebhooks(boss, database), (error, doing) => {
    if (classifyFailure(error) !== "away") logger.error({ error, doing }, "webhook delivery");
  });
}

/** Up to here the jobs that are due are found by when they are due, and sorted: they are what one fetch takes. */
const sortedAtMost = batchSize;

/**
 * How pg-boss's statement is to be planned. Left to itself it takes statistics that are older than a burst and sorts the whole backlog
 * (100,000 jobs: 170 ms instead of 5), or walks over all that is due in the next days to find a few.
 */
const plans = {
  /** By the index on what is due. */
  few: "SET LOCAL enable_indexscan = off; SET LOCAL enable_seqscan = off",
  /** By the primary key, which is in the order of time (see enqueueJobs), until the batch is full. */
  many: "SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off; SET LOCAL jit = off",
};

async function planLease(database: Statements): Promise<keyof typeof plans | null> {
  const { rows } = await database.executeSql(
    `SELECT count(*)::integer AS due FROM (
       SELECT FROM pgboss.job WHERE name = $1 AND state < 'active' AND NOT blocked AND start_after <= now() LIMIT $2) d`,
    [webhookQueue.name, sortedAtMost + 1],
  );
  const [{ due }] = rows as [{ due: number }];
  if (due === 0) return null;
  return due <= sortedAtMost ? "few" : "many";
}

/** Runs pg-boss's statement planned so. */
async function runPlanned({ pool }: Statements, plan: keyof typeof plans, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; ${plans[plan]}`);
    const result = await client.query(text, values);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function leaseWebhooks(boss: PgBoss, database: Statements): WebhookLeases {
  return {
    async take(wanted) {
      const plan = await planLease(database);
      if (plan === null) return [];
      const db = { executeSql: (text: string, values?: unknown[]) => runPlanned(database, plan, text, values) };
      const options = { ...wanted, db, includeMetadata: true, priority: false, orderByCreatedOn: false } as const;
      const jobs = await boss.fetch<WebhookJob>(webhookQueue.name, options);
      return jobs.map(({ id, data, groupId, retryCount }): LeasedJob => ({ ...data, jobId: id, token: retryCount, subscriptionId: groupId ?? "" }));
    },
    async giveBack(jobs) {
      // As if they had never been leased, so that their token stays; who holds none of this lease gives nothing back.
      await database.executeSql(
        `UPDATE pgboss.job j SET state = 'created', started_on = NULL, heartbeat_on = NULL
         FROM unnest($2::uuid[], $3::integer[]) AS g(id, token)
         WHERE j.name = $1 AND j.id = g.id AND j.retry_count = g.token AND j.state = 'active'`,
        [webhookQueue.name, jobs.map(({ jobId }) => jobId), jobs.map(({ token }) => token)],
      );
    },
  };
}
