import { createBulkHandler, createBulkWorker, type BulkSettings } from "../bulk/run-job.ts";
import { createEsignWorkers } from "../areas/esign/work/domain.jobs.ts";
import { createExpansionWorker } from "../areas/calendar/occurrences/domain.expansion.ts";
import { createMessageWorker } from "../areas/communications/delivery/domain.jobs.ts";
import { openContents } from "../areas/exports/contents/domain.ts";
import { createExportJobHandler, type ExportSettings } from "../areas/exports/work/domain.ts";
import { createExportWorker } from "../areas/exports/work/store.queue.ts";
import { createImportHandler } from "../areas/imports/work/domain.ts";
import { createImportWorker } from "../areas/imports/work/store.queue.ts";
import { createReviewWorker } from "../areas/deadlines/recalculation/domain.review.ts";
import { createSharingWorker } from "../areas/referrals/documents/domain.copying.ts";
import { createPhaseWorker } from "../areas/referrals/updates/domain.phases.ts";
import { createRenderingWorker } from "../areas/settlements/rendering/domain.ts";
import { captureMessage } from "../areas/sandbox/messages/domain.ts";
import { createSandboxFailureWorker, createSandboxWorker } from "../areas/sandbox/domain.filling.ts";
import { createRecomputationWorker } from "../areas/tasks/recomputation/domain.ts";
import { createTemplateWorker } from "../areas/tasks/triggers/domain.ts";
import { startConsumer, type ConsumerOptions } from "../areas/webhooks/deliveries/consumer.ts";
import { createDeliveryWork, openLeases } from "../areas/webhooks/deliveries/domain.work.ts";
import type { Schedule } from "../areas/webhooks/deliveries/domain.schedule.ts";
import { createRecoveryWorker } from "../areas/webhooks/recovery/domain.ts";
import { openTransfers, toJobFiles, type FileTransfers } from "./file-transfers.ts";
import { classifyFailure } from "../platform/database/database-errors.ts";
import { openEventChannel, type EventChannel } from "../platform/database/events/event-channel.ts";
import { openPool } from "../platform/database/connections/connection-pool.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import type { Replica } from "../platform/database/replica/replica.ts";
import type { Environment } from "../platform/environment.ts";
import { startJobQueue, type QueueWorker } from "../platform/jobs/job-queue.ts";
import { poolGauges } from "../platform/observability/database-gauges.ts";
import type { Logger } from "../platform/observability/logger.ts";
import { createRequestLog, type RequestLog } from "../platform/observability/request-log.ts";
import type { GaugeSource } from "../platform/observability/metrics.ts";
import { createMailFailureWorker } from "../platform/mail/mail-failures.ts";
import { createMailWorker, type MailTools } from "../platform/mail/mail-queue.ts";
import { writeText, type MailTransport } from "../platform/mail/mail-transport.ts";
import { openSnapshot } from "../platform/database/statements/row-stream.ts";
import { createOutbound, type Outbound, type OutboundSettings } from "../platform/outbound-http/outbound.ts";
import { readOwnSeal, type Seal } from "../platform/pdf/seal-identity.ts";
import { openTextOutbox } from "../platform/text-messages/outbox.ts";
import { createTimestamps } from "../platform/pdf/timestamps.ts";
import type { InstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { Secrets } from "../platform/crypto/secrets.ts";
import { archivedTables, declarations, declarationsByName } from "./router.ts";
import { mailComposers, mailFailureHandlers } from "./mail-failure-handlers.ts";
import { scheduledJobs } from "./scheduled-jobs.ts";

/** For tests and measurements: no installation sets them. */
export interface WorkerSettings {
  schedule?: Schedule;
  consumer?: Partial<Omit<ConsumerOptions, "onError">>;
  outbound?: Partial<OutboundSettings>;
  exports?: ExportSettings;
  bulk?: Partial<BulkSettings>;
  /** The interval of the search for jobs whose worker died. */
  superviseSeconds?: number;
}

export interface WorkerOptions {
  environment: Pick<
    Environment,
    | "webhookNetworks"
    | "webhookTestReceivers"
    | "baseUrl"
    | "smtpUrl"
    | "mailFrom"
    | "dataDirectory"
    | "storage"
    | "s3"
    | "auditYears"
    | "idempotencyHours"
    | "bulkItemsPerSecond"
    | "sealing"
  >;
  databaseUrl: string;
  /** The same without a pooler. */
  directUrl?: string;
  /** The process's, which a server has already; the worker opens one otherwise. */
  channel?: EventChannel;
  database: Database;
  /** Exports are read from it. */
  replica?: Replica | null;
  mails: MailTransport;
  /** More than one while CASEPORT_SECRET is rotated. */
  secrets: Secrets;
  installationKeys: InstallationKeys;
  /** The process's, which a server has already; the worker opens one otherwise. */
  requestLog?: RequestLog;
  logger: Logger;
  settings?: WorkerSettings;
}

export interface Worker {
  /** What it adds to the metrics of its process. */
  gauges: readonly GaugeSource[];
  stop(): Promise<void>;
}

/**
 * Deliveries have connections of their own, so that they and bursts of requests do not wait for each other. Two read
 * due deliveries, three record attempts, and one renews leases, which must not wait. Two more are for exports and for
 * items of bulk jobs.
 */
const deliveryConnections = 8;

function makeExports(
  { databaseUrl, directUrl = databaseUrl, replica, installationKeys, logger, settings }: WorkerOptions,
  { own: database, files, stopping }: WorkerTools,
): QueueWorker {
  const execute = createExportJobHandler({
    database,
    installationKeys,
    logger,
    files: toJobFiles(files),
    openSnapshot: (organizationId) => openSnapshot(directUrl, organizationId),
    openReplicaSnapshot: async (organizationId) => (await replica?.openSnapshot(organizationId)) ?? null,
    archivedTables,
    openContents,
    stopping,
    ...(settings?.exports !== undefined && { settings: settings.exports }),
  });
  return createExportWorker(execute);
}

function executeBulkJobs(
  { environment, installationKeys, logger, settings }: WorkerOptions,
  { own, files, requestLog, stopping }: WorkerTools,
): QueueWorker {
  const { idempotencyHours, bulkItemsPerSecond: itemsPerSecond } = environment;
  return createBulkWorker(
    createBulkHandler({
      execution: { database: own, replica: null, installationKeys, files: files.tools, idempotencyHours },
      logger,
      requestLog,
      declarations,
      itemsPerSecond,
      stopping,
      settings: settings?.bulk ?? {},
    }),
  );
}

function executeImports(
  { installationKeys, logger }: WorkerOptions,
  { own: database, files, stopping }: WorkerTools,
): QueueWorker {
  return createImportWorker(
    createImportHandler({
      database,
      installationKeys,
      logger,
      operations: declarationsByName,
      files: toJobFiles(files),
      stopping,
    }),
  );
}

function makeEsignWorkers(
  { environment: { sealing }, installationKeys, logger }: WorkerOptions,
  { own: database, files, outbound, ownSeal, stopping }: WorkerTools,
): QueueWorker[] {
  return createEsignWorkers({
    database,
    installationKeys,
    logger,
    ownSeal,
    sendTimestampQuery: createTimestamps(outbound, sealing.timestampUrl, stopping),
    files: toJobFiles(files),
  });
}

/** What adds files to documents. */
function makeFileWorkers({ installationKeys }: WorkerOptions, { own: database, files }: WorkerTools): QueueWorker[] {
  const tools = { database, installationKeys, files: toJobFiles(files) };
  return [createRenderingWorker(tools), createSharingWorker(tools)];
}

/** Keeps emails of sandboxes. */
function captureMails(database: Database, baseUrl: string): MailTools["capture"] {
  return ({ organizationId, id, mail, attachments, source }) =>
    database.withTenantTransaction(organizationId, (transaction) =>
      captureMessage(
        { organizationId, transaction },
        {
          sourceId: id,
          recipients: [mail.to, ...(mail.alsoTo ?? [])],
          channel: "email",
          subject: mail.subject,
          text: writeText(mail, baseUrl),
          attachments: [...attachments],
          record: source === null ? null : { entity: source.composer, id: source.id },
        },
      ),
    );
}

interface WorkerTools {
  /** The worker's own connections. */
  own: Database;
  /** A connection for statements that may take minutes: those that empty and fill sandboxes. */
  patient: Database;
  files: FileTransfers;
  requestLog: RequestLog;
  outbound: Outbound;
  /** The operator's certificate; null without one. */
  ownSeal: Seal | null;
  stopping: AbortSignal;
}

function listQueueWorkers(options: WorkerOptions, tools: WorkerTools): QueueWorker[] {
  const { environment, installationKeys, mails, logger } = options;
  const { own, patient, files, outbound } = tools;
  const sending = { database: own, installationKeys };
  const { storage, baseUrl } = files.tools;
  const composers = mailComposers(sending, environment.smtpUrl === null ? "outbox" : "smtp");
  return [
    createMailWorker({ transport: mails, capture: captureMails(own, environment.baseUrl), storage, composers, logger }),
    createMailFailureWorker(mailFailureHandlers(sending), logger),
    createMessageWorker({ ...sending, outbound, baseUrl, writeText: openTextOutbox(environment.dataDirectory) }),
    createRecoveryWorker(own, logger),
    makeExports(options, tools),
    createTemplateWorker(own, logger),
    createPhaseWorker(own, logger),
    createReviewWorker(own, logger),
    createRecomputationWorker(own, logger),
    createExpansionWorker(own, logger),
    executeBulkJobs(options, tools),
    executeImports(options, tools),
    ...makeEsignWorkers(options, tools),
    ...makeFileWorkers(options, tools),
    createSandboxFailureWorker({ database: patient }),
    createSandboxWorker({
      database: patient,
      // Imported late: most installations never fill one.
      prepareExamples: async (organizationId, people) =>
        (await import("../../prisma/seed/sandbox.ts")).prepareSandbox({
          database: patient,
          storage,
          installationKeys,
          organizationId,
          people,
        }),
    }),
  ];
}

/**
 * Works off everything that is done in the background, until it is stopped: scheduled jobs, mails, texts, deliveries to
 * webhooks, exports, bulk jobs, imports, signature requests, settlement statements, documents of referrals. Several
 * processes may do so at once. Rejects where startJobQueue does, and for a certificate of the operator's that cannot be
 * read.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { environment, databaseUrl, database, secrets, installationKeys, logger, settings = {} } = options;
  const { schedule, superviseSeconds } = settings;
  // First, so that a wrong password stops the start, and not the first signature.
  const ownSeal = await readOwnSeal(environment.sealing);
  const own = openDatabase(databaseUrl, { poolSize: deliveryConnections, hooks: database.hooks });
  const patient = openDatabase(databaseUrl, { poolSize: 1, hooks: database.hooks, silence: 150_000 });
  const channel = options.channel ?? openEventChannel(options.directUrl ?? databaseUrl, logger, [database]);
  channel.notifyOf(own);
  const outbound = createOutbound({
    networks: environment.webhookNetworks,
    testReceivers: environment.webhookTestReceivers,
    ...settings.outbound,
  });
  const work = createDeliveryWork({
    database: own,
    installationKeys,
    outbound,
    logger,
    ...(schedule !== undefined && { schedule }),
  });
  // What of uploads nobody finished is finished here, and what nobody names is purged.
  const files = await openTransfers(environment, { database, installationKeys });
  const requestLog =
    options.requestLog ?? createRequestLog(openPool(databaseUrl, 1, { name: "caseport request log" }), logger);
  const close = async () => {
    if (options.requestLog === undefined) await requestLog.close();
    outbound.close();
    files.tools.storage.close();
    if (options.channel === undefined) await channel.close();
    await own.close();
    await patient.close();
  };
  const stopping = new AbortController();
  const queue = await startJobQueue({
    databaseUrl,
    logger,
    jobs: scheduledJobs({ database, logger, secrets, installationKeys, files, auditYears: environment.auditYears }),
    workers: listQueueWorkers(options, {
      own,
      patient,
      files,
      requestLog,
      outbound,
      ownSeal,
      stopping: stopping.signal,
    }),
    ...(superviseSeconds !== undefined && { superviseSeconds }),
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const consumer = startConsumer(work, openLeases(own), {
    ...settings.consumer,
    onError: (error, doing) => {
      if (classifyFailure(error) !== "away") logger.error({ error, doing }, "webhook delivery");
    },
  });
  for (const source of [channel, database, own])
    source.onEvents((_organizationId, hasDeliveries) => void (hasDeliveries && consumer.wake()));
  return {
    gauges: [poolGauges({ deliveries: own })],
    stop: async () => {
      stopping.abort();
      await consumer.stop();
      await queue.stop();
      await close();
    },
  };
}
