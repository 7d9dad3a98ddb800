import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../../platform/crypto/digest.ts";
import { createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Notification } from "../notifications/schema.ts";
import { createContact } from "../contacts/fixtures.ts";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { newKeyBody, shownKey } from "../service-accounts/fixtures.ts";
import { createRequestingKey, inDays, signInAdministrator } from "../scope-requests/fixtures.ts";
import { createManagedTenant, createMember, signInMember, type SignedInMember } from "../team/fixtures.ts";
import type { Attorney, FoundKey, HistoryEntry, Overview, Vendor } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;
let stranger: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
  ({ manager: stranger } = await createManagedTenant(server));
});
afterAll(() => server.close(1000));

const overview = async (by: SignedInMember) => (await by.portal.query<Overview>("keys.overview")).data;
const findKey = (by: SignedInMember, secret: string) =>
  by.portal.query<{ found: boolean; key?: FoundKey }>("keys.findByDigest", { digest: sha256(secret).toString("hex") });

describe("a member without the permission", () => {
  test.each<[string, object]>([
    ["keys.listAttorneys", {}],
    ["keys.listVendors", {}],
    ["keys.listGroups", {}],
    ["keys.findByDigest", { digest: "0".repeat(64) }],
    ["serviceAccounts.audit.list", { serviceAccountId: "key_x" }],
  ])("%s is rejected", async (procedure, input) => {
    const paralegal = await signInMember(server, tenant);
    expect((await paralegal.portal.query(procedure, input)).error?.data.code).toBe("FORBIDDEN");
  });
});

describe("overview", () => {
  test("counts keys by status and lists those that need attention", async () => {
    const own = await createManagedTenant(server);
    const attorneyId = await createMember(own.tenant, {
      firstName: "Gone",
      lastName: "Attorney",
      isAttorney: true,
      status: "deactivated",
    });
    const plain = { scopes: ["cases:read"], actingAttorneyId: null };
    await createKey(own.tenant, { ...plain, name: "Ending", expiresAt: inDays(20) });
    await createKey(own.tenant, {
      scopes: ["documents:write"],
      actingAttorneyId: attorneyId,
      name: "Broken",
      expiresAt: inDays(25),
    });
    await createKey(own.tenant, {
      scopes: ["documents:write"],
      actingAttorneyId: attorneyId,
      name: "Asleep",
      pausedAt: inDays(-1),
    });
    await createKey(own.tenant, { ...plain, name: "Over", expiresAt: inDays(-1) });
    await createKey(own.tenant, { ...plain, name: "Revoked", revokedAt: inDays(-1), revokeReason: "over" });
    await createRequestingKey(own.manager.portal, own.tenant, ["medical:read", "clients:pii"]);
    const shown = await overview(own.manager);
    // The firm's own key and the requesting one are active.
    expect(shown.counts).toEqual({ active: 2, expiring: 1, needsAttention: 1, paused: 1, pending: 2 });
    expect(shown.attention).toMatchObject([
      { name: "Broken", kind: "needs_attention", actingAttorneyName: "Gone Attorney" },
      { name: "Ending", kind: "expiring", actingAttorneyName: null },
    ]);
    expect(shown).toMatchObject({ canManage: true, managers: [] });
  });

  test("shows a member without the permission only whom to contact", async () => {
    const own = await createManagedTenant(server);
    await createMember(own.tenant, { role: "admin", firstName: "No", lastName: "Account" });
    await createMember(own.tenant, { role: "admin", status: "deactivated" });
    const delegate = await signInMember(server, own.tenant, {
      firstName: "Del",
      lastName: "Egate",
      permissions: ["integrations:manage"],
    });
    await createKey(own.tenant, { expiresAt: inDays(5) });
    const paralegal = await signInMember(server, own.tenant);
    const shown = await overview(paralegal);
    expect(shown.managers.map(({ name }) => name)).toEqual(["Del Egate", "Margaret Okafor"]);
    expect(shown).toMatchObject({
      canManage: false,
      attention: [],
      counts: { active: 0, expiring: 0, needsAttention: 0, paused: 0, pending: 0 },
    });
    expect((await overview(delegate)).canManage).toBe(true);
  });

  test("hides what a member snoozed from them for a day, and from nobody else", async () => {
    const own = await createManagedTenant(server);
    const { keyId } = await createKey(own.tenant, { expiresAt: inDays(5) });
    const colleague = await signInMember(server, own.tenant, { permissions: ["integrations:manage"] });
    const ids = async (by: SignedInMember) => (await overview(by)).attention.map((item) => item.keyId);
    const snooze = async (by: SignedInMember, kind: string, recordId: string) =>
      (await by.portal.mutate("keys.snoozeAttention", { kind, recordId })).error?.data.code;
    expect(await snooze(own.manager, "needs_attention", keyId)).toBe("NOT_FOUND");
    expect(await snooze(stranger, "expiring", keyId)).toBe("NOT_FOUND");
    expect(await snooze(own.manager, "expiring", keyId)).toBeUndefined();
    expect([await ids(own.manager), await ids(colleague)]).toEqual([[], [keyId]]);
    const { rows } = await own.tenant.inside((transaction) =>
      sql<{ hours: number }>`
      UPDATE "AttentionSnooze" s SET until = now() FROM "AttentionSnooze" old WHERE old.item = s.item
      RETURNING round(extract(epoch FROM old.until - now()) / 3600)::integer AS hours`.execute(transaction),
    );
    expect(rows).toEqual([{ hours: 24 }]);
    expect(await ids(own.manager)).toEqual([keyId]);
    expect(await snooze(own.manager, "expiring", keyId)).toBeUndefined();
    expect(await ids(own.manager)).toEqual([]);
  });

  test("counts the member's own unread notifications", async () => {
    const colleague = await signInMember(server, tenant, { permissions: ["integrations:manage"] });
    await createRequestingKey(manager.portal, tenant);
    expect((await overview(colleague)).unreadNotifications).toBe(1);
    expect((await overview(manager)).unreadNotifications).toBe(0);
  });

  test("rejects an organization that the member does not belong to", async () => {
    const { portal } = await signInAdministrator(server);
    expect((await portal.query("keys.overview")).error?.data.code).toBe("NOT_FOUND");
  });
});

