import { enumeration } from "../../../contract/enumeration.ts";

export const bankStatementEnumerations = {
  bankMatchMethod: enumeration("How a line of a bank statement was matched with a transaction.", {
    check_number: "By check number and amount.",
    reference: "By reference and amount.",
    amount_date: "By the amount, within 3 days before and 10 days after the transaction.",
    manual: "By a member in the portal.",
  }),
} as const;
