import { enumeration } from "../../contract/enumeration.ts";

/** Source: domain model, section 3. */
export const caseEnumerations = {
  caseMatchMode: enumeration("How the marketplace matched a case with the firm.", {
    manual: "Matched by hand.",
    auto: "Matched automatically.",
    direct: "Sent to this firm directly.",
    none: "Not matched at all.",
  }),
  partnerResult: enumeration("What came of a case that a partner sent.", {
    pending: "The firm has not answered.",
    accepted: "The firm took it.",
    rejected: "The firm did not take it.",
    no_response: "The firm did not answer.",
    expired: "The offer lapsed.",
    returned: "The firm gave it back.",
    duplicate: "The firm had it already.",
  }),
  projectedSettlementDatePrecision: enumeration("How exact the projected date of a settlement is.", {
    exact: "That very day.",
    month: "Some day of that month.",
    quarter: "Some day of that quarter.",
    half: "Some day of that half year.",
    year: "Some day of that year.",
    range: "Within a range that the label names.",
    unknown: "Not known.",
  }),
  retainerStatus: enumeration("How far the retainer agreement is.", {
    not_sent: "Not sent yet.",
    sent: "Sent to the client.",
    signed: "Signed.",
    declined: "The client did not sign.",
  }),
  attorneyRole: enumeration("What an attorney does in a case.", {
    lead: "Leads the case; a case has at most one.",
    responsible: "Answers for it.",
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
