import { setImmediate } from "node:timers/promises";
import { Client, Pool } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { noteOf } from "../../areas/request-logs/fixtures.ts";
import { durationBounds } from "../../contract/portal/usage.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import { createKeyUseLog } from "../../platform/observability/key-use-log.ts";
import {
  createRequestLog,
  type RequestLog,
  type RequestNote,
  type RequestOwner,
} from "../../platform/observability/request-log.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant, createKey, type TestTenant } from "../harness/tenant.ts";
import { startPostgresProxy } from "../servers/postgres-proxy.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** The request log below HTTP: buffer, statement, retries. */
const silent = pino({ level: "silent" });
let database: Database;
let owner: Client;
let ownerUrl = "";
let applicationUrl = "";
let tenant: TestTenant;
const logs: RequestLog[] = [];

beforeAll(async () => {
  ownerUrl = await cloneDatabase();
  applicationUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 4, hooks });
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
});
beforeEach(async () => {
  tenant = await createTenant(database);
});
afterAll(async () => {
  for (const log of logs) await log.close();
  await database.close();
  await owner.end();
});

function openLog(url = applicationUrl): RequestLog {
  const log = createRequestLog(new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 1_000 }), silent);
  logs.push(log);
  return log;
}

/**
 * Until so many rows are written and so many counted as lost: the log finds out by itself that the database responds
 * again.
 */
async function untilWritten(log: RequestLog, counts: readonly [rows: number, lost: number]): Promise<void> {
  await expect
    .poll(async () => {
      await log.flush();
      return [await countOf("RequestLog"), await lostOf()];
    })
    .toEqual(counts);
}

const keyOf = (of: TestTenant): RequestOwner => ({
  organizationId: of.organizationId,
  keyId: of.keyId,
  keyPrefix: "abcdefgh",
});

const note = (changes: Partial<RequestNote> = {}): RequestNote => noteOf(tenant, changes);

const rowsOf = async (table: string, organizationId = tenant.organizationId) =>
  (
    await owner.query<Record<string, unknown>>(
      `SELECT * FROM "${table}" WHERE "organizationId" = $1 ORDER BY 1, 2, 3`,
      [organizationId],
    )
  ).rows;
const countOf = async (table: string, organizationId = tenant.organizationId) =>
  (await rowsOf(table, organizationId)).length;
const lostOf = async (organizationId = tenant.organizationId) =>
  (await rowsOf("RequestLogGap", organizationId)).reduce((sum, { lost }) => sum + Number(lost), 0);

