import { randomUUID } from "node:crypto";
import { ids } from "../../contract/examples/example-story.ts";
import {
  newName,
  readRecord,
  anInstant,
  anything,
  type ResponseBody,
  type Arrangement,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import { changeRow, createKey, type KeyOptions, type TestTenant } from "../../testing/harness/tenant.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { createContact } from "../contacts/fixtures.ts";
import { serviceAccount, updatedAccount } from "./examples.ts";
import type { ServiceAccount } from "./schema.ts";

const day = 86_400_000;

export const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString();

/** A key of the tenant that another key can manage: standard scopes, no attorney, no longer lifetime. */
export function createPlainKey(
  tenant: TestTenant,
  options: KeyOptions = {},
): Promise<{ secret: string; keyId: string }> {
  const name = options.name ?? `Key ${randomUUID()}`;
  return createKey(tenant, {
    scopes: ["cases:read", "clients:write"],
    actingAttorneyId: null,
    actorName: name,
    expiresAt: inDays(200),
    ...options,
    name,
  });
}

/**
 * A key that manages keys and that another key created: from before keys could not create such keys, or widened by a
 * member since.
 */
export function createManagingKey(tenant: TestTenant, makerId: string): Promise<{ secret: string; keyId: string }> {
  return createPlainKey(tenant, {
    scopes: ["cases:read", "org:manage"],
    actingAttorneyId: tenant.attorneyId,
    createdBy: { type: "integration_key", id: makerId, name: "Maker" },
  });
}

export function newKeyBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: `Key ${randomUUID()}`, scopes: ["cases:read", "clients:write"], validUntil: inDays(90), ...changes };
}

/**
 * The key of a response, and its secret if it has one.
 *
 * @throws if it is a rejection
 */
export function shownKey({ body, text }: Pick<Reply, "body" | "text">): { key: ServiceAccount; secret: string } {
  if (body["success"] !== true) throw new Error(text);
  return { key: readRecord(body, "serviceAccount") as ServiceAccount, secret: String(body["secret"]) };
}

const keyOf = (response: ResponseBody) => readRecord(response, "serviceAccount");

function touch(id: string): ReturnType<NonNullable<Arrangement["touched"]>> {
  return { entity: "integration_key", id, relatedIds: [{ entity: "integration_key", id }] };
}

const read: Scenario = async (tenant) => {
  const { keyId } = await createPlainKey(tenant);
  return { pathValues: { serviceAccountId: keyId } };
};

/**
 * A scenario for an existing key.
 *
 * @param diff the event's expected changes
 */
const changed =
  (options: KeyOptions, diff: Arrangement["diff"]): Scenario =>
  async (tenant) => {
    const { keyId } = await createPlainKey(tenant, options);
    return {
      pathValues: { serviceAccountId: keyId },
      revision: 1,
      change: () => changeRow(tenant, "IntegrationKey", keyId, { name: "Renamed since", revision: 9 }),
      touched: () => touch(keyId),
      ...(diff !== undefined && { diff }),
    };
  };

// Plain assertions: fixtures are not tests.
const prefix = { asymmetricMatch: (value: unknown) => typeof value === "string" && /^cpk_[0-9A-Za-z]{8}$/.test(value) };

export const serviceAccountScenarios = {
  "serviceAccounts.list": async (tenant) => {
    await createPlainKey(tenant);
    return { query: { limit: "10" } };
  },
  "serviceAccounts.create": async (tenant) => ({
    ownValues: {
      [serviceAccount.name]: newName(),
      [serviceAccount.actingAttorneyId]: tenant.attorneyId,
      [ids.managerId]: tenant.attorneyId,
      [serviceAccount.validUntil]: inDays(90),
    },
    change: (response) =>
      changeRow(tenant, "IntegrationKey", String(keyOf(response)["id"]), { name: "Renamed since", revision: 9 }),
    touched: (response) => touch(String(keyOf(response)["id"])),
    alsoEmits: ["scope_request.created"],
    diff: {},
  }),
  "serviceAccounts.get": read,
  "serviceAccounts.update": async (tenant) => {
    const vendorId = await createContact(tenant);
    const scenario = changed({ scopes: ["cases:read", "documents:write"] }, ({ scopes, allowedNetworks }) => ({
      scopes: { from: ["cases:read", "documents:write"], to: scopes },
      allowedNetworks: { from: [], to: allowedNetworks },
      vendorContactId: { from: null, to: vendorId },
      vendorContact: { from: null, to: { id: vendorId, name: "Acme Insurance" } },
    }));
    return { ...(await scenario(tenant)), ownValues: { [updatedAccount.vendorContactId]: vendorId } };
  },
  "serviceAccounts.pause": changed(
    {},
    {
      status: { from: "active", to: "paused" },
      pausedAt: { from: null, to: anInstant },
    },
  ),
  "serviceAccounts.resume": changed(
    { pausedAt: "2026-03-14T15:09:26.535Z" },
    {
      status: { from: "paused", to: "active" },
      pausedAt: { from: "2026-03-14T15:09:26.535Z", to: null },
    },
  ),
  // The rotating key is restricted to networks, so the rotated one must be too.
  "serviceAccounts.rotate": changed(
    { allowedNetworks: ["127.0.0.1"] },
    {
      keyPrefix: { from: prefix, to: prefix },
      secrets: { from: anything, to: anything },
    },
  ),
  "serviceAccounts.revoke": changed({}, ({ reason }) => ({
    status: { from: "active", to: "revoked" },
    secrets: { from: anything, to: [] },
    revokedAt: { from: null, to: anInstant },
    revokedBy: { from: null, to: anything },
    revokeReason: { from: null, to: reason },
  })),
  "serviceAccounts.requests.list": read,
} satisfies Record<string, Scenario>;
