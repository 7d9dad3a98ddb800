import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Environment } from "../../platform/environment.ts";
import { startEmbeddedPostgres } from "../local-postgres/embedded-postgres.ts";
import { claimInstance } from "../local-postgres/instance-lock.ts";
import { findRunningPostgres } from "../local-postgres/running-postgres.ts";
import { BackupError } from "./backup-error.ts";

/**
 * Runs work with the URL of the installation's database, also while its servers run; an embedded one that is stopped is
 * started for it.
 */
export async function withInstallation<Result>(
  { databaseUrl, directDatabaseUrl, dataDirectory }: Environment,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const url = directDatabaseUrl ?? databaseUrl ?? findRunningPostgres(dataDirectory);
  if (url !== null) return work(url);
  if (!existsSync(join(dataDirectory, "postgres")))
    throw new BackupError(`${resolve(dataDirectory)} has no database. Set DATABASE_URL or CASEPORT_DATA_DIR.`);
  return withClaim(dataDirectory, () => withEmbedded(dataDirectory, work));
}

/** Runs work with the owner's URL of the database to restore, while no server uses the data folder. */
export function withStoppedInstallation<Result>(
  { databaseUrl, directDatabaseUrl, dataDirectory }: Environment,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  return withClaim(dataDirectory, () =>
    databaseUrl === null ? withEmbedded(dataDirectory, work) : work(directDatabaseUrl ?? databaseUrl),
  );
}

async function withClaim<Result>(dataDirectory: string, work: () => Promise<Result>): Promise<Result> {
  const folder = resolve(dataDirectory);
  mkdirSync(folder, { recursive: true });
  const lock = await claimInstance(folder, [], "npm run backup or restore");
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Runs work with the URL of an embedded database, which is created if there is none.
 *
 * @param settings as of startEmbeddedPostgres
 */
export async function withEmbedded<Result>(
  dataDirectory: string,
  work: (url: string) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const server = await startEmbeddedPostgres({
    dataDirectory,
    settings,
    onTrouble: (sentence) => console.error(sentence),
  });
  try {
    return await work(server.ownerUrl);
  } finally {
    await server.stop();
  }
}
