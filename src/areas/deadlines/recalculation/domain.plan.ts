import { asJson } from "../../../platform/database/wire-form.ts";
import { describeActor, systemPrincipal, type Actor } from "../../../rpc/principal.ts";
import type { MissingLimitation } from "../calculation/domain.limitation.ts";
import type { Court } from "../domain.courts.ts";
import { applyStoredRule, deriveDates, determineDate, inputsOf } from "../domain.dates.ts";
import { addPersons, unverified, type Change } from "../domain.records.ts";
import { isLater, type Due } from "../triggers/domain.start-times.ts";
import type { DeadlineColumns, Matter } from "../store.changes.ts";
import type { DeadlineRow, MovedTrigger } from "../store.ts";

/** What a new day of its trigger does to a deadline. Nothing here reads or writes a row. */

/**
 * What a date follows.
 *
 * @property persons those of the change
 * @property movedTrigger null where no trigger moved
 */
export interface Cause {
  persons: readonly string[];
  movedTrigger: MovedTrigger | null;
}

/**
 * What a deadline is counted from anew.
 *
 * @property startTime of hours, unless it stays
 * @property triggerRecordId unless it stays
 */
export interface NewStart {
  triggerOn: string;
  startTime?: string | null;
  triggerRecordId?: string;
  cause: Cause;
}

/**
 * What becomes of the date: the rule does not apply any more, so that it stays, unverified; an earlier one applies at
 * once; a later one waits for a second person.
 */
export type RecalculationPlan = { columns: DeadlineColumns; change: Pick<Change, "kind" | "eventType"> } & (
  | { outcome: "leaves_rule" | "moves" }
  | { outcome: "waits"; proposed: Due }
);

/** @property causedBy who moved the trigger */
interface Circumstances {
  court: Court;
  matter: Matter;
  causedBy: Actor;
}

/** Plans what a locked deadline becomes, counted from another day. */
export function planRecalculation(
  { court, matter, causedBy }: Circumstances,
  before: DeadlineRow,
  { triggerOn, startTime = before.startTime, triggerRecordId, cause }: NewStart,
): RecalculationPlan {
  const missing = findMissing(court, before, triggerOn);
  if (missing !== null)
    return {
      outcome: "leaves_rule",
      columns: describeUnfit(court, before, triggerOn, missing),
      change: { kind: "verification_reset", eventType: "deadline.recalculated" },
    };
  const named = triggerRecordId === undefined ? {} : { triggerRecordId };
  const columns = determineDateFrom(before, { triggerOn, startTime }, matter, court);
  const { dueOn, dueTime } = columns;
  const proposal = { triggerOn, causedBy, proposedOn: dueOn, proposedTime: dueTime, triggerTime: startTime, ...cause };
  const recalculation = describeProposal(court, matter, before, proposal);
  if (isLater(columns, before))
    return {
      outcome: "waits",
      columns: { ...named, recalculation },
      change: { kind: "recalculation_proposed" },
      proposed: { dueOn, dueTime },
    };
  const waitsForBirth = before.recalculation?.bornOn !== undefined;
  return {
    outcome: "moves",
    columns: {
      ...columns,
      ...named,
      triggerOn,
      ...setBySystem(before, causedBy, addPersons(before, cause.persons)),
      ...(waitsForBirth && { recalculation }),
    },
    change: { kind: "recalculated" },
  };
}

type Proposal = Pick<
  NonNullable<DeadlineRow["recalculation"]>,
  "triggerOn" | "triggerTime" | "causedBy" | "proposedOn" | "proposedTime"
> &
  Cause;

/** A later date that waits for a second person, as JSON. With a date of birth that waits already it is counted for both. */
function describeProposal(court: Court, matter: Matter, before: DeadlineRow, proposal: Proposal): string {
  const waiting = before.recalculation;
  if (waiting?.bornOn === undefined) return JSON.stringify({ ...proposal, at: matter.now });
  const { bornOn } = waiting;
  const { dueOn: proposedOn } = determineDateFrom(before, { triggerOn: proposal.triggerOn, bornOn }, matter, court);
  return JSON.stringify({
    ...proposal,
    at: matter.now,
    bornOn,
    proposedOn,
    persons: [...new Set([...proposal.persons, ...waiting.persons])],
  });
}

/** Why the rule says no date of the facts any more; null where it says one. */
function findMissing(court: Court, before: DeadlineRow, triggerOn: string): MissingLimitation | null {
  const result = applyStoredRule({ ...inputsOf(before), triggerOn }, court);
  return result !== null && "missing" in result ? result.missing : null;
}

/** Whether the rule does not apply to the facts any more. */
export const leavesRule = (court: Court, before: DeadlineRow, triggerOn: string): boolean =>
  findMissing(court, before, triggerOn) !== null;

/**
 * The date stays, unverified and with a warning: which statute applies, or when the claim was rejected, is for an
 * attorney to find.
 */
function describeUnfit(
  court: Court,
  before: DeadlineRow,
  triggerOn: string,
  missing: MissingLimitation,
): DeadlineColumns {
  const { calculation } = before;
  const warning = missing === "rejection_missing" ? missing : "accrual_outside_rule";
  const warned =
    calculation === null ? null : { ...calculation, warnings: [...new Set([...calculation.warnings, warning])] };
  return { ...deriveDates(court, before, "unverified"), calculation: asJson(warned), triggerOn, ...unverified };
}

/**
 * What a date is counted from.
 *
 * @property startTime of hours, unless it stays
 * @property bornOn the claimant's, else as the rule was applied
 */
interface From {
  triggerOn: string;
  startTime?: string | null;
  bornOn?: string | undefined;
}

/**
 * The date of a deadline, were it counted from a day.
 *
 * @param court its own
 */
export function determineDateFrom(
  before: DeadlineRow,
  { triggerOn, startTime = before.startTime, bornOn }: From,
  matter: Matter,
  court: Court,
) {
  const limitation =
    before.limitation === null || bornOn === undefined
      ? before.limitation
      : { ...before.limitation, facts: { ...before.limitation.facts, bornOn } };
  const { columns } = determineDate({ ...inputsOf(before), limitation, triggerOn, startTime }, matter, court);
  return { ...columns, startTime, limitation: asJson(limitation) };
}

/**
 * Of a date that the system moved, which has to be verified anew.
 *
 * @param causedBy the actor whose change it follows
 * @param setByPersons as of `addPersons`
 */
export function setBySystem(
  { organizationId }: Pick<DeadlineRow, "organizationId">,
  causedBy: Actor,
  setByPersons: readonly string[],
) {
  return {
    setBy: JSON.stringify(describeActor(systemPrincipal(organizationId))),
    onBehalfOfAttorneyId: null,
    causedBy: JSON.stringify(causedBy),
    setByPersons: [...setByPersons],
    ...unverified,
  };
}
