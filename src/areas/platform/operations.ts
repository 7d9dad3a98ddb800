import * as z from "zod";
import { operation, router } from "../../rpc/operation.ts";
import { describeCaller, listScopes } from "./domain.ts";
import { Me, ScopeDescription } from "./schema.ts";

export const platform = router({
  getMe: operation({
    method: "GET",
    path: "/me",
    summary: "Get the calling key",
    description: "Which key this is, what it may do, what stands in its way, and what is left of its rate limits. Needs no scope.",
    area: "Platform",
    scope: null,
    tier: "read",
    idempotency: "none",
  })
    .input(z.strictObject({}))
    .output(z.object({ me: Me }))
    .query(async ({ ctx }) => ({ me: await describeCaller(ctx) })),

  listScopes: operation({
    method: "GET",
    path: "/scopes",
    summary: "List the scopes",
    description: "The whole catalogue: what each scope allows, whether only a platform administrator grants it, and whether it needs an acting attorney. Needs no scope.",
    area: "Platform",
    scope: null,
    tier: "read",
    idempotency: "none",
  })
    .input(z.strictObject({}))
    .output(z.object({ scopes: z.array(ScopeDescription) }))
    .query(() => ({ scopes: listScopes() })),
});
