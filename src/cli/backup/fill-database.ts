import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Client } from "pg";
import { jobQueues } from "../../composition/job-queues.ts";
import { applyMigrations } from "../../platform/database/migrations.ts";
import { installJobQueue } from "../../platform/jobs/job-queue.ts";
import { readArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { readFilePath, writeFile } from "./files.ts";
import type { Manifest } from "./manifest.ts";
import { copyIn, entryPrefix, load, readTables, withConnection, type Table } from "./tables.ts";

/**
 * Creates the tables as the backup's version had them, and fills them and the folder.
 *
 * @returns the slugs of the organizations whose deletion had begun
 */
export async function fillDatabase(
  url: string,
  { file, key, manifest, folder }: { file: string; key: string; manifest: Manifest; folder: string },
): Promise<string[]> {
  const migrations = new Set(manifest.migrations.map(({ name }) => name));
  await applyMigrations(url, { isWanted: (name) => migrations.has(name) });
  await installJobQueue(url, jobQueues);
  return withConnection(url, async (client) => {
    await assertSameTables(client, manifest);
    return load(client, manifest, async () => {
      const loader = createLoader(client, manifest.tables);
      await readArchive(file, key, (name, bytes) => {
        const path = readFilePath(name);
        return path === null ? loader.take(name, bytes) : writeFile(folder, path, bytes);
      });
      await loader.finish();
    });
  });
}

async function assertSameTables(client: Client, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ version: number }>("SELECT version FROM pgboss.version");
  const version = rows[0]?.version ?? 0;
  if (version !== manifest.jobQueueVersion) {
    throw new BackupError(
      `The backup's job queue has version ${manifest.jobQueueVersion}, and this version of Caseport installs ${version}. Restore it with the version that made it, and upgrade then.`,
    );
  }
  const present = new Map(
    (await readTables(client)).map((table) => [entryPrefix(table), table.columns.toSorted().join()]),
  );
  const other = manifest.tables
    .filter((table) => present.get(entryPrefix(table)) !== table.columns.toSorted().join())
    .map(({ name }) => name);
  if (other.length > 0)
    throw new BackupError(`The backup has tables that the migrations do not create like this: ${other.join(", ")}.`);
}

/** Copies the entries of the tables; those of one table follow on each other, and a row may lie in two of them. */
function createLoader(
  client: Client,
  tables: readonly Table[],
): { take(name: string, bytes: AsyncIterable<Buffer>): Promise<void>; finish(): Promise<void> } {
  const byPrefix = new Map(tables.map((table) => [entryPrefix(table), table]));
  let open: { table: Table; rows: Writable; isDone: Promise<void> } | null = null;
  const finish = async () => {
    open?.rows.end();
    await open?.isDone;
    open = null;
  };
  const change = async (table: Table) => {
    await finish();
    const rows = copyIn(client, table);
    const isDone = finished(rows);
    // Awaited when the table is complete; an error comes earlier with the bytes that follow it.
    isDone.catch(() => undefined);
    open = { table, rows, isDone };
    return open;
  };
  const take = async (name: string, bytes: AsyncIterable<Buffer>) => {
    const table = byPrefix.get(name.slice(0, name.lastIndexOf("/") + 1));
    const { rows, isDone } =
      table === undefined || open?.table === table ? (open ?? { rows: null, isDone: null }) : await change(table);
    for await (const chunk of bytes)
      if (table !== undefined && rows?.write(chunk) === false) await Promise.race([once(rows, "drain"), isDone]);
  };
  return { take, finish };
}
