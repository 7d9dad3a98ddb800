import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listNewest } from "../../areas/events/newest/store.ts";
import { findSecret, listActiveAttorneys, listEntries, listManagers, takeNotice } from "../../areas/keys/store.ts";
import { countUnread, findOrganization, listNotifications, listRecipients, markNotificationsRead } from "../../areas/notifications/store.ts";
import { countPending, findGrantedLimit, findPersonBehindKey, findRequest, lockRequestForUpdate, isBehindKey, expireOverdue, listPending, listRequestIds, readKeyName, settleRow, withdrawPending } from "../../areas/scope-requests/store.ts";
import { addScope, lockKey } from "../../areas/service-accounts/store.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase } from "../../platform/database/database.ts";
import type { Database } from "../../platform/database/database.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import { createId } from "../../platform/database/ids.ts";
import { lockAttorneyForShare } from "../../rpc/authorize.ts";
import type { Context } from "../../rpc/context.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant, createKey } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";

/** The first wall for what the portal asks: every store function filters by itself, also where row-level security does not bind. */
interface FilledTenant extends TestTenant {
  pendingId: string;
  overdueId: string;
  notificationId: string;
  attorneyUserId: string;
  childKeyId: string;
  endingKeyId: string;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

let database: Database;
let superuser: Database;
let ours: FilledTenant;
let theirs: FilledTenant;

async function fillTenant(): Promise<FilledTenant> {
  const tenant = await createTenant(database);
  const { organizationId, keyId, attorneyId } = tenant;
  const [userId, pendingId, overdueId, notificationId] = [createId("user"), createId("scopeRequest"), createId("scopeRequest"), createId("notification")];
  const requestedBy = { type: "member", id: attorneyId, name: "Ada Counsel" };
  const asked = { organizationId, keyId, purpose: "a test", requestedBy };
  await database.outside.insertInto("User").values({ id: userId, name: "Ada", email: `${userId}@firm.example` }).execute();
  await tenant.inside(async (transaction) => {
    await transaction.updateTable("Member").set({ userId }).where("id", "=", attorneyId).execute();
    await transaction
      .insertInto("ScopeRequest")
      .values([
        { ...asked, id: pendingId, scope: "clients:pii", lapsesAt: inDays(5) },
        { ...asked, id: overdueId, scope: "medical:read", requestedAt: inDays(-10), lapsesAt: inDays(-1) },
        { ...asked, id: createId("scopeRequest"), scope: "medical:write", status: "granted", decidedBy: requestedBy, lapsesAt: inDays(5), latestExpiryAt: inDays(9) },
      ])
      .execute();
    await transaction.insertInto("Notification").values({ organizationId, id: notificationId, memberId: attorneyId, kind: "x", keyId }).execute();
    const entry = { action: "x", actorType: "member", actorId: attorneyId, actorName: "Ada", requestId: "req" };
    await transaction.insertInto("AuditEntry").values({ organizationId, id: createId("auditEntry"), entity: "integration_key", entityId: keyId, ...entry }).execute();
    const event = { entity: "case", entityId: `case_${organizationId}`, eventType: "case.updated", occurredAt: inDays(0), payload: {}, diff: {}, relatedIds: "[]", correlationId: "req", metadata: {} };
    await transaction.insertInto("Event").values({ organizationId, number: 1, id: createId("event"), actor: { type: "integration_key", id: keyId, name: "x" }, ...event }).execute();
  });
  const createdBy = requestedBy;
  const { keyId: childKeyId } = await createKey(tenant, { createdBy });
  const { keyId: endingKeyId } = await createKey(tenant, { expiresAt: inDays(5) });
  return { ...tenant, pendingId, overdueId, notificationId, attorneyUserId: userId, childKeyId, endingKeyId };
}

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  database = openDatabase(await ensureApplicationRole(ownerUrl), 10);
  superuser = openDatabase(ownerUrl, 2);
  ours = await fillTenant();
  theirs = await fillTenant();
});
afterAll(async () => {
  await superuser.close();
  await database.close();
});

/** Runs a store function of our firm as a superuser, and undoes it. A function that finds nothing may say so by throwing. */
async function ask(work: (context: Context) => Promise<unknown>): Promise<unknown> {
  const rollback = new Error("rolled back");
  const outcome: { result?: unknown } = {};
  await superuser
    .inOrganization(ours.organizationId, async (transaction) => {
      const context = { organizationId: ours.organizationId, transaction, requestId: "req", address: null } as unknown as Context;
      outcome.result = await work(context);
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback && !String(error).includes("no result")) throw error;
    });
  return outcome.result;
}

