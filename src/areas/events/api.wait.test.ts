import { request as openRequest, type ClientRequest } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { call, type Reply } from "../../testing/harness/requests/call.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startServerOn, startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { startPostgresProxy } from "../../testing/servers/postgres-proxy.ts";
import { readAuditEntries } from "../../testing/harness/traces.ts";
import { eventList } from "./domain.cursors.ts";
import { encodeCursor } from "../../platform/database/lists/cursor.ts";
import { createEvents } from "./fixtures.ts";
import type { EventRecord } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

interface Page {
  events: EventRecord[];
  nextCursor: string;
}

const pageOf = ({ json }: Reply) => json as unknown as Page;
const cursorAt = (number: number) => encodeCursor(eventList(tenant, "events"), number);

function read(query: string, secret = tenant.secret, baseUrl = server.baseUrl): Promise<Reply> {
  return call(baseUrl, `/api/v1/events?${query}`, { secret, patienceMilliseconds: 28_000 });
}

/** Resolves once so many requests wait, no more and no fewer. */
async function untilWaiting(count: number, { services }: Pick<TestServer, "services"> = server): Promise<void> {
  while (services.eventNotifier.countWaiting() !== count) await delay(5);
}

async function changeSomething(baseUrl = server.baseUrl): Promise<string> {
  const { caseId } = await createCase(tenant);
  const { body } = await openApi({ baseUrl }, tenant.secret).change("POST", `/cases/${caseId}/folders`, {
    name: "Bills",
  });
  return (body["folder"] as { id: string }).id;
}

/** A reader of its own connection, which it may break. */
function openReader(secret = tenant.secret): { request: ClientRequest; responded: Promise<number> } {
  const request = openRequest(`${server.baseUrl}/api/v1/events?wait=25`, {
    headers: { "x-api-key": secret },
    agent: false,
  });
  const responded = new Promise<number>((resolve) => {
    request.on("response", (response) => resolve(response.resume().statusCode ?? 0));
    request.on("error", () => resolve(0));
  });
  request.end();
  return { request, responded };
}

describe("a long poll", () => {
  test("returns an event of another request in the same process", async () => {
    const reply = read("wait=20");
    await untilWaiting(1);
    const folderId = await changeSomething();
    expect(pageOf(await reply).events.map(({ entityId }) => entityId)).toEqual([folderId]);
    expect((await reply).milliseconds).toBeLessThan(18_000);
  });

  test("returns an event of another process", async () => {
    const other = await startServerOn(server.applicationUrl);
    try {
      const reply = read("wait=20");
      await untilWaiting(1);
      const folderId = await changeSomething(other.addresses[0]);
      expect(pageOf(await reply).events.map(({ entityId }) => entityId)).toEqual([folderId]);
      expect((await reply).milliseconds).toBeLessThan(18_000);
    } finally {
      await other.close(1_000);
    }
  });

  test("returns an empty page with the same cursor when the time is over", async () => {
    await createEvents(tenant, 2);
    const after = cursorAt(2);
    const reply = await read(`wait=1&after=${after}`);
    expect([reply.status, pageOf(reply)]).toEqual([200, { success: true, events: [], nextCursor: after }]);
    expect(reply.milliseconds).toBeGreaterThan(950);
  });

  test("is not ended by events that the key cannot read, and its cursor moves past them", async () => {
    const { secret } = await createKey(tenant, { scopes: ["clients:read"] });
    const reply = read("wait=2", secret);
    await untilWaiting(1);
    await createEvents(tenant, 3, "folder.created");
    const seen = await reply;
    expect(pageOf(seen)).toMatchObject({ events: [], nextCursor: cursorAt(3) });
    expect(seen.milliseconds).toBeGreaterThan(1_950);
    const next = read(`wait=20&after=${cursorAt(3)}`, secret);
    await untilWaiting(1);
    await createEvents(tenant, 1, "folder.created");
    await createEvents(tenant, 1, "client.updated");
    expect(pageOf(await next)).toMatchObject({ events: [{ eventType: "client.updated" }], nextCursor: cursorAt(5) });
  });

  test("responds at once without wait, with wait=0, or when events are available", async () => {
    for (const query of ["", "wait=0"]) expect((await read(query)).milliseconds).toBeLessThan(950);
    await createEvents(tenant, 1);
    expect(pageOf(await read("wait=25")).events).toHaveLength(1);
  });

  test("that returns elevated records writes an audit entry", async () => {
    const { secret } = await createKey(tenant, { scopes: ["medical:read"] });
    const reply = read("wait=20", secret);
    await untilWaiting(1);
    await createEvents(tenant, 1, "medical_facility.updated");
    expect(pageOf(await reply).events).toHaveLength(1);
    expect((await readAuditEntries(tenant)).filter(({ action }) => action === "events.list")).toHaveLength(1);
  });
});