describe("a flush", () => {
  test("writes the first use of a secret with the entry of its request, and later uses with the others", async () => {
    const pool = new Pool({ connectionString: applicationUrl, max: 1 });
    const keyUses = createKeyUseLog(pool, silent);
    const log = createRequestLog(pool, silent, () => keyUses.flushFirstUses());
    const request = async (route: string) => {
      const { organizationId, keyId } = tenant;
      keyUses.note({ organizationId, keyId, prefix: "abcdefgh", address: "127.0.0.1", route });
      log.note(note());
      await log.flush();
      return [await countOf("RequestLog"), (await rowsOf("KeyUse")).map((use) => use["route"])];
    };
    const ofSecretAndKey = (route: string) => [route, route];
    expect(await request("GET /me")).toEqual([1, ofSecretAndKey("GET /me")]);
    expect(await request("GET /cases")).toEqual([2, ofSecretAndKey("GET /me")]);
    await keyUses.close();
    expect((await rowsOf("KeyUse")).map((use) => use["route"])).toEqual(ofSecretAndKey("GET /cases"));
    await log.close();
  });

  test("writes rows, counts and scope uses of several organizations in one statement", async () => {
    const other = await createTenant(database);
    const log = openLog();
    const noon = Date.parse("2026-11-20T12:00:00.250Z");
    log.note(note({ occurredAt: noon, durationMicros: 400 }));
    log.note(note({ occurredAt: noon + 1, durationMicros: 500, status: 304 }));
    log.note(
      note({
        occurredAt: noon + 2,
        status: 404,
        code: "NOT_FOUND",
        rejectedBy: "domain",
        reason: "not_found",
        scope: "documents:read",
      }),
    );
    log.note(
      note({
        occurredAt: noon + 3,
        status: 403,
        code: "FORBIDDEN",
        rejectedBy: "scope",
        reason: "missing_scope",
        scope: "medical:read",
      }),
    );
    log.note(
      note({
        occurredAt: noon + 4,
        status: 429,
        code: "RATE_LIMITED",
        rejectedBy: "rate",
        reason: "rate_limited",
        durationMicros: 40_000_000,
      }),
    );
    log.note(
      note({
        occurredAt: noon + 5,
        status: 503,
        code: "INTERNAL_ERROR",
        rejectedBy: "server",
        reason: "internal_error",
      }),
    );
    log.note(note({ occurredAt: noon + 86_400_000, scope: null }));
    log.note(note({ owner: keyOf(other) }));
    await log.flush();
    expect(await countOf("RequestLog")).toBe(7);
    expect(await countOf("RequestLog", other.organizationId)).toBe(1);
    const [first, second] = await rowsOf("KeyUsageDay");
    expect(first).toMatchObject({ keyId: tenant.keyId, succeeded: 2, refused: 2, limited: 1, failed: 1 });
    expect(second).toMatchObject({ succeeded: 1, refused: 0, limited: 0, failed: 0 });
    const buckets = first?.["durationBuckets"] as number[];
    expect(buckets).toHaveLength(durationBounds.length + 1);
    // Below half a millisecond, at half a millisecond, at 1.2 and beyond the last bound.
    expect([buckets[0], buckets[1], buckets[2], buckets.at(-1)]).toEqual([1, 1, 3, 1]);
    const hours = (await rowsOf("KeyUsageHour")).map(({ hour, result, reason, requests }) => [
      (hour as Date).toISOString(),
      result,
      reason,
      requests,
    ]);
    expect(hours.toSorted()).toEqual([
      ["2026-11-20T12:00:00.000Z", "failed", "internal_error", 1],
      ["2026-11-20T12:00:00.000Z", "limited", "rate_limited", 1],
      ["2026-11-20T12:00:00.000Z", "refused", "missing_scope", 1],
      ["2026-11-20T12:00:00.000Z", "refused", "not_found", 1],
      ["2026-11-20T12:00:00.000Z", "succeeded", "", 2],
      ["2026-11-21T12:00:00.000Z", "succeeded", "", 1],
    ]);
    const uses = (await rowsOf("KeyScopeUse")).map(({ scope, lastUsedAt }) => [
      scope,
      (lastUsedAt as Date).toISOString(),
    ]);
    expect(uses).toEqual([
      ["cases:read", "2026-11-20T12:00:00.251Z"],
      ["documents:read", "2026-11-20T12:00:00.252Z"],
    ]);
  });

  test("adds to the day's counts, and never moves a scope's last use backward", async () => {
    const log = openLog();
    const at = Date.parse("2026-11-20T12:00:00Z");
    for (const [offset, durationMicros] of [
      [1_000, 700],
      [0, 700],
      [500, 60_000_000],
    ] as const) {
      log.note(note({ occurredAt: at + offset, durationMicros }));
      await log.flush();
    }
    const [day] = await rowsOf("KeyUsageDay");
    expect(day).toMatchObject({ succeeded: 3 });
    const buckets = day?.["durationBuckets"] as number[];
    expect(buckets.filter((count) => count > 0)).toEqual([2, 1]);
    expect(await rowsOf("KeyUsageHour")).toMatchObject([{ requests: 3, durationBuckets: buckets }]);
    expect((await rowsOf("KeyScopeUse"))[0]?.["lastUsedAt"]).toEqual(new Date(at + 1_000));
  });

  test("runs after a second, and at 500 rows without waiting", async () => {
    const pool = new Pool({ connectionString: applicationUrl, max: 1 });
    const statements = vi.spyOn(pool, "query");
    const log = createRequestLog(pool, silent);
    logs.push(log);
    log.note(note());
    await expect.poll(() => countOf("RequestLog")).toBe(1);
    for (let count = 0; count < 500; count += 1) log.note(note());
    // Sent before any timer could run.
    await setImmediate();
    expect(statements).toHaveBeenCalledTimes(2);
    await expect.poll(() => countOf("RequestLog")).toBe(501);
  });

  test("resolves digests to keys and drops unknown ones", async () => {
    const log = openLog();
    log.note(note({ owner: { digest: sha256(tenant.secret) }, status: 401, code: "UNAUTHORIZED", rejectedBy: "key" }));
    log.note(note({ owner: { digest: sha256("made up") }, status: 401, code: "UNAUTHORIZED", rejectedBy: "key" }));
    const before = Number((await owner.query(`SELECT count(*) FROM "RequestLog"`)).rows[0].count);
    await log.flush();
    expect(Number((await owner.query(`SELECT count(*) FROM "RequestLog"`)).rows[0].count)).toBe(before + 1);
    // The key is in order: then the log does not say otherwise.
    expect(await rowsOf("RequestLog")).toMatchObject([
      { keyId: tenant.keyId, keyPrefix: tenant.secret.slice(0, 12), keyState: null, status: 401 },
    ]);
  });

  test("assigns IDs by time of arrival, whatever the order of the responses", async () => {
    const log = openLog();
    const now = Date.now();
    for (const ago of [5, 900, 0, 350]) log.note(note({ occurredAt: now - ago, requestId: String(ago) }));
    await log.flush();
    expect((await rowsOf("RequestLog")).map(({ requestId }) => requestId)).toEqual(["900", "350", "5", "0"]);
  });
});

