import { enumeration } from "../../contract/enumeration.ts";

/** Source: domain model, 4. */
export const leadEnumerations = {
  leadStatus: enumeration("The status of a lead.", {
    new: "New; the firm has not yet responded.",
    attempting_contact: "The firm is trying to reach the person.",
    contacted: "The firm has spoken with the person.",
    qualified: "Meets the firm's criteria.",
    under_review: "An attorney is reviewing it.",
    appointment_set: "A meeting is scheduled.",
    retainer_sent: "The retainer agreement is out for signature.",
    retainer_signed: "The retainer agreement is signed; ready to be converted.",
    unreachable: "Could not be reached.",
    referred_out: "Was referred to another firm.",
    converted: "Became a case; final.",
    declined: "Declined by the firm; see declineReason. Can be reopened.",
    lost: "The person went elsewhere or gave up; see lostReason. Can be reopened.",
    duplicate: "A duplicate of another lead; see duplicateOfLeadId.",
    spam: "Not an inquiry.",
  }),
  leadQualification: enumeration("How well a lead meets the firm's criteria.", {
    unreviewed: "Not yet assessed.",
    qualified: "It fits.",
    unqualified: "Does not meet the criteria.",
    borderline: "May meet the criteria; needs review.",
  }),
  leadDeclineReason: enumeration("Why the firm declined a lead.", {
    statute_expired: "The statute of limitations has run out.",
    no_liability: "No other party is liable.",
    no_injury: "There is no injury.",
    low_value: "The matter's value is too low.",
    outside_practice_area: "The firm does not practice in this area of law.",
    outside_jurisdiction: "The firm does not practice in this jurisdiction.",
    conflict: "There is a conflict of interest.",
    already_represented: "The person has an attorney.",
    own_fault: "The person is at fault.",
    insufficient_coverage: "There is too little insurance.",
    unreachable: "The person could not be reached.",
    client_declined: "The person did not want to hire the firm.",
    other: "Another reason; see the note.",
  }),
  leadTreatmentStatus: enumeration("The treatment status of the injured person when the lead is created.", {
    none: "No treatment.",
    er_only: "Emergency room only.",
    treating: "Under treatment.",
    completed: "Treatment is over.",
  }),
} as const;