describe("after the wait the request is authorized again", () => {
  test.each([
    ["revoked", { revokedAt: new Date().toISOString(), revokeReason: "lost" }, 401],
    ["paused", { pausedAt: new Date().toISOString() }, 401],
    ["without the scope", { scopes: ["cases:write"] }, 403],
    ["with other networks", { allowedNetworks: ["203.0.113.0/24"] }, 403],
  ])("a key that is %s meanwhile is rejected", async (_, values, status) => {
    const { secret, keyId } = await createKey(tenant, {});
    const replies = [read("wait=20", secret), read("wait=2", secret)];
    await untilWaiting(2);
    await changeRow(tenant, "IntegrationKey", keyId, values);
    // The time is over for one, the other is woken.
    expect((await replies[1])?.status).toBe(status);
    await createEvents(tenant, 1);
    expect((await replies[0])?.status).toBe(status);
  });

  test("the request counts once, and the rate headers are current", async () => {
    const { secret } = await createKey(tenant, {});
    const reply = read("wait=20", secret);
    await untilWaiting(1);
    expect((await read("", secret)).headers.get("x-ratelimit-remaining")).toBe("99998");
    await createEvents(tenant, 1, "case.created");
    await createEvents(tenant, 1, "client.created");
    expect((await reply).headers.get("x-ratelimit-remaining")).toBe("99998");
  });
});

test("the request log's duration excludes the wait", async () => {
  await read("wait=4");
  await server.services.requestLog.flush();
  const rows = await tenant.inside((transaction) =>
    transaction.selectFrom("RequestLog").select(["operation", "scope", "durationMicros"]).execute(),
  );
  expect(rows).toEqual([{ operation: "events.list", scope: "events:read", durationMicros: expect.any(Number) }]);
  expect(rows[0]?.durationMicros).toBeLessThan(3_500_000);
});

test("the request log has the scope that authorized the request", async () => {
  const { secret } = await createKey(tenant, { scopes: ["billing:read"] });
  await read("", secret);
  await read("", (await createKey(tenant, { scopes: ["billing:write"] })).secret);
  await server.services.requestLog.flush();
  const rows = await tenant.inside((transaction) =>
    transaction.selectFrom("RequestLog").select(["scope", "refusedBy as rejectedBy"]).orderBy("id").execute(),
  );
  expect(rows).toEqual([
    { scope: "billing:read", rejectedBy: null },
    { scope: "events:read", rejectedBy: "scope" },
  ]);
});

test("100 waiting requests hold no database connection, and each receives the event", async () => {
  const replies: ReturnType<typeof read>[] = [];
  // All of them read at once then: on a busy machine some wait longer for a connection than a request may, get 503 and read again.
  const readAgain = async (secret: string) => {
    const reply = await read("wait=25", secret);
    return reply.status === 503 ? read("wait=25", secret) : reply;
  };
  // One key after the other: on a busy machine all at once wait longer for a connection than a request may.
  for (const { secret } of await Promise.all(Array.from({ length: 10 }, () => createKey(tenant, {})))) {
    replies.push(...Array.from({ length: 10 }, () => readAgain(secret)));
    await untilWaiting(replies.length);
  }
  const { pool } = server.services.database;
  // The responses' connections, too, are given back. The watch's own statement may be under way.
  await expect.poll(() => pool.totalCount - pool.idleCount).toBeLessThanOrEqual(1);
  expect(pool.waitingCount).toBe(0);
  const { rows } = await pool.query<{ count: number }>(
    "SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
  );
  expect(rows).toEqual([{ count: 0 }]);
  const folderId = await changeSomething();
  const pages = (await Promise.all(replies)).map((reply) => pageOf(reply).events.map(({ entityId }) => entityId));
  expect(pages).toEqual(Array.from({ length: 100 }, () => [folderId]));
});

test("an eleventh request of a key returns at once, and a disconnected client frees its place", async () => {
  const readers = Array.from({ length: 10 }, () => openReader());
  await untilWaiting(10);
  expect((await read("wait=25")).milliseconds).toBeLessThan(20_000);
  for (const { request } of readers.slice(0, 3)) request.destroy();
  await untilWaiting(7);
  const again = Array.from({ length: 3 }, () => read("wait=25"));
  await untilWaiting(10);
  expect(pageOf(await read("wait=25"))).toMatchObject({ events: [] });
  await createEvents(tenant, 1);
  for (const reply of await Promise.all(again)) expect(pageOf(reply).events).toHaveLength(1);
  expect(await Promise.all(readers.map(({ responded }) => responded))).toEqual([
    0, 0, 0, 200, 200, 200, 200, 200, 200, 200,
  ]);
});

test("a closing server responds to waiting requests at once", async () => {
  const other = await startServerOn(server.applicationUrl);
  const replies = Array.from({ length: 8 }, () => read("wait=25", tenant.secret, other.addresses[0]));
  await untilWaiting(8, other);
  const begun = performance.now();
  await other.close(20_000);
  expect(performance.now() - begun).toBeLessThan(18_000);
  for (const reply of await Promise.all(replies)) expect([reply.status, pageOf(reply).events]).toEqual([200, []]);
});

test("a database outage ends the wait with 503 instead of a hanging request", async () => {
  const proxy = await startPostgresProxy(server.applicationUrl);
  const other = await startServerOn(proxy.url, { databasePoolSize: 2 });
  const reply = read("wait=25", tenant.secret, other.addresses[0]);
  await untilWaiting(1, other);
  await proxy.close();
  expect([(await reply).status, (await reply).headers.get("retry-after")]).toEqual([503, "1"]);
  await other.close(1_000);
});
