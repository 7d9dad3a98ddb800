import { shipTemplates, type ShippedTemplate } from "./domain.rows.ts";

/**
 * California and Washington. Each rule was read on the day of `readOn`; “(a summary)” where only a summary of its text
 * was found.
 */
const readOn = "2026-11-29";

const ccp = (section: string) => `Cal. Code Civ. Proc. § ${section}`;

/**
 * Section 1013 does not extend the response to a summons, nor the times of 659 and of rule 8.104: these have no days
 * for service.
 */
const california: readonly ShippedTemplate[] = [
  {
    key: "ca.defendant_served",
    name: "California: defendant served",
    on: "Service of the summons complete",
    source: "service",
    items: [{ type: "answer_due", days: 30, cite: `${ccp("412.20(a)(3)")} (a summary)` }],
  },
  {
    key: "ca.discovery_served",
    name: "California: discovery served",
    on: "Discovery served",
    items: [
      {
        type: "discovery_response",
        days: 30,
        served: true,
        cite: `${ccp("2030.260(a), 2031.260(a), 2033.250(a)")} (2033.250: a summary)`,
      },
    ],
  },
  {
    key: "ca.trial_set",
    name: "California: initial trial date set",
    on: "Initial trial date",
    triggers: [
      ["trial_date_set", "Day on which the initial trial date was set"],
      ["demand_served", "Demand for the exchange served"],
    ],
    items: [
      {
        type: "custom",
        key: "expert_demand",
        title: "Demand for the exchange of experts",
        days: -70,
        latest: true,
        cite: ccp("2034.220"),
        or: [{ days: 10, from: "trigger:trial_date_set" }],
      },
      {
        type: "expert_disclosure",
        days: -50,
        latest: true,
        cite: ccp("2034.230(b) (on a closed day the open day before, earlier than § 2016.060)"),
        or: [{ days: 20, from: "trigger:demand_served" }],
      },
      {
        type: "expert_rebuttal",
        days: 20,
        from: "item:expert_disclosure",
        title: "Supplemental experts",
        cite: ccp("2034.280(a)"),
      },
    ],
  },
  {
    key: "ca.judgment_entered",
    name: "California: judgment entered",
    on: "Judgment entered",
    triggers: [
      ["clerk_served", "Notice of entry or file-stamped judgment served by the clerk"],
      ["party_served", "Notice of entry or file-stamped judgment served by a party"],
    ],
    items: [
      {
        type: "post_trial_motion",
        title: "Notice of intention to move for a new trial",
        days: 180,
        jurisdictional: true,
        cite: ccp("659(a)(2)"),
        or: [
          { days: 15, from: "trigger:clerk_served" },
          { days: 15, from: "trigger:party_served" },
        ],
      },
      {
        type: "notice_of_appeal",
        days: 180,
        jurisdictional: true,
        cite: "Cal. Rules of Court, rule 8.104(a)(1)(C)",
        or: [
          { days: 60, from: "trigger:clerk_served", cite: "Cal. Rules of Court, rule 8.104(a)(1)(A)" },
          { days: 60, from: "trigger:party_served", cite: "Cal. Rules of Court, rule 8.104(a)(1)(B)" },
        ],
      },
    ],
  },
];

const cr = (rule: string) => `Wash. Super. Ct. Civ. R. ${rule}`;

const washington: readonly ShippedTemplate[] = [
  {
    key: "wa.defendant_served",
    name: "Washington: defendant served",
    on: "Summons and complaint served",
    source: "service",
    triggers: [["first_published", "First publication of the summons"]],
    items: [
      {
        type: "answer_due",
        days: 20,
        unless: ["defendant_served_out_of_state", "defendant_served_abroad", "served_by_publication"],
        cite: cr("4(a)(2), 12(a)(1)"),
        or: [
          {
            days: 60,
            onlyIf: ["defendant_served_out_of_state"],
            unless: ["served_by_publication"],
            cite: `${cr("12(a)(3)")}; RCW 4.28.180 (a summary)`,
          },
          {
            days: 60,
            onlyIf: ["defendant_served_abroad"],
            unless: ["served_by_publication"],
            cite: `${cr("12(a)(3)")}; RCW 4.28.180 (a summary)`,
          },
          {
            days: 60,
            from: "trigger:first_published",
            onlyIf: ["served_by_publication"],
            cite: `${cr("12(a)(2)")}; RCW 4.28.110 (a summary)`,
          },
        ],
      },
    ],
  },
  {
    key: "wa.admissions_requested",
    name: "Washington: admissions requested",
    on: "Requests for admission served",
    triggers: [["complaint_served", "Summons and complaint served on the defendant"]],
    items: [
      {
        type: "discovery_response",
        days: 30,
        served: true,
        latest: true,
        cite: cr("36(a)"),
        or: [{ days: 40, from: "trigger:complaint_served", onlyIf: ["party_is_defendant"] }],
      },
    ],
  },
  {
    key: "wa.judgment_entered",
    name: "Washington: judgment entered",
    on: "Judgment entered",
    triggers: [["motion_decided", "Order on the timely motion entered"]],
    items: [
      { type: "post_trial_motion", days: 10, jurisdictional: true, cite: `${cr("59(b)")} (a summary)` },
      {
        type: "notice_of_appeal",
        days: 30,
        unless: ["post_trial_motion_filed"],
        jurisdictional: true,
        cite: "Wash. R. App. P. 5.2(a) (a summary)",
        or: [
          {
            days: 30,
            from: "trigger:motion_decided",
            onlyIf: ["post_trial_motion_filed"],
            cite: "Wash. R. App. P. 5.2(e) (a summary)",
          },
        ],
      },
    ],
  },
];

export const westernTemplates = [
  ...shipTemplates("CA", readOn, california),
  ...shipTemplates("WA", readOn, washington),
];
