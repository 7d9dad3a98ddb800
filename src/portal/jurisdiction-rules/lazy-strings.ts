import { catalog } from "../client/catalog.ts";

export const ruleDialog = catalog({
  title: (name: string) => `Edit ${name}`,
  description:
    "Your changes replace the shipped rule, which must then be verified again. Existing deadlines do not change.",
  save: "Save rule",
  saved: "Rule saved. It must be verified again.",
  isPointer: "Reference only, calculates nothing",
  years: "Years",
  months: "Months",
  days: "Days",
  repose: "Repose: years from the incident, regardless of discovery",
  noRepose: "Leave empty for none.",
  rollRule: "If the last day is a closed day, it",
  rollRules: { none: "stays", next_open_day: "moves to the next open day, once verified" },
  method: "For a minor",
  methods: {
    suspend: "The period begins on the 18th birthday",
    years_after: "It ends no earlier than a number of years after it",
  },
  yearsAfter: "Years after the 18th birthday",
  citation: "Statute or rule",
  asOf: "As of (YYYY-MM or YYYY-MM-DD)",
  note: "Note",
  enterStatute: "Enter the statute or rule.",
  enterMonth: "Enter a month as YYYY-MM, or a day as YYYY-MM-DD.",
  enterPeriod: "Enter a period.",
  wholeNumber: "Enter a whole number.",
});

export const ruleView = catalog({
  close: "Close",
  kind: "Kind",
  jurisdiction: "Jurisdiction",
  text: "Rule",
  citation: "Statute or rule",
  asOf: "Text as of",
  source: "Text",
  note: "Note",
  status: "Status",
});

export const verifyDialog = catalog({
  title: (name: string) => `Verify ${name}`,
  description:
    "Read the source before you verify. New deadlines then rely on this rule. Existing deadlines do not change.",
  verify: "Verify rule",
  verified: "Rule verified.",
  text: "Rule",
  citation: "Statute or rule",
  findSource: (citation: string) => `${citation} (search, opens a new tab)`,
  asOf: "Text as of",
  note: "Note",
  comparedOn: "Compared on",
  compared: (citation: string) => `I compared it with ${citation} on this day`,
  enterDay: "Enter the day you compared it.",
  compareFirst: "Compare the rule with its source, then check the box.",
});

export const serviceFields = catalog({
  order: "Where days are added",
  orders: {
    with_period: "To the period; a closed last day moves once",
    after_roll: "After the period has ended on an open day",
    before_period: "Before the period, until service is complete",
  },
  isCompletionRolled: "Service that would be complete on a closed day is complete on the next open day",
  forward: "Days after service",
  backward: "Days before a date such as a hearing",
  noDays: "Leave empty for none.",
  wholeDays: "Enter a whole number of at most 60.",
  isAdded: "Days are also added to a period that is counted backward",
  rollsAgain: "If they lead to a closed day, it moves to the open day before",
  hasOwnBackward: "Use different days than after service",
  units: { calendar_days: "days", court_days: "court days" },
  unitOf: (method: string) => `Unit: ${method}`,
  methods: {
    personal: "In person",
    electronic: "Electronically",
    mail: "By mail in the state",
    mail_out_of_state: "By mail, another state",
    mail_abroad: "By mail, another country",
    overnight: "Overnight delivery",
    fax: "By fax",
    left_with_clerk: "With the clerk",
    other_consented: "Other means consented to",
  },
});
