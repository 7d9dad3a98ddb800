import { labelOf } from "../deadlines/enumerations.ts";
import { ChainTemplate, type ChainTemplateItem } from "./schema.ts";

/**
 * Periods of the Federal Rules of Civil Procedure, as of a month and without advice on the law: an attorney of the firm compares each with the rule
 * and verifies the template. No row is added without its citation.
 */
const asOf = "2025-06";

type Type = ChainTemplateItem["type"];
/** Days after the trigger, or with a minus before it. */
type Row = readonly [type: Type, days: number, citation: string, more?: { noServiceDays?: true; isJurisdictional?: true }];

const rule = (numbers: string) => `Fed. R. Civ. P. ${numbers}`;
const noServiceDays = true;
const isJurisdictional = true;

const shipped: readonly (readonly [name: string, title: string, trigger: ChainTemplate["trigger"], ...rows: Row[]])[] = [
  ["complaint_filed", "Federal: complaint filed", { source: "manual", label: "Complaint filed" }, ["service_of_process", 90, rule("4(m)"), { noServiceDays }]],
  [
    "defendant_served", "Federal: defendant served", { source: "service", label: "Defendant served" },
    ["answer_due", 21, rule("12(a)(1)(A)(i)"), { noServiceDays }],
    ["removal", 30, "28 U.S.C. § 1446(b)", { noServiceDays }],
  ],
  ["waiver_sent", "Federal: waiver of service sent", { source: "manual", label: "Request for a waiver of service sent" }, ["answer_due", 60, rule("12(a)(1)(A)(ii)"), { noServiceDays }]],
  ["removed", "Federal: case removed", { source: "manual", label: "Notice of removal filed" }, ["remand", 30, "28 U.S.C. § 1447(c)", { noServiceDays }]],
  ["answer_served", "Federal: answer served", { source: "manual", label: "Answer served" }, ["amend_pleading", 21, rule("15(a)(1)(B)")], ["jury_demand", 14, rule("38(b)")]],
  ["rule_26f_held", "Federal: Rule 26(f) conference held", { source: "manual", label: "Rule 26(f) conference held" }, ["initial_disclosures", 14, rule("26(a)(1)(C)"), { noServiceDays }]],
  ["discovery_served", "Federal: discovery served", { source: "manual", label: "Discovery served" }, ["discovery_response", 30, rule("33(b)(2), 34(b)(2)(A), 36(a)(3)")]],
  [
    "trial_set", "Federal: trial set", { source: "manual", label: "Trial" },
    ["expert_disclosure", -90, rule("26(a)(2)(D)(i)")],
    ["pretrial_disclosures", -30, rule("26(a)(3)(B)")],
    ["offer_of_judgment", -14, rule("68(a)")],
  ],
  ["expert_disclosed", "Federal: expert disclosed", { source: "manual", label: "Expert disclosed" }, ["expert_rebuttal", 30, rule("26(a)(2)(D)(ii)")]],
  ["discovery_closes", "Federal: discovery closes", { source: "manual", label: "Discovery closes" }, ["dispositive_motion", 30, rule("56(b)"), { noServiceDays }]],
  ["hearing_set", "Federal: hearing set", { source: "manual", label: "Hearing" }, ["motion_response", -7, rule("6(c)(2)")]],
  [
    "judgment_entered", "Federal: judgment entered", { source: "manual", label: "Judgment entered" },
    ["post_trial_motion", 28, rule("50(b), 59(b), 59(e), 6(b)(2)"), { noServiceDays, isJurisdictional }],
    ["notice_of_appeal", 30, "Fed. R. App. P. 4(a)(1)(A)", { noServiceDays, isJurisdictional }],
  ],
];

function describeItem([type, days, citation, more = {}]: Row): ChainTemplateItem {
  const way = days < 0 ? ({ direction: "before", rollRule: "previous_open_day" } as const) : ({ direction: "after", rollRule: "next_open_day" } as const);
  return {
    key: type, type, title: labelOf(type), offset: Math.abs(days), unit: "calendar_days", from: "trigger", ...way,
    serviceDays: more.noServiceDays === true ? 0 : 3, isJurisdictional: more.isJurisdictional === true, warningDays: null, citation,
  };
}

/** By key. */
export const defaultTemplates: ReadonlyMap<string, ChainTemplate> = new Map(
  shipped.map(([name, title, trigger, ...rows]) => {
    const unchecked = { source: "default", verification: "unverified", verifiedBy: null, verifiedAt: null, asOf, revision: 1, updatedAt: null } as const;
    return [`frcp.${name}`, ChainTemplate.parse({ id: `frcp.${name}`, key: `frcp.${name}`, name: title, jurisdiction: "US", trigger, items: rows.map(describeItem), ...unchecked })];
  }),
);
