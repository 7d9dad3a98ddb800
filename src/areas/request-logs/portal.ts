import * as z from "zod";
import { Id } from "../../contract/values/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { describeLoggedRequest, explainRejection, listOrganizationRequests } from "./domain.ts";
import { readNeeds } from "./domain.scope-uses.ts";
import {
  ExplainedRequest,
  RequestDetail,
  OrganizationRequestFilter,
  OrganizationRequestPage,
  ScopeUse,
} from "./schema.ts";

/** The portal's procedures on the request log; part of `keys.` in the portal's router. */
export const requestsPortal = {
  listRequests: portalOperation({
    summary: "List the organization's requests, newest first",
    permission: "integrations:manage",
    tier: "read",
  })
    .input(OrganizationRequestFilter)
    .output(OrganizationRequestPage)
    .query(({ ctx, input }) => listOrganizationRequests(ctx, input)),
  describeRequest: portalOperation({
    summary: "Get one request with its checks, events and audit entry",
    permission: "integrations:manage",
    tier: "read",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ id: Id }))
    .output(RequestDetail)
    .query(({ ctx, input }) => describeLoggedRequest(ctx, input.id)),
  explainRejection: portalOperation({
    summary: "Explain why a request was rejected",
    permission: "integrations:manage",
    tier: "read",
  })
    .input(z.strictObject({ requestId: Id }))
    .output(
      z.discriminatedUnion("found", [
        z.object({ found: z.literal(false) }),
        z.object({ found: z.literal(true), requests: z.array(ExplainedRequest) }),
      ]),
    )
    .query(async ({ ctx, input }) => {
      const requests = await explainRejection(ctx, input.requestId);
      return requests.length === 0 ? { found: false as const } : { found: true as const, requests };
    }),
  scopeUses: portalOperation({
    summary: "List when a key last used each of its scopes",
    permission: "integrations:manage",
    tier: "read",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ keyId: Id }))
    .output(z.object({ scopes: z.array(ScopeUse), observedSince: z.string().nullable() }))
    .query(async ({ ctx, input }) => {
      const { scopes, observedSince } = await readNeeds(ctx, input.keyId);
      return { scopes, observedSince };
    }),
};
