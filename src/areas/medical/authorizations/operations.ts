import * as z from "zod";
import { sortedPageInput } from "../../../contract/page.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import {
  createAuthorization,
  getAuthorization,
  listAuthorizations,
  revokeAuthorization,
  updateAuthorization,
} from "./domain.ts";
import { AuthorizationChanges, HipaaAuthorization, NewAuthorization, Revocation } from "./schema.ts";
import { changing, nextCursor, reading } from "../facilities/schema.ts";

const Shown = z.object({ hipaaAuthorization: HipaaAuthorization });
const ofAuthorization = { ...changing, etag: "hipaaAuthorization.revision" } as const;

export const authorizationProcedures = {
  "cases.hipaaAuthorizations.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/hipaa-authorizations",
    summary: "List the authorizations of a case",
    description:
      "Returns the client's authorizations to release records, including revoked ones. Each returned record is recorded in the audit log.",
  })
    .input(z.strictObject({ ...sortedPageInput, caseId: Id }))
    .output(z.object({ hipaaAuthorizations: z.array(HipaaAuthorization), nextCursor }))
    .query(({ ctx, input: { caseId, ...query } }) => listAuthorizations(ctx, caseId, query)),

  "cases.hipaaAuthorizations.create": operation({
    ...ofAuthorization,
    route: "POST /cases/{caseId}/hipaa-authorizations",
    summary: "Add an authorization",
    description: "Adds a signed or unsigned authorization. With scope `specific` it requires facilities of the case.",
    emits: ["hipaa_authorization.created"],
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    created: { location: "/hipaa-authorizations/{hipaaAuthorization.id}" },
  })
    .input(NewAuthorization.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...values } }) => ({
      hipaaAuthorization: await createAuthorization(ctx, caseId, values),
    })),

  "hipaaAuthorizations.get": operation({
    ...reading,
    route: "GET /hipaa-authorizations/{authorizationId}",
    summary: "Get an authorization",
    description:
      "Use the ETag only for `If-Match`: the status depends on the current date, so the response is never 304. Every read is recorded in the audit log.",
    etag: "hipaaAuthorization.revision",
    isVolatile: true,
  })
    .input(z.strictObject({ authorizationId: Id }))
    .output(Shown)
    .query(async ({ ctx, input }) => ({ hipaaAuthorization: await getAuthorization(ctx, input.authorizationId) })),

  "hipaaAuthorizations.update": operation({
    ...ofAuthorization,
    route: "PATCH /hipaa-authorizations/{authorizationId}",
    summary: "Update an authorization",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. Requests that were sent with it do not change. Fails with 409 if it is revoked.",
    emits: ["hipaa_authorization.updated"],
    mayEmit: ["retrieval_request.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  })
    .input(AuthorizationChanges.extend({ authorizationId: Id }).refine(...changesSomething("authorizationId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { authorizationId, ...changes } }) => ({
      hipaaAuthorization: await updateAuthorization(ctx, authorizationId, changes),
    })),

  "hipaaAuthorizations.revoke": operation({
    ...ofAuthorization,
    route: "POST /hipaa-authorizations/{authorizationId}/revoke",
    destroys: true,
    echoes: ["hipaaAuthorization.status"],
    summary: "Revoke an authorization",
    description:
      "Cannot be undone. Retrieval requests that are `ready` with it become `on_hold`; other open requests get `authorizationStatus` revoked and cannot become ready or be sent " +
      "without another authorization.",
    emits: ["hipaa_authorization.revoked"],
    mayEmit: ["retrieval_request.status_changed", "retrieval_request.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Revocation.extend({ authorizationId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { authorizationId, ...revocation } }) => ({
      hipaaAuthorization: await revokeAuthorization(ctx, authorizationId, revocation),
    })),
};
