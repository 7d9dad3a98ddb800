import { catalog } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

const classes = {
  limitation: "Limitation",
  notice: "Notice",
  court: "Court",
  contract: "Contract",
  internal: "Internal",
};

function describeDaysLeft(days: number): string {
  if (days === 0) return "today";
  return days < 0 ? plural(-days, "# day overdue", "# days overdue") : plural(days, "in # day", "in # days");
}

export const deadlinesScreen = catalog({
  title: "Deadlines",
  description:
    "Deadlines that can forfeit a client’s rights. Integrations record them; a second person verifies them here.",
  readDeadlines: "see deadlines",
  sections: "Deadlines",
  toVerify: "To verify",
  atRisk: "At risk",
  docket: "Docket",
  nouns: ["deadline", "deadlines"] as const,
  classes,
  classOfDates: "Class",
  unverified: (of: string) => `Unverified dates: ${of.toLowerCase()}`,
  unverifiedHint:
    "Sorted by effective date. Until a date is verified, the earliest one that the facts allow is effective.",
  noneUnverified: "Every open date of this class is verified",
  noneUnverifiedHint: "A date becomes unverified again when it changes.",
  disputed: "Disputed dates",
  noneDisputed: "No date is disputed.",
  waiting: "Waiting for a second person",
  waitingHint: "A limitation that somebody wants to let go, or a date that moved to a later day.",
  noneWaiting: "Nothing waits.",
  soon: "Overdue, or due within 30 days",
  noneSoon: "Nothing is overdue or due within 30 days.",
  doubtful: "Limitations that nobody has verified",
  noneDoubtful: "Every open limitation is verified.",
  deadline: "Deadline",
  case: "Case",
  counts: "Effective date",
  responsible: "Responsible",
  nobody: "No one",
  status: "Verification",
  setBy: "Set by",
  change: "Change",
  cause: "What changed",
  daysLeft: describeDaysLeft,
  actBy: (due: string, act: string, days: number) => `${due}; act by ${act} (${describeDaysLeft(days)})`,
});

export const docketTab = catalog({
  what: "the docket",
  whose: "Whose docket",
  howLong: "Days ahead",
  scopes: { own: "Mine", office: "My office", organization: "The firm" },
  days: (days: string) => `Next ${days} days`,
  view: "View",
  views: { agenda: "Agenda", month: "Month" },
  print: "Print docket",
  overdue: (count: number) => `Overdue (${count})`,
  ahead: (on: string) => `Through ${on}`,
  description:
    "Open deadlines, and hearings, trials, conferences, depositions, mediations and arbitrations. Notification preferences send it by email every morning.",
  isCut: "There is more than this page lists. Choose fewer days.",
  nothing: "Nothing is due",
  nothingHint:
    "Deadlines that are assigned to you or of cases that you lead appear here, with the court dates that you attend.",
  none: "—",
  today: (day: string) => `Today, ${day}`,
  tomorrow: (day: string) => `Tomorrow, ${day}`,
  closed: (name: string | null) => name ?? "Weekend",
  courtDaysLeft: (days: number) => plural(days, "# business day left", "# business days left"),
  daysLeft: describeDaysLeft,
  dueOn: (on: string) => `due ${on}`,
  actBy: (on: string) => `act by ${on}`,
  missed: "Missed",
  responsible: (names: string) => `Responsible: ${names}`,
  at: (time: string, zone: string) => `${time} (${zone})`,
  proposed: (on: string) => `later date proposed: ${on}`,
});

export const docketMonth = catalog({
  previous: "Previous month",
  next: "Next month",
  thisMonth: "This month",
  otherMonth: "Another month",
  calendar: (month: string) => `Docket of ${month}`,
  isCut: "There is more in this month than the calendar shows. Choose a smaller docket.",
});

