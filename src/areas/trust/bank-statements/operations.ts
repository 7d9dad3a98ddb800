import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { writing } from "../schema.operations.ts";
import { importBankStatement } from "./domain.ts";
import { BankStatement, NewBankStatement } from "./schema.ts";

export const bankStatementProcedures = {
  "trustAccounts.bankStatements.create": operation({
    ...writing,
    route: "POST /trust-accounts/{trustAccountId}/bank-statements",
    summary: "Import a bank statement",
    description:
      "Records what the bank says of a period of a trust account: opening balance and lines must add up to the closing balance, and each statement begins on the day after the one before, with its closing balance. " +
      "Its lines are matched with transactions at once where each is the other's only candidate: by check number and amount, by reference and amount, then by the amount from 3 days before to 10 days after the transaction. A matched disbursement is `cleared`; deposits are cleared by their own transition. Members match the others in the portal. " +
      "A period that is imported already fails with 409.",
    emits: ["bank_statement.imported"],
    mayEmit: ["trust_disbursement.cleared"],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/trust-accounts" },
    etag: "bankStatement.revision",
  })
    .input(NewBankStatement.extend({ trustAccountId: Id }))
    .output(z.object({ bankStatement: BankStatement }))
    .mutation(async ({ ctx, input: { trustAccountId, ...given } }) => ({
      bankStatement: await importBankStatement(ctx, trustAccountId, given),
    })),
};
