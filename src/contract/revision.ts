import { AppError } from "./error-codes.ts";
import { maximumRevision } from "./values.ts";

/** What an ETag is made of: an integer revision, or the instant of the last change. */
export type RevisionSource = number | string;

/**
 * The strong, quoted ETag of a record.
 * @param source an integer revision, or an ISO-8601 instant (case detail), which becomes its milliseconds
 */
export function formatEtag(source: RevisionSource): string {
  return `"${typeof source === "number" ? source : Date.parse(source)}"`;
}

const entityTag = /^(W\/)?"[\x21\x23-\x7e]*"$/;

function readTags(header: string): string[] | null {
  const tags = header.split(",").map((tag) => tag.trim());
  return tags.every((tag) => entityTag.test(tag)) ? tags : null;
}

/** Whether If-None-Match names this ETag, so that a read is answered 304. Weak comparison, RFC 9110 13.1.2. */
export function matchesNone(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  return readTags(header)?.some((tag) => tag.replace(/^W\//, "") === etag) ?? false;
}

/** The revisions that If-Match allows; null when the header was not sent or is `*` (any revision of an existing record). */
export type ExpectedRevisions = readonly number[] | null;

/**
 * Reads If-Match: quoted revisions as the last ETag gave them. A weak tag, or one that this service never made, matches no revision.
 * @throws VALIDATION_FAILED when the header is not a list of quoted tags
 */
export function readIfMatch(header: string | null): ExpectedRevisions {
  if (header === null || header.trim() === "*") return null;
  const tags = readTags(header);
  if (tags === null) {
    throw new AppError("VALIDATION_FAILED", 'If-Match: must be the quoted revision of the last ETag, such as "3"');
  }
  return tags.map(readRevision);
}

/** -1, which no record has, for what was never an ETag: "01" is not "1", and beyond the column's range the database would fail. */
function readRevision(tag: string): number {
  const revision = /^"[1-9]\d{0,9}"$/.test(tag) ? Number(tag.slice(1, -1)) : -1;
  return revision <= maximumRevision ? revision : -1;
}
