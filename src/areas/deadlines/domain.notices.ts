import type { Context } from "../../rpc/context.ts";
import { notifyOfDeadline } from "../notifications/domain.ts";
import type { DeadlineType } from "../../contract/closed-sets/deadline-type.ts";
import { labelOf } from "./enumerations.ts";
import { findLeadAttorney } from "./store.jobs.ts";
import type { DeadlineRow } from "./store.ts";

/** Of a deadline of the firm's own type only that it is one: the title says what, and is not mailed. */
const nameOf = ({ type }: DeadlineRow) => (type === "custom" ? "Deadline" : labelOf(type as DeadlineType));

const describe = (row: DeadlineRow) => ({ deadlineId: row.id, typeName: nameOf(row), caseNumber: row.case.sequenceId, isVerified: row.verificationStatus === "verified" });

const listResponsible = async (context: Context, { caseId, assignees }: DeadlineRow) => {
  const lead = await findLeadAttorney(context, caseId);
  return [...assignees.map(({ id }) => id), ...(lead === null ? [] : [lead])];
};

/** Notifies the assignees, the case's lead attorney and those who manage deadlines. */
export async function notifyOfMissed(context: Context, row: DeadlineRow): Promise<void> {
  await notifyOfDeadline(context, { kind: "deadline.missed", parameters: { ...describe(row), dueOn: row.dueOn } }, await listResponsible(context, row), true);
}
