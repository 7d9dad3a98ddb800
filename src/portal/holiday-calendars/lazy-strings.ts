import { catalog } from "../client/catalog.ts";

export const calendarDialogs = catalog({
  verifyCalendar: "Verify calendar",
  verifyDescription: "As an attorney, confirm that the calendar is correct through a date.",
  verifiedThrough: "Verified through",
  verifiedThroughHint: "The last day you checked. Today or later, at most five years ahead.",
  enterDate: "Enter a date.",
  note: "Note",
  wasVerified: (name: string) => `“${name}” is verified.`,
  addException: "Add exception",
  exceptionDescription:
    "A one-time closure, a day that is open despite a rule or the weekend, or a day when the clerk’s office is inaccessible. Deadlines on this calendar are reviewed within a minute.",
  date: "Date",
  name: "Name",
  thatDay: "That day is",
  closed: "closed",
  open: "open",
  inaccessible: "open, but the clerk’s office is inaccessible",
  enterName: "Enter a name.",
  dateIsTaken: "This date already has an exception.",
  exceptionAdded: "The exception was added.",
});

export const copyDialog = catalog({
  createCalendar: "Create calendar",
  description: "Creates an unverified copy of a shipped calendar. Edit it, then have an attorney verify it.",
  template: "Shipped calendar",
  templates: "shipped calendars",
  basis: (basis: string, rules: number) => `${basis}. ${rules} rules.`,
  wasCreated: (name: string) => `“${name}” was created.`,
});

export const courtDialog = catalog({
  title: "Edit court",
  description: "Which cases use this calendar when neither the case nor the deadline names one.",
  save: "Save court",
  counties: "Counties",
  countiesHint: "One per line. Leave empty for the whole jurisdiction.",
  isDefault: (jurisdiction: string) => `Default for ${jurisdiction}`,
  isDefaultHint: "Used when several calendars cover the same courts.",
  saved: (name: string) => `The court of “${name}” was saved.`,
});

export const differencesDialog = catalog({
  title: "Differences from the shipped calendar",
  description:
    "Rules that differ from the current shipped calendar. Rules you apply replace the firm’s, and the calendar becomes unverified.",
  takeOver: "Apply",
  templates: "shipped calendars",
  here: "Here",
  shipped: "Shipped",
  none: "no such holiday",
  kinds: { only_shipped: "is missing here", only_here: "is not shipped", different_days: "has different days" },
  taken: (name: string) => `The shipped rules were applied to “${name}”.`,
});
