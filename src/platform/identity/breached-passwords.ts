import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

/** Hexadecimal digits of a SHA-1. */
const digits = 40;
/** Bytes, with the number and the end of the line. */
const longestLine = 128;

/**
 * Whether a password is in a list of breached passwords: a line for each, with its SHA-1 in capital hexadecimal digits
 * and perhaps a colon and a number, sorted. Source of the form: the downloads of Have I Been Pwned. The list is
 * searched on disk, and a search reads some forty places of it.
 *
 * @param file null without a list
 * @throws if the file cannot be read, or is no such list
 */
export async function isBreached(file: string | null, password: string): Promise<boolean> {
  if (file === null) return false;
  const wanted = createHash("sha1").update(password).digest("hex").toUpperCase();
  const list = await open(file);
  try {
    // If it is there, its line begins in this range.
    let [low, high] = [0, (await list.stat()).size];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const line = await findLine(list, middle);
      if (line === null || line.start >= high || line.hash > wanted) high = middle;
      else if (line.hash === wanted) return true;
      else low = line.start + 1;
    }
    return false;
  } finally {
    await list.close();
  }
}

/** Whether a file begins like a list. The start checks it, before a password is changed. */
export function isPasswordList(file: string): boolean {
  try {
    const list = openSync(file, "r");
    try {
      const bytes = Buffer.alloc(digits);
      return readSync(list, bytes, 0, digits, 0) === digits && isHash(bytes.toString("latin1"));
    } finally {
      closeSync(list);
    }
  } catch {
    return false;
  }
}

const isHash = (text: string) => /^[0-9A-F]{40}$/.test(text);

/** @returns the first line that begins there or later; null if there is none */
async function findLine(list: FileHandle, position: number): Promise<{ start: number; hash: string } | null> {
  // From the byte before, which may be the end of a line.
  const from = Math.max(position - 1, 0);
  const { buffer, bytesRead } = await list.read(Buffer.alloc(2 * longestLine), 0, 2 * longestLine, from);
  const text = buffer.toString("latin1", 0, bytesRead);
  const offset = position === 0 ? 0 : text.indexOf("\n") + 1;
  if (offset === bytesRead || (offset === 0 && position > 0)) return null;
  const hash = text.slice(offset, offset + digits);
  if (!isHash(hash)) throw new Error("CASEPORT_BREACHED_PASSWORDS: the file is not a sorted list of SHA-1 hashes.");
  return { start: from + offset, hash };
}
