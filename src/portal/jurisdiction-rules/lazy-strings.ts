import { catalog } from "../client/catalog.ts";

export const ruleDialog = catalog({
  title: (name: string) => `Edit ${name}`, description: "The text becomes the firm’s, and has to be verified anew. Deadlines that exist do not change.", save: "Save rule", saved: "Rule saved. It has to be verified.",
  isPointer: "Only says where to look, calculates nothing", years: "Years", months: "Months", days: "Days", repose: "Repose: years from the incident, whatever was known", noRepose: "Empty for none.",
  rollRule: "A last day on a closed day", rollRules: { none: "stays", next_open_day: "moves to the next open day, once verified" },
  method: "Of a minor", methods: { suspend: "The period begins on the 18th birthday", years_after: "It does not end before years after it" }, yearsAfter: "Years after the 18th birthday",
  citation: "Statute or rule", asOf: "Read on (YYYY-MM or YYYY-MM-DD)", note: "Note", enterStatute: "Enter the statute or rule.", enterMonth: "Enter a month as YYYY-MM, or a day as YYYY-MM-DD.", enterPeriod: "Enter a period.", wholeNumber: "Enter a whole number.",
});

export const serviceFields = catalog({
  order: "Where days are added",
  orders: { with_period: "To the period; a closed last day moves once", after_roll: "After the period has ended on an open day", before_period: "Before the period, until service is complete" },
  isCompletionRolled: "Service that would be complete on a closed day is complete on the next open day",
  forward: "Days after service", backward: "Days before a day such as a hearing", noDays: "Empty for none.", wholeDays: "Enter a whole number of at most 60.",
  isAdded: "Days are also added to a period that is counted backward", rollsAgain: "The day that they lead to moves to an open day before it", hasOwnBackward: "Other days than after service",
  units: { calendar_days: "days", court_days: "court days" }, unitOf: (method: string) => `Unit: ${method}`,
  methods: {
    personal: "In person", electronic: "Electronically", mail: "By mail in the state", mail_out_of_state: "By mail, another state", mail_abroad: "By mail, another country",
    overnight: "Overnight delivery", fax: "By fax", left_with_clerk: "With the clerk", other_consented: "Other means consented to",
  },
});
