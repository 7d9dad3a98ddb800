import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createPerson, openSession } from "../../testing/harness/identity.ts";
import { openPortal } from "../../testing/harness/requests/portal-calls.ts";
import { createManagedTenant, type SignedInMember } from "../team/fixtures.ts";
import { createRequestingKey, signInAdministrator, type Administrator } from "../scope-requests/fixtures.ts";
import type { OrganizationSummary, QueuedRequest } from "./schema.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;
let administrator: Administrator;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
  administrator = await signInAdministrator(server);
});
afterAll(() => server.close(1000));

interface Queue {
  requests: QueuedRequest[];
  nextCursor: string | null;
  pendingCount: number;
}

const procedures: [string, object?][] = [
  ["administration.listScopeRequests"],
  ["administration.listOrganizations"],
  ["administration.previewMove", { organizationId: null }],
  ["administration.listDecisionTemplates"],
  ["administration.describeScopeRequest", { organizationId: "org_x", requestId: "scr_x" }],
  ["administration.listRateUse", { organizationIds: ["org_x"] }],
];
const mutations: [string, object][] = [
  ["administration.decideScopeRequest", { organizationId: "org_x", requestId: "scr_x", decision: "grant" }],
  ["administration.setRateLimits", { organizationId: "org_x", read: 5, write: null, sensitive: null, note: "why" }],
  ["administration.setReporting", { organizationId: "org_x", reportsToHeadquarters: false, note: "why" }],
  ["administration.setSandboxElevatedScopes", { organizationId: "org_x", isAllowed: true, note: "why" }],
  [
    "administration.createOrganization",
    { name: "New Firm", owner: { firstName: "Nora", lastName: "Vale", email: "nora@vale.example" }, note: "why" },
  ],
  ["administration.updateOrganization", { organizationId: "org_x", parentOrganizationId: null, note: "why" }],
];

describe("a caller who is not a platform administrator", () => {
  test.each(procedures)("cannot query %s", async (procedure, input) => {
    expect((await manager.portal.query(procedure, input)).error?.data.code).toBe("FORBIDDEN");
    const nobody = await openPortal(server, null).query(procedure, input);
    expect(nobody.error?.data).toMatchObject({ code: "UNAUTHORIZED", reason: "sign_in" });
  });

  test.each(mutations)("cannot call the mutation %s", async (procedure, input) => {
    expect((await manager.portal.mutate(procedure, input)).error?.data.code).toBe("FORBIDDEN");
    expect((await openPortal(server, null).mutate(procedure, input)).error?.data.code).toBe("UNAUTHORIZED");
  });

  test("gets no rows from the database functions", async () => {
    await createRequestingKey(manager.portal, tenant);
    const { userId } = manager.person;
    expect((await owner.query("SELECT * FROM list_scope_requests($1, 'pending', NULL, 10)", [userId])).rows).toEqual(
      [],
    );
    expect((await owner.query("SELECT count_pending_scope_requests($1) AS waiting", [userId])).rows).toEqual([
      { waiting: 0 },
    ]);
    expect((await owner.query("SELECT * FROM list_organizations($1, NULL, 10)", [userId])).rows).toEqual([]);
    expect((await owner.query("SELECT * FROM read_hierarchy($1, $2)", [userId, tenant.organizationId])).rows).toEqual(
      [],
    );
  });
});

describe("a platform administrator", () => {
  test("without a second factor must set one up", async () => {
    const person = await createPerson(server, { isPlatformAdministrator: true, hasSecondFactor: false });
    const portal = openPortal(server, await openSession(server, person));
    expect((await portal.query("administration.listScopeRequests")).error?.data).toMatchObject({
      code: "FORBIDDEN",
      reason: "enroll",
    });
  });

  test.each(mutations)("with a stale second factor must confirm it again for %s", async (procedure, input) => {
    const { portal, person } = await signInAdministrator(server);
    await owner.query(`UPDATE "Session" SET "secondFactorAt" = now() - interval '11 minutes' WHERE "userId" = $1`, [
      person.userId,
    ]);
    expect((await portal.mutate(procedure, input)).error?.data).toMatchObject({ code: "FORBIDDEN", reason: "confirm" });
    expect((await portal.query("administration.listScopeRequests")).status).toBe(200);
  });

  test("cannot read keys, members or records of an organization", async () => {
    const { slug } = (
      await owner.query<{ slug: string }>(`SELECT slug FROM "Organization" WHERE id = $1`, [tenant.organizationId])
    ).rows[0] ?? { slug: "" };
    const inside = openPortal(server, administrator.cookie, slug);
    expect((await inside.query("serviceAccounts.list")).error?.data.code).toBe("NOT_FOUND");
    expect((await inside.query("members.list")).error?.data.code).toBe("NOT_FOUND");
  });
});

