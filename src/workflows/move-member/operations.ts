import * as z from "zod";
import { memberTransitionExamples } from "../../areas/team/examples.ts";
import { keyLimits, managing } from "../../areas/team/operations.ts";
import { Member, MemberTransition } from "../../areas/team/schema.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { moveMemberWithTasks } from "./domain.ts";

/** Part of the router `members`; a workflow, because open tasks get another assignee. */
export const memberTransitionProcedures = {
  "members.transition": operation({
    ...managing,
    route: "POST /members/{memberId}/transitions",
    echoes: ["member.status"],
    summary: "Suspend, deactivate or reactivate a member",
    description:
      "Takes effect with the member's next request. Transitions: invited → deactivated (withdraws the invitation); active → suspended, deactivated; suspended → active, deactivated; " +
      "deactivated → active. A member who never accepted is invited again. `GET /members/{memberId}/deactivation-preview` returns what depends on a member. " +
      keyLimits +
      "Calendar feeds of a member who is suspended or deactivated are revoked. The last owner, and the last member who manages members, stay active (409). Open tasks stay with the member unless `reassignTasksTo` names another.",
    confirm: "second_factor",
    mayEmit: [
      "member.suspended",
      "member.deactivated",
      "member.reactivated",
      "member.updated",
      "integration_key.misconfigured",
      "integration_key.updated",
      "task.assigned",
      "calendar_feed.revoked",
    ],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(MemberTransition)
    .output(
      z.object({
        member: Member,
        stoppedKeys: z.int().meta({ description: "Keys that stopped." }),
        reassignedKeys: z.int().meta({ description: "Keys for which another attorney acts now." }),
        reassignedTasks: z.int().meta({ description: "Open tasks that are assigned to another member now." }),
      }),
    )
    .mutation(({ ctx, input }) => moveMemberWithTasks(ctx, input)),
};

export const memberTransition = defineArea(memberTransitionProcedures, { examples: memberTransitionExamples });
