import * as z from "zod";
import { Id, changesSomething } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { KeyRequestPage, listRequests, keyRequestFilter } from "../request-logs/domain.ts";
import { serviceAccountArchive } from "./archive.ts";
import { issueKey } from "./domain.creation.ts";
import { pauseKey, resumeKey, revokeKey, rotateKey, updateKey } from "./domain.changes.ts";
import { listKeys, getKey } from "./domain.ts";
import {
  CreatedKey,
  ExpectedRevision,
  NewServiceAccount,
  Revoking,
  Rotation,
  ServiceAccount,
  ServiceAccountChanges,
  ServiceAccountFilter,
  ShownSecret,
} from "./schema.ts";
import { serviceAccountExamples } from "./examples.ts";
import { serviceAccountEvents } from "./events.ts";

/**
 * Glossary (0178).
 *
 * - Key: what an integration authenticates with, with its scopes, limits and acting attorney. _Key_ is the word of the
 *   code (`keyId`, `issueKey`, the table `IntegrationKey`) and, as _API key_, of the portal and of sentences for
 *   people.
 * - Service account: the key as a resource of the API (`/service-accounts`, `serviceAccounts.create`, the type
 *   `ServiceAccount`). The word of the specification, on the wire alone.
 * - `integration_key`: the key as an actor and as an entity of events and audit entries. On the wire alone.
 * - Secret: the string that is sent in `x-api-key`. It is shown once; its digest is stored. A key has several while they
 *   are rotated.
 * - Credential: anything that authenticates: a key's secret, a partner's key, a token of OIDC, a session, a feed's URL.
 * - Maker: the key that created a key. Holder: the key to which a secret of another key was shown.
 * - Organization: the tenant, in code and API. In sentences for people it is the firm.
 */

const common = { area: "Org & Team", scope: "org:manage", readBy: "org:manage" } as const;
const mutation = { ...common, etag: "serviceAccount.revision" } as const;
const changeErrors = ["INVALID_STATE_TRANSITION", "STALE_REVISION"] as const;
const Chosen = z.strictObject({ serviceAccountId: Id });
const Shown = z.object({ serviceAccount: ServiceAccount });
const ShownWithSecret = z.object({ serviceAccount: ServiceAccount, secret: ShownSecret });

const retryRule =
  "A retry with the same idempotency key returns the same secret, but only if it uses the API key secret of the first request: " +
  "the stored response is encrypted with it. ";

