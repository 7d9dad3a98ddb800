import { shipTemplates, type ShippedTemplate } from "./domain.rows.ts";

/**
 * Texas, Florida and Georgia. Each rule was read on the day of `readOn`; “(a summary)” where only a summary of its text
 * was found.
 */
const readOn = "2026-11-29";

const tex = (rule: string) => `Tex. R. Civ. P. ${rule}`;

/**
 * An original answer falls on a Monday at 10:00; days for service (Rule 21a) belong to papers served on a party, not to
 * the citation.
 */
const texas: readonly ShippedTemplate[] = [
  {
    key: "tx.defendant_served",
    name: "Texas: defendant served with citation",
    on: "Defendant served with citation",
    source: "service",
    items: [{ type: "answer_due", days: 20, nextWeekday: 1, dueTime: "10:00", cite: tex("99(b)") }],
  },
  {
    key: "tx.answer_filed",
    name: "Texas: first answer filed",
    on: "First answer or general appearance filed",
    items: [{ type: "initial_disclosures", days: 30, cite: tex("194.2(a)") }],
  },
  {
    key: "tx.party_joined",
    name: "Texas: party served or joined after the first answer",
    on: "Party first served or joined, after the first answer was filed",
    items: [{ type: "initial_disclosures", days: 30, cite: tex("194.2(a)") }],
  },
  {
    key: "tx.discovery_served",
    name: "Texas: discovery served",
    on: "Discovery served",
    items: [
      {
        type: "discovery_response",
        days: 30,
        served: true,
        cite: `${tex("196.2(a), 197.2(a), 198.2(a)")} (196 and 198: a summary)`,
      },
    ],
  },
  {
    key: "tx.discovery_closes",
    name: "Texas: discovery period ends",
    on: "Discovery period ends",
    items: [
      {
        type: "expert_disclosure",
        days: -90,
        title: "Experts of the party that seeks affirmative relief",
        cite: `${tex("195.2(a)")} (a summary)`,
      },
      { type: "expert_rebuttal", days: -60, title: "All other experts", cite: `${tex("195.2(b)")} (a summary)` },
    ],
  },
  {
    key: "tx.judgment_signed",
    name: "Texas: judgment signed",
    on: "Judgment signed",
    items: [
      { type: "post_trial_motion", days: 30, jurisdictional: true, cite: `${tex("329b(a), (g)")} (a summary)` },
      {
        type: "notice_of_appeal",
        days: 30,
        unless: ["post_trial_motion_filed"],
        jurisdictional: true,
        cite: "Tex. R. App. P. 26.1",
        or: [{ days: 90, onlyIf: ["post_trial_motion_filed"], cite: "Tex. R. App. P. 26.1(a)" }],
      },
    ],
  },
  {
    key: "tx.accelerated_order_signed",
    name: "Texas: order signed that is appealed at once",
    on: "Order signed (accelerated appeal)",
    items: [{ type: "notice_of_appeal", days: 20, jurisdictional: true, cite: "Tex. R. App. P. 26.1(b)" }],
  },
];

const fla = (rule: string) => `Fla. R. Civ. P. ${rule}`;
/** Counting begins on the next day that is no weekend or holiday: Fla. R. Gen. Prac. & Jud. Admin. 2.514(a)(1)(A). */
const open = { fromOpenDay: true } as const;
const defendant = { onlyIf: ["party_is_defendant"] } as const;

const florida: readonly ShippedTemplate[] = [
  {
    key: "fl.defendant_served",
    name: "Florida: defendant served",
    on: "Original process and initial pleading served",
    source: "service",
    items: [
      {
        type: "answer_due",
        days: 20,
        ...open,
        unless: ["defendant_is_state_agency"],
        cite: fla("1.140(a)(1)"),
        or: [
          {
            days: 30,
            ...open,
            onlyIf: ["defendant_is_state_agency"],
            cite: `${fla("1.140(a)(2)(B)")}; 40 days under (A) where the suit is not under Fla. Stat. § 768.28`,
          },
        ],
      },
    ],
  },
  {
    key: "fl.discovery_served",
    name: "Florida: discovery served",
    on: "Discovery served",
    triggers: [["process_served", "Process and initial pleading served on the defendant"]],
    items: [
      {
        type: "discovery_response",
        days: 30,
        served: true,
        ...open,
        latest: true,
        cite: fla("1.340(a), 1.350(b)(3)"),
        or: [{ days: 45, from: "trigger:process_served", ...open, ...defendant }],
      },
    ],
  },
  {
    key: "fl.verdict_returned",
    name: "Florida: verdict returned, or judgment filed without a jury",
    on: "Verdict returned, or judgment filed in a non-jury action",
    items: [{ type: "post_trial_motion", days: 15, ...open, jurisdictional: true, cite: fla("1.530(b)") }],
  },
  {
    key: "fl.order_rendered",
    name: "Florida: final order rendered",
    on: "Final order rendered: signed and filed, and the last authorized motion decided",
    items: [
      {
        type: "notice_of_appeal",
        days: 30,
        jurisdictional: true,
        cite: "Fla. R. App. P. 9.110(b) (from the day itself; rule 9.420(e) may begin later)",
      },
    ],
  },
];

const ga = (section: string) => `O.C.G.A. § ${section}`;

const georgia: readonly ShippedTemplate[] = [
  {
    key: "ga.defendant_served",
    name: "Georgia: defendant served",
    on: "Summons and complaint served",
    source: "service",
    items: [{ type: "answer_due", days: 30, cite: ga("9-11-12(a)") }],
  },
  {
    key: "ga.discovery_served",
    name: "Georgia: discovery served",
    on: "Interrogatories or requests for production served",
    triggers: [["complaint_served", "Summons and complaint served on the defendant"]],
    items: [
      {
        type: "discovery_response",
        days: 30,
        served: true,
        latest: true,
        cite: `${ga("9-11-33(a)(2)")}, § 9-11-34(b)(2)`,
        or: [{ days: 45, from: "trigger:complaint_served", ...defendant }],
      },
    ],
  },
  {
    key: "ga.judgment_entered",
    name: "Georgia: judgment entered",
    on: "Judgment entered",
    triggers: [["motion_decided", "Order that disposes of the motion entered"]],
    items: [
      { type: "post_trial_motion", days: 30, jurisdictional: true, cite: `${ga("5-5-40(a)")} (a summary)` },
      {
        type: "notice_of_appeal",
        days: 30,
        unless: ["post_trial_motion_filed"],
        jurisdictional: true,
        cite: ga("5-6-38(a)"),
        or: [{ days: 30, from: "trigger:motion_decided", onlyIf: ["post_trial_motion_filed"] }],
      },
    ],
  },
];

export const southernTemplates = [
  ...shipTemplates("TX", readOn, texas),
  ...shipTemplates("FL", readOn, florida),
  ...shipTemplates("GA", readOn, georgia),
];
