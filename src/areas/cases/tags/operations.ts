import * as z from "zod";
import { Id } from "../../../contract/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { createTag, deleteTag, getTag, listTags, replaceTags, updateTag } from "./domain.ts";
import { showCase } from "../domain.ts";
import { CaseDetail } from "../schema.ts";
import { GivenTags, NewTag, Tag, TagChanges, TagFilter } from "./schema.ts";

const changing = { area: "Cases", scope: "cases:write", tier: "write", idempotency: "required" } as const;
const reading = { area: "Cases", scope: "cases:read", tier: "read", idempotency: "none" } as const;
const Chosen = z.strictObject({ tagId: Id });
const Shown = z.object({ tag: Tag });

/** The organization's tags, and which of them a case has. */
export const tagProcedures = {
  listTags: operation({
    ...reading,
    method: "GET",
    path: "/tags",
    summary: "List tags",
    description: "The organization's tags, newest first unless sorted otherwise. Deleted ones are not shown.",
  })
    .input(z.strictObject(TagFilter))
    .output(z.object({ tags: z.array(Tag), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listTags(ctx, input)),

  getTag: operation({
    ...reading,
    method: "GET",
    path: "/tags/{tagId}",
    summary: "Get a tag",
    errors: ["NOT_FOUND"],
    etag: "tag.revision",
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ tag: await getTag(ctx, input.tagId) })),

  createTag: operation({
    ...changing,
    method: "POST",
    path: "/tags",
    summary: "Create a tag",
    description: "409 when another tag has the name, regardless of case.",
    emits: ["tag.created"],
    created: { location: "/tags/{tag.id}" },
    errors: ["DUPLICATE_ENTRY"],
    etag: "tag.revision",
  })
    .input(NewTag)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ tag: await createTag(ctx, input) })),

  updateTag: operation({
    ...changing,
    method: "PATCH",
    path: "/tags/{tagId}",
    summary: "Update a tag",
    description:
      "Changes the fields that are sent, at least one, on every case that has the tag. The cases' ETags move; `tag.updated` is the one event, and " +
      "who keeps copies of cases changes the tag in them, or reads them anew (GET /cases?tag=).",
    emits: ["tag.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "DUPLICATE_ENTRY"],
    etag: "tag.revision",
  })
    .input(TagChanges.extend({ tagId: Id }).refine((input) => Object.keys(input).length > 1, { path: ["body"], message: "must change at least one field" }))
    .output(Shown)
    .mutation(async ({ ctx, input: { tagId, ...changes } }) => ({ tag: await updateTag(ctx, tagId, changes) })),

  deleteTag: operation({
    ...changing,
    method: "DELETE",
    path: "/tags/{tagId}",
    summary: "Delete a tag",
    description: "409 while a case has it. Its name is then free.",
    emits: ["tag.deleted"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await deleteTag(ctx, input.tagId);
      return {};
    }),

  replaceTags: operation({
    ...changing,
    method: "PUT",
    path: "/cases/{caseId}/tags",
    summary: "Replace the tags of a case",
    description:
      "The case has just these tags afterwards; an empty list takes all off. A name that is no tag is refused (400). " +
      "`case.updated` is told in any case, `case.tag_added` and `case.tag_removed` where some were.",
    emits: ["case.updated"],
    mayEmit: ["case.tag_added", "case.tag_removed"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "case.updatedAt",
  })
    .input(z.strictObject({ caseId: Id, tags: GivenTags }))
    .output(z.object({ case: CaseDetail }))
    .mutation(async ({ ctx, input }) => ({ case: showCase(ctx, await replaceTags(ctx, input.caseId, input.tags)) })),
};
