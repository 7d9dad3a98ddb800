import { prepareDatabase } from "../platform/database/application-role.ts";
import { openDatabase } from "../platform/database/database.ts";
import { openReplica, replicaGauges } from "../platform/database/replica/replica.ts";
import { readEnvironment, type Environment } from "../platform/environment.ts";
import { findIdentitySecret, withAccepted } from "../platform/identity/secret.ts";
import { jobQueues } from "../composition/job-queues.ts";
import { installJobQueue } from "../platform/jobs/job-queue.ts";
import { poolGauges, sharedGauges } from "../platform/observability/database-gauges.ts";
import { startLogging, startMetrics } from "../platform/observability/start.ts";
import { openMailTransport } from "../platform/mail/mail-transport.ts";
import { listErrorMessages } from "./error-messages.ts";
import { findRunningPostgres } from "./local-postgres/running-postgres.ts";
import { createInstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { Secrets } from "../platform/crypto/secrets.ts";
import { warnOfTestReceivers } from "../platform/outbound-http/test-receivers.ts";
import { findLaunchers, waitForStopSignal } from "./stop-signal.ts";

/** Scheduled jobs are few and one at a time. */
const connections = 2;
const watchIntervalMilliseconds = 2_000;
/** Long enough for a crashed database to recover. */
const looksUntilGone = 5;

process.exit(await main());

/**
 * Processes jobs, mails and webhooks until it is stopped.
 *
 * @returns the exit code
 */
async function main(): Promise<number> {
  const stopping = waitForStopSignal(findLaunchers());
  try {
    const environment = readEnvironment(process.env);
    const databaseUrl = findDatabase(environment);
    const stop = await begin(environment, databaseUrl);
    console.log("\nCaseport works off jobs, mails and webhooks.\n\nCtrl-C stops it.\n");
    await untilOver(environment, databaseUrl, stopping);
    console.log("\nStopping: what is being sent is finished first.");
    await stop();
    return 0;
  } catch (error) {
    if (stopping.aborted) return 0;
    console.error(`\n${listErrorMessages(error).join("\n")}\n`);
    return 1;
  }
}

async function begin(environment: Environment, databaseUrl: string): Promise<() => Promise<void>> {
  const secrets = findSecrets(environment);
  const installationKeys = createInstallationKeys(secrets, environment.piiKeys);
  const { applicationUrl, directUrl, ownerUrl } = await prepareDatabase(
    databaseUrl,
    undefined,
    environment.directDatabaseUrl ?? databaseUrl,
  );
  if (ownerUrl !== null) await installJobQueue(ownerUrl, jobQueues);
  const { logger, stopTracing } = await startLogging(environment);
  // Imported late: a worker that cannot start reports the reason after 0.3 s instead of 1.1 s.
  const [{ hooks }, { startWorker }] = await Promise.all([
    import("../composition/transaction-hooks.ts"),
    import("../composition/worker.ts"),
  ]);
  const database = openDatabase(applicationUrl, { poolSize: connections, hooks });
  const replica = openReplica(environment.replicaUrl, {
    databaseUrl: applicationUrl,
    database,
    poolSize: connections,
    logger,
  });
  const mails = openMailTransport(environment);
  warnOfTestReceivers(environment.webhookTestReceivers, logger);
  const worker = await startWorker({
    environment,
    databaseUrl: applicationUrl,
    directUrl,
    database,
    replica,
    mails,
    secrets,
    installationKeys,
    logger,
  });
  const stopMetrics = await startMetrics(environment.metrics, logger, [
    poolGauges({ scheduled_jobs: database }),
    ...sharedGauges(environment, database),
    replicaGauges(replica),
    ...worker.gauges,
  ]);
  return async () => {
    await worker.stop();
    mails.close();
    await stopMetrics();
    await replica?.close();
    await database.close();
    await stopTracing();
  };
}

/** @throws when no database is available */
function findDatabase({ databaseUrl, dataDirectory }: Environment): string {
  const url = databaseUrl ?? findRunningPostgres(dataDirectory);
  if (url !== null) return url;
  throw new Error(
    `No Caseport runs on ${dataDirectory}, and the embedded database runs only with one: start it first (npm start, with CASEPORT_WORKER=none), or set DATABASE_URL.`,
  );
}

/**
 * @throws when there is none: with a new secret the worker could not sign webhooks, yet would lease the servers'
 *   deliveries
 */
function findSecrets(environment: Environment): Secrets {
  const secret = findIdentitySecret(environment);
  if (secret !== null) return withAccepted(secret, environment);
  throw new Error(
    "A worker needs the secret of the servers, which opens what signs webhooks: set CASEPORT_SECRET as it is set for them, or CASEPORT_DATA_DIR to the folder in which a server keeps it.",
  );
}

/**
 * Resolves on a stop signal, or when the server that owns the shared database exits: the next server uses another port.
 *
 * @param joined the database that this worker uses, whose server may have exited while the worker began
 */
async function untilOver(
  { databaseUrl, dataDirectory }: Environment,
  joined: string,
  stopping: AbortSignal,
): Promise<void> {
  let missed = 0;
  await new Promise<void>((resolve) => {
    stopping.addEventListener("abort", () => resolve(), { once: true });
    if (stopping.aborted) resolve();
    if (databaseUrl !== null) return;
    setInterval(() => {
      missed = findRunningPostgres(dataDirectory) === joined ? 0 : missed + 1;
      if (missed < looksUntilGone) return;
      console.error("\nThe server whose database this worker shared has stopped.");
      resolve();
    }, watchIntervalMilliseconds);
  });
}
