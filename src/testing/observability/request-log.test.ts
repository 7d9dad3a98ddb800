import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createKeySecret } from "../../platform/identity/credentials/integration-key.ts";
import { addSecret, createCase, createTenant, createKey, type TestTenant } from "../harness/tenant.ts";
import { startOwnServer, startServerOn, type TestServer } from "../harness/server.ts";
import { openSocket } from "../harness/requests/raw-http.ts";
import { send, type Reply } from "../harness/requests/send.ts";

/** What the request log says of requests over HTTP. */
let server: TestServer;
let owner: Client;
let tenant: TestTenant;
const day = 86_400_000;

beforeAll(async () => {
  server = await startOwnServer({ trustedProxies: ["127.0.0.1"] });
  owner = await server.connectOwner();
});
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1_000));

type Row = Record<string, unknown>;
async function readLog(of: { organizationId: string } = tenant): Promise<Row[]> {
  await server.services.requestLog.flush();
  const { rows } = await owner.query<Row>(`SELECT * FROM "RequestLog" WHERE "organizationId" = $1 ORDER BY id`, [
    of.organizationId,
  ]);
  return rows;
}

interface Sent {
  method?: string;
  secret?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends from an address of its own. */
function request(
  path: string,
  { method = "GET", secret = tenant.secret, body, headers = {} }: Sent = {},
  baseUrl = server.baseUrl,
): Promise<Reply> {
  return send(baseUrl, {
    method,
    target: `/api/v1${path}`,
    headers: {
      ...(secret !== null && { "x-api-key": secret }),
      "X-Forwarded-For": "198.51.100.7",
      ...(method !== "GET" && method !== "OPTIONS" && { "X-Idempotency-Key": randomUUID() }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** The one row of the one request that was sent. */
async function onlyRow(reply: Reply, status: number): Promise<Row> {
  expect(reply.status, reply.text).toBe(status);
  const rows = await readLog();
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
}

const folders = async () => `/cases/${(await createCase(tenant)).caseId}/folders`;

describe("a successful request", () => {
  test("a read is logged with every field", async () => {
    const { caseId } = await createCase(tenant);
    const before = Date.now();
    const reply = await request(`/cases/${caseId}?`, { headers: { "X-Request-Id": "my-own-id" } });
    const row = await onlyRow(reply, 200);
    expect(row).toEqual({
      organizationId: tenant.organizationId,
      id: expect.stringMatching(/^log_[0-9a-z]{26}$/),
      occurredAt: expect.any(Date),
      keyId: tenant.keyId,
      keyPrefix: tenant.secret.slice(0, 12),
      requestId: "my-own-id",
      method: "GET",
      route: "/cases/{caseId}",
      operation: "cases.get",
      status: 200,
      code: null,
      refusedBy: null,
      reason: null,
      faultPaths: [],
      keyState: null,
      scope: "cases:read",
      idempotency: null,
      originalRequestId: null,
      rateLimit: expect.any(Number),
      rateRemaining: expect.any(Number),
      durationMicros: expect.any(Number),
      address: "198.51.100.7",
      source: "api",
    });
    const occurredAt = (row["occurredAt"] as Date).getTime();
    expect(occurredAt).toBeGreaterThanOrEqual(before - 1);
    expect(occurredAt + Number(row["durationMicros"]) / 1000).toBeLessThanOrEqual(Date.now() + 1);
    expect(row["durationMicros"]).toBeGreaterThan(0);
  });

  test("is logged with the scopes that it used, and each of them counts as used", async () => {
    const { caseId, clientId } = await createCase(tenant);
    const scopes = ["cases:read", "clients:read", "contacts:read", "calendar:read", "deadlines:read", "documents:read"];
    const { secret, keyId } = await createKey(tenant, { scopes });
    const read = async (path: string) => {
      const row = await onlyRow(await request(path, { secret }), 200);
      await owner.query(`DELETE FROM "RequestLog"`);
      return row["scope"];
    };
    const usedScopes = async () => {
      const { rows } = await owner.query<{ scope: string }>(
        `SELECT scope FROM "KeyScopeUse" WHERE "keyId" = $1 ORDER BY scope`,
        [keyId],
      );
      return rows.map(({ scope }) => scope);
    };
    expect(await read("/search?q=diaz&types=contact")).toBe("contacts:read");
    expect(await usedScopes()).toEqual(["contacts:read"]);
    expect(await read("/search?q=diaz")).toBe("cases:read, clients:read, contacts:read, documents:read, calendar:read");
    expect(await read(`/cases/${caseId}?expand=client`)).toBe("cases:read, clients:read");
    expect(await read(`/clients/${clientId}`)).toBe("clients:read");
    expect(await read("/docket-entries?from=2026-03-01&to=2026-03-02&kind=event")).toBe("calendar:read");
    // Any one of its scopes is enough, and the first that the key has is used.
    expect(await read("/attorneys")).toBe("cases:read");
    expect(await usedScopes()).toEqual(scopes.filter((scope) => scope !== "deadlines:read").toSorted());
  });

  test("the feed is logged with the scopes that showed its events", async () => {
    const { caseId } = await createCase(tenant);
    const folder = await request(`/cases/${caseId}/folders`, {
      method: "POST",
      body: { name: "Bills" },
      headers: { "X-Idempotency-Key": "a" },
    });
    expect(folder.status).toBe(201);
    await server.services.requestLog.flush();
    await owner.query(`DELETE FROM "RequestLog"`);
    const { secret } = await createKey(tenant, { scopes: ["cases:read", "documents:read"] });
    expect(await onlyRow(await request("/events", { secret }), 200)).toMatchObject({ scope: "documents:read" });
  });

  test("a mutation is logged as fresh, its repetition as replayed, and a rejected one as neither", async () => {
    const path = await folders();
    const headers = { "X-Idempotency-Key": "one" };
    await request(path, {
      method: "POST",
      body: { name: "Bills" },
      headers: { ...headers, "X-Request-Id": "the-first" },
    });
    await request(path, { method: "POST", body: { name: "Bills" }, headers });
    await request(path, { method: "POST", body: { name: "Other" }, headers });
    await request(path, { method: "POST", body: { name: "Bills" } });
    const rows = (await readLog()).map(({ status, code, reason, idempotency, originalRequestId }) => [
      status,
      code,
      reason,
      idempotency,
      originalRequestId,
    ]);
    expect(rows).toEqual([
      [201, null, null, "fresh", null],
      [201, null, null, "replayed", "the-first"],
      [409, "IDEMPOTENCY_CONFLICT", "idempotency_conflict", null, "the-first"],
      [409, "DUPLICATE_ENTRY", "duplicate", null, null],
    ]);
  });

  test("304, HEAD and OPTIONS are logged", async () => {
    const { caseId } = await createCase(tenant);
    const etag = String((await request(`/cases/${caseId}`)).headers["etag"]);
    await request(`/cases/${caseId}`, { headers: { "If-None-Match": etag } });
    await request(`/cases/${caseId}`, { method: "HEAD" });
    await request(`/cases/${caseId}`, { method: "OPTIONS" });
    const rows = (await readLog()).map(({ method, status, operation }) => [method, status, operation]);
    expect(rows).toEqual([
      ["GET", 200, "cases.get"],
      ["GET", 304, "cases.get"],
      ["HEAD", 200, "cases.get"],
      ["OPTIONS", 204, null],
    ]);
  });
});

describe("a rejected request", () => {
  test("400 keeps the paths of the faults: no value, and no name that only the client chose", async () => {
    const { caseId } = await createCase(tenant);
    const body = { name: 7, "Jane Doe": "123-45-6789", customFields: { "Jane Doe": "x" } };
    await request(`/cases/${caseId}/folders?limit=0&Jane=Doe`, {
      method: "POST",
      body,
      headers: { "X-Idempotency-Key": "" },
    });
    await request(`/clients`, { method: "POST", body });
    await request("/events?after=made-up");
    const rows = (await readLog()).map(({ reason, faultPaths }) => [reason, faultPaths]);
    expect(rows[0]).toEqual([
      "invalid_input",
      expect.arrayContaining(["name", "(unknown property)", "X-Idempotency-Key"]),
    ]);
    expect(rows[2]).toEqual(["cursor_invalid", ["after"]]);
    expect(JSON.stringify(rows)).not.toMatch(/Jane|Doe|123-45/);
  });

  test.each([
    [
      "an expired key",
      "expired",
      {
        expiresAt: new Date(Date.now() - day).toISOString(),
        expirySetAt: new Date(Date.now() - 2 * day).toISOString(),
      },
    ],
    ["a paused key", "paused", { pausedAt: new Date().toISOString() }],
    ["a revoked key", "revoked", { revokedAt: new Date().toISOString(), revokeReason: "test" }],
  ])("401 for %s: %s", async (_, keyState, options) => {
    const { secret, keyId } = await createKey(tenant, options);
    const row = await onlyRow(await request("/me", { secret }), 401);
    expect(row).toMatchObject({
      keyId,
      keyPrefix: secret.slice(0, 12),
      code: "UNAUTHORIZED",
      refusedBy: "key",
      reason: `key_${keyState}`,
      keyState,
      operation: "me.get",
      address: "198.51.100.7",
    });
  });

  test("401 for a secret whose overlap is over", async () => {
    const retired = await addSecret(tenant, tenant.keyId);
    await tenant.inside((transaction) =>
      transaction
        .updateTable("IntegrationKeySecret")
        .set({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
        .where("prefix", "=", retired.slice(0, 12))
        .execute(),
    );
    expect(await onlyRow(await request("/me", { secret: retired }), 401)).toMatchObject({
      keyId: tenant.keyId,
      keyPrefix: retired.slice(0, 12),
      reason: "secret_retired",
      keyState: "secret_retired",
    });
  });

  test("401 for a bearer token together with a valid key", async () => {
    const row = await onlyRow(await request("/me", { headers: { Authorization: "Bearer x" } }), 401);
    expect(row).toMatchObject({ refusedBy: "key", keyState: null });
  });

  test("401 without a key, or with a mistyped or invented one, belongs to no organization", async () => {
    const count = async () =>
      Number((await owner.query<{ count: string }>(`SELECT count(*) FROM "RequestLog"`)).rows[0]?.count);
    await server.services.requestLog.flush();
    const before = await count();
    for (const secret of [null, `${tenant.secret.slice(0, -1)}!`, createKeySecret().secret])
      expect((await request("/me", { secret })).status).toBe(401);
    await server.services.requestLog.flush();
    expect(await count()).toBe(before);
  });

  test("403 without the scope", async () => {
    const { secret } = await createKey(tenant, { scopes: ["cases:read"] });
    const row = await onlyRow(await request("/document-events", { secret }), 403);
    expect(row).toMatchObject({
      code: "FORBIDDEN",
      refusedBy: "scope",
      reason: "missing_scope",
      scope: "documents:read",
    });
  });

  test("403 without the scopes of the data: they are in the log but not in the response", async () => {
    const { secret } = await createKey(tenant, { scopes: ["reports:run"] });
    const reply = await request("/reports/std_statutes_ahead/run", { method: "POST", secret, body: {} });
    expect(reply.body).toEqual({ success: false, error: "API key lacks required permissions", code: "FORBIDDEN" });
    expect(await onlyRow(reply, 403)).toMatchObject({
      operation: "reports.run",
      refusedBy: "scope",
      reason: "missing_scope",
      scope: "cases:read, clients:read",
    });
  });

  test("403 from a foreign network takes precedence over a missing scope", async () => {
    const { secret } = await createKey(tenant, { scopes: [], allowedNetworks: ["203.0.113.0/24"] });
    expect(await onlyRow(await request("/document-events", { secret }), 403)).toMatchObject({
      refusedBy: "network",
      reason: "foreign_network",
      address: "198.51.100.7",
    });
  });

  test("409 without an acting attorney", async () => {
    const { secret } = await createKey(tenant, { actingAttorneyId: null });
    const row = await onlyRow(await request(await folders(), { method: "POST", secret, body: { name: "x" } }), 409);
    expect(row).toMatchObject({
      code: "INTEGRATION_NOT_CONFIGURED",
      refusedBy: "acting_attorney",
      scope: "documents:write",
    });
  });

  test.each<[string, number, string, string, boolean, Sent]>([
    ["/document-events?limit=0", 400, "VALIDATION_FAILED", "input", true, {}],
    ["/cases/case_unknown", 404, "NOT_FOUND", "domain", true, {}],
    ["/nowhere", 404, "NOT_FOUND", "route", false, {}],
    ["/me/", 404, "NOT_FOUND", "route", false, {}],
    ["/cases/%zz", 400, "VALIDATION_FAILED", "route", false, {}],
    ["/me", 405, "METHOD_NOT_ALLOWED", "route", false, { method: "DELETE" }],
    [
      "/cases/x/folders",
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      "media",
      true,
      { method: "POST", body: {}, headers: { "Content-Type": "text/plain" } },
    ],
    ["/cases/x/folders", 413, "PAYLOAD_TOO_LARGE", "media", true, { method: "POST", body: "x".repeat(1_100_000) }],
    [
      "/cases/x/folders",
      400,
      "VALIDATION_FAILED",
      "input",
      true,
      { method: "POST", body: { name: "x" }, headers: { "X-Idempotency-Key": "" } },
    ],
  ])("%s %i %s: %s", async (...[path, status, code, rejectedBy, isKnownPath, sent]) => {
    const row = await onlyRow(await request(path, sent), status);
    expect(row).toMatchObject({
      code,
      refusedBy: rejectedBy,
      keyId: tenant.keyId,
      keyPrefix: tenant.secret.slice(0, 12),
      keyState: null,
    });
    expect([row["operation"] !== null, row["route"] !== null, row["scope"] !== null]).toEqual([
      isKnownPath,
      isKnownPath,
      isKnownPath,
    ]);
  });

  test("429 for the key's limit, and for an IP address that sent too many rejected keys", async () => {
    const rateLimits = { read: 1, write: 1, sensitive: 1, organizationFactor: 3, unauthenticated: 1 };
    const tight = await startServerOn(server.applicationUrl, { rateLimits, trustedProxies: ["127.0.0.1"] });
    const paused = await createKey(tenant, { pausedAt: new Date().toISOString() });
    const replies: number[] = [];
    for (const secret of [tenant.secret, tenant.secret, paused.secret, paused.secret])
      replies.push((await request("/me", { secret }, tight.addresses[0])).status);
    await tight.close(1_000);
    expect(replies).toEqual([200, 429, 401, 429]);
    // Those of the same millisecond have no order.
    const rows = (await readLog()).map(({ keyId, status, refusedBy, keyState }) =>
      JSON.stringify([keyId === tenant.keyId, status, refusedBy, keyState]),
    );
    const expected = [
      [true, 200, null, null],
      [true, 429, "rate", null],
      [false, 401, "key", "paused"],
      [false, 429, "rate", "paused"],
    ];
    expect(rows.toSorted()).toEqual(expected.map((row) => JSON.stringify(row)).toSorted());
  });

  test("that breaks off within its body is logged once", async () => {
    const socket = await openSocket(server.baseUrl);
    socket.write(
      `POST /api/v1/cases/x/folders HTTP/1.1\r\nHost: x\r\nx-api-key: ${tenant.secret}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnot-a-size\r\n`,
    );
    await expect
      .poll(() => readLog())
      .toMatchObject([{ status: 400, code: "VALIDATION_FAILED", refusedBy: "media", keyId: tenant.keyId }]);
  });
});

test("the table contains no path, query, body or header except the request ID", async () => {
  const canary = `kanarie${randomUUID().slice(0, 8)}`;
  const { caseId } = await createCase(tenant);
  const headers = {
    "User-Agent": canary,
    Referer: canary,
    Cookie: canary,
    "If-Match": canary,
    "X-Other": canary,
    "X-Forwarded-For": canary,
  };
  await request(`/cases/${canary}`, { headers });
  await request(`/${canary}`, { headers });
  await request(`/document-events?after=${canary}&${canary}=1`, { headers });
  await request(`/cases/${caseId}/folders`, {
    method: "POST",
    body: { name: canary },
    headers: { ...headers, "X-Idempotency-Key": canary },
  });
  await request(`/cases/${caseId}/folders`, { method: "POST", body: { [canary]: canary }, headers });
  await request(`/cases/${caseId}`, { headers: { "X-Request-Id": `${canary} with a blank` } });
  const rows = await readLog();
  expect(rows).toHaveLength(6);
  const { rows: digests } = await owner.query<{ digest: string }>(
    `SELECT encode(digest, 'hex') AS digest FROM "IntegrationKeySecret" WHERE "organizationId" = $1`,
    [tenant.organizationId],
  );
  for (const table of [
    "RequestLog",
    "RequestLogGap",
    "KeyUsageDay",
    "KeyOperationDay",
    "KeyUsageHour",
    "KeyScopeUse",
  ]) {
    const { rows: texts } = await owner.query<{ text: string }>(`SELECT t::text AS text FROM "${table}" t`);
    const text = texts.map((row) => row.text).join("\n");
    expect(text).not.toContain(canary);
    expect(text).not.toContain(tenant.secret.slice(13, 40));
    for (const { digest } of digests) expect(text).not.toContain(digest);
  }
});

test("every request of every kind counts once in the day's usage", async () => {
  const { caseId } = await createCase(tenant);
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => request([`/cases/${caseId}`, "/cases/none", "/nowhere"][index % 3] ?? "")),
  );
  expect(await readLog()).toHaveLength(60);
  const { rows } = await owner.query<Row>(`SELECT * FROM "KeyUsageDay" WHERE "organizationId" = $1`, [
    tenant.organizationId,
  ]);
  expect(rows).toMatchObject([{ keyId: tenant.keyId, succeeded: 20, refused: 40, limited: 0, failed: 0 }]);
  const buckets = rows[0]?.["durationBuckets"] as number[];
  expect(buckets.reduce((sum, count) => sum + count, 0)).toBe(60);
});

test("closing the server writes the remaining entries", async () => {
  const other = await startServerOn(server.applicationUrl);
  for (let count = 0; count < 7; count += 1) await request("/me", {}, other.addresses[0]);
  await other.close(1_000);
  expect(await readLog()).toHaveLength(7);
});
