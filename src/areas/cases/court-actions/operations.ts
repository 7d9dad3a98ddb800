import * as z from "zod";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { dayEvents } from "../domain.day-followers.ts";
import { courtActions, listCourtActions, updateCourtAction } from "./domain.ts";
import { CourtAction, CourtActionChanges, CourtActionPage, CourtActionQuery, NewCourtAction } from "./schema.ts";

// Notes are privileged.
const reading = { area: "Cases", scope: "cases:read", mcp: "optIn" } as const;
const changing = { area: "Cases", scope: "cases:write", readBy: "cases:read", mcp: "optIn" } as const;
const Chosen = z.strictObject({ caseId: Id, courtActionId: Id });
const Shown = z.object({ courtAction: CourtAction });
const Listed = z.object({ courtActions: z.array(CourtAction), nextCursor: z.string().nullable() });

export const courtActionProcedures = {
  "cases.courtActions.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/court-actions",
    summary: "List the court actions of a case",
    description: "Returns the court actions newest first by default. Deleted ones are not returned.",
  })
    .input(CourtActionPage.extend({ caseId: Id }))
    .output(Listed)
    .query(async ({ ctx, input }) => {
      const page = await courtActions.list(ctx, input);
      return { courtActions: page.records, nextCursor: page.nextCursor };
    }),

  "cases.courtActions.get": operation({
    ...reading,
    route: "GET /cases/{caseId}/court-actions/{courtActionId}",
    summary: "Get a court action of a case",
    description:
      "Use the ETag only for `If-Match`: a contact's name can change without a new revision of the court action, so the response is never 304.",
    etag: "courtAction.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input: { caseId, courtActionId } }) => ({
      courtAction: await courtActions.get(ctx, { caseId, id: courtActionId }),
    })),

  "cases.courtActions.create": operation({
    ...changing,
    route: "POST /cases/{caseId}/court-actions",
    summary: "Create a court action of a case",
    description:
      "Requires `courtContactId` or `courtName`; the referenced contacts must exist. Fails with 409 for a docket number that another court action of the case has, for a second primary one, beyond 200 of a case, and while the case is archived.",
    emits: ["court_action.created"],
    created: { location: "/cases/{courtAction.caseId}/court-actions/{courtAction.id}" },
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "courtAction.revision",
  })
    .input(NewCourtAction.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ courtAction: await courtActions.create(ctx, input) })),

  "cases.courtActions.update": operation({
    ...changing,
    route: "PATCH /cases/{caseId}/court-actions/{courtActionId}",
    summary: "Update a court action of a case",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. A `status` before the current one fails with 409 without `statusReason`. Deadlines that are counted from `filedOn` follow: " +
      "an earlier date applies at once, a later one waits for a second person.",
    mayEmit: ["court_action.updated", "court_action.status_changed", ...dayEvents],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "courtAction.revision",
  })
    .input(
      CourtActionChanges.extend({ caseId: Id, courtActionId: Id }).refine(
        ...changesSomething("caseId", "courtActionId"),
      ),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, courtActionId, ...changes } }) => ({
      courtAction: await updateCourtAction(ctx, { caseId, id: courtActionId }, changes),
    })),

  "cases.courtActions.delete": operation({
    ...changing,
    route: "DELETE /cases/{caseId}/court-actions/{courtActionId}",
    summary: "Delete a court action of a case",
    description: "Fails with 409 while an open deadline is counted from its `filedOn`.",
    emits: ["court_action.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(
      nothing(({ ctx, input: { caseId, courtActionId } }) => courtActions.delete(ctx, { caseId, id: courtActionId })),
    ),

  "courtActions.list": operation({
    ...reading,
    route: "GET /court-actions",
    summary: "List the court actions of all cases",
    description:
      "Returns the court actions that match all filters, newest first by default, without deleted ones and those of deleted cases.",
  })
    .input(CourtActionQuery)
    .output(Listed)
    .query(({ ctx, input }) => listCourtActions(ctx, input)),
};
