import { enumeration } from "../../../contract/enumeration.ts";

/** Source: specification, "1. Update facility routing config"; domain model, 18. */
export const requestEnumerations = {
  requestType: enumeration("What a facility is asked for.", {
    records: "Medical records.",
    bills: "Bills.",
    records_and_bills: "Medical records and bills.",
    imaging: "Images, as files.",
    films: "Images, as films.",
    certification: "A certificate for records that were sent.",
    itemized_statement: "The items of a bill.",
    pathology: "Pathology slides and reports.",
    prescription_history: "What a pharmacy gave out.",
  }),
  requestPriority: enumeration("How much a retrieval request presses.", {
    standard: "As all others.",
    rush: "Before all others.",
  }),
  authorizationStatus: enumeration("What a retrieval request has for an authorization.", {
    missing: "None.",
    pending: "One that is not signed.",
    signed: "One that is signed.",
    rejected: "One that the facility did not accept.",
    expired: "One that was not signed in time, or has run out.",
    revoked: "One that the client has revoked.",
  }),
  followUpMethod: enumeration("How a facility was asked how far a request is.", {
    email: "By e-mail.",
    fax: "By fax.",
    mail: "By letter.",
    portal: "Through the facility's own site.",
    phone: "By telephone.",
  }),
} as const;
