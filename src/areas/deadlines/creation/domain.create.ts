import { AppError, invalidInput } from "../../../contract/errors/error-codes.ts";
import { uniteSorted } from "../../../contract/values/unite-sorted.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { listPersonsWhoSetDates } from "../../service-accounts/makers/domain.persons.ts";
import type { StoredLimitation } from "../calculation/domain.limitation.ts";
import type { DeadlineWarning } from "../calculation/schema.ts";
import { getCourtOfNewDeadline } from "../domain.courts.ts";
import { checkNewDeadline } from "./domain.checks.ts";
import { determineNewDate, findTimeZone, type RuleTrigger, type TriggerColumns } from "../domain.dates.ts";
import { insertDeadline } from "./domain.insert.ts";
import { lockParentsForShareOrUpdate, type DeadlineParents } from "../domain.locks.ts";
import { getRuleWithFacts, findRuleTrigger } from "../domain.rules.ts";
import { chooseStartTime, type EventStart } from "../triggers/domain.start-times.ts";
import { listPersonsWhoSetTrigger, lockTriggerForShare } from "../triggers/domain.ts";
import { showDeadline } from "../domain.ts";
import type { Deadline } from "../schema.ts";
import type { NewDeadline } from "../schema.input.ts";
import { findDuplicateDeadline, listPersonsWhoSetStatutes } from "../store.changes.ts";

/**
 * Creates a deadline, which nobody has verified yet.
 *
 * @throws NOT_FOUND for the case, a party, a member, a calendar or a rule; VALIDATION_FAILED; DUPLICATE_ENTRY;
 *   INVALID_STATE_TRANSITION for an archived case, or beyond 500 deadlines
 */
export async function createDeadline(
  context: Context,
  caseId: string,
  deadline: NewDeadline,
): Promise<{ deadline: Deadline; warnings: DeadlineWarning[] }> {
  checkNewDeadline(deadline);

  const parents = await lockParentsForShareOrUpdate(context, caseId, [deadline.type], deadline);
  const { discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn, accrualOn } = deadline;
  await assertNotFuture(context, { discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn, accrualOn });
  const basis = await lockBasisForShare(context, parents, deadline);
  const court = await getCourtOfNewDeadline(context, parents.matter, deadline);
  const startTime = chooseStartTimeOfHours(parents, deadline, basis);
  if (deadline.allowDuplicate !== true) await checkNoDuplicateLimitation(context, parents, deadline);

  const { triggerColumns, limitation, rule, citation, source, personsWhoSetBasis } = basis;
  const dated = { ...deadline, trigger: triggerColumns, limitation, startTime };
  const date = determineNewDate(dated, parents.matter, court);

  const toInsert = { ...deadline, rule, citation, source, personsWhoSetBasis };
  const row = await insertDeadline(context, parents, toInsert, date);
  const shown = showDeadline(row);
  const warnings = new Set([...date.warnings, ...(shown.calculation?.warnings ?? [])]);
  if (basis.isImplausible) warnings.add("implausible_date");
  if (row.deadlineClass === "limitation" && parents.adversePartyId === null) warnings.add("party_unknown");
  return { deadline: shown, warnings: [...warnings] };
}

/** What the date of a new deadline is counted from: a trigger, the facts of a rule, or nothing where it is given. */
interface Basis {
  triggerColumns: TriggerColumns | RuleTrigger | null;
  /** Of an event with a time of day. */
  eventStart: EventStart | null;
  /** Of a date by a rule. */
  limitation: StoredLimitation | null;
  rule?: string;
  /** The rule's, unless the request has one. */
  citation: string | null | undefined;
  source: "rule" | NewDeadline["source"];
  isImplausible: boolean;
  /** Who set, on other records, what the date is counted from. */
  personsWhoSetBasis: readonly string[];
}

/**
 * The basis of a new deadline; the record of its trigger is locked for share.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED; INVALID_STATE_TRANSITION for a disabled rule and an event that was called off
 */
