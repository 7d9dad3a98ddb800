import { catalog } from "../client/catalog.ts";

const kinds = { business: "Business days", court: "Court" };

export const calendarsScreen = catalog({
  title: "Holiday calendars", calendars: "holiday calendars", description: "Days on which the firm or a court is closed. Dates in business days are calculated with them.",
  noCalendarsYet: "No holiday calendars yet", whatFor: "Copy a shipped calendar, add the firm’s own closures, and have an attorney verify it.",
  shippedApplies: "While no calendar is chosen, business days follow the shipped federal holidays, which nobody verified.", viewShipped: "View federal holidays",
  createCalendar: "Create calendar", name: "Name", status: "Status", kind: "Kind", jurisdiction: "Jurisdiction", verifiedThrough: "Verified through", none: "—",
  businessCalendar: "Business calendar", kinds,
});

export const calendarView = catalog({
  theCalendar: "the calendar", days: "days", verifyCalendar: "Verify calendar", deleteCalendar: "Delete calendar", forBusinessDays: "Use for business days",
  checkFirst: "Check this calendar before you rely on it", unverifiedHint: "Nobody has verified it. An attorney can compare it with the court’s or the county’s list.",
  shippedHint: "It applies as shipped until you copy a calendar, verify it and use it for business days.",
  status: "Status", verifiedBy: "Verified by", verifiedThrough: (name: string, on: string) => `${name}, through ${on}`, note: "Note", kind: "Kind", jurisdiction: "Jurisdiction",
  businessCalendar: "Business calendar", none: "None", yes: "Yes", no: "No", kinds,
  wasChosen: (name: string) => `Business days follow “${name}” now.`, wasDeleted: (name: string) => `“${name}” was deleted.`, noun: "calendar", deletionConsequence: "is no longer available for calculations.",
  year: "Year", daysOf: (year: number) => `Days of ${year}`, observed: "observed", doubtful: "doubtful", open: "open", closed: "closed",
  exceptions: "Exceptions", exceptionsDescription: "Days on which the calendar is closed once, or open despite a rule. A change makes the calendar unverified.", noExceptions: "None.",
  addException: "Add exception", remove: "Remove", exceptionRemoved: "The exception was removed.",
  rules: "Rules", rulesDescription: "Holidays of every year, with the law that each was taken from. Integrations change them with PATCH /holiday-calendars.", own: "The firm’s own",
});
