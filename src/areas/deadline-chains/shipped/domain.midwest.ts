import { shipTemplates, type ShippedTemplate } from "./domain.rows.ts";

/**
 * Illinois, Ohio, Michigan and Missouri. Each rule was read on the day of `readOn`; “(a summary)” where only a summary
 * of its text was found.
 */
const readOn = "2026-11-29";

const ill = (rule: string) => `Ill. S. Ct. R. ${rule}`;
const defendant = { onlyIf: ["party_is_defendant"] } as const;
const filed = { onlyIf: ["post_trial_motion_filed"] } as const;
const notFiled = { unless: ["post_trial_motion_filed"] } as const;

const illinois: readonly ShippedTemplate[] = [
  {
    key: "il.defendant_served",
    name: "Illinois: defendant served",
    on: "Summons served",
    source: "service",
    items: [
      {
        type: "answer_due",
        days: 30,
        title: "Appearance and answer or motion",
        cite: `${ill("101(d), 181(a)")} (a summary)`,
      },
    ],
  },
  {
    key: "il.discovery_served",
    name: "Illinois: discovery served",
    on: "Discovery served",
    items: [{ type: "discovery_response", days: 28, served: true, cite: `${ill("213(d), 214")} (214: a summary)` }],
  },
  {
    key: "il.judgment_entered",
    name: "Illinois: judgment entered",
    on: "Judgment entered",
    triggers: [["motion_decided", "Order on the last pending postjudgment motion entered"]],
    items: [
      { type: "post_trial_motion", days: 30, jurisdictional: true, cite: "735 ILCS 5/2-1202(c), 2-1203(a)" },
      {
        type: "notice_of_appeal",
        days: 30,
        ...notFiled,
        jurisdictional: true,
        cite: ill("303(a)(1)"),
        or: [{ days: 30, from: "trigger:motion_decided", ...filed }],
      },
    ],
  },
];

const ohio: readonly ShippedTemplate[] = [
  {
    key: "oh.defendant_served",
    name: "Ohio: defendant served",
    on: "Summons and complaint served",
    source: "service",
    triggers: [["publication_complete", "Service by publication complete"]],
    items: [
      {
        type: "answer_due",
        days: 28,
        unless: ["served_by_publication"],
        cite: "Ohio Civ.R. 12(A)(1)",
        or: [{ days: 28, from: "trigger:publication_complete", onlyIf: ["served_by_publication"] }],
      },
    ],
  },
  {
    key: "oh.discovery_served",
    name: "Ohio: interrogatories served",
    on: "Interrogatories served",
    items: [
      {
        type: "discovery_response",
        days: 28,
        served: true,
        cite: "Ohio Civ.R. 33(A)(3) (a summary): the request may designate a later day",
      },
    ],
  },
  {
    key: "oh.judgment_entered",
    name: "Ohio: judgment entered",
    on: "Judgment entered",
    triggers: [
      ["clerk_served_late", "Notice of the judgment served by the clerk after the three days of Civ.R. 58(B)"],
      ["motion_decided", "Order on the last post-judgment motion entered"],
    ],
    items: [
      {
        type: "post_trial_motion",
        days: 28,
        latest: true,
        jurisdictional: true,
        cite: "Ohio Civ.R. 50(B), 59(B) (a summary)",
        or: [{ days: 28, from: "trigger:clerk_served_late" }],
      },
      {
        type: "notice_of_appeal",
        days: 30,
        latest: true,
        ...notFiled,
        jurisdictional: true,
        cite: "Ohio App.R. 4(A)(1)",
        or: [
          { days: 30, from: "trigger:clerk_served_late", ...notFiled, cite: "Ohio App.R. 4(A)(3)" },
          { days: 30, from: "trigger:motion_decided", ...filed, cite: "Ohio App.R. 4(B)(2)" },
        ],
      },
    ],
  },
];