describe("the scope request queue", () => {
  let reader: Administrator;
  const read = async (input: object = {}) =>
    (await reader.portal.query<Queue>("administration.listScopeRequests", { limit: 200, ...input })).data;
  beforeAll(async () => {
    reader = await signInAdministrator(server);
  });

  test("lists pending requests of all organizations, oldest first, in pages", async () => {
    const other = await createManagedTenant(server);
    const first = await createRequestingKey(other.manager.portal, other.tenant, ["clients:pii"], {
      name: "Intake form",
    });
    const second = await createRequestingKey(manager.portal, tenant, ["medical:read"]);
    const whole = await read();
    expect(whole.pendingCount).toBe(whole.requests.length);
    expect(whole.nextCursor).toBeNull();
    const ids = whole.requests.map(({ id }) => id);
    expect(ids.slice(-2)).toEqual([first.requestId, second.requestId]);
    expect(whole.requests.at(-2)).toEqual({
      organizationId: other.tenant.organizationId,
      organizationName: "Test Firm",
      id: first.requestId,
      keyId: first.key.id,
      keyName: "Intake form",
      keyPrefix: first.key.keyPrefix,
      keyExpiresAt: first.key.expiresAt,
      keyScopes: ["cases:read"],
      scope: "clients:pii",
      purpose: "Retrieving medical records for our cases",
      status: "pending",
      requestedBy: { type: "member", id: other.manager.memberId, name: "Margaret Okafor" },
      requestedAt: expect.any(String),
      lapsesAt: expect.any(String),
      decidedBy: null,
      decidedAt: null,
      note: null,
      latestExpiryAt: null,
      isOwn: false,
    });
    const paged: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await read({ limit: 1, ...(after !== undefined && { after }) });
      paged.push(...page.requests.map(({ id }) => id));
      if (page.nextCursor === null) break;
      after = page.nextCursor;
    }
    expect(paged).toEqual(ids);
  });

  test("lists decided requests, newest first, and rejects a cursor of another list", async () => {
    for (let count = 0; count < 3; count += 1) {
      const { requestId } = await createRequestingKey(manager.portal, tenant);
      await administrator.portal.mutate("administration.decideScopeRequest", {
        organizationId: tenant.organizationId,
        requestId,
        decision: "deny",
        note: "no need",
      });
    }
    const denied = await read({ status: "denied" });
    expect(denied.requests.map(({ id }) => id)).toEqual(
      denied.requests
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    const page = await read({ status: "denied", limit: 1 });
    expect(page.requests[0]?.id).toBe(denied.requests[0]?.id);
    const next = await read({ status: "denied", limit: 1, after: page.nextCursor });
    expect(next.requests[0]?.id).toBe(denied.requests[1]?.id);
    const foreign = await reader.portal.query("administration.listScopeRequests", {
      status: "granted",
      after: page.nextCursor,
    });
    expect(foreign.error?.data.code).toBe("VALIDATION_FAILED");
  });
});

