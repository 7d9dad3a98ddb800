import {
  deadlineType,
  deadlineTypesOf,
  type DeadlineClass,
  type DeadlineType,
} from "../../contract/closed-sets/deadline-type.ts";
import { enumeration } from "../../contract/enumeration.ts";
import { capitalize } from "../../contract/values/capitalize.ts";

/** The class that a type of deadline belongs to. */
export function classOf(type: DeadlineType): DeadlineClass {
  const found = (Object.keys(deadlineTypesOf) as DeadlineClass[]).find((each) =>
    Object.hasOwn(deadlineTypesOf[each], type),
  );
  return found ?? "internal";
}

/** The types of calendar events whose day deadlines can be counted from, and follow. */
export const eventTriggers = [
  "trial",
  "hearing",
  "court_conference",
  "deposition",
  "mediation",
  "arbitration",
] as const;
type EventTrigger = (typeof eventTriggers)[number];
/** The triggers that are days of the incident of a case, by its fields. */
export const incidentTriggers = {
  death: "deathOn",
  discovery: "injuryDiscoveredOn",
  treatment_end: "treatmentEndedOn",
} as const;
type IncidentTrigger = keyof typeof incidentTriggers;
export const isIncidentTrigger = (source: string | null): source is IncidentTrigger =>
  source !== null && Object.hasOwn(incidentTriggers, source);

export const isEventTrigger = (source: string | null): source is EventTrigger =>
  eventTriggers.some((each) => each === source);

export const deadlineEnumerations = {
  deadlineType,
  deadlineClass: enumeration("From what a deadline follows; of its type.", {
    limitation: "A statute that ends a claim.",
    court: "A court, or its rules.",
    notice: "A statute or a policy that requires a notice.",
    contract: "An agreement.",
    internal: "The firm itself.",
  }),
  deadlineStatus: enumeration("What became of a deadline.", {
    open: "It runs.",
    satisfied: "Done in time.",
    satisfied_late: "Done after it passed.",
    missed: "Passed undone.",
    waived: "Deliberately given up.",
    superseded: "Another one replaces it.",
    cancelled: "Entered by mistake, or no longer applies.",
  }),
  deadlineVerification: enumeration("Whether a second person checked the date of a deadline.", {
    unverified: "No one did yet.",
    verified: "A second person found the same date.",
    disputed: "A second person found another date.",
  }),
  deadlineUrgency: enumeration("How near the last day to act on a deadline is: `actByOn`.", {
    overdue: "`effectiveOn` has passed.",
    today: "Today, or passed while `effectiveOn` has not.",
    critical: "In at most 7 days.",
    warning: "In at most 30 days.",
    upcoming: "In at most 90 days.",
    later: "Later.",
    tolled: "Time does not run.",
    done: "No longer open.",
  }),
  deadlineSource: enumeration("Where the date of a deadline came from.", {
    manual: "Entered.",
    rule: "A limitation rule.",
    chain: "A chain of deadlines.",
    court_order: "A court’s order.",
    external: "A rules service.",
    case_creation: "Given with `POST /cases`.",
    lead_estimate: "The lead’s estimate.",
    referral: "A referral’s packet.",
    import: "Taken over from the case’s field.",
  }),
  deadlineTrigger: enumeration("From what a deadline is counted.", {
    incident: "`dateOfIncident` of the case.",
    service: "`servedOn` of a party.",
    filed: "`filedOn` of a court action.",
    death: "A death; with `recordId` `deathOn` of that incident, which the deadline follows.",
    discovery: "The day on which an injury was discovered; with `recordId` `injuryDiscoveredOn`, likewise.",
    treatment_end: "The end of a treatment; with `recordId` `treatmentEndedOn`, likewise.",
    claim_rejected: "The day on which a claim was rejected.",
    trial: "A trial; with `recordId` the local start day of that calendar event, which the deadline follows.",
    hearing: "A hearing, likewise.",
    court_conference: "A conference with the court, likewise.",
    deposition: "A deposition, likewise.",
    mediation: "A mediation, likewise.",
    arbitration: "An arbitration, likewise.",
    complaint_filed: "The filing of a complaint that is no court action here; no record has its day.",
    discovery_served: "The service of a discovery request; no record has its day.",
    judgment: "The entry of a judgment; no record has its day.",
    manual: "Another date; `label` says which.",
  }),
  deadlineMoveAction: enumeration("What another day of its trigger does to a deadline.", {
    move: "The date is not later: it applies at once, unverified.",
    propose: "The later date waits for a second person.",
    keep_done: "It is no longer open, and stays.",
    keep_overridden: "Its date was set manually or extended, and stays.",
  }),
  deadlineTimeZoneBasis: enumeration("Where the time zone of a deadline came from.", {
    given: "It was given.",
    case_state: "The state of the case.",
    organization: "The organization.",
  }),
  extensionBasis: enumeration("Why a deadline was extended.", {
    court_order: "A court ordered it.",
    stipulation: "The parties stipulated it.",
    statute: "A statute allows it.",
    agreement: "It was agreed.",
  }),
  waiverBasis: enumeration("Why a deadline was waived.", {
    client_decision: "The client decided so.",
    claim_released: "The claim was released.",
    party_dismissed: "The party was dismissed.",
    claim_not_pursued: "The claim is not pursued.",
    other: "Otherwise; the reason says why.",
  }),
  verificationBasis: enumeration("Against what a date was checked.", {
    statute_text: "The text of the statute.",
    court_rule: "The rule of the court.",
    court_order: "The order of the court.",
    file_review: "The file.",
  }),
  deadlineChangeKind: enumeration("What happened to a deadline.", {
    created: "It was recorded.",
    recalculated: "Its trigger moved, and so did its date.",
    recalculation_proposed: "Its trigger moved to a later date; a second person has to confirm it.",
    recalculation_rejected: "The later date was rejected, or what it was counted from no longer moves.",
    trigger_called_off: "The event from which it is counted was canceled, or put off without a date; its date stays.",
    trigger_restored: "That event is on again.",
    corrected: "Its date was corrected.",
    overridden: "Its calculated date was replaced manually.",
    extended: "It was extended.",
    tolled: "Its tolling segments were replaced.",
    verified: "A second person found the same date.",
    disputed: "A second person found another date.",
    verification_reset: "A change of a party or a rule ended its verification.",
    transition_requested: "A transition waits for a second person.",
    transition_rejected: "A second person rejected the transition.",
    satisfied: "It was done.",
    waived: "It was waived.",
    superseded: "It was replaced.",
    cancelled: "It was canceled.",
    missed: "It passed undone.",
    reopened: "It was reopened.",
  }),
} as const;

/**
 * What `urgency` counts to as the last day to act is at most so many days before `effectiveOn`, so that an index on
 * that date finds it. Courts are not closed for as long.
 */
export const longestClosed = 31;

/** What a type is called: `Statute of limitations`. */
export function labelOf(type: DeadlineType): string {
  if (type === "custom") return "Deadline";
  const words = type
    .replaceAll("_", " ")
    .replace("post trial", "post-trial")
    .replace("pre suit", "pre-suit")
    .replace("um uim", "UM/UIM")
    .replace("pip", "PIP");
  return capitalize(words);
}
