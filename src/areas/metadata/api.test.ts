import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isElevated, scopeCatalog } from "../../contract/scopes.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import {
  addSecret,
  allScopes,
  createTenant,
  createKey,
  type KeyOptions,
  type TestTenant,
} from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startOwnServer({
    rateLimits: { read: 600, write: 120, sensitive: 60, organizationFactor: 3, unauthenticated: 30 },
  });
});
afterAll(() => server.close(1000));

async function readMe(secret: string): Promise<Record<string, unknown>> {
  const reply = await openApi(server, secret).get("/me");
  expect(reply.status, reply.text).toBe(200);
  return readRecord(reply.body, "me");
}

async function readMeOf(options: KeyOptions): Promise<Record<string, unknown>> {
  tenant = await createTenant(server.services.database);
  return readMe((await createKey(tenant, options)).secret);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe("GET /me", () => {
  test("a fully configured key", async () => {
    const begun = Date.now();
    const expiresAt = inDays(200);
    const me = await readMeOf({
      expiresAt,
      webhookAllowedHosts: ["hooks.firm.example"],
      allowedNetworks: ["127.0.0.0/8"],
    });
    expect(me).toEqual({
      keyId: expect.stringMatching(/^key_/),
      keyPrefix: expect.stringMatching(/^cpk_[0-9A-Za-z]{8}$/),
      name: "Test key",
      status: "active",
      scopes: allScopes,
      elevatedScopes: allScopes.filter(isElevated),
      organization: {
        id: tenant.organizationId,
        name: "Test Firm",
        timezone: "America/New_York",
        isHeadquarters: false,
        parentOrganizationId: null,
      },
      actingAttorney: { attorneyId: tenant.attorneyId, firstName: "Ada", lastName: "Counsel", status: "active" },
      integrationConfigured: true,
      configurationProblems: [],
      reportIncludeChildOrganizations: true,
      mcpSensitiveRecords: false,
      webhookAllowedHosts: ["hooks.firm.example"],
      allowedNetworks: ["127.0.0.0/8"],
      vendorContactId: null,
      validUntil: expiresAt,
      expiresAt,
      lastUsedAt: null,
      createdAt: expect.stringMatching(/Z$/),
      rateLimits: {
        read: { limit: 600, windowSeconds: 60, remaining: 599 },
        write: { limit: 120, windowSeconds: 60, remaining: 120 },
        sensitive: { limit: 60, windowSeconds: 60, remaining: 60 },
      },
      environment: "live",
      apiVersion: "1.0.0",
      serverTime: expect.stringMatching(/Z$/),
    });
    const serverTime = Date.parse(String(me["serverTime"]));
    expect(serverTime).toBeGreaterThanOrEqual(begun - 1_000);
    expect(serverTime).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  test("a key without scopes or acting attorney", async () => {
    expect(await readMeOf({ scopes: [], actingAttorneyId: null })).toMatchObject({
      status: "active",
      scopes: [],
      elevatedScopes: [],
      actingAttorney: null,
      integrationConfigured: true,
    });
  });

  test("lists scopes in the catalog's order, without unknown ones", async () => {
    expect((await readMeOf({ scopes: ["webhooks:read", "nonsense", "cases:read"] }))["scopes"]).toEqual([
      "cases:read",
      "webhooks:read",
    ]);
  });

  test.each([
    [29, 300, "expiring"],
    [31, 300, "active"],
    [15, 30, "active"],
    [13, 30, "expiring"],
  ])("%i days before the end of %i days the status is %s", async (days, validDays, status) => {
    const expirySetAt = inDays(days - validDays);
    expect((await readMeOf({ expiresAt: inDays(days), expirySetAt }))["status"]).toBe(status);
  });

  test("reports a missing acting attorney that a scope requires", async () => {
    expect(await readMeOf({ actingAttorneyId: null })).toMatchObject({
      status: "needs_attention",
      integrationConfigured: false,
      configurationProblems: [expect.stringMatching(/^The key has no acting attorney; .*documents:write/)],
      actingAttorney: null,
    });
  });

  test.each(["deactivated", "suspended", "invited"])("reports an acting attorney who is %s", async (status) => {
    const { secret, attorneyId, inside } = await createTenant(server.services.database);
    await inside((transaction) =>
      transaction.updateTable("Member").set({ status }).where("id", "=", attorneyId).execute(),
    );
    expect(await readMe(secret)).toMatchObject({
      status: "needs_attention",
      integrationConfigured: false,
      actingAttorney: { attorneyId, status },
    });
  });

  test("needs_attention takes precedence over expiring", async () => {
    expect((await readMeOf({ actingAttorneyId: null, expiresAt: inDays(3) }))["status"]).toBe("needs_attention");
  });

  test("a new name is shown at once", async () => {
    const { secret, keyId, inside } = await createTenant(server.services.database);
    await inside((transaction) =>
      transaction.updateTable("IntegrationKey").set({ name: "Renamed" }).where("id", "=", keyId).execute(),
    );
    expect((await readMe(secret))["name"]).toBe("Renamed");
  });

  test("each secret shows its own prefix", async () => {
    const { secret, keyId, ...rest } = await createTenant(server.services.database);
    const second = await addSecret(rest, keyId);
    for (const each of [secret, second]) expect((await readMe(each))["keyPrefix"]).toBe(each.slice(0, 12));
  });

  test("the last use is recorded later, with IP address and route, and never moves backward", async () => {
    const { secret, keyId, inside } = await createTenant(server.services.database);
    const begun = Date.now();
    await readMe(secret);
    await server.services.keyUses.flush();
    expect(Date.parse(String((await readMe(secret))["lastUsedAt"]))).toBeGreaterThanOrEqual(begun - 1_000);
    const read = () =>
      inside((transaction) =>
        transaction
          .selectFrom("KeyUse")
          .select(["address", "route"])
          .where("keyId", "=", keyId)
          .where("prefix", "=", "")
          .executeTakeFirst(),
      );
    expect(await read()).toEqual({ address: "127.0.0.1", route: "GET /me" });
  });

  test("the remaining requests of other tiers are shown without counting", async () => {
    const { secret } = await createTenant(server.services.database);
    await openApi(server, secret).get("/retrieval-requests/ret_unknown");
    for (const remaining of [599, 598]) {
      expect((await readMe(secret))["rateLimits"]).toMatchObject({
        read: { remaining },
        write: { remaining: 120 },
        sensitive: { remaining: 59 },
      });
    }
  });
});

test("GET /roles lists every role with its permissions, and without a scope; keys grant every role but those that approve disbursements or let others in", async () => {
  const { secret } = await createKey(tenant, { scopes: [] });
  const { body } = await openApi(server, secret).get("/roles");
  const roles = body["roles"] as {
    role: string;
    title: string;
    description: string;
    permissions: string[];
    grantableByKeys: boolean;
  }[];
  const permissions = body["permissions"] as { permission: string; description: string }[];
  expect(roles).toContainEqual({
    role: "of_counsel",
    title: "Of counsel",
    description: "An affiliated attorney.",
    permissions: expect.arrayContaining(["cases:view"]),
    grantableByKeys: true,
  });
  expect(roles.filter(({ grantableByKeys }) => !grantableByKeys).map(({ role }) => role)).toEqual([
    "owner",
    "admin",
    "attorney",
  ]);
  expect([...new Set(roles.flatMap(({ permissions: held }) => held))].toSorted()).toEqual(
    permissions.map(({ permission }) => permission).toSorted(),
  );
  expect(permissions).toContainEqual({ permission: "audit:read", description: "View the audit log" });
});

describe("GET /scopes", () => {
  test("returns the catalog", async () => {
    const { secret } = await createTenant(server.services.database);
    const { body } = await openApi(server, secret).get("/scopes");
    expect(body["scopes"]).toEqual(
      [...scopeCatalog].map(([name, entry]) => ({
        name,
        title: entry.title,
        description: entry.description,
        area: entry.area,
        elevated: entry.elevated,
        requiresActingAttorney: entry.needsActingAttorney,
      })),
    );
  });

  test("equals the contract's list", async () => {
    const { secret } = await createTenant(server.services.database);
    const scopes = (await openApi(server, secret).get("/scopes")).body["scopes"] as {
      name: string;
      elevated: boolean;
      requiresActingAttorney: boolean;
    }[];
    const areas =
      "cases leads clients contacts documents notes tasks deadlines calendar intake billing settlements referrals trust medical esign communications";
    const others =
      "org:read org:write members:write org:manage reports:read reports:run exports:write imports:write events:read webhooks:read webhooks:write clients:pii notes:privileged communications:content";
    const expected = [...areas.split(" ").flatMap((area) => [`${area}:read`, `${area}:write`]), ...others.split(" ")];
    expect(scopes.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
    expect(
      scopes
        .filter(({ elevated }) => elevated)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      "clients:pii",
      "communications:content",
      "medical:read",
      "medical:write",
      "members:write",
      "notes:privileged",
      "settlements:write",
      "trust:read",
      "trust:write",
    ]);
    expect(
      scopes
        .filter(({ requiresActingAttorney }) => requiresActingAttorney)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      "communications:write",
      "deadlines:write",
      "documents:write",
      "esign:write",
      "medical:write",
      "notes:write",
      "referrals:write",
      "settlements:write",
      "tasks:write",
      "trust:write",
    ]);
  });
});
