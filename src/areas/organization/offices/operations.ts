import * as z from "zod";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { createOffice, deleteOffice, getOffice, listOffices, updateOffice } from "./domain.ts";
import { NewOffice, Office, OfficeChanges, OfficeFilter } from "./schema.ts";

const reading = { area: "Org & Team", scope: "org:read" } as const;
const changing = { area: "Org & Team", scope: "org:write", readBy: "org:read" } as const;
const Chosen = z.strictObject({ officeId: Id });
const Shown = z.object({ office: Office });
const primaryRule =
  "If it becomes the primary office, the previous one is no longer primary, with an `office.updated` of its own.";

export const officeProcedures = {
  "offices.list": operation({
    ...reading,
    route: "GET /offices",
    summary: "List offices",
    description: "Returns the organization's offices, newest first by default. Deleted offices are not returned.",
  })
    .input(OfficeFilter)
    .output(z.object({ offices: z.array(Office), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listOffices(ctx, input)),

  "offices.create": operation({
    ...changing,
    route: "POST /offices",
    summary: "Create an office",
    description: `The first office is the primary one. ${primaryRule} Fails with 409 if another office has the name, ignoring case, or the \`externalId\`.`,
    emits: ["office.created"],
    mayEmit: ["office.updated"],
    created: { location: "/offices/{office.id}" },
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION", "NOT_FOUND"],
    etag: "office.revision",
  })
    .input(NewOffice)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ office: await createOffice(ctx, input) })),

  "offices.get": operation({
    ...reading,
    route: "GET /offices/{officeId}",
    summary: "Get an office",
    description: "`memberCount` can change without a new revision.",
    etag: "office.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ office: await getOffice(ctx, input.officeId) })),

  "offices.update": operation({
    ...changing,
    route: "PATCH /offices/{officeId}",
    summary: "Update an office",
    description: `Changes the fields that you send, at least one; \`null\` clears a field, and lists and \`address\` are replaced as a whole. ${primaryRule}`,
    emits: ["office.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY"],
    etag: "office.revision",
  })
    .input(OfficeChanges.extend({ officeId: Id }).refine(...changesSomething("officeId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { officeId, ...changes } }) => ({
      office: await updateOffice(ctx, officeId, changes),
    })),

  "offices.delete": operation({
    ...changing,
    route: "DELETE /offices/{officeId}",
    summary: "Delete an office",
    description:
      "Fails with 409 while active or invited members belong to it, and for the primary office while others exist.",
    emits: ["office.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteOffice(ctx, input.officeId))),
};
