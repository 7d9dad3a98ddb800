import { flushCompileCache } from "node:module";
import { openDatabase } from "../../platform/database/database.ts";
import { readEnvironment } from "../../platform/environment.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { startWorker, type WorkerSettings } from "../../composition/worker.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** What worker-process.ts passes to its child. */
export interface WorkerProcessOptions {
  databaseUrl: string;
  secret: string;
  receiver?: { name: string; address: string; port: number };
  dataDirectory?: string;
  /** By default as without a configuration. */
  variables?: Readonly<Record<string, string>>;
  settings: WorkerSettings;
}

/** A worker without HTTP, as a program: what worker-process.ts starts, and tests kill and halt. */
const options = JSON.parse(process.env["TEST_WORKER"] ?? "") as WorkerProcessOptions;
const { receiver, dataDirectory } = options;
const database = openDatabase(options.databaseUrl, { poolSize: 2, hooks });
const worker = await startWorker({
  environment: {
    ...readEnvironment(options.variables ?? {}),
    webhookTestReceivers: new Map(receiver === undefined ? [] : [[receiver.name, receiver]]),
    ...(dataDirectory !== undefined && { dataDirectory }),
  },
  databaseUrl: options.databaseUrl,
  database,
  secrets: [options.secret],
  installationKeys: createInstallationKeys(options.secret),
  logger: createLogger("warn"),
  mails: { deliver: () => Promise.resolve(), verify: () => Promise.resolve(), close: () => undefined },
  settings: options.settings,
});

process.once("SIGTERM", () => {
  void worker
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0));
});
// A test that ends without having stopped it.
process.once("disconnect", () => process.exit(1));
flushCompileCache();
process.send?.("working");
