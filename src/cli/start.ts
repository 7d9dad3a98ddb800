import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { prepareDatabase } from "../platform/database/application-role.ts";
import { listErrorMessages } from "./error-messages.ts";
import { startEmbeddedPostgres } from "./local-postgres/embedded-postgres.ts";
import { readEnvironment, type Environment } from "../platform/environment.ts";
import { claimInstance } from "./local-postgres/instance-lock.ts";
import { readIdentitySecret } from "../platform/identity/secret.ts";
import { jobQueues } from "../composition/job-queues.ts";
import { installJobQueue } from "../platform/jobs/job-queue.ts";
import { buildSdk } from "./sdk/build.ts";
import { buildPages } from "./serve/build.ts";
import { builtFolder, isBuildCurrent } from "./serve/build-stamp.mjs";
import type { DemoMessage } from "./serve/create-demo.ts";
import { isEmpty } from "./serve/demo-file.ts";
import { createDemoPeople } from "./serve/demo-people.ts";
import { generateClient } from "./generate.ts";
import { introduce } from "./serve/introduce.ts";
import { findListeningHosts } from "./serve/listening-hosts.ts";
import { runProgram } from "./run-program.ts";
import { showStep } from "./steps.mjs";
import type { ServerOptions } from "../http/server.ts";
import { fillPool } from "../platform/database/connections/connection-pool.ts";
import { describeZoneDifferences, findZoneDifferences } from "../platform/database/time-zone-data.ts";
import type { Services } from "../http/services.ts";
import { isDistributed } from "../platform/database/connections/connection-url.ts";
import { findLaunchers, waitForStopSignal } from "./stop-signal.ts";

/** Requests in flight get this long at the end. */
const graceMilliseconds = 10_000;

type DatabaseUrls = Required<Pick<ServerOptions, "databaseUrl" | "directUrl">>;

/** What was opened, closed in the opposite order. */
type Closers = (() => Promise<void> | void)[];

const isDevelopment = process.argv.includes("--dev");
/** The launcher started the bundled program, so it has compared the build with the sources. */
const isBuilt = process.argv.includes("--built");
process.exit(await main());

/**
 * Sets everything up, and serves until it is stopped.
 *
 * @returns the exit code
 */
async function main(): Promise<number> {
  const launchers = findLaunchers();
  const stopping = waitForStopSignal(launchers);
  const closers: Closers = [];
  let code = 0;
  try {
    const environment = readEnvironment(process.env);
    console.log("\nCaseport");
    await serve(environment, launchers, stopping, closers);
    await untilAborted(stopping);
  } catch (error) {
    // A stop signal makes the step that is running fail; that is not an error.
    if (!stopping.aborted) {
      console.error(`\n${describeError(error)}\n`);
      code = 1;
    }
  }
  if (code === 0) console.log("\nStopping: requests in flight are finished first.");
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      console.error(describeError(error));
      code = 1;
    }
  }
  return code;
}

async function serve(
  environment: Environment,
  launchers: Parameters<typeof claimInstance>[1],
  stopping: AbortSignal,
  closers: Closers,
): Promise<void> {
  const dataDirectory = resolve(environment.dataDirectory);
  mkdirSync(dataDirectory, { recursive: true });
  const lock = await claimInstance(dataDirectory, launchers, environment.baseUrl);
  closers.push(() => lock.release());
  const hosts = await findListeningHosts(environment);
  // Only types are generated: a server needs none.
  if (isDevelopment) await showStep("Data model", () => generateClient(stopping));
  const urls = await runTogether(
    stopping,
    (ended) => prepareDatabases(environment, dataDirectory, ended, closers),
    async (ended) => {
      if (!isDevelopment && !isBuilt && !isBuildCurrent()) await showStep("Build pages", () => buildPages(ended));
      await showStep("SDK", () => buildSdk(ended));
    },
  );
  stopping.throwIfAborted();
  await showStep("Server", () => openServer({ ...environment, hosts }, urls, closers));
  console.log(introduce(environment, environment.databaseUrl === null ? dataDirectory : null));
}

