import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { durationBounds } from "../../contract/portal/usage.ts";
import type { RequestNote } from "../../platform/observability/request-log.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { contextOf, logRequests, noteOf } from "../request-logs/fixtures.ts";
import { createRequestingKey, signInAdministrator } from "../scope-requests/fixtures.ts";
import { createManagedTenant, createMember, signInMember, type SignedInMember } from "../team/fixtures.ts";
import type { InstallationOverview } from "../administration/schema.ts";
import { createDelivery, createSubscription } from "../webhooks/fixtures.ts";
import { describeTraffic, listHours } from "./domain.traffic.ts";
import type { OrganizationRequestPage } from "../request-logs/schema.ts";
import type { OrganizationOverview, Traffic } from "./schema.ts";

const hour = 3_600_000;
const week = 7 * 24 * hour;
/** The middle of an hour, so that every note's hour is known. */
const now = Math.floor(Date.now() / hour) * hour + hour / 2;

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
});
afterAll(() => server.close(1_000));

const readTraffic = (of: TestTenant, keyId: string | null = null) =>
  of.inside((transaction) => describeTraffic(contextOf(of, transaction), keyId, now));
const readCards = async (member: SignedInMember) =>
  (await member.portal.query<OrganizationOverview>("overview.get")).data;

type Result = "succeeded" | "refused" | "limited" | "failed";
function resultOf(status: number): Result {
  if (status < 400) return "succeeded";
  if (status === 429) return "limited";
  return status < 500 ? "refused" : "failed";
}

/** The counts of requests, computed one by one. */
function count(notes: readonly RequestNote[]) {
  const counts = { succeeded: 0, refused: 0, limited: 0, failed: 0 };
  for (const { status } of notes) counts[resultOf(status)] += 1;
  return counts;
}

/** The bounds of the bucket that has the request of rank 95 %, in milliseconds. */
function findBucket(notes: readonly RequestNote[]): [number, number] {
  const sorted = notes.map(({ durationMicros }) => durationMicros / 1000).toSorted((left, right) => left - right);
  const duration = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  return [
    durationBounds.findLast((bound) => bound <= duration) ?? 0,
    durationBounds.find((bound) => bound > duration) ?? Infinity,
  ];
}

