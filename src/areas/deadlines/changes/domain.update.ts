import { staleRevision } from "../../../contract/revision.ts";
import { pickGiven } from "../../../contract/values/pick-given.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { replaceTagRows } from "../../../platform/database/tag-rows.ts";
import type { Context } from "../../../rpc/context.ts";
import { findServiceBasis } from "../../jurisdiction-rules/domain.ts";
import { assertMembersActive } from "../../team/domain.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { findJurisdiction, getCourt } from "../domain.courts.ts";
import { deriveDates } from "../domain.dates.ts";
import { lockExpectedDeadlineForUpdate, lockMatterForShareOrUpdate, lockPartyNameForShare } from "../domain.locks.ts";
import { addPersons, applyChange, mirror } from "../domain.records.ts";
import { getDeadline, recordDeadlineEvent, showDeadline } from "../domain.ts";
import { findTriggerDay, findTriggerStart } from "../triggers/domain.ts";
import { changesDate, checkDateChange } from "./domain.update.checks.ts";
import { changesStartTime, determineChangedDate, type Surroundings } from "./domain.update.date.ts";
import { changeDate } from "../recalculation/domain.change-date.ts";
import type { Deadline } from "../schema.ts";
import type { DeadlineChanges } from "../schema.input.ts";
import { updateDeadlineRow, type DeadlineColumns, type Matter } from "../store.changes.ts";
import type { DeadlineRow } from "../store.ts";

/**
 * Updates a deadline: what describes it, or with a reason what decides its date, which then has to be verified anew.
 *
 * @throws NOT_FOUND for the deadline, a party, a member or a calendar; STALE_REVISION; DUPLICATE_ENTRY;
 *   VALIDATION_FAILED; INVALID_STATE_TRANSITION for an archived case, and for the date of one that is not open
 */
export async function updateDeadline(
  context: Context,
  deadlineId: string,
  { reason, ...changes }: DeadlineChanges,
): Promise<Deadline> {
  const { found, matter } = await lockMatterForShareOrUpdate(context, deadlineId);
  const { adversePartyId, assignedMemberIds } = changes;
  if (typeof adversePartyId === "string") await lockPartyNameForShare(context, found.caseId, adversePartyId);
  if (assignedMemberIds !== undefined) {
    const present = new Set(found.assignees.map(({ id }) => id));
    await assertMembersActive(
      context,
      assignedMemberIds.filter((id) => !present.has(id)),
    );
  }
  const before = await lockExpectedDeadlineForUpdate(context, deadlineId);

  const isDated = changesDate(changes);
  if (isDated) checkDateChange(before, changes, reason);
  if (changes.accrualOn !== before.accrualOn) await assertNotFuture(context, { accrualOn: changes.accrualOn });

  if (assignedMemberIds !== undefined) await replaceTagRows(context, "DeadlineAssignee", deadlineId, assignedMemberIds);
  const described = describeChanges(before, changes);
  if (!isDated) return showDeadline(await changeDescription(context, matter, before, { columns: described, reason }));
  const surroundings = await getSurroundings(context, matter, before, changes);
  const { columns, kind } = determineChangedDate(matter, before, changes, surroundings);
  return showDeadline(
    await changeDate(context, matter, before, {
      columns: { ...described, ...columns },
      kind,
      reason,
      isGiven: changes.dueOn !== undefined,
    }),
  );
}

/** @throws NOT_FOUND for a calendar */
async function getSurroundings(
  context: Context,
  matter: Matter,
  before: DeadlineRow,
  changes: DeadlineChanges,
): Promise<Surroundings> {
  const court = await getCourt(context, matter, before, changes.holidayCalendarId);
  const isMoved = changes.trigger === undefined && changes.isOverridden === false;
  const isServed =
    before.offset !== null && (changes.serviceMethod !== undefined || changes.jurisdiction !== undefined);
  const { jurisdiction = before.jurisdiction } = changes;
  return {
    court,
    triggerOn: isMoved ? await findTriggerDay(context, matter, before) : undefined,
    eventStart: changesStartTime(before, changes) ? await findTriggerStart(context, before.caseId, before) : null,
    serviceRule: isServed
      ? await findServiceBasis(context, findJurisdiction(matter, { ...before, jurisdiction }))
      : undefined,
  };
}

/** The columns that do not decide the date. */
function describeChanges(before: DeadlineRow, changes: DeadlineChanges): DeadlineColumns {
  const columns = pickGiven(changes, [
    "title",
    "citation",
    "isJurisdictional",
    "warningDays",
    "notes",
    "externalId",
    "adversePartyId",
  ]);
  if (changes.adversePartyId === before.adversePartyId) delete columns.adversePartyId;
  return columns;
}

/** What a second person verifies with the date: against whom it runs, the law that sets it, and who may extend it. */
const verifiedFacts = ["adversePartyId", "citation", "isJurisdictional"] as const;

/** Changes what describes a locked deadline; where a second person verified that, it has to be verified anew. */
async function changeDescription(
  context: Context,
  matter: Matter,
  before: DeadlineRow,
  { columns, reason }: { columns: DeadlineColumns; reason: string | undefined },
): Promise<DeadlineRow> {
  const needsVerification = verifiedFacts.some((name) => columns[name] !== undefined && columns[name] !== before[name]);
  const setByPersons = needsVerification ? addPersons(before, await listPersons(context)) : before.setByPersons;
  if (needsVerification && before.verificationStatus !== "unverified") {
    const dates = deriveDates(await getCourt(context, matter, before), before, "unverified");
    return applyChange(
      context,
      before,
      { ...columns, ...dates, setByPersons, verificationStatus: "unverified" },
      { kind: "verification_reset", reason },
    );
  }
  if (!(await updateDeadlineRow(context, before.id, { ...columns, setByPersons }))) throw staleRevision("deadline");
  const after = await getDeadline(context, before.id);
  recordDeadlineEvent(context, "deadline.updated", { before, after });
  if (columns.adversePartyId !== undefined) await mirror(context, before.caseId, [before, after]);
  return after;
}
