import * as z from "zod";

/** No sum of a settlement, and of clients' money, exceeds the safe integers. */
export const maxCents = 10_000_000_000_000;

/** US cents that a caller gives. */
export const givenCents = (minimum: 0 | 1, example: number) =>
  z.int().min(minimum).max(maxCents).meta({ description: "US cents.", example });
