import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { getFeeAgreement, setFeeAgreement } from "./domain.ts";
import { FeeAgreement, NewFeeAgreement } from "./schema.ts";

const Shown = z.object({ feeAgreement: FeeAgreement });

export const feeAgreementProcedures = {
  "cases.feeAgreement.get": operation({
    area: "Settlement Funds",
    scope: "settlements:read",
    route: "GET /cases/{caseId}/fee-agreement",
    summary: "Get the fee agreement of a case",
    description: "Returns the version in force, with the former ones. Fails with 404 where the case has none.",
    etag: "feeAgreement.revision",
  })
    .input(z.strictObject({ caseId: Id }))
    .output(Shown)
    .query(async ({ ctx, input }) => ({ feeAgreement: await getFeeAgreement(ctx, input.caseId) })),

  "cases.feeAgreement.set": operation({
    area: "Settlement Funds",
    scope: "settlements:write",
    readBy: "settlements:read",
    route: "PUT /cases/{caseId}/fee-agreement",
    summary: "Set the fee agreement of a case",
    description:
      "Records the agreement, or its next version: all of it is replaced, and the former stays in `previous`. A contingency needs `base` and `tiers`; a tier has a rate or marginal brackets, each exact: a third is `{ numerator: 1, denominator: 3 }`. Fails with 409 while the case is archived, and after 100 versions.",
    emits: ["fee_agreement.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "feeAgreement.revision",
  })
    .input(NewFeeAgreement.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...given } }) => ({
      feeAgreement: await setFeeAgreement(ctx, caseId, given),
    })),
};
