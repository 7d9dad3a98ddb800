import * as z from "zod";
import { deleteTeam } from "../../areas/team/teams/domain.ts";
import { teamDeletionExamples } from "../../areas/team/teams/examples.ts";
import { unshareReports } from "../../areas/reports/domain.teams.ts";
import { clearTeamOfTasks } from "../../areas/tasks/domain.handover.ts";
import { Id } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";

/** Part of the router `teams`; a workflow, because tasks and reports lose the team. */
export const teamDeletionProcedures = {
  "teams.delete": operation({
    area: "Org & Team",
    scope: "org:write",
    readBy: "org:read",
    route: "DELETE /teams/{teamId}",
    summary: "Delete a team",
    description:
      "Fails with 409 while leads are assigned to the team, or more than 1,000 tasks; its tasks stay without a team, and saved reports are no longer shared with it. Afterwards its name can be used again.",
    emits: ["team.deleted"],
    mayEmit: ["task.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ teamId: Id }))
    .output(Nothing)
    .mutation(
      nothing(async ({ ctx, input: { teamId } }) => {
        await deleteTeam(ctx, teamId);
        await clearTeamOfTasks(ctx, teamId);
        await unshareReports(ctx, teamId);
      }),
    ),
};

export const teamDeletion = defineArea(teamDeletionProcedures, { examples: teamDeletionExamples });
