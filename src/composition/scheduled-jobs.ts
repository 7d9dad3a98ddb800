import { maintainBulkJobs } from "../bulk/run-job.ts";
import { expandDueSeries } from "../areas/calendar/occurrences/domain.expansion.ts";
import { advanceSeries } from "../areas/calendar/series/domain.next.ts";
import { sendCalendarReminders } from "../areas/calendar/reminders/domain.jobs.ts";
import { requeueLostMessages, sendScheduledMessages } from "../areas/communications/delivery/domain.jobs.ts";
import { countSilentTexts } from "../areas/communications/delivery/domain.silent-texts.ts";
import { reencryptSsns } from "../areas/clients/ssn/domain.ts";
import {
  storeCourtDays,
  markMissedDeadlines,
  remindVerifiers,
  warnOfDeadlines,
} from "../areas/deadlines/warnings/domain.jobs.ts";
import { sendDeadlineNotices } from "../areas/deadlines/notices/domain.jobs.ts";
import { sendDockets } from "../areas/docket/mails/domain.ts";
import { completeOpenUploads, purgeObjects } from "../areas/documents/uploads/domain.ts";
import { markOverdueInvoices } from "../areas/billing/invoices/domain.overdue.ts";
import { warnOfEndingVerifications } from "../areas/organization/holiday-calendars/domain.warnings.ts";
import { recordUnreachedSigners } from "../areas/esign/work/domain.bounces.ts";
import { expireEsignRequests, purgeSigningAccess, sendEsignReminders } from "../areas/esign/work/domain.clock.ts";
import { reencryptSubmissions } from "../areas/esign/submissions/domain.ts";
import { enqueueLostRequests } from "../areas/esign/work/domain.jobs.ts";
import { enqueueLostCopies } from "../areas/referrals/documents/domain.jobs.ts";
import { expireReferrals, remindOfReferrals } from "../areas/referrals/referrals/domain.jobs.ts";
import { endUncollectedAssistants } from "../areas/assistants/domain.jobs.ts";
import { runDueSchedules } from "../areas/exports/schedules/domain.ts";
import { enqueueDueExports } from "../areas/exports/work/domain.expiry.ts";
import { sendExpiryNotices } from "../areas/keys/domain.notices.ts";
import { maintainImports } from "../areas/imports/work/domain.expiry.ts";
import { expireOverdueRequests } from "../areas/scope-requests/domain.expiry.ts";
import { markOverdueTasks, sendTaskReminders } from "../areas/tasks/domain.jobs.ts";
import { sendTaskDigests } from "../areas/tasks/digests/domain.ts";
import { reportStaleChecks } from "../areas/trust/disbursements/domain.stale.ts";
import { warnOfLienDates } from "../areas/settlements/liens/domain.jobs.ts";
import { expireNegotiations } from "../areas/settlements/negotiations/domain.jobs.ts";
import { markOverduePayers } from "../areas/settlements/settlements/domain.jobs.ts";
import { endPastAbsences } from "../areas/team/domain.absences.ts";
import { remindOfReconciliations, verifyTrustBooks } from "../areas/trust/verification/domain.ts";
import { webhookJobs } from "../areas/webhooks/jobs.ts";
import { encryptedColumns } from "./encrypted-columns.ts";
import type { FileTransfers } from "./file-transfers.ts";
import type { Database } from "../platform/database/database.ts";
import { countingJob, type CountingJob, type Job } from "../platform/jobs/job-queue.ts";
import { reencryptColumn } from "../platform/jobs/encrypted-columns.ts";
import type { Reencrypted } from "../platform/jobs/reencrypt.ts";
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
export function scheduledJobs(tools: JobTools): Job[] {
  const { database, logger, secrets, installationKeys, files, auditYears } = tools;
  const ofAreas = [
    ...keyJobs(database),
    ...deadlineJobs(database),
    ...taskJobs(database),
    ...calendarJobs(database),
    ...messageJobs(database),
    ...signatureJobs(tools),
    ...paymentJobs(database),
    ...referralJobs(database),
    ...trustJobs(database, logger),
    ...exportAndImportJobs(tools),
    ...fileJobs(files),
  ];
  return [
    ...maintenanceJobs(database, logger, auditYears),
    ...webhookJobs(database, logger),
    ...ofAreas.map((job) => countingJob(logger, job)),
    ...reencryptJobs(database, logger, installationKeys.pii),
    ...(secrets.length > 1 ? [rotationJob(database, logger, { secrets, installationKeys })] : []),
  ];
}