describe("traffic", () => {
  const kinds: Partial<RequestNote>[] = [
    {},
    {},
    {},
    { status: 304 },
    { status: 404, code: "NOT_FOUND", rejectedBy: "domain", reason: "not_found" },
    { status: 403, code: "FORBIDDEN", rejectedBy: "scope", reason: "missing_scope" },
    { status: 403, code: "FORBIDDEN", rejectedBy: "network", reason: "foreign_network" },
    { status: 429, code: "RATE_LIMITED", rejectedBy: "rate", reason: "rate_limited" },
    { status: 503, code: "INTERNAL_ERROR", rejectedBy: "server", reason: "temporarily_unavailable" },
  ];
  let notes: RequestNote[];
  let busy: string;
  let idle: string;

  beforeAll(async () => {
    busy = (await createKey(tenant, { name: "Busy" })).keyId;
    idle = (await createKey(tenant, { name: "Idle" })).keyId;
    const at = (start: number, index: number) => start + ((index * 37) % 24) * hour + ((index * 7_919) % hour);
    const first = listHours(now)[0] ?? 0;
    notes = [
      ...Array.from({ length: 400 }, (_, index) => ({
        keyId: index % 5 === 0 ? idle : busy,
        occurredAt: at(first, index),
        index,
      })),
      ...Array.from({ length: 300 }, (_, index) => ({ keyId: busy, occurredAt: at(first - week, index), index })),
      // Just outside of both days.
      ...[first - 1, first - week - 1, first - week + 24 * hour].map((occurredAt, index) => ({
        keyId: busy,
        occurredAt,
        index,
      })),
    ].map(({ keyId, occurredAt, index }) =>
      noteOf(
        { ...tenant, keyId },
        { occurredAt, durationMicros: 300 + ((index * 104_729) % 90_000), ...kinds[(index * 31) % kinds.length] },
      ),
    );
    await logRequests(server.applicationUrl, notes);
  });

  const keyOf = ({ owner: of }: RequestNote) => ("keyId" in of ? of.keyId : "");
  const within =
    (start: number, length = 24 * hour) =>
    ({ occurredAt }: RequestNote) =>
      occurredAt >= start && occurredAt < start + length;

  test("every hour, key and total is what counting one by one gives", async () => {
    const traffic = await readTraffic(tenant);
    const hours = listHours(now);
    const [first = 0] = hours;
    expect(traffic.hours.map(({ hour: at }) => Date.parse(at))).toEqual(hours);
    for (const [index, start] of hours.entries()) {
      expect(traffic.hours[index]?.now).toMatchObject(count(notes.filter(within(start, hour))));
      expect(traffic.hours[index]?.weekBefore).toMatchObject(count(notes.filter(within(start - week, hour))));
    }
    const [day, before] = [notes.filter(within(first)), notes.filter(within(first - week))];
    expect(traffic.totals).toMatchObject(count(day));
    expect(traffic.completeHours).toEqual({
      now: day.filter(({ occurredAt }) => occurredAt < (hours.at(-1) ?? 0)).length,
      weekBefore: before.filter(within(first - week, 23 * hour)).length,
    });
    expect(traffic.keys.map(({ name, now: counts, weekBefore }) => [name, counts, weekBefore])).toMatchObject([
      ["Busy", count(day.filter((each) => keyOf(each) === busy)), count(before)],
      [
        "Idle",
        count(day.filter((each) => keyOf(each) === idle)),
        { succeeded: 0, refused: 0, limited: 0, failed: 0, p95Ms: null },
      ],
    ]);
  });

  test("p95 is in the bucket of the request that has this rank", async () => {
    const traffic = await readTraffic(tenant);
    const [first = 0] = listHours(now);
    const [low, high] = findBucket(notes.filter(within(first)));
    expect(traffic.totals.p95Ms).toBeGreaterThanOrEqual(low);
    expect(traffic.totals.p95Ms).toBeLessThanOrEqual(high);
    const [lowBefore, highBefore] = findBucket(notes.filter(within(first - week, hour)));
    expect(traffic.hours[0]?.weekBefore.p95Ms).toBeGreaterThanOrEqual(lowBefore);
    expect(traffic.hours[0]?.weekBefore.p95Ms).toBeLessThanOrEqual(highBefore);
  });

  test("reasons are ranked, with the key that has most of them", async () => {
    const { reasons } = await readTraffic(tenant);
    const [first = 0] = listHours(now);
    const failed = notes.filter(({ code }) => code !== null);
    for (const reason of reasons) {
      const same = failed.filter((each) => each.reason === reason.reason);
      expect([reason.requests, reason.weekBefore]).toEqual([
        same.filter(within(first)).length,
        same.filter(within(first - week)).length,
      ]);
    }
    expect(reasons.map(({ reason }) => reason).toSorted()).toEqual([
      "foreign_network",
      "missing_scope",
      "not_found",
      "rate_limited",
      "temporarily_unavailable",
    ]);
    expect(reasons.map(({ requests }) => requests)).toEqual(
      reasons.map(({ requests }) => requests).toSorted((left, right) => right - left),
    );
    expect(reasons[0]).toMatchObject({ keyName: "Busy", keyCount: 2 });
  });

  test("of one key: its hours and reasons, beside the list of all keys", async () => {
    const { totals, keys, reasons } = await readTraffic(tenant, idle);
    const day = notes.filter((each) => keyOf(each) === idle);
    expect(totals).toMatchObject(count(day));
    expect(keys.map(({ name }) => name)).toEqual(["Busy", "Idle"]);
    expect(reasons.reduce((sum, { requests }) => sum + requests, 0)).toBe(
      day.filter(({ code }) => code !== null).length,
    );
  });

  test("another organization sees none of it", async () => {
    const elsewhere = await createTenant(server.services.database);
    const { totals, keys, reasons } = await readTraffic(elsewhere, busy);
    expect([totals, keys, reasons]).toEqual([{ succeeded: 0, refused: 0, limited: 0, failed: 0, p95Ms: null }, [], []]);
  });

  test("administrators see organizations by traffic, nobody else does", async () => {
    const administrator = await signInAdministrator(server);
    const { data } = await administrator.portal.query<InstallationOverview>("administration.overview");
    const line = data.traffic.find(({ organizationId }) => organizationId === tenant.organizationId);
    expect(line).toMatchObject(count(notes.filter(({ occurredAt }) => occurredAt >= (listHours(now)[0] ?? 0))));
    expect(data.health).toMatchObject({
      version: "1.0.0",
      isStorageAvailable: true,
      oldestDeliveryAt: null,
      migration: expect.stringMatching(/^\d{14}_/),
    });
    expect((await manager.portal.query("administration.overview")).error?.data.code).toBe("FORBIDDEN");
    for (const statement of [
      "SELECT * FROM list_organization_traffic($1, '-infinity', 10)",
      "SELECT at FROM find_oldest_webhook_job($1) AS at WHERE at IS NOT NULL",
    ]) {
      expect((await owner.query(statement, [manager.person.userId])).rows).toEqual([]);
    }
  });
});

