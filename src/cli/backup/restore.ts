import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Environment } from "../../platform/environment.ts";
import { openDiskStorage } from "../../platform/storage/disk.ts";
import { diskStorageFolder, openStorage } from "../../platform/storage/open-storage.ts";
import { nameDatabase } from "../../platform/database/connections/connection-url.ts";
import { BackupError } from "./backup-error.ts";
import { countAbsentObjects, digestFiles } from "./files.ts";
import { fillDatabase } from "./fill-database.ts";
import { inspectBackup } from "./inspect.ts";
import type { Manifest } from "./manifest.ts";
import { createDraft, isEmptyDatabase, type DraftDatabase } from "./restore-database.ts";
import { asOwner, readContent, withConnection } from "./tables.ts";

/** Runs a step of the work, and may show it. */
export type Step = <Result>(title: string, work: () => Promise<Result>) => Promise<Result>;

export interface RestoreOptions {
  /** The owner's, of the database to restore. */
  url: string;
  environment: Environment;
  key: string;
  file: string;
  /** Whether a database with tables, or a folder with files, is replaced. */
  replaces: boolean;
  step: Step;
}

export interface Restored {
  manifest: Manifest;
  /** Versions of documents whose bytes are not in the storage. */
  absentObjects: number;
  /** The slugs of the organizations whose deletion had begun. */
  begunDeletions: string[];
  /** Whether the installation's secret was found, and decrypts what is stored. */
  areSecretsChecked: boolean;
  /** What was there before, under its new name. */
  replaced: string[];
}

/**
 * Restores a backup beside what is there, compares every table and the files with the manifest, starts a server on the
 * copy, and only then gives the copy its name. A kill at any time leaves the old database and files as they are, or the
 * new ones.
 *
 * @throws a BackupError, before anything is written, if the backup is not whole or the target is not empty
 */
export async function restore({ url, environment, key, file, replaces, step }: RestoreOptions): Promise<Restored> {
  const manifest = await step("Read the backup", () => inspectBackup(file, key));
  const folder = diskStorageFolder(environment.dataDirectory);
  await assertTarget(url, environment, manifest, replaces);
  const draftFolder = `${folder}.restoring`;
  await rm(draftFolder, { recursive: true, force: true });
  const draft = await createDraft(url);
  try {
    const begunDeletions = await step("Restore", () =>
      fillDatabase(draft.url, { file, key, manifest, folder: draftFolder }),
    );
    const absentObjects = await step("Compare", () => compare(draft, manifest, environment, draftFolder));
    const { areSecretsChecked } = await step("Start a server on the copy", async () => {
      // Imported late: it loads the whole product, and a rejected backup or target is reported after 0.5 s of CPU instead of 2.3.
      const { serveRestored } = await import("./serve-restored.ts");
      return serveRestored(draft.url, environment);
    });
    const before = await publishFolder(draftFolder, folder);
    return {
      manifest,
      absentObjects,
      begunDeletions,
      areSecretsChecked,
      replaced: [await draft.publish(), before].filter((each) => each !== null),
    };
  } catch (error) {
    await draft.drop();
    await rm(draftFolder, { recursive: true, force: true });
    throw error;
  }
}

async function assertTarget(
  url: string,
  { storage, dataDirectory }: Environment,
  manifest: Manifest,
  replaces: boolean,
): Promise<void> {
  if (manifest.storage.kind !== storage)
    throw new BackupError(
      `The backup is of an installation with CASEPORT_STORAGE=${manifest.storage.kind}; this one has ${storage}.`,
    );
  if (replaces) return;
  const advice = "To replace it, add --replace: it is kept under another name.";
  if (!(await isEmptyDatabase(url))) throw new BackupError(`The database ${nameDatabase(url)} is not empty. ${advice}`);
  if (!(await isEmptyFolder(diskStorageFolder(dataDirectory))))
    throw new BackupError(`The folder ${diskStorageFolder(dataDirectory)} is not empty. ${advice}`);
}

async function isEmptyFolder(folder: string): Promise<boolean> {
  return !existsSync(folder) || (await readdir(folder)).length === 0;
}

/**
 * @returns the number of objects that the storage lacks
 * @throws if a table or the files differ from the manifest
 */
async function compare(
  draft: DraftDatabase,
  manifest: Manifest,
  environment: Environment,
  draftFolder: string,
): Promise<number> {
  const storage = manifest.storage.kind === "disk" ? openDiskStorage(draftFolder) : await openStorage(environment);
  try {
    return await withConnection(draft.url, (client) =>
      asOwner(client, async () => {
        const differing: string[] = [];
        for (const { rows, digest, ...table } of manifest.tables)
          if (!isDeepStrictEqual(await readContent(client, table), { rows, digest })) differing.push(table.name);
        const { kind, ...files } = manifest.storage;
        if (kind === "disk" && !isDeepStrictEqual(await digestFiles(draftFolder), files)) differing.push("files");
        if (differing.length > 0)
          throw new BackupError(`The restored copy differs from the backup: ${differing.join(", ")}.`);
        return countAbsentObjects(client, storage);
      }),
    );
  } finally {
    storage.close();
  }
}

/** @returns the new name of the folder that was there; null if it had no file */
async function publishFolder(draft: string, folder: string): Promise<string | null> {
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const isEmpty = await isEmptyFolder(folder);
  const before = `${folder}.before-${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)}`;
  if (isEmpty) await rm(folder, { recursive: true, force: true });
  else await rename(folder, before);
  await rename(draft, folder);
  return isEmpty ? null : before;
}
