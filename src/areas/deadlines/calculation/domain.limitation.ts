import { Temporal } from "temporal-polyfill";
import { UncountableDateError } from "../../../platform/business-days.ts";
import {
  describePeriod,
  type LimitationRule as Rule,
  type MinorityRule,
} from "../../jurisdiction-rules/domain.notation.ts";
import { recordCalculation, type CourtCalendar } from "./domain.record.ts";
import { rollDate } from "./domain.roll.ts";
import { runTolledPeriod, type TolledPeriod } from "./domain.tolling.ts";
import type { AccrualBasis, DeadlineCalculation, DeadlineRollRule, DeadlineWarning, TollingTime } from "./schema.ts";

/**
 * The end of a period of limitation: accrual, discovery, tolling, minority, repose. Law with examples:
 * domain.limitation.test.ts.
 */

export type Period = NonNullable<Rule["period"]>;
/** A rule without what says where it is used. */
export type LimitationRule = Omit<Rule, "type" | "claim" | "rollRule" | "entity"> & { claim: string };

export interface LimitationFacts extends Record<
  "incidentOn" | "deathOn" | "discoveredOn" | "treatmentEndedOn" | "claimRejectedOn" | "bornOn",
  string | null
> {
  /** The deadline before which something must be done. */
  limitationOn: string | null;
  /** What the caller says the period runs from; null for what the rule says. */
  accrual: { basis: AccrualBasis; on: string } | null;
}

export interface LimitationQuestion {
  /**
   * @property mayHaveRepose whether an outer limit of another claim may apply, as malpractice's to a death by
   *   malpractice
   */
  rule: LimitationRule & { key: string; citation: string; isVerified: boolean; mayHaveRepose?: boolean };
  /**
   * That of the state, with the month of its text; null if it has none. Deadlines from before November 2026 were stored
   * without the month.
   */
  minority: (MinorityRule & { asOf?: string }) | null;
  facts: LimitationFacts;
  tolling: readonly TollingTime[];
  rollRule: DeadlineRollRule;
}

/** As a deadline keeps it. */
export type StoredLimitation = Omit<LimitationQuestion, "tolling">;

/** Why no date can be calculated. */
export type MissingLimitation =
  | "look_up"
  | "incident_missing"
  | "rejection_missing"
  | "limitation_missing"
  | "accrual_outside_rule";
type Dated = DeadlineCalculation & { rolledOn: string };
export type LimitationResult = { calculation: Dated } | { missing: MissingLimitation };

const minorityClaims: ReadonlySet<string> = new Set(["personal_injury", "motor_vehicle", "product_liability"]);
/** Tolling for these reasons moves the outer limit as well. */
const reposeMoves: ReadonlySet<string> = new Set(["minority", "incapacity", "agreement"]);
const majority = 18;

/**
 * A period from a day, or before it. Years and months end on the month's last day at the latest; days are added after
 * them.
 */
export function addPeriod(on: string, period: Period, direction: LimitationRule["direction"] = "after"): string {
  const date = Temporal.PlainDate.from(on);
  const end = direction === "after" ? date.add(period) : date.subtract(period);
  if (end.year < 1 || end.year > 9999) throw new UncountableDateError("the date must be in the years 1 to 9999");
  return end.toString();
}

/** A birthday on February 29 is on the 28th in other years. */
export const findMajority = (bornOn: string): string => addPeriod(bornOn, { years: majority, months: 0, days: 0 });

/**
 * Whether a rule runs from the rejection of a claim that nobody has recorded. Nothing may stand in for it: from the
 * incident the period is over before the claim has to be made.
 */
export function lacksRejection({
  rule,
  facts: { claimRejectedOn, accrual },
}: {
  rule: Pick<LimitationRule, "from">;
  facts: Pick<LimitationFacts, "claimRejectedOn" | "accrual">;
}): boolean {
  const isGiven = accrual !== null && isChosenStart(accrual.basis);
  return rule.from === "claim_rejected" && claimRejectedOn === null && !isGiven;
}

