import * as z from "zod";
import { portalOperation } from "../../../rpc/operation.ts";
import { decideDisbursement, listWaiting } from "./domain.decide.ts";
import { Disbursement, DisbursementDecision, WaitingDisbursement, WaitingQuery } from "./schema.ts";

/** Money is approved here alone: no operation of the API does. */
export const disbursementsPortal = {
  "trustDisbursements.listWaiting": portalOperation({
    summary: "List disbursements that wait for approval",
    permission: "trust:approve",
    tier: "read",
  })
    .input(WaitingQuery)
    .output(z.object({ waiting: z.array(WaitingDisbursement), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listWaiting(ctx, input)),

  "trustDisbursements.decide": portalOperation({
    summary: "Approve or reject a disbursement",
    permission: "trust:approve",
    tier: "sensitive",
    confirm: "second_factor",
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    mayEmit: [
      "trust_disbursement.approved",
      "trust_disbursement.rejected",
      "settlement.updated",
      "settlement.status_changed",
    ],
  })
    .input(DisbursementDecision)
    .output(z.object({ trustDisbursement: Disbursement }))
    .mutation(async ({ ctx, input }) => ({ trustDisbursement: await decideDisbursement(ctx, input) })),
};