/** Deadlines that are near or missed, and what waits for a second person. */
function deadlineJobs(database: Database): CountingJob[] {
  return [
    {
      name: "mark-missed-deadlines",
      cron: "*/5 * * * *",
      counts: { marked: () => markMissedDeadlines(database) },
      message: "deadlines were missed",
    },
    {
      name: "warn-of-deadlines",
      cron: "15 * * * *",
      counts: { warned: () => warnOfDeadlines(database) },
      message: "members were warned of deadlines",
    },
    {
      name: "find-court-days",
      cron: "5 * * * *",
      counts: { found: () => storeCourtDays(database) },
      message: "deadlines have the court day before their last one",
    },
    {
      name: "send-deadline-notices",
      cron: "* * * * *",
      counts: { done: () => sendDeadlineNotices(database) },
      message: "organizations had members notified of changed deadlines",
    },
    {
      name: "remind-unverified",
      cron: "0 13 * * *",
      counts: { reminded: () => remindVerifiers(database) },
      message: "members were reminded of dates that wait for a second person",
    },
    {
      name: "warn-unverified-calendars",
      cron: "0 13 * * *",
      counts: { warned: () => warnOfEndingVerifications(database) },
      message: "members were notified of holiday calendars whose verification ends",
    },
    {
      name: "send-dockets",
      cron: "*/5 * * * *",
      counts: { done: () => sendDockets(database) },
      message: "dockets were mailed, or ended without",
    },
  ];
}

/** Tasks that are due, and the reminders and digests of members. */
function taskJobs(database: Database): CountingJob[] {
  return [
    {
      name: "mark-overdue-tasks",
      cron: "5 * * * *",
      counts: { marked: () => markOverdueTasks(database) },
      message: "tasks became overdue",
    },
    {
      name: "send-task-reminders",
      cron: "* * * * *",
      counts: { done: () => sendTaskReminders(database) },
      message: "reminders of tasks were sent, or ended without",
    },
    {
      name: "send-task-digests",
      cron: "*/15 * * * *",
      counts: { done: () => sendTaskDigests(database) },
      message: "digests of tasks were sent, or ended without",
    },
  ];
}

/** Events and absences. */
function calendarJobs(database: Database): CountingJob[] {
  return [
    {
      name: "send-calendar-reminders",
      cron: "* * * * *",
      counts: { done: () => sendCalendarReminders(database) },
      message: "reminders of events were sent, or ended without",
    },
    {
      name: "advance-calendar-series",
      cron: "* * * * *",
      counts: { advanced: () => advanceSeries(database) },
      message: "series have another next occurrence in reports",
    },
    {
      name: "store-calendar-occurrences",
      cron: "* * * * *",
      counts: { stored: () => expandDueSeries(database) },
      message: "series have more of their occurrences stored",
    },
    {
      name: "end-absences",
      cron: "10 * * * *",
      counts: { ended: () => endPastAbsences(database) },
      message: "absences of members ended",
    },
  ];
}

