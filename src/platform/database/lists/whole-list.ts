import * as z from "zod";
import { decodeCursor, encodeCursor, type CursorList } from "./cursor.ts";

const Position = z.strictObject({ key: z.string().max(250), at: z.int().nonnegative() });

export interface WholePageQuery {
  after?: string | undefined;
  /** Undefined for all rows. */
  limit?: number | undefined;
}

/**
 * A page of a list that is short and known as a whole, such as a catalog, or what one case has of a kind.
 *
 * @param list its organization, its name and the unique key of a row: letters, digits and the like, since the cursor
 *   shows it
 * @param rows the whole list, in its order
 * @returns the rows after the cursor's; where that one is gone, those from its place on
 * @throws VALIDATION_FAILED for a foreign or edited cursor
 */
export function pageOfWhole<Row>(
  list: Pick<CursorList<unknown>, "organizationId" | "name"> & { keyOf: (row: Row) => string },
  rows: readonly Row[],
  { after, limit }: WholePageQuery,
): { rows: Row[]; nextCursor: string | null } {
  const cursors = { organizationId: list.organizationId, name: list.name, position: Position };
  const start = after === undefined ? 0 : findStart(decodeCursor(cursors, after), rows.map(list.keyOf));
  const page = rows.slice(start, limit === undefined ? undefined : start + limit);
  const last = page.at(-1);
  const end = start + page.length;
  if (last === undefined || end >= rows.length) return { rows: page, nextCursor: null };
  return { rows: page, nextCursor: encodeCursor(cursors, { key: list.keyOf(last), at: end - 1 }) };
}

function findStart({ key, at }: z.infer<typeof Position>, keys: readonly string[]): number {
  const found = keys.indexOf(key);
  return found === -1 ? at : found + 1;
}
