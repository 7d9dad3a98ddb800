import * as z from "zod";
import { operation } from "../../../rpc/operation.ts";
import { reading } from "../schema.operations.ts";
import { getReconciliation } from "./domain.ts";
import { Reconciliation, ReconciliationQuery } from "./schema.ts";

export const reconciliationProcedures = {
  "trustAccounts.reconciliation.get": operation({
    ...reading,
    route: "GET /trust-accounts/{trustAccountId}/reconciliation",
    summary: "Get the reconciliation of a trust account",
    description:
      "Compares three sides of an account at the end of a day: the bank's balance, adjusted by what is in transit and outstanding; the book; and the sum of the ledgers. `faults` names the records at fault. " +
      "Returns what was closed on that day, or else calculates it. Reconciliations are closed and reopened in the portal.",
    sharesTransaction: true,
  })
    .input(ReconciliationQuery)
    .output(z.object({ reconciliation: Reconciliation }))
    .query(async ({ ctx, input: { trustAccountId, asOfOn } }) => ({
      reconciliation: await getReconciliation(ctx, trustAccountId, asOfOn),
    })),
};
