import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { changeRow, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { expectRejection, expectSuccess } from "../../testing/conformance/subject.ts";
import { readAuditEntries, readEvents } from "../../testing/harness/traces.ts";
import { createManagedTenant, createMember, type SignedInMember } from "../team/fixtures.ts";
import { contextOf } from "../request-logs/fixtures.ts";
import { createPlainKey, inDays, newKeyBody, shownKey } from "./fixtures.ts";
import { insertKey } from "./store.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
});
afterAll(() => server.close(1000));

const api = () => openApi(server, tenant.secret);
const statusOf = async (secret: string) => (await openApi(server, secret).get("/me")).status;
const create = (changes: Record<string, unknown> = {}) =>
  api().change("POST", "/service-accounts", newKeyBody(changes));
const read = async (keyId: string) => shownKey(expectSuccess(await api().get(`/service-accounts/${keyId}`))).key;
const on = (keyId: string, action: string, body?: object) =>
  api().change("POST", `/service-accounts/${keyId}/${action}`, body);

describe("creation", () => {
  test("returns a working key with its creator, and shows its secret once", async () => {
    const reply = await create({ name: "Nightly sync", scopes: ["clients:write", "cases:read"] });
    const { key, secret } = shownKey(reply);
    expect([reply.status, reply.headers.location]).toEqual([201, `/api/v1/service-accounts/${key.id}`]);
    expect(key).toMatchObject({
      name: "Nightly sync",
      status: "active",
      scopes: ["cases:read", "clients:write"],
      reportIncludeChildOrganizations: true,
      keyPrefix: secret.slice(0, 12),
      secrets: [{ prefix: secret.slice(0, 12), expiresAt: null }],
      createdBy: { type: "integration_key", id: tenant.keyId, name: "Test key" },
      revision: 1,
    });
    const me = expectSuccess(await openApi(server, secret).get("/me")).body["me"];
    expect(me).toMatchObject({
      keyId: key.id,
      name: "Nightly sync",
      keyPrefix: key.keyPrefix,
      scopes: key.scopes,
      expiresAt: key.expiresAt,
    });
    const shown = await api().get(`/service-accounts/${key.id}`);
    expect(shown.headers.etag).toBe('"1"');
    expect(shown.text).not.toContain(secret);
    expect(reply.headers["cache-control"]).toBe("no-store, no-transform");
  });

  test("a key can have a description; a blank one is rejected, and null removes it", async () => {
    const { key } = shownKey(await create({ description: "Ask Dana at Acme." }));
    expect(key.description).toBe("Ask Dana at Acme.");
    expect(shownKey(await create()).key.description).toBeNull();
    expectRejection(await create({ description: " " }), "VALIDATION_FAILED", /^description: must not be blank/);
    const changed = shownKey(await api().change("PATCH", `/service-accounts/${key.id}`, { description: null })).key;
    expect([changed.description, changed.name]).toEqual([null, key.name]);
  });

  test("a key can have an owner, an active member of the firm, and a few tags", async () => {
    const ownerId = await createMember(tenant);
    const { key } = shownKey(await create({ ownerMemberId: ownerId, tags: ["records", "nightly"] }));
    expect(key).toMatchObject({
      ownerMemberId: ownerId,
      owner: { memberId: ownerId, status: "active" },
      tags: ["records", "nightly"],
    });
    const idsOf = async (query: string) =>
      ((await api().get(`/service-accounts?${query}`)).body["serviceAccounts"] as { id: string }[]).map(({ id }) => id);
    expect([await idsOf("tag=nightly"), await idsOf(`ownerMemberId=${ownerId}`), await idsOf("tag=night")]).toEqual([
      [key.id],
      [key.id],
      [],
    ]);
    const gone = await createMember(tenant, { status: "deactivated" });
    const stranger = (await createTenant(server.services.database)).attorneyId;
    for (const ownerMemberId of [gone, stranger, "mem_none"]) {
      expectRejection(await create({ ownerMemberId }), "VALIDATION_FAILED", /^ownerMemberId: must be an active member/);
      expectRejection(
        await api().change("PATCH", `/service-accounts/${key.id}`, { ownerMemberId }),
        "VALIDATION_FAILED",
        /^ownerMemberId/,
      );
    }
    for (const tags of [["a", "a"], ["a\u202eb"], [" "], ["a".repeat(31)], ["1", "2", "3", "4", "5", "6"]])
      expectRejection(await create({ tags }), "VALIDATION_FAILED", /^tags/);
    await changeRow(tenant, "Member", ownerId, { status: "deactivated" });
    // Whoever has left stays named until another owner is chosen.
    const renamed = shownKey(
      await api().change("PATCH", `/service-accounts/${key.id}`, { name: "Renamed", ownerMemberId: ownerId, tags: [] }),
    ).key;
    expect(renamed).toMatchObject({ owner: { status: "deactivated" }, tags: [] });
    expect(
      shownKey(await api().change("PATCH", `/service-accounts/${key.id}`, { ownerMemberId: null })).key.owner,
    ).toBeNull();
  });

  test("requires an acting attorney when a scope needs one, who must be an active attorney of the firm", async () => {
    const scopes = ["documents:write"];
    expectRejection(await create({ scopes }), "VALIDATION_FAILED", /^actingAttorneyId: required/);
    const other = await createTenant(server.services.database);
    const rejected = { organizationId: tenant.organizationId, firstName: "A", lastName: "B", email: "a@b.example" };
    await tenant.inside(async (transaction) => {
      await transaction
        .insertInto("Member")
        .values({ ...rejected, id: "mem_clerk", role: "records_clerk" })
        .execute();
      await transaction
        .insertInto("Member")
        .values({
          ...rejected,
          email: "c@b.example",
          id: "mem_gone",
          role: "attorney",
          isAttorney: true,
          status: "deactivated",
        })
        .execute();
    });
    for (const actingAttorneyId of ["mem_unknown", other.attorneyId, "mem_clerk", "mem_gone"]) {
      const reply = expectRejection(await create({ scopes, actingAttorneyId }), "VALIDATION_FAILED");
      expect(reply.body["error"]).toBe("actingAttorneyId: must be an active attorney of the organization");
      // Also where no scope needs one: who is named is recorded.
      expect((await create({ actingAttorneyId })).text).toBe(reply.text);
    }
    expect(shownKey(await create({ scopes, actingAttorneyId: tenant.attorneyId })).key.actingAttorney).toEqual({
      attorneyId: tenant.attorneyId,
      firstName: "Ada",
      lastName: "Counsel",
      status: "active",
    });
  });

  test("limits the expiry to two years, or one with elevated scopes, to the minute by the database's clock", async () => {
    const yearsFromNow = async (years: number) => {
      const { rows } = await server.services.database.pool.query<{ at: string }>(
        "SELECT now() + make_interval(years => $1) AS at",
        [years],
      );
      return Date.parse(rows[0]?.at ?? "");
    };
    const at = (milliseconds: number, minutes: number) => new Date(milliseconds + minutes * 60_000).toISOString();
    const elevated = { scopes: ["medical:read"], purpose: "Retrieving medical records" };
    const [one, two] = [await yearsFromNow(1), await yearsFromNow(2)];
    const faults = async (changes: Record<string, unknown>) =>
      (await manager.portal.mutate("serviceAccounts.create", newKeyBody(changes))).error?.data.faults?.map(
        ({ message }) => message,
      );
    expect(await faults({ validUntil: at(two, -1) })).toBeUndefined();
    expect(await faults({ validUntil: at(two, 1) })).toEqual(["must be at most two years away"]);
    expect(await faults({ validUntil: at(one, -1), ...elevated })).toBeUndefined();
    expect(await faults({ validUntil: at(one, 1), ...elevated })).toEqual([
      "must be at most one year away with an elevated scope",
    ]);
    expect(await faults({ validUntil: at(one, 1) })).toBeUndefined();
    expectRejection(
      await create({ validUntil: at(Date.now(), -1) }),
      "VALIDATION_FAILED",
      /^validUntil: must be in the future$/,
    );
    expectRejection(
      await create({ validUntil: "2027-02-30T00:00:00Z" }),
      "VALIDATION_FAILED",
      /^validUntil: must be an instant/,
    );
  });

  test("reports each invalid network at its index", async () => {
    const reply = await create({ allowedNetworks: ["203.0.113.0/24", "203.0.113.0/40", "2001:db8::/32", "home"] });
    expectRejection(
      reply,
      "VALIDATION_FAILED",
      /^allowedNetworks\.1: must be an IP address or a network [^;]+; allowedNetworks\.3: /,
    );
  });

  test("stores any text as the name", async () => {
    const name = `<script>alert(1)</script> '"; DROP TABLE x; -- 🏛️`;
    expect(shownKey(await create({ name })).key.name).toBe(name);
    for (const bad of ["", "   ", "a\nb", "a\u0000b", "x".repeat(201)])
      expectRejection(await create({ name: bad }), "VALIDATION_FAILED", "name: ");
  });
});