async function lockBasisForShare(
  context: Context,
  { caseId, matter }: DeadlineParents,
  deadline: NewDeadline,
): Promise<Basis> {
  const { ruleKey, trigger, source, citation } = deadline;
  if (ruleKey !== undefined) return getBasisOfRule(context, { caseId, matter }, { ...deadline, ruleKey });
  const withoutTrigger: Basis = {
    triggerColumns: null,
    eventStart: null,
    limitation: null,
    citation,
    source,
    isImplausible: false,
    personsWhoSetBasis: [],
  };
  if (trigger === undefined) return withoutTrigger;
  const { columns, start: eventStart } = await lockTriggerForShare(context, trigger, { caseId, matter });
  const personsWhoSetBasis = await listPersonsWhoSetTrigger(context, columns);
  return { ...withoutTrigger, triggerColumns: columns, eventStart, personsWhoSetBasis };
}

async function getBasisOfRule(
  context: Context,
  { caseId, matter }: Pick<DeadlineParents, "caseId" | "matter">,
  deadline: NewDeadline & { ruleKey: string },
): Promise<Basis> {
  const { rule, limitation, isImplausible } = await getRuleWithFacts(context, caseId, deadline);
  const { key, citation, verification, asOf } = rule;
  const trigger = findRuleTrigger(caseId, limitation);
  return {
    triggerColumns: trigger,
    eventStart: null,
    limitation,
    rule: JSON.stringify({ key, citation, verification, asOf }),
    citation: deadline.citation ?? citation,
    source: "rule",
    isImplausible,
    personsWhoSetBasis: await listPersonsWhoSetRuleFacts(context, {
      caseId,
      clientId: matter.clientId,
      trigger,
      limitation,
    }),
  };
}

/** Who set the facts of a rule: its trigger, the client's dates, and the limitation on which a notice depends. */
async function listPersonsWhoSetRuleFacts(
  context: Context,
  {
    caseId,
    clientId,
    trigger,
    limitation,
  }: { caseId: string; clientId: string; trigger: RuleTrigger; limitation: StoredLimitation },
): Promise<string[]> {
  const datesOfClient = ["dateOfBirth", "dateOfDeath"].map((field) => ({ recordId: clientId, field }));
  const persons = uniteSorted(
    await listPersonsWhoSetTrigger(context, trigger),
    await listPersonsWhoSetDates(context, datesOfClient),
  );
  return limitation.facts.limitationOn === null
    ? persons
    : uniteSorted(persons, await listPersonsWhoSetStatutes(context, caseId));
}

/**
 * The time of day from which hours run; of other units as it was given.
 *
 * @throws VALIDATION_FAILED for another time than that of the event from which is counted, and where there is none
 */
function chooseStartTimeOfHours(
  { matter }: DeadlineParents,
  { unit, startTime = null, timeZone }: NewDeadline,
  { triggerColumns, eventStart }: Basis,
): string | null {
  if (unit !== "hours" || triggerColumns === null) return startTime;
  const zone = findTimeZone(timeZone ?? null, matter);
  const chosen = chooseStartTime(eventStart, { given: startTime, timeZone: zone });
  // checkNewDeadline rejects other triggers without a time.
  if (chosen === null) throw invalidInput({ path: "startTime", message: "required: the event takes whole days" });
  return chosen;
}

/**
 * Checks that a case has at most one open or missed statute of limitations per claimant, adverse party and rule. Other
 * types may repeat. The case is locked, so that of two requests at once one waits.
 *
 * @throws DUPLICATE_ENTRY
 */
export async function checkNoDuplicateLimitation(
  context: Context,
  { caseId, claimantPartyId, adversePartyId }: DeadlineParents,
  { type, ruleKey = null }: Pick<NewDeadline, "type"> & { ruleKey?: string | null | undefined },
): Promise<void> {
  if (type !== "statute_of_limitations") return;
  const duplicateId = await findDuplicateDeadline(context, { caseId, type, claimantPartyId, adversePartyId, ruleKey });
  if (duplicateId === undefined) return;
  throw new AppError(
    "DUPLICATE_ENTRY",
    `The case has an open statute of limitations of these parties; correct it, or send allowDuplicate: ${duplicateId}`,
    { errorReason: "duplicate", detail: duplicateId },
  );
}
