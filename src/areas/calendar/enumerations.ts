import { calendarEventType } from "../../contract/closed-sets/calendar-event-type.ts";
import { enumeration } from "../../contract/enumeration.ts";

export const eventEnumerations = {
  calendarEventType,
  calendarEventStatus: enumeration("Where an event stands.", {
    scheduled: "Planned.",
    confirmed: "All sides know of it.",
    held: "Took place.",
    no_show: "A required person did not come.",
    continued: "Moved to another date, as an event of its own.",
    adjourned: "Put off, with or without another date.",
    cancelled: "Will not take place.",
  }),
  calendarShowAs: enumeration("How an event counts for the availability of its members.", {
    busy: "Not available.",
    tentative: "Perhaps not available.",
    free: "Does not block time.",
    out_of_office: "Away.",
  }),
  calendarVisibility: enumeration("Who sees the content of an event.", {
    default: "Who reads the calendar.",
    private: "Its organizer and the members who attend; others see its time.",
  }),
  calendarResponse: enumeration("An attendee's response.", {
    none: "Nothing yet.",
    accepted: "Comes.",
    declined: "Does not come.",
    tentative: "Comes perhaps.",
  }),
  calendarAppearance: enumeration("How one appears in court.", {
    in_person: "In the courtroom.",
    remote: "By video or telephone.",
    hybrid: "Both are allowed.",
  }),
  calendarScope: enumeration("Which occurrences of a series a change is for.", {
    this: "One occurrence.",
    following: "One and all later ones.",
    all: "The whole series.",
  }),
};

/** What stands in place of the title of a medical event, and where no title may be shown. */
export const eventTypeLabels: Readonly<Record<keyof typeof eventEnumerations.calendarEventType.values, string>> = {
  hearing: "Hearing",
  trial: "Trial",
  court_conference: "Court conference",
  deposition: "Deposition",
  mediation: "Mediation",
  arbitration: "Arbitration",
  ime: "Medical examination",
  medical_appointment: "Medical appointment",
  expert_meeting: "Expert meeting",
  client_meeting: "Client meeting",
  consultation: "Consultation",
  intake_call: "Intake call",
  inspection: "Inspection",
  internal: "Internal",
  out_of_office: "Out of office",
  other: "Event",
};
