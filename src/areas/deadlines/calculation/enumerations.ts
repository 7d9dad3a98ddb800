import { deadlineServiceMethod } from "../../../contract/closed-sets/service-method.ts";
import { enumeration } from "../../../contract/enumeration.ts";

export const calculationEnumerations = {
  deadlineUnit: enumeration("What an offset of a deadline counts.", {
    calendar_days: "Days.",
    court_days: "Days on which the calendar is open.",
    weeks: "Weeks.",
    months: "Months; at most to the last day of the month.",
    years: "Years; at most to the last day of the month.",
    hours: "Hours, through nights, weekends and holidays; they begin at `startTime`.",
  }),
  deadlineRollRule: enumeration("What happens to a deadline on a closed day.", {
    next_open_day: "It moves forward to an open day.",
    previous_open_day: "It moves back to an open day.",
    none: "It stays.",
  }),
  observedHolidays: enumeration(
    "Whether a day is open on which a weekend’s holiday is observed, or whose holiday is doubtful.",
    {
      conservative:
        "Closed where days are counted or moved back, open where they are counted or moved forward: doubt makes the date earlier.",
      closed: "Closed.",
      open: "Open.",
    },
  ),
  deadlineServiceMethod,
  deadlineStartRule: enumeration("With which day counting begins.", {
    next_day: "The day after the start.",
    next_open_day: "The next open day after the start; for days and longer units.",
  }),
  calculationMethod: enumeration("How a deadline’s date was calculated.", {
    rule_6: "Counted from a day, as Federal Rule of Civil Procedure 6 and the rules of the states count.",
    limitation: "A period of limitation.",
    external: "By someone else; the steps are kept as sent.",
  }),
  missingLimitationReason: enumeration("Why no date of limitation is calculated for a claim.", {
    no_default: "No rule covers it: its period follows from another statute, a contract, or facts that no record has.",
    look_up: "The statute must be looked up.",
    state_missing: "The case has no `caseState`.",
    incident_missing: "The case has no `dateOfIncident`.",
    rejection_missing:
      "It runs from the rejection of the claim by the public body, and none is recorded: send `claimRejectedOn` once there is one.",
    no_rule_for_public_body:
      "No rule of the state covers a notice to a public body, a suit against one, or either; periods are often much shorter. Look up the statute, and add it as a rule in the portal.",
    accrual_outside_rule: "The incident is outside of the time for which a rule is in force.",
  }),
  accrualBasis: enumeration("What a period of limitation runs from.", {
    incident: "The incident.",
    discovery: "The day on which the injury was discovered or could have been.",
    death: "The death.",
    treatment_end: "The end of the treatment.",
    claim_rejected: "The rejection of the claim by the public body.",
    other: "Another day.",
  }),
  tollingBasis: enumeration("Why time does not run.", {
    minority: "The claimant is a minor.",
    incapacity: "The claimant is incapacitated.",
    defendant_absence: "The defendant is out of reach.",
    fraudulent_concealment: "The defendant concealed the claim.",
    bankruptcy_stay: "A stay in bankruptcy.",
    agreement: "The parties agreed.",
    pending_claim: "An administrative claim or a notice of intent is pending.",
    government_order: "An order of the government.",
    class_action: "A class action is pending.",
    other: "Another reason.",
  }),
  deadlineWarning: enumeration("What to check before a calculated date is relied on.", {
    unverified_rule: "No attorney of the firm verified the rule.",
    rule_older_than_a_year: "The text of the rule was written more than a year ago: compare it with the statute.",
    unverified_calendar: "The holiday calendar was not checked for all days that were counted.",
    government_defendant_unknown: "It is not known whether a public body is liable; much shorter periods may apply.",
    implausible_date:
      "A recorded date that it relies on cannot be right: it is in the future, before 1900, before the claimant’s birth, or a death before the incident.",
    rejection_missing:
      "The rule runs from the rejection of the claim by the public body, and none is recorded: do not rely on the date. Send `accrualBasis` `claim_rejected` with `accrualOn` once there is one, or cancel the deadline.",
    start_day_missing:
      "The death or the end of the treatment from which the rule runs is not recorded: it was counted from the incident, which gives an earlier date.",
    minor_claimant: "The claimant was a minor, or the date of birth is not known.",
    death_recorded: "A death is recorded; another period may apply.",
    discovery_used: "The date relies on a discovery after the incident, which the defendant may dispute.",
    repose_applies: "A period of repose limits the date, or may and was not calculated.",
    accrual_outside_rule: "The incident is outside of the time for which the rule is in force.",
    falls_on_closed_day: "The last day is closed; act on the open day before it.",
    observed_holiday:
      "The date depends on whether the court is closed on a day: on which a weekend’s holiday is observed, or whose holiday not every source has.",
    several_time_zones: "The state has several time zones; the easternmost was taken.",
    party_unknown: "The party against whom it runs is not known.",
    service_rule_unknown: "The jurisdiction has no rule on days for service, or the firm disabled it: none were added.",
    service_days_not_added: "The rule adds no days for service to a period that is counted backward.",
    trigger_called_off: "The event from which it is counted was canceled, or put off without a date.",
    tolling_after_due: "A time of tolling begins after the last day, and adds nothing.",
    start_time_unknown:
      "It counts hours from a day whose time is not known: they were counted from the beginning of that day, which gives the earliest date.",
    trigger_date_unknown:
      "The date is the earlier or later of several, and one of these is not known: the calculation says which.",
    fact_unknown:
      "The period depends on a fact that was not given: the earlier date was taken, or the deadline may not apply at all.",
  }),
} as const;
