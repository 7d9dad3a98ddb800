import { enumeration } from "../../../contract/enumeration.ts";

export const facilityEnumerations = {
  facilityType: enumeration("The type of a medical facility.", {
    hospital: "A hospital.",
    clinic: "A clinic.",
    imaging_center: "An imaging center.",
    physical_therapy: "A physical therapy practice.",
    pharmacy: "A pharmacy.",
    laboratory: "A laboratory.",
    specialist_office: "A specialist's office.",
    emergency_room: "An emergency room with its own billing.",
    urgent_care: "An urgent care center.",
    chiropractor: "A chiropractor.",
    other: "Any other provider.",
  }),
  treatmentStatus: enumeration("The status of the client's treatment at a facility.", {
    treating: "Is treating the client.",
    discharged: "Has discharged the client.",
    maximum_medical_improvement: "Expects no further improvement.",
    unknown: "Not known.",
  }),
  recordsStatus: enumeration(
    "The status of a facility's records or bills, derived from requests and received documents.",
    {
      not_needed: "Not needed, none received.",
      needed: "Needed, not yet requested.",
      requested: "Requested, none received.",
      partially_received: "Partly received, and a request is open.",
      received: "Received.",
    },
  ),
} as const;