export const deadlineView = catalog({
  obstacles: {
    permission: "Only members with the permission “Verify dates” can decide.",
    attorney: "Only an attorney can decide.",
    second_person: "A second attorney must decide: it was set by you or by a key that you control.",
  },
  theDeadline: "the deadline",
  trail: "Deadlines",
  case: "Case",
  type: "Type",
  dueOn: "Due",
  counts: "Effective until verified",
  countsVerified: "Effective date",
  actBy: "Act by",
  actByHint: (on: string) => `${on}, the last open day`,
  earliest: "Earliest date that the facts allow",
  status: "Status",
  verification: "Verification",
  setBy: "Set by",
  onBehalfOf: (name: string, attorney: string) => `${name}, on behalf of ${attorney}`,
  citation: "Citation",
  trigger: "Counted from",
  service: "Service",
  asGiven: "Days as given",
  notVerified: ", rule not verified",
  serviceDays: (days: number) => plural(days, "# day", "# days"),
  courtDays: (days: number) => plural(days, "# court day", "# court days"),
  serviceAdds: (method: string, days: string, citation: string | null) =>
    [`${method}, ${days}`, ...(citation === null ? [] : [`(${citation})`])].join(" "),
  rule: "Rule",
  none: "—",
  at: (on: string, time: string, zone: string) => `${on}, ${time} (${zone})`,
  endOfDay: "end of the day",
  classes,
  tolled: "Time does not run",
  warnings: "Check",
  steps: "How it was calculated",
  noSteps: "The date was given, not calculated.",
  skipped: (count: number) => plural(count, "# closed day was stepped over", "# closed days were stepped over"),
  history: "History",
  verify: "Verify date",
  decide: "Decide",
  calledOff: "The event from which this date is counted was called off",
  calledOffHint:
    "It was canceled, or put off without a date. The date stays until the event is on again, or somebody satisfies, waives or cancels the deadline.",
  waits: (status: string) => `Waits for a second person: ${status}`,
  requestedBy: (name: string, reason: string) => `${name}: ${reason}`,
  change: (kind: string, on: string) => `${kind}: ${on}`,
});

export const laterDates = catalog({
  title: (on: string) => `A later date waits for a second person: ${on}`,
  hint: (on: string) => `It is counted anew, from ${on}.`,
  moved: (name: string, from: string, to: string) => `${name}: ${from} → ${to}`,
  movedTime: (name: string, when: string) => `${name}: now ${when}`,
  by: (name: string) => `Changed by ${name}`,
  decide: "Decide on this date",
  decideAll: (count: number) => `Decide on all ${count} dates`,
  ofMove: "Later dates of this move",
  ofMoveHint: "Until a second person confirms them, the present dates count.",
  deadline: "Deadline",
  now: "Now",
  proposed: "Proposed",
  change: (from: string, to: string) => `${from} → ${to}`,
  due: (day: string, time: string) => `${day}, ${time}`,
});

export const policyScreen = catalog({
  title: "Deadline policy",
  description: "Who verifies dates, which dates need it, and when members are warned.",
  managePolicy: "change the deadline policy",
  thePolicy: "the policy",
  verification: "Verification",
  limitationVerification: "Limitations",
  otherVerification: "Other dates",
  verifiers: { members: "Members, in the portal", other_persons: "Members, and keys that another person controls" },
  required: "A second person verifies",
  classes,
  warnings: "Warnings",
  warningsHint:
    "Days before the last day to act on which assignees and the lead attorney are warned, from the most to the fewest. New deadlines take them over. Limitations, court dates and notices are also warned of on the court day before.",
  saved: "Policy saved.",
  reminder: "Days until attorneys are reminded",
  reminderHint:
    "Of a date that requires verification, or a request, that still waits for a second person. From 90 days before its date they are reminded anyway.",
  enterReminderDays: "Enter a whole number from 1 to 365.",
  enterWarningDays: "Enter whole numbers from 1095 to 0, each smaller than the one before, separated by commas.",
});
