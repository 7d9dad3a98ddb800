import { enumeration } from "../../../contract/enumeration.ts";

/** Source: specification, "1. Update facility routing config"; domain model, 18. */
export const partEnumerations = {
  treatmentType: enumeration("What kind of treatment it was.", {
    emergency: "In an emergency.",
    inpatient: "A stay in hospital.",
    surgery: "An operation.",
    physical_therapy: "Physical therapy.",
    chiropractic: "Chiropractic.",
    imaging: "X-ray, CT, MRI and the like.",
    injection: "An injection.",
    consultation: "A consultation.",
    medication: "Medication.",
    mental_health: "Treatment of the mind.",
    other: "Any other.",
  }),
  billStatus: enumeration("Where a medical bill stands.", {
    received: "It has come.",
    itemized: "It has come in items.",
    disputed: "The firm disputes it.",
    reduced: "The facility has agreed to less.",
    paid: "Nothing of it is left.",
    waived: "The facility wants nothing more.",
  }),
  chronologyStatus: enumeration("Whether medical records stand in the case's chronology.", {
    not_started: "Not yet.",
    in_progress: "Somebody is at it.",
    completed: "They do.",
  }),
} as const;
