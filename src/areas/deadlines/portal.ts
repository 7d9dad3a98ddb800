import * as z from "zod";
import { Id } from "../../contract/values/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { caseFollows } from "./domain.records.ts";
import { decideMove } from "./changes/domain.decide-move.ts";
import { decideDeadline, findObstacles } from "./changes/domain.verify.ts";
import { updatePolicy } from "./policy/domain.ts";
import { DeadlinePolicy, PolicyChanges } from "./policy/schema.ts";
import { DeadlineDecision, DecisionOnMove } from "./schema.input.ts";
import { Deadline } from "./schema.ts";

const Obstacle = z.enum(["permission", "attorney", "second_person"]).nullable();

export const deadlinesPortal = {
  "deadlines.obstacles": portalOperation({
    summary: "Whether the member may decide on a deadline, and why not",
    permission: "deadlines:view",
    tier: "read",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ deadlineId: Id }))
    .output(z.object({ date: Obstacle, transition: Obstacle, recalculation: Obstacle }))
    .query(({ ctx, input: { deadlineId } }) => findObstacles(ctx, deadlineId)),

  "deadlines.decide": portalOperation({
    summary: "Verify or dispute a date, confirm or reject what waits",
    permission: "deadlines:verify",
    tier: "write",
    confirm: "second_factor",
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    mayEmit: [
      "deadline.verified",
      "deadline.disputed",
      "deadline.updated",
      "deadline.recalculated",
      "deadline.recalculation_proposed",
      "deadline.transition_rejected",
      "deadline.waived",
      "deadline.superseded",
      "deadline.cancelled",
      ...caseFollows,
    ],
  })
    .input(DeadlineDecision.extend({ deadlineId: Id }))
    .output(z.object({ deadline: Deadline }))
    .mutation(async ({ ctx, input: { deadlineId, ...decision } }) => ({
      deadline: await decideDeadline(ctx, deadlineId, decision),
    })),

  "deadlines.decideMove": portalOperation({
    summary: "Confirm or reject several later dates of a case",
    permission: "deadlines:verify",
    tier: "write",
    confirm: "second_factor",
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    mayEmit: ["deadline.recalculated", "deadline.recalculation_proposed", "deadline.updated", ...caseFollows],
  })
    .input(DecisionOnMove)
    .output(z.object({ deadlines: z.array(Deadline) }))
    .mutation(async ({ ctx, input }) => ({ deadlines: await decideMove(ctx, input) })),

  "deadlinePolicy.update": portalOperation({
    summary: "Change the firm's deadline policy",
    permission: "deadlines:manage",
    tier: "write",
    confirm: "second_factor",
    emits: ["deadline_policy.updated"],
  })
    .input(PolicyChanges.refine((changes) => Object.keys(changes).length > 0, "must change at least one field"))
    .output(z.object({ deadlinePolicy: DeadlinePolicy }))
    .mutation(async ({ ctx, input }) => ({ deadlinePolicy: await updatePolicy(ctx, input) })),
};
