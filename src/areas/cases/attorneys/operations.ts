import * as z from "zod";
import { wholePageInput } from "../../../contract/page.ts";
import { pageOfWhole } from "../../../platform/database/lists/whole-list.ts";
import { Id } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { assignAttorney, listAttorneys, unassignAttorney } from "./domain.ts";
import { AttorneyRole, GivenAttorney } from "../schema.input.ts";
import { CaseAttorney, CaseDetail } from "../schema.ts";

const changing = { area: "Cases", scope: "cases:write", readBy: "cases:read" } as const;

export const attorneyProcedures = {
  "cases.attorneys.list": operation({
    route: "GET /cases/{caseId}/attorneys",
    summary: "List the attorneys of a case",
    description:
      "Returns the attorneys in the order of assignment; an attorney with several roles appears once per role.",
    area: "Cases",
    scope: "cases:read",
  })
    .input(z.strictObject({ ...wholePageInput, caseId: Id }))
    .output(z.object({ attorneys: z.array(CaseAttorney), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input: { caseId, ...query } }) => {
      const list = {
        organizationId: ctx.organizationId,
        name: `attorneys ${caseId}`,
        keyOf: ({ attorneyId, role }: { attorneyId: string; role: string }) => `${attorneyId} ${role}`,
      };
      const { rows: attorneys, nextCursor } = pageOfWhole(list, await listAttorneys(ctx, caseId), query);
      return { attorneys, nextCursor };
    }),

  "cases.attorneys.assign": operation({
    route: "POST /cases/{caseId}/attorneys",
    summary: "Assign an attorney to a case",
    description:
      "Assigns an active attorney of the firm to the case in a role. A case has one lead: a new lead replaces the previous one " +
      "and becomes the case's `attorneyId`. Fails with 409 if the attorney already has the role, or is not active.",
    ...changing,
    emits: ["case.attorney_assigned"],
    mayEmit: ["case.attorney_unassigned"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "case.updatedAt",
  })
    .input(GivenAttorney.extend({ caseId: Id }))
    .output(z.object({ case: CaseDetail }))
    .mutation(async ({ ctx, input: { caseId, ...attorney } }) => ({
      case: await assignAttorney(ctx, caseId, attorney),
    })),

  "cases.attorneys.unassign": operation({
    route: "DELETE /cases/{caseId}/attorneys/{attorneyId}",
    summary: "Unassign an attorney from a case",
    description:
      "Unassigns the attorney from the given role, or from all roles. A case without a lead has no `attorneyId`.",
    ...changing,
    emits: ["case.attorney_unassigned"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ caseId: Id, attorneyId: Id, role: AttorneyRole.optional() }))
    .output(Nothing)
    .mutation(
      nothing(({ ctx, input: { caseId, attorneyId, role } }) => unassignAttorney(ctx, caseId, attorneyId, role)),
    ),
};
