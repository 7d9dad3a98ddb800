/** A requested byte range; both ends are inclusive. */
export interface Range {
  first: number;
  last: number;
}

/**
 * Reads the Range header (RFC 9110, 14): one range of bytes. An invalid range, or several, is ignored.
 *
 * @param ifRange the If-Range header: a range of another version of the file is ignored
 * @returns null for the whole file
 */
export function readRange(
  range: string | undefined,
  ifRange: string | undefined,
  file: { etag: string; sizeBytes: number },
): Range | "unsatisfiable" | null {
  if (range === undefined || (ifRange !== undefined && ifRange !== file.etag)) return null;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range.trim());
  const [, from = "", to = ""] = match ?? [];
  if (from === "" && to === "") return null;
  if (from === "") return readSuffix(Number(to), file.sizeBytes);
  const first = Number(from);
  const last = to === "" ? file.sizeBytes - 1 : Math.min(Number(to), file.sizeBytes - 1);
  if (to !== "" && Number(to) < first) return null;
  return first >= file.sizeBytes ? "unsatisfiable" : { first, last };
}

function readSuffix(count: number, sizeBytes: number): Range | "unsatisfiable" {
  return count === 0 ? "unsatisfiable" : { first: Math.max(0, sizeBytes - count), last: sizeBytes - 1 };
}
