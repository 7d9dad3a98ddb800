import { revokeFeedsOfMember } from "../../areas/calendar/feeds/domain.ts";
import { reassignTasks } from "../../areas/tasks/domain.handover.ts";
import { moveMember, type MovedMember } from "../../areas/team/domain.transitions.ts";
import type { MemberTransition } from "../../areas/team/schema.ts";
import type { Context } from "../../rpc/context.ts";

/**
 * Moves a member to another status, and their open tasks to another member if one is named. The calendar feeds of a
 * member who leaves, or is suspended, are revoked.
 *
 * @throws as moveMember and reassignTasks
 */
export async function moveMemberWithTasks(
  context: Context,
  { reassignTasksTo, ...transition }: MemberTransition,
): Promise<MovedMember & { reassignedTasks: number }> {
  const moved = await moveMember(context, transition);
  if (transition.toStatus !== "active") await revokeFeedsOfMember(context, transition.memberId);
  const reassignedTasks =
    reassignTasksTo === undefined
      ? 0
      : await reassignTasks(context, { from: transition.memberId, to: reassignTasksTo });
  return { ...moved, reassignedTasks };
}
