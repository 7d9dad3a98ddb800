import { shipTemplates, type ShippedTemplate } from "./domain.rows.ts";

/**
 * Periods of the Federal Rules. Rule 6(d) adds days where a party acts “within a specified time after being served”:
 * not to a period that runs backward, from another event, or for a party whatever it served itself.
 */
const civil = (numbers: string) => `Fed. R. Civ. P. ${numbers}`;
const appellate = (numbers: string) => `Fed. R. App. P. ${numbers}`;

const us = { onlyIf: ["defendant_is_united_states"] } as const;
const notUs = { unless: ["defendant_is_united_states"] } as const;
const notAnswered = { unless: ["answered_before_removal"] } as const;

const rows: readonly ShippedTemplate[] = [
  {
    key: "frcp.complaint_filed",
    name: "Federal: complaint filed",
    on: "Complaint filed",
    items: [{ type: "service_of_process", days: 90, cite: civil("4(m)") }],
  },
  {
    key: "frcp.defendant_served",
    name: "Federal: defendant served",
    on: "Defendant served",
    source: "service",
    triggers: [["us_attorney_served", "United States attorney served"]],
    items: [
      {
        type: "answer_due",
        days: 21,
        ...notUs,
        cite: civil("12(a)(1)(A)(i)"),
        or: [
          { days: 60, ...us, cite: civil("12(a)(2)–(3)") },
          { days: 60, from: "trigger:us_attorney_served", ...us, cite: civil("12(a)(2)–(3)") },
        ],
      },
      { type: "removal", days: 30, cite: "28 U.S.C. § 1446(b)" },
    ],
  },
  {
    key: "frcp.waiver_sent",
    name: "Federal: waiver of service sent",
    on: "Request for a waiver of service sent",
    items: [
      {
        type: "answer_due",
        days: 60,
        unless: ["defendant_served_abroad"],
        cite: civil("12(a)(1)(A)(ii)"),
        or: [{ days: 90, onlyIf: ["defendant_served_abroad"] }],
      },
    ],
  },
  {
    key: "frcp.removed",
    name: "Federal: case removed",
    on: "Notice of removal filed",
    triggers: [
      ["pleading_received", "Initial pleading received, through service or otherwise"],
      ["summons_served", "Summons served"],
    ],
    items: [
      { type: "remand", days: 30, cite: "28 U.S.C. § 1447(c)" },
      {
        type: "answer_due",
        days: 7,
        latest: true,
        ...notAnswered,
        cite: `${civil("81(c)(2)")} (a summary)`,
        or: [
          { days: 21, from: "trigger:pleading_received", ...notAnswered },
          { days: 21, from: "trigger:summons_served", ...notAnswered },
        ],
      },
    ],
  },
  {
    key: "frcp.answer_served",
    name: "Federal: answer served",
    on: "Answer served",
    triggers: [["rule_12_motion_served", "Motion under Rule 12(b), (e) or (f) served"]],
    items: [
      {
        type: "amend_pleading",
        days: 21,
        served: true,
        cite: civil("15(a)(1)(B)"),
        or: [{ days: 21, from: "trigger:rule_12_motion_served", served: true }],
      },
      { type: "jury_demand", days: 14, cite: civil("38(b)") },
    ],
  },
  {
    key: "frcp.rule_12_motion_served",
    name: "Federal: Rule 12 motion served",
    on: "Motion under Rule 12(b), (e) or (f) served",
    triggers: [["answer_served", "Responsive pleading served"]],
    items: [
      {
        type: "amend_pleading",
        days: 21,
        served: true,
        cite: civil("15(a)(1)(B)"),
        or: [{ days: 21, from: "trigger:answer_served", served: true }],
      },
    ],
  },
  {
    key: "frcp.rule_26f_held",
    name: "Federal: Rule 26(f) conference held",
    on: "Rule 26(f) conference held",
    items: [{ type: "initial_disclosures", days: 14, cite: civil("26(a)(1)(C)") }],
  },
  {
    key: "frcp.discovery_served",
    name: "Federal: discovery served",
    on: "Discovery served",
    items: [{ type: "discovery_response", days: 30, served: true, cite: civil("33(b)(2), 34(b)(2)(A), 36(a)(3)") }],
  },
  {
    key: "frcp.trial_set",
    name: "Federal: trial set",
    on: "Trial",
    items: [
      { type: "expert_disclosure", days: -90, cite: civil("26(a)(2)(D)(i)") },
      { type: "pretrial_disclosures", days: -30, cite: civil("26(a)(3)(B)") },
      { type: "offer_of_judgment", days: -14, cite: civil("68(a)") },
    ],
  },
  {
    key: "frcp.expert_disclosed",
    name: "Federal: expert disclosed",
    on: "Expert disclosed",
    items: [{ type: "expert_rebuttal", days: 30, cite: civil("26(a)(2)(D)(ii)") }],
  },
  {
    key: "frcp.discovery_closes",
    name: "Federal: discovery closes",
    on: "Discovery closes",
    items: [{ type: "dispositive_motion", days: 30, cite: civil("56(b)") }],
  },
  {
    key: "frcp.hearing_set",
    name: "Federal: hearing set",
    on: "Hearing",
    items: [{ type: "motion_response", days: -7, cite: civil("6(c)(2)") }],
  },
  {
    key: "frcp.judgment_entered",
    name: "Federal: judgment entered",
    on: "Judgment entered",
    triggers: [["motion_decided", "Order on the last motion of Fed. R. App. P. 4(a)(4) entered"]],
    items: [
      { type: "post_trial_motion", days: 28, jurisdictional: true, cite: civil("50(b), 59(b), 59(e), 6(b)(2)") },
      {
        type: "notice_of_appeal",
        days: 30,
        unless: ["united_states_is_party", "post_trial_motion_filed"],
        jurisdictional: true,
        cite: appellate("4(a)(1)(A)"),
        or: [
          {
            days: 60,
            onlyIf: ["united_states_is_party"],
            unless: ["post_trial_motion_filed"],
            cite: appellate("4(a)(1)(B)"),
          },
          {
            days: 30,
            from: "trigger:motion_decided",
            onlyIf: ["post_trial_motion_filed"],
            unless: ["united_states_is_party"],
            cite: appellate("4(a)(4)(A)"),
          },
          {
            days: 60,
            from: "trigger:motion_decided",
            onlyIf: ["post_trial_motion_filed", "united_states_is_party"],
            cite: appellate("4(a)(4)(A), 4(a)(1)(B)"),
          },
        ],
      },
    ],
  },
];

export const federalTemplates = shipTemplates("US", "2026-11-29", rows);
