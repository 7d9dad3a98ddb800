import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { observeMails, type SeenMails } from "../../testing/harness/seen-mails.ts";
import {
  createRequestingKey,
  inDays,
  letExpire,
  readEventTypes,
  readNotices,
  signInAdministrator,
  type Administrator,
} from "../scope-requests/fixtures.ts";
import { createManagedTenant, createMember, readSlug, type SignedInMember } from "../team/fixtures.ts";
import { decideAmong } from "./fixtures.ts";

let server: TestServer;
let mails: SeenMails;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;
let administrator: Administrator;

beforeAll(async () => {
  server = await startOwnServer();
  mails = await observeMails(server);
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
  administrator = await signInAdministrator(server);
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

const { decide, grant, readKey, expectRejected } = decideAmong(() => ({ tenant, manager, administrator }));

const setKey = (keyId: string, assignment: string) =>
  owner.query(`UPDATE "IntegrationKey" SET ${assignment} WHERE id = $1`, [keyId]);

describe("a grant", () => {
  test("takes effect at the key's next request and notifies everyone concerned", async () => {
    const { key, secret, requestId } = await createRequestingKey(manager.portal, tenant);
    const call = () => openApi(server, secret).get("/retrieval-requests/ret_none");
    expect((await call()).status).toBe(403);
    await mails.take();
    const { data } = await grant(requestId, { note: "as agreed" });
    expect(data).toEqual({
      requestId,
      status: "granted",
      keyExpiresAt: key.expiresAt,
      keyScopes: ["cases:read", "medical:read"],
    });
    expect((await call()).status).toBe(404);
    const after = await readKey(key.id);
    expect(after).toMatchObject({
      scopes: ["cases:read", "medical:read"],
      elevatedScopes: ["medical:read"],
      pendingScopes: [],
      revision: key.revision + 1,
    });
    expect(await readEventTypes(tenant, requestId)).toEqual(["scope_request.created", "scope_request.granted"]);
    expect(await readEventTypes(tenant, key.id)).toEqual(["integration_key.created", "integration_key.updated"]);
    expect((await readNotices(tenant, key.id)).filter(({ kind }) => kind === "scope_request.granted")).toEqual([
      {
        memberId: manager.memberId,
        kind: "scope_request.granted",
        parameters: {
          keyName: "Records retrieval",
          scope: "medical:read",
          decidedBy: "Ruth Adler",
          note: "as agreed",
          expiresAt: key.expiresAt,
        },
      },
    ]);
    const sent = await mails.take();
    const { rows } = await owner.query<{ email: string }>(`SELECT email FROM "Member" WHERE id = $1`, [
      manager.memberId,
    ]);
    expect(sent.map(({ to, path }) => [to, path])).toEqual([
      [rows[0]?.email, `/o/${await readSlug(tenant)}/credentials/${key.id}`],
    ]);
    expect(JSON.stringify(sent)).not.toContain("as agreed");
  });

  test("records who decided and from which IP address", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await grant(requestId, { latestExpiryAt: inDays(100) });
    const { rows } = await owner.query(
      `SELECT entity, action, "actorType", "actorId", address, changes FROM "AuditEntry" WHERE "entityId" = ANY($1) AND "actorType" = 'platform_administrator' ORDER BY entity`,
      [[key.id, requestId]],
    );
    const actor = {
      action: "administration.decideScopeRequest",
      actorType: "platform_administrator",
      actorId: administrator.person.userId,
      address: "127.0.0.1",
    };
    expect(rows).toMatchObject([
      {
        ...actor,
        entity: "integration_key",
        changes: {
          scopes: { from: ["cases:read"], to: ["cases:read", "medical:read"] },
          expiresAt: { from: key.expiresAt },
        },
      },
      { ...actor, entity: "scope_request", changes: { status: { from: "pending", to: "granted" } } },
    ]);
  });

  test("shortens the key's expiry to the latest allowed expiry, which also limits rotations", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    const latestExpiryAt = inDays(60);
    expect((await grant(requestId, { latestExpiryAt })).data.keyExpiresAt).toBe(latestExpiryAt);
    const rotate = (validUntil: string) =>
      manager.portal.mutate("serviceAccounts.rotate", { serviceAccountId: key.id, validUntil });
    expect((await rotate(inDays(61))).error?.data.faults).toMatchObject([{ path: "validUntil" }]);
    expect((await rotate(inDays(59))).status).toBe(200);
  });

  test("never extends the key's expiry", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant, ["medical:read"], {
      validUntil: inDays(30),
    });
    expect((await grant(requestId, { latestExpiryAt: inDays(200) })).data.keyExpiresAt).toBe(key.expiresAt);
  });

  test("shortens the key's expiry to the database limit of one year from now", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await setKey(key.id, `"expiresAt" = now() + interval '700 days', "expirySetAt" = now(), "noticedDays" = 30`);
    const { keyExpiresAt } = (await grant(requestId)).data;
    const { rows } = await owner.query(
      `SELECT "expiresAt" = "expirySetAt" + interval '1 year' AS "atCeiling", "noticedDays", "expiresAt" > now() + interval '364 days' AS long FROM "IntegrationKey" WHERE id = $1`,
      [key.id],
    );
    expect(rows).toEqual([{ atCeiling: true, noticedDays: null, long: true }]);
    expect(Date.parse(keyExpiresAt) - Date.now()).toBeLessThan(366 * 86_400_000);
  });

  test("keeps the expiry of a key when it was set long ago and is within the limit", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await setKey(key.id, `"expirySetAt" = now() - interval '300 days', "expiresAt" = now() + interval '200 days'`);
    const before = (await readKey(key.id)).expiresAt;
    expect((await grant(requestId)).data.keyExpiresAt).toBe(before);
  });

  test("covers one scope: other requested scopes stay pending", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant, ["medical:read", "clients:pii"]);
    await grant(requestId);
    const after = await readKey(key.id);
    expect([after.elevatedScopes.length, after.pendingScopes.length]).toEqual([1, 1]);
  });

  test("and a concurrent denial: exactly one of them succeeds", async () => {
    const second = await signInAdministrator(server, { name: "Second Administrator" });
    for (let round = 0; round < 5; round += 1) {
      const { key, requestId } = await createRequestingKey(manager.portal, tenant);
      const both = await Promise.all([grant(requestId), decide(requestId, { decision: "deny", note: "no" }, second)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const granted = both[0].status === 200;
      expect((await readKey(key.id)).elevatedScopes).toEqual(granted ? ["medical:read"] : []);
      expect(await readEventTypes(tenant, requestId)).toEqual([
        "scope_request.created",
        granted ? "scope_request.granted" : "scope_request.denied",
      ]);
      const notices = (await readNotices(tenant, key.id)).filter(({ memberId }) => memberId === manager.memberId);
      expect(notices).toHaveLength(1);
    }
  });

  test("and a concurrent update that drops the scope leave the key without the scope", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { key, requestId } = await createRequestingKey(manager.portal, tenant);
      const drop = manager.portal.mutate("serviceAccounts.update", {
        serviceAccountId: key.id,
        scopes: ["cases:read"],
      });
      const [granted, dropped] = await Promise.all([grant(requestId), drop]);
      expect([granted.status === 200 ? 200 : 409, dropped.status]).toEqual([granted.status, 200]);
      expect(await readKey(key.id)).toMatchObject({ scopes: ["cases:read"], pendingScopes: [] });
    }
  });

  test("sent twice concurrently is applied once", async () => {
    const second = await signInAdministrator(server);
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    const both = await Promise.all([grant(requestId), grant(requestId, {}, second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await readKey(key.id)).revision).toBe(key.revision + 1);
  });
});

