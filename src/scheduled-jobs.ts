import { reencryptSsns } from "./areas/clients/ssn/domain.ts";
import { completeOpenUploads, purgeObjects } from "./areas/documents/uploads/domain.ts";
import { markOverdueInvoices } from "./areas/billing/invoices/domain.overdue.ts";
import { runDueSchedules } from "./areas/exports/schedules/domain.ts";
import { enqueueDueExports } from "./areas/exports/work/domain.expiry.ts";
import { sendExpiryNotices } from "./areas/keys/domain.notices.ts";
import { expireOverdueRequests } from "./areas/scope-requests/domain.expiry.ts";
import { webhookJobs } from "./areas/webhooks/jobs.ts";
import type { FileTransfers } from "./file-transfers.ts";
import type { Database } from "./platform/database/database.ts";
import { countingJob, type Job } from "./platform/jobs/job-queue.ts";
import type { Logger } from "./platform/observability/logger.ts";
import { maintenanceJobs } from "./platform/jobs/maintenance.ts";
import type { PiiKeyRing } from "./platform/crypto/pii-keys.ts";

export interface JobTools {
  database: Database;
  logger: Logger;
  pii: PiiKeyRing;
  files: FileTransfers;
}

/** For how long bytes that nothing names are left alone: whoever is writing them has long ended by then. Hours. */
const purgeHours = 25;

/** What the installation does by itself: what the areas owe by the clock, and the platform's own upkeep. */
export function scheduledJobs({ database, logger, pii, files }: JobTools): Job[] {
  return [
    ...maintenanceJobs(database, logger),
    ...webhookJobs(database, logger),
    countingJob(logger, "lapse-scope-requests", "*/15 * * * *", { lapsed: () => expireOverdueRequests(database) }, "scope requests lapsed"),
    countingJob(logger, "give-expiry-notices", "*/10 * * * *", { given: () => sendExpiryNotices(database) }, "expiry notices given"),
    // Every hour: a firm's day begins at another hour than the next firm's.
    countingJob(logger, "mark-overdue-invoices", "5 * * * *", { moved: () => markOverdueInvoices(database) }, "invoices became overdue"),
    countingJob(logger, "run-due-schedules", "* * * * *", { done: () => runDueSchedules(database) }, "scheduled reports were run, or paused"),
    countingJob(logger, "tend-exports", "*/10 * * * *", { enqueued: () => enqueueDueExports(database) }, "exports enqueued whose file is over, or that had no job"),
    ...fileJobs(files, logger),
    reencryptJob(database, logger, pii),
  ];
}

/** Uploads that nobody completed, and bytes that nothing names. */
function fileJobs(files: FileTransfers, logger: Logger): Job[] {
  const sweep = async () => (await purgeObjects(files.tools, purgeHours)) + (await files.spool.sweep(purgeHours));
  return [
    countingJob(logger, "complete-uploads", "* * * * *", { ended: () => completeOpenUploads(files.tools) }, "uploads completed or ended that nobody had completed"),
    countingJob(logger, "sweep-files", "45 * * * *", { swept: sweep }, "files swept that nothing names"),
  ];
}

/** Moves to the current key what other keys of CASEPORT_PII_KEYS encrypted. */
function reencryptJob(database: Database, logger: Logger, pii: PiiKeyRing): Job {
  return {
    name: "reseal-ssns",
    cron: "*/10 * * * *",
    run: async () => {
      const { reencrypted, missingKeys } = await reencryptSsns(database, pii);
      if (reencrypted > 0) logger.info({ reencrypted, key: pii.current }, "social security numbers were encrypted with the current key");
      if (missingKeys.length > 0) logger.error({ missingKeys }, "social security numbers are encrypted with keys that CASEPORT_PII_KEYS lacks");
    },
  };
}
