import * as z from "zod";
import { Id, Instant } from "./values.ts";

/** A document as the record shows it that it is attached to; a deleted one stays attached. */
export const AttachedDocument = z.object({
  id: Id,
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  deletedAt: Instant.nullable(),
});
