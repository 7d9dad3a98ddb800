import * as z from "zod";
import { portalOperation } from "../../rpc/operation.ts";
import { withIfMatch } from "../../rpc/context.ts";
import { bankStatementsPortal } from "./bank-statements/portal.ts";
import { disbursementsPortal } from "./disbursements/portal.ts";
import { reconciliationsPortal } from "./reconciliations/portal.ts";
import { closeTrustAccount, openTrustAccount } from "./accounts/domain.ts";
import { NewTrustAccount, TrustAccount, TrustAccountClosing } from "./accounts/schema.ts";
import { getTrustPolicy, updateTrustPolicy } from "./policy/domain.ts";
import { TrustPolicy, TrustPolicyChanges } from "./policy/schema.ts";

const Shown = z.object({ trustAccount: TrustAccount });
const ShownPolicy = z.object({ trustPolicy: TrustPolicy });

/** Owners open and close accounts and decide who approves. */
export const trustPortal = {
  ...disbursementsPortal,
  ...bankStatementsPortal,
  ...reconciliationsPortal,

  "trustAccounts.add": portalOperation({
    summary: "Open a trust account",
    permission: "trust:view",
    tier: "sensitive",
    confirm: "second_factor",
    emits: ["trust_account.created"],
    errors: ["DUPLICATE_ENTRY"],
  })
    .input(NewTrustAccount)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ trustAccount: await openTrustAccount(ctx, input) })),

  "trustAccounts.close": portalOperation({
    summary: "Close a trust account",
    permission: "trust:view",
    tier: "sensitive",
    confirm: "second_factor",
    emits: ["trust_account.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(TrustAccountClosing)
    .output(Shown)
    .mutation(async ({ ctx, input: { trustAccountId, expectedRevision } }) => ({
      trustAccount: await closeTrustAccount(withIfMatch(ctx, expectedRevision), trustAccountId),
    })),

  "trustPolicy.get": portalOperation({
    summary: "Get the firm's trust policy",
    permission: "trust:view",
    tier: "read",
  })
    .input(z.strictObject({}))
    .output(ShownPolicy)
    .query(async ({ ctx }) => ({ trustPolicy: await getTrustPolicy(ctx) })),

  "trustPolicy.edit": portalOperation({
    summary: "Change the firm's trust policy",
    permission: "trust:view",
    tier: "sensitive",
    confirm: "second_factor",
    emits: ["trust_policy.updated"],
    errors: ["INVALID_STATE_TRANSITION"],
  })
    .input(TrustPolicyChanges)
    .output(ShownPolicy)
    .mutation(async ({ ctx, input }) => ({ trustPolicy: await updateTrustPolicy(ctx, input) })),
};
