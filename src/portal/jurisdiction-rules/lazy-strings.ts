import { catalog } from "../client/catalog.ts";

export const ruleDialog = catalog({
  title: (name: string) => `Edit ${name}`, description: "The text becomes the firm’s, and has to be verified anew. Deadlines that exist do not change.", save: "Save rule", saved: "Rule saved. It has to be verified.",
  isPointer: "Only says where to look, calculates nothing", years: "Years", months: "Months", days: "Days", repose: "Repose: years from the incident, whatever was known", noRepose: "Empty for none.",
  rollRule: "A last day on a closed day", rollRules: { none: "stays", next_open_day: "moves to the next open day, once verified" },
  method: "Of a minor", methods: { suspend: "The period begins on the 18th birthday", years_after: "It does not end before years after it" }, yearsAfter: "Years after the 18th birthday",
  citation: "Statute", asOf: "As of (YYYY-MM)", note: "Note", enterStatute: "Enter the statute.", enterMonth: "Enter a month as YYYY-MM.", enterPeriod: "Enter a period.", wholeNumber: "Enter a whole number.",
});
