import { enumeration } from "../enumeration.ts";

/** The types of calendar events, also of those that a case shows. */
export const calendarEventType = enumeration("What an event of the calendar is.", {
  hearing: "A court hearing.",
  trial: "A trial, or a day of it.",
  court_conference: "A status, pretrial or settlement conference.",
  deposition: "Sworn testimony out of court.",
  mediation: "With a mediator.",
  arbitration: "Before an arbitrator.",
  ime: "An independent medical examination.",
  medical_appointment: "The client's own treatment.",
  expert_meeting: "With an expert witness.",
  client_meeting: "With the client.",
  consultation: "Before engagement.",
  intake_call: "The first call of a lead.",
  inspection: "Of a place, a vehicle or a thing.",
  internal: "Within the firm.",
  out_of_office: "A member is away.",
  other: "Anything else.",
});
