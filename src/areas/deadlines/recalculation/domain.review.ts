import { recordInUse } from "../../../contract/errors/error-codes.ts";
import type { JobLogger, QueueWorker } from "../../../platform/jobs/job-queue.ts";
import { createSharedWorker } from "../../../platform/jobs/repeated-worker.ts";
import { asJson } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { runAsSystem, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { lockLiveCaseForShare, lockLiveCaseForUpdate } from "../../cases/domain.ts";
import type { CalendarFollower } from "../../organization/holiday-calendars/domain.followers.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { getCourt, type Court } from "../domain.courts.ts";
import { deriveActByDates } from "../domain.dates.ts";
import { determineDateFrom, leavesRule, setBySystem } from "./domain.plan.ts";
import { recalculateFollowing } from "./domain.recalculate.ts";
import { addPersons, applyChange, caseFollows, movesCase, type Change } from "../domain.records.ts";
import { getDeadline, recordDeadlineEvent } from "../domain.ts";
import {
  updateDeadlineRow,
  lockMatterForShare,
  setUnseen,
  type DeadlineColumns,
  type Matter,
} from "../store.changes.ts";
import { enqueueReview, isCountedIn, listReviewed, reviewQueue, type ChangedCalendar } from "./store.ts";
import { findDeadlines, lockDeadlineForUpdate, type DeadlineRow } from "../store.ts";

type Database = UnitOfWork["database"];
const action: DeclaredAction = {
  name: "deadlines.review",
  canRecordEvent: ["deadline.recalculated", "deadline.recalculation_proposed", "deadline.updated", ...caseFollows],
};
const reason = "The days of the holiday calendar changed";

/**
 * Deadlines are reviewed after the change of their calendar, by a job: they may be many. A calendar of open ones is not
 * deleted.
 */
export const reviewFollower: CalendarFollower = {
  changeDays: async (context, { id: calendarId, revision }) => {
    const { organizationId, principal } = context;
    await enqueueReview(context, {
      organizationId,
      calendarId,
      revision,
      causedBy: describeActor(principal),
      persons: await listPersons(context),
    });
  },
  deleteCalendar: async (context, calendarId) => {
    // Each change of a deadline shares the organization's row (`readPlace`), so that none gets this calendar meanwhile.
    if (await isCountedIn(context, calendarId))
      throw recordInUse("An open deadline is counted in this calendar; give it another one first");
  },
};

/**
 * Reviews the open deadlines of the next 400 days that are counted in a calendar, each in its own transaction: an
 * earlier date applies at once, a later one waits for a second person. Repeated, it finds nothing to change.
 *
 * @param at an instant
 * @returns how many it changed
 */
export async function reviewDeadlines(
  database: Database,
  changed: ChangedCalendar,
  at: string = new Date().toISOString(),
): Promise<number> {
  const { organizationId, calendarId } = changed;
  const ids = await database.withTenantTransaction(organizationId, (transaction) =>
    listReviewed({ organizationId, transaction }, calendarId, at),
  );
  let count = 0;
  for (const deadlineId of ids) {
    if (await runAsSystem(database, organizationId, action, (context) => review(context, changed, deadlineId)))
      count += 1;
  }
  return count;
}

/**
 * Decides with the deadline locked, in the calendar as it is then.
 *
 * @returns whether anything changed
 */
async function review(context: Context, changed: ChangedCalendar, deadlineId: string): Promise<boolean> {
  const [found] = await findDeadlines(context, [deadlineId]);
  if (found === undefined) return false;
  await (movesCase(found) ? lockLiveCaseForUpdate : lockLiveCaseForShare)(context, found.caseId);
  const matter = await lockMatterForShare(context, found.caseId);
  const before = await lockDeadlineForUpdate(context, deadlineId);
  if (before?.isOpen !== true || before.caseStatus === "archived" || before.holidayCalendarId !== changed.calendarId)
    return false;
  const court = await getCourt(context, matter, before);
  // Also of a date that stays: another day may be the last open one before it.
  const actBy = deriveActByDates(court, before.effectiveOn);
  const plan = planDate({ matter, court }, before, changed);
  if (plan !== null) {
    const after = await applyChange(
      context,
      before,
      { ...actBy, ...plan.columns },
      { kind: plan.kind, causedBy: changed.causedBy, reason },
    );
    await recalculateFollowing(context, matter, { before, after }, changed.persons);
    return true;
  }
  if (actBy.actByOn === before.actByOn) {
    if (actBy.courtDayBeforeOn !== before.courtDayBeforeOn) await setUnseen(context, deadlineId, actBy);
    return false;
  }
  await updateDeadlineRow(context, deadlineId, actBy);
  recordDeadlineEvent(context, "deadline.updated", { before, after: await getDeadline(context, deadlineId) });
  return true;
}

interface Plan {
  columns: DeadlineColumns;
  kind: Change["kind"];
}

/** What becomes of a date that was counted, and not overridden; null where it stays. */
function planDate(
  { matter, court }: { matter: Matter; court: Court },
  before: DeadlineRow,
  { causedBy, persons }: ChangedCalendar,
): Plan | null {
  const { triggerOn, recalculation } = before;
  if (triggerOn === null || !isCounted(before) || leavesRule(court, before, triggerOn)) return null;
  const columns = determineDateFrom(before, { triggerOn }, matter, court);
  const otherwise = findOther(before);
  if (isEarlier(columns, before)) {
    return {
      columns: {
        ...columns,
        ...setBySystem(before, causedBy, addPersons(before, persons)),
        recalculation: asJson(otherwise),
      },
      kind: "recalculated",
    };
  }
  const proposedOn = columns.dueOn > before.dueOn ? columns.dueOn : null;
  if (otherwise !== null || proposedOn === (recalculation?.proposedOn ?? null)) return null;
  if (proposedOn === null) return { columns: { recalculation: null }, kind: "recalculation_rejected" };
  const proposed = JSON.stringify({ proposedOn, triggerOn, causedBy, persons, at: matter.now });
  return { columns: { recalculation: proposed }, kind: "recalculation_proposed" };
}

const isCounted = ({ offset, limitation, isOverridden }: DeadlineRow) =>
  (offset !== null || limitation !== null) && !isOverridden;

/**
 * A later date that waits because its trigger moved, or a date of birth: it is counted when it is confirmed, in the
 * calendar of then.
 */
const findOther = ({ recalculation: waiting, triggerOn }: DeadlineRow) =>
  waiting !== null && (waiting.triggerOn !== triggerOn || waiting.bornOn !== undefined) ? waiting : null;

const last = "9999-12-31";

/** Also where the date stays, and only the earliest one that the facts allow becomes earlier. */
function isEarlier(columns: Pick<DeadlineRow, "dueOn" | "conservativeDueOn">, before: DeadlineRow): boolean {
  if (columns.dueOn !== before.dueOn) return columns.dueOn < before.dueOn;
  return (
    before.verificationStatus !== "verified" && (columns.conservativeDueOn ?? last) < (before.conservativeDueOn ?? last)
  );
}

const pollSeconds = 5;

/** Reviews the deadlines that are counted by a holiday calendar that changed. */
export function createReviewWorker(database: Database, logger: JobLogger): QueueWorker {
  return createSharedWorker(reviewQueue, logger, {
    pollSeconds,
    failure: "the deadlines of a holiday calendar could not be reviewed",
    execute: async (data) => {
      const reviewed = await reviewDeadlines(database, data as ChangedCalendar);
      if (reviewed > 0) logger.info({ reviewed }, "deadlines were reviewed after a change of their holiday calendar");
    },
  });
}
