import { catalog } from "../client/catalog.ts";

export const calendarDialogs = catalog({
  verifyCalendar: "Verify calendar", verifyDescription: "You vouch as an attorney that the calendar is right through a day.", verifiedThrough: "Verified through",
  verifiedThroughHint: "The last day that you checked: today or later, at most five years ahead.", enterDate: "Enter a date.", note: "Note", wasVerified: (name: string) => `“${name}” is verified.`,
  addException: "Add exception", exceptionDescription: "A one-off closure, or a day that is open despite a rule or the weekend.", date: "Date", name: "Name", thatDay: "That day is",
  closed: "closed", open: "open", enterName: "Enter a name.", dateIsTaken: "Has an exception already.", exceptionAdded: "The exception was added.",
});

export const copyDialog = catalog({
  createCalendar: "Create calendar", description: "Copies a shipped calendar, unverified. Change it and have an attorney verify it.", template: "Shipped calendar", templates: "shipped calendars",
  basis: (basis: string, rules: number) => `${basis}. ${rules} rules.`, wasCreated: (name: string) => `“${name}” was created.`,
});
