import { CompiledQuery } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { idAt } from "../../testing/database/remake-partitions.ts";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { createTenant, createKey, useKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { explainRejection, listRequests } from "./domain.ts";
import { readUsage } from "./domain.usage.ts";
import { contextOf, logRequests, noteOf } from "./fixtures.ts";
import type { KeyRequestFilter, KeyRequestPage } from "./schema.ts";
import { findByRequestId, findLastLookedAt, listRequestRows } from "./store.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let database: Database;
let owner: Client;
let applicationUrl = "";
let tenant: TestTenant;
const day = 86_400_000;

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  applicationUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 4, hooks });
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
});
beforeEach(async () => {
  tenant = await createTenant(database);
});
afterAll(async () => {
  await database.close();
  await owner.end();
});

const list = (filter: Partial<KeyRequestFilter> = {}, keyId = tenant.keyId, of = tenant): Promise<KeyRequestPage> =>
  of.inside((transaction) => listRequests(contextOf(of, transaction), keyId, { limit: 50, ...filter }));
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
const usage = (
  days: number,
  keyId = tenant.keyId,
  of = tenant,
  groupBy: "day" | "operation" | "day_operation" = "day",
) =>
  of.inside((transaction) =>
    readUsage(contextOf(of, transaction), keyId, { from: ago(days - 1).slice(0, 10), groupBy }, () => undefined),
  );
const ids = (page: KeyRequestPage) => page.requests.map(({ requestId }) => requestId);

