import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import type { PostgresPrograms } from "./postgres-binaries.ts";
import { readFileIfPresent, writeSecretFile } from "../../platform/crypto/secret-file.ts";

const clusterOwner = "postgres";
export const databaseName = "caseport";

const draftPrefix = "postgres-new-";
const Secrets = z.object({ databasePassword: z.string().min(1) });

/**
 * Makes sure that <data folder>/postgres holds an initialized cluster.
 * It is made under another name and renamed when complete and on disk: one that was killed half-way is never seen.
 *
 * @returns the cluster's folder and its owner's password
 */
export async function ensureCluster(
  dataFolder: string,
  programs: PostgresPrograms,
): Promise<{ folder: string; password: string }> {
  const folder = join(dataFolder, "postgres");
  const password = ensurePassword(dataFolder, folder);
  removeDrafts(dataFolder);
  if (!existsSync(folder)) await initialize(dataFolder, folder, password, programs);
  return { folder, password };
}

/** The owner's password of the cluster of a data folder; null where none was made yet. */
export function readPassword(dataFolder: string): string | null {
  const text = readFileIfPresent(join(dataFolder, "secrets.json"));
  return text === null ? null : Secrets.parse(JSON.parse(text)).databasePassword;
}

/** Of the path of a UNIX socket, on Linux and macOS. */
const maxSocketPathBytes = 103;
const longestSocketName = "/.s.PGSQL.65535";

/**
 * The folder of the server's UNIX socket: the cluster's, which only its owner may enter. Null on Windows, and if the
 * path is too long.
 */
export function findSocketFolder(folder: string): string | null {
  return process.platform === "win32" || Buffer.byteLength(folder + longestSocketName) > maxSocketPathBytes
    ? null
    : folder;
}

/**
 * The owner's URL of a database of the cluster. With a socket's folder pg connects through it; the address is the one
 * of the loopback interface, for clients that do not know the parameter.
 */
export function embeddedUrl(
  password: string,
  { port, socketFolder }: { port: number; socketFolder: string | null },
  database = databaseName,
): string {
  const url = `postgresql://${clusterOwner}:${password}@127.0.0.1:${port}/${database}`;
  return socketFolder === null ? url : `${url}?host=${encodeURIComponent(socketFolder)}`;
}

function ensurePassword(dataFolder: string, folder: string): string {
  const file = join(dataFolder, "secrets.json");
  const kept = readPassword(dataFolder);
  if (kept !== null) return kept;
  if (existsSync(folder)) {
    throw new Error(
      `${file} is missing, so the database in ${folder} cannot be opened: restore the file, or move ${dataFolder} away.`,
    );
  }
  const databasePassword = randomBytes(24).toString("base64url");
  writeSecretFile(file, `${JSON.stringify({ databasePassword }, null, 2)}\n`);
  return databasePassword;
}

function removeDrafts(dataFolder: string): void {
  for (const name of readdirSync(dataFolder)) {
    if (!name.startsWith(draftPrefix)) continue;
    try {
      rmSync(join(dataFolder, name), { recursive: true, force: true });
    } catch {
      // An initdb that outlived its killed start still writes there. The next start removes it.
    }
  }
}

async function initialize(
  dataFolder: string,
  folder: string,
  password: string,
  programs: PostgresPrograms,
): Promise<void> {
  const draft = mkdtempSync(join(dataFolder, draftPrefix));
  const data = join(draft, "data");
  const passwordFile = join(draft, "password");
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  mkdirSync(data, { mode: 0o700 });
  for (const path of [draft, data, passwordFile]) programs.give(path);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = [`--username=${clusterOwner}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  // Synchronized once at the end instead of at each of its steps.
  await runInitdb(programs, [`--pgdata=${data}`, ...access, ...locale, "--no-sync", "--no-instructions"]);
  await runInitdb(programs, [`--pgdata=${data}`, "--sync-only"]);
  renameSync(data, folder);
  rmSync(draft, { recursive: true, force: true });
}

async function runInitdb(programs: PostgresPrograms, programArguments: readonly string[]): Promise<void> {
  const child = programs.spawn("initdb", programArguments, "pipe");
  const output: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0)
    throw new Error(
      `The database could not be initialized (initdb):\n${Buffer.concat(output).toString("utf8").trim()}`,
    );
}