describe("cards", () => {
  test("keys that need attention have all their reasons", async () => {
    const { tenant: firm, manager: own } = await createManagedTenant(server);
    const { key } = await createRequestingKey(own.portal, firm);
    const old = new Date(Date.now() - 120 * 24 * hour).toISOString();
    const { keyId: unused } = await createKey(firm, {
      name: "Unused",
      createdAt: old,
      actingAttorneyId: null,
      scopes: ["cases:read"],
    });
    const { keyId: broad } = await createKey(firm, {
      name: "Broad",
      createdAt: old,
      lastUsedAt: new Date().toISOString(),
      actingAttorneyId: null,
      scopes: ["cases:read", "clients:read", "events:read"],
    });
    const soon = new Date(Date.now() + 5 * 24 * hour).toISOString();
    const { keyId: expiring } = await createKey(firm, {
      name: "Expiring",
      expiresAt: soon,
      actingAttorneyId: null,
      scopes: ["cases:read"],
    });
    const attorneyId = await createMember(firm, { status: "deactivated", isAttorney: true });
    const { keyId: broken } = await createKey(firm, {
      name: "Broken",
      actingAttorneyId: attorneyId,
      scopes: ["documents:write"],
    });
    await createKey(firm, { name: "Revoked", createdAt: old, revokedAt: old, revokeReason: "Not needed" });
    // Observed for more than 90 days, and one of three scopes used.
    await logRequests(
      server.applicationUrl,
      [-100 * 24 * hour, 0].map((offset) => noteOf({ ...firm, keyId: broad }, { occurredAt: Date.now() + offset })),
    );
    const { keys } = await readCards(own);
    const named = new Map(keys?.keys.map(({ keyId, reasons }) => [keyId, reasons]));
    expect([...named.keys()]).not.toContain("Revoked");
    expect(named.get(broken)).toEqual([{ kind: "misconfigured", actingAttorneyName: "Nora Quill" }]);
    expect(named.get(expiring)).toEqual([{ kind: "expiring", expiresAt: soon }]);
    expect(named.get(key.id)).toEqual([{ kind: "pending_scopes", count: 1 }]);
    expect(named.get(unused)).toEqual([{ kind: "unused", lastUsedAt: null }]);
    expect(named.get(broad)).toEqual([{ kind: "unused_scopes", count: 2 }]);
    expect([keys?.keys[0]?.keyId, keys?.total]).toEqual([broken, 5]);
    const other = await createManagedTenant(server);
    expect((await readCards(other.manager)).keys).toEqual({ keys: [], total: 0 });
  });

  test("webhooks: deliveries of the last 24 hours, subscriptions by status, what is stopped", async () => {
    const { tenant: firm, manager: own } = await createManagedTenant(server);
    const active = await createSubscription(firm);
    const paused = await createSubscription(firm, { name: "Stuck", status: "paused", statusReason: "failures" });
    for (const status of ["succeeded", "succeeded", "failed"]) await createDelivery(firm, active, { status });
    const { webhooks } = await readCards(own);
    expect(webhooks).toMatchObject({
      active: 1,
      paused: 1,
      disabled: 0,
      succeeded: 2,
      failed: 1,
      stopped: [{ subscriptionId: paused, name: "Stuck", statusReason: "failures" }],
    });
    const other = await createManagedTenant(server);
    expect((await readCards(other.manager)).webhooks).toEqual({
      active: 0,
      paused: 0,
      disabled: 0,
      succeeded: 0,
      failed: 0,
      backlog: 0,
      stopped: [],
    });
  });

  test("a new organization's first successful request arrives", async () => {
    const { tenant: firm, manager: own } = await createManagedTenant(server);
    const read = async () =>
      (await own.portal.query<OrganizationRequestPage>("keys.listRequests", { limit: 1 })).data.requests[0] ?? null;
    await firm.inside((transaction) =>
      transaction
        .updateTable("IntegrationKey")
        .set({ revokedAt: new Date().toISOString(), revokeReason: "Not needed" })
        .where("organizationId", "=", firm.organizationId)
        .execute(),
    );
    expect([(await readCards(own)).start, await read()]).toEqual([{ hasKey: false, hasSucceeded: false }, null]);
    const { secret, keyId } = await createKey(firm, { name: "First key", scopes: ["cases:read"] });
    await openApi(server, secret).get("/document-events");
    await server.services.requestLog.flush();
    expect(await read()).toMatchObject({ keyId, status: 403 });
    expect((await readCards(own)).start).toEqual({ hasKey: true, hasSucceeded: false });
    await openApi(server, secret).get("/me");
    await server.services.requestLog.flush();
    expect(await read()).toMatchObject({ keyName: "First key", method: "GET", route: "/me", status: 200 });
    expect((await readCards(own)).start).toEqual({ hasKey: true, hasSucceeded: true });
  });

  test("a member gets the cards of their permissions, and no error", async () => {
    const cardsOf = async (role: string) =>
      Object.entries(await readCards(await signInMember(server, tenant, { role }))).flatMap(([card, value]) =>
        value === null ? [] : [card],
      );
    expect(await cardsOf("admin")).toEqual(["start", "keys", "webhooks", "events", "exports", "changes"]);
    expect(await cardsOf("attorney")).toEqual(["start", "keys", "webhooks", "events", "exports"]);
    expect(await cardsOf("billing")).toEqual(["exports"]);
    expect(await cardsOf("assistant")).toEqual([]);
    const paralegal = await signInMember(server, tenant, { role: "paralegal" });
    for (const procedure of ["overview.traffic", "keys.listRequests"])
      expect((await paralegal.portal.query(procedure)).error?.data.code).toBe("FORBIDDEN");
  });

  test("latest events and changes are the newest five, of the organization alone", async () => {
    const { events, changes } = await readCards(manager);
    expect(events?.length).toBeLessThanOrEqual(5);
    const other = await createManagedTenant(server);
    await createRequestingKey(other.manager.portal, other.tenant);
    const seen = await readCards(other.manager);
    expect(seen.events?.[0]).toMatchObject({
      eventType: expect.stringMatching(/^(integration_key|scope_request)\./),
      actorName: "Margaret Okafor",
    });
    expect(seen.changes?.map(({ action }) => action)).toContain("serviceAccounts.create");
    expect(JSON.stringify(changes)).not.toContain(seen.changes?.[0]?.id);
  });
});

test("traffic through the portal", async () => {
  const { data } = await manager.portal.query<Traffic>("overview.traffic");
  expect(data.hours).toHaveLength(24);
});