describe("a denial", () => {
  test("notifies with the note and leaves the key unchanged", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    const { data } = await decide(requestId, { decision: "deny", note: "too broad" });
    expect(data).toMatchObject({ status: "denied", keyScopes: ["cases:read"] });
    expect(await readKey(key.id)).toMatchObject({ scopes: ["cases:read"], pendingScopes: [], revision: key.revision });
    expect((await readNotices(tenant, key.id)).at(-1)).toMatchObject({
      kind: "scope_request.denied",
      parameters: { note: "too broad", decidedBy: "Ruth Adler" },
    });
    await expectRejected(grant(requestId), "INVALID_STATE_TRANSITION", "was denied");
    const denied = await manager.portal.query("keys.listDeniedScopes", { keyId: key.id });
    expect(denied.data).toMatchObject({
      denied: [{ scope: "medical:read", note: "too broad", decidedBy: { name: "Ruth Adler" } }],
    });
  });

  test.each([null, "", "   ", undefined])("with the note %j is rejected at the note field", async (note) => {
    const { requestId } = await createRequestingKey(manager.portal, tenant);
    const { error } = await decide(requestId, { decision: "deny", ...(note !== undefined && { note }) });
    expect(error?.data.faults.map(({ path }) => path)).toContain("note");
  });
});

