import { catalog } from "../client/catalog.ts";

/** The names of 1, 2 and so on. */
const numbered = (...names: string[]): Readonly<Record<number, string>> =>
  Object.fromEntries(names.map((name, index) => [index + 1, name]));

const kinds = { business: "Business days", court: "Court" };

export const calendarsScreen = catalog({
  title: "Holiday calendars",
  calendars: "holiday calendars",
  description: "Days when the firm or a court is closed. Used to calculate dates in business days.",
  noCalendarsYet: "No holiday calendars yet",
  emptyDescription: "Copy a shipped calendar, add the firm’s own closures, and have an attorney verify it.",
  shippedApplies:
    "No calendar is chosen. Business days follow the shipped federal holidays, which no one has verified.",
  viewShipped: "View federal holidays",
  createCalendar: "Create calendar",
  name: "Name",
  status: "Status",
  kind: "Kind",
  jurisdiction: "Jurisdiction",
  verifiedThrough: "Verified through",
  none: "—",
  businessCalendar: "Business calendar",
  kinds,
  differs: "Differs from shipped",
  isDefault: "Default",
  counties: "Counties",
});

export const describeRule = catalog({
  months: numbered(
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ),
  weekdays: numbered("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
  ordinals: numbered("First", "Second", "Third", "Fourth", "Fifth"),
  last: "Last",
  calendars: { chinese: "Chinese", hebrew: "Hebrew", islamic_umalqura: "Islamic (Umm al-Qura)" },
  moves: { none: "stays", previous_friday: "Friday before", next_monday: "Monday after" },
  certain: {
    saturday: "the law itself moves a Saturday’s",
    sunday: "the law itself moves a Sunday’s",
    both: "the law itself moves them",
  },
  date: (month: string, day: number) => `${month} ${day}`,
  weekday: (ordinal: string, weekday: string, month: string) => `${ordinal} ${weekday} of ${month}`,
  plusDays: (days: number) =>
    days === 0 ? "" : `, ${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"} ${days > 0 ? "after" : "before"}`,
  easter: (days: number) =>
    days === 0
      ? "Easter Sunday"
      : `${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"} ${days > 0 ? "after" : "before"} Easter Sunday`,
  lunar: (calendar: string, month: number, day: number) => `${calendar} calendar, month ${month}, day ${day}`,
  listed: (dates: readonly string[]) => dates.join(", "),
  every: (every: number, from: number) => `every ${every} years from ${from}`,
  since: (year: number) => `since ${year}`,
  until: (year: number) => `until ${year}`,
  observed: (saturday: string, sunday: string) => `on a Saturday: ${saturday}, on a Sunday: ${sunday}`,
  forwardOnly: "only for periods after an event",
  doubtful: "uncertain",
});

export const calendarView = catalog({
  theCalendar: "the calendar",
  details: "Details",
  days: "days",
  verifyCalendar: "Verify calendar",
  deleteCalendar: "Delete calendar",
  chooseForBusinessDays: "Use for business days",
  checkFirst: "Check this calendar before you rely on it",
  unverifiedHint: "No one has verified it. An attorney can compare it with the court’s or the county’s list.",
  shippedHint: "It applies as shipped until you copy a calendar, verify it and use it for business days.",
  status: "Status",
  verifiedBy: "Verified by",
  verifiedThrough: (name: string, on: string) => `${name}, through ${on}`,
  note: "Note",
  kind: "Kind",
  jurisdiction: "Jurisdiction",
  businessCalendar: "Business calendar",
  none: "None",
  yes: "Yes",
  no: "No",
  kinds,
  isUsedForBusinessDays: (name: string) => `Business days now follow “${name}”.`,
  wasDeleted: (name: string) => `“${name}” was deleted.`,
  noun: "calendar",
  deletionConsequence: "is no longer available for calculations.",
  year: "Year",
  daysOf: (year: number) => `Days in ${year}`,
  observed: "observed",
  doubtful: "uncertain",
  open: "open",
  closed: "closed",
  inaccessible: "clerk’s office inaccessible",
  forwardOnly: "only after an event",
  court: "Court",
  editCourt: "Edit court",
  isDefault: "Default for its jurisdiction",
  counties: "Counties",
  allCounties: "Whole jurisdiction",
  differs: (count: number) => `${count} ${count === 1 ? "rule differs" : "rules differ"} from the shipped calendar`,
  differsHint:
    "The shipped calendar was corrected after this copy was made, or the firm changed its own. A wrong holiday can make a date too late.",
  viewDifferences: "View differences",
  exceptions: "Exceptions",
  exceptionsDescription:
    "One-time closures, days that are open despite a rule, and days when the clerk’s office is inaccessible. A change makes the calendar unverified.",
  noExceptions: "None.",
  addException: "Add exception",
  remove: "Remove",
  exceptionRemoved: "The exception was removed.",
  rules: "Rules",
  rulesDescription:
    "Yearly holidays, each with its legal source. Integrations change them with PATCH /holiday-calendars.",
  own: "The firm’s own",
});
