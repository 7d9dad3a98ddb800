import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { waitForLock } from "../../../testing/database/wait-for-lock.ts";
import { expectRejection, expectSuccess } from "../../../testing/conformance/subject.ts";
import { countTraces, readAuditEntries, readEvents } from "../../../testing/harness/traces.ts";
import { readNotices } from "../../scope-requests/fixtures.ts";
import { createManagedTenant, createMember, type SignedInMember } from "../../team/fixtures.ts";
import { createManagingKey, createPlainKey, inDays, newKeyBody, shownKey } from "../fixtures.ts";
import type { ServiceAccount } from "../schema.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;
/** An attorney whom a member has allowed for keys managed by API, and one whom nobody has. */
let allowed: string;
let other: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
  allowed = await createMember(tenant, { isAttorney: true });
  other = await createMember(tenant, { isAttorney: true });
  const { error } = await manager.portal.mutate("members.update", {
    memberId: allowed,
    expectedRevision: 1,
    canActForKeysByApi: true,
  });
  expect(error).toBeUndefined();
});
afterAll(() => server.close(1000));

const hosts = ["hooks.example.com", "other.example.com"];
const createMaker = (options: object = {}) =>
  createPlainKey(tenant, {
    scopes: ["org:manage"],
    expiresAt: inDays(30),
    webhookAllowedHosts: hosts,
    allowedNetworks: ["127.0.0.0/8"],
    actingAttorneyId: tenant.attorneyId,
    ...options,
  });
/** What the maker can create. */
const within = { validUntil: inDays(20), allowedNetworks: ["127.0.0.1"] };
const post = (secret: string, path: string, body: object = {}) =>
  openApi(server, secret).change("POST", `/service-accounts${path}`, body);
const patch = (secret: string, keyId: string, body: object) =>
  openApi(server, secret).change("PATCH", `/service-accounts/${keyId}`, body);
const create = (secret: string, changes: object = {}) => post(secret, "", newKeyBody({ ...within, ...changes }));
const revoke = (keyId: string, choice: object = {}) =>
  post(tenant.secret, `/${keyId}/revoke`, { reason: "stolen", ...choice });
const read = async (keyId: string) =>
  shownKey(await openApi(server, tenant.secret).get(`/service-accounts/${keyId}`)).key;
const statusesOf = (...keyIds: string[]) => Promise.all(keyIds.map(async (keyId) => (await read(keyId)).status));
const createdOf = (reply: { body: Record<string, unknown> }) =>
  reply.body["createdKeys"] as Pick<ServiceAccount, "id" | "status">[];

const beyond: [string, () => object][] = [
  ["org:manage", () => ({ scopes: ["cases:read", "org:manage"] })],
  ["a later expiry", () => ({ validUntil: inDays(31) })],
  ["a webhook host that the maker lacks", () => ({ webhookAllowedHosts: ["hooks.example.com", "evil.example"] })],
  ["wider networks", () => ({ allowedNetworks: ["127.0.0.1", "198.51.100.7"] })],
  ["no networks", () => ({ allowedNetworks: [] })],
  ["an acting attorney whom no member allowed", () => ({ actingAttorneyId: other })],
];

