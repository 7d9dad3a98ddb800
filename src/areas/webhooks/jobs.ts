import { countingJob, type Job, type JobLogger } from "../../platform/jobs/job-queue.ts";
import { purgeInBatches } from "../../platform/jobs/maintenance.ts";
import type { UnitOfWork } from "../../rpc/unit-of-work.ts";
import { requeueLostDeliveries } from "./recovery/domain.ts";

type Database = UnitOfWork["database"];

export function webhookJobs(database: Database, logger: JobLogger): Job[] {
  return [
    {
      name: "requeue-lost-deliveries",
      cron: "*/10 * * * *",
      run: async () => {
        const requeued = await requeueLostDeliveries(database);
        if (requeued > 0) logger.warn({ requeued }, "webhook deliveries had no job and were enqueued again");
      },
    },
    countingJob(logger, {
      name: "purge-webhooks",
      cron: "35 * * * *",
      counts: { purged: () => purgeSubscriptions(database) },
      message: "webhook subscriptions and secrets that ended 30 days ago purged",
    }),
  ];
}

/**
 * Deletes secrets 30 days after they ended, and subscriptions without remaining rows 30 days after their deletion.
 *
 * @returns how many
 */
export async function purgeSubscriptions(database: Database): Promise<number> {
  const secrets = await purgeInBatches(database, "purge_webhook_secrets");
  return secrets + (await purgeInBatches(database, "purge_webhook_subscriptions"));
}
