import { catalog } from "../client/catalog.ts";

export const calendarDialogs = catalog({
  verifyCalendar: "Verify calendar",
  verifyDescription: "You vouch as an attorney that the calendar is right through a day.",
  verifiedThrough: "Verified through",
  verifiedThroughHint: "The last day that you checked: today or later, at most five years ahead.",
  enterDate: "Enter a date.",
  note: "Note",
  wasVerified: (name: string) => `“${name}” is verified.`,
  addException: "Add exception",
  exceptionDescription:
    "A one-off closure, a day that is open despite a rule or the weekend, or one on which the clerk’s office is inaccessible. The deadlines of the calendar are reviewed within a minute.",
  date: "Date",
  name: "Name",
  thatDay: "That day is",
  closed: "closed",
  open: "open",
  inaccessible: "open, but the clerk’s office is inaccessible",
  enterName: "Enter a name.",
  dateIsTaken: "Has an exception already.",
  exceptionAdded: "The exception was added.",
});

export const copyDialog = catalog({
  createCalendar: "Create calendar",
  description: "Copies a shipped calendar, unverified. Change it and have an attorney verify it.",
  template: "Shipped calendar",
  templates: "shipped calendars",
  basis: (basis: string, rules: number) => `${basis}. ${rules} rules.`,
  wasCreated: (name: string) => `“${name}” was created.`,
});

export const courtDialog = catalog({
  title: "Edit court",
  description: "Which cases are counted in this calendar when neither the case nor the deadline names one.",
  save: "Save court",
  counties: "Counties",
  countiesHint: "One a line. Leave empty for the whole jurisdiction.",
  isDefault: (jurisdiction: string) => `Default of ${jurisdiction}`,
  isDefaultHint: "Of several calendars for the same courts, this one applies.",
  saved: (name: string) => `The court of “${name}” was saved.`,
});

export const differencesDialog = catalog({
  title: "Differences from the shipped calendar",
  description:
    "Rules whose days differ from the calendar as it is shipped now. Those that you take over replace the firm’s; the calendar is then unverified.",
  takeOver: "Take over",
  templates: "shipped calendars",
  here: "Here",
  shipped: "Shipped",
  none: "no such holiday",
  kinds: { only_shipped: "is missing here", only_here: "is not shipped", different_days: "has other days" },
  taken: (name: string) => `“${name}” has the shipped rules.`,
});
