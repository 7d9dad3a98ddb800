import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readEnvironment, type Environment } from "../platform/environment.ts";
import { findIdentitySecret } from "../platform/identity/secret.ts";
import { BackupError } from "./backup/backup-error.ts";
import { withEmbedded, withStoppedInstallation } from "./backup/installation.ts";
import { describeManifest } from "./backup/manifest.ts";
import { restore, type Restored } from "./backup/restore.ts";
import { listErrorMessages } from "./error-messages.ts";
import { showStep } from "./steps.mjs";

process.exit(await main());

/**
 * Restores a backup into this installation, or with `--verify` into a temporary one: `npm run restore -- <file>
 * [--replace | --verify]`.
 *
 * @returns the exit code
 */
async function main(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: "boolean", default: false }, verify: { type: "boolean", default: false } },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1)
      throw new BackupError("npm run restore -- <file> [--replace | --verify]");
    const environment = readEnvironment(process.env);
    const key = environment.backupKey;
    if (key === null) throw new BackupError("CASEPORT_BACKUP_KEY: must be set to the key that decrypts the backup.");
    const work = (target: Environment) => (url: string) =>
      restore({ url, environment: target, key, file: resolve(file), replaces: values.replace, step: showStep });
    const restored = values.verify
      ? await withTemporary(environment, work)
      : await withStoppedInstallation(environment, work(environment));
    console.log(describe(restored, values.verify));
    return 0;
  } catch (error) {
    console.error(listErrorMessages(error).join("\n"));
    return 1;
  }
}

/** Nothing in it outlives the command. */
const passing = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };

/** An installation in a temporary folder, with its own embedded database, and this one's secrets. */
async function withTemporary<Result>(
  environment: Environment,
  work: (target: Environment) => (url: string) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "caseport-verify-"));
  try {
    return await withEmbedded(
      dataDirectory,
      work({
        ...environment,
        databaseUrl: null,
        directDatabaseUrl: null,
        dataDirectory,
        secret: findIdentitySecret(environment),
      }),
      passing,
    );
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

function describe(
  { manifest, absentObjects, begunDeletions, areSecretsChecked, replaced }: Restored,
  isVerified: boolean,
): string {
  const lines = [
    isVerified
      ? "The backup can be restored: every table and file of the copy is equal to the backup's, and a server started on it."
      : "Restored.",
    describeManifest(manifest),
  ];
  if (absentObjects > 0) lines.push(`${absentObjects} versions of documents have no file in the storage.`);
  for (const slug of begunDeletions)
    lines.push(
      `The deletion of ${slug} had begun. Complete it: npm run organization -- ${slug} --delete --confirm ${slug}`,
    );
  if (!areSecretsChecked)
    lines.push("Not checked: whether CASEPORT_SECRET decrypts what is stored. Set it before the first start.");
  if (replaced.length > 0) lines.push(`What was there before is kept as ${replaced.join(" and ")}.`);
  return lines.join("\n");
}
