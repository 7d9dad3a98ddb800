import * as z from "zod";
import { sortedPageInput, NamedListSort } from "../../../contract/page.ts";
import { Id, Instant, versionFields, visibleName } from "../../../contract/values/values.ts";

const name = visibleName(50)
  .refine((given) => given.trim() === given, "must not begin or end with a space")
  .meta({ minLength: 1, maxLength: 50, example: "Commercial policy" });
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, "must be a color such as #b45309, in lower case")
  .meta({ example: "#b45309" });

export const NewTag = z.strictObject({ name, color });
export type NewTag = z.infer<typeof NewTag>;

export const TagChanges = NewTag.partial();
export type TagChanges = z.infer<typeof TagChanges>;

export const Tag = z
  .object({
    id: Id,
    organizationId: Id,
    name: z.string(),
    color: z.string(),
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted tag.",
    }),
  })
  .meta({ id: "Tag" });
export type Tag = z.infer<typeof Tag>;

export const TagFilter = z.strictObject({
  ...sortedPageInput,
  sort: NamedListSort.default("newest"),
});
export type TagFilter = z.infer<typeof TagFilter>;

export const GivenTags = z
  .array(visibleName(50))
  .max(50)
  .meta({
    description: "Names of existing tags (GET /tags), ignoring case and invisible characters.",
    example: ["Commercial policy"],
  });
