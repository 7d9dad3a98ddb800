import * as z from "zod";
import { rejectCursor } from "../../../contract/errors/error-codes.ts";
import { foreignCursorMessage } from "../../../contract/page.ts";
import { fingerprintText } from "../../crypto/digest.ts";
import type { InstallationKeys } from "../../crypto/installation-keys.ts";

/** Characters of the digest in a cursor, 72 bits: enough to detect a cursor of another list or an edited one. */
const checkLength = 12;

/** A position in a list that is ordered by id: the id of the last record of the page. */
export const idPosition = z.string().regex(/^[\w-]{1,100}$/);
/** A position in a list that is numbered, such as the event feed. */
export const numberPosition = z.int().nonnegative();
/** The same where the number is a column of type integer: PostgreSQL rejects a larger one. */
export const smallNumberPosition = z.int().min(0).max(2_147_483_647);

/** A list that is read by cursor. Its cursors are invalid in every other list and organization. */
export interface CursorList<Position> {
  organizationId: string;
  /** Filters that change what a position means belong into the name. */
  name: string;
  position: z.ZodType<Position>;
  /** Encrypts the position. Required if it contains more than IDs and numbers: cursors appear in URLs and logs. */
  installationKeys?: InstallationKeys;
}

/**
 * An opaque cursor: base64url of the position's JSON, or of the encrypted JSON, then a digest of organization, list and
 * position.
 */
export function encodeCursor<Position>(list: CursorList<Position>, position: Position): string {
  const text = JSON.stringify(position);
  const payload = list.installationKeys?.encrypt(contextOf(list), text) ?? Buffer.from(text);
  return withCheck(list, payload.toString("base64url"));
}

/**
 * The position of a cursor. The check is not a secret (decision 0023), so the position is validated like any other
 * input.
 *
 * @throws VALIDATION_FAILED for anything that encodeCursor did not return for this organization and list
 */
export function decodeCursor<Position>(list: CursorList<Position>, cursor: string): Position {
  const [written = ""] = cursor.split(".", 1);
  const payload = Buffer.from(written, "base64url");
  // Encoded again: several base64url spellings decode to the same bytes, and only the issued one is valid.
  const isOwn = withCheck(list, payload.toString("base64url")) === cursor;
  const text = isOwn ? readPayload(list, payload) : null;
  const { success, data } = list.position.safeParse(text === null ? undefined : parseJson(text));
  if (!success) throw rejectCursor(foreignCursorMessage, "cursor_invalid");
  return data;
}

/** @returns null for what the installation's keys do not decrypt */
const readPayload = ({ installationKeys, ...list }: CursorList<unknown>, payload: Buffer): string | null =>
  installationKeys === undefined ? payload.toString("utf8") : installationKeys.decrypt(contextOf(list), payload);

function withCheck({ organizationId, name }: CursorList<unknown>, payload: string): string {
  return `${payload}.${fingerprintText(["cursor", organizationId, name, payload]).slice(0, checkLength)}`;
}

function contextOf({ organizationId, name }: CursorList<unknown>): string {
  return `cursor ${organizationId} ${name}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface PageQuery {
  after?: string | undefined;
  limit: number;
}

export interface Page<Row> {
  rows: Row[];
  /** Null at the list's end. */
  nextCursor: string | null;
}

/**
 * A page of a list.
 *
 * @param read returns at most `limit` rows after the position; `limit` is one more than the page has, to know whether
 *   it is the last
 * @throws VALIDATION_FAILED for a foreign or edited cursor
 */
export async function readPageBy<Row, Position>(
  list: CursorList<Position>,
  { after, limit }: PageQuery,
  read: (page: { after: Position | null; limit: number }) => Promise<readonly Row[]>,
  positionOf: (row: Row) => Position,
): Promise<Page<Row>> {
  const found = await read({ after: after === undefined ? null : decodeCursor(list, after), limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last === undefined ? null : encodeCursor(list, positionOf(last)) };
}

/** {@link readPageBy} for a list whose position is the ID of the last row. */
export function readPage<Row extends { id: string }>(
  list: Pick<CursorList<string>, "organizationId" | "name">,
  query: PageQuery,
  read: (page: { after: string | null; limit: number }) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  return readPageBy({ ...list, position: idPosition }, query, read, ({ id }) => id);
}
