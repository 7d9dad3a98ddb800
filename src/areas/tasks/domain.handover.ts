import { invalidInput, limitReached, recordInUse } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { lockActiveMemberForShare } from "../../rpc/authorize.ts";
import type { Context } from "../../rpc/context.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { recordTaskEvent } from "./domain.ts";
import {
  assignTasksToCase,
  lockTasksOfForUpdate,
  lockTasksOfMemberForUpdate,
  clearAssignedTeam,
  replaceAssignee,
} from "./store.owners.ts";
import { findTasks } from "./store.ts";

/** Each needs an event in the same transaction. */
const most = { ofLead: 500, ofTeam: 1_000, ofMember: 1_000 };

async function updateTasks(
  context: Context,
  taskIds: readonly string[],
  change: () => Promise<void>,
  eventType: Extract<EventType, `task.${string}`> = "task.updated",
): Promise<void> {
  if (taskIds.length === 0) return;
  const recordEvents = await trackChanges(
    () => findTasks(context, taskIds),
    (before, after) => recordTaskEvent(context, eventType, before, after),
  );
  await change();
  await recordEvents();
}

/**
 * Assigns the tasks of a locked lead to its case, too, and records `task.updated` for each.
 *
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function handOverTasks(context: Context, leadId: string, caseId: string): Promise<void> {
  const taskIds = await lockTasksOfForUpdate(context, "leadId", leadId, most.ofLead + 1);
  if (taskIds.length > most.ofLead) {
    throw limitReached(
      `The lead has more than ${most.ofLead} tasks; convert it with copyTasks false to leave them with the lead`,
    );
  }
  await updateTasks(context, taskIds, () => assignTasksToCase(context, taskIds, caseId));
}

/**
 * Clears the team of its tasks, and records `task.updated` for each.
 *
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function clearTeamOfTasks(context: Context, teamId: string): Promise<void> {
  const taskIds = await lockTasksOfForUpdate(context, "assignedTeamId", teamId, most.ofTeam + 1);
  if (taskIds.length > most.ofTeam) {
    throw recordInUse(
      `More than ${most.ofTeam} tasks are assigned to this team; assign them elsewhere first (GET /tasks?assignedTeamId= lists them)`,
    );
  }
  await updateTasks(context, taskIds, () => clearAssignedTeam(context, taskIds));
}

/**
 * Assigns a member's open tasks to another, and records `task.assigned` for each.
 *
 * @returns how many
 * @throws VALIDATION_FAILED at `reassignTasksTo` unless that is another active member; INVALID_STATE_TRANSITION when
 *   they are too many for one transaction
 */
export async function reassignTasks(context: Context, { from, to }: { from: string; to: string }): Promise<number> {
  if (from === to || !(await lockActiveMemberForShare(context, to)))
    throw invalidInput({ path: "reassignTasksTo", message: "must be another active member" });
  const taskIds = await lockTasksOfMemberForUpdate(context, from, most.ofMember + 1);
  if (taskIds.length > most.ofMember) {
    throw limitReached(
      `The member has more than ${most.ofMember} open tasks; reassign them first (GET /tasks?assigneeMemberId= lists them)`,
    );
  }
  await updateTasks(context, taskIds, () => replaceAssignee(context, taskIds, { from, to }), "task.assigned");
  return taskIds.length;
}