/** Whether the day that somebody gave is one that a rule with a rejection can run from. */
const isChosenStart = (basis: AccrualBasis) => basis === "claim_rejected" || basis === "other" || basis === "discovery";

interface Run {
  label: string;
  fromOn: string;
  period: Period;
  /** Whether it starts with the incident because the rule's own day is not recorded. */
  isAssumed: boolean;
}

const latest = (dates: readonly string[]): string => dates.toSorted().at(-1) ?? "";
const earliest = (dates: readonly string[]): string => dates.toSorted()[0] ?? "";

const factOf = {
  incident: "incidentOn",
  death: "deathOn",
  treatment_end: "treatmentEndedOn",
  claim_rejected: "claimRejectedOn",
  discovery: "discoveredOn",
} as const;

/**
 * The day given for what the rule runs from replaces the recorded one. The rule's own law of discovery goes before the
 * general one.
 */
function chooseFacts(facts: LimitationFacts, { discovery }: LimitationRule): LimitationFacts {
  const { accrual } = facts;
  if (accrual === null || accrual.basis === "other" || (accrual.basis === "discovery" && discovery === "none"))
    return facts;
  return { ...facts, [factOf[accrual.basis]]: accrual.on, accrual: null };
}

/** What time runs; its end is the latest of them. */
function listRuns(rule: LimitationRule, period: Period, incidentOn: string, facts: LimitationFacts): Run[] {
  const { accrual, discoveredOn } = facts;
  if (accrual !== null) return [{ label: "From the day that was given", fromOn: accrual.on, period, isAssumed: false }];
  const startOf = {
    incident: incidentOn,
    death: facts.deathOn,
    treatment_end: facts.treatmentEndedOn,
    claim_rejected: facts.claimRejectedOn,
    limitation: facts.limitationOn,
  };
  const from = startOf[rule.from];
  const words = {
    incident: "From the incident",
    death: "From the death",
    treatment_end: "From the end of the treatment",
    claim_rejected: "From the rejection of the claim",
    limitation: "Before the limitation",
  };
  const base = {
    label: from === null ? `${words[rule.from]}: not recorded, so from the incident` : words[rule.from],
    fromOn: from ?? incidentOn,
    period,
    isAssumed: from === null,
  };
  if (discoveredOn === null || rule.discovery === "none") return [base];
  const discovered = {
    label: "From the discovery",
    fromOn: discoveredOn,
    period: rule.discovery === "later" ? (rule.discoveryPeriod ?? period) : period,
    isAssumed: false,
  };
  return rule.discovery === "later" ? [base, discovered] : [discovered];
}

interface Minority {
  bornOn: string;
  adultOn: string;
  rule: MinorityRule;
}

/** A suspension by minority is a time of tolling, from the accrual. */
function withMinority(
  times: readonly TollingTime[],
  fromOn: string,
  minority: Minority | null,
): readonly TollingTime[] {
  if (minority?.rule.method !== "suspend" || minority.adultOn <= fromOn) return times;
  return [...times, { basis: "minority", fromOn, toOn: minority.adultOn }];
}

/**
 * The minority that changes the date: of a claim that knows it, in a state with a rule, of a claimant who is a minor
 * then.
 */
function findMinority(
  { rule, minority, facts }: LimitationQuestion,
  fromOn: string,
): { minority: Minority | null; isDoubtful: boolean } {
  const { bornOn } = facts;
  if (bornOn === null) return { minority: null, isDoubtful: true };
  const adultOn = findMajority(bornOn);
  if (adultOn <= fromOn) return { minority: null, isDoubtful: false };
  return {
    minority: minority !== null && minorityClaims.has(rule.claim) ? { bornOn, adultOn, rule: minority } : null,
    isDoubtful: true,
  };
}

