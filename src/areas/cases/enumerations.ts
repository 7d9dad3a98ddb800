import { enumeration } from "../../contract/enumeration.ts";

export const caseEnumerations = {
  caseMatchMode: enumeration("How the marketplace matched a case with the firm.", {
    manual: "Matched manually.",
    auto: "Matched automatically.",
    direct: "Sent to this firm directly.",
    none: "Not matched at all.",
  }),
  partnerResult: enumeration("The result of a case that a partner sent.", {
    pending: "The firm has not responded.",
    accepted: "The firm accepted it.",
    rejected: "The firm rejected it.",
    no_response: "The firm did not respond.",
    expired: "The offer expired.",
    returned: "The firm returned it.",
    duplicate: "The firm already had it.",
  }),
  projectedSettlementDatePrecision: enumeration("The precision of a projected settlement date.", {
    exact: "The exact day.",
    month: "A day in that month.",
    quarter: "A day in that quarter.",
    half: "A day in that half-year.",
    year: "A day in that year.",
    range: "Within the range in the label.",
    unknown: "Not known.",
  }),
  statuteOfLimitationsStatus: enumeration("How far a case's date of limitation can be relied on.", {
    none: "No statute of limitations is open or missed.",
    unverified: "No second person has checked the date yet.",
    disputed: "A second person found another date.",
    verified: "A second person found the same date.",
    missed: "It passed undone.",
  }),
  retainerStatus: enumeration("The status of the retainer agreement.", {
    not_sent: "Not yet sent.",
    sent: "Sent to the client.",
    signed: "Signed.",
    declined: "The client did not sign.",
  }),
  attorneyRole: enumeration("The role of an attorney in a case.", {
    lead: "Leads the case; a case has at most one.",
    responsible: "Is responsible for it.",
    originating: "Brought it to the firm.",
    supervising: "Supervises.",
    associate: "Works on it.",
    co_counsel: "Works on it with another firm.",
    litigation: "Litigates it.",
    trial: "Tries it.",
    referring: "Referred it.",
    of_counsel: "Is of counsel.",
  }),
} as const;
