import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import type { KeyRequestPage, Usage } from "./schema.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startOwnServer({
    rateLimits: { read: 50, write: 1, sensitive: 50, organizationFactor: 3, unauthenticated: 50 },
  });
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1_000));

const readUsage = async (api: Api, path = "/usage") => readBody<{ usage: Usage }>(await api.get(path)).usage;
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

test("acceptance 13: the sums of a usage equal the counts of the request log for the same key and days, and 429 is counted as limited", async () => {
  const { secret, keyId } = await createKey(tenant, { scopes: ["cases:read"] });
  const api = openApi(server, secret);
  for (const path of ["/me", "/me", "/cases?limit=1", "/cases/case_unknown", "/nowhere", "/document-events"])
    await api.get(path);
  for (const status of [403, 429]) expect((await api.change("POST", "/leads", {})).status).toBe(status);
  await server.services.requestLog.flush();
  const { rows: logged } = await owner.query(
    `SELECT operation, method, route, count(*)::integer AS requests, (count(*) FILTER (WHERE status < 400))::integer AS succeeded,
            (count(*) FILTER (WHERE status = 429))::integer AS limited, (count(*) FILTER (WHERE status >= 500))::integer AS failed,
            (count(*) FILTER (WHERE status BETWEEN 400 AND 499 AND status <> 429))::integer AS refused
     FROM "RequestLog" WHERE "keyId" = $1 AND "occurredAt" >= now() - interval '2 days' GROUP BY 1, 2, 3`,
    [keyId],
  );
  const manager = openApi(server, tenant.secret);
  const usage = await readUsage(manager, `/service-accounts/${keyId}/usage?groupBy=operation&from=${dayOf(1)}`);
  const byName = (left: { route: string | null }, right: { route: string | null }) =>
    String(left.route).localeCompare(String(right.route));
  expect(usage.rows.map(({ day: _day, p95Ms: _p95, ...row }) => row).toSorted(byName)).toEqual(
    logged
      .map((row: Usage["rows"][number]) => (row.operation === null ? { ...row, method: null } : row))
      .toSorted(byName),
  );
  expect(usage.totals).toMatchObject({ requests: 8, succeeded: 3, refused: 4, limited: 1, failed: 0 });
  expect(usage.limits?.write).toMatchObject({ limit: 1, remaining: 0 });

  const own = await readUsage(api, `/usage?from=${dayOf(1)}`);
  expect(own).toMatchObject({
    to: dayOf(0),
    groupBy: "day",
    totals: usage.totals,
    limits: { write: { remaining: 0 } },
  });
  expect(own.rows.map(({ day, requests }) => [day, requests])).toEqual([
    [dayOf(1), 0],
    [dayOf(0), 8],
  ]);
  expect((await readUsage(api)).rows).toHaveLength(30);
});

test("acceptance 13: a span that ends before it begins, of 93 days, or that begins more than 400 days ago is 400; 92 days are not", async () => {
  const api = openApi(server, tenant.secret);
  for (const [from, to, status] of [
    [3, 4, 400],
    [92, 0, 400],
    [401, 390, 400],
    [91, 0, 200],
    [400, 390, 200],
  ] as const) {
    const response = await api.get(`/usage?from=${dayOf(from)}&to=${dayOf(to)}`);
    expect([from, to, response.status]).toEqual([from, to, status]);
  }
});

test("another organization's key has no usage, as an unknown one", async () => {
  const elsewhere = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const [foreign, unknown] = [
    await api.get(`/service-accounts/${elsewhere.keyId}/usage`),
    await api.get(`/service-accounts/${createId("integrationKey")}/usage`),
  ];
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
});

test("a key without a scope lists its own requests, with filters and pages, and no other key's", async () => {
  const { secret } = await createKey(tenant, { scopes: [] });
  const api = openApi(server, secret);
  for (const path of ["/me", "/cases/case_unknown", "/nowhere"]) {
    await api.get(path);
    // Requests of one millisecond have no order.
    await delay(2);
  }
  await openApi(server, tenant.secret).get("/scopes");
  await server.services.requestLog.flush();
  const list = async (query = "") => readBody<KeyRequestPage>(await api.get(`/me/requests${query}`));
  const { requests, nextCursor } = await list("?status=4xx");
  expect(requests.map(({ route, reason }) => [route, reason])).toEqual([
    [null, "unknown_path"],
    ["/cases/{caseId}", "missing_scope"],
  ]);
  expect(nextCursor).toBeNull();
  const first = await list("?limit=2");
  const rest = await list(`?limit=50&after=${first.nextCursor}`);
  const all = [...first.requests, ...rest.requests];
  expect(all.map(({ route }) => route)).toContain("/me");
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.map(({ route }) => route)).not.toContain("/scopes");
});