describe("an unknown outcome of a flush", () => {
  test("repeats the statement, and its requests count once", async () => {
    const proxy = await startPostgresProxy(applicationUrl);
    const named = new URL(proxy.url);
    named.searchParams.set("application_name", "caseport");
    const log = openLog(named.toString());
    log.note(note());
    await log.flush();
    for (const cut of ["response lost", "request lost"] as const) {
      // Bind, describe, execute, sync: the connection has parsed the statement at the flush before; it is carried out at the sync.
      for (let message = 1; message <= 4; message += 1) {
        log.note(note());
        proxy.cutAt(message, cut);
        await log.flush();
        expect(proxy.disarm().made, `${cut} at ${message}`).toBe(true);
        await log.flush();
      }
    }
    expect(await countOf("RequestLog")).toBe(9);
    expect(await rowsOf("KeyUsageDay")).toMatchObject([{ succeeded: 9 }]);
    expect(await countOf("RequestLogGap")).toBe(0);
    await log.close();
    logs.splice(logs.indexOf(log), 1);
    await proxy.close();
  });
});

describe("the buffer", () => {
  test("holds 10,000 rows; further ones are counted per organization and written when the database is back", async () => {
    const other = await createTenant(database);
    const proxy = await startPostgresProxy(applicationUrl);
    proxy.setStalled(true);
    const log = openLog(proxy.url);
    const begun = Date.now();
    for (let count = 0; count < 10_300; count += 1) log.note(note({ occurredAt: begun + count }));
    for (let count = 0; count < 40; count += 1) log.note(note({ owner: keyOf(other) }));
    proxy.setStalled(false);
    await untilWritten(log, [10_000, 300]);
    expect([await countOf("RequestLog", other.organizationId), await lostOf(other.organizationId)]).toEqual([0, 40]);
    const [gap] = await rowsOf("RequestLogGap");
    expect(gap).toMatchObject({ fromAt: new Date(begun + 10_000), untilAt: new Date(begun + 10_299), lost: 300 });
    expect((await rowsOf("KeyUsageDay")).reduce((sum, { succeeded }) => sum + Number(succeeded), 0)).toBe(10_000);
    await log.close();
    logs.splice(logs.indexOf(log), 1);
    await proxy.close();
  });

  test("reserves half of its places for rows with more than a digest", async () => {
    const proxy = await startPostgresProxy(applicationUrl);
    proxy.setStalled(true);
    const log = openLog(proxy.url);
    for (let count = 0; count < 6_000; count += 1) log.note(note({ owner: { digest: sha256(`made up ${count}`) } }));
    for (let count = 0; count < 5; count += 1) log.note(note({ owner: { digest: sha256(tenant.secret) } }));
    for (let count = 0; count < 100; count += 1) log.note(note());
    proxy.setStalled(false);
    // The key's own requests are all there; of those that carried its secret before the lookup, the five are counted.
    await untilWritten(log, [100, 5]);
    await log.close();
    logs.splice(logs.indexOf(log), 1);
    await proxy.close();
  });

  test("gives up a batch that PostgreSQL rejects three times, and counts it", async () => {
    const log = openLog();
    for (let count = 0; count < 3; count += 1) log.note(note());
    // No such key: the day's counts cannot refer to it.
    log.note(note({ owner: { organizationId: tenant.organizationId, keyId: "key_gone", keyPrefix: "abcdefgh" } }));
    for (let turn = 0; turn < 4; turn += 1) await log.flush();
    expect([await countOf("RequestLog"), await lostOf()]).toEqual([0, 4]);
    log.note(note());
    await log.flush();
    expect(await countOf("RequestLog")).toBe(1);
  });
});

test("six processes that flush the same keys concurrently count every request once, without a deadlock", async () => {
  const other = await createTenant(database);
  const { keyId } = await createKey(tenant, {});
  const owners = [keyOf(tenant), keyOf(other), { organizationId: tenant.organizationId, keyId, keyPrefix: "abcdefgh" }];
  const writers = Array.from({ length: 6 }, () => openLog());
  const scopes = ["cases:read", "clients:write", "documents:read"];
  for (let turn = 0; turn < 25; turn += 1) {
    for (const log of writers) {
      const mixed = owners.toSorted(() => Math.random() - 0.5);
      for (const whose of mixed)
        for (const scope of scopes.toSorted(() => Math.random() - 0.5)) log.note(note({ owner: whose, scope }));
    }
    await Promise.all(writers.map((log) => log.flush()));
  }
  const counts = (await rowsOf("KeyUsageDay")).map(({ succeeded }) => succeeded);
  expect(counts).toEqual([450, 450]);
  expect(await countOf("RequestLog")).toBe(900);
  expect(await countOf("RequestLog", other.organizationId)).toBe(450);
});