describe("a key's requests", () => {
  const noon = `${ago(2).slice(0, 10)}T12:00:00.000`;
  const at = Date.parse(`${noon}Z`);

  test("are listed newest first, in pages, without gap or overlap", async () => {
    await logRequests(
      applicationUrl,
      Array.from({ length: 7 }, (_, index) => noteOf(tenant, { occurredAt: at + index, requestId: String(index) })),
    );
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, after: first.nextCursor ?? "" });
    const third = await list({ limit: 3, after: second.nextCursor ?? "" });
    expect([ids(first), ids(second), ids(third)]).toEqual([["6", "5", "4"], ["3", "2", "1"], ["0"]]);
    expect(third.nextCursor).toBeNull();
    expect((await list({ limit: 7 })).nextCursor).toBeNull();
  });

  test("have every field", async () => {
    await logRequests(applicationUrl, [
      noteOf(tenant, {
        occurredAt: at,
        status: 403,
        code: "FORBIDDEN",
        rejectedBy: "scope",
        scope: "medical:read",
        durationMicros: 1_234,
      }),
    ]);
    const { requests } = await list();
    expect(requests).toMatchObject([
      {
        id: expect.stringMatching(/^log_[0-9a-z]{26}$/),
        occurredAt: `${noon}Z`,
        requestId: "req_test",
        method: "GET",
        route: "/cases/{caseId}",
        operation: "cases.get",
        status: 403,
        code: "FORBIDDEN",
        rejectedBy: "scope",
        keyState: null,
        keyPrefix: "abcdefgh",
        scope: "medical:read",
        idempotency: null,
        durationMs: 1.234,
        address: "192.0.2.1",
      },
    ]);
  });

  test("can be filtered by status, code and time", async () => {
    const notes = [
      noteOf(tenant, { occurredAt: at, requestId: "ok" }),
      noteOf(tenant, { occurredAt: at + 1, requestId: "unchanged", status: 304 }),
      noteOf(tenant, { occurredAt: at + 2, requestId: "gone", status: 404, code: "NOT_FOUND", rejectedBy: "domain" }),
      noteOf(tenant, { occurredAt: at + 3, requestId: "many", status: 429, code: "RATE_LIMITED", rejectedBy: "rate" }),
      noteOf(tenant, {
        occurredAt: at + 4,
        requestId: "away",
        status: 503,
        code: "INTERNAL_ERROR",
        rejectedBy: "server",
      }),
    ];
    await logRequests(applicationUrl, notes);
    const iso = (offset: number) => new Date(at + offset).toISOString();
    expect(ids(await list({ status: "2xx" }))).toEqual(["unchanged", "ok"]);
    expect(ids(await list({ status: "4xx" }))).toEqual(["many", "gone"]);
    expect(ids(await list({ status: "5xx" }))).toEqual(["away"]);
    expect(ids(await list({ code: "NOT_FOUND" }))).toEqual(["gone"]);
    expect(ids(await list({ code: "NOT_FOUND", status: "5xx" }))).toEqual([]);
    expect(ids(await list({ from: iso(1), until: iso(4) }))).toEqual(["many", "gone", "unchanged"]);
    expect(ids(await list({ from: iso(5) }))).toEqual([]);
    expect(ids(await list({ until: "1969-01-01T00:00:00Z" }))).toEqual([]);
    expect(ids(await list({ from: "0001-01-01T00:00:00Z", until: "9999-12-31T23:59:59Z" }))).toHaveLength(5);
    expect(ids(await list({ from: `${noon.slice(0, 11)}07:00:00.003-05:00` }))).toEqual(["away", "many"]);
  });

  test("exclude those of other keys and organizations, whose cursors are rejected", async () => {
    const { keyId } = await createKey(tenant, {});
    const other = await createTenant(database);
    await logRequests(applicationUrl, [
      noteOf(tenant),
      noteOf(tenant),
      noteOf({ ...tenant, keyId }, { requestId: "second key" }),
      noteOf(other),
    ]);
    expect(ids(await list())).toEqual(["req_test", "req_test"]);
    expect(ids(await list({}, keyId))).toEqual(["second key"]);
    const { nextCursor } = await list({ limit: 1 });
    await expect(list({ after: nextCursor ?? "" }, keyId)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(list({ after: nextCursor ?? "" }, other.keyId, other)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    await expect(list({}, other.keyId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(list({}, "key_unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(usage(7, other.keyId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("are hidden by row-level security even from a statement that names the other organization", async () => {
    const other = await createTenant(database);
    await logRequests(applicationUrl, [noteOf(other)]);
    const stolen = await tenant.inside((transaction) => {
      const foreign = { ...contextOf(tenant, transaction), organizationId: other.organizationId };
      return Promise.all([
        listRequestRows(foreign, { below: [], least: null }, { keyId: other.keyId }, 10),
        findByRequestId(foreign, "req_test", 10),
      ]);
    });
    expect(stolen).toEqual([[], []]);
  });

  test("a page looks at 10,000 requests at most, and following pages find a rare one", async () => {
    const many = isFullExtent ? 25_000 : 10_500;
    await owner.query(
      `INSERT INTO "RequestLog" ("organizationId", id, "occurredAt", "keyId", "keyPrefix", "requestId", method, status, "durationMicros", address)
       SELECT $1, ${idAt("log", "now()", "i")}, now(), $2, 'p', CASE i WHEN 7 THEN 'rare' ELSE 'r' END, 'GET', CASE i WHEN 7 THEN 500 ELSE 200 END, 1, '192.0.2.1'
       FROM generate_series(1, $3::integer) i`,
      [tenant.organizationId, tenant.keyId, many],
    );
    const pages: KeyRequestPage[] = [];
    for (let after: string | null | undefined = undefined; after !== null; after = pages.at(-1)?.nextCursor ?? null) {
      const page: KeyRequestPage = await list({ status: "5xx", ...(after !== undefined && { after }) });
      pages.push(page);
    }
    expect(pages.map(ids)).toEqual([...Array.from({ length: Math.floor(many / 10_000) }, () => []), ["rare"]]);
    const walked = new Set<string>();
    let count = 0;
    for (let after: string | null | undefined = undefined; after !== null;) {
      const page: KeyRequestPage = await list({ status: "2xx", limit: 200, ...(after !== undefined && { after }) });
      for (const { id } of page.requests) walked.add(id);
      count += page.requests.length;
      after = page.nextCursor;
    }
    expect([walked.size, count]).toEqual([many - 1, many - 1]);
  });

  test("are found by an index for every filter", async () => {
    // More than a page looks at, and another key's besides: reading them all to sort or to filter would be the wrong plan.
    const { keyId } = await createKey(tenant, {});
    await owner.query(
      `INSERT INTO "RequestLog" ("organizationId", id, "occurredAt", "keyId", "keyPrefix", "requestId", method, status, reason, "durationMicros", address)
       SELECT $1, ${idAt("log", "now()", "i")}, now(), CASE WHEN i % 3 > 0 THEN $2 ELSE $3 END, 'p', 'r' || i % 40, 'GET', CASE WHEN i % 4 > 0 THEN 200 ELSE 404 END, CASE WHEN i % 8 = 0 THEN 'not_found' WHEN i % 4 = 0 THEN 'missing_scope' END, 1, '192.0.2.1'
       FROM generate_series(1, ${isFullExtent ? 60_000 : 30_000}) i`,
      [tenant.organizationId, tenant.keyId, keyId],
    );
    await owner.query(`ANALYZE "RequestLog"`);
    const plans = await tenant.inside(async (transaction) => {
      // Partitions without rows would be read from end to end.
      await transaction.executeQuery(CompiledQuery.raw("SET LOCAL enable_seqscan = off"));
      const compiled = [] as CompiledQuery[];
      const listening = transaction.withPlugin({
        transformQuery: ({ node, queryId }) => {
          compiled.push(transaction.getExecutor().compileQuery(node, queryId));
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }) as typeof transaction;
      const context = contextOf(tenant, listening);
      const range = { below: [`log_${"z".repeat(26)}`], least: `log_${"0".repeat(26)}` };
      const ofKey = { keyId: tenant.keyId, status: "4xx", code: "NOT_FOUND" } as const;
      await listRequestRows(context, range, ofKey, 51);
      await findLastLookedAt(context, ofKey, range);
      await findByRequestId(context, "r7", 20);
      await listRequestRows(context, range, { reason: "missing_scope", route: "/cases", address: "192.0.2.1" }, 51);
      await listRequestRows(context, range, { status: "404" }, 51);
      await listRequestRows(context, range, { status: "200", address: "192.0.2.1" }, 51);
      // Subqueries are logged before their statements, on their own.
      const statements = [compiled[1], compiled[3], compiled[4], compiled[6], compiled[8], compiled[10]].filter(
        (query) => query !== undefined,
      );
      expect(compiled).toHaveLength(11);
      expect(compiled.filter(({ sql }) => sql.includes("offset"))).toEqual([]);
      return Promise.all(
        statements.map(async ({ sql, parameters }) => {
          const { rows } = await transaction.executeQuery<object>(CompiledQuery.raw(`EXPLAIN ${sql}`, [...parameters]));
          return rows.map((row) => Object.values(row).join("")).join("\n");
        }),
      );
    });
    expect(plans).toHaveLength(6);
    expect(plans.filter((plan) => plan.includes("Seq Scan"))).toEqual([]);
    // What a request ID or a partial index finds may be sorted while it is less than a page looks at.
    expect(plans.toSpliced(2, 3).filter((plan) => plan.includes("Sort"))).toEqual([]);
    expect(plans[0]).toMatch(/Index Scan Backward using "RequestLog_\d+_\d+_organizationId_keyId_id_idx"/);
    expect(plans[1]).toMatch(/"RequestLog_\d+_\d+_organizationId_keyId_id_idx"/);
    expect(plans[2]).toMatch(/"RequestLog_\d+_\d+_organizationId_requestId_id_idx"/);
    expect(plans[3]).toMatch(/"RequestLog_\d+_\d+_organizationId_reason_id_idx"/);
    expect(plans[4]).toMatch(/"RequestLog_\d+_\d+_organizationId_id_idx"/);
    expect(plans[5]).toMatch(/"RequestLog_\d+_\d+_pkey"/);
  });
});

describe("explainRejection", () => {
  test("returns the organization's own requests with this ID, newest first and at most 20, with the key's name", async () => {
    const { keyId } = await createKey(tenant, { name: "Records vendor", scopes: ["cases:read"] });
    const other = await createTenant(database);
    const notes = Array.from({ length: 25 }, (_, index) =>
      noteOf(tenant, { requestId: "same", occurredAt: Date.now() - 1_000 * (index + 1) }),
    );
    await logRequests(applicationUrl, [
      ...notes,
      noteOf(
        { ...tenant, keyId },
        { requestId: "same", status: 403, code: "FORBIDDEN", rejectedBy: "scope", scope: "medical:read" },
      ),
      noteOf(other, { requestId: "same" }),
    ]);
    const found = await tenant.inside((transaction) => explainRejection(contextOf(tenant, transaction), "same"));
    expect(found).toHaveLength(20);
    expect(found[0]).toMatchObject({
      keyId,
      keyName: "Records vendor",
      explanation: { check: "scope", fixLink: "edit_scopes" },
    });
    expect(found.map(({ occurredAt }) => occurredAt)).toEqual(
      found
        .map(({ occurredAt }) => occurredAt)
        .toSorted()
        .toReversed(),
    );
    expect(await tenant.inside((transaction) => explainRejection(contextOf(tenant, transaction), "other"))).toEqual([]);
  });
});

describe("usage", () => {
  test("returns every day, also those without a request, and the totals", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const noon = Date.parse(`${today}T00:00:00Z`);
    await logRequests(applicationUrl, [
      noteOf(tenant, { occurredAt: noon, durationMicros: 90_000 }),
      noteOf(tenant, { occurredAt: noon - 2 * day, status: 429, code: "RATE_LIMITED", rejectedBy: "rate" }),
      noteOf(tenant, { occurredAt: noon - 6 * day, status: 404, code: "NOT_FOUND", rejectedBy: "domain" }),
      noteOf(tenant, { occurredAt: noon - 7 * day, status: 500, code: "INTERNAL_ERROR", rejectedBy: "server" }),
    ]);
    const week = await usage(7);
    expect(week.rows).toHaveLength(7);
    expect(week.rows.at(-1)).toEqual({
      day: today,
      operation: null,
      method: null,
      route: null,
      requests: 1,
      succeeded: 1,
      refused: 0,
      limited: 0,
      failed: 0,
      p95Ms: expect.any(Number),
    });
    expect(week.rows.at(-1)?.p95Ms).toBeGreaterThanOrEqual(60);
    expect(week.rows.at(-1)?.p95Ms).toBeLessThanOrEqual(100);
    expect(week.rows.at(-2)).toMatchObject({ succeeded: 0, p95Ms: null });
    expect(week.totals).toMatchObject({ requests: 3, succeeded: 1, refused: 1, limited: 1, failed: 0 });
    expect((await usage(30)).totals).toMatchObject({ failed: 1 });
    expect((await usage(90)).rows).toHaveLength(90);
  });

  test("returns the operations that were used, most requests first, and unknown paths without one", async () => {
    const unknown = { operation: null, route: null, scope: null, status: 404, code: "NOT_FOUND" } as const;
    await logRequests(applicationUrl, [
      noteOf(tenant, unknown),
      ...[0, 0, 1].map((days) => noteOf(tenant, { occurredAt: Date.now() - days * day })),
      noteOf(tenant, { operation: "gone.get" }),
    ]);
    const { rows, totals } = await usage(7, tenant.keyId, tenant, "operation");
    expect(rows.map(({ operation, requests, day: on }) => [operation, requests, on])).toEqual([
      ["cases.get", 3, null],
      [null, 1, null],
      ["gone.get", 1, null],
    ]);
    expect(totals).toMatchObject({ requests: 5, succeeded: 4, refused: 1 });
    const both = await usage(7, tenant.keyId, tenant, "day_operation");
    expect(both.rows.map(({ operation, requests, day: on }) => [on, operation, requests])).toEqual([
      [ago(1).slice(0, 10), "cases.get", 1],
      [ago(0).slice(0, 10), "cases.get", 2],
      [ago(0).slice(0, 10), null, 1],
      [ago(0).slice(0, 10), "gone.get", 1],
    ]);
  });

  test("returns since when the key is logged, and the unused scopes of an old key", async () => {
    expect(await usage(7)).toMatchObject({ observedSince: new Date().toISOString().slice(0, 10), unusedScopes: [] });
    const scopes = ["cases:read", "clients:write", "medical:read"];
    const old = await createKey(tenant, { scopes, createdAt: ago(200) });
    // Never used at all: then no scope was.
    expect(await usage(7, old.keyId)).toMatchObject({
      observedSince: null,
      unusedScopes: scopes.map((scope) => ({ scope, lastUsedAt: null })),
    });
    const update = (lastUsedAt: string) => useKey(tenant, old.keyId, lastUsedAt);
    // Used lately, but counted only since: nobody knows what it used before.
    await logRequests(applicationUrl, [noteOf({ ...tenant, keyId: old.keyId }, { occurredAt: Date.now() - 3 * day })]);
    await update(ago(3));
    expect(await usage(7, old.keyId)).toMatchObject({ observedSince: ago(3).slice(0, 10), unusedScopes: [] });
    await logRequests(applicationUrl, [
      noteOf({ ...tenant, keyId: old.keyId }, { occurredAt: Date.now() - 120 * day, scope: "clients:write" }),
    ]);
    const seen = await usage(7, old.keyId);
    expect(seen.observedSince).toBeNull();
    expect(seen.unusedScopes).toEqual([
      { scope: "clients:write", lastUsedAt: expect.stringContaining(ago(120).slice(0, 10)) },
      { scope: "medical:read", lastUsedAt: null },
    ]);
  });

  test("counts the requests of the organization whose logs were lost", async () => {
    for (const age of [1, 20, 200]) {
      await owner.query(
        `INSERT INTO "RequestLogGap" VALUES ($1, $2, now() - make_interval(days => $3), now() - make_interval(days => $3), 10)`,
        [tenant.organizationId, `gap_${age}_${tenant.keyId}`, age],
      );
    }
    expect([(await usage(7)).lostRequests, (await usage(30)).lostRequests, (await usage(90)).lostRequests]).toEqual([
      10, 20, 20,
    ]);
  });
});