describe("a key created by a key", () => {
  test.each(beyond)("cannot have %s", async (_, changes) => {
    const { secret } = await createMaker();
    const before = await countTraces(tenant);
    expectRejection(await create(secret, changes()), "FORBIDDEN");
    expect(await countTraces(tenant)).toEqual(before);
    // A member gives it.
    expect(
      (await manager.portal.mutate("serviceAccounts.create", newKeyBody({ ...within, ...changes() }))).error,
    ).toBeUndefined();
  });

  test("can have what its creator has: the same expiry, hosts and networks, and its attorney or an allowed one", async () => {
    const { secret, keyId } = await createMaker();
    const { expiresAt, allowedNetworks } = await read(keyId);
    for (const actingAttorneyId of [tenant.attorneyId, allowed, null]) {
      const { key } = shownKey(
        await create(secret, { validUntil: expiresAt, webhookAllowedHosts: hosts, allowedNetworks, actingAttorneyId }),
      );
      expect(key).toMatchObject({ expiresAt, webhookAllowedHosts: hosts, allowedNetworks, actingAttorneyId });
    }
  });

  test("cannot have an attorney whose permission a member withdrew, directly or by the attorney's status", async () => {
    const { secret } = await createMaker();
    const memberId = await createMember(tenant, { isAttorney: true });
    const update = async (changes: object) => {
      const [{ revision }] = (await owner.query(`SELECT revision FROM "Member" WHERE id = $1`, [memberId])).rows;
      expect(
        (await manager.portal.mutate("members.update", { memberId, expectedRevision: revision, ...changes })).error,
      ).toBeUndefined();
    };
    await update({ canActForKeysByApi: true });
    expectSuccess(await create(secret, { actingAttorneyId: memberId }));
    await update({ canActForKeysByApi: false });
    expectRejection(await create(secret, { actingAttorneyId: memberId }), "FORBIDDEN");
    await update({ canActForKeysByApi: true });
    await update({ isAttorney: false });
    await update({ isAttorney: true });
    expectRejection(await create(secret, { actingAttorneyId: memberId }), "FORBIDDEN");
  });

  test("notifies key managers; one created by a member is not", async () => {
    const { secret } = await createMaker({ name: "Provisioning" });
    const { key } = shownKey(await create(secret, { name: "Made" }));
    expect(await readNotices(tenant, key.id)).toEqual([
      {
        memberId: manager.memberId,
        kind: "integration_key.created",
        parameters: { keyName: "Made", createdByName: "Provisioning", expiresAt: key.expiresAt },
      },
    ]);
    const { data } = await manager.portal.mutate<{ serviceAccount: ServiceAccount }>(
      "serviceAccounts.create",
      newKeyBody(),
    );
    expect(await readNotices(tenant, data.serviceAccount.id)).toEqual([]);
  });
});

describe("a key that changes or rotates another key", () => {
  test.each(beyond.filter(([name]) => name !== "a later expiry"))("cannot add %s", async (_, changes) => {
    const { secret } = await createMaker();
    const { key } = shownKey(await create(secret));
    const { keyId } = await createPlainKey(tenant, { allowedNetworks: ["127.0.0.1"] });
    for (const each of [key.id, keyId]) expectRejection(await patch(secret, each, changes()), "FORBIDDEN");
  });

  test("can grant what it has itself", async () => {
    const { secret } = await createMaker();
    const { key } = shownKey(await create(secret));
    expectSuccess(
      await patch(secret, key.id, {
        webhookAllowedHosts: hosts,
        actingAttorneyId: allowed,
        allowedNetworks: ["127.0.0.0/16"],
      }),
    );
  });

  test("keeps what a member granted to the other key", async () => {
    const { secret } = await createMaker();
    const given = {
      scopes: ["cases:read", "org:manage"],
      webhookAllowedHosts: ["partner.example.com"],
      actingAttorneyId: other,
    };
    const { keyId } = await createPlainKey(tenant, given);
    expect(
      shownKey(await patch(secret, keyId, { ...given, scopes: ["clients:read", "org:manage"], name: "Changed" })).key,
    ).toMatchObject({ ...given, scopes: ["clients:read", "org:manage"] });
  });

  test.each(beyond)("cannot rotate a key that has %s", async (name, changes) => {
    const { secret } = await createMaker();
    const { validUntil: expiresAt, ...options } = { ...within, ...changes() };
    const { keyId } = await createPlainKey(tenant, { ...options, expiresAt });
    const before = await countTraces(tenant);
    expectRejection(await post(secret, `/${keyId}/rotate`), "FORBIDDEN");
    expectRejection(await post(secret, `/${keyId}/rotate`, { validUntil: inDays(31) }), "FORBIDDEN");
    expect(await countTraces(tenant)).toEqual(before);
    // A rotation that shortens the key's life to its own is within.
    expect((await post(secret, `/${keyId}/rotate`, { validUntil: inDays(10) })).status).toBe(
      name === "a later expiry" ? 200 : 403,
    );
  });
});

