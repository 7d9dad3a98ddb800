import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { RequestPage, listRequests, requestFilter } from "../requests/domain.ts";
import { createServiceAccount } from "./domain.creation.ts";
import {
  pauseServiceAccount,
  resumeServiceAccount,
  revokeServiceAccount,
  rotateServiceAccount,
  updateServiceAccount,
} from "./domain.changes.ts";
import { listServiceAccounts, readServiceAccount } from "./domain.ts";
import {
  ExpectedRevision,
  NewServiceAccount,
  RevokeReason,
  Rotation,
  ServiceAccount,
  ServiceAccountChanges,
  ServiceAccountFilter,
  ShownSecret,
} from "./schema.ts";
import { serviceAccountExamples } from "./examples.ts";
import { serviceAccountEvents } from "./events.ts";

const common = { area: "Org & Team", scope: "org:manage" } as const;
const mutation = { ...common, tier: "write", idempotency: "required", etag: "serviceAccount.revision" } as const;
const changeErrors = ["NOT_FOUND", "INVALID_STATE_TRANSITION", "STALE_REVISION"] as const;
const Chosen = z.strictObject({ serviceAccountId: Id });
const Shown = z.object({ serviceAccount: ServiceAccount });
const ShownWithSecret = z.object({ serviceAccount: ServiceAccount, secret: ShownSecret });

const retryRule =
  "A retry with the same idempotency key shows the same secret, but only to the secret that was used the first time: " +
  "what is stored is sealed with it. ";

