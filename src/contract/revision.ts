import { AppError } from "./errors/error-codes.ts";

/** The source of an ETag: an integer revision, or the instant of the last change. */
export type RevisionSource = number | string;

/** How many characters of the digest an ETag has: 96 bits. */
const digestLength = 16;

/**
 * The strong, quoted ETag of a record.
 *
 * @param source an integer revision, or an ISO-8601 instant (case detail), which becomes its milliseconds
 * @param digest of what the response has besides the record: related records
 */
export function formatEtag(source: RevisionSource, digest?: Buffer): string {
  const revision = typeof source === "number" ? source : Date.parse(source);
  return digest === undefined
    ? `"${revision}"`
    : `"${revision}-${digest.toString("base64url").slice(0, digestLength)}"`;
}

const entityTag = /^(W\/)?"[\x21\x23-\x7e]*"$/;

function readTags(header: string): string[] | null {
  const tags = header.split(",").map((tag) => tag.trim());
  return tags.every((tag) => entityTag.test(tag)) ? tags : null;
}

/** Whether If-None-Match contains this ETag, so that a read is 304. Weak comparison, RFC 9110 13.1.2. */
export function matchesNone(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  return readTags(header)?.some((tag) => tag.replace(/^W\//, "") === etag) ?? false;
}

/**
 * What If-Match allows: these revisions, or with `*` any revision of a record that exists; null when the header was not
 * sent, or the operation does not read it. A soft-deleted record that the operation would restore has a revision.
 */
export type ExpectedRevisions = "any-existing" | readonly number[] | null;

/**
 * Reads If-Match: quoted revisions from an ETag. The comparison is strong (RFC 9110 13.1.1): a weak tag beside a strong
 * one, and a tag that this service never returned, match no revision.
 *
 * @returns `weak` when all tags are weak, as a proxy that compresses makes them; undefined when the header is neither
 *   `*` nor a list of quoted tags
 */
export function readIfMatch(header: string): "any-existing" | "weak" | readonly number[] | undefined {
  if (header.trim() === "*") return "any-existing";
  const tags = readTags(header);
  return tags?.every((tag) => tag.startsWith("W/")) === true ? "weak" : tags?.map(readRevision);
}

/** The allowed revisions of a record; null for any. */
export function listAllowedRevisions(expected: ExpectedRevisions): readonly number[] | null {
  return expected === "any-existing" ? null : expected;
}

/**
 * The record has another revision.
 *
 * @param noun its name in the message: `client`
 */
export function staleRevision(noun: string): AppError {
  return new AppError("STALE_REVISION", `The ${noun} has changed since this revision; read it again`);
}

/**
 * Requires a locked record to have a revision that the caller expects.
 *
 * @param revision undefined where there is no record
 * @throws STALE_REVISION
 */
export function requireExpected(expected: ExpectedRevisions, noun: string, revision: number | undefined): void {
  const allowed = listAllowedRevisions(expected);
  if (allowed !== null && (revision === undefined || !allowed.includes(revision))) throw staleRevision(noun);
}

/**
 * -1, which no record has, for what was never an ETag: "01" is not "1". "0" is that of a record of which nobody has
 * recorded anything. That of a response with related records is the record's, with their digest behind it. As many
 * digits as a safe integer can have: milliseconds since 1970 have 13.
 */
function readRevision(tag: string): number {
  const [, revision] = /^"(0|[1-9]\d{0,14})(?:-[\w-]{16})?"$/.exec(tag) ?? [];
  return revision === undefined ? -1 : Number(revision);
}
