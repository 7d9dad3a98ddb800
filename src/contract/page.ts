import * as z from "zod";

/** Bounds of `limit`. Source: specification, "Limits"; contract, "Lists". */
export const eventPageLimit = { maximum: 500, default: 100 } as const;

/** The query of a keyset list: `after` and `limit`, both optional. */
export function pageInput(bounds: { maximum: number; default: number }) {
  return {
    after: z.string().min(1).max(500).optional().meta({
      description: "The `nextCursor` of the page before. Opaque; bound to the organization and to this list.",
    }),
    limit: z.int().min(1).max(bounds.maximum).default(bounds.default).meta({
      description: "How many records a page holds at most.",
    }),
  };
}
