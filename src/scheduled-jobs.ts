import { giveExpiryNotices } from "./areas/keys/domain.notices.ts";
import { lapseOverdueRequests } from "./areas/scope-requests/domain.lapse.ts";
import { requeueLostDeliveries } from "./areas/webhooks/domain.recovery.ts";
import type { Database } from "./platform/database.ts";
import type { Job } from "./platform/job-queue.ts";
import type { Logger } from "./platform/logger.ts";
import { maintenanceJobs } from "./platform/maintenance.ts";

/** What the installation does by itself: what the areas owe by the clock, and the platform's own upkeep. */
export function scheduledJobs(database: Database, logger: Logger): Job[] {
  return [
    ...maintenanceJobs(database, logger),
    {
      name: "lapse-scope-requests",
      cron: "*/15 * * * *",
      run: async () => {
        const lapsed = await lapseOverdueRequests(database);
        if (lapsed > 0) logger.info({ lapsed }, "scope requests lapsed");
      },
    },
    {
      name: "give-expiry-notices",
      cron: "*/10 * * * *",
      run: async () => {
        const given = await giveExpiryNotices(database);
        if (given > 0) logger.info({ given }, "expiry notices given");
      },
    },
    {
      name: "requeue-lost-deliveries",
      cron: "*/10 * * * *",
      run: async () => {
        const requeued = await requeueLostDeliveries(database);
        if (requeued > 0) logger.warn({ requeued }, "webhook deliveries had no job and were enqueued again");
      },
    },
  ];
}
