import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { describeUsage, explainRejection } from "./domain.ts";
import { ExplainedRequest, Usage } from "./schema.ts";

/** The portal's procedures on the request log; part of `keys.` in the portal's router. */
export const requestsPortal = {
  explainRejection: portalOperation({
    summary: "Explain why a request was rejected",
    permission: "integrations:manage",
    tier: "read",
  })
    .input(z.strictObject({ requestId: Id }))
    .output(z.discriminatedUnion("found", [z.object({ found: z.literal(false) }), z.object({ found: z.literal(true), requests: z.array(ExplainedRequest) })]))
    .query(async ({ ctx, input }) => {
      const requests = await explainRejection(ctx, input.requestId);
      return requests.length === 0 ? { found: false as const } : { found: true as const, requests };
    }),
  usage: portalOperation({
    summary: "Get a key's daily usage",
    permission: "integrations:manage",
    tier: "read",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ keyId: Id, days: z.literal([7, 30, 90]) }))
    .output(Usage)
    .query(({ ctx, input }) => describeUsage(ctx, input.keyId, input.days)),
};
