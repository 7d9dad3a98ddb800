import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { changeRow, createKey, createTenant, type KeyOptions, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { expectRejection, expectSuccess } from "../../testing/conformance/subject.ts";
import { countTraces, readEvents } from "../../testing/harness/traces.ts";
import { createManagedTenant, signInMember, type SignedInMember } from "../team/fixtures.ts";
import { createPlainKey, inDays, newKeyBody, shownKey } from "./fixtures.ts";
import type { ServiceAccount } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
});
afterAll(() => server.close(1000));

const purpose = "Retrieving medical records for our cases";
const api = () => openApi(server, tenant.secret);
const create = (changes: Record<string, unknown>) => api().change("POST", "/service-accounts", newKeyBody(changes));
const patch = (keyId: string, body: object) => api().change("PATCH", `/service-accounts/${keyId}`, body);
const pendingOf = ({ pendingScopes }: ServiceAccount) => pendingScopes.map(({ scope }) => scope).toSorted();

describe("elevated scopes", () => {
  test("are rejected without a purpose, and no key is created", async () => {
    const before = await countTraces(tenant);
    const reply = await create({ scopes: ["cases:read", "medical:read", "clients:pii"] });
    expectRejection(reply, "FORBIDDEN");
    expect(await countTraces(tenant)).toEqual(before);
  });

  test("become pending with a purpose, and meanwhile the key has only its standard scopes", async () => {
    const { key, secret } = shownKey(await create({ scopes: ["cases:read", "medical:read"], purpose }));
    expect(key).toMatchObject({ scopes: ["cases:read"], elevatedScopes: [], status: "active" });
    expect(key.pendingScopes).toMatchObject([
      { scope: "medical:read", purpose, requestedBy: { type: "integration_key", id: tenant.keyId } },
    ]);
    expect((await openApi(server, secret).get("/retrieval-requests/x")).status).toBe(403);
    expect((await openApi(server, secret).get("/cases/x")).status).toBe(404);
    expect((await readEvents(tenant)).slice(-2).map(({ eventType }) => eventType)).toEqual([
      "integration_key.created",
      "scope_request.created",
    ]);
  });

  test("that need an acting attorney require one when they are requested", async () => {
    expectRejection(
      await create({ scopes: ["medical:write"], purpose }),
      "VALIDATION_FAILED",
      /^actingAttorneyId: required/,
    );
    const { key } = shownKey(await create({ scopes: ["medical:write"], purpose, actingAttorneyId: tenant.attorneyId }));
    expect(pendingOf(key)).toEqual(["medical:write"]);
    // What is pending counts: the attorney cannot be taken away before the decision.
    expectRejection(
      await patch(key.id, { actingAttorneyId: null }),
      "VALIDATION_FAILED",
      /^actingAttorneyId: required/,
    );
    expectSuccess(await patch(key.id, { actingAttorneyId: null, scopes: [] }));
  });

  test("that the key has and that are listed stay, unlisted ones are removed, new ones are requested", async () => {
    const { keyId } = await createPlainKey(tenant, { scopes: ["cases:read", "clients:pii", "medical:read"] });
    const { key } = shownKey(await patch(keyId, { scopes: ["clients:write", "medical:read"] }));
    expect(key).toMatchObject({
      scopes: ["clients:write", "medical:read"],
      elevatedScopes: ["medical:read"],
      revision: 2,
    });
    expectRejection(await patch(keyId, { scopes: ["medical:read", "clients:pii"] }), "FORBIDDEN");
    const requested = shownKey(await patch(keyId, { scopes: ["medical:read", "clients:pii"], purpose })).key;
    expect([requested.scopes, pendingOf(requested)]).toEqual([["medical:read"], ["clients:pii"]]);
  });

  test("that are pending are not requested again, and are withdrawn when they are no longer listed", async () => {
    const { key } = shownKey(await create({ scopes: ["medical:read", "clients:pii"], purpose }));
    const again = shownKey(await patch(key.id, { scopes: ["cases:read", "medical:read"] })).key;
    expect([again.scopes, pendingOf(again)]).toEqual([["cases:read"], ["medical:read"]]);
    expect(again.pendingScopes[0]?.requestId).toBe(
      key.pendingScopes.find(({ scope }) => scope === "medical:read")?.requestId,
    );
    expect((await readEvents(tenant)).slice(-2).map(({ eventType }) => eventType)).toEqual([
      "integration_key.updated",
      "scope_request.withdrawn",
    ]);
    // A change of something else leaves them alone.
    expect(pendingOf(shownKey(await patch(key.id, { name: "Other" })).key)).toEqual(["medical:read"]);
    expectSuccess(await api().change("POST", `/service-accounts/${key.id}/revoke`, { reason: "over" }));
    expect((await readEvents(tenant)).slice(-2).map(({ eventType }) => eventType)).toEqual([
      "integration_key.revoked",
      "scope_request.withdrawn",
    ]);
  });

  test("requested by two concurrent requests are pending once", async () => {
    const { keyId } = await createPlainKey(tenant);
    const replies = await Promise.all([1, 2, 3].map(() => patch(keyId, { scopes: ["medical:read"], purpose })));
    for (const reply of replies) expectSuccess(reply);
    expect(pendingOf(shownKey(await api().get(`/service-accounts/${keyId}`)).key)).toEqual(["medical:read"]);
    const requested = await tenant.inside((transaction) =>
      transaction.selectFrom("ScopeRequest").select("id").where("keyId", "=", keyId).execute(),
    );
    expect(requested).toHaveLength(1);
  });

  test("a purpose alone changes nothing", async () => {
    const { keyId } = await createPlainKey(tenant);
    for (const body of [{}, { purpose }])
      expectRejection(await patch(keyId, body), "VALIDATION_FAILED", "body: must change at least one field");
    expectRejection(
      await patch(keyId, { scopes: ["medical:read"], purpose: "because" }),
      "VALIDATION_FAILED",
      "purpose",
    );
  });
});

