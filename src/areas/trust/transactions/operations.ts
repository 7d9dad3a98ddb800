import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { reading, writing } from "../schema.operations.ts";
import { createTrustTransaction } from "./domain.creation.ts";
import { transitionTrustTransaction } from "./domain.transitions.ts";
import { listTrustTransactions } from "./domain.ts";
import { NewTrustTransaction, TrustTransaction, TrustTransactionFilter, TrustTransactionTransition } from "./schema.ts";

const Shown = z.object({ trustTransaction: TrustTransaction });
/** What follows from money that names a payer of a settlement. */
const ofSettlements = ["settlement.updated", "settlement.status_changed", "case.updated"] as const;

export const trustTransactionProcedures = {
  "trustTransactions.list": operation({
    ...reading,
    route: "GET /trust-transactions",
    summary: "List trust transactions",
    description:
      "Returns the transactions of the firm's trust accounts with the balance of each ledger after them, newest first by default. " +
      "They are never changed: an error is taken back by a reversal. To copy the books, page by `sort=updated`.",
  })
    .input(TrustTransactionFilter)
    .output(z.object({ trustTransactions: z.array(TrustTransaction), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listTrustTransactions(ctx, input)),

  "trustAccounts.transactions.create": operation({
    ...writing,
    route: "POST /trust-accounts/{trustAccountId}/transactions",
    summary: "Record a trust transaction",
    description:
      "Records money that came into a trust account or left it otherwise than by a disbursement: a deposit for claimants or one whose owner is not known yet, " +
      "its identification, the firm's own money for bank fees, a bank fee, interest and its remittance, an opening balance. " +
      "A deposit by check or ACH is available once it has cleared. Fails with 409 for a closed period, for a payer who owes less, " +
      "for a ledger that has less available, which the message states, and for more of the firm's own money than the account's limit.",
    emits: ["trust_transaction.recorded"],
    mayEmit: ofSettlements,
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/trust-transactions" },
  })
    .input(NewTrustTransaction.extend({ trustAccountId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { trustAccountId, ...given } }) => ({
      trustTransaction: await createTrustTransaction(ctx, trustAccountId, given),
    })),

  "trustTransactions.transition": operation({
    ...writing,
    route: "POST /trust-transactions/{trustTransactionId}/transitions",
    etag: "trustTransaction.revision",
    summary: "Transition a trust transaction",
    description:
      "`cleared`: the money of a deposit is available; nothing clears automatically. `returned`: the bank returned a deposit; what it leaves short fails with 409, " +
      "or is paid in by the firm in the same request with `firmCover`. `reversed`: takes back what was recorded by mistake, unless a line of the bank matches it. " +
      "A disbursement is voided instead.",
    mayEmit: [
      "trust_transaction.recorded",
      "trust_transaction.cleared",
      "trust_transaction.returned",
      "trust_transaction.reversed",
      ...ofSettlements,
    ],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(TrustTransactionTransition.extend({ trustTransactionId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { trustTransactionId, ...transition } }) => ({
      trustTransaction: await transitionTrustTransaction(ctx, trustTransactionId, transition),
    })),
};
