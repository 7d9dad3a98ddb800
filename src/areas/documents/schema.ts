import * as z from "zod";
import { Id, Instant, Revision, text } from "../../contract/values.ts";

/** Control characters and the separators of paths. */
const forbiddenInName = /[\p{Cc}/\\]/u;

/** A folder's name. Source: contract, "Ids, values, bodies". */
export const FolderName = text(1, 255)
  .refine((name) => !forbiddenInName.test(name), "must not contain /, \\ or control characters")
  .refine((name) => name.trim() !== "", "must not be blank")
  .refine((name) => name !== "." && name !== "..", "must not be . or ..")
  .meta({ minLength: 1, maxLength: 255 });

export const Folder = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    parentFolderId: Id.nullable(),
    name: z.string(),
    path: z.string().meta({ description: "The names from the case down to this folder, joined by `/`.", example: "Medical Records/Mercy General" }),
    depth: z.int().meta({ description: "1 for a folder directly below the case." }),
    ownerAttorneyId: Id.nullable(),
    revision: Revision,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Folder" });
export type Folder = z.infer<typeof Folder>;
