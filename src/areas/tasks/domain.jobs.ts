import { recordAuditEntry, type Context } from "../../rpc/context.ts";
import { runDueActions } from "../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../rpc/unit-of-work.ts";
import { notifyAssignees, notifyOfTask } from "./reminders/domain.notices.ts";
import { recordTaskEvent, relateTask } from "./domain.ts";
import { listNotifiable, type Notifiable } from "../notifications/preferences/domain.ts";
import {
  endReminder,
  findTeamLead,
  listDelegates,
  listDueReminders,
  listOverdueTasks,
  lockDueReminderForUpdate,
  markOverdue,
} from "./reminders/store.ts";
import { findTasks, type TaskRow } from "./store.ts";

type Database = UnitOfWork["database"];
const sending: DeclaredAction = { name: "tasks.remind", canRecordEvent: [] };
const marking: DeclaredAction = { name: "tasks.fallDue", canRecordEvent: ["task.overdue"] };
/** A reminder that is later than this is missed. */
const maxHoursLate = 24;

/**
 * Sends the reminders that are due, each in its own transaction.
 *
 * @returns how many this process sent, or ended without a recipient
 */
export function sendTaskReminders(database: Database): Promise<number> {
  return runDueActions(database, sending, (batch) => listDueReminders(database, batch), sendReminder);
}

/**
 * Records `task.overdue` of the tasks that are past their due day in the organization's time zone, once for each day.
 *
 * @returns of how many
 */
export function markOverdueTasks(database: Database): Promise<number> {
  return runDueActions(database, marking, (batch) => listOverdueTasks(database, batch), recordOverdue);
}

/** Whether nothing of the task is due: it has ended, or its case is archived. */
const isInactive = ({ isOpen, caseStatus }: TaskRow) => !isOpen || caseStatus === "archived";

/**
 * Decides again with the reminder locked.
 *
 * @returns whether it was ended
 */
async function sendReminder(context: Context, reminderId: string): Promise<boolean> {
  const reminder = await lockDueReminderForUpdate(context, reminderId);
  if (reminder === undefined) return false;
  const [task] = await findTasks(context, [reminder.taskId]);
  if (task === undefined || isInactive(task)) return false;
  recordAuditEntry(context, { entity: "task", id: task.id }, relateTask(task));
  if (reminder.hoursLate > maxHoursLate) {
    await endReminder(context, reminderId, "missed");
    return true;
  }
  const recipients = await findRecipients(context, task);
  await endReminder(context, reminderId, recipients.length === 0 ? "no_recipient" : "sent");
  const channel = reminder.channel === "email" ? "email" : "portal";
  await notifyOfTask(context, "task.reminder", task, { recipients, channel });
  return true;
}

/**
 * The assignees, with the delegates of those who are absent. A task without assignees has the team's lead, else the
 * attorney for whom it was created.
 */
async function findRecipients(
  context: Context,
  { assignees, assignedTeam, onBehalfOf }: TaskRow,
): Promise<Notifiable[]> {
  const ids = assignees.map(({ id }) => id);
  if (ids.length > 0) return listNotifiable(context, [...new Set([...ids, ...(await listDelegates(context, ids))])]);
  const lead = assignedTeam === null ? undefined : await findTeamLead(context, assignedTeam.id);
  const instead = lead ?? onBehalfOf?.id;
  return instead === undefined ? [] : listNotifiable(context, [instead]);
}

async function recordOverdue(context: Context, taskId: string): Promise<boolean> {
  const [task] = await findTasks(context, [taskId]);
  if (task === undefined || isInactive(task) || !(await markOverdue(context, taskId, task.today))) return false;
  recordTaskEvent(context, "task.overdue", task, task);
  await notifyAssignees(context, "task.overdue", task);
  return true;
}
