import { enumeration } from "../../../contract/enumeration.ts";

/** Source: specification, "1. Update facility routing config"; domain model, 18. */
export const facilityEnumerations = {
  facilityType: enumeration("What kind of provider a facility is.", {
    hospital: "A hospital.",
    clinic: "A clinic.",
    imaging_center: "Takes and reads images.",
    physical_therapy: "Physical therapists.",
    pharmacy: "A pharmacy.",
    laboratory: "A laboratory.",
    specialist_office: "The office of a specialist.",
    emergency_room: "An emergency room that bills by itself.",
    urgent_care: "Treats without an appointment.",
    chiropractor: "A chiropractor.",
    other: "Any other provider.",
  }),
  treatmentStatus: enumeration("How far a facility's treatment of the client is.", {
    treating: "Treats the client.",
    discharged: "Has discharged the client.",
    maximum_medical_improvement: "Expects no further improvement.",
    unknown: "Not known.",
  }),
  recordsStatus: enumeration("How far the firm is with a facility's records, or with its bills. It follows from what was asked for and what has come.", {
    not_needed: "Not needed, and none have come.",
    needed: "Needed, and not asked for.",
    requested: "A request is open, and none have come.",
    partially_received: "Some have come, and a request is open.",
    received: "They have come.",
  }),
} as const;