describe("status", () => {
  const past = inDays(-1);
  const rows: [string, Parameters<typeof createKey>[1], string][] = [
    [
      "revoked before all",
      {
        revokedAt: past,
        revokeReason: "lost",
        pausedAt: past,
        expiresAt: past,
        scopes: ["documents:write"],
        actingAttorneyId: null,
      },
      "revoked",
    ],
    [
      "expired before paused",
      { pausedAt: past, expiresAt: past, scopes: ["documents:write"], actingAttorneyId: null },
      "expired",
    ],
    [
      "paused before needs attention",
      { pausedAt: past, expiresAt: inDays(10), scopes: ["documents:write"], actingAttorneyId: null },
      "paused",
    ],
    [
      "needs attention before expiring",
      { expiresAt: inDays(10), scopes: ["documents:write"], actingAttorneyId: null },
      "needs_attention",
    ],
    [
      "expiring up to 30 days",
      { expiresAt: inDays(29.99), scopes: ["contacts:read"], actingAttorneyId: null },
      "expiring",
    ],
    ["active beyond", { expiresAt: inDays(30.01), scopes: ["contacts:read"], actingAttorneyId: null }, "active"],
    [
      "active in the first half of a month",
      { expirySetAt: inDays(-13), expiresAt: inDays(17), scopes: ["contacts:read"], actingAttorneyId: null },
      "active",
    ],
    [
      "expiring in the last two weeks of a month",
      { expirySetAt: inDays(-17), expiresAt: inDays(13), scopes: ["contacts:read"], actingAttorneyId: null },
      "expiring",
    ],
    [
      "active until the last day of a week",
      { expirySetAt: inDays(-5), expiresAt: inDays(2), scopes: ["contacts:read"], actingAttorneyId: null },
      "active",
    ],
  ];
  test.each(rows)("%s", async (_, options, status) => {
    const { keyId } = await createKey(tenant, options);
    expect((await read(keyId)).status).toBe(status);
    const listed = expectSuccess(await api().get(`/service-accounts?limit=200&status=${status}`)).body[
      "serviceAccounts"
    ] as { id: string; status: string }[];
    expect(listed.map(({ id }) => id)).toContain(keyId);
    expect(new Set(listed.map((key) => key.status))).toEqual(new Set([status]));
  });

  test("a deactivated attorney is reported as a configuration problem, which another attorney resolves", async () => {
    const own = await createTenant(server.services.database);
    const { keyId, secret } = await createKey(own, { scopes: ["documents:write", "org:manage"] });
    await changeRow(own, "Member", own.attorneyId, { status: "deactivated" });
    const key = shownKey(await openApi(server, own.secret).get(`/service-accounts/${keyId}`)).key;
    expect(key).toMatchObject({
      status: "needs_attention",
      integrationConfigured: false,
      actingAttorney: { status: "deactivated" },
    });
    expect(key.configurationProblems).toEqual([
      "The key's acting attorney is not an active attorney; these scopes require one: documents:write",
    ]);
    expect((await openApi(server, secret).get("/me")).body["me"]).toMatchObject({ status: "needs_attention" });
    const patch = (body: object) => openApi(server, own.secret).change("PATCH", `/service-accounts/${keyId}`, body);
    // What does not make it worse is allowed meanwhile.
    expectSuccess(await patch({ name: "Still there" }));
    expectSuccess(await patch({ scopes: ["documents:write"] }));
    const reading = await createKey(own, { scopes: ["cases:read"] });
    const worse = await openApi(server, own.secret).change("PATCH", `/service-accounts/${reading.keyId}`, {
      scopes: ["documents:write"],
    });
    expectRejection(worse, "VALIDATION_FAILED", /^actingAttorneyId: must be an active attorney/);
    expectRejection(await patch({ actingAttorneyId: null }), "VALIDATION_FAILED", /^actingAttorneyId: required/);
    await own.inside((transaction) =>
      transaction
        .insertInto("Member")
        .values({
          organizationId: own.organizationId,
          id: "mem_next",
          firstName: "N",
          lastName: "X",
          email: "n@x.example",
          role: "attorney",
          isAttorney: true,
          canActForKeysByApi: true,
        })
        .execute(),
    );
    expect(shownKey(await patch({ actingAttorneyId: "mem_next" })).key).toMatchObject({
      status: "active",
      configurationProblems: [],
    });
    expectSuccess(await patch({ scopes: [], actingAttorneyId: null }));
  });
});

