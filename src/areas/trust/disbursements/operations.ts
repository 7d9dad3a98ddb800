import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { reading, writing } from "../schema.operations.ts";
import { listDisbursements } from "./domain.ts";
import { reimbursementEvents } from "../../settlements/statements/domain.reimbursement.ts";
import { requestDisbursements } from "./domain.request.ts";
import { transitionDisbursement } from "./domain.transitions.ts";
import { Disbursement, DisbursementFilter, DisbursementTransition, NewDisbursements } from "./schema.ts";

const withheld = "Without `medical:read` `lienholder` reads null.";

export const disbursementProcedures = {
  "trustDisbursements.list": operation({
    ...reading,
    showsMoreWith: "medical:read",
    route: "GET /trust-disbursements",
    summary: "List trust disbursements",
    description: `Returns what was requested to be paid out of trust, newest first by default. ${withheld}`,
  })
    .input(DisbursementFilter)
    .output(z.object({ trustDisbursements: z.array(Disbursement), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listDisbursements(ctx, input)),

  "settlementStatements.disbursements.create": operation({
    ...writing,
    showsMoreWith: "medical:read",
    route: "POST /settlement-statements/{statementId}/disbursements",
    summary: "Request disbursements of a settlement statement",
    description:
      "Requests to pay lines of an approved statement out of the claimant's ledger: the chosen ones, or all of which something is not requested yet. Each is `pending_approval` until an attorney of the firm who is not behind the request approves or rejects it in the portal; no key approves. " +
      "The check may not have cleared yet; an approval needs the money to be available. Fails with 409 for a statement that is not approved or stale, and for more than is left of a line. " +
      withheld,
    emits: ["trust_disbursement.requested"],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/trust-disbursements" },
  })
    .input(NewDisbursements.extend({ statementId: Id }))
    .output(z.object({ trustDisbursements: z.array(Disbursement) }))
    .mutation(async ({ ctx, input: { statementId, ...given } }) => ({
      trustDisbursements: await requestDisbursements(ctx, statementId, given),
    })),

  "trustDisbursements.transition": operation({
    ...writing,
    showsMoreWith: "medical:read",
    route: "POST /trust-disbursements/{trustDisbursementId}/transitions",
    echoes: ["trustDisbursement.status", "trustDisbursement.availableTransitions"],
    summary: "Transition a trust disbursement",
    description:
      "Transitions: pending_approval, approved → cancelled; approved → issued; issued → cleared, voided. Approving and rejecting is done in the portal. " +
      "`issued` records the trust transaction, and a lien that it pays in full is `paid`. `cleared` is also set by a matching line of a bank statement. " +
      "`voided` returns the money to the ledger as cleared, and the lien to `final`; a cost or an invoice that it reimbursed is outstanding until it is issued again; what the bank has paid is not voided. Fails with 409 in a period that is closed.",
    mayEmit: [
      "trust_disbursement.cancelled",
      "trust_disbursement.issued",
      "trust_disbursement.cleared",
      "trust_disbursement.voided",
      "trust_transaction.recorded",
      "lien.paid",
      "lien.updated",
      "settlement.updated",
      "settlement.status_changed",
      "referral.payout_recorded",
      "referral.fee_paid",
      "referral.payout_voided",
      ...reimbursementEvents,
    ],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "trustDisbursement.revision",
  })
    .input(DisbursementTransition.extend({ trustDisbursementId: Id }))
    .output(z.object({ trustDisbursement: Disbursement }))
    .mutation(async ({ ctx, input: { trustDisbursementId, ...transition } }) => ({
      trustDisbursement: await transitionDisbursement(ctx, trustDisbursementId, transition),
    })),
};