describe("a key's access to itself", () => {
  const selfKey = async (options: KeyOptions = {}) => {
    const key = await createPlainKey(tenant, { scopes: ["cases:read", "clients:write", "org:manage"], ...options });
    const self = openApi(server, key.secret);
    return { ...key, self, patchSelf: (body: object) => self.change("PATCH", `/service-accounts/${key.keyId}`, body) };
  };

  test("can reduce its scopes and change its name", async () => {
    const { patchSelf } = await selfKey({ webhookAllowedHosts: ["a.example.com", "b.example.com"] });
    const { key } = shownKey(
      await patchSelf({
        name: "Mine",
        scopes: ["org:manage"],
        webhookAllowedHosts: ["a.example.com"],
        reportIncludeChildOrganizations: false,
        allowedNetworks: ["127.0.0.0/8"],
        actingAttorneyId: null,
      }),
    );
    expect(key).toMatchObject({
      name: "Mine",
      scopes: ["org:manage"],
      webhookAllowedHosts: ["a.example.com"],
      reportIncludeChildOrganizations: false,
      allowedNetworks: ["127.0.0.0/8"],
    });
    expectSuccess(await patchSelf({ allowedNetworks: ["127.0.0.1"] }));
  });

  test("cannot add scopes or request them", async () => {
    const { keyId, patchSelf } = await selfKey({
      allowedNetworks: ["127.0.0.0/8"],
      reportIncludeChildOrganizations: false,
    });
    const before = await countTraces(tenant);
    for (const body of [
      { scopes: ["cases:read", "clients:write", "org:manage", "contacts:read"] },
      { scopes: ["org:manage", "medical:read"], purpose },
      { scopes: ["org:manage", "medical:read"] },
      { actingAttorneyId: tenant.attorneyId },
      { reportIncludeChildOrganizations: true },
      { webhookAllowedHosts: ["evil.example.com"] },
      { allowedNetworks: [] },
      { allowedNetworks: ["127.0.0.0/7"] },
      { allowedNetworks: ["127.0.0.0/8", "::/0"] },
    ]) {
      expectRejection(await patchSelf(body), "FORBIDDEN");
    }
    expect(await countTraces(tenant)).toEqual(before);
    // Somebody else may.
    expectSuccess(await patch(keyId, { scopes: ["contacts:read", "org:manage"], allowedNetworks: [] }));
  });

  test("cannot pause, resume or revoke itself", async () => {
    const { keyId, self, secret } = await selfKey();
    for (const action of ["pause", "resume"]) {
      expectRejection(await self.change("POST", `/service-accounts/${keyId}/${action}`), "FORBIDDEN");
    }
    expectRejection(await self.change("POST", `/service-accounts/${keyId}/revoke`, { reason: "x" }), "FORBIDDEN");
    expect((await openApi(server, secret).get("/me")).status).toBe(200);
  });

  test("can rotate itself, but not extend its expiry", async () => {
    const { keyId, self } = await selfKey({ expiresAt: inDays(100) });
    const rotate = (body: object) => self.change("POST", `/service-accounts/${keyId}/rotate`, body);
    expectRejection(await rotate({ validUntil: inDays(101) }), "FORBIDDEN");
    const { key, secret } = shownKey(await rotate({ overlapHours: 1, validUntil: inDays(50) }));
    expect(Date.parse(key.expiresAt)).toBeLessThan(Date.parse(inDays(51)));
    expect((await openApi(server, secret).get("/me")).status).toBe(200);
  });
});

