import * as z from "zod";
import { Id, Instant } from "../../contract/values/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { endPreviousSecret, readSecretUses } from "./domain.changes.ts";
import { listMade } from "./domain.ts";
import { requestRenewal } from "./domain.renewals.ts";
import { Renewal } from "./schema.ts";

const permission = "integrations:manage";

/** The portal's procedures about a key's secrets and grants; part of `keys.` in the portal's router. */
export const secretsPortal = {
  listSecretUses: portalOperation({
    summary: "Show when each live secret of a key was last used",
    permission,
    tier: "read",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ keyId: Id }))
    .output(z.object({ uses: z.array(z.object({ prefix: z.string(), lastUsedAt: Instant.nullable() })) }))
    .query(async ({ ctx, input }) => ({ uses: await readSecretUses(ctx, input.keyId) })),

  listMade: portalOperation({
    summary:
      "List what the revocation of keys also ends: the keys that they created, and those with secrets that they got by rotation",
    permission,
    tier: "read",
  })
    .input(z.strictObject({ keyIds: z.array(Id).min(1).max(100) }))
    .output(
      z.object({ keys: z.array(z.object({ keyId: Id, created: z.array(z.string()), rotated: z.array(z.string()) })) }),
    )
    .query(async ({ ctx, input }) => ({ keys: await listMade(ctx, input.keyIds) })),

  endSecret: portalOperation({
    summary: "End the previous secret of a rotated key",
    permission,
    tier: "write",
    emits: ["integration_key.updated"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    confirm: "second_factor",
  })
    .input(z.strictObject({ keyId: Id, prefix: z.string().max(50) }))
    .output(z.object({ keyId: Id }))
    .mutation(async ({ ctx, input }) => ({ keyId: (await endPreviousSecret(ctx, input.keyId, input.prefix)).id })),

  requestRenewal: portalOperation({
    summary: "Request granted elevated scopes of a key again",
    permission,
    tier: "write",
    emits: ["scope_request.created"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    confirm: "second_factor",
  })
    .input(Renewal)
    .output(z.object({ keyId: Id }))
    .mutation(async ({ ctx, input: { keyId, ...wanted } }) => {
      await requestRenewal(ctx, keyId, wanted);
      return { keyId };
    }),
};
