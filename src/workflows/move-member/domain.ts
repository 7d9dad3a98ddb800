import { reassignTasks } from "../../areas/tasks/domain.handover.ts";
import { moveMember, type MovedMember } from "../../areas/team/domain.transitions.ts";
import type { MemberTransition } from "../../areas/team/schema.ts";
import type { Context } from "../../rpc/context.ts";

/**
 * Moves a member to another status, and their open tasks to another member if one is named.
 * @throws as moveMember and reassignTasks
 */
export async function moveMemberWithTasks(context: Context, { reassignTasksTo, ...transition }: MemberTransition): Promise<MovedMember & { reassignedTasks: number }> {
  const moved = await moveMember(context, transition);
  const reassignedTasks = reassignTasksTo === undefined ? 0 : await reassignTasks(context, { from: transition.memberId, to: reassignTasksTo });
  return { ...moved, reassignedTasks };
}