describe("organizations", () => {
  test("are listed with their counts, in pages", async () => {
    const other = await createTenant(server.services.database);
    const read = async (input: object) =>
      (
        await administrator.portal.query<{ organizations: OrganizationSummary[]; nextCursor: string | null }>(
          "administration.listOrganizations",
          input,
        )
      ).data;
    const { organizations } = await read({ limit: 200 });
    expect(organizations.find(({ id }) => id === other.organizationId)).toMatchObject({
      name: "Test Firm",
      activeMembers: 1,
      liveKeys: 1,
      rateLimits: { read: null, write: null, sensitive: null },
    });
    const first = await read({ limit: 1 });
    const second = await read({ limit: 1, after: first.nextCursor });
    expect([first, second].map((page) => page.organizations[0]?.id)).toEqual(
      organizations.slice(0, 2).map(({ id }) => id),
    );
  });

  test("get custom rate limits that apply from the next request and can be removed", async () => {
    const limited = await createTenant(server.services.database);
    const { organizationId } = limited;
    const set = (read: number | null) =>
      administrator.portal.mutate("administration.setRateLimits", {
        organizationId,
        read,
        write: null,
        sensitive: null,
        note: "a noisy program",
      });
    const call = () => openApi(server, limited.secret).get("/me");
    expect((await call()).headers["x-ratelimit-limit"]).toBe("100000");
    expect((await set(3)).data).toEqual({ rateLimits: { read: 3, write: null, sensitive: null } });
    const replies = [await call(), await call(), await call()];
    expect(replies.map(({ headers }) => headers["x-ratelimit-limit"])).toEqual(["3", "3", "3"]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect((await set(3)).error?.data.code).toBe("VALIDATION_FAILED");
    await set(null);
    expect((await call()).status).toBe(200);
    const traces = await limited.inside(async (transaction) => ({
      events: await transaction.selectFrom("Event").select(["eventType", "diff", "actor"]).orderBy("number").execute(),
      audited: await transaction
        .selectFrom("AuditEntry")
        .select(["action", "actorType", "changes"])
        .where("entity", "=", "organization")
        .orderBy("id")
        .execute(),
    }));
    const changes = { read: { from: null, to: 3 }, note: { from: null, to: "a noisy program" } };
    expect(traces.events).toHaveLength(2);
    expect(traces.events[0]).toMatchObject({
      eventType: "organization.updated",
      diff: changes,
      actor: { type: "platform_administrator", name: "Ruth Adler" },
    });
    expect(traces.audited[0]).toEqual({
      action: "administration.setRateLimits",
      actorType: "platform_administrator",
      changes,
    });
  });

  test("show how many requests of each tier their keys sent in the current minute", async () => {
    const [busy, idle] = [await createTenant(server.services.database), await createTenant(server.services.database)];
    const api = openApi(server, busy.secret);
    for (const path of ["/me", "/cases", "/cases"]) await api.get(path);
    const organizationIds = [idle.organizationId, busy.organizationId];
    const { data } = await administrator.portal.query("administration.listRateUse", { organizationIds });
    expect(data).toEqual({
      organizationFactor: 3,
      organizations: [
        { organizationId: idle.organizationId, read: 0, write: 0, sensitive: 0 },
        { organizationId: busy.organizationId, read: 3, write: 0, sensitive: 0 },
      ],
    });
  });

  test("that do not exist have no rate limits", async () => {
    const set = (organizationId: string, read: number) =>
      administrator.portal.mutate("administration.setRateLimits", {
        organizationId,
        read,
        write: null,
        sensitive: null,
        note: "why",
      });
    expect((await set("org_unknown", 5)).error?.data.code).toBe("NOT_FOUND");
    expect((await set("org'; DROP", 5)).error?.data.code).toBe("VALIDATION_FAILED");
    expect((await set(tenant.organizationId, 0)).error?.data.code).toBe("VALIDATION_FAILED");
  });
});

test("setting whether an organization reports to its headquarters requires a note and is recorded in its feed and audit log", async () => {
  const child = await createTenant(server.services.database);
  const { organizationId } = child;
  const set = (reportsToHeadquarters: boolean, id = organizationId) =>
    administrator.portal.mutate("administration.setReporting", {
      organizationId: id,
      reportsToHeadquarters,
      note: "a wall of ethics",
    });
  expect((await set(false)).data).toEqual({ reportsToHeadquarters: false });
  const { data } = await administrator.portal.query<{
    organizations: { id: string; reportsToHeadquarters: boolean }[];
  }>("administration.listOrganizations", { limit: 200 });
  expect(data.organizations.find(({ id }) => id === organizationId)).toMatchObject({ reportsToHeadquarters: false });
  expect((await set(false)).error?.data.code).toBe("VALIDATION_FAILED");
  expect((await set(true, "org_unknown")).error?.data.code).toBe("NOT_FOUND");
  const changes = { reportsToHeadquarters: { from: true, to: false }, note: { from: null, to: "a wall of ethics" } };
  const traces = await child.inside(async (transaction) => ({
    events: await transaction.selectFrom("Event").select(["eventType", "diff", "payload"]).orderBy("number").execute(),
    audited: await transaction
      .selectFrom("AuditEntry")
      .select(["action", "changes"])
      .where("entity", "=", "organization")
      .orderBy("id")
      .execute(),
  }));
  expect(traces.events).toMatchObject([
    { eventType: "organization.updated", diff: changes, payload: { reportsToHeadquarters: false } },
  ]);
  expect(traces.audited).toEqual([{ action: "administration.setReporting", changes }]);
});
