import { invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { isOlderThanAYear } from "../../../contract/values/rule-age.ts";
import { lawDays } from "../../../contract/values/values.ts";
import { readToday, assertNotFuture } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { getCase } from "../../cases/domain.ts";
import { getIncident } from "../../cases/incident/domain.ts";
import { parties } from "../../cases/parties/domain.ts";
import { precedesBirth } from "../../clients/domain.dates.ts";
import { getClient } from "../../clients/domain.ts";
import { defaultRules, type MinorityRule } from "../../jurisdiction-rules/domain.notation.ts";
import { listRules } from "../../jurisdiction-rules/domain.ts";
import { openCourtDays } from "../../organization/holiday-calendars/domain.courts.ts";
import {
  calculateLimitation,
  type LimitationResult,
  type LimitationFacts,
  type LimitationQuestion,
  type LimitationRule,
} from "./domain.limitation.ts";
import { countOrReject, findActByOn, findEffectiveOn, type CourtCalendar } from "./domain.record.ts";
import type {
  DeadlineWarning,
  LimitationSuggestion,
  MissingLimitation,
  SuggestionQuery,
  Suggestions,
} from "./schema.ts";
import { listRuleDeadlines, type RuleDeadline } from "../store.changes.ts";

type Claim = LimitationSuggestion["claim"];
/** A rule on minority with the month of its text. */
type DatedMinority = MinorityRule & { asOf: string };
type Rule = Awaited<ReturnType<typeof listRules>>[number];
export type DatedRule = Rule & { rule: Extract<Rule["rule"], { claim: unknown }> };

const claimOfCaseType: Readonly<Record<string, Claim>> = {
  motor_vehicle_accident: "motor_vehicle",
  truck_accident: "motor_vehicle",
  motorcycle_accident: "motor_vehicle",
  rideshare_accident: "motor_vehicle",
  pedestrian_accident: "motor_vehicle",
  bicycle_accident: "motor_vehicle",
  bus_or_transit_accident: "motor_vehicle",
  premises_liability: "personal_injury",
  negligent_security: "personal_injury",
  construction_accident: "personal_injury",
  catastrophic_injury: "personal_injury",
  burn_injury: "personal_injury",
  medical_malpractice: "medical_malpractice",
  birth_injury: "medical_malpractice",
  product_liability: "product_liability",
  wrongful_death: "wrongful_death",
  assault_battery: "assault_battery",
};

interface CaseFacts {
  state: string;
  isImplausible: boolean;
  /** The organization's. */
  today: string;
  rules: readonly DatedRule[];
  minority: DatedMinority | null;
  facts: LimitationFacts;
  court: CourtCalendar;
  isGovernmentUnknown: boolean;
  claimantPartyId: string | null;
  existing: readonly RuleDeadline[];
}

type AppliedRule = { rule: DatedRule } & LimitationResult;
type Calculated = Extract<AppliedRule, { calculation: unknown }>;

export const isDated = (rule: Rule): rule is DatedRule => "claim" in rule.rule;

/**
 * A death by malpractice: the outer limit of malpractice may end the suit for it as well (Everhart v. Coshocton, Ohio
 * 2023), which no rule on deaths says.
 */
function mayHaveRepose({ rule: { claim, repose }, jurisdiction }: DatedRule, rules: readonly DatedRule[]): boolean {
  return (
    claim === "wrongful_death" &&
    repose === null &&
    rules.some(
      (each) =>
        each.jurisdiction === jurisdiction && each.rule.claim === "medical_malpractice" && each.rule.repose !== null,
    )
  );
}

/**
 * A rule and what it is applied to, as the engine takes them.
 *
 * @param of.rules those that the firm uses
 */
export function prepareLimitation(
  { minority, facts, rules }: Pick<CaseFacts, "minority" | "facts" | "rules">,
  rule: DatedRule,
): Omit<LimitationQuestion, "tolling"> {
  const isVerified = rule.verification === "verified";
  const text = {
    ...(rule.rule satisfies LimitationRule),
    key: rule.key,
    citation: rule.citation,
    isVerified,
    ...(mayHaveRepose(rule, rules) && { mayHaveRepose: true }),
  };
  return { rule: text, minority, facts, rollRule: isVerified ? rule.rule.rollRule : "none" };
}

function applyRule(ofCase: CaseFacts, rule: DatedRule): AppliedRule {
  return {
    rule,
    ...countOrReject("caseId", () =>
      calculateLimitation({ ...prepareLimitation(ofCase, rule), tolling: [] }, ofCase.court),
    ),
  };
}

const miss = (claim: Claim | null, reason: MissingLimitation["reason"], rule?: Rule): MissingLimitation => ({
  claim,
  reason,
  citation: rule?.citation ?? null,
  note: rule?.note ?? null,
});

/** The rules for a claim; those on personal injury where a motor vehicle accident has none of its own. */
function findRules({ rules, state }: CaseFacts, claim: Claim): DatedRule[] {
  const jurisdiction = claim === "fela" || claim === "maritime" ? "US" : state;
  const of = (wanted: Claim) =>
    rules.filter(
      (rule) => rule.kind === "limitation" && rule.jurisdiction === jurisdiction && rule.rule.claim === wanted,
    );
  const own = of(claim);
  return own.length === 0 && claim === "motor_vehicle" ? of("personal_injury") : own;
}

/** Those with a rule on claims against others than public bodies. */
const statesWithDefaults: ReadonlySet<string> = new Set(
  [...defaultRules.values()].flatMap(({ kind, jurisdiction, rule }) =>
    kind === "limitation" && "claim" in rule && rule.claim !== "government" ? [jurisdiction] : [],
  ),
);

const reasonOf = (missing: Extract<LimitationResult, { missing: unknown }>["missing"]): MissingLimitation["reason"] =>
  missing === "incident_missing" || missing === "rejection_missing" ? missing : "look_up";

/** Of a statute and its successor the one that applies; otherwise why there is no date. */
function settle(applied: readonly AppliedRule[], claim: Claim): { dated: Calculated[]; missing: MissingLimitation[] } {
  const inForce = applied.filter((each) => !("missing" in each) || each.missing !== "accrual_outside_rule");
  const [outside] = applied;
  if (inForce.length === 0 && outside !== undefined)
    return { dated: [], missing: [miss(claim, "accrual_outside_rule", outside.rule)] };
  const missing = inForce.flatMap((each) =>
    "missing" in each ? [miss(claim, reasonOf(each.missing), each.rule)] : [],
  );
  return { dated: inForce.filter((each): each is Calculated => "calculation" in each), missing };
}

function describe(ofCase: CaseFacts, { rule, calculation }: Calculated): LimitationSuggestion {
  const { rolledOn, conservativeOn, warnings } = calculation;
  const {
    key: ruleKey,
    citation,
    verification,
    asOf,
    rule: { type, claim },
  } = rule;
  const isDoubtful = claim === "government" && ofCase.isGovernmentUnknown;
  const texts = [asOf, ...(calculation.minority === null ? [] : [ofCase.minority?.asOf ?? asOf])];
  const added: DeadlineWarning[] = [];
  if (texts.some((each) => isOlderThanAYear(each, ofCase.today))) added.push("rule_older_than_a_year");
  if (isDoubtful) added.push("government_defendant_unknown");
  if (ofCase.isImplausible) added.push("implausible_date");
  return {
    ruleKey,
    type,
    claim,
    dueOn: rolledOn,
    conservativeDueOn: conservativeOn,
    actByOn: findActByOn(findEffectiveOn(rolledOn, conservativeOn, false), ofCase.court),
    calculation: { ...calculation, warnings: [...warnings, ...added] },
    citation,
    verification,
    asOf,
    existingDeadlineId:
      ofCase.existing.find((each) => each.ruleKey === ruleKey && each.claimantPartyId === ofCase.claimantPartyId)?.id ??
      null,
  };
}

/** Notices to public bodies and suits against them, of the state and of the United States. */
function listPublic(
  ofCase: CaseFacts,
  limitationOn: string | null,
): { dated: Calculated[]; missing: MissingLimitation[] } {
  const rules = ofCase.rules.filter(
    ({ rule, jurisdiction }) => rule.claim === "government" && (jurisdiction === ofCase.state || jurisdiction === "US"),
  );
  const { dated, missing } = settle(
    rules.map((rule) => applyRule({ ...ofCase, facts: { ...ofCase.facts, limitationOn } }, rule)),
    "government",
  );
  return { dated, missing: [...missing, ...missPublic(ofCase.state, rules)] };
}

/**
 * What no rule of the state says about its public bodies: a notice, a suit, or both. A pointer says it, and is listed
 * by itself.
 */
function missPublic(state: string, rules: readonly DatedRule[]): MissingLimitation[] {
  const ofState = rules.filter(({ jurisdiction }) => jurisdiction === state);
  const lacks = (type: string) => !ofState.some(({ rule }) => rule.type === type);
  const lacking = [
    ...(lacks("notice_of_claim") ? ["a notice of claim to a public body"] : []),
    ...(lacks("statute_of_limitations") ? ["a suit against a public body"] : []),
  ];
  if (lacking.length === 0) return [];
  return [
    {
      ...miss("government", "no_rule_for_public_body"),
      citation: ofState[0]?.citation ?? null,
      note: `No rule of ${state} says anything about ${lacking.join(" or ")}.`,
    },
  ];
}

function suggest(ofCase: CaseFacts, claims: readonly Claim[], withGovernment: boolean): Suggestions {
  const missing: MissingLimitation[] = [];
  const dated: Calculated[] = [];
  for (const claim of claims) {
    const rules = claim === "government" ? [] : findRules(ofCase, claim);
    const settled = settle(
      rules.map((rule) => applyRule(ofCase, rule)),
      claim,
    );
    dated.push(...settled.dated);
    missing.push(...settled.missing);
    if (rules.length === 0 && claim !== "government")
      missing.push(miss(claim, statesWithDefaults.has(ofCase.state) ? "no_default" : "look_up"));
    if (claim === "medical_malpractice") {
      const pointers = ofCase.rules.filter(
        (rule) => rule.kind === "claim_notice" && rule.jurisdiction === ofCase.state && rule.rule.claim === claim,
      );
      missing.push(
        ...pointers.map((rule) => ({
          ...miss(claim, "look_up", rule),
          note:
            rule.note ??
            (rule.rule.type === "pre_suit_notice"
              ? "A notice before the lawsuit may be required."
              : "An expert's certificate may be required."),
        })),
      );
    }
  }
  if (withGovernment || claims.includes("government")) {
    const ends = dated.map(({ calculation: { conservativeOn, rolledOn } }) => conservativeOn ?? rolledOn);
    const settled = listPublic(ofCase, ends.toSorted()[0] ?? null);
    dated.push(...settled.dated);
    missing.push(...settled.missing);
  }
  return { suggestions: dated.slice(0, 20).map((each) => describe(ofCase, each)), missing: missing.slice(0, 40) };
}

/** Whether a fact from which law counts cannot be right. New ones are rejected; what was recorded before is warned of. */
export function isImplausible(
  { incidentOn, bornOn, deathOn, discoveredOn, treatmentEndedOn, claimRejectedOn }: LimitationFacts,
  caseType: string,
  today: string,
): boolean {
  const recorded = [incidentOn, bornOn, deathOn, discoveredOn, treatmentEndedOn, claimRejectedOn];
  return (
    recorded.some((on) => on !== null && (on < lawDays.first || on > today)) ||
    precedesBirth({ dateOfIncident: incidentOn, dateOfBirth: bornOn, caseType }) ||
    (incidentOn !== null && deathOn !== null && deathOn < incidentOn)
  );
}

export type GivenFacts = Partial<
  Record<"discoveredOn" | "deathOn" | "treatmentEndedOn" | "claimRejectedOn", string | undefined>
> & { claimantPartyId?: string | null | undefined };

/**
 * Requires days that follow from an incident, by the paths of their fields, not to be before it: of one that is, a
 * period would end before it begins.
 *
 * @throws VALIDATION_FAILED
 */
export function checkSinceIncident(
  incidentOn: string | null,
  days: Readonly<Record<string, string | null | undefined>>,
): void {
  const early = Object.entries(days).find(([, on]) => incidentOn !== null && typeof on === "string" && on < incidentOn);
  if (early !== undefined)
    throw invalidInput({ path: early[0], message: `must not be before the incident, ${incidentOn}` });
}

/**
 * The facts of a case; of another claimant than the client only those that are given.
 *
 * @param incidentOn in place of the case's
 * @throws NOT_FOUND for the case or the claimant; VALIDATION_FAILED for a given day before the incident
 */
export async function getFacts(
  context: Context,
  caseId: string,
  given: GivenFacts,
  incidentOn?: string,
): Promise<{ of: Awaited<ReturnType<typeof getCase>>; facts: LimitationFacts }> {
  const {
    discoveredOn = null,
    deathOn,
    treatmentEndedOn = null,
    claimRejectedOn = null,
    claimantPartyId = null,
  } = given;
  const of = await getCase(context, caseId);
  if (of.deletedAt !== null) throw notFound("Case");
  checkSinceIncident(incidentOn ?? of.dateOfIncident, { discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn });
  if (claimantPartyId !== null) await parties.get(context, { caseId, id: claimantPartyId });
  const person =
    claimantPartyId === null ? await getClient(context, of.plaintiffId) : { dateOfBirth: null, dateOfDeath: null };
  const facts = {
    incidentOn: of.dateOfIncident,
    deathOn: deathOn ?? person.dateOfDeath,
    discoveredOn,
    treatmentEndedOn,
    claimRejectedOn,
    limitationOn: null,
    bornOn: person.dateOfBirth,
    accrual: null,
  };
  return { of, facts };
}

/** The rule on minority of a state; null if it has none. */
export function findMinorityRule(rules: readonly Rule[], state: string): DatedMinority | null {
  const found = rules.find(
    ({ key, verification }) => verification !== "disabled" && key === `minority.${state.toLowerCase()}`,
  );
  return found !== undefined && "method" in found.rule ? { ...found.rule, asOf: found.asOf } : null;
}

/** Whether a public body may be liable, as the incident of a case says; undefined where it does not. */
async function findGovernmentEntity(context: Context, caseId: string): Promise<"yes" | "no" | undefined> {
  const { governmentEntityInvolved } = await getIncident(context, caseId);
  return governmentEntityInvolved === "unknown" ? undefined : governmentEntityInvolved;
}

/**
 * What the firm's rules say about a case; nothing is written.
 *
 * @throws NOT_FOUND for the case or the claimant; VALIDATION_FAILED for a given day before the incident, or in the
 *   future
 */
export async function suggestLimitations(
  context: Context,
  caseId: string,
  query: SuggestionQuery,
): Promise<Suggestions> {
  const { discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn } = query;
  await assertNotFuture(context, { discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn });
  const { of, facts } = await getFacts(context, caseId, query);
  const claim = claimOfCaseType[of.caseType];
  const claims = query.claims ?? (claim === undefined ? [] : [claim]);
  const unclaimed = claims.length === 0 ? [miss(null, "no_default")] : [];
  const governmentEntity = query.governmentEntity ?? (await findGovernmentEntity(context, caseId));
  const withGovernment = governmentEntity !== "no";
  if (of.caseState === null) {
    const named = new Set([...claims, ...(withGovernment ? ["government" as const] : [])]);
    return { suggestions: [], missing: [...unclaimed, ...[...named].map((each) => miss(each, "state_missing"))] };
  }
  const today = await readToday(context);
  const rules = (await listRules(context, {})).filter(({ verification }) => verification !== "disabled");
  const ofCase: CaseFacts = {
    state: of.caseState,
    isImplausible: isImplausible(facts, of.caseType, today),
    today,
    rules: rules.filter(isDated),
    minority: findMinorityRule(rules, of.caseState),
    facts,
    court: await openCourtDays(context, of),
    isGovernmentUnknown: governmentEntity === undefined,
    claimantPartyId: query.claimantPartyId ?? null,
    existing: await listRuleDeadlines(context, caseId),
  };
  const { suggestions, missing } = suggest(ofCase, claims, withGovernment);
  return { suggestions, missing: [...unclaimed, ...missing] };
}
