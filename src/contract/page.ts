import * as z from "zod";

/** Bounds of `limit`. Source: specification, "Limits"; contract, "Lists". */
export const eventPageLimit = { maximum: 500, default: 100 } as const;
export const listPageLimit = { maximum: 200, default: 50 } as const;

/** How a cursor of a numbered feed looks: a place in base 36 and a check. Whether it belongs to organization and list, the list's domain judges. */
export const cursorForm = /^([0-9a-z]{1,11})_[A-Za-z0-9_-]{12}$/;
/** How a cursor of any other list looks (platform/list-cursor.ts): the place in base64url and a check. */
export const placeCursorForm = /^([A-Za-z0-9_-]{1,980})\.[A-Za-z0-9_-]{12}$/;
export const foreignCursorMessage = "not a cursor of this list; leave it out to begin at its start";

/**
 * The query of a keyset list: `after` and `limit`, both optional.
 * @param form of the list's cursors: by id unless told
 */
export function pageInput(bounds: { maximum: number; default: number }, form: RegExp = placeCursorForm) {
  return {
    // The form is no `pattern` of the published schema: to callers a cursor is opaque.
    after: z
      .string()
      .refine((value) => form.test(value), foreignCursorMessage)
      .optional()
      .meta({
        description: "The `nextCursor` of the page before. Opaque; bound to the organization and to this list.",
        minLength: 1,
        maxLength: 1_000,
      }),
    limit: z.int().min(1).max(bounds.maximum).default(bounds.default).meta({
      description: "How many records a page holds at most.",
    }),
  };
}
