import { AppError, invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { lockAttorneyForShare } from "../../../rpc/authorize.ts";
import { describeActor, onBehalfOf } from "../../../rpc/principal.ts";
import type { Context } from "../../../rpc/context.ts";
import { areDisjoint, listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { isClosed } from "../domain.closed.ts";
import { getCourt } from "../domain.courts.ts";
import { deriveDates } from "../domain.dates.ts";
import { confirmEnd } from "./domain.end.ts";
import { lockExpectedDeadlineForUpdate, lockMatterForShareOrUpdate } from "../domain.locks.ts";
import { notifyOfDispute } from "../warnings/domain.notices.ts";
import { confirmRecalculation } from "../recalculation/domain.confirm.ts";
import { dropChained } from "../recalculation/domain.recalculate.ts";
import { applyChange } from "../domain.records.ts";
import { getDeadline, showDeadline } from "../domain.ts";
import { getPolicy } from "../policy/domain.ts";
import type { DeadlinePolicy } from "../policy/schema.ts";
import type { Deadline } from "../schema.ts";
import type { DeadlineDecision } from "../schema.input.ts";
import { findPerson, type Matter } from "../store.changes.ts";
import { findSource } from "../triggers/store.ts";
import type { DeadlineRow } from "../store.ts";

/**
 * A second person decides on a date, on a transition that waits, or on a later date that waits.
 *
 * @throws NOT_FOUND; STALE_REVISION; VALIDATION_FAILED; FORBIDDEN for a member who is no attorney;
 *   INVALID_STATE_TRANSITION for an archived case, for the same person, where the firm verifies in the portal, where
 *   nothing waits, and for another date
 */
export async function decideDeadline(
  context: Context,
  deadlineId: string,
  decision: DeadlineDecision,
): Promise<Deadline> {
  checkDecision(decision);
  await lockVerifyingAttorneyForShare(context);
  const { matter } = await lockMatterForShareOrUpdate(context, deadlineId);
  const policy = await getPolicy(context);
  const before = await lockExpectedDeadlineForUpdate(context, deadlineId);
  checkVerifier(context, policy, before);
  const by = { ...decision, persons: await listPersons(context) };
  return showDeadline(await decideSubject(context, matter, before, by));
}

/** Why a member may not decide. */
type Obstacle = "permission" | "attorney" | "second_person";

/**
 * Why the member may not decide on a deadline's date, on a transition and on a later date that wait; null where they
 * may. {@link decideDeadline} checks the same again, under its locks.
 *
 * @throws NOT_FOUND
 */
export async function findObstacles(
  context: Context,
  deadlineId: string,
): Promise<Record<DeadlineDecision["subject"], Obstacle | null>> {
  const { principal } = context;
  const { setByPersons, pendingTransition, recalculation } = await getDeadline(context, deadlineId);
  const persons = await listPersons(context);
  const ofPerson = findOwnObstacle(principal);
  const find = (first: readonly string[]) => ofPerson ?? (areDisjoint(persons, first) ? null : "second_person");
  return {
    date: find(setByPersons),
    transition: find(pendingTransition?.persons ?? []),
    recalculation: find(recalculation?.persons ?? []),
  };
}

function findOwnObstacle(principal: Context["principal"]): Obstacle | null {
  if (principal.kind !== "member" || !principal.permissions.has("deadlines:verify")) return "permission";
  return principal.actingAttorneyActive ? null : "attorney";
}

/** @property persons who decide */
type DecisionBy<Members extends keyof DeadlineDecision> = Pick<DeadlineDecision, Members> & {
  persons: readonly string[];
};

function decideSubject(
  context: Context,
  matter: Matter,
  before: DeadlineRow,
  decision: DecisionBy<keyof DeadlineDecision>,
): Promise<DeadlineRow> {
  switch (decision.subject) {
    case "date":
      return decideDate(context, matter, before, decision);
    case "transition":
      return decideTransition(context, before, decision);
    default:
      return decideRecalculation(context, matter, before, decision);
  }
}

function checkDecision({ subject, decision, dueOn, note }: DeadlineDecision): void {
  const isDate = subject === "date";
  if (decision === (isDate ? "reject" : "dispute"))
    throw invalidInput({
      path: "decision",
      message: isDate ? "a date is confirmed or disputed" : `a ${subject} is confirmed or rejected`,
    });
  if (isDate && decision === "confirm" && dueOn === undefined)
    throw invalidInput({ path: "dueOn", message: "required to confirm a date: the one that you found" });
  if (decision === "dispute" && note === undefined)
    throw invalidInput({ path: "note", message: "required to dispute a date: what you found" });
}

/** @throws INVALID_STATE_TRANSITION for a key where the firm verifies in the portal */
export function checkVerifier(
  context: Context,
  { limitationVerification, otherVerification }: DeadlinePolicy,
  { deadlineClass }: DeadlineRow,
): void {
  const rule = deadlineClass === "limitation" ? limitationVerification : otherVerification;
  if (rule === "members" && context.principal.kind !== "member")
    throw invalidState("This firm verifies such deadlines in the portal");
}

/**
 * Locks a member who verifies for share. A key acts for an attorney, who is locked with the request.
 *
 * @throws FORBIDDEN for a member who is no attorney
 */
export async function lockVerifyingAttorneyForShare(context: Context): Promise<void> {
  const { principal } = context;
  if (principal.kind === "member" && !(await lockAttorneyForShare(context, principal.memberId)))
    throw new AppError("FORBIDDEN", "Only an attorney can verify a deadline");
}

function checkSecondPerson(persons: readonly string[], first: readonly string[]): void {
  if (!areDisjoint(persons, first))
    throw invalidState("A second person must verify it: it was set by you or by a key that you control");
}

const nothingWaits = () => invalidState("Nothing is waiting for verification");

async function describeDecision(
  context: Context,
  { now }: Matter,
  { basis, note }: Pick<DeadlineDecision, "basis" | "note">,
): Promise<string> {
  const attorneyId = onBehalfOf(context.principal);
  return JSON.stringify({
    by: describeActor(context.principal),
    onBehalfOf: attorneyId === null ? null : await findPerson(context, attorneyId),
    at: now,
    basis,
    note: note ?? null,
  });
}

async function decideDate(
  context: Context,
  matter: Matter,
  before: DeadlineRow,
  { persons, ...decision }: DecisionBy<"decision" | "dueOn" | "basis" | "note">,
): Promise<DeadlineRow> {
  if (!before.isOpen || before.verificationStatus === "verified") throw nothingWaits();
  checkSecondPerson(persons, before.setByPersons);
  const verification = await describeDecision(context, matter, decision);
  if (decision.decision === "dispute") {
    const disputed = await applyChange(
      context,
      before,
      { verificationStatus: "disputed", verification },
      { kind: "disputed", reason: decision.note },
    );
    await notifyOfDispute(context, disputed, persons);
    return disputed;
  }
  if (decision.dueOn !== before.dueOn)
    throw invalidState("The date differs from the deadline’s; dispute it with what you found");
  const court = await getCourt(context, matter, before);
  return applyChange(
    context,
    before,
    { ...deriveDates(court, before, "verified"), verificationStatus: "verified", verification },
    { kind: "verified", reason: decision.note },
  );
}

async function decideTransition(
  context: Context,
  before: DeadlineRow,
  { persons, decision, note }: DecisionBy<"decision" | "note">,
): Promise<DeadlineRow> {
  const { pendingTransition } = before;
  if (pendingTransition === null) throw nothingWaits();
  checkSecondPerson(persons, pendingTransition.persons);
  if (decision === "confirm") return confirmEnd(context, before, pendingTransition);
  return applyChange(context, before, { pendingTransition: null }, { kind: "transition_rejected", reason: note });
}

/** A later date that is confirmed is the date, still to be verified by itself. */
export async function decideRecalculation(
  context: Context,
  matter: Matter,
  before: DeadlineRow,
  { persons, decision, note }: DecisionBy<"decision" | "note">,
): Promise<DeadlineRow> {
  const { recalculation } = before;
  if (recalculation === null) throw nothingWaits();
  checkSecondPerson(persons, recalculation.persons);
  if (decision === "reject") {
    const after = await applyChange(
      context,
      before,
      { recalculation: null },
      { kind: "recalculation_rejected", reason: note },
    );
    await dropChained(context, after, recalculation.proposedOn);
    return after;
  }
  await checkSourceDecided(context, before);
  return confirmRecalculation(context, matter, { ...before, recalculation }, note);
}

/**
 * What is counted from a later date that waits is not confirmed before that date is.
 *
 * @throws INVALID_STATE_TRANSITION
 */
async function checkSourceDecided(context: Context, { id, recalculation }: DeadlineRow): Promise<void> {
  let source = await findSource(context, id);
  let isDirect = true;
  while (source !== undefined && isClosed(source)) {
    source = await findSource(context, source.id);
    isDirect = false;
  }
  if (source?.isOpen !== true || source.recalculation === null) return;
  // Through closed ones, whatever waits decides.
  if (isDirect && source.recalculation.proposedOn !== recalculation?.triggerOn) return;
  throw invalidState(
    `It is counted from “${source.title}”, whose later date is also waiting; decide on that one first`,
  );
}
