import { AppError } from "../../contract/error-codes.ts";
import { foreignCursorMessage, placeCursorForm } from "../../contract/page.ts";
import { fingerprint } from "../crypto/digest.ts";

/** Digest bytes in a cursor: enough that a cursor of another list, or an edited one, does not pass by accident. */
const checkBytes = 9;

/**
 * A place in a list that is ordered by id, opaque to callers and bound to organization and list. The check is no secret
 * (decision 0006): a cursor only says where to go on, and row-level security decides what is there.
 * @param list the list's name; with filters that change what the place means, name them too
 * @param place the id of the last record of the page, never a name or another value of a record unless sealed: cursors stand in URLs
 */
export function writeCursor(organizationId: string, list: string, place: string | Buffer): string {
  const written = Buffer.from(place).toString("base64url");
  const check = fingerprint(["cursor", organizationId, list, written]).subarray(0, checkBytes).toString("base64url");
  return `${written}.${check}`;
}

/**
 * Where to go on. The input's schema (`pageInput`) has judged the form; whose cursor it is takes the organization, which no
 * schema knows: so that is judged here.
 * @throws VALIDATION_FAILED for anything that writeCursor did not make for this organization and list
 */
export function readCursor(organizationId: string, list: string, cursor: string): Buffer {
  const written = placeCursorForm.exec(cursor)?.[1] ?? "";
  const place = Buffer.from(written, "base64url");
  // Read and written again: a spelling that only decodes to a place is none.
  if (place.length === 0 || writeCursor(organizationId, list, place) !== cursor) {
    throw new AppError("VALIDATION_FAILED", `after: ${foreignCursorMessage}`);
  }
  return place;
}

/** Which page of a list is asked for. */
export interface PageQuery {
  after?: string | undefined;
  limit: number;
}

/** A list that is read in pages. @see writeCursor for the name */
export interface PagedList<Row> {
  organizationId: string;
  name: string;
  /** Where the page ends whose last record is this one; without it, at its id. */
  placeOf?: (row: Row) => string;
}

/**
 * A page of a list, and where the next begins; null at the list's end.
 * @param read asks for one record more than is shown: it tells whether there is a next page
 * @throws VALIDATION_FAILED for a foreign or edited cursor
 */
export async function readPage<Row extends { id: string }>(
  { organizationId, name, placeOf = ({ id }) => id }: PagedList<Row>,
  { after, limit }: PageQuery,
  read: (page: { after: string | null; limit: number }) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const found = await read({ after: after === undefined ? null : readCursor(organizationId, name, after).toString("utf8"), limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last === undefined ? null : writeCursor(organizationId, name, placeOf(last)) };
}
