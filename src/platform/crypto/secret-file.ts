import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** Writes a file readable only by its owner. Concurrent readers see the old or the new text, never a part. */
export function writeSecretFile(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  // The mode above holds for a new file only.
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

/** The text of a file, or null when there is none. */
export function readFileIfPresent(file: string): string | null {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
