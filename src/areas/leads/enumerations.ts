import { enumeration } from "../../contract/enumeration.ts";

/** Source: domain model, 4. */
export const leadEnumerations = {
  leadStatus: enumeration("Where a lead is on its way from the first inquiry to a case.", {
    new: "Has just come; nobody has answered yet.",
    attempting_contact: "The firm tries to reach the person.",
    contacted: "The firm has spoken with the person.",
    qualified: "Fits what the firm takes.",
    under_review: "An attorney reviews it.",
    appointment_set: "A meeting is agreed.",
    retainer_sent: "The retainer agreement is out for signature.",
    retainer_signed: "The retainer agreement is signed; ready to be converted.",
    unreachable: "Could not be reached.",
    referred_out: "Was referred to another firm.",
    converted: "Became a case; final.",
    declined: "The firm does not take it; see declineReason. May be reopened.",
    lost: "The person went elsewhere or gave up; see lostReason. May be reopened.",
    duplicate: "Repeats another lead; see duplicateOfLeadId.",
    spam: "Was no inquiry at all.",
  }),
  leadQualification: enumeration("How well a lead fits what the firm takes.", {
    unreviewed: "Nobody has judged it yet.",
    qualified: "It fits.",
    unqualified: "It does not fit.",
    borderline: "It may fit; somebody must look closer.",
  }),
  leadDeclineReason: enumeration("Why the firm does not take a lead.", {
    statute_expired: "The statute of limitations has run out.",
    no_liability: "Nobody else is liable.",
    no_injury: "There is no injury.",
    low_value: "The matter is worth too little.",
    outside_practice_area: "The firm does not practice in this area of law.",
    outside_jurisdiction: "The firm does not practice in this jurisdiction.",
    conflict: "There is a conflict of interest.",
    already_represented: "The person has an attorney.",
    own_fault: "The person is at fault.",
    insufficient_coverage: "There is too little insurance.",
    unreachable: "The person could not be reached.",
    client_declined: "The person did not want the firm.",
    other: "Another reason; see the note.",
  }),
  leadTreatmentStatus: enumeration("How far the injured person's treatment is when the lead comes.", {
    none: "No treatment.",
    er_only: "Emergency room only.",
    treating: "Under treatment.",
    completed: "Treatment is over.",
  }),
} as const;