describe("attorneys", () => {
  test("lists active attorneys by name", async () => {
    const own = await createManagedTenant(server);
    await createMember(own.tenant, { isAttorney: true, lastName: "Adler", firstName: "Bo" });
    await createMember(own.tenant, { isAttorney: true, status: "deactivated" });
    await createMember(own.tenant, { role: "attorney", isAttorney: false });
    const { attorneys } = (await own.manager.portal.query<{ attorneys: Attorney[] }>("keys.listAttorneys")).data;
    expect(attorneys.map(({ lastName }) => lastName)).toEqual(["Adler", "Counsel"]);
    expect(Object.keys(attorneys[0] ?? {}).toSorted()).toEqual(["email", "firstName", "lastName", "memberId"]);
  });
});

test("vendors are the firm's live contacts with this role, by name", async () => {
  const own = await createManagedTenant(server);
  const createVendor = async (name: string, values: object = {}) => {
    const contactId = await createContact(own.tenant, { name, ...values });
    await own.tenant.inside((transaction) =>
      transaction
        .insertInto("ContactRole")
        .values({ organizationId: own.tenant.organizationId, contactId, role: "vendor" })
        .execute(),
    );
    return { contactId, name };
  };
  const [second, first] = [await createVendor("Print House"), await createVendor("Copy House")];
  await createVendor("Gone House", { deletedAt: inDays(-1) });
  await createContact(own.tenant);
  expect((await own.manager.portal.query<{ vendors: Vendor[] }>("keys.listVendors")).data.vendors).toEqual([
    first,
    second,
  ]);
  expect((await stranger.portal.query<{ vendors: Vendor[] }>("keys.listVendors")).data.vendors).toEqual([]);
});

test("tags and owners of keys that are not revoked can be chosen as filters", async () => {
  const own = await createManagedTenant(server);
  const ownerMemberId = await createMember(own.tenant, { firstName: "Owen", lastName: "Owner" });
  await createKey(own.tenant, { tags: ["sync", "acme"], ownerMemberId });
  await createKey(own.tenant, { tags: ["acme", "old"], revokedAt: inDays(-1), revokeReason: "over" });
  expect((await own.manager.portal.query("keys.listGroups")).data).toEqual({
    tags: ["acme", "sync"],
    owners: [{ memberId: ownerMemberId, name: "Owen Owner" }],
  });
  expect((await stranger.portal.query("keys.listGroups")).data).toEqual({ tags: [], owners: [] });
});

