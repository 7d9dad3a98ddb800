import { catalog } from "../client/catalog.ts";

export const chainTemplatesScreen = catalog({
  title: "Chain templates", description: "Deadlines that are counted together from one day, such as the filing of a complaint or a trial.",
  templates: "chain templates", manageTemplates: "see and change chain templates", checkFirst: "Unverified: check before you rely on it",
  hint: "Caseport ships periods of the Federal Rules of Civil Procedure as of a month, without advice on the law. An attorney of the firm compares each with its rule and verifies the template here. Chains that exist do not change with their template.",
  apiHint: "An integration writes a template with PUT /deadline-chain-templates/{templateKey}. It has to be verified again.",
  template: "Template", trigger: "Counted from", deadlines: "Deadlines", asOf: "As of", status: "Status", actions: "Actions",
  federal: "Federal", ownText: "The firm’s text",
  period: (count: number, units: string, isBefore: boolean, source: string) => `${count} ${units} ${isBefore ? "before" : "after"} ${source}`,
  unit: { calendar_days: "day", court_days: "open day", weeks: "week", months: "month", years: "year", hours: "hour" },
  units: { calendar_days: "days", court_days: "open days", weeks: "weeks", months: "months", years: "years", hours: "hours" },
  theTrigger: "the trigger", serviceDays: "plus 3 days for service by mail", jurisdictional: "no court may extend it",
  wasVerified: { verified: "Template verified.", disabled: "Template disabled: it cannot be applied any more.", unverified: "Template marked as unverified." },
});
