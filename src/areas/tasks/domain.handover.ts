import { AppError } from "../../contract/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { recordTaskEvent } from "./domain.ts";
import { assignTasksToCase, lockTasksOf, removeTeam } from "./store.owners.ts";
import { findTasks } from "./store.ts";

/** Each needs an event in the same transaction. */
const most = { ofLead: 500, ofTeam: 1_000 };

async function changeAll(context: Context, taskIds: readonly string[], change: () => Promise<void>): Promise<void> {
  if (taskIds.length === 0) return;
  const recordEvents = await trackChanges(() => findTasks(context, taskIds), (before, after) => recordTaskEvent(context, "task.updated", before, after));
  await change();
  await recordEvents();
}

/**
 * Assigns the tasks of a locked lead to its case, too, and records `task.updated` for each.
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function handOverTasks(context: Context, leadId: string, caseId: string): Promise<void> {
  const taskIds = await lockTasksOf(context, "leadId", leadId, most.ofLead + 1);
  if (taskIds.length > most.ofLead) {
    throw new AppError("INVALID_STATE_TRANSITION", `The lead has more than ${most.ofLead} tasks; convert it with copyTasks false to leave them with the lead`, {}, { errorReason: "limit_reached" });
  }
  await changeAll(context, taskIds, () => assignTasksToCase(context, taskIds, caseId));
}

/** Takes a team off its tasks, and records `task.updated` for each. @throws INVALID_STATE_TRANSITION when they are too many for one transaction */
export async function leaveTeam(context: Context, teamId: string): Promise<void> {
  const taskIds = await lockTasksOf(context, "assignedTeamId", teamId, most.ofTeam + 1);
  if (taskIds.length > most.ofTeam) {
    throw new AppError("INVALID_STATE_TRANSITION", `More than ${most.ofTeam} tasks are assigned to this team; assign them elsewhere first (GET /tasks?assignedTeamId= lists them)`, {}, { errorReason: "record_in_use" });
  }
  await changeAll(context, taskIds, () => removeTeam(context, taskIds));
}
