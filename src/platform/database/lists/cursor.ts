import * as z from "zod";
import { invalidInput } from "../../../contract/error-codes.ts";
import { foreignCursorMessage } from "../../../contract/page.ts";
import { fingerprint } from "../../crypto/digest.ts";
import type { InstallationKeys } from "../../crypto/installation-keys.ts";

/** Digest bytes in a cursor: enough that a cursor of another list, or an edited one, does not pass by accident. */
const checkBytes = 9;

/** A position in a list that is ordered by id: the id of the last record of the page. */
export const idPosition = z.string().regex(/^[\w-]{1,100}$/);
/** A position in a list that is numbered, such as the event feed. */
export const numberPosition = z.int().nonnegative();

/** A list that is read by cursor. Its cursors open in no other list and in no other organization. */
export interface CursorList<Position> {
  organizationId: string;
  /** Filters that change what a position means belong into the name. */
  name: string;
  position: z.ZodType<Position>;
  /** Encrypts the position. Required where it holds anything but ids and numbers: cursors stand in URLs and logs. */
  installationKeys?: InstallationKeys;
}

/** A position as an opaque cursor: base64url of its JSON, or of the encrypted JSON, then a check over organization, list and position. */
export function encodeCursor<Position>(list: CursorList<Position>, position: Position): string {
  const text = JSON.stringify(position);
  const payload = list.installationKeys?.encrypt(contextOf(list), text) ?? Buffer.from(text);
  return withCheck(list, payload.toString("base64url"));
}

/**
 * The position of a cursor. The check is not a secret (decision 0023), so the position is validated like any other input.
 * @throws VALIDATION_FAILED for anything that encodeCursor did not return for this organization and list
 */
export function decodeCursor<Position>(list: CursorList<Position>, cursor: string): Position {
  const [written = ""] = cursor.split(".", 1);
  const payload = Buffer.from(written, "base64url");
  // Encoded again: a spelling that only decodes to the same bytes is another text than the one that was issued.
  const isOwn = withCheck(list, payload.toString("base64url")) === cursor;
  const text = isOwn ? (list.installationKeys === undefined ? payload.toString("utf8") : list.installationKeys.decrypt(contextOf(list), payload)) : null;
  const { success, data } = list.position.safeParse(text === null ? undefined : parseJson(text));
  if (!success) throw invalidInput({ path: "after", message: foreignCursorMessage });
  return data;
}

function withCheck({ organizationId, name }: CursorList<unknown>, payload: string): string {
  return `${payload}.${fingerprint(["cursor", organizationId, name, payload]).subarray(0, checkBytes).toString("base64url")}`;
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

/** The requested page of a list. */
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
 * @param read returns at most `limit` rows behind the position; it reads one more than the page shows, to know whether there is a next page
 * @param positionOf the position of the page that ends with this row
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

/** {@link readPageBy} of a list that is ordered by id, or whose rows are found by the id of the row before. */
export function readPage<Row extends { id: string }>(
  list: Pick<CursorList<string>, "organizationId" | "name">,
  query: PageQuery,
  read: (page: { after: string | null; limit: number }) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  return readPageBy({ ...list, position: idPosition }, query, read, ({ id }) => id);
}
