import { shipTemplates, type ShippedTemplate } from "./domain.rows.ts";

/**
 * New York, New Jersey and Pennsylvania. Each rule was read on the day of `readOn`; “(a summary)” where only a summary
 * of its text was found.
 */
const readOn = "2026-11-29";

const newYork: readonly ShippedTemplate[] = [
  {
    key: "ny.defendant_served",
    name: "New York: defendant served",
    on: "Summons and complaint served",
    source: "service",
    triggers: [
      [
        "service_complete",
        "Service complete (10 days after proof of service is filed, where it was left or affixed and mailed)",
      ],
    ],
    items: [
      {
        type: "answer_due",
        days: 20,
        onlyIf: ["served_personally"],
        latest: true,
        cite: "CPLR 320(a), 3012(a) (a summary)",
        or: [
          { days: 30, unless: ["served_personally"], cite: "CPLR 320(a), 3012(c) (a summary)" },
          {
            days: 30,
            from: "trigger:service_complete",
            unless: ["served_personally"],
            cite: "CPLR 320(a), 3012(c) (a summary)",
          },
        ],
      },
    ],
  },
  {
    key: "ny.interrogatories_served",
    name: "New York: interrogatories served",
    on: "Interrogatories served",
    items: [{ type: "discovery_response", days: 20, served: true, cite: "CPLR 3133(a)" }],
  },
  {
    key: "ny.production_noticed",
    name: "New York: notice for production or examination served",
    on: "Notice under CPLR 3120 or 3121 served",
    items: [
      {
        type: "discovery_response",
        title: "Objections to production or examination",
        days: 20,
        served: true,
        cite: "CPLR 3122(a)(1)",
      },
    ],
  },
  {
    key: "ny.decision_made",
    name: "New York: decision or verdict",
    on: "Decision, verdict or discharge of the jury",
    items: [{ type: "post_trial_motion", days: 15, cite: "CPLR 4405" }],
  },
  {
    key: "ny.notice_of_entry_served",
    name: "New York: judgment served with notice of entry",
    on: "Copy of the judgment or order served with written notice of its entry",
    items: [
      { type: "notice_of_appeal", days: 30, served: true, jurisdictional: true, cite: "CPLR 5513(a), (d) (a summary)" },
    ],
  },
];

const nj = (rule: string) => `N.J. Ct. R. ${rule}`;

/** A motion of R. 2:4-3 stops the time to appeal, and its rest runs on from the order: this is counted by hand. */
const newJersey: readonly ShippedTemplate[] = [
  {
    key: "nj.defendant_served",
    name: "New Jersey: defendant served",
    on: "Summons and complaint served",
    source: "service",
    items: [{ type: "answer_due", days: 35, cite: nj("4:6-1(a)") }],
  },
  {
    key: "nj.interrogatories_served",
    name: "New Jersey: interrogatories served",
    on: "Interrogatories served",
    items: [{ type: "discovery_response", days: 60, served: true, cite: nj("4:17-4(b)") }],
  },
  {
    key: "nj.verdict_returned",
    name: "New Jersey: verdict or conclusions",
    on: "Verdict returned, or conclusions announced in a non-jury action",
    items: [{ type: "post_trial_motion", days: 20, cite: nj("4:49-1(b)") }],
  },
  {
    key: "nj.judgment_entered",
    name: "New Jersey: final judgment entered",
    on: "Final judgment entered",
    items: [{ type: "notice_of_appeal", days: 45, jurisdictional: true, cite: nj("2:4-1(a)") }],
  },
];

const pa = (rule: string) => `Pa.R.Civ.P. ${rule}`;

const pennsylvania: readonly ShippedTemplate[] = [
  {
    key: "pa.complaint_served",
    name: "Pennsylvania: complaint served with notice to defend",
    on: "Complaint with notice to defend served",
    source: "service",
    items: [{ type: "answer_due", days: 20, cite: pa("1026(a)") }],
  },
  {
    key: "pa.discovery_served",
    name: "Pennsylvania: discovery served",
    on: "Discovery served",
    items: [{ type: "discovery_response", days: 30, served: true, cite: pa("4006(a)(2), 4009.12(a)") }],
  },
  {
    key: "pa.verdict_returned",
    name: "Pennsylvania: verdict or decision",
    on: "Verdict, discharge of the jury, or decision filed",
    items: [{ type: "post_trial_motion", days: 10, cite: `${pa("227.1(c)")} (a summary)` }],
  },
  {
    key: "pa.judgment_entered",
    name: "Pennsylvania: judgment or final order entered",
    on: "Judgment or final order entered",
    items: [{ type: "notice_of_appeal", days: 30, jurisdictional: true, cite: "Pa.R.A.P. 903(a) (a summary)" }],
  },
];

export const easternTemplates = [
  ...shipTemplates("NY", readOn, newYork),
  ...shipTemplates("NJ", readOn, newJersey),
  ...shipTemplates("PA", readOn, pennsylvania),
];
