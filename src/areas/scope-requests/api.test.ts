import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { observeMails, type SeenMails } from "../../testing/harness/seen-mails.ts";
import { createManagingKey } from "../service-accounts/fixtures.ts";
import type { ServiceAccount } from "../service-accounts/schema.ts";
import { createManagedTenant, readSlug, signInMember, type SignedInMember } from "../team/fixtures.ts";
import { expireOverdueRequests } from "./domain.expiry.ts";
import {
  createRequestingKey,
  inDays,
  letExpire,
  readEventTypes,
  readNotices,
  signInAdministrator,
  type Administrator,
} from "./fixtures.ts";

let server: TestServer;
let mails: SeenMails;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;
let colleague: SignedInMember;
let administrator: Administrator;

beforeAll(async () => {
  server = await startOwnServer({ worker: "inside" });
  mails = await observeMails(server);
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
  colleague = await signInMember(server, tenant, { role: "paralegal", permissions: ["integrations:manage"] });
  administrator = await signInAdministrator(server);
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

const readKey = async (keyId: string) =>
  (await manager.portal.query<{ serviceAccount: ServiceAccount }>("serviceAccounts.get", { serviceAccountId: keyId }))
    .data.serviceAccount;
const withdraw = (by: SignedInMember, requestId: string) =>
  by.portal.mutate("keys.withdrawScopeRequest", { requestId });

describe("a request", () => {
  test("is pending for 14 days, in the portal and over REST, while the key works with its standard scopes", async () => {
    const { key, secret, requestId } = await createRequestingKey(manager.portal, tenant);
    expect(key.scopes).toEqual(["cases:read"]);
    expect(key.pendingScopes).toMatchObject([
      {
        requestId,
        scope: "medical:read",
        purpose: "Retrieving medical records for our cases",
        requestedBy: { type: "member", id: manager.memberId, name: "Margaret Okafor" },
      },
    ]);
    const [pending] = key.pendingScopes;
    expect(Date.parse(pending?.lapsesAt ?? "") - Date.parse(pending?.requestedAt ?? "")).toBe(14 * 86_400_000);
    const { body } = await openApi(server, tenant.secret).get(`/service-accounts/${key.id}`);
    expect((body["serviceAccount"] as ServiceAccount).pendingScopes).toEqual(key.pendingScopes);
    expect((await openApi(server, secret).get("/me")).status).toBe(200);
    expect((await openApi(server, secret).get("/retrieval-requests/ret_none")).status).toBe(403);
  });

  test("notifies administrators and key managers once for all scopes, but not the requester", async () => {
    await mails.take();
    const { key, requestId } = await createRequestingKey(manager.portal, tenant, ["medical:read", "clients:pii"]);
    const sent = await mails.take();
    const { email } = await tenant.inside((transaction) =>
      transaction.selectFrom("Member").select("email").where("id", "=", colleague.memberId).executeTakeFirstOrThrow(),
    );
    expect(sent.map(({ to, path }) => [to, path]).toSorted()).toEqual(
      [
        [administrator.person.email, "/administration/scope-requests"],
        [email, `/o/${await readSlug(tenant)}/credentials/${key.id}`],
      ].toSorted(),
    );
    expect(sent.every(({ text }) => text.includes("medical:read, clients:pii") && !text.includes("Retrieving"))).toBe(
      true,
    );
    const notices = await readNotices(tenant, key.id);
    expect(notices.map(({ memberId, kind }) => [memberId, kind])).toEqual([
      [colleague.memberId, "scope_request.created"],
    ]);
    expect(await readEventTypes(tenant, requestId)).toEqual(["scope_request.created"]);
  });

  test("that is repeated stays one request", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    const again = {
      serviceAccountId: key.id,
      scopes: ["cases:read", "medical:read"],
      purpose: "We still want it, please",
    };
    const both = await Promise.all([
      manager.portal.mutate("serviceAccounts.update", again),
      colleague.portal.mutate("serviceAccounts.update", again),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await readKey(key.id)).pendingScopes.map((pending) => pending.requestId)).toEqual([requestId]);
    expect(await readEventTypes(tenant, requestId)).toEqual(["scope_request.created"]);
  });

  test("of a key created by another key belongs to the person who created the first key", async () => {
    const { data } = await manager.portal.mutate<{ serviceAccount: ServiceAccount }>("serviceAccounts.create", {
      name: "First",
      scopes: ["org:manage"],
      validUntil: inDays(30),
    });
    const make = async (secret: string, body: object) =>
      (await openApi(server, secret).change("POST", "/service-accounts", { validUntil: inDays(20), ...body })).body as {
        secret: string;
        serviceAccount: ServiceAccount;
      };
    const second = await createManagingKey(tenant, data.serviceAccount.id);
    const third = await make(second.secret, {
      name: "Third",
      scopes: ["medical:read"],
      purpose: "Asked by a program for itself",
    });
    const { rows } = await owner.query(
      `SELECT "requestedByUserId", "requestedBy"->>'type' AS type FROM "ScopeRequest" WHERE "keyId" = $1`,
      [third.serviceAccount.id],
    );
    expect(rows).toEqual([{ requestedByUserId: manager.person.userId, type: "integration_key" }]);
  });

  test("of a key with an unknown creator belongs to nobody", async () => {
    const { secret } = await createKey(tenant, { scopes: ["org:manage"], actingAttorneyId: null });
    const body = { name: "Made", scopes: ["medical:read"], validUntil: inDays(20), purpose: "Asked by an old program" };
    const { serviceAccount } = (await openApi(server, secret).change("POST", "/service-accounts", body)).body as {
      serviceAccount: ServiceAccount;
    };
    const { rows } = await owner.query(`SELECT "requestedByUserId" FROM "ScopeRequest" WHERE "keyId" = $1`, [
      serviceAccount.id,
    ]);
    expect(rows).toEqual([{ requestedByUserId: null }]);
  });
});

test("an organization has at most fifty pending requests, also with concurrent ones, until one is withdrawn", async () => {
  const own = await createManagedTenant(server);
  const keys = await Promise.all(
    Array.from({ length: 49 }, () => createKey(own.tenant, { scopes: ["cases:read"], actingAttorneyId: null })),
  );
  // As 48 keys would have requested, and one whose fourteen days are over: that one waits no more.
  await owner.query(
    `INSERT INTO "ScopeRequest" ("organizationId", id, "keyId", scope, purpose, "requestedBy", "requestedAt", "lapsesAt")
     SELECT $1, 'scr_full' || n, key, 'medical:read', 'Filling the queue', '{"type":"system","id":"system","name":"Test"}', now() - make_interval(days => n / 49 * 15), now() + interval '14 days' - make_interval(days => n / 49 * 15)
     FROM unnest($2::text[]) WITH ORDINALITY k (key, place) CROSS JOIN LATERAL (SELECT place::integer) p (n)`,
    [own.tenant.organizationId, keys.map(({ keyId }) => keyId)],
  );
  const requestScope = () =>
    own.manager.portal.mutate<{ serviceAccount: ServiceAccount }>("serviceAccounts.create", {
      name: "Asks",
      scopes: ["medical:read"],
      validUntil: inDays(20),
      purpose: "One of many requests",
    });
  await mails.take();
  const replies = await Promise.all([requestScope(), requestScope(), requestScope(), requestScope(), requestScope()]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409]);
  const rejected = replies.find(({ status }) => status === 409);
  expect(rejected?.error).toMatchObject({
    message: expect.stringContaining("Withdraw a request"),
    data: { code: "INVALID_STATE_TRANSITION" },
  });
  const sent = await mails.take();
  expect(sent.filter(({ to }) => to === administrator.person.email)).toHaveLength(2);
  const done = replies.find(({ status }) => status === 200);
  expect((await withdraw(own.manager, done?.data.serviceAccount.pendingScopes[0]?.requestId ?? "")).status).toBe(200);
  expect((await requestScope()).status).toBe(200);
});

