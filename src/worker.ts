import { openContents } from "./areas/exports/contents/domain.ts";
import { createExportWork } from "./areas/exports/work/domain.ts";
import type { ExportSettings } from "./areas/exports/work/domain.ts";
import { createDeliveryWork } from "./areas/webhooks/domain.delivery.ts";
import { recoverEvents } from "./areas/webhooks/domain.recovery.ts";
import type { Schedule } from "./areas/webhooks/domain.schedule.ts";
import { openTransfers } from "./file-transfers.ts";
import type { FileTransfers } from "./file-transfers.ts";
import { openDatabase } from "./platform/database/database.ts";
import type { Database } from "./platform/database/database.ts";
import type { Environment } from "./platform/environment.ts";
import type { ExportWorker } from "./platform/export-queue.ts";
import { startJobQueue } from "./platform/job-queue.ts";
import type { JobQueue } from "./platform/job-queue.ts";
import type { Logger } from "./platform/observability/logger.ts";
import { createMailWorker } from "./platform/mail-queue.ts";
import type { MailTransport } from "./platform/mail.ts";
import { openSnapshot } from "./platform/database/row-stream.ts";
import { createOutbound } from "./platform/outbound-http/outbound.ts";
import type { OutboundSettings } from "./platform/outbound-http/outbound.ts";
import type { InstallationKeys } from "./platform/crypto/installation-keys.ts";
import { startWebhookConsumer } from "./platform/webhook-consumer.ts";
import type { ConsumerOptions } from "./platform/webhook-consumer.ts";
import { scheduledJobs } from "./scheduled-jobs.ts";

/** For tests and measurements: no installation sets them. */
export interface WorkerSettings {
  schedule?: Schedule;
  consumer?: Partial<Omit<ConsumerOptions, "onError">>;
  outbound?: Partial<OutboundSettings>;
  exports?: ExportSettings;
  /** How often it is looked for jobs whose worker died. */
  superviseSeconds?: number;
}

export interface WorkerOptions {
  environment: Pick<Environment, "webhookNetworks" | "webhookTestReceivers" | "baseUrl" | "dataDirectory" | "storage" | "s3">;
  /** The application role's URL. */
  databaseUrl: string;
  /** For the scheduled jobs. */
  database: Database;
  mails: MailTransport;
  installationKeys: InstallationKeys;
  logger: Logger;
  settings?: WorkerSettings;
}

/** Deliveries have connections of their own: behind a burst of requests they would wait, and requests behind them. */
const deliveryConnections = 4;

/** How many exports are made at once, and how often it is looked for one. */
const exportsAtOnce = 2;
const exportPollSeconds = 1;

function makeExports({ databaseUrl, installationKeys, logger, settings }: WorkerOptions, database: Database, files: FileTransfers, stopping: AbortSignal): ExportWorker {
  const { storage, baseUrl } = files.tools;
  const execute = createExportWork({
    database,
    installationKeys,
    logger,
    files: {
      storage,
      baseUrl,
      name: (organizationId) => files.name(organizationId),
      drop: (organizationId, objectId) => files.drop(organizationId, objectId),
      take: (bytes) => files.spool.take(bytes),
    },
    openSnapshot: (organizationId) => openSnapshot(databaseUrl, organizationId),
    openContents,
    stopping,
    ...(settings?.exports !== undefined && { settings: settings.exports }),
  });
  return { pollSeconds: exportPollSeconds, atOnce: exportsAtOnce, execute };
}

/**
 * Works off everything that is done in the background, until it is stopped: scheduled jobs, mails, deliveries to webhooks, exports. Several
 * processes may do so at once. Rejects where startJobQueue does.
 */
export async function startWorker(options: WorkerOptions): Promise<JobQueue> {
  const { environment, databaseUrl, database, mails, installationKeys, logger, settings = {} } = options;
  const { schedule, superviseSeconds } = settings;
  const own = openDatabase(databaseUrl, deliveryConnections);
  const outbound = createOutbound({ networks: environment.webhookNetworks, testReceivers: environment.webhookTestReceivers, ...settings.outbound });
  const work = createDeliveryWork({ database: own, installationKeys, outbound, logger, ...(schedule !== undefined && { schedule }) });
  // What of uploads nobody finished is finished here, and what nobody names is swept.
  const files = openTransfers(environment, { database, installationKeys });
  const close = async () => {
    outbound.close();
    files.tools.storage.close();
    await own.close();
  };
  const stopping = new AbortController();
  const queue = await startJobQueue({
    databaseUrl,
    logger,
    jobs: scheduledJobs({ database, logger, pii: installationKeys.pii, files }),
    mails: createMailWorker(mails, logger),
    webhooks: {
      consume: (leases, onError) => startWebhookConsumer(work, leases, { ...settings.consumer, onError }),
      recover: (recovery) => recoverEvents(own, recovery),
    },
    exports: makeExports(options, own, files, stopping.signal),
    ...(superviseSeconds !== undefined && { superviseSeconds }),
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    wake: () => queue.wake(),
    stop: async () => {
      stopping.abort();
      await queue.stop();
      await close();
    },
  };
}