/** Records by the file: scheduled reports, exports, bulk jobs and imports. */
function exportAndImportJobs({ database, files }: Pick<JobTools, "database" | "files">): CountingJob[] {
  return [
    {
      name: "run-due-schedules",
      cron: "* * * * *",
      counts: { done: () => runDueSchedules(database) },
      message: "scheduled reports were run, or paused",
    },
    {
      name: "enqueue-due-exports",
      cron: "*/10 * * * *",
      counts: { enqueued: () => enqueueDueExports(database) },
      message: "exports enqueued whose file is over, or that had no job",
    },
    {
      name: "maintain-bulk-jobs",
      cron: "*/10 * * * *",
      counts: { deleted: () => maintainBulkJobs(database) },
      message: "bulk jobs were deleted a week after their end",
    },
    {
      name: "maintain-imports",
      cron: "*/10 * * * *",
      counts: { expired: () => maintainImports({ database, files }) },
      message: "files and rows of imports were deleted a week after their end",
    },
  ];
}

/** What becomes of keys and of requests for their scopes by the clock. */
function keyJobs(database: Database): CountingJob[] {
  return [
    {
      name: "expire-scope-requests",
      cron: "*/15 * * * *",
      counts: { expired: () => expireOverdueRequests(database) },
      message: "scope requests expired",
    },
    {
      name: "give-expiry-notices",
      cron: "*/10 * * * *",
      counts: { given: () => sendExpiryNotices(database) },
      message: "expiry notices given",
    },
    {
      name: "end-uncollected-assistants",
      cron: "*/5 * * * *",
      counts: { ended: () => endUncollectedAssistants(database) },
      message: "connections of assistants ended whose code nobody collected",
    },
  ];
}

/** What becomes of referrals by the clock. */
function referralJobs(database: Database): CountingJob[] {
  return [
    {
      name: "expire-referrals",
      cron: "*/5 * * * *",
      counts: { expired: () => expireReferrals(database) },
      message: "referrals expired",
    },
    {
      name: "remind-of-referrals",
      cron: "20 * * * *",
      counts: { reminded: () => remindOfReferrals(database) },
      message: "referrals with an answer due or an update overdue",
    },
    {
      name: "enqueue-lost-referral-documents",
      cron: "*/5 * * * *",
      counts: { enqueued: () => enqueueLostCopies(database) },
      message: "documents of referrals whose job was lost are copied again",
    },
  ];
}

/** Messages whose time has come, and those whose job was lost. */
function messageJobs(database: Database): CountingJob[] {
  return [
    {
      name: "send-scheduled-messages",
      cron: "* * * * *",
      counts: { done: () => sendScheduledMessages(database) },
      message: "scheduled messages were handed over, put off or ended",
    },
    {
      name: "requeue-lost-messages",
      cron: "*/10 * * * *",
      counts: { enqueued: () => requeueLostMessages(database) },
      message: "messages whose job was lost are worked on again",
    },
    {
      name: "count-silent-texts",
      cron: "*/10 * * * *",
      counts: { counted: () => countSilentTexts(database) },
      message: "texts without a report of delivery count as contact",
    },
  ];
}

/** What becomes of signature requests by the clock. */
function signatureJobs({ database, installationKeys }: Pick<JobTools, "database" | "installationKeys">): CountingJob[] {
  return [
    {
      name: "enqueue-lost-signature-requests",
      cron: "*/5 * * * *",
      counts: { enqueued: () => enqueueLostRequests(database) },
      message: "signature requests whose job was lost are worked on again",
    },
    {
      name: "expire-signature-requests",
      cron: "*/5 * * * *",
      counts: { expired: () => expireEsignRequests(database) },
      message: "signature requests expired",
    },
    {
      name: "send-signature-reminders",
      cron: "*/5 * * * *",
      counts: { reminded: () => sendEsignReminders({ database, installationKeys }) },
      message: "signature requests had their recipients reminded",
    },
    {
      name: "record-unreached-signers",
      cron: "* * * * *",
      counts: { unreached: () => recordUnreachedSigners(database) },
      message: "texts did not reach recipients of signature requests",
    },
    {
      name: "purge-signing-links",
      cron: "35 3 * * *",
      counts: { purged: () => purgeSigningAccess(database) },
      message: "signing links and sessions purged 30 days after their end",
    },
  ];
}