const isFound = (result: unknown) => (Array.isArray(result) ? result.length > 0 : result !== undefined && result !== null && result !== 0 && result !== false);

const functions: Record<string, (context: Context, records: FilledTenant) => Promise<unknown>> = {
  findPersonBehindKey: (context, { childKeyId }) => findPersonBehindKey(context, childKeyId),
  listPending: (context, { keyId }) => listPending(context, [keyId]),
  withdrawPending: (context, { keyId }) => withdrawPending(context, keyId, []),
  "expireOverdue of a key": (context, { keyId }) => expireOverdue(context, { column: "keyId", value: keyId }),
  "expireOverdue of a request": (context, { overdueId }) => expireOverdue(context, { column: "id", value: overdueId }),
  isBehindKey: (context, { childKeyId, attorneyUserId }) => isBehindKey(context, { id: childKeyId, at: inDays(0) }, attorneyUserId),
  findRequest: (context, { pendingId }) => findRequest(context, pendingId),
  lockRequestForUpdate: (context, { pendingId }) => lockRequestForUpdate(context, pendingId),
  settleRow: (context, { pendingId }) => settleRow(context, pendingId, { status: "withdrawn", decidedBy: null, note: null, latestExpiryAt: null }),
  readKeyName: (context, { keyId }) => readKeyName(context, keyId),
  findGrantedLimit: (context, { keyId }) => findGrantedLimit(context, keyId, ["medical:write"]),
  listRequestIds: (context, { keyId }) => listRequestIds(context, keyId),
  listNotifications: (context, { attorneyId }) => listNotifications(context, attorneyId, null, 10),
  countUnread: (context, { attorneyId }) => countUnread(context, attorneyId),
  markNotificationsRead: async (context, { attorneyId, notificationId }) => {
    await markNotificationsRead(context, attorneyId, [notificationId]);
    const row = await context.transaction.selectFrom("Notification").select("readAt").where("id", "=", notificationId).executeTakeFirst();
    return row?.readAt;
  },
  lockKey: (context, { keyId }) => lockKey(context, keyId),
  lockAttorneyForShare: (context, { attorneyId }) => lockAttorneyForShare(context, attorneyId),
  addScope: async (context, { childKeyId }) => {
    await addScope(context, childKeyId, "cases:read", inDays(3));
    const row = await context.transaction.selectFrom("IntegrationKey").select("revision").where("id", "=", childKeyId).executeTakeFirst();
    return (row?.revision ?? 1) > 1;
  },
  findSecret: (context, { secret }) => findSecret(context, sha256(secret)),
  listEntries: (context, { keyId }) => listEntries(context, [{ entity: "integration_key", id: keyId }], null, 10),
  "listNewest of an actor": (context, { keyId }) => listNewest(context, { actorId: keyId }, null, 10).then(({ events }) => events),
  "listNewest of a record": (context, { organizationId }) => listNewest(context, { entityId: `case_${organizationId}` }, null, 10).then(({ events }) => events),
  takeNotice: (context, { endingKeyId }) => takeNotice(context, endingKeyId),
};

describe("the first wall: store functions of the portal filter by themselves, without row-level security", () => {
  test.each(Object.entries(functions))("%s", async (_, call) => {
    expect(isFound(await ask((context) => call(context, ours)))).toBe(true);
    expect(isFound(await ask((context) => call(context, theirs)))).toBe(false);
  });

  test("what takes no id shows the own organization's alone", async () => {
    const ids = (await ask((context) => listRecipients(context, "integrations:manage", [theirs.attorneyId], null))) as { memberId: string }[];
    expect(ids.map(({ memberId }) => memberId)).toEqual([ours.attorneyId]);
    expect(await ask((context) => listManagers(context, 10))).toHaveLength(1);
    expect(((await ask((context) => listActiveAttorneys(context))) as { memberId: string }[]).map(({ memberId }) => memberId)).toEqual([ours.attorneyId]);
    expect(await ask((context) => countPending(context))).toBe(1);
    const since = inDays(-1);
    const until = inDays(1);
    for (const filters of [{}, { entity: "case" }, { eventType: "case.updated" }, { since }, { until }, { since, until }] as const) {
      const { events } = (await ask((context) => listNewest(context, filters, null, 10))) as { events: { organizationId: string }[] };
      expect(events.map(({ organizationId }) => organizationId)).toEqual([ours.organizationId]);
    }
    expect(await ask((context) => findOrganization(context))).toMatchObject({ name: "Test Firm" });
  });
});
