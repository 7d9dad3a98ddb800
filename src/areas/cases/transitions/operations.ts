import * as z from "zod";
import { wholePageInput, listPageLimit, pageInput, HistorySort } from "../../../contract/page.ts";
import { pageOfWhole } from "../../../platform/database/lists/whole-list.ts";
import { Id, text } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { listStageGates, putStageGate } from "../gates/domain.ts";
import { listStageHistory, matterTransitions, moveCase } from "./domain.ts";
import { GateSetting, StageGate } from "../gates/schema.ts";
import { CaseType } from "../schema.input.ts";
import { CaseDetail } from "../schema.ts";
import { StageEntry, Transition } from "./schema.ts";

const area = "Cases";
const reading = { area, scope: "cases:read" } as const;
const changing = { area, scope: "cases:write", readBy: "cases:read" } as const;

const moves = Object.entries(matterTransitions)
  .map(([from, to]) => `\`${from}\` → ${to.map((status) => `\`${status}\``).join(", ")}`)
  .join("; ");

export const transitionProcedures = {
  "cases.transition": operation({
    ...changing,
    route: "POST /cases/{caseId}/transitions",
    echoes: ["case.matterStage", "case.matterStatus"],
    summary: "Transition case stage or status",
    description:
      `Status transitions: ${moves}. A case can enter any stage whose gates are satisfied (GET /case-stage-gates); otherwise the request ` +
      "fails with 409 and a remedy for each unsatisfied gate. `force` with a `reason` bypasses gates. Stage and status are closed together: " +
      "`toStage: closed` and `toStatus: closed` mean the same, and a reopened case returns to its stage before closing unless you send `toStage`. " +
      "A move of both stage and status emits both events.",
    mayEmit: ["case.stage_changed", "case.status_changed", "task.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "case.updatedAt",
  })
    .input(Transition)
    .output(z.object({ case: CaseDetail }))
    .mutation(async ({ ctx, input: { caseId, ...wanted } }) => ({ case: await moveCase(ctx, caseId, wanted) })),

  "cases.stageHistory.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/stage-history",
    summary: "List stage history",
    description:
      "Returns every change of stage or status, with its actor, reason and duration. The first entry is the creation of the case.",
  })
    .input(z.strictObject({ ...pageInput(listPageLimit), caseId: Id, sort: HistorySort.default("newest") }))
    .output(z.object({ stageHistory: z.array(StageEntry), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { caseId, ...query } }) => listStageHistory(ctx, caseId, query)),

  "caseStageGates.list": operation({
    ...reading,
    route: "GET /case-stage-gates",
    summary: "List stage gates",
    description:
      "Returns the gates of each stage in order: for one case type, or for all types without their own gates.",
  })
    .input(z.strictObject({ ...wholePageInput, caseType: CaseType.optional() }))
    .output(z.object({ stageGates: z.array(StageGate), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input: { caseType = null, ...query } }) => {
      const list = {
        organizationId: ctx.organizationId,
        name: `stage-gates ${caseType ?? ""}`,
        keyOf: ({ stage }: StageGate) => stage,
      };
      const { rows: stageGates, nextCursor } = pageOfWhole(list, await listStageGates(ctx, caseType), query);
      return { stageGates, nextCursor };
    }),

  "caseStageGates.set": operation({
    ...changing,
    route: "PUT /case-stage-gates/{stage}",
    summary: "Set stage gates",
    description:
      "Sets the gates that cases of a type, or of all types, must satisfy to enter the stage. Replaces the previous gates. See GET /metadata/stageGate for their names.",
    emits: ["case_stage_gate.updated"],
    errors: ["STALE_REVISION"],
    etag: "stageGate.revision",
  })
    .input(z.strictObject({ ...GateSetting, stage: text(1, 50) }))
    .output(z.object({ stageGate: StageGate }))
    .mutation(async ({ ctx, input: { stage, ...setting } }) => ({
      stageGate: await putStageGate(ctx, stage, setting),
    })),
};
