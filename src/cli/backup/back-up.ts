import { hasDistributedTables, readApplied } from "../../platform/database/migrations.ts";
import { inspectConnection } from "../../platform/database/application-role.ts";
import { openDiskStorage } from "../../platform/storage/disk.ts";
import { diskStorageFolder, type StorageSettings } from "../../platform/storage/open-storage.ts";
import { writeArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { openSnapshots } from "./cluster-snapshot.ts";
import { addFiles, countAbsentObjects } from "./files.ts";
import { manifestName, type Manifest } from "./manifest.ts";
import { copyOut, readContent, readPartitions, readTables, withConnection } from "./tables.ts";

/**
 * Writes a backup of the database, as of one moment, and of the files in the data folder; servers may run meanwhile.
 *
 * @param url of a role that row-level security does not bind
 */
export async function backUp(url: string, settings: StorageSettings, key: string, file: string): Promise<Manifest> {
  const { name, version, isSuperuser, bypassesRowSecurity } = await inspectConnection(url);
  if (!isSuperuser && !bypassesRowSecurity) {
    throw new BackupError(
      `Row-level security hides rows from ${name}. Set DATABASE_URL to a role for backups: CREATE ROLE caseport_backup LOGIN BYPASSRLS PASSWORD '…'; GRANT pg_read_all_data TO caseport_backup;`,
    );
  }
  let manifest: Manifest | undefined;
  const folder = diskStorageFolder(settings.dataDirectory);
  await withConnection(url, async (client) => {
    const isDistributed = await hasDistributedTables(client);
    if (isDistributed && !isSuperuser)
      throw new BackupError("On a Citus cluster, DATABASE_URL must be that of the coordinator's superuser.");
    // The snapshot of every statement below. The files are read after it: they are written before the rows that name them.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if (isDistributed) await openSnapshots(client, url);
    const migrations = await readApplied(client);
    const tables = await readTables(client);
    const partitions = await readPartitions(client);
    const { rows } = await client.query<{ version: number }>("SELECT version FROM pgboss.version");
    await writeArchive(file, key, async (add) => {
      const contents: Manifest["tables"] = [];
      for (const table of tables) {
        contents.push({ ...table, ...(await readContent(client, table)) });
        await copyOut(client, table, add);
      }
      manifest = {
        format: 1,
        createdAt: new Date().toISOString(),
        postgres: version,
        migrations,
        jobQueueVersion: rows[0]?.version ?? 0,
        tables: contents,
        partitions,
        storage:
          settings.storage === "s3" && settings.s3 !== null
            ? { kind: "s3", bucket: settings.s3.bucket, endpoint: settings.s3.endpoint }
            : { kind: "disk", ...(await addFiles(folder, add)) },
        // Nobody else would notice: the rows are those of the snapshot.
        ...(settings.storage === "disk" && { missingFiles: await countAbsentObjects(client, openDiskStorage(folder)) }),
      };
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
      await add(manifestName, text.length, text);
    });
  });
  if (manifest === undefined) throw new Error("The archive was not filled.");
  return manifest;
}
