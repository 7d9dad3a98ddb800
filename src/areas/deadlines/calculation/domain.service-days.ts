import { isOlderThanAYear } from "../../../contract/values/rule-age.ts";
import {
  describeAddition,
  findServiceAddition,
  serviceWords,
  type AppliedServiceRule,
  type ServiceAddition,
  type ServiceBasis,
  type ServiceRule,
} from "../../jurisdiction-rules/domain.service.ts";
import type { Count, DeadlineCalculation, DeadlineWarning } from "./schema.ts";

/** The days that the service of a paper adds to a count. */

export interface ServiceDays {
  days: number;
  unit: ServiceAddition["unit"];
  order: ServiceRule["order"];
  /** Of `before_period`. */
  isCompletionRolled: boolean;
  /** Of a count backward. */
  rollsAgain: boolean;
  /** `3 days are added to the period for service by mail (Tex. R. Civ. P. 21a(c))` */
  text: string;
}

export interface FoundService {
  /** Null where no days are added. */
  added: ServiceDays | null;
  /** Why no days are added, where a rule says so. */
  note: string | null;
  record: DeadlineCalculation["service"];
  warnings: DeadlineWarning[];
}

const none: FoundService = { added: null, note: null, record: null, warnings: [] };

type Amount = Pick<ServiceAddition, "days" | "unit">;

/** @param how `service by mail` @param cited ` (Tex. R. Civ. P. 21a(c))`, or nothing */
function describeDays(amount: Amount, place: ServiceRule["order"] | "backward", how: string, cited = ""): string {
  const isOne = amount.days === 1;
  const are = isOne ? "is" : "are";
  const sentences = {
    with_period: `${are} added to the period for ${how}`,
    after_roll: `${are} added after the period for ${how}`,
    before_period: `${isOne ? "passes" : "pass"} until ${how} is complete`,
    backward: `${are} counted back further for ${how}`,
  } as const;
  return `${describeAddition(amount)} ${sentences[place]}${cited}`;
}

/**
 * Days that the caller gave in place of those of the rule; without a rule they are added to the period, which is never
 * later than after it.
 */
function giveDays(days: number, { serviceMethod, direction }: Count, { rule }: ServiceBasis): FoundService {
  if (days === 0) return none;
  const order = rule?.rule.order ?? "with_period";
  const addition = { days, unit: "calendar_days" } as const;
  const record = { ruleKey: null, method: serviceMethod, ...addition, order, citation: null, isVerified: null };
  const text = describeDays(addition, direction === "before" ? "backward" : order, "service, as given");
  const { isCompletionRolled = false, backward: { rollsAgain } = { rollsAgain: true } } = rule?.rule ?? {};
  return { added: { ...addition, order, isCompletionRolled, rollsAgain, text }, note: null, record, warnings: [] };
}

/** What a method adds by the rule of a jurisdiction. */
function addByRule(
  { key: ruleKey, citation, isVerified, rule }: AppliedServiceRule,
  method: ServiceAddition["method"],
  direction: Count["direction"],
): FoundService {
  const { order, isCompletionRolled, backward } = rule;
  const addition = findServiceAddition(rule, method, direction);
  if (addition === undefined && method === "personal") return none;
  const cited = addition?.citation ?? citation;
  const { unit } = addition ?? { unit: "calendar_days" };
  const record = { ruleKey, method, days: 0, unit, order, citation: cited, isVerified };
  const how = `service ${serviceWords[method]}`;
  if (addition === undefined || addition.days === 0)
    return { ...none, note: `No days are added for ${how} (${cited})`, record };
  if (direction === "before" && !backward.isAdded) {
    const note = `No days are added for ${how} to a period that is counted backward (${cited})`;
    return { ...none, note, record, warnings: ["service_days_not_added"] };
  }
  const { days } = addition;
  const text = describeDays(addition, direction === "before" ? "backward" : order, how, ` (${cited})`);
  const added = { days, unit, order, isCompletionRolled, rollsAgain: backward.rollsAgain, text };
  return { ...none, added, record: { ...record, days } };
}

/**
 * What the service of a count adds.
 *
 * @param today on which the text of a rule is a year old, or not
 */
export function findServiceDays(count: Count, basis: ServiceBasis, today: string): FoundService {
  const { serviceMethod: method, serviceDays, direction } = count;
  if (serviceDays !== undefined && serviceDays !== null) return giveDays(serviceDays, count, basis);
  if (method === null) return none;
  const { rule } = basis;
  if (rule === null) return method === "personal" ? none : { ...none, warnings: ["service_rule_unknown"] };
  const found = addByRule(rule, method, direction);
  if (found.record === null) return none;
  const warnings: DeadlineWarning[] = [];
  if (!rule.isVerified) warnings.push("unverified_rule");
  if (isOlderThanAYear(rule.asOf, today)) warnings.push("rule_older_than_a_year");
  return { ...found, warnings: [...warnings, ...found.warnings] };
}
