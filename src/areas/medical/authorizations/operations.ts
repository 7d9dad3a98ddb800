import * as z from "zod";
import { Id } from "../../../contract/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { createAuthorization, getAuthorization, listAuthorizations, revokeAuthorization, updateAuthorization } from "./domain.ts";
import { AuthorizationChanges, HipaaAuthorization, NewAuthorization, Revocation } from "./schema.ts";
import { changesSomething, changing, listInput, nextCursor, reading } from "../facilities/schema.ts";

const Shown = z.object({ hipaaAuthorization: HipaaAuthorization });
const ofAuthorization = { ...changing, etag: "hipaaAuthorization.revision" } as const;

export const authorizationProcedures = {
  listAuthorizations: operation({
    ...reading,
    method: "GET",
    path: "/cases/{caseId}/hipaa-authorizations",
    summary: "List the authorizations of a case",
    description: "The client's permissions to hand out records, revoked ones included. Each that is shown is written to the audit trail.",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ ...listInput, caseId: Id }))
    .output(z.object({ hipaaAuthorizations: z.array(HipaaAuthorization), nextCursor }))
    .query(({ ctx, input: { caseId, ...query } }) => listAuthorizations(ctx, caseId, query)),

  createAuthorization: operation({
    ...ofAuthorization,
    method: "POST",
    path: "/cases/{caseId}/hipaa-authorizations",
    summary: "Add an authorization",
    description: "Signed or not yet. With scope `specific` it names facilities of the case.",
    emits: ["hipaa_authorization.created"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    created: { location: "/hipaa-authorizations/{hipaaAuthorization.id}" },
  })
    .input(NewAuthorization.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...values } }) => ({ hipaaAuthorization: await createAuthorization(ctx, caseId, values) })),

  getAuthorization: operation({
    ...reading,
    method: "GET",
    path: "/hipaa-authorizations/{authorizationId}",
    summary: "Get an authorization",
    description: "The ETag is for `If-Match`: the status follows the calendar, so the answer is never 304. Every read is written to the audit trail.",
    errors: ["NOT_FOUND"],
    etag: "hipaaAuthorization.revision",
    movesByItself: true,
  })
    .input(z.strictObject({ authorizationId: Id }))
    .output(Shown)
    .query(async ({ ctx, input }) => ({ hipaaAuthorization: await getAuthorization(ctx, input.authorizationId) })),

  updateAuthorization: operation({
    ...ofAuthorization,
    method: "PATCH",
    path: "/hipaa-authorizations/{authorizationId}",
    summary: "Update an authorization",
    description: "Changes the fields that you send, at least one; `null` clears a field. What was sent with it stays sent. 409 once it is revoked.",
    emits: ["hipaa_authorization.updated"],
    mayEmit: ["retrieval_request.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  })
    .input(AuthorizationChanges.extend({ authorizationId: Id }).refine(...changesSomething("authorizationId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { authorizationId, ...changes } }) => ({ hipaaAuthorization: await updateAuthorization(ctx, authorizationId, changes) })),

  revokeAuthorization: operation({
    ...ofAuthorization,
    method: "POST",
    path: "/hipaa-authorizations/{authorizationId}/revoke",
    summary: "Revoke an authorization",
    description:
      "Final. Retrieval requests that are `ready` with it go to `on_hold`; all others that are not at an end show `authorizationStatus` revoked, and none becomes ready or is sent " +
      "before it has another.",
    emits: ["hipaa_authorization.revoked"],
    mayEmit: ["retrieval_request.status_changed", "retrieval_request.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Revocation.extend({ authorizationId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { authorizationId, ...revocation } }) => ({ hipaaAuthorization: await revokeAuthorization(ctx, authorizationId, revocation) })),
};
