import { enumeration } from "../../contract/enumeration.ts";

/** Source: domain model, 6. */
export const conflictEnumerations = {
  conflictStatus: enumeration("How far a conflict check is.", {
    running: "The search is under way.",
    completed: "The search is done.",
  }),
  conflictDecision: enumeration("What a conflict check came to.", {
    pending: "Not decided yet.",
    clear: "No conflict stands against the work.",
    conflict: "There is a conflict: the work is not taken.",
    waived: "There is a conflict, and it was waived in writing.",
  }),
  conflictResultDecision: enumeration("What was decided of one result of a conflict check.", {
    undecided: "Not decided yet.",
    no_conflict: "Somebody else, or no conflict.",
    potential: "May become a conflict.",
    conflict: "A conflict.",
    waived: "A conflict that was waived.",
  }),
  conflictEntity: enumeration("Where a conflict check found something.", {
    client: "Among the clients, whatever became of their cases.",
    contact: "Among the contacts.",
    party: "Among the parties of cases, on any side, closed cases included.",
    lead: "Among the leads, declined ones included.",
  }),
  conflictMatch: enumeration("What of a term fitted.", {
    name: "The name, or the organization's name.",
    alias: "Another name that was given.",
    email: "The e-mail address.",
    phone: "The phone number.",
    dob: "The date of birth, beside something else.",
  }),
  contactMatch: enumeration("On what a contact that may be the same fits.", {
    name: "The name.",
    email: "The e-mail address.",
    phone: "The phone number.",
    npi: "The National Provider Identifier.",
  }),
} as const;