describe("a revocation", () => {
  /** A key, one that it created, one that this created, and one that this created, which requests a scope. */
  async function createChain() {
    const first = await createMaker();
    const second = await createManagingKey(tenant, first.keyId);
    const third = await createManagingKey(tenant, second.keyId);
    const { key: fourth } = shownKey(
      await post(third.secret, "", newKeyBody({ scopes: ["medical:read"], purpose: "Retrieving medical records" })),
    );
    return { first, ids: [first.keyId, second.keyId, third.keyId, fourth.id] };
  }

  test("revokes all keys that the key created, directly or indirectly, with an event and an audit entry for each", async () => {
    const { ids } = await createChain();
    const [firstId = "", ...createdIds] = ids;
    const reply = expectSuccess(await revoke(firstId));
    expect(createdOf(reply).map(({ id, status }) => [id, status])).toEqual(createdIds.map((id) => [id, "revoked"]));
    for (const keyId of ids) {
      expect(await read(keyId)).toMatchObject({
        status: "revoked",
        revokeReason: "stolen",
        revokedBy: { id: tenant.keyId },
        revision: 2,
        pendingScopes: [],
      });
    }
    const requestId = reply.headers["x-request-id"];
    const events = (await readEvents(tenant)).filter(({ correlationId }) => correlationId === requestId);
    expect(
      events.map(({ eventType, entityId }) => [eventType, eventType === "integration_key.revoked" ? entityId : ""]),
    ).toEqual([...ids.map((id) => ["integration_key.revoked", id]), ["scope_request.withdrawn", ""]]);
    expect(events[1]?.diff).toMatchObject({
      status: { from: "active", to: "revoked" },
      revokeReason: { from: null, to: "stolen" },
    });
    const entries = (await readAuditEntries(tenant)).filter(
      (entry) => entry.requestId === requestId && entry.entity === "integration_key",
    );
    expect(entries.map(({ action, entityId }) => [action, entityId]).toSorted()).toEqual(
      ids.map((id) => ["serviceAccounts.revoke", id]).toSorted(),
    );
  });

  test("keeps the created keys with keepCreatedKeys", async () => {
    const { ids } = await createChain();
    const [firstId = "", ...createdIds] = ids;
    const reply = expectSuccess(await revoke(firstId, { keepCreatedKeys: true }));
    expect(createdOf(reply).map(({ id, status }) => [id, status])).toEqual(createdIds.map((id) => [id, "active"]));
    expect(await statusesOf(...ids)).toEqual(["revoked", "active", "active", "active"]);
  });

  test("includes keys created by keys that were revoked earlier or have expired", async () => {
    const {
      ids: [firstId = "", secondId = "", thirdId = "", fourthId = ""],
    } = await createChain();
    expectSuccess(await revoke(secondId, { keepCreatedKeys: true }));
    await owner.query(`UPDATE "IntegrationKey" SET "expiresAt" = now() - interval '1 hour' WHERE id = $1`, [thirdId]);
    const reply = expectSuccess(await revoke(firstId));
    expect(createdOf(reply).map(({ id }) => id)).toEqual([thirdId, fourthId]);
    expect(await statusesOf(firstId, secondId, thirdId, fourthId)).toEqual([
      "revoked",
      "revoked",
      "revoked",
      "revoked",
    ]);
    expect((await read(secondId)).revision).toBe(2);
  });

  test("does not affect the key's creator or the creator's other keys", async () => {
    const {
      first,
      ids: [firstId = "", secondId = ""],
    } = await createChain();
    const { key: sibling } = shownKey(await create(first.secret));
    expectSuccess(await revoke(secondId));
    expect(await statusesOf(firstId, sibling.id)).toEqual(["expiring", "active"]);
  });

  test("in the portal does the same, and the affected keys are listed beforehand", async () => {
    const { ids } = await createChain();
    const [firstId = "", ...createdIds] = ids;
    const list = async (createdByKeyId: string) =>
      (
        await manager.portal.query<{ serviceAccounts: ServiceAccount[] }>("serviceAccounts.list", { createdByKeyId })
      ).data.serviceAccounts.map(({ id }) => id);
    expect(await list(firstId)).toEqual(createdIds.toReversed());
    expect(await list(createdIds[2] ?? "")).toEqual([]);
    type Made = { keys: { keyId: string; created: string[]; rotated: string[] }[] };
    const { keys } = (await manager.portal.query<Made>("keys.listMade", { keyIds: [firstId, createdIds[2]] })).data;
    expect(keys).toMatchObject([
      { keyId: firstId, rotated: [] },
      { keyId: createdIds[2], created: [], rotated: [] },
    ]);
    expect(keys[0]?.created).toHaveLength(createdIds.length);
    const stranger = await createManagedTenant(server);
    const foreign = await stranger.manager.portal.query<{ serviceAccounts: ServiceAccount[] }>("serviceAccounts.list", {
      createdByKeyId: firstId,
    });
    expect(foreign.data.serviceAccounts).toEqual([]);
    expect((await stranger.manager.portal.query<Made>("keys.listMade", { keyIds: [firstId] })).data.keys).toEqual([
      { keyId: firstId, created: [], rotated: [] },
    ]);
    await manager.portal.mutate("serviceAccounts.revoke", {
      serviceAccountId: createdIds[0],
      reason: "over",
      keepCreatedKeys: true,
    });
    await manager.portal.mutate("serviceAccounts.revoke", { serviceAccountId: firstId, reason: "stolen" });
    expect(await statusesOf(...ids)).toEqual(ids.map(() => "revoked"));
  });

  test("rejects a cursor of another filter with 400", async () => {
    const { first } = await createChain();
    const page = expectSuccess(await openApi(server, tenant.secret).get("/service-accounts?limit=1"));
    expectRejection(
      await openApi(server, tenant.secret).get(
        `/service-accounts?createdByKeyId=${first.keyId}&after=${String(page.body["nextCursor"])}`,
      ),
      "VALIDATION_FAILED",
    );
  });
});