describe("pause, resume, revoke", () => {
  test("each takes effect at the very next request", async () => {
    const { key, secret } = shownKey(await create());
    expect(await statusOf(secret)).toBe(200);
    expect(shownKey(await on(key.id, "pause")).key).toMatchObject({ status: "paused", revision: 2 });
    expect(await statusOf(secret)).toBe(401);
    expect(shownKey(await on(key.id, "resume")).key).toMatchObject({ status: "active", pausedAt: null, revision: 3 });
    expect(await statusOf(secret)).toBe(200);
    const reason = "The vendor's laptop was stolen";
    expect(shownKey(await on(key.id, "revoke", { reason })).key).toMatchObject({
      status: "revoked",
      revokeReason: reason,
      revokedBy: { type: "integration_key", id: tenant.keyId },
      secrets: [],
    });
    expect(await statusOf(secret)).toBe(401);
  });

  test("none can be repeated, and a revocation is final", async () => {
    const { keyId } = await createPlainKey(tenant);
    const reject = async (action: string, message: RegExp, body?: object) =>
      expectRejection(await on(keyId, action, body), "INVALID_STATE_TRANSITION", message);
    await reject("resume", /that is not paused cannot be resumed/);
    expectSuccess(await on(keyId, "pause"));
    await reject("pause", /that is paused cannot be paused/);
    expectSuccess(await on(keyId, "rotate", {}));
    expectSuccess(await on(keyId, "revoke", { reason: "over" }));
    for (const action of ["pause", "resume", "rotate"]) await reject(action, /that is revoked cannot be/);
    await reject("revoke", /that is revoked/, { reason: "again" });
    expectRejection(
      await api().change("PATCH", `/service-accounts/${keyId}`, { name: "x" }),
      "INVALID_STATE_TRANSITION",
      /revoked/,
    );
    expect((await read(keyId)).revokeReason).toBe("over");
  });

  test("of several concurrent requests one succeeds, and the others are rejected", async () => {
    const { keyId } = await createPlainKey(tenant);
    for (const [action, body] of [
      ["pause", {}],
      ["resume", {}],
      ["revoke", { reason: "over" }],
    ] as const) {
      const replies = await Promise.all(Array.from({ length: 5 }, () => on(keyId, action, body)));
      expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
        200, 409, 409, 409, 409,
      ]);
    }
    const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === keyId);
    expect(events.map(({ eventType }) => eventType)).toEqual([
      "integration_key.paused",
      "integration_key.resumed",
      "integration_key.revoked",
    ]);
  });

  test("an expired key cannot be paused but can be renamed, and becomes active only with a new expiry", async () => {
    const { keyId, secret } = await createPlainKey(tenant, { expiresAt: inDays(-1) });
    expectRejection(await on(keyId, "pause"), "INVALID_STATE_TRANSITION", /expired/);
    expectRejection(
      await on(keyId, "rotate", { overlapHours: 24 }),
      "INVALID_STATE_TRANSITION",
      /without a new `validUntil`/,
    );
    expectSuccess(await api().change("PATCH", `/service-accounts/${keyId}`, { name: "Renamed" }));
    const rotated = shownKey(await on(keyId, "rotate", { validUntil: inDays(30) }));
    expect(await statusOf(rotated.secret)).toBe(200);
    expect(await statusOf(secret)).toBe(401);
  });

  test("a paused key that has expired can be resumed and stays expired", async () => {
    const { keyId } = await createPlainKey(tenant, { pausedAt: inDays(-2), expiresAt: inDays(-1) });
    expect(shownKey(await on(keyId, "resume")).key).toMatchObject({ status: "expired", pausedAt: null });
  });
});

