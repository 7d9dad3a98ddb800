import { maintainBulkJobs } from "../bulk/run-job.ts";
import { expandDueSeries } from "../areas/calendar/occurrences/domain.expansion.ts";
import { advanceSeries } from "../areas/calendar/series/domain.next.ts";
import { sendCalendarReminders } from "../areas/calendar/reminders/domain.jobs.ts";
import { reencryptSsns } from "../areas/clients/ssn/domain.ts";
import {
  findCourtDays,
  markMissedDeadlines,
  remindVerifiers,
  warnOfDeadlines,
} from "../areas/deadlines/warnings/domain.jobs.ts";
import { sendDeadlineNotices } from "../areas/deadlines/notices/domain.jobs.ts";
import { sendDockets } from "../areas/docket/mails/domain.ts";
import { completeOpenUploads, purgeObjects } from "../areas/documents/uploads/domain.ts";
import { markOverdueInvoices } from "../areas/billing/invoices/domain.overdue.ts";
import { warnOfEndingVerifications } from "../areas/organization/holiday-calendars/domain.warnings.ts";
import { runDueSchedules } from "../areas/exports/schedules/domain.ts";
import { enqueueDueExports } from "../areas/exports/work/domain.expiry.ts";
import { sendExpiryNotices } from "../areas/keys/domain.notices.ts";
import { expireOverdueRequests } from "../areas/scope-requests/domain.expiry.ts";
import { markOverdueTasks, sendTaskReminders } from "../areas/tasks/domain.jobs.ts";
import { sendTaskDigests } from "../areas/tasks/digests/domain.ts";
import { endPastAbsences } from "../areas/team/domain.absences.ts";
import { reencryptSecrets } from "../areas/webhooks/domain.secrets.ts";
import { webhookJobs } from "../areas/webhooks/jobs.ts";
import type { FileTransfers } from "./file-transfers.ts";
import type { Database } from "../platform/database/database.ts";
import { countingJob, type Job } from "../platform/jobs/job-queue.ts";
import { reencryptSecondFactors } from "../platform/identity/second-factor/stored-factors.ts";
import type { Logger } from "../platform/observability/logger.ts";
import { maintenanceJobs } from "../platform/jobs/maintenance.ts";
import type { InstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { PiiKeyRing } from "../platform/crypto/pii-keys.ts";
import type { Secrets } from "../platform/crypto/secrets.ts";

export interface JobTools {
  database: Database;
  logger: Logger;
  secrets: Secrets;
  installationKeys: InstallationKeys;
  files: FileTransfers;
  /** How long audit entries are kept. */
  auditYears: number;
}

/** For how long bytes that nothing names are left alone: what writes them has long ended by then. Hours. */
const purgeHours = 25;

/** What the installation does by itself: what the areas owe by the clock, and the platform's own upkeep. */
export function scheduledJobs({ database, logger, secrets, installationKeys, files, auditYears }: JobTools): Job[] {
  return [
    ...maintenanceJobs(database, logger, auditYears),
    ...webhookJobs(database, logger),
    countingJob(
      logger,
      "expire-scope-requests",
      "*/15 * * * *",
      { expired: () => expireOverdueRequests(database) },
      "scope requests expired",
    ),
    countingJob(
      logger,
      "give-expiry-notices",
      "*/10 * * * *",
      { given: () => sendExpiryNotices(database) },
      "expiry notices given",
    ),
    // Every hour: a firm's day begins at another hour than the next firm's.
    countingJob(
      logger,
      "mark-overdue-invoices",
      "5 * * * *",
      { moved: () => markOverdueInvoices(database) },
      "invoices became overdue",
    ),
    countingJob(
      logger,
      "mark-missed-deadlines",
      "*/5 * * * *",
      { marked: () => markMissedDeadlines(database) },
      "deadlines were missed",
    ),
    countingJob(
      logger,
      "warn-of-deadlines",
      "15 * * * *",
      { warned: () => warnOfDeadlines(database) },
      "members were warned of deadlines",
    ),
    countingJob(
      logger,
      "find-court-days",
      "5 * * * *",
      { found: () => findCourtDays(database) },
      "deadlines have the court day before their last one",
    ),
    countingJob(
      logger,
      "send-deadline-notices",
      "* * * * *",
      { done: () => sendDeadlineNotices(database) },
      "organizations had members notified of changed deadlines",
    ),
    countingJob(
      logger,
      "remind-unverified",
      "0 13 * * *",
      { reminded: () => remindVerifiers(database) },
      "members were reminded of dates that wait for a second person",
    ),
    countingJob(
      logger,
      "mark-overdue-tasks",
      "5 * * * *",
      { marked: () => markOverdueTasks(database) },
      "tasks became overdue",
    ),
    countingJob(
      logger,
      "send-task-reminders",
      "* * * * *",
      { done: () => sendTaskReminders(database) },
      "reminders of tasks were sent, or ended without",
    ),
    countingJob(
      logger,
      "send-calendar-reminders",
      "* * * * *",
      { done: () => sendCalendarReminders(database) },
      "reminders of events were sent, or ended without",
    ),
    countingJob(
      logger,
      "advance-calendar-series",
      "* * * * *",
      { advanced: () => advanceSeries(database) },
      "series have another next occurrence in reports",
    ),
    countingJob(
      logger,
      "store-calendar-occurrences",
      "* * * * *",
      { stored: () => expandDueSeries(database) },
      "series have more of their occurrences stored",
    ),
    countingJob(
      logger,
      "send-task-digests",
      "*/15 * * * *",
      { done: () => sendTaskDigests(database) },
      "digests of tasks were sent, or ended without",
    ),
    countingJob(
      logger,
      "send-dockets",
      "*/5 * * * *",
      { done: () => sendDockets(database) },
      "dockets were mailed, or ended without",
    ),
    countingJob(
      logger,
      "end-absences",
      "10 * * * *",
      { ended: () => endPastAbsences(database) },
      "absences of members ended",
    ),
    countingJob(
      logger,
      "warn-unverified-calendars",
      "0 13 * * *",
      { warned: () => warnOfEndingVerifications(database) },
      "members were notified of holiday calendars whose verification ends",
    ),
    countingJob(
      logger,
      "run-due-schedules",
      "* * * * *",
      { done: () => runDueSchedules(database) },
      "scheduled reports were run, or paused",
    ),
    countingJob(
      logger,
      "enqueue-due-exports",
      "*/10 * * * *",
      { enqueued: () => enqueueDueExports(database) },
      "exports enqueued whose file is over, or that had no job",
    ),
    countingJob(
      logger,
      "maintain-bulk-jobs",
      "*/10 * * * *",
      { deleted: () => maintainBulkJobs(database) },
      "bulk jobs were deleted a week after their end",
    ),
    ...fileJobs(files, logger),
    reencryptJob(database, logger, installationKeys.pii),
    ...(secrets.length > 1 ? [rotationJob(database, logger, { secrets, installationKeys })] : []),
  ];
}

/** Uploads that nobody completed, and bytes that nothing names. */
function fileJobs(files: FileTransfers, logger: Logger): Job[] {
  const purge = async () => (await purgeObjects(files.tools, purgeHours)) + (await files.spool.purge(purgeHours));
  return [
    countingJob(
      logger,
      "complete-uploads",
      "* * * * *",
      { ended: () => completeOpenUploads(files.tools) },
      "uploads completed or ended that nobody had completed",
    ),
    countingJob(logger, "purge-files", "45 * * * *", { purged: purge }, "files purged that nothing names"),
  ];
}

/** Moves to the current key what other keys of CASEPORT_PII_KEYS encrypted. */
function reencryptJob(database: Database, logger: Logger, pii: PiiKeyRing): Job {
  return {
    name: "reencrypt-ssns",
    cron: "*/10 * * * *",
    run: async () => {
      const { reencrypted, missingKeys } = await reencryptSsns(database, pii);
      if (reencrypted > 0)
        logger.info({ reencrypted, key: pii.current }, "social security numbers were encrypted with the current key");
      if (missingKeys.length > 0)
        logger.error({ missingKeys }, "social security numbers are encrypted with keys that CASEPORT_PII_KEYS lacks");
    },
  };
}

/** While CASEPORT_SECRET is rotated: encrypts with the current secret what the other one encrypted. */
function rotationJob(
  database: Database,
  logger: Logger,
  { secrets, installationKeys }: Pick<JobTools, "secrets" | "installationKeys">,
): Job {
  return countingJob(
    logger,
    "reencrypt-secrets",
    "*/10 * * * *",
    {
      secondFactors: () => reencryptSecondFactors(database, secrets),
      webhookSecrets: () => reencryptSecrets(database, installationKeys),
    },
    "second factors and webhook secrets were encrypted with the current secret",
  );
}
