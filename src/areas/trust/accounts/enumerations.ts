import { enumeration } from "../../../contract/enumeration.ts";

export const trustAccountEnumerations = {
  trustAccountType: enumeration("What kind of account a trust account is.", {
    iolta: "A pooled account whose interest goes to the state's program for legal aid.",
    client_trust: "An account of the firm for clients' money whose interest is theirs.",
  }),
  trustAccountStatus: enumeration("Whether a trust account takes transactions.", {
    open: "It takes transactions.",
    closed: "It is empty, and no longer takes any.",
  }),
} as const;