describe("one decision on several scopes", () => {
  const both = ["medical:read", "medical:write"] as const;

  /** A key that requested two scopes. */
  async function requestBoth(values: object = {}) {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant, both, values);
    const alsoId = key.pendingScopes.find((pending) => pending.requestId !== requestId)?.requestId ?? "";
    return { key, requestId, alsoRequestIds: [alsoId], ids: [requestId, alsoId] };
  }
  const countPending = async (keyId: string) => (await readKey(keyId)).pendingScopes.length;

  test("grants all of them, with an event, an audit entry and a notification each", async () => {
    const { key, requestId, alsoRequestIds, ids } = await requestBoth();
    const latestExpiryAt = inDays(50);
    // Named twice, it is decided once.
    const { data } = await grant(requestId, { latestExpiryAt, alsoRequestIds: [...alsoRequestIds, ...ids] });
    expect(data).toEqual({
      requestId,
      status: "granted",
      keyExpiresAt: latestExpiryAt,
      keyScopes: ["cases:read", ...both],
    });
    expect(await readKey(key.id)).toMatchObject({ elevatedScopes: both, pendingScopes: [], expiresAt: latestExpiryAt });
    for (const id of ids)
      expect(await readEventTypes(tenant, id)).toEqual(["scope_request.created", "scope_request.granted"]);
    const { rows } = await owner.query<{ entityId: string }>(
      `SELECT "entityId" FROM "AuditEntry" WHERE entity = 'scope_request' AND action = 'administration.decideScopeRequest' AND "entityId" = ANY($1) ORDER BY id`,
      [ids],
    );
    expect(rows.map(({ entityId }) => entityId)).toEqual(ids);
    const notices = (await readNotices(tenant, key.id)).filter(({ memberId }) => memberId === manager.memberId);
    expect(notices.map(({ kind, parameters }) => [kind, (parameters as { scope: string }).scope]).toSorted()).toEqual(
      both.map((scope) => ["scope_request.granted", scope]),
    );
  });

  test("denies all of them with one note, and leaves the key unchanged", async () => {
    const { key, requestId, alsoRequestIds, ids } = await requestBoth();
    expect((await decide(requestId, { decision: "deny", note: "too broad", alsoRequestIds })).status).toBe(200);
    for (const id of ids)
      expect(await readEventTypes(tenant, id)).toEqual(["scope_request.created", "scope_request.denied"]);
    expect(await readKey(key.id)).toMatchObject({ scopes: ["cases:read"], pendingScopes: [], revision: key.revision });
  });

  test("is rejected as a whole when one is of another key, at its field", async () => {
    const [mine, others] = [await requestBoth(), await requestBoth()];
    for (const decision of [{ decision: "grant" }, { decision: "deny", note: "no" }]) {
      const mixed = { ...decision, alsoRequestIds: [...mine.alsoRequestIds, others.requestId] };
      await expectRejected(decide(mine.requestId, mixed), "VALIDATION_FAILED", "requests of the same key");
      const { error } = await decide(mine.requestId, mixed);
      expect(error?.data.faults).toEqual([{ path: "alsoRequestIds", message: "must be requests of the same key" }]);
    }
    expect([await countPending(mine.key.id), await countPending(others.key.id)]).toEqual([2, 2]);
    expect((await grant(mine.requestId, { alsoRequestIds: mine.alsoRequestIds })).status).toBe(200);
  });

  test("is rejected as a whole when one is decided, unknown, or of another organization", async () => {
    const { key, requestId, alsoRequestIds } = await requestBoth();
    const [alsoId = ""] = alsoRequestIds;
    const other = await createManagedTenant(server);
    const foreign = await createRequestingKey(other.manager.portal, other.tenant);
    for (const id of ["scr_unknown", foreign.requestId])
      await expectRejected(grant(requestId, { alsoRequestIds: [...alsoRequestIds, id] }), "NOT_FOUND", "");
    expect(await countPending(key.id)).toBe(2);
    await decide(alsoId, { decision: "deny", note: "not this one" });
    await expectRejected(grant(requestId, { alsoRequestIds }), "INVALID_STATE_TRANSITION", "was denied");
    expect(await readKey(key.id)).toMatchObject({ elevatedScopes: [], pendingScopes: [{ scope: "medical:read" }] });
  });

  test("is rejected as a whole when one needs an acting attorney and the key has no active one", async () => {
    const attorneyId = await createMember(tenant, { role: "attorney", isAttorney: true });
    const { key, requestId, alsoRequestIds } = await requestBoth({ actingAttorneyId: attorneyId });
    await owner.query(`UPDATE "Member" SET status = 'deactivated' WHERE id = $1`, [attorneyId]);
    await expectRejected(grant(requestId, { alsoRequestIds }), "INTEGRATION_NOT_CONFIGURED", "acting attorney");
    expect(await countPending(key.id)).toBe(2);
    // The other scope alone needs none.
    expect((await grant(requestId)).data).toMatchObject({ keyScopes: ["cases:read", "medical:read"] });
  });
});