describe("concurrently", () => {
  /** Runs the work while another transaction holds the rows that the statement locks. */
  async function holding<Result>(statement: string, values: string[], work: () => Promise<Result>): Promise<Result> {
    const holder = await server.connectOwner();
    try {
      await holder.query("BEGIN");
      await holder.query(statement, values);
      return await work();
    } finally {
      await holder.query("COMMIT");
      await holder.end();
    }
  }

  test("a revocation waits for a creation and revokes the created key", async () => {
    const { secret, keyId } = await createMaker();
    const { creation, revocation } = await holding(
      `SELECT FROM "Member" WHERE id = $1 FOR UPDATE`,
      [allowed],
      async () => {
        const creating = create(secret, { actingAttorneyId: allowed });
        await waitForLock(owner);
        const revoking = revoke(keyId);
        await waitForLock(owner, 2);
        return { creation: creating, revocation: revoking };
      },
    );
    const { key } = shownKey(await creation);
    expect(createdOf(expectSuccess(await revocation))).toMatchObject([{ id: key.id, status: "revoked" }]);
  });

  test("a creation after the revocation fails and creates nothing", async () => {
    const { secret, keyId } = await createMaker();
    const { creation, revocation } = await holding(
      `SELECT FROM "EventCounter" WHERE "organizationId" = $1 FOR UPDATE`,
      [tenant.organizationId],
      async () => {
        const revoking = revoke(keyId);
        await waitForLock(owner);
        const creating = create(secret);
        await waitForLock(owner, 2);
        return { creation: creating, revocation: revoking };
      },
    );
    expect(createdOf(expectSuccess(await revocation))).toEqual([]);
    expectRejection(await creation, "UNAUTHORIZED");
    const { rows } = await owner.query(`SELECT id FROM "IntegrationKey" WHERE "createdByKeyId" = $1`, [keyId]);
    expect(rows).toEqual([]);
  });

  test("in any order, no created key of a revoked key stays active", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { secret, keyId } = await createMaker();
      const replies = await Promise.all([create(secret), create(secret), revoke(keyId), create(secret)]);
      for (const { status } of replies) expect([200, 201, 401]).toContain(status);
      const { rows } = await owner.query(
        `SELECT id FROM "IntegrationKey" WHERE "createdByKeyId" = $1 AND "revokedAt" IS NULL`,
        [keyId],
      );
      expect(rows).toEqual([]);
    }
  });
});
