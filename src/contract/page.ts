import * as z from "zod";
import { namedEnum } from "./enumeration.ts";
import { GivenInstant } from "./values/values.ts";

export const eventPageLimit = { maximum: 500, default: 100 } as const;
export const listPageLimit = { maximum: 200, default: 50 } as const;

export const foreignCursorMessage = "not a cursor of this list; omit it to start at the beginning";

/**
 * A cursor (platform/database/lists/cursor.ts); the list checks whether it is its own. The format is not a `pattern` in
 * the OpenAPI document, because cursors are opaque to clients.
 */
export function cursorInput(maxLength: number, description: string) {
  return z
    .string()
    .refine((value) => value.length <= maxLength && /^[\w-]+\.[\w-]{12}$/.test(value), foreignCursorMessage)
    .optional()
    .meta({ description, minLength: 1, maxLength });
}

/** The query of a keyset list: `after` and `limit`, both optional. */
export function pageInput(bounds: { maximum: number; default: number }) {
  return {
    after: cursorInput(
      1_000,
      "The `nextCursor` of the previous page. Opaque; valid only for this organization and list.",
    ),
    limit: z.int().min(1).max(bounds.maximum).default(bounds.default).meta({
      description: "The maximum number of records per page.",
    }),
  };
}

/** The query of a list that is short, and was returned whole before it had pages: without `limit` it still is. */
export const wholePageInput = {
  ...pageInput(listPageLimit),
  limit: z
    .int()
    .min(1)
    .max(listPageLimit.maximum)
    .optional()
    .meta({ description: "The maximum number of records per page. Without it, all records are on one page." }),
};

export const ListSort = namedEnum("ListSort", ["newest", "oldest", "updated"]);
export const NamedListSort = namedEnum("NamedListSort", ["newest", "oldest", "updated", "name"]);
/** The sorts of lists of what is due. */
export const DueListSort = namedEnum("DueListSort", ["newest", "oldest", "updated", "due"]);
export const ListView = namedEnum("ListView", ["summary", "full"]);
export const HistorySort = namedEnum("HistorySort", ["newest", "oldest"]);

/** The query of a list by creation or, to synchronize a copy, by change. */
export const sortedPageInput = {
  ...pageInput(listPageLimit),
  sort: ListSort.default("newest"),
  updatedSince: GivenInstant.optional().meta({ description: "Changed at or after this instant." }),
};
export type SortedPageQuery = z.infer<z.ZodObject<typeof sortedPageInput>>;
