import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { startEmbeddedPostgres } from "../../cli/local-postgres/embedded-postgres.ts";
import { copyCluster, type TemporaryPostgres } from "./temporary-postgres.ts";

/** A hot standby that streams from a temporary PostgreSQL. */
export interface Standby {
  /** The superuser's URL. */
  url: string;
  /** Has it replay nothing more until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Kills it, as the kernel does; it starts again by itself, on the same port. */
  kill(): void;
  /** Stops it and removes its directory. */
  remove(): Promise<void>;
}

/**
 * Makes a base backup of the primary, which has to be idle, and starts it. The embedded PostgreSQL has no
 * pg_basebackup.
 */
export async function startStandby(primary: TemporaryPostgres): Promise<Standby> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "caseport-standby-"));
  await backUpCluster(primary, dataDirectory);
  const { hostname, port, username, password } = new URL(primary.url);
  const settings = {
    fsync: "off",
    hot_standby_feedback: "on",
    // What conflicts with recovery is canceled at once.
    max_standby_streaming_delay: "0",
    wal_retrieve_retry_interval: "100ms",
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
  };
  const server = await startEmbeddedPostgres({ dataDirectory, settings });
  const run = (statement: string) => query(server.ownerUrl, statement);
  return {
    url: server.ownerUrl,
    pause: async () => {
      await run("SELECT pg_wal_replay_pause()");
      while ((await run("SELECT pg_get_wal_replay_pause_state() AS state"))[0]?.["state"] !== "paused") await delay(10);
    },
    resume: async () => void (await run("SELECT pg_wal_replay_resume()")),
    kill: () => void process.kill(server.pid(), "SIGKILL"),
    remove: async () => {
      await server.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function backUpCluster(primary: TemporaryPostgres, dataDirectory: string): Promise<void> {
  const client = new Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    copyCluster(primary.dataDirectory, dataDirectory);
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    const folder = join(dataDirectory, "postgres");
    await writeFile(join(folder, "backup_label"), rows[0]?.labelfile ?? "", { mode: 0o644 });
    await writeFile(join(folder, "standby.signal"), "");
  } finally {
    await client.end();
  }
}

/** Again where it conflicts with recovery, as anything that reads the catalog can: the standby cancels it at once. */
async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== "40001") throw error;
  } finally {
    await client.end();
  }
  await delay(10);
  return query(url, statement);
}