describe("find a key", () => {
  test("identifies a secret, also one retired by a rotation", async () => {
    const { key, secret } = await createRequestingKey(manager.portal, tenant);
    const found = await findKey(manager, secret);
    expect(found.data).toEqual({
      found: true,
      key: {
        id: key.id,
        name: key.name,
        status: "active",
        prefix: key.keyPrefix,
        secretState: "live",
        createdBy: { type: "member", id: manager.memberId, name: "Margaret Okafor" },
        actingAttorney: { attorneyId: tenant.attorneyId, firstName: "Ada", lastName: "Counsel", status: "active" },
        lastUsedAt: null,
      },
    });
    await manager.portal.mutate("serviceAccounts.rotate", { serviceAccountId: key.id });
    expect((await findKey(manager, secret)).data.key).toMatchObject({
      id: key.id,
      secretState: "retired",
      prefix: key.keyPrefix,
    });
  });

  test("finds keys of the member's own organization only", async () => {
    const { secret } = await createRequestingKey(manager.portal, tenant);
    const foreign = await findKey(stranger, secret);
    expect(foreign.data).toEqual({ found: false });
    expect(foreign.text).toBe((await findKey(stranger, `${secret}x`)).text);
  });

  test.each(["", "0".repeat(63), "G".repeat(64), "A".repeat(64)])("rejects %j", async (digest) => {
    expect((await manager.portal.query("keys.findByDigest", { digest })).error?.data.code).toBe("VALIDATION_FAILED");
  });
});

interface History {
  entries: HistoryEntry[];
  nextCursor: string | null;
}

describe("history", () => {
  const read = async (keyId: string, input: object = {}) =>
    (await manager.portal.query<History>("serviceAccounts.audit.list", { serviceAccountId: keyId, ...input })).data;

  test("lists changes of the key and its scope requests, newest first, with their values", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await createRequestingKey(manager.portal, tenant);
    await manager.portal.mutate("serviceAccounts.update", { serviceAccountId: key.id, name: "Renamed" });
    const { portal } = await signInAdministrator(server);
    await portal.mutate("administration.decideScopeRequest", {
      organizationId: tenant.organizationId,
      requestId,
      decision: "grant",
    });
    const { entries, nextCursor } = await read(key.id);
    expect(nextCursor).toBeNull();
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      "administration.decideScopeRequest",
      "administration.decideScopeRequest",
      "serviceAccounts.create",
      "serviceAccounts.create",
      "serviceAccounts.update",
    ]);
    expect(entries.map(({ id }) => id)).toEqual(
      entries
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(entries.map(({ entityId }) => entityId))).toEqual(new Set([key.id, requestId]));
    const renaming = entries.find(({ action }) => action === "serviceAccounts.update");
    expect(renaming).toMatchObject({
      actor: { type: "member", id: manager.memberId, name: "Margaret Okafor" },
      changes: { name: { from: "Records retrieval", to: "Renamed" } },
      address: "127.0.0.1",
    });
    const paged: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await read(key.id, { limit: 2, ...(after !== undefined && { after }) });
      paged.push(...page.entries.map(({ id }) => id));
      if (page.nextCursor === null) break;
      after = page.nextCursor;
    }
    expect(paged).toEqual(entries.map(({ id }) => id));
  });

  test("acceptance 19: keys read it with org:manage, filtered by action and time, never with a secret", async () => {
    const { secret: managing } = await createKey(tenant, { scopes: ["org:manage"] });
    const api = openApi(server, managing);
    const made = shownKey(
      await api.change("POST", "/service-accounts", newKeyBody({ scopes: ["cases:read"], validUntil: inDays(30) })),
    );
    const path = `/service-accounts/${made.key.id}`;
    await api.change("PATCH", path, { scopes: ["cases:read", "clients:read"] });
    const rotated = shownKey(await api.change("POST", `${path}/rotate`, {}));
    await api.change("POST", `${path}/revoke`, { reason: "No longer used." });
    const response = await api.get(`${path}/audit`);
    const [{ entries }, { text }] = [readBody<History>(response), response];
    expect(entries.map(({ action }) => action)).toEqual([
      "serviceAccounts.revoke",
      "serviceAccounts.rotate",
      "serviceAccounts.update",
      "serviceAccounts.create",
    ]);
    expect(entries[2]?.changes["scopes"]).toEqual({ from: ["cases:read"], to: ["cases:read", "clients:read"] });
    expect(entries.every(({ actor }) => actor.type === "integration_key")).toBe(true);
    for (const each of [made.secret, rotated.secret]) {
      expect(text).not.toContain(each);
      expect(text).not.toContain(sha256(each).toString("hex"));
    }
    const list = async (query: string) =>
      readBody<History>(await api.get(`${path}/audit?${query}`)).entries.map(({ action }) => action);
    expect(await list("action=serviceAccounts.update")).toEqual(["serviceAccounts.update"]);
    expect([
      await list(`from=${inDays(1)}`),
      await list(`until=${inDays(-1)}`),
      (await list(`from=${inDays(-1)}&until=${inDays(1)}`)).length,
    ]).toEqual([[], [], 4]);
    const { secret: reader } = await createKey(tenant, { scopes: ["org:read"] });
    expect((await openApi(server, reader).get(`${path}/audit`)).status).toBe(403);
  });

  test("of another organization's key is not found, and a cursor of another key is rejected", async () => {
    const { key } = await createRequestingKey(manager.portal, tenant);
    const other = await createRequestingKey(manager.portal, tenant);
    expect(
      (await stranger.portal.query("serviceAccounts.audit.list", { serviceAccountId: key.id })).error?.data.code,
    ).toBe("NOT_FOUND");
    const { nextCursor } = await read(key.id, { limit: 1 });
    const foreign = await manager.portal.query("serviceAccounts.audit.list", {
      serviceAccountId: other.key.id,
      after: nextCursor,
    });
    expect(foreign.error?.data.code).toBe("VALIDATION_FAILED");
  });
});

