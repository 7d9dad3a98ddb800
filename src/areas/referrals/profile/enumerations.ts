import { enumeration } from "../../../contract/enumeration.ts";

export const referralProfileEnumerations = {
  referralAcceptance: enumeration("From whom a firm takes referrals of this installation.", {
    nobody: "From no one.",
    approved: "From the partner firms that it allows to refer.",
  }),
} as const;