/** Invoices and settlements: what is to be paid by a day. */
function paymentJobs(database: Database): CountingJob[] {
  return [
    // Every hour: a firm's day begins at another hour than the next firm's.
    {
      name: "mark-overdue-invoices",
      cron: "5 * * * *",
      counts: { moved: () => markOverdueInvoices(database) },
      message: "invoices became overdue",
    },
    {
      name: "expire-negotiations",
      cron: "*/10 * * * *",
      counts: { noticed: () => expireNegotiations(database) },
      message: "demands and offers expire, or have expired",
    },
    {
      name: "settlement-watch",
      cron: "20 * * * *",
      counts: { overdue: () => markOverduePayers(database), liens: () => warnOfLienDates(database) },
      message: "payers of settlements are overdue, or dates of liens are near",
    },
  ];
}

/** The daily check of the trust books, and what members are reminded of. */
function trustJobs(database: Database, logger: Logger): CountingJob[] {
  return [
    {
      name: "verify-trust-books",
      cron: "35 * * * *",
      counts: { found: () => verifyTrustBooks(database, logger) },
      message: "trust accounts have a discrepancy",
    },
    {
      name: "remind-reconciliation",
      cron: "45 * * * *",
      counts: { reminded: () => remindOfReconciliations(database) },
      message: "members were reminded of trust accounts to reconcile",
    },
    {
      name: "report-stale-checks",
      cron: "20 13 * * *",
      counts: { reported: () => reportStaleChecks(database) },
      message: "trust accounts had members notified of checks that are outstanding for long",
    },
  ];
}

/** Uploads that nobody completed, and bytes that nothing names. */
function fileJobs(files: FileTransfers): CountingJob[] {
  const purge = async () => (await purgeObjects(files.tools, purgeHours)) + (await files.spool.purge(purgeHours));
  return [
    {
      name: "complete-uploads",
      cron: "* * * * *",
      counts: { ended: () => completeOpenUploads(files.tools) },
      message: "uploads completed or ended that no client had completed",
    },
    {
      name: "purge-files",
      cron: "45 * * * *",
      counts: { purged: purge },
      message: "files purged that nothing names",
    },
  ];
}

/** Move to the current key what other keys of CASEPORT_PII_KEYS encrypted. */
function reencryptJobs(database: Database, logger: Logger, pii: PiiKeyRing): Job[] {
  const moving = (name: string, what: string, reencrypt: () => Promise<Reencrypted>): Job => ({
    name,
    cron: "*/10 * * * *",
    run: async () => {
      const { reencrypted, missingKeys } = await reencrypt();
      if (reencrypted > 0)
        logger.info({ reencrypted, key: pii.current }, `${what} were encrypted with the current key`);
      if (missingKeys.length > 0)
        logger.error({ missingKeys }, `${what} are encrypted with keys that CASEPORT_PII_KEYS lacks`);
    },
  });
  return [
    moving("reencrypt-ssns", "social security numbers", () => reencryptSsns(database, pii)),
    moving("reencrypt-submissions", "signatures and what recipients filled in", () =>
      reencryptSubmissions(database, pii),
    ),
  ];
}

/** While CASEPORT_SECRET is rotated: encrypts with the current secret what the other one encrypted. */
function rotationJob(
  database: Database,
  logger: Logger,
  { secrets, installationKeys }: Pick<JobTools, "secrets" | "installationKeys">,
): Job {
  return countingJob(logger, {
    name: "reencrypt-secrets",
    cron: "*/10 * * * *",
    counts: {
      secondFactors: () => reencryptSecondFactors(database, secrets),
      ...Object.fromEntries(
        encryptedColumns.map((column) => [column.name, () => reencryptColumn(database, installationKeys, column)]),
      ),
    },
    message: "stored values were encrypted with the current secret",
  });
}
