import { text } from "node:stream/consumers";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { listMigrations } from "../../platform/database/migrations.ts";
import { readArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { FileTotals, digestFile, readFilePath } from "./files.ts";
import { entryPrefix } from "./tables.ts";
import { Manifest, manifestName } from "./manifest.ts";

/** The part of an entry's name before its number: the entries of one table have it in common. */
const tableOf = (name: string) => (name.startsWith("tables/") ? name.slice(0, name.lastIndexOf("/") + 1) : null);

/**
 * Reads a backup whole, writes nothing, and compares what is in it with its manifest.
 *
 * @throws a BackupError unless it is complete, unchanged and can be restored by this version
 */
export async function inspectBackup(file: string, key: string): Promise<Manifest> {
  const lines = new Map<string, number>();
  const files = new FileTotals();
  let written: string | null = null;
  await readArchive(file, key, async (name, bytes) => {
    if (written !== null) throw new BackupError(`${basename(file)} goes on after its manifest.`);
    const [table, path] = [tableOf(name), readFilePath(name)];
    if (name === manifestName) written = await text(Readable.from(bytes));
    else if (path !== null) await digestFile(files, path, bytes);
    else if (table !== null) lines.set(table, (lines.get(table) ?? 0) + (await countLines(bytes)));
    else throw new BackupError(`${basename(file)} has an unknown entry ${name}.`);
  });
  if (written === null) throw new BackupError(`${basename(file)} is incomplete: it has no manifest.`);
  const { success, data: manifest } = Manifest.safeParse(JSON.parse(written));
  if (!success)
    throw new BackupError(`${basename(file)} was made by another version of Caseport: its manifest cannot be read.`);
  assertKnownMigrations(manifest);
  const wrong = manifest.tables
    .filter((table) => (lines.get(entryPrefix(table)) ?? 0) !== table.rows)
    .map(({ name }) => name);
  if (wrong.length > 0)
    throw new BackupError(`${basename(file)} does not have the rows that its manifest counts: ${wrong.join(", ")}.`);
  const { kind, ...stored } = manifest.storage;
  if (kind === "disk" && !isDeepStrictEqual(stored, files.get()))
    throw new BackupError(`${basename(file)} does not have the files that its manifest counts.`);
  return manifest;
}

/** A row of PostgreSQL's text format is one line. */
async function countLines(bytes: AsyncIterable<Buffer>): Promise<number> {
  let count = 0;
  for await (const chunk of bytes)
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}

function assertKnownMigrations({ migrations }: Manifest): void {
  const known = new Map(listMigrations().map(({ name, checksum }) => [name, checksum]));
  const unknown = migrations.filter(({ name, checksum }) => known.get(name) !== checksum).map(({ name }) => name);
  if (unknown.length > 0)
    throw new BackupError(
      `The backup has migrations that this version of Caseport does not have: ${unknown.join(", ")}. Restore it with the version that made it, or a later one.`,
    );
}
