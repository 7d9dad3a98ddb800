import { enumeration } from "../../../contract/enumeration.ts";

export const requestEnumerations = {
  requestType: enumeration("What a retrieval request asks for.", {
    records: "Medical records.",
    bills: "Bills.",
    records_and_bills: "Medical records and bills.",
    imaging: "Images as files.",
    films: "Images as films.",
    certification: "A certification of records that were sent.",
    itemized_statement: "An itemized bill.",
    pathology: "Pathology slides and reports.",
    prescription_history: "Pharmacy records.",
  }),
  requestPriority: enumeration("The priority of a retrieval request.", {
    standard: "Normal priority.",
    rush: "High priority.",
  }),
  authorizationStatus: enumeration("The status of a retrieval request's authorization.", {
    missing: "None.",
    pending: "Not signed.",
    signed: "Signed.",
    rejected: "Rejected by the facility.",
    expired: "Not signed in time, or expired.",
    revoked: "Revoked by the client.",
  }),
  followUpMethod: enumeration("The method of a follow-up.", {
    email: "By e-mail.",
    fax: "By fax.",
    mail: "By letter.",
    portal: "On the facility's website.",
    phone: "By phone.",
  }),
} as const;
