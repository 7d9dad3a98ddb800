import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { generateIdentity } from "age-encryption";
import { readEnvironment } from "../platform/environment.ts";
import { findRecipient } from "./backup/archive.ts";
import { backUp } from "./backup/back-up.ts";
import { BackupError } from "./backup/backup-error.ts";
import { withInstallation } from "./backup/installation.ts";
import { describeManifest } from "./backup/manifest.ts";
import { listErrorMessages } from "./error-messages.ts";

process.exit(await main());

/**
 * Writes a backup: `npm run backup [-- <file>]`, or makes a key for backups: `npm run backup -- --create-key`.
 *
 * @returns the exit code
 */
async function main(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "create-key": { type: "boolean", default: false } },
    });
    console.log(values["create-key"] ? await createKey() : await writeBackup(positionals[0] ?? null));
    return 0;
  } catch (error) {
    console.error(listErrorMessages(error).join("\n"));
    return 1;
  }
}

async function createKey(): Promise<string> {
  const key = await generateIdentity();
  return `Set on the servers, for npm run backup:\n  CASEPORT_BACKUP_KEY=${await findRecipient(key)}\nKeep elsewhere, for npm run restore; without it no backup can be read:\n  CASEPORT_BACKUP_KEY=${key}`;
}

async function writeBackup(given: string | null): Promise<string> {
  const environment = readEnvironment(process.env);
  const { backupDirectory, backupKey } = environment;
  if (backupKey === null)
    throw new BackupError("CASEPORT_BACKUP_KEY: must be set. npm run backup -- --create-key makes one.");
  if (given === null && backupDirectory === null)
    throw new BackupError("CASEPORT_BACKUP_DIR: must be set, or a file be given: npm run backup -- <file>");
  const file = resolve(
    given ??
      join(backupDirectory ?? "", `caseport-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "")}.tar.gz.age`),
  );
  if (given === null) await mkdir(resolve(backupDirectory ?? ""), { recursive: true, mode: 0o700 });
  const manifest = await withInstallation(environment, (url) => backUp(url, environment, backupKey, file));
  return `${file}\n${describeManifest(manifest)}`;
}
