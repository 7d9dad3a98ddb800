import { enumeration } from "../../contract/enumeration.ts";

export const conflictEnumerations = {
  conflictStatus: enumeration("The status of a conflict check.", {
    running: "The search is running.",
    completed: "The search is complete.",
  }),
  conflictDecision: enumeration("The decision on a conflict check.", {
    pending: "Not yet decided.",
    clear: "No conflict.",
    conflict: "There is a conflict: the firm declines the matter.",
    waived: "There is a conflict, and it was waived in writing.",
  }),
  conflictResultDecision: enumeration("The decision on a result of a conflict check.", {
    undecided: "Not yet decided.",
    no_conflict: "Another person, or no conflict.",
    potential: "A potential conflict.",
    conflict: "A conflict.",
    waived: "A conflict that was waived.",
  }),
  conflictEntity: enumeration("The kind of record that a conflict check found.", {
    client: "A client, whatever the status of their cases.",
    contact: "A contact.",
    party: "A party of a case, on any side, including closed cases.",
    lead: "A lead, including declined ones.",
    member: "A member of the organization, including deactivated ones.",
    referral: "A referral from another firm, including declined ones.",
  }),
  conflictMatch: enumeration("What matched a search term.", {
    name: "The name, or the organization's name.",
    alias: "An alias.",
    email: "The e-mail address.",
    phone: "The phone number.",
    dob: "The date of birth, in addition to another match.",
    last_four: "The last four digits of a social security or tax number, in addition to another match.",
  }),
  matchBand: enumeration("How likely a match is the same person or company.", {
    high: "Likely: a score of 80 or more.",
    medium: "Possible: a score of 60 to 79.",
    low: "Unlikely, but the names have something in common: a score below 60.",
  }),
  contactMatch: enumeration("What a potentially duplicate contact matched.", {
    name: "The name.",
    email: "The e-mail address.",
    phone: "The phone number.",
    npi: "The National Provider Identifier.",
  }),
} as const;
