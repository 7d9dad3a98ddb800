import { invalidInput, invalidState, notFound } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { listRules } from "../jurisdiction-rules/domain.ts";
import { readToday } from "../../platform/database/organization-day.ts";
import {
  findMinorityRule,
  isDated,
  isImplausible,
  prepareLimitation,
  getFacts,
  checkSinceIncident,
  type DatedRule,
} from "./calculation/domain.suggestions.ts";
import type { RuleTrigger } from "./domain.dates.ts";
import type { LimitationFacts, StoredLimitation } from "./calculation/domain.limitation.ts";
import type { NewDeadline } from "./schema.input.ts";
import { findStatute } from "./store.changes.ts";

const isUsed = ({ verification }: { verification: string }) => verification !== "disabled";

type Choice = Pick<
  NewDeadline,
  | "type"
  | "claimantPartyId"
  | "accrualBasis"
  | "accrualOn"
  | "discoveredOn"
  | "deathOn"
  | "treatmentEndedOn"
  | "claimRejectedOn"
> & { ruleKey: string };

/**
 * The day that was given in place of the recorded one.
 *
 * @throws VALIDATION_FAILED
 */
export function parseAccrual(
  { accrualBasis = null, accrualOn = null }: Pick<Choice, "accrualBasis" | "accrualOn">,
  discoveredOn: string | null,
): LimitationFacts["accrual"] {
  if (accrualOn === null) {
    if (accrualBasis === "other" || (accrualBasis === "discovery" && discoveredOn === null))
      throw invalidInput({ path: "accrualOn", message: `required with accrualBasis ${accrualBasis}` });
    return null;
  }
  if (accrualBasis === null) throw invalidInput({ path: "accrualBasis", message: "required with accrualOn" });
  return { basis: accrualBasis, on: accrualOn };
}

const findGivenIncident = ({ accrualBasis, accrualOn }: Pick<Choice, "accrualBasis" | "accrualOn">) =>
  accrualBasis === "incident" ? (accrualOn ?? undefined) : undefined;

/**
 * Requires the day that a period runs from, if it is that of a discovery, a death, the end of a treatment or a rejected
 * claim, not to be before the case's incident.
 *
 * @throws VALIDATION_FAILED at `accrualOn`
 */
export function checkAccrualSinceIncident(accrual: LimitationFacts["accrual"], incidentOn: string | null): void {
  if (accrual === null || accrual.basis === "incident" || accrual.basis === "other") return;
  checkSinceIncident(incidentOn, { accrualOn: accrual.on });
}

async function getUsableRule(
  context: Context,
  { ruleKey, type }: Choice,
): Promise<{ rule: DatedRule; all: Awaited<ReturnType<typeof listRules>> }> {
  const all = await listRules(context, {});
  const rule = all.find(({ key }) => key === ruleKey);
  if (rule === undefined) throw notFound("Rule");
  if (rule.verification === "disabled") throw invalidState("The firm does not use this rule");
  if (!isDated(rule)) throw invalidInput({ path: "ruleKey", message: "must be a rule of limitation or of a notice" });
  if (rule.rule.type !== type)
    throw invalidInput({ path: "type", message: `must be ${rule.rule.type}, the type of the rule` });
  return { rule, all };
}

/**
 * A rule with the facts to which it is applied.
 *
 * @throws NOT_FOUND for the rule or the claimant; VALIDATION_FAILED; INVALID_STATE_TRANSITION for a disabled rule
 */
export async function getRuleWithFacts(
  context: Context,
  caseId: string,
  choice: Choice,
): Promise<{ rule: DatedRule; limitation: StoredLimitation; isImplausible: boolean }> {
  const { rule, all } = await getUsableRule(context, choice);
  const { of, facts } = await getFacts(context, caseId, choice, findGivenIncident(choice));
  const limitationOn =
    rule.rule.from === "limitation" ? ((await findStatute(context, caseId))?.actual.on ?? null) : null;
  const accrual = parseAccrual(choice, choice.discoveredOn ?? null);
  checkAccrualSinceIncident(accrual, of.dateOfIncident);
  const isDoubtful = isImplausible(facts, of.caseType, await readToday(context));
  return {
    rule,
    isImplausible: isDoubtful,
    limitation: prepareLimitation(
      {
        minority: findMinorityRule(all, rule.jurisdiction),
        facts: { ...facts, limitationOn, accrual },
        rules: all.filter(isUsed).filter(isDated),
      },
      rule,
    ),
  };
}

/** What a date by a rule is recalculated from: the case's incident, unless the request gave another day of it. */
export function findRuleTrigger(caseId: string, { facts: { accrual, incidentOn } }: StoredLimitation): RuleTrigger {
  if (accrual?.basis === "incident")
    return { triggerSource: "manual", triggerRecordId: null, triggerLabel: null, triggerOn: accrual.on };
  return { triggerSource: "incident", triggerRecordId: caseId, triggerLabel: null, triggerOn: incidentOn };
}
