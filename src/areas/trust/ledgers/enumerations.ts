import { enumeration } from "../../../contract/enumeration.ts";

export const trustLedgerEnumerations = {
  trustLedgerKind: enumeration("Whose money a trust ledger has.", {
    client: "A claimant's of a case.",
    firm: "The firm's own, for bank fees alone.",
    interest: "Interest that the account earned.",
    unidentified: "Deposits whose owner is not known yet.",
  }),
} as const;
