import * as z from "zod";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { replaceTags, tags } from "./domain.ts";
import { CaseDetail } from "../schema.ts";
import { GivenTags, NewTag, Tag, TagChanges, TagFilter } from "./schema.ts";

const changing = { area: "Cases", scope: "cases:write", readBy: "cases:read" } as const;
const reading = { area: "Cases", scope: "cases:read" } as const;
const Chosen = z.strictObject({ tagId: Id });
const Shown = z.object({ tag: Tag });

export const tagProcedures = {
  "tags.list": operation({
    ...reading,
    route: "GET /tags",
    summary: "List tags",
    description: "Returns the organization's tags, newest first by default. Deleted tags are not returned.",
  })
    .input(TagFilter)
    .output(z.object({ tags: z.array(Tag), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input }) => {
      const page = await tags.list(ctx, input);
      return { tags: page.records, nextCursor: page.nextCursor };
    }),

  "tags.get": operation({
    ...reading,
    route: "GET /tags/{tagId}",
    summary: "Get a tag",
    etag: "tag.revision",
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ tag: await tags.get(ctx, { id: input.tagId }) })),

  "tags.create": operation({
    ...changing,
    route: "POST /tags",
    summary: "Create a tag",
    description: "Fails with 409 if another tag has the name, ignoring case and invisible characters.",
    emits: ["tag.created"],
    created: { location: "/tags/{tag.id}" },
    errors: ["DUPLICATE_ENTRY"],
    etag: "tag.revision",
  })
    .input(NewTag)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ tag: await tags.create(ctx, input) })),

  "tags.update": operation({
    ...changing,
    route: "PATCH /tags/{tagId}",
    summary: "Update a tag",
    description:
      "Changes the fields that you send, at least one, on all cases with the tag. The ETags of these cases change. Only `tag.updated` is recorded, with " +
      "the cases in `relatedIds`: if you keep copies of cases, change the tag in them, or read them again.",
    emits: ["tag.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY"],
    etag: "tag.revision",
  })
    .input(TagChanges.extend({ tagId: Id }).refine(...changesSomething("tagId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { tagId, ...changes } }) => ({
      tag: await tags.update(ctx, { id: tagId }, changes),
    })),

  "tags.delete": operation({
    ...changing,
    route: "DELETE /tags/{tagId}",
    summary: "Delete a tag",
    description: "Fails with 409 while a case has the tag. Afterwards its name can be used again.",
    emits: ["tag.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => tags.delete(ctx, { id: input.tagId }))),

  "cases.tags.set": operation({
    ...changing,
    route: "PUT /cases/{caseId}/tags",
    summary: "Replace the tags of a case",
    description:
      "Replaces the tags of the case; an empty list removes all. An unknown name fails with 400. " +
      "Records `case.updated`, and `case.tag_added` or `case.tag_removed` for tags that were added or removed.",
    emits: ["case.updated"],
    mayEmit: ["case.tag_added", "case.tag_removed"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "case.updatedAt",
  })
    .input(z.strictObject({ caseId: Id, tags: GivenTags }))
    .output(z.object({ case: CaseDetail }))
    .mutation(async ({ ctx, input }) => ({ case: await replaceTags(ctx, input.caseId, input.tags) })),
};