test("a key cannot rotate another key with elevated scopes; a member can", async () => {
  const { keyId } = await createKey(tenant, { scopes: ["medical:read"] });
  expectRejection(await api().change("POST", `/service-accounts/${keyId}/rotate`, {}), "FORBIDDEN");
  const { data } = await manager.portal.mutate<{ secret: string }>("serviceAccounts.rotate", {
    serviceAccountId: keyId,
  });
  expect((await openApi(server, data.secret).get("/me")).status).toBe(200);
});

test("a key cannot rotate another key with a pending elevated scope until it is withdrawn", async () => {
  const { data } = await manager.portal.mutate<{ serviceAccount: ServiceAccount }>(
    "serviceAccounts.create",
    newKeyBody({ scopes: ["cases:read", "medical:read"], purpose: "Records for our cases" }),
  );
  const { id, pendingScopes } = data.serviceAccount;
  const rotate = () => api().change("POST", `/service-accounts/${id}/rotate`, {});
  expectRejection(await rotate(), "FORBIDDEN");
  await manager.portal.mutate("keys.withdrawScopeRequest", { requestId: pendingScopes[0]?.requestId ?? "" });
  expect((await rotate()).status).toBe(200);
});

test("expectedRevision works like If-Match, in the portal and over REST, with the header or without", async () => {
  const { keyId } = await createKey(tenant, { scopes: ["cases:read", "clients:read"], actingAttorneyId: null });
  const inPortal = (input: object) =>
    manager.portal.mutate<{ serviceAccount: ServiceAccount }>("serviceAccounts.update", {
      serviceAccountId: keyId,
      ...input,
    });
  expect((await inPortal({ scopes: ["cases:read"], expectedRevision: 1 })).data.serviceAccount.revision).toBe(2);
  const second = await inPortal({ scopes: ["cases:read", "clients:read"], expectedRevision: 1 });
  expect([second.status, second.error?.data.code]).toEqual([409, "STALE_REVISION"]);
  const change = (body: object, headers = {}) => api().change("PATCH", `/service-accounts/${keyId}`, body, headers);
  expectRejection(await change({ name: "Late", expectedRevision: 1 }), "STALE_REVISION");
  expectRejection(await change({ name: "Late", expectedRevision: 1 }, { "If-Match": '"2"' }), "STALE_REVISION");
  expectRejection(await change({ name: "Late", expectedRevision: 2 }, { "If-Match": '"1"' }), "STALE_REVISION");
  expectRejection(await change({ expectedRevision: 2 }), "VALIDATION_FAILED", "at least one field");
  const { key } = shownKey(await change({ name: "In time", expectedRevision: 2 }, { "If-Match": '"2"' }));
  expect([key.name, key.revision, key.scopes]).toEqual(["In time", 3, ["cases:read"]]);
  for (const [procedure, input] of [
    ["rotate", {}],
    ["revoke", { reason: "over" }],
  ] as const) {
    const call = (expectedRevision: number) =>
      manager.portal.mutate<{ serviceAccount: ServiceAccount }>(`serviceAccounts.${procedure}`, {
        serviceAccountId: keyId,
        ...input,
        expectedRevision,
      });
    expect((await call(2)).error?.data.code).toBe("STALE_REVISION");
    expect((await call(procedure === "rotate" ? 3 : 4)).error).toBeUndefined();
  }
});

