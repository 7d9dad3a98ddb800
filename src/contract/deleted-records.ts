import * as z from "zod";
import { Id, Instant } from "./values/values.ts";

/** A deleted record in a list that includes them, without anything of its content. */
export const DeletedRecord = z
  .object({
    id: Id,
    isDeleted: z.literal(true),
    deletedAt: Instant,
    updatedAt: Instant,
    externalId: z.string().nullable(),
    mergedIntoClientId: Id.optional().meta({ description: "Of a client that was merged into another." }),
    mergedIntoContactId: Id.optional().meta({ description: "Of a contact that was merged into another." }),
  })
  .meta({ id: "DeletedRecord" });
export type DeletedRecord = z.infer<typeof DeletedRecord>;

/**
 * The elements of such a list. The deleted record comes first: a record without `isDeleted` is recognized by one absent
 * member.
 */
export const orDeleted = <Record extends z.ZodObject>(record: Record) => z.union([DeletedRecord, record]);

/** The records that are not deleted. */
export function withoutDeleted<Record extends object>(records: readonly Record[]): Exclude<Record, DeletedRecord>[] {
  return records.filter((record): record is Exclude<Record, DeletedRecord> => !("isDeleted" in record));
}

const includeDeleted = z
  .boolean()
  .optional()
  .meta({
    description:
      "`true` also returns records that were deleted, each in its place: `id`, `isDeleted`, `deletedAt`, `updatedAt` and `externalId`, and no other members. Requires `sort=updated`, and no filter " +
      "but `updatedSince` and the case. For a copy that has not read the feed for longer than events are kept.",
  });

/** The query of a GET that also returns a record that was deleted: it can be restored, or is the specification's. */
export const acceptDeletedRecord = {
  includeDeleted: z
    .boolean()
    .optional()
    .meta({ description: "`true` also returns the record if it was deleted: see `deletedAt`." }),
};

/**
 * The query of a GET that also returns a record that was merged into another.
 *
 * @param member that names the other
 */
export const acceptMergedRecord = (member: "mergedIntoClientId" | "mergedIntoContactId") => ({
  includeMerged: z
    .boolean()
    .optional()
    .meta({ description: `\`true\` also returns the record if it was merged into another: see \`${member}\`.` }),
});

const ofPages: readonly string[] = ["includeDeleted", "sort", "after", "limit", "view", "fields", "updatedSince"];

/**
 * The query of a list, with `includeDeleted`.
 *
 * @param owners filters that deleted records keep, such as `caseId`
 */
export function acceptDeleted<Shape extends z.core.$ZodShape>(
  query: z.ZodObject<Shape, z.core.$strict>,
  owners: readonly string[] = [],
) {
  const kept = new Set([...ofPages, ...owners]);
  return query.extend({ includeDeleted }).superRefine((given: Record<string, unknown>, context) => {
    if (given["includeDeleted"] !== true) return;
    if (given["sort"] !== "updated")
      context.addIssue({ code: "custom", path: ["includeDeleted"], message: "requires sort=updated" });
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined && !kept.has(name))
        context.addIssue({
          code: "custom",
          path: [name],
          message: "cannot be combined with includeDeleted: deleted records have no such member",
        });
    }
  });
}
