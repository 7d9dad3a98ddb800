import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sandboxRateLimits } from "../../contract/sandbox.ts";
import { createKeySecret } from "../../platform/identity/credentials/integration-key.ts";
import { createId } from "../../platform/database/ids.ts";
import { startOwnServer, startServerOn, type TestServer } from "../../testing/harness/server.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { openPortal, type Portal } from "../../testing/harness/requests/portal-calls.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import type { Membership } from "../../platform/identity/memberships.ts";
import { signInAdministrator } from "../scope-requests/fixtures.ts";
import { createManagedTenant, signInMember, type SignedInMember } from "../team/fixtures.ts";
import type { Sandbox } from "./schema.ts";

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer();
  owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close(1000);
});

interface FirmWithSandbox {
  tenant: TestTenant;
  manager: SignedInMember;
  sandbox: Sandbox;
  /** The manager's portal of the sandbox. */
  portal: Portal;
}

async function createFirm(): Promise<FirmWithSandbox> {
  const { tenant, manager } = await createManagedTenant(server);
  const created = await manager.portal.mutate<{ sandbox: Sandbox }>("sandbox.create", {});
  const { sandbox } = created.data;
  return { tenant, manager, sandbox, portal: openPortal(server, manager.cookie, sandbox.slug) };
}

/** A key of the sandbox, made in its portal. */
async function createSandboxKey(portal: Portal, scopes: string[]): Promise<string> {
  const { attorneys } = (await portal.query<{ attorneys: { memberId: string }[] }>("keys.listAttorneys", {})).data;
  const { data } = await portal.mutate<{ secret: string }>("serviceAccounts.create", {
    name: "Sandbox key",
    scopes,
    actingAttorneyId: attorneys[0]?.memberId ?? null,
    validUntil: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  });
  return data.secret;
}

async function request(secret: string, method: "GET" | "POST", path: string, body?: object) {
  const api = openApi(server, secret);
  const reply = await (method === "GET" ? api.get(path) : api.change(method, path, body));
  return { status: reply.status, body: reply.body };
}

