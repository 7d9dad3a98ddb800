import * as z from "zod";
import { Actor } from "../../contract/actor.ts";
import { requestStatuses } from "../../contract/scope-requests.ts";
import { Id, Instant } from "../../contract/values.ts";

/** An elevated scope that was asked for a key, and what became of it. */
export const ScopeRequest = z
  .object({
    id: Id,
    keyId: Id,
    scope: z.string(),
    purpose: z.string(),
    status: z.enum(requestStatuses),
    requestedBy: Actor,
    requestedAt: Instant,
    lapsesAt: Instant,
    decidedBy: Actor.nullable(),
    decidedAt: Instant.nullable(),
    note: z.string().nullable(),
    latestExpiryAt: Instant.nullable(),
  })
  .meta({ id: "ScopeRequest" });
export type ScopeRequest = z.infer<typeof ScopeRequest>;
