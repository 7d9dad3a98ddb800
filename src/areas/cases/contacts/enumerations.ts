import { enumeration } from "../../../contract/enumeration.ts";

export const contactCaseEnumerations = {
  contactCaseLink: enumeration("How a contact is involved in a case.", {
    party: "A party of the case; see `role`.",
    party_representative: "Represents a party of the case.",
    facility: "Treats the client; returned only to keys with medical:read.",
    expense_vendor: "Vendor of a cost of the case, with its category; returned only to keys with billing:read.",
    policy_carrier: "Carrier of an insurance policy of the case.",
    policy_adjuster: "Adjuster of an insurance policy of the case.",
    policy_administrator: "Administrator of an insurance policy of the case.",
  }),
} as const;