describe("a sandbox", () => {
  test("is created once, also by requests at the same time", async () => {
    const tenant = await createTenant(server.services.database);
    expect((await request(tenant.secret, "GET", "/sandbox")).body["sandbox"]).toBeNull();
    const made = await Promise.all([1, 2, 3].map(() => request(tenant.secret, "POST", "/sandbox", {})));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(made.filter(({ status }) => status === 409).map(({ body }) => body["code"])).toEqual([
      "DUPLICATE_ENTRY",
      "DUPLICATE_ENTRY",
    ]);
    const { sandbox } = (made.find(({ status }) => status === 201) ?? { body: {} }).body as { sandbox: Sandbox };
    expect(sandbox).toMatchObject({
      liveOrganizationId: tenant.organizationId,
      state: "ready",
      contents: "empty",
      rateLimits: sandboxRateLimits,
    });
    expect((await request(tenant.secret, "GET", "/sandbox")).body["sandbox"]).toEqual(sandbox);
  });

  test("has keys of its own kind, which see none of the firm's records, and the firm's keys none of its", async () => {
    const { tenant, portal, sandbox } = await createFirm();
    const secret = await createSandboxKey(portal, ["cases:read", "clients:read", "clients:write", "org:manage"]);
    expect(secret).toMatch(/^cpk_test_\w{3}_\w{49}$/);
    const me = await request(secret, "GET", "/me");
    expect(me.body["me"]).toMatchObject({
      environment: "sandbox",
      keyPrefix: secret.slice(0, 12),
      organization: { id: sandbox.id, parentOrganizationId: null },
      rateLimits: { read: { limit: sandboxRateLimits.read }, write: { limit: sandboxRateLimits.write } },
    });
    expect((await request(tenant.secret, "GET", "/me")).body["me"]).toMatchObject({ environment: "live" });

    const { caseId, clientId } = await createCase(tenant);
    const unknown = await request(secret, "GET", `/cases/${createId("case")}`);
    expect(await request(secret, "GET", `/cases/${caseId}`)).toEqual(unknown);
    expect((await request(secret, "GET", `/clients/${clientId}`)).status).toBe(404);
    const made = await request(secret, "POST", "/clients", { firstName: "Made", lastName: "Up" });
    expect(made.status).toBe(201);
    const { id } = made.body["client"] as { id: string };
    expect((await request(tenant.secret, "GET", `/clients/${id}`)).status).toBe(404);
    for (const [key, found] of [
      [secret, [id]],
      [tenant.secret, []],
    ] as const)
      expect((await request(key, "GET", "/search?q=made+up")).body["results"]).toMatchObject(
        found.map((each) => ({ id: each })),
      );

    expect((await request(secret, "GET", "/sandbox")).body).toEqual({ success: true, sandbox });
    expect((await request(secret, "POST", "/sandbox", {})).body["code"]).toBe("INVALID_STATE_TRANSITION");
    // A key that the sandbox's key creates is of its kind, too, and found by what people see of it.
    const child = await request(secret, "POST", "/service-accounts", {
      name: "Child",
      scopes: ["cases:read"],
      validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    });
    expect(child.body["secret"]).toMatch(/^cpk_test_/);
    const prefix = String(child.body["secret"]).slice(0, 12);
    for (const search of [prefix, prefix.slice(4), prefix.slice(9)]) {
      const found = await request(secret, "GET", `/service-accounts?search=${search}`);
      expect(found.body["serviceAccounts"]).toContainEqual(expect.objectContaining({ keyPrefix: prefix }));
    }
  });

  test("says what it is in each response to its keys, also to those that are rejected; a firm's say nothing", async () => {
    const { tenant, portal } = await createFirm();
    const secret = await createSandboxKey(portal, ["org:read", "events:read"]);
    // A key that was seen before is read together with the work.
    for (const path of ["/me", "/me", "/cases", `/cases/${createId("case")}`]) {
      const marks = await Promise.all(
        [secret, tenant.secret].map(
          async (key) => (await openApi(server, key).get(path)).headers["x-caseport-environment"],
        ),
      );
      expect([path, ...marks]).toEqual([path, "sandbox", undefined]);
    }
    const environments = await Promise.all(
      [secret, tenant.secret].map(async (key) => (await request(key, "GET", "/organization")).body["organization"]),
    );
    expect(environments).toMatchObject([{ environment: "sandbox" }, { environment: "live" }]);
  });

  test("says what it is in each event that its keys read, for those who get the event alone", async () => {
    const { tenant, portal } = await createFirm();
    const secret = await createSandboxKey(portal, ["events:read"]);
    for (const [key, environment] of [
      [secret, "sandbox"],
      [tenant.secret, undefined],
    ] as const) {
      const { events } = (await request(key, "GET", "/events")).body as { events: { id: string }[] };
      expect(events.length).toBeGreaterThan(0);
      const { event } = (await request(key, "GET", `/events/${events[0]?.id}`)).body as { event: { id: string } };
      for (const each of [...events, event]) expect((each as { environment?: string }).environment).toBe(environment);
    }
  });

  test("has no larger limits than the installation, also if an administrator gave it more", async () => {
    const small = await startServerOn(server.applicationUrl, {
      rateLimits: { read: 40, write: 30, sensitive: 20, organizationFactor: 3, unauthenticated: 100 },
    });
    onTestFinished(() => small.close(1_000));
    const { tenant, portal, sandbox } = await createFirm();
    const secret = await createSandboxKey(portal, ["org:read"]);
    const limitsOf = async (key: string) => {
      const { body } = await openApi({ baseUrl: small.addresses[0] ?? "" }, key).get("/me");
      const { rateLimits } = body["me"] as { rateLimits: Record<string, { limit: number }> };
      return Object.values(rateLimits).map(({ limit }) => limit);
    };
    expect(await limitsOf(secret)).toEqual([40, 30, 20]);
    const more = `"rateLimitRead" = 50, "rateLimitWrite" = 10, "rateLimitSensitive" = NULL`;
    await owner.query(`UPDATE "Organization" SET ${more} WHERE id IN ($1, $2)`, [sandbox.id, tenant.organizationId]);
    expect(await limitsOf(secret)).toEqual([40, 10, 20]);
    expect(await limitsOf(tenant.secret)).toEqual([50, 10, 20]);
  });

  test("its keys get elevated scopes at once while a platform administrator allows it, of a firm never", async () => {
    const { tenant, sandbox, portal } = await createFirm();
    const administrator = await signInAdministrator(server);
    const allow = (organizationId: string, isAllowed: boolean) =>
      administrator.portal.mutate("administration.setSandboxElevatedScopes", {
        organizationId,
        isAllowed,
        note: "made-up records",
      });
    const create = (validDays: number, purpose?: string) =>
      portal.mutate<{ secret: string; serviceAccount: Record<string, unknown> }>("serviceAccounts.create", {
        name: "Elevated",
        scopes: ["cases:read", "clients:pii"],
        validUntil: new Date(Date.now() + validDays * 86_400_000).toISOString(),
        ...(purpose !== undefined && { purpose }),
      });
    expect((await create(30)).error?.data.code).toBe("FORBIDDEN");
    const pending = (await create(30, "To look up numbers")).data.serviceAccount;
    expect([pending["scopes"], pending["pendingScopes"]]).toMatchObject([["cases:read"], [{ scope: "clients:pii" }]]);
    expect((await allow(tenant.organizationId, true)).error?.data.code).toBe("INVALID_STATE_TRANSITION");
    expect((await allow(sandbox.id, true)).data).toEqual({ isAllowed: true });
    expect((await allow(sandbox.id, true)).error?.data.code).toBe("VALIDATION_FAILED");
    const shown = async () => (await portal.query<{ sandbox: Sandbox }>("sandbox.get", {})).data.sandbox;
    expect(await shown()).toMatchObject({ elevatedScopesAllowed: true });

    const { secret, serviceAccount } = (await create(30)).data;
    expect(serviceAccount).toMatchObject({ scopes: ["cases:read", "clients:pii"], pendingScopes: [] });
    expect((await request(secret, "GET", "/me")).body["me"]).toMatchObject({ scopes: ["cases:read", "clients:pii"] });
    expect((await create(400)).error?.data.code).toBe("VALIDATION_FAILED");
    const plain = await portal.mutate<{ serviceAccount: { id: string } }>("serviceAccounts.create", {
      name: "Plain",
      scopes: ["cases:read"],
      validUntil: new Date(Date.now() + 700 * 86_400_000).toISOString(),
    });
    const widened = await portal.mutate<{ serviceAccount: { scopes: string[]; validUntil: string } }>(
      "serviceAccounts.update",
      { serviceAccountId: plain.data.serviceAccount.id, scopes: ["cases:read", "clients:pii"] },
    );
    expect(widened.data.serviceAccount.scopes).toEqual(["cases:read", "clients:pii"]);
    expect(Date.parse(widened.data.serviceAccount.validUntil)).toBeLessThanOrEqual(Date.now() + 367 * 86_400_000);
    const { rows: audited } = await owner.query<{ action: string; changes: Record<string, unknown> }>(
      `SELECT action, changes FROM "AuditEntry" WHERE "organizationId" = $1 AND entity = 'integration_key' AND changes ? 'standingGrant' ORDER BY id`,
      [sandbox.id],
    );
    const standingGrant = { from: null, to: ["clients:pii"] };
    expect(audited).toMatchObject([
      { action: "serviceAccounts.create", changes: { standingGrant } },
      { action: "serviceAccounts.update", changes: { standingGrant } },
    ]);
    expect((await allow(sandbox.id, false)).data).toEqual({ isAllowed: false });
    expect((await create(30)).error?.data.code).toBe("FORBIDDEN");
    expect((await request(secret, "GET", "/me")).body["me"]).toMatchObject({ scopes: ["cases:read", "clients:pii"] });
  });

  test("a secret of the other kind cannot be stored", async () => {
    const { tenant, sandbox } = await createFirm();
    const insert = (organizationId: string, environment: "live" | "sandbox") => {
      const { prefix, digest } = createKeySecret("cpk", environment);
      return server.services.database.withTenantTransaction(organizationId, (transaction) =>
        transaction
          .insertInto("IntegrationKeySecret")
          .values({ organizationId, id: createId("integrationKeySecret"), keyId: tenant.keyId, prefix, digest })
          .execute(),
      );
    };
    const rejected = { constraint: "IntegrationKeySecret_prefix" };
    await expect(insert(tenant.organizationId, "sandbox")).rejects.toMatchObject(rejected);
    await expect(insert(sandbox.id, "live")).rejects.toMatchObject(rejected);
    await insert(tenant.organizationId, "live");
  });

  test("its members are those who manage keys, with the rights that they have in the firm, as long as they have them", async () => {
    const { tenant, manager, sandbox, portal } = await createFirm();
    const late = await signInMember(server, tenant, { role: "admin" });
    const memberships = async (of: SignedInMember) =>
      (await of.portal.query<{ memberships: Membership[] }>("account.get")).data.memberships;
    const ofSandbox = async () => (await memberships(manager)).find(({ slug }) => slug === sandbox.slug);
    expect(await ofSandbox()).toMatchObject({ organizationId: sandbox.id, role: "admin" });
    expect((await memberships(late)).map(({ slug }) => slug)).not.toContain(sandbox.slug);
    for (const _ of [1, 2]) expect((await late.portal.mutate("sandbox.open", {})).data).toEqual({ slug: sandbox.slug });
    expect((await memberships(late)).find(({ slug }) => slug === sandbox.slug)).toMatchObject({
      role: "admin",
      isSandbox: true,
    });
    // Who left the sandbox, and has the rights in the firm, is a member again when it is opened.
    await owner.query(
      `UPDATE "Member" SET status = 'deactivated', "deactivatedAt" = now() WHERE "organizationId" = $1 AND "userId" IS NOT NULL`,
      [sandbox.id],
    );
    expect(await ofSandbox()).toBeUndefined();
    await late.portal.mutate("sandbox.open", {});
    expect(await ofSandbox()).toMatchObject({ role: "admin" });
    const paralegal = await signInMember(server, tenant, { role: "paralegal" });
    expect((await paralegal.portal.mutate("sandbox.open", {})).error?.data.code).toBe("FORBIDDEN");

    await owner.query(`UPDATE "Member" SET role = 'paralegal' WHERE id = $1`, [manager.memberId]);
    expect(await ofSandbox()).toMatchObject({ role: "paralegal" });
    expect((await portal.query("serviceAccounts.list", {})).error?.data.code).toBe("FORBIDDEN");
    // What the sandbox itself says of its member gives nothing.
    await owner.query(`UPDATE "Member" SET role = 'owner' WHERE "organizationId" = $1`, [sandbox.id]);
    expect(await ofSandbox()).toMatchObject({ role: "paralegal" });
    await owner.query(`UPDATE "Member" SET role = 'admin', status = 'suspended' WHERE id = $1`, [manager.memberId]);
    expect(await ofSandbox()).toBeUndefined();
    expect((await portal.query("serviceAccounts.list", {})).error?.data.code).toBe("NOT_FOUND");
    await owner.query(`UPDATE "Member" SET status = 'active' WHERE id = $1`, [manager.memberId]);
    expect((await portal.query("serviceAccounts.list", {})).status).toBe(200);
  });

  test("somebody whom only the sandbox knows does not get in", async () => {
    const { sandbox } = await createFirm();
    const stranger = await createManagedTenant(server);
    await server.services.database.withTenantTransaction(sandbox.id, (transaction) =>
      transaction
        .insertInto("Member")
        .values({
          organizationId: sandbox.id,
          id: createId("member"),
          userId: stranger.manager.person.userId,
          firstName: "Not",
          lastName: "Ours",
          email: "not.ours@sandbox.example",
          role: "owner",
        })
        .execute(),
    );
    const portal = openPortal(server, stranger.manager.cookie, sandbox.slug);
    expect((await portal.query("serviceAccounts.list", {})).error?.data.code).toBe("NOT_FOUND");
  });

  test("is recorded on both sides", async () => {
    const { tenant, manager, sandbox } = await createFirm();
    const { rows } = await owner.query<{ organizationId: string; action: string }>(
      `SELECT "organizationId", action FROM "AuditEntry" WHERE "actorId" = $1 AND action = 'sandbox.create' ORDER BY 1`,
      [manager.memberId],
    );
    expect(new Set(rows.map(({ organizationId }) => organizationId))).toEqual(
      new Set([tenant.organizationId, sandbox.id]),
    );
  });

  test("is neither a firm below another nor above one", async () => {
    const { tenant, sandbox } = await createFirm();
    const place = (id: string, values: string) =>
      owner.query(`UPDATE "Organization" SET ${values} WHERE id = $1`, [id]);
    await expect(place(sandbox.id, `"parentOrganizationId" = '${tenant.organizationId}'`)).rejects.toThrow(
      "Organization_sandbox",
    );
    await expect(place(sandbox.id, `"isHeadquarters" = true`)).rejects.toThrow("Organization_sandbox");
    await place(tenant.organizationId, `"isHeadquarters" = true`);
    const children = await request(tenant.secret, "GET", "/organization/children");
    expect(children.body["organizations"]).toEqual([]);
  });
});