export const serviceAccountProcedures = {
  "serviceAccounts.list": operation({
    ...common,
    route: "GET /service-accounts",
    summary: "List integration keys",
    description:
      "Returns the organization's integration keys, including revoked and expired ones. Secrets are never returned.",
  })
    .input(z.strictObject(ServiceAccountFilter))
    .output(z.object({ serviceAccounts: z.array(ServiceAccount), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listKeys(ctx, input)),

  "serviceAccounts.create": operation({
    ...mutation,
    route: "POST /service-accounts",
    summary: "Create an integration key",
    description:
      "Creates a key that works immediately with its standard scopes. `secret` is returned only once. Elevated scopes are never granted here: " +
      "with `purpose`, they become requests that a platform administrator decides (`pendingScopes`); without it, the request fails with 403. " +
      "`validUntil` is at most two years away, or one year with an elevated scope. A key with a `vendorContactId` can hold only the scopes `documents:write`, `medical:read` and `medical:write` (400). `actingAttorneyId` is required if a scope " +
      `acts on behalf of an attorney, and must be an active attorney. A key creates only keys within its own limits (403): without \`org:manage\`, with no later \`validUntil\`, with ` +
      "webhook hosts and networks within its own, `mcpSensitiveRecords` only if it has that itself, and with its own acting attorney or one whom a member allowed for keys managed by API " +
      `(\`canActForKeysByApi\`). Members who manage keys are notified. ${retryRule}`,
    emits: ["integration_key.created"],
    mayEmit: ["scope_request.created"],
    created: { location: "/service-accounts/{serviceAccount.id}" },
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    confirm: "second_factor",
    returnsSecret: true,
  })
    .input(NewServiceAccount)
    .output(ShownWithSecret)
    .mutation(({ ctx, input }) => issueKey(ctx, input)),

  "serviceAccounts.get": operation({
    ...common,
    route: "GET /service-accounts/{serviceAccountId}",
    summary: "Get an integration key",
    description:
      "Returns the key with its status, the prefixes of its live secrets, its acting attorney and its pending scopes. " +
      "Use the ETag only for `If-Match`: status, last use and pending scopes can change without a new revision, so the response is never 304.",
    etag: "serviceAccount.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ serviceAccount: await getKey(ctx, input.serviceAccountId) })),

  "serviceAccounts.update": operation({
    ...mutation,
    route: "PATCH /service-accounts/{serviceAccountId}",
    summary: "Update an integration key",
    description:
      "Changes the fields that you send, at least one; the secret does not change. `scopes` replaces the list: listed elevated scopes that the key has " +
      "remain, other elevated scopes require `purpose` and become requests (403 without), and scopes that are not listed are removed or withdrawn. " +
      "A key can only narrow itself (otherwise 403): fewer scopes, networks within its networks, fewer webhook hosts, no child " +
      "organizations, no `mcpSensitiveRecords`, a vendor if it has none, the same acting attorney; it can change its name, description, owner and tags. It can widen another key only within the limits of a creation (403). It cannot change, pause, resume, rotate or revoke a key that created " +
      "it or had its secret (403). A revoked key cannot be changed. `expectedRevision` works like `If-Match` " +
      "for clients that cannot send the header: the request fails with 409 if the key has another revision.",
    emits: ["integration_key.updated"],
    mayEmit: ["scope_request.created", "scope_request.withdrawn", "scope_request.expired", "scope_request.lapsed"],
    errors: changeErrors,
    confirm: "second_factor",
  })
    .input(
      ServiceAccountChanges.extend({ serviceAccountId: Id, expectedRevision: ExpectedRevision.optional() }).refine(
        ...changesSomething("serviceAccountId", "expectedRevision", "purpose"),
      ),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { serviceAccountId, expectedRevision, ...changes } }) => ({
      serviceAccount: await updateKey(ctx, serviceAccountId, changes, expectedRevision),
    })),

  "serviceAccounts.pause": operation({
    ...mutation,
    route: "POST /service-accounts/{serviceAccountId}/pause",
    summary: "Pause an integration key",
    description:
      "From the next request on the key fails with 401, until it is resumed. An expired key cannot be paused, and a key cannot pause itself (403).",
    emits: ["integration_key.paused"],
    errors: changeErrors,
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ serviceAccount: await pauseKey(ctx, input.serviceAccountId) })),

  "serviceAccounts.resume": operation({
    ...mutation,
    route: "POST /service-accounts/{serviceAccountId}/resume",
    summary: "Resume an integration key",
    description: "Resumes a paused key. Fails with 409 if it is not paused.",
    emits: ["integration_key.resumed"],
    errors: changeErrors,
    confirm: "second_factor",
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ serviceAccount: await resumeKey(ctx, input.serviceAccountId) })),

  "serviceAccounts.rotate": operation({
    ...mutation,
    route: "POST /service-accounts/{serviceAccountId}/rotate",
    summary: "Rotate an integration key",
    description:
      "Creates a new secret for the key, returned only once. The previous secret works for `overlapHours`; older secrets end immediately. " +
      "`validUntil` sets a new expiry and is required if the key has expired; it must not be later than the platform administrator allowed for an " +
      "elevated scope. A key cannot rotate another key with a granted or pending elevated scope (403): only a member can get " +
      "that secret. A key can rotate another key only if the rotated key is within the limits of a creation (403). " +
      "A key can rotate itself, but not extend its expiry (403). " +
      `${retryRule}A key that rotates itself should therefore choose an overlap; without one it cannot retry.`,
    emits: ["integration_key.rotated"],
    errors: changeErrors,
    confirm: "second_factor",
    returnsSecret: true,
  })
    .input(Rotation.extend({ serviceAccountId: Id }))
    .output(ShownWithSecret)
    .mutation(({ ctx, input: { serviceAccountId, ...choice } }) => rotateKey(ctx, serviceAccountId, choice)),

  "serviceAccounts.revoke": operation({
    ...mutation,
    route: "POST /service-accounts/{serviceAccountId}/revoke",
    destroys: true,
    summary: "Revoke an integration key",
    description:
      "From the next request on the key fails with 401. This cannot be undone. Its pending scope requests are withdrawn. The keys that it created, " +
      "directly or through other keys, are revoked with it, unless you send `keepCreatedKeys`; list them first with " +
      "`GET /service-accounts?createdByKeyId=…`. Secrets of other keys that these keys got by rotation end in the same way " +
      "(`GET /service-accounts?rotatedByKeyId=…`). A key cannot revoke itself (403).",
    emits: ["integration_key.revoked"],
    mayEmit: ["integration_key.updated", "scope_request.withdrawn", "scope_request.expired", "scope_request.lapsed"],
    errors: changeErrors,
    confirm: "second_factor",
  })
    .input(Revoking)
    .output(
      Shown.extend({
        createdKeys: z
          .array(CreatedKey)
          .meta({ description: "Keys that the key created and that were not revoked before, with their status now." }),
        rotatedKeys: z.array(CreatedKey).meta({
          description: "Keys that it did not create and whose secrets it, or a key that it created, got by rotation.",
        }),
      }),
    )
    .mutation(({ ctx, input: { serviceAccountId, ...choice } }) => revokeKey(ctx, serviceAccountId, choice)),

  "serviceAccounts.requests.list": operation({
    ...common,
    route: "GET /service-accounts/{serviceAccountId}/requests",
    summary: "List the requests of an integration key",
    description:
      "Returns the key's requests of the last 30 days with their results, newest first: only metadata, never a body or a value.",
  })
    .input(z.strictObject({ ...keyRequestFilter, serviceAccountId: Id }))
    .output(KeyRequestPage)
    .query(({ ctx, input: { serviceAccountId, ...filter } }) => listRequests(ctx, serviceAccountId, filter)),
};

export const serviceAccounts = defineArea(serviceAccountProcedures, {
  examples: serviceAccountExamples,
  events: [serviceAccountEvents],
  archive: serviceAccountArchive,
});
