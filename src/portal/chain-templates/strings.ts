import { catalog } from "../client/catalog.ts";

export const chainTemplatesScreen = catalog({
  title: "Chain templates", description: "Deadlines that are counted together from one day, such as the filing of a complaint or a trial.",
  templates: "chain templates", manageTemplates: "see and change chain templates", checkFirst: "Unverified: check before you rely on it",
  hint: "Caseport ships periods of the federal rules and of twelve states as they were read on a day, without advice on the law. An attorney of the firm compares each with its rule and verifies the template here. Chains that exist do not change with their template.",
  apiHint: "An integration writes a template with PUT /deadline-chain-templates/{templateKey}. It has to be verified again.",
  template: "Template", trigger: "Counted from", deadlines: "Deadlines", asOf: "As of", status: "Status", actions: "Actions",
  courts: "Courts", allCourts: "All courts", federal: "Federal", ownText: "The firm’s text", alsoFrom: (labels: string) => `Also: ${labels}`,
  noneOfCourt: "No templates of these courts yet.",
  period: (count: number, units: string, isBefore: boolean, source: string) => `${count} ${units} ${isBefore ? "before" : "after"} ${source}`,
  unit: { calendar_days: "day", court_days: "open day", weeks: "week", months: "month", years: "year", hours: "hour" },
  units: { calendar_days: "days", court_days: "open days", weeks: "weeks", months: "months", years: "years", hours: "hours" },
  quoted: (name: string) => `“${name}”`, theTrigger: "the trigger", onTheDay: (source: string) => `on the day of ${source}`,
  extendedByService: "plus days for service, as the court’s rule says", fromOpenDay: "counted from the next open day",
  weekdays: { 1: "Monday", 2: "Tuesday", 3: "Wednesday", 4: "Thursday", 5: "Friday", 6: "Saturday", 7: "Sunday" },
  nextWeekday: (weekday: string) => `then the next ${weekday}`, dueTime: (time: string) => `at ${time}`, stays: "stays on a closed day",
  onlyIf: (facts: string) => `only if ${facts}`, unless: (facts: string) => `unless ${facts}`, and: " and ", or: " or ",
  ofSeveral: { earliest: "The earliest of", latest: "The latest of" }, step: "Only a date from which others are counted", jurisdictional: "no court may extend it",
  facts: {
    defendant_is_united_states: "the defendant is the United States", united_states_is_party: "the United States is a party", defendant_is_state_agency: "the defendant is the state or its agency",
    defendant_served_out_of_state: "the defendant was served outside of the state", defendant_served_abroad: "the defendant was served abroad", served_personally: "the defendant was served in person within the state",
    served_by_publication: "the summons was published", service_waived: "service was waived", case_removed: "the case was removed", answered_before_removal: "the defendant answered before the removal",
    party_is_defendant: "the party that acts is a defendant", post_trial_motion_filed: "a timely post-trial motion was filed",
  },
  showAffected: "Show affected chains",
  wasVerified: { verified: "Template verified.", disabled: "Template disabled: it cannot be applied any more.", unverified: "Template marked as unverified." },
});