describe("a grant is rejected", () => {
  test("for a request whose requester is unknown, which can still be denied", async () => {
    const { requestId } = await createRequestingKey(manager.portal, tenant);
    await owner.query(`UPDATE "ScopeRequest" SET "requestedByUserId" = NULL WHERE id = $1`, [requestId]);
    await expectRejected(grant(requestId), "FORBIDDEN", "The requester is unknown");
    expect((await decide(requestId, { decision: "deny", note: "unknown" })).status).toBe(200);
  });

  test("for a request past its expiry, before the job has run", async () => {
    const { requestId } = await createRequestingKey(manager.portal, tenant);
    await letExpire(tenant, requestId);
    await expectRejected(grant(requestId), "INVALID_STATE_TRANSITION", "has expired");
  });

  test("for a request withdrawn with its key", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await manager.portal.mutate("serviceAccounts.revoke", { serviceAccountId: key.id, reason: "over" });
    await expectRejected(grant(requestId), "INVALID_STATE_TRANSITION", "was withdrawn");
  });

  test("for an expired key", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await setKey(key.id, `"expiresAt" = now() - interval '1 second'`);
    await expectRejected(grant(requestId), "INVALID_STATE_TRANSITION", "has expired");
  });

  test("for a scope that needs an acting attorney when the key has no active one", async () => {
    const attorneyId = await createMember(tenant, { role: "attorney", isAttorney: true });
    const { key, requestId } = await createRequestingKey(manager.portal, tenant, ["medical:write"], {
      actingAttorneyId: attorneyId,
    });
    await owner.query(`UPDATE "Member" SET status = 'deactivated' WHERE id = $1`, [attorneyId]);
    await expectRejected(grant(requestId), "INTEGRATION_NOT_CONFIGURED", "acting attorney");
    await setKey(key.id, `"actingAttorneyId" = '${tenant.attorneyId}'`);
    expect((await grant(requestId)).status).toBe(200);
  });

  test("for a latest expiry in the past, at its field", async () => {
    const { requestId } = await createRequestingKey(manager.portal, tenant);
    const { error } = await grant(requestId, { latestExpiryAt: inDays(-1) });
    expect(error?.data.faults).toEqual([{ path: "latestExpiryAt", message: "must be in the future" }]);
    expect(
      (await decide(requestId, { decision: "deny", note: "no", latestExpiryAt: inDays(5) })).error?.data.code,
    ).toBe("VALIDATION_FAILED");
  });

  test("for another organization's request, with the same error as an unknown one", async () => {
    const other = await createManagedTenant(server);
    const { requestId } = await createRequestingKey(other.manager.portal, other.tenant);
    const foreign = await grant(requestId);
    expect(foreign.error?.data.code).toBe("NOT_FOUND");
    expect(foreign.text).toBe((await grant("scr_unknown")).text);
  });
});
