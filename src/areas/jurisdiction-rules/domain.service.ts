import { shippedServiceRules } from "./domain.service-rules.ts";
import { ServiceRule, type JurisdictionRule, type ServiceAddition } from "./schema.ts";

export type { ServiceAddition, ServiceRule };
type Method = ServiceAddition["method"];
type Direction = "after" | "before";
/** `US`, or a state. */
export type RuleJurisdiction = JurisdictionRule["jurisdiction"];

/** A service rule as a count applies it, and as a deadline keeps it. */
export interface AppliedServiceRule {
  key: string;
  citation: string;
  /** `YYYY-MM` or `YYYY-MM-DD`. */
  asOf: string;
  isVerified: boolean;
  rule: ServiceRule;
}

/** By whose rule days for service are added. */
export interface ServiceBasis {
  jurisdiction: RuleJurisdiction;
  /** Null where the jurisdiction has none, or the firm disabled it. */
  rule: AppliedServiceRule | null;
}

export const serviceKeyOf = (jurisdiction: RuleJurisdiction): string => `service.${jurisdiction.toLowerCase()}`;

export function applyServiceRule(jurisdiction: RuleJurisdiction, found: JurisdictionRule | undefined): ServiceBasis {
  if (found === undefined || found.verification === "disabled" || !("order" in found.rule))
    return { jurisdiction, rule: null };
  const { key, citation, asOf, verification, rule } = found;
  return { jurisdiction, rule: { key, citation, asOf, isVerified: verification === "verified", rule } };
}

/** What Caseport ships for a jurisdiction, which nobody verified. */
export function shippedServiceBasis(jurisdiction: RuleJurisdiction): ServiceBasis {
  const shipped = shippedServiceRules.get(jurisdiction);
  if (shipped === undefined) return { jurisdiction, rule: null };
  const { citation, asOf, rule } = shipped;
  return {
    jurisdiction,
    rule: { key: serviceKeyOf(jurisdiction), citation, asOf, isVerified: false, rule: ServiceRule.parse(rule) },
  };
}

/** A method that a rule does not name is the nearest that it does: `mail` is what a rule says that makes no difference. */
const nearestMethods: Partial<Record<Method, readonly Method[]>> = {
  mail_out_of_state: ["mail"],
  mail_abroad: ["mail_out_of_state", "mail"],
};

/** What a rule says of a method and a direction; undefined for nothing. */
export function findServiceAddition(
  { methods, backward }: ServiceRule,
  method: Method,
  direction: Direction,
): ServiceAddition | undefined {
  const inForce = direction === "before" ? (backward.methods ?? methods) : methods;
  const names = [method, ...(nearestMethods[method] ?? [])];
  return names.map((name) => inForce.find((each) => each.method === name)).find((each) => each !== undefined);
}

/** `by mail`, as a sentence says it. */
export const serviceWords: Readonly<Record<Method, string>> = {
  personal: "in person",
  electronic: "electronically",
  mail: "by mail",
  mail_out_of_state: "by mail from or to another state",
  mail_abroad: "by mail from or to another country",
  overnight: "by overnight delivery",
  fax: "by fax",
  left_with_clerk: "with the clerk",
  other_consented: "by other means consented to",
};

const orderWords: Readonly<Record<ServiceRule["order"], string>> = {
  with_period: "are added to the period, which then moves to an open day once",
  after_roll: "are added after the period has ended on an open day, and end on an open day again",
  before_period: "pass before service is complete and the period begins",
};

/** `5 days`, `1 court day`. */
export const describeAddition = ({ days, unit }: Pick<ServiceAddition, "days" | "unit">): string =>
  `${days} ${unit === "court_days" ? "court day" : "day"}${days === 1 ? "" : "s"}`;

const listAdditions = (additions: readonly ServiceAddition[]) =>
  additions
    .flatMap((each) => (each.days === 0 ? [] : [`${describeAddition(each)} ${serviceWords[each.method]}`]))
    .join(", ");

/** The rule in words. */
export function summarizeServiceRule({ order, methods, backward }: ServiceRule): string {
  const added = listAdditions(methods);
  if (added === "") return "No days are added for service";
  const ofBackward =
    backward.methods === null ? "also before a day" : `before a day ${listAdditions(backward.methods)}`;
  return `${added}; they ${orderWords[order]}; ${backward.isAdded ? ofBackward : "none before a day"}`;
}