describe("a report of a leaked key", () => {
  const report = (by: SignedInMember, secret: string) =>
    by.portal.mutate("keys.reportLeak", { digest: sha256(secret).toString("hex") });

  test("by a member without the permission pauses it, notifies the managers, and ends when the key is resumed", async () => {
    const own = await createManagedTenant(server);
    const { key, secret } = await createRequestingKey(own.manager.portal, own.tenant);
    const paralegal = await signInMember(server, own.tenant, { firstName: "Robin", lastName: "Hale" });
    expect((await report(paralegal, secret)).data).toEqual({});
    const shown = await overview(own.manager);
    expect(shown.attention).toMatchObject([{ keyId: key.id, kind: "leaked", leakReportedBy: "Robin Hale" }]);
    expect(shown.counts.paused).toBe(1);
    const { entries } = (
      await own.manager.portal.query<{ entries: HistoryEntry[] }>("serviceAccounts.audit.list", {
        serviceAccountId: key.id,
      })
    ).data;
    expect(entries[0]).toMatchObject({
      action: "keys.reportLeak",
      actor: { name: "Robin Hale" },
      changes: { status: { to: "paused" } },
    });
    const { notifications } = (await own.manager.portal.query<{ notifications: Notification[] }>("notifications.list"))
      .data;
    expect(notifications[0]).toMatchObject({
      kind: "integration_key.reported",
      keyId: key.id,
      parameters: { reportedBy: "Robin Hale" },
    });
    expect((await report(paralegal, secret)).error?.data.code).toBe("INVALID_STATE_TRANSITION");
    expect((await own.manager.portal.mutate("keys.snoozeAttention", { kind: "leaked", recordId: key.id })).status).toBe(
      200,
    );
    expect((await own.manager.portal.mutate("serviceAccounts.resume", { serviceAccountId: key.id })).status).toBe(200);
    expect((await report(paralegal, secret)).status).toBe(200);
  });

  test("of a paused key is kept, and is gone with the key's end", async () => {
    const own = await createManagedTenant(server);
    const { key, secret } = await createRequestingKey(own.manager.portal, own.tenant);
    await own.manager.portal.mutate("serviceAccounts.pause", { serviceAccountId: key.id });
    expect((await report(own.manager, secret)).status).toBe(200);
    expect((await overview(own.manager)).attention).toMatchObject([{ keyId: key.id, kind: "leaked" }]);
    await own.manager.portal.mutate("serviceAccounts.revoke", { serviceAccountId: key.id, reason: "leaked" });
    expect((await overview(own.manager)).attention).toEqual([]);
    expect((await report(own.manager, secret)).error?.data.code).toBe("INVALID_STATE_TRANSITION");
  });

  test("with an unknown secret, or one of another organization, is rejected in the same way", async () => {
    const { secret } = await createRequestingKey(manager.portal, tenant);
    const [foreign, unknown] = [await report(stranger, secret), await report(stranger, "cpk_unknown")];
    expect([foreign.error?.data.code, foreign.error?.message]).toEqual(["NOT_FOUND", unknown.error?.message]);
    expect((await findKey(manager, secret)).data.key?.status).not.toBe("paused");
  });
});