/** The earliest date that the facts allow: nothing but the incident and the times that are no matter of dispute. */
function findConservative(question: LimitationQuestion, period: Period, incidentOn: string, dueOn: string): string {
  const { rule, facts } = question;
  const discoveredOn = facts.discoveredOn === null ? null : incidentOn;
  // Before the rejection of a claim no period has begun: where somebody chose the day, that day is the earliest one.
  if (lacksRejection({ rule, facts: { ...facts, accrual: null } })) return dueOn;
  const runs = listRuns(rule, period, incidentOn, {
    ...facts,
    accrual: null,
    discoveredOn,
    deathOn: incidentOn,
    treatmentEndedOn: incidentOn,
  });
  const ends = runs.map((run) => addPeriod(run.fromOn, run.period, rule.direction));
  const limits = rule.repose === null ? [] : [addPeriod(incidentOn, rule.repose)];
  return earliest([latest(ends), ...limits, dueOn]);
}

interface Found {
  dueOn: string;
  decisive: Run & TolledPeriod;
  candidates: DeadlineCalculation["candidates"];
  minority: Minority | null;
  reposeOn: string | null;
  warnings: DeadlineWarning[];
}

/** The warnings that hold, in their order. */
const warnOf = (found: Partial<Record<DeadlineWarning, boolean>>): DeadlineWarning[] =>
  (Object.keys(found) as DeadlineWarning[]).filter((name) => found[name] === true);

function findDue(question: LimitationQuestion, period: Period, incidentOn: string, facts: LimitationFacts): Found {
  const { rule } = question;
  // What must be done before a limitation follows the limitation, which is tolled itself.
  const tolling = rule.from === "limitation" ? [] : question.tolling;
  const runs = listRuns(rule, period, incidentOn, facts);
  const { minority, isDoubtful } = findMinority(question, earliest(runs.map(({ fromOn }) => fromOn)));
  const ended = runs.map((run) => ({
    ...run,
    ...runTolledPeriod(
      run.fromOn,
      (on) => addPeriod(on, run.period, rule.direction),
      withMinority(tolling, run.fromOn, minority),
    ),
  }));
  const decisive = ended.reduce((last, each) => (each.dueOn > last.dueOn ? each : last));
  const candidates = ended.map(({ label, dueOn }) => ({ label, on: dueOn }));
  const { repose } = rule;
  const movingRepose = withMinority(
    tolling.filter(({ basis }) => reposeMoves.has(basis)),
    incidentOn,
    minority,
  );
  const reposeOn =
    repose === null ? null : runTolledPeriod(incidentOn, (on) => addPeriod(on, repose), movingRepose).dueOn;
  if (reposeOn !== null) candidates.push({ label: "Repose: not later than", on: reposeOn });
  const limitedOn = reposeOn === null ? decisive.dueOn : earliest([decisive.dueOn, reposeOn]);
  const ofMajority =
    minority?.rule.method === "years_after"
      ? addPeriod(minority.adultOn, { years: minority.rule.years ?? 0, months: 0, days: 0 })
      : null;
  if (ofMajority !== null) candidates.push({ label: "After the 18th birthday: not earlier than", on: ofMajority });
  const isLimited = limitedOn !== decisive.dueOn || rule.claim === "product_liability" || rule.mayHaveRepose === true;
  const warnings = warnOf({
    minor_claimant: isDoubtful,
    start_day_missing: ended.some(({ isAssumed }) => isAssumed),
    tolling_after_due: ended.some(({ hasIdleTime }) => hasIdleTime),
    repose_applies: isLimited,
  });
  return {
    dueOn: ofMajority === null ? limitedOn : latest([limitedOn, ofMajority]),
    decisive,
    candidates,
    minority,
    reposeOn,
    warnings,
  };
}

/** Offset and unit of a period of one unit. */
function findOffset({ years, months, days }: Period): Partial<DeadlineCalculation> {
  const given = (
    [
      ["years", years],
      ["months", months],
      ["calendar_days", days],
    ] as const
  ).filter(([, count]) => count > 0);
  const [only] = given;
  return only === undefined || given.length > 1 ? {} : { unit: only[0], offset: only[1] };
}

