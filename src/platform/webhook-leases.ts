import type { PgBoss } from "pg-boss";
import { classifyFailure } from "./database/database-errors.ts";
import type { WebhookConsumer } from "./webhook-consumer.ts";
import type { WebhookLeases } from "./webhook-held-jobs.ts";
import { recoveryQueue } from "./recovery-queue.ts";
import type { Recovery } from "./recovery-queue.ts";
import type { LeasedJob } from "./webhook-queue.ts";

/** Works off the deliveries to webhooks. */
export interface WebhookWorker {
  /** @param onError what is told of failures; outages are told already */
  consume(leases: WebhookLeases, onError: (error: unknown, doing: string) => void): WebhookConsumer;
  /** Delivers a span of events (again), or a part of it and leaves a job for the rest. */
  recover(recovery: Recovery): Promise<void>;
}

interface Statements {
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
  return webhooks.consume(leaseWebhooks(database), (error, doing) => {
    if (classifyFailure(error) !== "away") logger.error({ error, doing }, "webhook delivery");
  });
}

/**
 * Two functions across organizations (see the migration) are the only statements that lease, renew and return jobs: on a cluster they run
 * on the coordinator, or once per organization.
 */
export function leaseWebhooks(database: Statements): WebhookLeases {
  const renew = async (jobs: readonly LeasedJob[], leaseSeconds: number | null) => {
    const column = <Name extends keyof LeasedJob>(name: Name) => jobs.map((job) => job[name]);
    const { rows } = await database.executeSql(
      `SELECT r AS "jobId" FROM renew_webhook_jobs($1, $2, $3, $4, $5) r`,
      [column("organizationId"), column("deliveryId"), column("jobId"), column("token"), leaseSeconds],
    );
    return (rows as { jobId: string }[]).map(({ jobId }) => jobId);
  };
  return {
    renew,
    giveBack: async (jobs) => void (await renew(jobs, null)),
    async take({ batchSize, groupConcurrency, ignoreGroups, leaseSeconds }) {
      const { rows } = await database.executeSql(
        `SELECT "organizationId", "deliveryId", "jobId", "subscriptionId", round, attempt, token FROM lease_webhook_jobs($1, $2, $3, $4)`,
        [batchSize, groupConcurrency, ignoreGroups, leaseSeconds],
      );
      return rows as LeasedJob[];
    },
  };
}
