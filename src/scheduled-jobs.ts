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
import type { Job } from "./platform/jobs/job-queue.ts";
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
    {
      name: "lapse-scope-requests",
      cron: "*/15 * * * *",
      run: async () => {
        const lapsed = await expireOverdueRequests(database);
        if (lapsed > 0) logger.info({ lapsed }, "scope requests lapsed");
      },
    },
    {
      name: "give-expiry-notices",
      cron: "*/10 * * * *",
      run: async () => {
        const given = await sendExpiryNotices(database);
        if (given > 0) logger.info({ given }, "expiry notices given");
      },
    },
    {
      name: "mark-overdue-invoices",
      // Every hour: a firm's day begins at another hour than the next firm's.
      cron: "5 * * * *",
      run: async () => {
        const moved = await markOverdueInvoices(database);
        if (moved > 0) logger.info({ moved }, "invoices became overdue");
      },
    },
    ...reportJobs(database, logger),
    ...fileJobs(files, logger),
    reencryptJob(database, logger, pii),
  ];
}

/** Reports that run by the clock, and the files that are made of them. */
function reportJobs(database: Database, logger: Logger): Job[] {
  return [
    {
      name: "run-due-schedules",
      cron: "* * * * *",
      run: async () => {
        const done = await runDueSchedules(database);
        if (done > 0) logger.info({ done }, "scheduled reports were run, or paused");
      },
    },
    {
      name: "tend-exports",
      cron: "*/10 * * * *",
      run: async () => {
        const enqueued = await enqueueDueExports(database);
        if (enqueued > 0) logger.info({ enqueued }, "exports enqueued whose file is over, or that had no job");
      },
    },
  ];
}

/** Uploads that nobody completed, and bytes that nothing names. */
function fileJobs(files: FileTransfers, logger: Logger): Job[] {
  return [
    {
      name: "complete-uploads",
      cron: "* * * * *",
      run: async () => {
        const ended = await completeOpenUploads(files.tools);
        if (ended > 0) logger.info({ ended }, "uploads completed or ended that nobody had completed");
      },
    },
    {
      name: "sweep-files",
      cron: "45 * * * *",
      run: async () => {
        const swept = (await purgeObjects(files.tools, purgeHours)) + (await files.spool.sweep(purgeHours));
        if (swept > 0) logger.info({ swept }, "files swept that nothing names");
      },
    },
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