test("every mutation records who did what, without a secret", async () => {
  const { key } = shownKey(await create());
  await on(key.id, "pause");
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === key.id);
  expect(events.map(({ eventType }) => eventType)).toEqual(["integration_key.created", "integration_key.paused"]);
  const entries = (await readAuditEntries(tenant)).filter(({ entityId }) => entityId === key.id);
  expect(entries.map(({ action, changes }) => [action, Object.keys(changes as object).toSorted()])).toEqual([
    ["serviceAccounts.create", []],
    ["serviceAccounts.pause", ["pausedAt", "status"]],
  ]);
});

test("a key beyond the table's limits is rejected with the reason, not with a server error", async () => {
  const outcome: { insert?: string } = {};
  const key = { id: "key_beyond", name: "x", actorName: "x", scopes: [], expiresAt: inDays(800) };
  const work = tenant.inside(async (transaction) => {
    outcome.insert = await insertKey(contextOf(tenant, transaction), key);
  });
  // PostgreSQL has undone it.
  await expect(work).rejects.toThrow("rolled back");
  expect(outcome.insert).toBe("ceiling");
});

test("a key can read only its own request log", async () => {
  const { key, secret } = shownKey(await create());
  await openApi(server, secret).get("/me", { "X-Request-Id": "the-one-request" });
  await expect
    .poll(async () => (await api().get(`/service-accounts/${key.id}/requests`)).body["requests"])
    .toMatchObject([{ requestId: "the-one-request", operation: "me.get", status: 200, keyPrefix: key.keyPrefix }]);
});
