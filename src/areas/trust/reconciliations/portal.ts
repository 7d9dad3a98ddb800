import * as z from "zod";
import { portalOperation } from "../../../rpc/operation.ts";
import { closeReconciliation, reopenReconciliation } from "./domain.closing.ts";
import { listReconciliations } from "./domain.ts";
import { ClosedQuery, ClosedReconciliation, Closing, Reopening } from "./schema.ts";

const permission = "trust:view";
const errors = ["NOT_FOUND", "INVALID_STATE_TRANSITION"] as const;
const Shown = z.object({ reconciliation: ClosedReconciliation });

export const reconciliationsPortal = {
  "trustReconciliations.list": portalOperation({
    summary: "List the closed reconciliations of a trust account",
    permission,
    tier: "read",
    errors: ["NOT_FOUND"],
  })
    .input(ClosedQuery)
    .output(z.object({ reconciliations: z.array(ClosedReconciliation), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listReconciliations(ctx, input)),

  "trustReconciliations.close": portalOperation({
    summary: "Close the reconciliation of a trust account",
    permission,
    tier: "sensitive",
    confirm: "second_factor",
    emits: ["trust_reconciliation.closed", "trust_account.updated"],
    errors,
  })
    .input(Closing)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ reconciliation: await closeReconciliation(ctx, input) })),

  "trustReconciliations.reopen": portalOperation({
    summary: "Reopen the last closed reconciliation of a trust account",
    permission,
    tier: "sensitive",
    confirm: "second_factor",
    emits: ["trust_reconciliation.reopened", "trust_account.updated"],
    errors,
  })
    .input(Reopening)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ reconciliation: await reopenReconciliation(ctx, input) })),
};
