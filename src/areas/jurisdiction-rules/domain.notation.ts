import { shippedText } from "./domain.default-rules.ts";
import { shippedFeeCaps, shippedLienReductions, type ShippedRule } from "./domain.settlement-rules.ts";
import { summarizeFeeCap, summarizeLienReduction } from "./domain.settlement.ts";
import { shippedFeeDivisions } from "./domain.fee-division-rules.ts";
import { summarizeFeeDivision } from "./domain.fee-division.ts";
import { summarizeServiceRule } from "./domain.service.ts";
import { shippedTextHours } from "./domain.text-hours-rules.ts";
import { summarizeTextHours } from "./domain.text-hours.ts";
import { shippedServiceRules } from "./domain.service-rules.ts";
import { JurisdictionRule, LimitationClaim, type LimitationRule, type MinorityRule } from "./schema.ts";

export type { LimitationRule, MinorityRule };
type Period = NonNullable<LimitationRule["period"]>;

const numberBefore = (text: string, unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0);
const readPeriod = (text: string | undefined): Period | null =>
  text === undefined
    ? null
    : { years: numberBefore(text, "y"), months: numberBefore(text, "m"), days: numberBefore(text, "d") };

/** A rule from its notation, as `domain.default-rules.ts` explains it. */
function readRule(
  type: LimitationRule["type"],
  claim: LimitationClaim,
  entity: string | null,
  notation: string,
): LimitationRule {
  const part = (pattern: RegExp) => pattern.exec(notation)?.[1];
  const from = part(/from (\w+)/);
  return {
    type,
    claim,
    period: readPeriod(part(/^((?:\d+[ymd])+)/)),
    from: (from ?? (notation.includes("before limitation") ? "limitation" : "incident")) as LimitationRule["from"],
    discovery: readDiscovery(notation),
    discoveryPeriod: readPeriod(part(/L\(([^)]+)\)/)),
    repose: readPeriod(part(/≤(\w+)/)),
    effectiveFrom: part(/since (\S+)/) ?? null,
    effectiveUntil: part(/until (\S+)/) ?? null,
    direction: notation.includes("before limitation") ? "before" : "after",
    rollRule: "none",
    entity,
  };
}

function readDiscovery(notation: string): LimitationRule["discovery"] {
  if (/ R\b/.test(notation)) return "replaces";
  return notation.includes(" L(") ? "later" : "none";
}

