import * as z from "zod";
import type { Context } from "../../../rpc/context.ts";
import { portalOperation } from "../../../rpc/operation.ts";
import { listReadableScopes } from "../../../rpc/principal.ts";
import { createWithholder } from "../../../rpc/withhold.ts";
import { decideDisbursement, listWaiting } from "./domain.decide.ts";
import { Disbursement, DisbursementDecision, WaitingDisbursement, WaitingQuery } from "./schema.ts";

const Waiting = z.object({ waiting: z.array(WaitingDisbursement), nextCursor: z.string().nullable() });
const Shown = z.object({ trustDisbursement: Disbursement });
const withholders = new Map([Waiting, Shown].map((schema) => [schema as z.ZodObject, createWithholder(schema)]));

/** Without the lienholder, for a member who does not view medical data. */
function withhold<Output extends object>(schema: z.ZodObject, { principal }: Context, output: Output): Output {
  return (withholders.get(schema)?.(output, listReadableScopes(principal)) ?? output) as Output;
}

/** Money is approved here alone: no operation of the API does. */
export const disbursementsPortal = {
  "trustDisbursements.listWaiting": portalOperation({
    summary: "List disbursements that wait for approval",
    permission: "trust:approve",
    tier: "read",
  })
    .input(WaitingQuery)
    .output(Waiting)
    .query(async ({ ctx, input }) => withhold(Waiting, ctx, await listWaiting(ctx, input))),

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
    .output(Shown)
    .mutation(async ({ ctx, input }) =>
      withhold(Shown, ctx, { trustDisbursement: await decideDisbursement(ctx, input) }),
    ),
};