describe("withdrawing a request", () => {
  test("ends it once, with an event", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    const both = await Promise.all([withdraw(manager, requestId), withdraw(colleague, requestId)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.error?.message).toContain("was withdrawn");
    expect((await readKey(key.id)).pendingScopes).toEqual([]);
    expect(await readEventTypes(tenant, requestId)).toEqual(["scope_request.created", "scope_request.withdrawn"]);
  });

  test("is rejected for a member without the permission, and for an unknown request", async () => {
    const { requestId } = await createRequestingKey(manager.portal, tenant);
    const paralegal = await signInMember(server, tenant);
    expect((await withdraw(paralegal, requestId)).error?.data.code).toBe("FORBIDDEN");
    const stranger = await createManagedTenant(server);
    const foreign = await withdraw(stranger.manager, requestId);
    expect(foreign.error?.data.code).toBe("NOT_FOUND");
    expect(foreign.text).toBe((await withdraw(stranger.manager, "scr_unknown")).text);
    expect(await readEventTypes(tenant, requestId)).toEqual(["scope_request.created"]);
  });

  test("happens when the key is revoked", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await manager.portal.mutate("serviceAccounts.revoke", { serviceAccountId: key.id, reason: "not wanted" });
    expect(await readEventTypes(tenant, requestId)).toEqual(["scope_request.created", "scope_request.withdrawn"]);
  });
});