describe("in the portal", () => {
  test("a key manager can do all of it, recorded in their own name", async () => {
    const { data } = await manager.portal.mutate<{ serviceAccount: ServiceAccount; secret: string }>(
      "serviceAccounts.create",
      newKeyBody(),
    );
    const { id } = data.serviceAccount;
    expect(data.serviceAccount.createdBy).toEqual({ type: "member", id: manager.memberId, name: "Margaret Okafor" });
    expect((await openApi(server, data.secret).get("/me")).status).toBe(200);
    const act = (procedure: string, input: object = {}) =>
      manager.portal.mutate<{ serviceAccount: ServiceAccount }>(`serviceAccounts.${procedure}`, {
        serviceAccountId: id,
        ...input,
      });
    expect((await act("update", { allowedNetworks: ["203.0.113.0/24"] })).data.serviceAccount.allowedNetworks).toEqual([
      "203.0.113.0/24",
    ]);
    expect((await act("pause")).data.serviceAccount.status).toBe("paused");
    expect((await act("resume")).data.serviceAccount.status).toBe("active");
    expect((await act("revoke", { reason: "done" })).data.serviceAccount.revokedBy).toEqual({
      type: "member",
      id: manager.memberId,
      name: "Margaret Okafor",
    });
    const { data: page } = await manager.portal.query<{ serviceAccounts: ServiceAccount[] }>("serviceAccounts.list", {
      status: "revoked",
      limit: 200,
    });
    expect(page.serviceAccounts.map((key) => key.id)).toContain(id);
  });

  test("faults are reported at their fields", async () => {
    const { error } = await manager.portal.mutate(
      "serviceAccounts.create",
      newKeyBody({ scopes: ["documents:write"] }),
    );
    expect(error?.data).toMatchObject({ code: "VALIDATION_FAILED", faults: [{ path: "actingAttorneyId" }] });
    const networks = await manager.portal.mutate("serviceAccounts.create", newKeyBody({ allowedNetworks: ["x!"] }));
    expect(networks.error?.data.faults).toEqual([{ path: "allowedNetworks.0", message: expect.any(String) }]);
  });

  test("without the permission nothing is shown or changed; with a stale second factor no secret is created and nothing changed", async () => {
    const clerk = await signInMember(server, tenant, { role: "records_clerk" });
    const { keyId } = await createPlainKey(tenant);
    expect((await clerk.portal.query("serviceAccounts.list")).error?.data.code).toBe("FORBIDDEN");
    for (const [procedure, input] of [
      ["create", newKeyBody()],
      ["pause", { serviceAccountId: keyId }],
      ["rotate", { serviceAccountId: keyId }],
      ["revoke", { serviceAccountId: keyId, reason: "x" }],
    ] as const) {
      expect((await clerk.portal.mutate(`serviceAccounts.${procedure}`, input)).error?.data.code).toBe("FORBIDDEN");
    }
    const { database } = server.services;
    await database.pool.query(
      `UPDATE "Session" SET "secondFactorAt" = now() - interval '11 minutes' WHERE "userId" = $1`,
      [manager.person.userId],
    );
    for (const [procedure, input] of [
      ["create", newKeyBody()],
      ["rotate", { serviceAccountId: keyId }],
      ["revoke", { serviceAccountId: keyId, reason: "x" }],
      ["update", { serviceAccountId: keyId, scopes: ["org:manage"] }],
      ["resume", { serviceAccountId: keyId }],
    ] as const) {
      expect((await manager.portal.mutate(`serviceAccounts.${procedure}`, input)).error?.data).toMatchObject({
        code: "FORBIDDEN",
        reason: "confirm",
      });
    }
    // What stops a key needs no code: it may have to be quick.
    expect((await manager.portal.mutate("serviceAccounts.pause", { serviceAccountId: keyId })).error).toBeUndefined();
    expect(
      (await manager.portal.mutate("serviceAccounts.resume", { serviceAccountId: keyId })).error?.data,
    ).toMatchObject({ code: "FORBIDDEN", reason: "confirm" });
    const { data } = await manager.portal.query<{ serviceAccount: ServiceAccount }>("serviceAccounts.get", {
      serviceAccountId: keyId,
    });
    expect(data.serviceAccount).toMatchObject({ status: "paused", scopes: ["cases:read", "clients:write"] });
    await database.pool.query(`UPDATE "Session" SET "secondFactorAt" = now() WHERE "userId" = $1`, [
      manager.person.userId,
    ]);
  });

  test("another firm's key is not found", async () => {
    const { keyId } = await createPlainKey(tenant);
    const other = await createManagedTenant(server);
    const { error } = await other.manager.portal.query("serviceAccounts.get", { serviceAccountId: keyId });
    expect([error?.data.code, error?.message]).toEqual(["NOT_FOUND", "Service account not found"]);
  });
});

test("deactivating the acting attorney concurrently either rejects the key or happens after its creation", async () => {
  const own = await createTenant(server.services.database);
  for (let round = 0; round < 5; round += 1) {
    await changeRow(own, "Member", own.attorneyId, { status: "active" });
    const body = newKeyBody({ scopes: ["documents:write"], actingAttorneyId: own.attorneyId });
    const [reply] = await Promise.all([
      openApi(server, own.secret).change("POST", "/service-accounts", body),
      own.inside((transaction) =>
        transaction.updateTable("Member").set({ status: "deactivated" }).where("id", "=", own.attorneyId).execute(),
      ),
    ]);
    expect([201, 400]).toContain(reply.status);
  }
});
