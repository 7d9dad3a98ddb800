import type { Context } from "../../../rpc/context.ts";
import { notifyMembers } from "../../notifications/domain.ts";
import { listNotifiable, type Notifiable } from "../../notifications/preferences/domain.ts";
import type { TaskRow } from "../store.ts";

type Kind = "task.assigned" | "task.reminder" | "task.overdue" | "task.ready";

/** The preference that can lower a kind; the others are notifications in the portal alone. */
const preferences = { "task.assigned": "taskAssigned", "task.reminder": "taskReminder" } as const;

/**
 * Notifies members as each prefers. A notification has neither the title nor a name: the portal shows the title to
 * assignees.
 *
 * @param to `channel`: the most that they get, a notification in the portal or an email, too
 */
export async function notifyOfTask(
  context: Context,
  kind: Kind,
  task: TaskRow,
  { recipients, channel }: { recipients: readonly Notifiable[]; channel: "email" | "portal" },
): Promise<void> {
  const preference = kind in preferences ? preferences[kind as keyof typeof preferences] : null;
  const notified = recipients.filter((recipient) => preference === null || recipient[preference] !== "none");
  const mailed = notified.filter(
    (recipient) => channel === "email" && preference !== null && recipient[preference] === "email",
  );
  const { id: taskId, category, priority, dueDay } = task;
  const parameters = {
    taskId,
    caseNumber: task.case?.sequenceId ?? null,
    dueDay: dueDay === "9999-12-31" ? null : dueDay,
    category,
    priority,
  };
  await notifyMembers(context, { kind, parameters }, notified, mailed);
}

/**
 * Notifies those of these members who are active and can sign in. Mails are of assignments that somebody makes: a
 * template would send one for each of its tasks.
 */
export async function notifyAssignees(
  context: Context,
  kind: Kind,
  task: TaskRow,
  memberIds: readonly string[] = task.assignees.map(({ id }) => id),
): Promise<void> {
  const channel = kind === "task.assigned" && task.applicationId === null ? "email" : "portal";
  if (memberIds.length > 0)
    await notifyOfTask(context, kind, task, { recipients: await listNotifiable(context, memberIds), channel });
}