describe("after fourteen days", () => {
  test("a request is no longer pending, even before the job has run", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await letExpire(tenant, requestId);
    expect((await readKey(key.id)).pendingScopes).toEqual([]);
    const late = await withdraw(manager, requestId);
    expect([late.status, late.error?.message]).toEqual([409, expect.stringContaining("has expired")]);
  });

  test("a repeated request creates a new one, and the old one is expired", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await letExpire(tenant, requestId);
    await manager.portal.mutate("serviceAccounts.update", {
      serviceAccountId: key.id,
      scopes: ["cases:read", "medical:read"],
      purpose: "Asked for once more",
    });
    const [pending] = (await readKey(key.id)).pendingScopes;
    expect(pending?.requestId).not.toBe(requestId);
    expect(await readEventTypes(tenant, requestId)).toEqual([
      "scope_request.created",
      "scope_request.expired",
      "scope_request.lapsed",
    ]);
  });

  test("one job runs every quarter of an hour, and one for notices every ten minutes", async () => {
    const { rows } = await owner.query(
      `SELECT name, cron FROM pgboss.schedule WHERE name IN ('expire-scope-requests', 'give-expiry-notices') ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: "expire-scope-requests", cron: "*/15 * * * *" },
      { name: "give-expiry-notices", cron: "*/10 * * * *" },
    ]);
  });

  test("several concurrent jobs expire a request once and notify everyone once", async () => {
    await expireOverdueRequests(server.services.database);
    const requested = await Promise.all(Array.from({ length: 5 }, () => createRequestingKey(manager.portal, tenant)));
    for (const { requestId } of requested) await letExpire(tenant, requestId);
    await mails.take();
    const done = await Promise.all(Array.from({ length: 4 }, () => expireOverdueRequests(server.services.database)));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(5);
    for (const { key, requestId } of requested) {
      expect(await readEventTypes(tenant, requestId)).toEqual([
        "scope_request.created",
        "scope_request.expired",
        "scope_request.lapsed",
      ]);
      const notified = (await readNotices(tenant, key.id))
        .filter(({ kind }) => kind === "scope_request.lapsed")
        .map(({ memberId }) => memberId);
      expect(notified.toSorted()).toEqual([manager.memberId, colleague.memberId].toSorted());
    }
    const sent = await mails.take();
    expect(sent).toHaveLength(10);
    expect(sent.every(({ subject }) => subject.startsWith("Request expired: medical:read"))).toBe(true);
    const { rows } = await owner.query(
      `SELECT "actorType" FROM "AuditEntry" WHERE "entityId" = $1 ORDER BY id DESC LIMIT 1`,
      [requested[0]?.requestId],
    );
    expect(rows).toEqual([{ actorType: "system" }]);
  });

  test("a job that is killed midway leaves no changes, and the next one completes the work", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await letExpire(tenant, requestId);
    await mails.take();
    const before = (await readNotices(tenant, key.id)).length;
    // Its last statement waits for the counter of events; then its connection is cut.
    await owner.query("BEGIN");
    await owner.query(`SELECT FROM "EventCounter" WHERE "organizationId" = $1 FOR UPDATE`, [tenant.organizationId]);
    const killed = expireOverdueRequests(server.services.database).catch((error: unknown) => error);
    await expect.poll(() => cutWaiting()).toBe(1);
    expect(await killed).toBeInstanceOf(Error);
    await owner.query("ROLLBACK");
    expect(await readEventTypes(tenant, requestId)).toEqual(["scope_request.created"]);
    expect(await readNotices(tenant, key.id)).toHaveLength(before);
    expect(await mails.take()).toEqual([]);
    expect(await expireOverdueRequests(server.services.database)).toBe(1);
    expect(await readEventTypes(tenant, requestId)).toEqual([
      "scope_request.created",
      "scope_request.expired",
      "scope_request.lapsed",
    ]);
  });

  async function cutWaiting(): Promise<number> {
    const watcher = await server.connectOwner();
    const { rowCount } = await watcher.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%EventCounter%'`);
    await watcher.end();
    return rowCount ?? 0;
  }
});