const michigan: readonly ShippedTemplate[] = [
  {
    key: "mi.defendant_served",
    name: "Michigan: defendant served",
    on: "Summons and complaint served",
    source: "service",
    items: [
      {
        type: "answer_due",
        days: 21,
        onlyIf: ["served_personally"],
        cite: "MCR 2.108(A)(1) (a summary)",
        or: [{ days: 28, unless: ["served_personally"], cite: "MCR 2.108(A)(2) (a summary)" }],
      },
    ],
  },
  {
    key: "mi.discovery_served",
    name: "Michigan: discovery served",
    on: "Discovery served",
    triggers: [["complaint_served", "Summons and complaint served on the defendant"]],
    items: [
      {
        type: "discovery_response",
        days: 28,
        served: true,
        latest: true,
        cite: "MCR 2.309(B)(4), 2.310(C)(2), 2.312(B)(1) (2.310: a summary)",
        or: [{ days: 42, from: "trigger:complaint_served", ...defendant }],
      },
    ],
  },
  {
    key: "mi.judgment_entered",
    name: "Michigan: judgment entered",
    on: "Judgment entered",
    triggers: [["motion_decided", "Order on the timely postjudgment motion entered"]],
    items: [
      { type: "post_trial_motion", days: 21, cite: "MCR 2.611(B) (a summary)" },
      {
        type: "notice_of_appeal",
        days: 21,
        ...notFiled,
        title: "Claim of appeal",
        jurisdictional: true,
        cite: "MCR 7.204(A)(1)(a)",
        or: [{ days: 21, from: "trigger:motion_decided", ...filed, cite: "MCR 7.204(A)(1)" }],
      },
    ],
  },
];

const mo = (rule: string) => `Mo. Sup. Ct. R. ${rule}`;

/** The notice of appeal runs from the day on which the judgment becomes final, which is two steps. */
const missouri: readonly ShippedTemplate[] = [
  {
    key: "mo.defendant_served",
    name: "Missouri: defendant served",
    on: "Summons and petition served",
    source: "service",
    triggers: [["first_published", "First publication of the notice"]],
    items: [
      {
        type: "answer_due",
        days: 30,
        unless: ["served_by_publication"],
        cite: `${mo("55.25(a)")} (a summary)`,
        or: [{ days: 45, from: "trigger:first_published", onlyIf: ["served_by_publication"] }],
      },
    ],
  },
  {
    key: "mo.interrogatories_served",
    name: "Missouri: interrogatories served",
    on: "Interrogatories served",
    triggers: [["petition_served", "Summons and petition served on the defendant"]],
    items: [
      {
        type: "discovery_response",
        days: 30,
        served: true,
        latest: true,
        cite: `${mo("57.01(c)")} (a summary)`,
        or: [{ days: 45, from: "trigger:petition_served", ...defendant }],
      },
    ],
  },
  {
    key: "mo.judgment_entered",
    name: "Missouri: judgment entered",
    on: "Judgment entered",
    triggers: [
      ["motion_filed", "Last timely motion for a new trial filed"],
      ["motion_decided", "Last timely motion decided"],
    ],
    items: [
      {
        type: "custom",
        key: "motion_disposed",
        step: true,
        title: "Motion decided, or overruled by lapse of time",
        days: 90,
        from: "trigger:motion_filed",
        ...filed,
        cite: mo("81.05(a)"),
        or: [{ days: 0, from: "trigger:motion_decided", ...filed }],
      },
      {
        type: "custom",
        key: "judgment_final",
        step: true,
        rolls: true,
        title: "Judgment final",
        days: 30,
        latest: true,
        cite: `${mo("81.05(a), 44.01(a)")}; Wooten v. Williams, 827 S.W.2d 282 (Mo. App. 1992): the 30th day moves to an open day`,
        or: [{ days: 0, from: "item:motion_disposed", ...filed }],
      },
      { type: "notice_of_appeal", days: 10, from: "item:judgment_final", jurisdictional: true, cite: mo("81.04(a)") },
    ],
  },
];

export const midwesternTemplates = [
  ...shipTemplates("IL", readOn, illinois),
  ...shipTemplates("OH", readOn, ohio),
  ...shipTemplates("MI", readOn, michigan),
  ...shipTemplates("MO", readOn, missouri),
];
