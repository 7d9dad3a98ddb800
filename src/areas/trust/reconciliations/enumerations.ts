import { enumeration } from "../../../contract/enumeration.ts";

export const reconciliationEnumerations = {
  reconciliationFault: enumeration("Why a trust account is not balanced.", {
    bank_statement_missing: "No bank statement covers the day.",
    amount_differs: "The bank paid a check with another amount than the books record.",
    unmatched_line: "No transaction matches a line of the bank.",
    ledger_overdrawn: "A ledger is below 0.",
    ledgers_differ: "The ledgers add up to another amount than the book.",
    difference_unexplained: "No line of the bank explains the difference, or the rest of it.",
  }),
} as const;