function listSteps(
  { decisive, candidates, minority, reposeOn, dueOn }: Found,
  rule: LimitationRule,
  tolling: readonly TollingTime[],
): DeadlineCalculation["steps"] {
  const steps: DeadlineCalculation["steps"] = [{ text: decisive.label, on: decisive.fromOn }];
  if (decisive.startOn !== decisive.fromOn)
    steps.push({ text: "Time does not run at first; the period begins when it does", on: decisive.startOn });
  steps.push({
    text: `${describePeriod(decisive.period)} ${rule.direction} it${decisive.tolledDays === 0 ? "" : `; time did not run on ${decisive.tolledDays} days`}`,
    on: decisive.dueOn,
  });
  if (candidates.length > 1)
    steps.push(...candidates.filter(({ on }) => on !== decisive.dueOn).map(({ label, on }) => ({ text: label, on })));
  if (reposeOn === dueOn && dueOn !== decisive.dueOn)
    steps.push({ text: "The period of repose ends first", on: reposeOn });
  if (minority !== null)
    steps.push({
      text:
        minority.rule.method === "suspend"
          ? "The claimant comes of age; time does not run before"
          : `The claimant comes of age; ${minority.rule.years} years more`,
      on: minority.adultOn,
    });
  if (tolling.some(({ toOn }) => toOn === null))
    steps.push({ text: "A time of tolling has no end yet, and adds nothing until it has", on: null });
  return steps;
}

function listWarnings(
  { rule, facts }: LimitationQuestion,
  found: Found,
  discovery: DeadlineCalculation["discovery"],
): DeadlineWarning[] {
  const warnings = [...found.warnings];
  if (!rule.isVerified) warnings.push("unverified_rule");
  if (discovery !== null) warnings.push("discovery_used");
  if (facts.deathOn !== null) warnings.push("death_recorded");
  return warnings;
}

function findDiscovery(
  rule: LimitationRule,
  { accrual, discoveredOn }: LimitationFacts,
): DeadlineCalculation["discovery"] {
  if (accrual !== null) return { method: "given", on: accrual.on };
  return discoveredOn === null || rule.discovery === "none" ? null : { method: rule.discovery, on: discoveredOn };
}

/**
 * The last day of a period of limitation, with how it was found.
 *
 * @throws {UncountableDateError}
 */
export function calculateLimitation(given: LimitationQuestion, court: CourtCalendar): LimitationResult {
  const { rule, tolling, rollRule } = given;
  const facts = chooseFacts(given.facts, rule);
  const question = { ...given, facts };
  const { incidentOn } = facts;
  if (rule.period === null) return { missing: "look_up" };
  if (incidentOn === null) return { missing: "incident_missing" };
  if (incidentOn < (rule.effectiveFrom ?? "") || (rule.effectiveUntil !== null && incidentOn > rule.effectiveUntil))
    return { missing: "accrual_outside_rule" };
  if (lacksRejection(question)) return { missing: "rejection_missing" };
  if (rule.from === "limitation" && facts.limitationOn === null) return { missing: "limitation_missing" };
  const found = findDue(question, rule.period, incidentOn, facts);
  const { rolledOn, skippedDays } = rollDate(
    found.dueOn,
    { rollRule, observed: "conservative", direction: rule.direction },
    court,
  );
  const discovery = findDiscovery(rule, facts);
  const steps = listSteps(found, rule, tolling);
  if (rolledOn !== found.dueOn) steps.push({ text: "Closed; moved to the next open day", on: rolledOn });
  const { minority, decisive, reposeOn, candidates } = found;
  const calculation = recordCalculation(court, [found.dueOn, rolledOn], {
    method: "limitation",
    startOn: decisive.fromOn,
    ...findOffset(decisive.period),
    direction: rule.direction,
    rawOn: found.dueOn,
    rolledOn,
    skippedDays,
    tolledDays: decisive.tolledDays,
    minority:
      minority === null ? null : { bornOn: minority.bornOn, adultOn: minority.adultOn, method: minority.rule.method },
    discovery,
    reposeOn,
    candidates,
    conservativeOn: findConservative(question, rule.period, incidentOn, found.dueOn),
    ruleKey: rule.key,
    citation: rule.citation,
    warnings: listWarnings(question, found, discovery),
    steps,
  });
  return { calculation };
}
