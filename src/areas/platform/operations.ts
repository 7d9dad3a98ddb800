import * as z from "zod";
import { text } from "../../contract/values.ts";
import { operation, router } from "../../rpc/operation.ts";
import { describeCaller, getEnumeration, listEnumerations, listScopes } from "./domain.ts";
import { EnumerationRecord, Me, ScopeDescription } from "./schema.ts";

export const platform = router({
  getMe: operation({
    method: "GET",
    path: "/me",
    summary: "Get the current key",
    description: "Returns the key of the request: its scopes, restrictions and remaining rate limits.",
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
    summary: "List scopes",
    description: "Returns every scope: what it allows, whether only a platform administrator can grant it, and whether it requires an acting attorney.",
    area: "Platform",
    scope: null,
    tier: "read",
    idempotency: "none",
  })
    .input(z.strictObject({}))
    .output(z.object({ scopes: z.array(ScopeDescription) }))
    .query(() => ({ scopes: listScopes() })),

  listEnumerations: operation({
    method: "GET",
    path: "/metadata",
    summary: "List enumerations",
    description: "Returns every enumeration of the API, with a description of each value.",
    area: "Platform",
    scope: null,
    tier: "read",
    idempotency: "none",
  })
    .input(z.strictObject({}))
    .output(z.object({ enumerations: z.array(EnumerationRecord) }))
    .query(() => ({ enumerations: listEnumerations() })),

  getEnumeration: operation({
    method: "GET",
    path: "/metadata/{name}",
    summary: "Get an enumeration",
    description: "Returns the values of one enumeration, such as `matterStatus`.",
    area: "Platform",
    scope: null,
    tier: "read",
    idempotency: "none",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ name: text(1, 100) }))
    .output(z.object({ enumeration: EnumerationRecord }))
    .query(({ input }) => ({ enumeration: getEnumeration(input.name) })),
});
