import { sensitiveRecords } from "../../contract/mcp.ts";
import * as z from "zod";
import { oneOf } from "../../contract/enumeration.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { interfaceVersion } from "../../contract/interface-version.ts";
import { Environment } from "../../contract/sandbox.ts";
import { tiers } from "../../contract/tiers.ts";
import { Id, Instant } from "../../contract/values/values.ts";

const TierAllowance = z.object({
  limit: z.int(),
  windowSeconds: z.int(),
  remaining: z.int(),
});

export const RateLimits = z.object(
  Object.fromEntries(tiers.map((tier) => [tier, TierAllowance])) as Record<
    (typeof tiers)[number],
    typeof TierAllowance
  >,
);
export type RateLimits = z.infer<typeof RateLimits>;

export const Me = z
  .object({
    keyId: Id,
    keyPrefix: z.string(),
    name: z.string(),
    status: z.enum(["active", "expiring", "needs_attention"]),
    scopes: z.array(z.string()),
    elevatedScopes: z.array(z.string()),
    organization: z.object({
      id: Id,
      name: z.string(),
      timezone: z.string(),
      isHeadquarters: z.boolean(),
      parentOrganizationId: Id.nullable(),
    }),
    actingAttorney: z
      .object({ attorneyId: Id, firstName: z.string(), lastName: z.string(), status: z.string() })
      .nullable(),
    integrationConfigured: z.boolean(),
    configurationProblems: z.array(z.string()),
    reportIncludeChildOrganizations: z.boolean(),
    mcpSensitiveRecords: z
      .boolean()
      .meta({ description: `Whether assistants at \`/mcp\` can use the key's scopes for ${sensitiveRecords}.` }),
    webhookAllowedHosts: z.array(z.string()),
    allowedNetworks: z.array(z.string()),
    vendorContactId: Id.nullable().meta({
      description: "The vendor whose retrieval requests alone the key sees; null for all.",
    }),
    validUntil: Instant,
    expiresAt: Instant,
    lastUsedAt: Instant.nullable().meta({ description: "Updated at most once a minute." }),
    createdAt: Instant,
    rateLimits: RateLimits,
    environment: Environment,
    apiVersion: z.literal(interfaceVersion),
    serverTime: Instant,
  })
  .meta({ id: "Me" });
export type Me = z.infer<typeof Me>;

export const EnumerationRecord = z
  .object({
    name: z.string().meta({ example: "matterStatus" }),
    description: z.string(),
    values: z.array(z.object({ value: z.string(), description: z.string() })),
  })
  .meta({ id: "Enumeration" });
export type EnumerationRecord = z.infer<typeof EnumerationRecord>;

export const RoleDescription = z
  .object({
    role: oneOf(sharedEnumerations.memberRole),
    title: z.string(),
    description: z.string(),
    permissions: z.array(z.string()),
    grantableByKeys: z
      .boolean()
      .meta({ description: "Whether a key with `members:write` can give a member this role." }),
  })
  .meta({ id: "RoleDescription" });
export type RoleDescription = z.infer<typeof RoleDescription>;

export const PermissionDescription = z
  .object({ permission: z.string(), description: z.string() })
  .meta({ id: "PermissionDescription" });
export type PermissionDescription = z.infer<typeof PermissionDescription>;

export const ScopeDescription = z
  .object({
    name: z.string().meta({ description: "The scope's name, as in keys and operations.", example: "cases:read" }),
    title: z.string(),
    description: z.string(),
    area: z.string(),
    elevated: z.boolean(),
    requiresActingAttorney: z.boolean(),
  })
  .meta({ id: "Scope" });
export type ScopeDescription = z.infer<typeof ScopeDescription>;
