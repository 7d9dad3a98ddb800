import { tenant, ids, times } from "../../contract/examples/example-story.ts";
import { interfaceVersion } from "../../contract/interface-version.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { scopeCatalog } from "../../contract/scopes.ts";
import { listPermissions, listRoles } from "./domain.ts";
import type { EnumerationRecord, Me, ScopeDescription } from "./schema.ts";

const { organizationId } = ids;

export const me = {
  keyId: ids.keyId,
  keyPrefix: "cpk_7hT2mQxa",
  name: "Records vendor sync",
  status: "active",
  scopes: ["cases:read", "documents:write", "medical:read"],
  elevatedScopes: ["medical:read"],
  organization: {
    id: organizationId,
    name: tenant.name,
    timezone: "America/Chicago",
    isHeadquarters: true,
    parentOrganizationId: null,
  },
  actingAttorney: { attorneyId: ids.attorneyId, firstName: "Daniel", lastName: "Okafor", status: "active" },
  integrationConfigured: true,
  configurationProblems: [],
  reportIncludeChildOrganizations: true,
  mcpSensitiveRecords: false,
  webhookAllowedHosts: ["hooks.example.com"],
  allowedNetworks: [],
  vendorContactId: null,
  validUntil: "2027-01-20T00:00:00.000Z",
  expiresAt: "2027-01-20T00:00:00.000Z",
  lastUsedAt: times.now,
  createdAt: times.opened,
  rateLimits: {
    read: { limit: 600, windowSeconds: 60, remaining: 598 },
    write: { limit: 120, windowSeconds: 60, remaining: 120 },
    sensitive: { limit: 60, windowSeconds: 60, remaining: 59 },
  },
  environment: "live",
  apiVersion: interfaceVersion,
  serverTime: times.now,
} satisfies Me;

export const scopes: ScopeDescription[] = [...scopeCatalog]
  .filter(([scope]) => scope === "cases:read" || scope === "medical:write")
  .map(([name, { needsActingAttorney, ...entry }]) => ({
    name,
    ...entry,
    requiresActingAttorney: needsActingAttorney,
  }));

/** @param invoiceStatus an enumeration as GET /metadata returns it */
export function writeExamples(invoiceStatus: EnumerationRecord) {
  return {
    "me.get": { response: { me } },
    "scopes.list": { response: { scopes, nextCursor: null } },
    "roles.list": {
      response: {
        roles: listRoles().filter(({ role }) => role === "paralegal"),
        permissions: listPermissions().slice(-2),
        nextCursor: null,
      },
    },
    "metadata.list": { response: { enumerations: [invoiceStatus], nextCursor: null } },
    "metadata.get": { parameters: { name: invoiceStatus.name }, response: { enumeration: invoiceStatus } },
  } satisfies Record<string, OperationExample>;
}