/**
 * Does both at the same time. Each gets a signal that is aborted when the other one fails or when this process shall
 * stop.
 *
 * @returns the result of the first, when both have ended
 * @throws the error of the one that failed first, when both have ended
 */
async function runTogether<Result>(
  stopping: AbortSignal,
  first: (ended: AbortSignal) => Promise<Result>,
  second: (ended: AbortSignal) => Promise<void>,
): Promise<Result> {
  const failed = new AbortController();
  const ended = AbortSignal.any([stopping, failed.signal]);
  const works = [first(ended), second(ended)] as const;
  for (const work of works) work.catch((error: unknown) => failed.abort(error));
  await Promise.allSettled(works);
  failed.signal.throwIfAborted();
  return works[0];
}

function prepareDatabases(
  environment: Environment,
  dataDirectory: string,
  stopping: AbortSignal,
  closers: Closers,
): Promise<DatabaseUrls> {
  const { databaseUrl, directDatabaseUrl } = environment;
  if (databaseUrl === null) return prepareEmbedded(environment, dataDirectory, stopping, closers);
  return prepareOwn(databaseUrl, directDatabaseUrl ?? databaseUrl).catch((error: unknown) => {
    throw new Error(`DATABASE_URL: ${describeError(error)}`, { cause: error });
  });
}

async function prepareEmbedded(
  environment: Environment,
  dataDirectory: string,
  stopping: AbortSignal,
  closers: Closers,
): Promise<DatabaseUrls> {
  const postgres = await showStep("PostgreSQL", async () => {
    const server = await startEmbeddedPostgres({ dataDirectory, onTrouble: (sentence) => console.error(sentence) });
    closers.push(() => server.stop());
    return server;
  });
  stopping.throwIfAborted();
  const urls = await prepareOwn(postgres.ownerUrl);
  const { databaseUrl } = urls;
  stopping.throwIfAborted();
  const message: DemoMessage = { dataDirectory, databaseUrl };
  if (await isEmpty(postgres.ownerUrl))
    await showStep("Demo data", () => runProgram(["src/cli/serve/create-demo.ts"], {}, stopping, message));
  await showStep("Demo people", () => createDemoPeople(dataDirectory, databaseUrl, readIdentitySecret(environment)));
  return urls;
}

/** @returns the URLs with which the server connects */
function prepareOwn(url: string, directUrl = url): Promise<DatabaseUrls> {
  return showStep("Database", async (remark) => {
    const { applicationUrl, ownerUrl, ...prepared } = await prepareDatabase(
      url,
      (name) => remark(`migration ${name}`),
      directUrl,
    );
    if (ownerUrl !== null) await installJobQueue(ownerUrl, jobQueues);
    if (isDistributed(applicationUrl)) remark("distributed over a cluster");
    return { databaseUrl: applicationUrl, directUrl: prepared.directUrl };
  });
}

async function openServer(environment: Environment, urls: DatabaseUrls, closers: Closers): Promise<void> {
  if (isDevelopment) {
    const { serveAndWatch } = await import("./serve/serve-and-watch.ts");
    const server = await serveAndWatch({ ...urls, hosts: environment.hosts });
    closers.push(() => server.stop());
    return;
  }
  // Imported late: they need what the steps before this one make.
  const [{ preparePages }, { startServer }] = await Promise.all([
    import("../http/pages/pages.ts"),
    import("../http/server.ts"),
  ]);
  const pages = await preparePages("production", environment.baseUrl);
  closers.push(() => pages.close());
  const server = await startServer({ environment, ...urls, pages: pages.listener, builtFolder });
  closers.push(() => server.close(graceMilliseconds));
  await fillPool(server.services.database.pool);
  await warnOfTimeZones(server.services);
}

/** A start never fails because of time-zone data. */
async function warnOfTimeZones({ database, logger }: Pick<Services, "database" | "logger">): Promise<void> {
  try {
    const differences = await findZoneDifferences(database);
    if (differences.length > 0) logger.warn(describeZoneDifferences(differences), "time-zone data differ");
  } catch (error) {
    logger.warn({ error }, "the time-zone data of Node and PostgreSQL could not be compared");
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
}

function describeError(error: unknown): string {
  return listErrorMessages(error).join("\n");
}
