import { sensitiveRecords } from "../../contract/mcp.ts";
import * as z from "zod";
import { namedEnum } from "../../contract/enumeration.ts";
import { Actor } from "../../contract/actor.ts";
import { isHostName, keySorts, keyStatuses, overlapHours } from "../../contract/integration-keys.ts";
import { pageInput } from "../../contract/page.ts";
import { PendingScope } from "../../contract/portal/scope-requests.ts";
import { isScope, scopeCatalog, type Scope } from "../../contract/scopes.ts";
import {
  AnyInstant,
  Id,
  Instant,
  Name,
  repeatsTag,
  Revision,
  text,
  visibleName,
} from "../../contract/values/values.ts";

const scopeNames = [...scopeCatalog.keys()] as [Scope, ...Scope[]];

export const ScopeList = z
  .array(namedEnum("ScopeName", scopeNames))
  .max(scopeNames.length)
  .refine((scopes) => new Set(scopes).size === scopes.length, "must not contain a scope twice");

/** A DNS name with at least one dot in lower case; no address, port, path or wildcard. */
export const WebhookHost = text(3, 253)
  .refine(isHostName, "must be a host name such as hooks.example.com, without protocol, port or path")
  .meta({ minLength: 3, maxLength: 253, example: "hooks.example.com" });

/** A network in CIDR notation, or a single address. The domain validates it with the parser that authorizes requests. */
const Network = text(2, 64).meta({ minLength: 2, maxLength: 64, example: "203.0.113.0/24" });

export const Purpose = text(10, 1000)
  .refine((purpose) => purpose.trim().length >= 10, "must explain in a sentence why the scope is needed")
  .meta({
    minLength: 10,
    maxLength: 1000,
    description: "Why the elevated scopes are needed; the platform administrator reads it to decide.",
  });

export const RevokeReason = text(1, 500)
  .refine((reason) => reason.trim() !== "", "must not be blank")
  .meta({ minLength: 1, maxLength: 500 });

/** An instant in the future, at most two years away; with an elevated scope, one year. */
export const ValidUntil = AnyInstant.meta({ format: "date-time", example: "2027-03-14T00:00:00.000Z" });

const attributes = {
  name: Name,
  description: text(1, 500)
    .refine((description) => description.trim() !== "", "must not be blank")
    .nullable()
    .meta({ minLength: 1, maxLength: 500, description: "What the key is for. Members who manage keys read it." }),
  ownerMemberId: Id.nullable().meta({
    description: "The member whom to ask about the key: an active one when it is set. It grants nothing.",
  }),
  tags: z
    .array(visibleName(30))
    .max(5)
    .refine((tags) => !repeatsTag(tags), "must not contain a tag twice")
    .meta({ description: "Short words by which members group keys." }),
  scopes: ScopeList,
  actingAttorneyId: Id.nullable(),
  reportIncludeChildOrganizations: z.boolean(),
  mcpSensitiveRecords: z.boolean().meta({
    description: `Whether assistants that use the key at \`/mcp\` can use its scopes for ${sensitiveRecords}.`,
  }),
  webhookAllowedHosts: z.array(WebhookHost).max(50),
  allowedNetworks: z.array(Network).max(50),
  vendorContactId: Id.nullable().meta({
    description:
      "The vendor to which the key is bound, a contact: the key sees and changes only this vendor's retrieval requests and their queue, and uploads documents. It can hold only `documents:write`, `medical:read` and `medical:write`, and use no other operations under them. `null`: not bound.",
  }),
};

/** `validUntil` is required: every key expires. */
export const NewServiceAccount = z.strictObject({
  ...attributes,
  description: attributes.description.default(null),
  ownerMemberId: attributes.ownerMemberId.default(null),
  tags: attributes.tags.default([]),
  actingAttorneyId: attributes.actingAttorneyId.default(null),
  validUntil: ValidUntil,
  reportIncludeChildOrganizations: attributes.reportIncludeChildOrganizations.default(true),
  mcpSensitiveRecords: attributes.mcpSensitiveRecords.default(false),
  webhookAllowedHosts: attributes.webhookAllowedHosts.default([]),
  allowedNetworks: attributes.allowedNetworks.default([]),
  vendorContactId: attributes.vendorContactId.default(null),
  purpose: Purpose.optional(),
});
export type NewServiceAccount = z.infer<typeof NewServiceAccount>;

export const ServiceAccountChanges = z.strictObject({
  name: attributes.name.optional(),
  description: attributes.description.optional(),
  ownerMemberId: attributes.ownerMemberId.optional(),
  tags: attributes.tags.optional(),
  scopes: attributes.scopes.optional(),
  actingAttorneyId: attributes.actingAttorneyId.optional(),
  reportIncludeChildOrganizations: attributes.reportIncludeChildOrganizations.optional(),
  mcpSensitiveRecords: attributes.mcpSensitiveRecords.optional(),
  webhookAllowedHosts: attributes.webhookAllowedHosts.optional(),
  allowedNetworks: attributes.allowedNetworks.optional(),
  vendorContactId: attributes.vendorContactId.optional(),
  purpose: Purpose.optional(),
});
export type ServiceAccountChanges = z.infer<typeof ServiceAccountChanges>;

