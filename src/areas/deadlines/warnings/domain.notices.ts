import type { Context } from "../../../rpc/context.ts";
import { notifyOfDeadline } from "../../notifications/domain.deadlines.ts";
import { labelOf } from "../enumerations.ts";
import type { DeadlineRow } from "../store.ts";

/** From so many days on, those who manage deadlines are warned, too. */
const urgentDays = 3;

/** Of a deadline of the firm's own type only that it is one: the title says what, and is not mailed. */
const describe = (row: DeadlineRow) => ({
  deadlineId: row.id,
  typeName: labelOf(row.type),
  caseNumber: row.case.sequenceId,
  isVerified: row.verificationStatus === "verified",
});

/** Without its time of day a date is read as the end of the day. */
const timeOfDue = ({ dueTime, timeZone }: DeadlineRow) => ({ dueTime, timeZone });

const listResponsible = ({ assignees, leadAttorneyId }: DeadlineRow) => [
  ...assignees.map(({ id }) => id),
  ...(leadAttorneyId === null ? [] : [leadAttorneyId]),
];

/** Notifies the assignees, the case's lead attorney and those who manage deadlines. */
export const notifyOfMissed = (context: Context, row: DeadlineRow): Promise<void> =>
  notifyOfDeadline(
    context,
    { kind: "deadline.missed", parameters: { ...describe(row), ...timeOfDue(row), dueOn: row.dueOn } },
    { memberIds: listResponsible(row), isUrgent: true },
  );

/**
 * Notifies the assignees and the case's lead attorney, and from three days before the last open day on those who manage
 * deadlines.
 *
 * @param days from today in the deadline's time zone
 */
export const notifyOfApproaching = (
  context: Context,
  row: DeadlineRow,
  days: { daysLeft: number; actInDays: number },
): Promise<void> => {
  const { effectiveOn, actByOn } = row;
  return notifyOfDeadline(
    context,
    {
      kind: "deadline.approaching",
      parameters: { ...describe(row), ...timeOfDue(row), ...days, effectiveOn, actByOn },
    },
    { memberIds: listResponsible(row), isUrgent: days.actInDays <= urgentDays },
  );
};

/** Reminds the assignees and the case's lead attorney that time does not run. */
export const notifyOfTolling = (context: Context, row: DeadlineRow): Promise<void> =>
  notifyOfDeadline(
    context,
    { kind: "deadline.tolled", parameters: describe(row) },
    { memberIds: listResponsible(row), isUrgent: false },
  );

/**
 * Notifies those who set the date and those who disputed it; of a date that nobody in the firm set, its assignees and
 * the case's lead attorney instead of the former.
 */
export const notifyOfDispute = (context: Context, row: DeadlineRow, persons: readonly string[]): Promise<void> =>
  notifyOfDeadline(
    context,
    { kind: "deadline.disputed", parameters: describe(row) },
    {
      memberIds: [...(row.setByPersons.length > 0 ? row.setByPersons : listResponsible(row)), ...persons],
      isUrgent: false,
    },
  );
