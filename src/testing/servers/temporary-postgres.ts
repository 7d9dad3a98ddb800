import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../cli/local-postgres/embedded-postgres.ts";

/** A PostgreSQL server of a test's own, which the test may stop and start again. */
export interface TemporaryPostgres {
  /** The superuser's URL of the database `caseport`; the same after a restart. */
  url: string;
  /** Holds its cluster. */
  dataDirectory: string;
  /** Starts it again after stop(), on the same port. */
  start(): Promise<void>;
  /** Stops it: the server ends all connections. */
  stop(): Promise<void>;
  /** Stops it and removes its directory. */
  remove(): Promise<void>;
}

/**
 * Nothing in it outlives the test, so nothing is written twice or flushed. Statistics change only where a test runs
 * ANALYZE: autovacuum would go round hundreds of copies of one database, and change plans whenever it comes by.
 */
const settings = { fsync: "off", full_page_writes: "off", autovacuum: "off" };

/**
 * Starts one in a temporary directory.
 *
 * @param template the data directory of a stopped one, which it copies instead of initializing a cluster
 */
export async function startTemporaryPostgres(template: string | null = null): Promise<TemporaryPostgres> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "caseport-postgres-"));
  if (template !== null) copyCluster(template, dataDirectory);
  const open = (port?: number): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDirectory, settings, ...(port === undefined ? {} : { port }) });
  let server = await open();
  const { ownerUrl: url, port } = server;
  return {
    url,
    dataDirectory,
    start: async () => {
      server = await open(port);
    },
    stop: () => server.stop(),
    remove: async () => {
      await server.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Copies a cluster with its password. Owners stay: as root, PostgreSQL runs as another user. */
export function copyCluster(from: string, to: string): void {
  execFileSync("cp", ["-a", join(from, "postgres"), join(from, "secrets.json"), to]);
}