/** `1 year and 90 days` */
export const describePeriod = ({ years, months, days }: Period) =>
  Object.entries({ year: years, month: months, day: days })
    .flatMap(([word, count]) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`]))
    .join(" and ");

const startWords: Readonly<Record<LimitationRule["from"], string>> = {
  incident: "from the incident",
  death: "from the death",
  treatment_end: "from the end of the treatment",
  claim_rejected: "from the rejection of the claim",
  limitation: "before the end of the period of limitation",
};

/** A rule in words. */
export function summarizeRule(rule: JurisdictionRule["rule"]): string {
  if ("order" in rule) return summarizeServiceRule(rule);
  if ("variants" in rule) return summarizeFeeCap(rule);
  if ("lienTypes" in rule) return summarizeLienReduction(rule);
  if ("bases" in rule) return summarizeFeeDivision(rule);
  if ("hours" in rule) return summarizeTextHours(rule);
  if ("method" in rule)
    return rule.method === "suspend"
      ? "The period begins on the 18th birthday"
      : `The period does not end before ${describePeriod({ years: rule.years ?? 0, months: 0, days: 0 })} after the 18th birthday`;
  return summarizeLimitation(rule);
}

function summarizeLimitation(rule: LimitationRule): string {
  if (rule.period === null) return "Look up the statute; no date is calculated";
  const parts = [`${describePeriod(rule.period)} ${startWords[rule.from]}`];
  if (rule.discovery === "replaces") parts.push("or from its discovery");
  if (rule.discovery === "later")
    parts.push(`or ${describePeriod(rule.discoveryPeriod ?? rule.period)} from its discovery, whichever is later`);
  if (rule.repose !== null) parts.push(`at most ${describePeriod(rule.repose)} from the incident`);
  if (rule.effectiveFrom !== null) parts.push(`for incidents since ${rule.effectiveFrom}`);
  if (rule.effectiveUntil !== null) parts.push(`for incidents until ${rule.effectiveUntil}`);
  return parts.join(", ");
}

type Kind = JurisdictionRule["kind"];

/** The month in which a row was read, as its citation says; else that of all. */
const findAsOf = (citation: string) => /read (\d{4}-\d{2})-\d{2}/.exec(citation)?.[1] ?? shippedText.asOf;

interface DefaultText {
  rule: object;
  citation: string;
  note?: string | null | undefined;
  asOf?: string;
}

function makeDefault(
  kind: Kind,
  state: string,
  name: string | null,
  { rule: given, citation, note = null, asOf = findAsOf(citation) }: DefaultText,
): JurisdictionRule {
  const unchecked = {
    verification: "unverified",
    verifiedBy: null,
    verifiedAt: null,
    revision: 0,
    updatedAt: null,
  } as const;
  const rule = JurisdictionRule.shape.rule.parse(given);
  return JurisdictionRule.parse({
    ...unchecked,
    id: null,
    key: [kind, state, ...(name === null ? [] : [name])].join("."),
    kind,
    jurisdiction: state.toUpperCase(),
    rule,
    citation,
    summary: summarizeRule(rule),
    source: "default",
    asOf,
    note,
  });
}

/** The claim of a row; a name such as `wrongful_death_motor_vehicle` begins with it. */
const claimOf = (name: string): LimitationClaim =>
  LimitationClaim.options.toSorted((one, other) => other.length - one.length).find((claim) => name.startsWith(claim)) ??
  LimitationClaim.parse(name);

/** What a name says beyond the claim: a case to which the rule is limited, but not its time. */
const entityOf = (name: string): string | null =>
  name === claimOf(name) || name.includes("_before_") ? null : name.slice(claimOf(name).length + 1);

const limitations = Object.entries(shippedText.states).flatMap(([state, rows]) =>
  rows.map(([name, notation, citation, note]) =>
    makeDefault("limitation", state, name, {
      rule: readRule("statute_of_limitations", claimOf(name), entityOf(name), notation),
      citation,
      note,
    }),
  ),
);

const publicRules = Object.entries(shippedText.publicBodies).flatMap(([state, rows]) =>
  rows.flatMap(([entity, notice, suit, note]) => {
    const limitedTo = entity === "government" ? null : entity;
    return [
      ...(notice === null
        ? []
        : [
            makeDefault("claim_notice", state, entity, {
              rule: readRule("notice_of_claim", "government", limitedTo, notice[0]),
              citation: notice[1],
              note,
            }),
          ]),
      ...(suit === null
        ? []
        : [
            makeDefault("limitation", state, entity, {
              rule: readRule("statute_of_limitations", "government", limitedTo, suit[0]),
              citation: suit[1],
              note,
            }),
          ]),
    ];
  }),
);

const preSuitRules = Object.entries(shippedText.preSuit).map(([state, [type, citation]]) =>
  makeDefault("claim_notice", state, type, { rule: readRule(type, "medical_malpractice", null, "?"), citation }),
);

const minorityRules = Object.entries(shippedText.minorities).map(([state, [years, citation]]) =>
  makeDefault("minority", state, null, {
    rule: { method: years === null ? "suspend" : "years_after", years },
    citation,
  }),
);

const serviceRules = [...shippedServiceRules].map(([jurisdiction, text]) =>
  makeDefault("service", jurisdiction.toLowerCase(), null, text),
);

const ofSettlements = (kind: Kind, shipped: readonly ShippedRule[]) =>
  shipped.map(({ state, name, ...text }) => makeDefault(kind, state, name, text));

const feeDivisionRules = shippedFeeDivisions.map(({ state, ...text }) =>
  makeDefault("fee_division", state, null, text),
);

const textHoursRules = shippedTextHours.map(({ state, ...text }) => makeDefault("text_hours", state, null, text));

/** By key. */
export const defaultRules: ReadonlyMap<string, JurisdictionRule> = new Map(
  [
    ...limitations,
    ...publicRules,
    ...preSuitRules,
    ...minorityRules,
    ...serviceRules,
    ...ofSettlements("fee_cap", shippedFeeCaps),
    ...ofSettlements("lien_reduction", shippedLienReductions),
    ...feeDivisionRules,
    ...textHoursRules,
  ].map((rule) => [rule.key, rule]),
);
