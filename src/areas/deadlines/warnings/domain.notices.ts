import type { Context } from "../../../rpc/context.ts";
import { notifyOfDeadline } from "../../notifications/domain.deadlines.ts";
import type { DeadlineType } from "../../../contract/closed-sets/deadline-type.ts";
import { labelOf } from "../enumerations.ts";
import { findLeadAttorney } from "./store.jobs.ts";
import type { DeadlineRow } from "../store.ts";

/** From so many days on, those who manage deadlines are warned, too. */
const urgentDays = 3;

/** Of a deadline of the firm's own type only that it is one: the title says what, and is not mailed. */
const describe = (row: DeadlineRow) => ({ deadlineId: row.id, typeName: labelOf(row.type as DeadlineType), caseNumber: row.case.sequenceId, isVerified: row.verificationStatus === "verified" });

const listResponsible = async (context: Context, { caseId, assignees }: DeadlineRow) => {
  const lead = await findLeadAttorney(context, caseId);
  return [...assignees.map(({ id }) => id), ...(lead === null ? [] : [lead])];
};

/** Notifies the assignees, the case's lead attorney and those who manage deadlines. */
export async function notifyOfMissed(context: Context, row: DeadlineRow): Promise<void> {
  await notifyOfDeadline(context, { kind: "deadline.missed", parameters: { ...describe(row), dueOn: row.dueOn } }, await listResponsible(context, row), true);
}

/** Notifies the assignees and the case's lead attorney, and from three days on those who manage deadlines. */
export async function notifyOfApproaching(context: Context, row: DeadlineRow, daysLeft: number): Promise<void> {
  const notice = { kind: "deadline.approaching", parameters: { ...describe(row), daysLeft, effectiveOn: row.effectiveOn } } as const;
  await notifyOfDeadline(context, notice, await listResponsible(context, row), daysLeft <= urgentDays);
}

/** Reminds the assignees and the case's lead attorney that time does not run. */
export async function notifyOfTolling(context: Context, row: DeadlineRow): Promise<void> {
  await notifyOfDeadline(context, { kind: "deadline.tolled", parameters: describe(row) }, await listResponsible(context, row), false);
}

/** Notifies those who set the date and those who disputed it; of a date that nobody in the firm set, its assignees and the case's lead attorney instead of the former. */
export async function notifyOfDispute(context: Context, row: DeadlineRow, persons: readonly string[]): Promise<void> {
  const setters = row.setByPersons.length > 0 ? row.setByPersons : await listResponsible(context, row);
  await notifyOfDeadline(context, { kind: "deadline.disputed", parameters: describe(row) }, [...setters, ...persons], false);
}