export const serviceAccounts = defineArea({
  list: operation({
    ...common,
    method: "GET",
    path: "/service-accounts",
    summary: "List integration keys",
    description: "The organization's integration keys, revoked and expired ones included. Secrets are never shown.",
    tier: "read",
    idempotency: "none",
  })
    .input(z.strictObject(ServiceAccountFilter))
    .output(z.object({ serviceAccounts: z.array(ServiceAccount), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listServiceAccounts(ctx, input)),

  create: operation({
    ...mutation,
    method: "POST",
    path: "/service-accounts",
    summary: "Create an integration key",
    description:
      "The key works at once with its standard scopes. `secret` is shown this once. An elevated scope is never given here: " +
      "with `purpose` it becomes a request that a platform administrator decides on (`pendingScopes`), without it the answer is 403. " +
      "`validUntil` is at most two years away, one when an elevated scope is asked for. `actingAttorneyId` is needed when a scope " +
      `of the list acts on behalf of an attorney, and names an active attorney. A key that is bound to networks makes keys within them (403). ${retryRule}`,
    emits: ["integration_key.created"],
    mayEmit: ["scope_request.created"],
    created: { location: "/service-accounts/{serviceAccount.id}" },
    errors: ["INVALID_STATE_TRANSITION"],
    confirm: "second_factor",
    returnsSecret: true,
  })
    .input(NewServiceAccount)
    .output(ShownWithSecret)
    .mutation(({ ctx, input }) => createServiceAccount(ctx, input)),

  get: operation({
    ...common,
    method: "GET",
    path: "/service-accounts/{serviceAccountId}",
    summary: "Get an integration key",
    description:
      "The key with its status, its live secrets by their prefixes, its acting attorney and what is pending for it. " +
      "The ETag is for `If-Match`: status, last use and what is pending move without a new revision, so the response is never 304.",
    tier: "read",
    idempotency: "none",
    errors: ["NOT_FOUND"],
    etag: "serviceAccount.revision",
    movesByItself: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ serviceAccount: await readServiceAccount(ctx, input.serviceAccountId) })),

  update: operation({
    ...mutation,
    method: "PATCH",
    path: "/service-accounts/{serviceAccountId}",
    summary: "Update an integration key",
    description:
      "Changes the fields that are sent, at least one; the secret stays. `scopes` is the whole list: elevated scopes that the key has " +
      "and that are listed stay, others need `purpose` and become requests (403 without), what is not listed is dropped or withdrawn. " +
      "A key may narrow itself and no more (else 403): fewer scopes, networks within its networks, fewer webhook hosts, no child " +
      "organizations, the same acting attorney; its name is free. It may not change, pause, resume, rotate or revoke a key that made " +
      "it or had its secret (403). A revoked key cannot be changed. `expectedRevision` does what `If-Match` " +
      "does, for callers that send no header: 409 when the key is at another revision.",
    emits: ["integration_key.updated"],
    mayEmit: ["scope_request.created", "scope_request.withdrawn", "scope_request.lapsed"],
    errors: changeErrors,
    confirm: "second_factor",
  })
    .input(
      ServiceAccountChanges.extend({ serviceAccountId: Id, expectedRevision: ExpectedRevision.optional() }).refine(
        (input) => Object.keys(input).some((name) => !["serviceAccountId", "expectedRevision", "purpose"].includes(name)),
        { path: ["body"], message: "must change at least one field" },
      ),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { serviceAccountId, expectedRevision, ...changes } }) => ({
      serviceAccount: await updateServiceAccount(ctx, serviceAccountId, changes, expectedRevision),
    })),

  pause: operation({
    ...mutation,
    method: "POST",
    path: "/service-accounts/{serviceAccountId}/pause",
    summary: "Pause an integration key",
    description: "The key is refused from the next request, until it is resumed. An expired key cannot be paused, nor a key by itself (403).",
    emits: ["integration_key.paused"],
    errors: changeErrors,
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ serviceAccount: await pauseServiceAccount(ctx, input.serviceAccountId) })),

  resume: operation({
    ...mutation,
    method: "POST",
    path: "/service-accounts/{serviceAccountId}/resume",
    summary: "Resume an integration key",
    description: "Lets a paused key go on; 409 when it is not paused.",
    emits: ["integration_key.resumed"],
    errors: changeErrors,
    confirm: "second_factor",
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ serviceAccount: await resumeServiceAccount(ctx, input.serviceAccountId) })),

  rotate: operation({
    ...mutation,
    method: "POST",
    path: "/service-accounts/{serviceAccountId}/rotate",
    summary: "Rotate an integration key",
    description:
      "A new secret for the same key, shown this once. The newest old secret goes on for `overlapHours`, every other ends now. " +
      "`validUntil` gives a new expiry and is needed when the key has expired; never later than the administrator who granted an " +
      "elevated scope allowed. A key may not rotate another key that holds or waits for an elevated scope (403): only a member may see " +
      "that secret. " +
      "A key may rotate itself, but not to a later expiry (403). " +
      `${retryRule}A key that rotates itself without an overlap therefore has no retry: choose one.`,
    emits: ["integration_key.rotated"],
    errors: changeErrors,
    confirm: "second_factor",
    returnsSecret: true,
  })
    .input(Rotation.extend({ serviceAccountId: Id }))
    .output(ShownWithSecret)
    .mutation(({ ctx, input: { serviceAccountId, ...choice } }) => rotateServiceAccount(ctx, serviceAccountId, choice)),

  revoke: operation({
    ...mutation,
    method: "POST",
    path: "/service-accounts/{serviceAccountId}/revoke",
    summary: "Revoke an integration key",
    description: "Final: the key is refused from the next request and for ever. What is pending for it is withdrawn. A key may not revoke itself (403).",
    emits: ["integration_key.revoked"],
    mayEmit: ["scope_request.withdrawn", "scope_request.lapsed"],
    errors: changeErrors,
    confirm: "second_factor",
  })
    .input(z.strictObject({ serviceAccountId: Id, reason: RevokeReason }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ serviceAccount: await revokeServiceAccount(ctx, input.serviceAccountId, input.reason) })),

  listRequests: operation({
    ...common,
    method: "GET",
    path: "/service-accounts/{serviceAccountId}/requests",
    summary: "List the requests of an integration key",
    description: "What the key asked in the last 30 days and what came of it, newest first: metadata alone, never a body or a value.",
    tier: "read",
    idempotency: "none",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ ...requestFilter, serviceAccountId: Id }))
    .output(RequestPage)
    .query(({ ctx, input: { serviceAccountId, ...filter } }) => listRequests(ctx, serviceAccountId, filter)),
}, { examples: serviceAccountExamples, events: [serviceAccountEvents] });
