import { enumeration } from "../../../contract/enumeration.ts";

export const contactCaseEnumerations = {
  contactCaseLink: enumeration("How a contact takes part in a case.", {
    party: "It is a party of the case; `role` says as what.",
    party_representative: "It represents a party of the case.",
    facility: "It treats the client; shown to keys with medical:read alone.",
    policy_carrier: "It carries an insurance policy of the case.",
    policy_adjuster: "It adjusts a policy of the case.",
    policy_administrator: "It administers a policy of the case for its carrier.",
  }),
} as const;
