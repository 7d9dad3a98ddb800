import type { Context } from "../../rpc/context.ts";
import { notifyMembers } from "../notifications/domain.ts";
import { listNotifiable, type Recipient } from "./store.notices.ts";
import type { TaskRow } from "./store.ts";

type Kind = "task.assigned" | "task.reminder" | "task.overdue" | "task.ready";

/** Notifies members in the portal. Neither the title nor a name: the portal shows the title to assignees. @param isMailed whether they also get a mail */
export async function notifyOfTask(context: Context, kind: Kind, task: TaskRow, recipients: readonly Recipient[], isMailed = false): Promise<void> {
  const { id: taskId, category, priority, dueDay } = task;
  const parameters = { taskId, caseNumber: task.case?.sequenceId ?? null, dueDay: dueDay === "9999-12-31" ? null : dueDay, category, priority };
  await notifyMembers(context, { kind, parameters }, recipients, isMailed ? recipients : []);
}

/** Notifies those of these members who are active and can sign in. */
export async function notifyAssignees(context: Context, kind: Kind, task: TaskRow, memberIds: readonly string[] = task.assignees.map(({ id }) => id)): Promise<void> {
  if (memberIds.length > 0) await notifyOfTask(context, kind, task, await listNotifiable(context, memberIds));
}