/** The portal cannot send `If-Match`: its batched calls share the headers of one request. */
export const ExpectedRevision = Revision.meta({ description: "The revision that you change." });

/** Granted elevated scopes of a key to request anew. */
export const Renewal = z.strictObject({ keyId: Id, scopes: ScopeList.min(1), purpose: Purpose });

export const Revoking = z.strictObject({
  serviceAccountId: Id,
  reason: RevokeReason,
  keepCreatedKeys: z.boolean().default(false).meta({
    description:
      "Whether keys that the key created, directly or through other keys, and secrets that these got by rotation keep working.",
  }),
  expectedRevision: ExpectedRevision.optional(),
});
export type Revoking = z.infer<typeof Revoking>;

export const Rotation = z.strictObject({
  overlapHours: z.literal(overlapHours).default(0).meta({ description: "How long the previous secret keeps working." }),
  validUntil: ValidUntil.optional().meta({ description: "A new expiry; by default it does not change." }),
  expectedRevision: ExpectedRevision.optional(),
});

export const ServiceAccountFilter = {
  ...pageInput({ maximum: 200, default: 50 }),
  status: namedEnum("KeyStatus", keyStatuses).optional(),
  scope: z.string().refine(isScope, "must be an existing scope").meta({ maxLength: 50 }).optional(),
  ownerMemberId: Id.optional().meta({ description: "Only keys of this owner." }),
  tag: text(1, 30).optional().meta({ minLength: 1, maxLength: 30, description: "Only keys with this tag." }),
  search: text(1, 100)
    .optional()
    .meta({ minLength: 1, maxLength: 100, description: "Part of the name, or the start of a secret's prefix." }),
  createdByKeyId: Id.optional().meta({
    description: "Only keys that this key created, directly or through other keys.",
  }),
  rotatedByKeyId: Id.optional().meta({
    description:
      "Only keys of which this key, or one that it created, has a live secret by rotation. Without those that it created, and without revoked ones.",
  }),
  sort: namedEnum("KeySort", keySorts).default("newest"),
};

export const ServiceAccount = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    ownerMemberId: Id.nullable(),
    owner: z
      .object({ memberId: Id, firstName: z.string(), lastName: z.string(), email: z.string(), status: z.string() })
      .nullable(),
    tags: z.array(z.string()),
    status: namedEnum("KeyStatus", keyStatuses),
    keyPrefix: z.string().meta({
      description: "The first 12 characters of the newest secret, to identify the key; not usable as a credential.",
    }),
    secrets: z.array(z.object({ prefix: z.string(), createdAt: Instant, expiresAt: Instant.nullable() })).meta({
      description: "Live secrets, newest first; two during the overlap of a rotation, which ends at `expiresAt`.",
    }),
    scopes: z.array(z.string()),
    elevatedScopes: z.array(z.string()),
    pendingScopes: z
      .array(PendingScope)
      .meta({ description: "Elevated scopes that await a platform administrator's decision." }),
    unconfirmedScopes: z.array(z.string()).meta({
      description:
        "Scopes that the key was given before they had operations. It does not have them until a member adds them to `scopes`.",
    }),
    actingAttorneyId: Id.nullable(),
    actingAttorney: z
      .object({ attorneyId: Id, firstName: z.string(), lastName: z.string(), status: z.string() })
      .nullable(),
    integrationConfigured: z.boolean(),
    configurationProblems: z.array(z.string()),
    reportIncludeChildOrganizations: z.boolean(),
    mcpSensitiveRecords: attributes.mcpSensitiveRecords,
    webhookAllowedHosts: z.array(z.string()),
    allowedNetworks: z.array(z.string()),
    vendorContactId: attributes.vendorContactId,
    vendorContact: z.object({ id: Id, name: z.string() }).nullable(),
    validUntil: Instant,
    expiresAt: Instant,
    lastUsedAt: Instant.nullable(),
    lastUsedAddress: z.string().nullable(),
    lastUsedRoute: z.string().nullable(),
    createdBy: Actor.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
    pausedAt: Instant.nullable(),
    revokedAt: Instant.nullable(),
    revokedBy: Actor.nullable(),
    revokeReason: z.string().nullable(),
    revision: Revision,
  })
  .meta({ id: "ServiceAccount" });
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** A key's secret, shown only once. */
export const ShownSecret = z.string().meta({ description: "Shown once; only its digest is stored.", example: "cpk_…" });

/** A key that a revoked key created. */
export const CreatedKey = ServiceAccount.pick({ id: true, name: true, keyPrefix: true, status: true, createdBy: true });
