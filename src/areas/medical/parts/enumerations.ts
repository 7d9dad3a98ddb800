import { enumeration } from "../../../contract/enumeration.ts";

export const partEnumerations = {
  treatmentType: enumeration("The type of a treatment.", {
    emergency: "Emergency treatment.",
    inpatient: "A stay in hospital.",
    surgery: "A surgery.",
    physical_therapy: "Physical therapy.",
    chiropractic: "Chiropractic.",
    imaging: "X-ray, CT, MRI and similar.",
    injection: "An injection.",
    consultation: "A consultation.",
    medication: "Medication.",
    mental_health: "Mental health treatment.",
    other: "Any other.",
  }),
  billStatus: enumeration("The status of a medical bill.", {
    received: "It has come.",
    itemized: "Received with itemization.",
    disputed: "The firm disputes it.",
    reduced: "The facility agreed to a reduction.",
    paid: "Paid in full.",
    waived: "The facility waived the balance.",
  }),
  chronologyStatus: enumeration("The status of medical records in the case's chronology.", {
    not_started: "Not yet.",
    in_progress: "In progress.",
    completed: "They do.",
  }),
} as const;
