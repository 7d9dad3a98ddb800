import * as z from "zod";
import { Id } from "../../contract/values/values.ts";
import { nothing, Nothing, portalOperation } from "../../rpc/operation.ts";
import { listDeniedScopes, withdrawScopeRequest } from "../scope-requests/domain.ts";
import { ScopeRequest } from "../../contract/portal/scope-requests.ts";
import {
  describeGroups,
  describeOverview,
  findKeyByDigest,
  listAttorneys,
  listVendors,
  reportLeak,
  snoozeAttention,
} from "./domain.ts";
import { AttentionItem, Attorney, FoundKey, KeyGroups, Overview, Vendor } from "./schema.ts";

const Digest = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 digest in lower-case hexadecimal");

/** The portal's procedures about keys besides the API's operations; part of `keys.` in the portal's router. */
export const keysPortal = {
  overview: portalOperation({ summary: "Get the shell's counts and alerts", permission: null, tier: "read" })
    .input(z.strictObject({}))
    .output(Overview)
    .query(({ ctx }) => describeOverview(ctx)),

  snoozeAttention: portalOperation({
    summary: "Hide an alert from yourself for a day",
    permission: "integrations:manage",
    tier: "write",
    isUnaudited: true,
    errors: ["NOT_FOUND"],
  })
    .input(AttentionItem)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => snoozeAttention(ctx, input))),

  listAttorneys: portalOperation({
    summary: "List the attorneys that a key can act for",
    permission: "integrations:manage",
    tier: "read",
  })
    .input(z.strictObject({}))
    .output(z.object({ attorneys: z.array(Attorney) }))
    .query(async ({ ctx }) => ({ attorneys: await listAttorneys(ctx) })),

  listVendors: portalOperation({
    summary: "List the vendors to which a key can be bound",
    permission: "integrations:manage",
    tier: "read",
  })
    .input(z.strictObject({}))
    .output(z.object({ vendors: z.array(Vendor) }))
    .query(async ({ ctx }) => ({ vendors: await listVendors(ctx) })),

  listGroups: portalOperation({
    summary: "List the tags and owners of keys",
    permission: "integrations:manage",
    tier: "read",
  })
    .input(z.strictObject({}))
    .output(KeyGroups)
    .query(({ ctx }) => describeGroups(ctx)),

  findByDigest: portalOperation({
    summary: "Find a key by the digest of its secret",
    permission: "integrations:manage",
    tier: "sensitive",
  })
    .input(z.strictObject({ digest: Digest }))
    .output(
      z.discriminatedUnion("found", [
        z.object({ found: z.literal(false) }),
        z.object({ found: z.literal(true), key: FoundKey }),
      ]),
    )
    .query(async ({ ctx, input }) => {
      const key = await findKeyByDigest(ctx, input.digest);
      return key === null ? { found: false as const } : { found: true as const, key };
    }),

  reportLeak: portalOperation({
    summary: "Report a key as leaked, by the digest of its secret: it is paused",
    permission: null,
    tier: "sensitive",
    emits: ["integration_key.paused"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ digest: Digest }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => reportLeak(ctx, input.digest))),

  listDeniedScopes: portalOperation({
    summary: "List the elevated scopes that were denied to a key, with the reason",
    permission: "integrations:manage",
    tier: "read",
  })
    .input(z.strictObject({ keyId: Id }))
    .output(z.object({ denied: z.array(ScopeRequest) }))
    .query(async ({ ctx, input }) => ({ denied: await listDeniedScopes(ctx, input.keyId) })),

  withdrawScopeRequest: portalOperation({
    summary: "Withdraw a request for an elevated scope",
    permission: "integrations:manage",
    tier: "write",
    emits: ["scope_request.withdrawn"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ requestId: Id }))
    .output(z.object({ requestId: Id }))
    .mutation(async ({ ctx, input }) => ({ requestId: (await withdrawScopeRequest(ctx, input.requestId)).id })),
};
