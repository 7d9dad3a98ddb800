import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningServer } from "../../http/server.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase } from "../../platform/database/database.ts";
import type { Database } from "../../platform/database/database.ts";
import { call, faultOfEnvelope } from "../harness/call.ts";
import type { Reply } from "../harness/call.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { startServerOn } from "../harness/server.ts";
import { openLedger } from "../database/database-probe.ts";
import type { Ledger } from "../database/database-probe.ts";
import { arrangeMutation } from "../mutations/mutations.ts";
import type { MutationScenario } from "../mutations/mutation.ts";
import { startPostgresProxy } from "../servers/postgres-proxy.ts";
import type { Cut, PostgresProxy } from "../servers/postgres-proxy.ts";

/**
 * A crash between any two statements: the server's connection to PostgreSQL is cut at every single message that a
 * mutation sends before it arrives, and at every single answer after its message was carried out. The retry must end in
 * exactly one effect.
 */

let proxy: PostgresProxy;
let server: RunningServer;
let baseUrl = "";
/** Past the proxy, for arranging. */
let direct: Database;
let firm: TestTenant;
let ledger: Ledger;

/** More messages than any mutation sends: a loop that goes beyond is a fault of the test. */
const mostMessages = 400;

/** Some want the header; who names no record that exists ignores it. */
const anyRevision = { "if-match": "*" };

function send(mutation: MutationScenario, idempotencyKey: string, requestId: string): Promise<Reply> {
  const { method, path, body, secret = firm.secret } = mutation;
  return call(baseUrl, path, { method, body, secret, idempotencyKey, headers: { "x-request-id": requestId, ...anyRevision } });
}

/** Sends until the database has noticed the lost connection and given up its lock: at once in nearly all cases. */
async function retry(mutation: MutationScenario, idempotencyKey: string, requestIds: string[]): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const requestId = `${requestIds[0]}-${attempt}`;
    requestIds.push(requestId);
    const reply = await send(mutation, idempotencyKey, requestId);
    if (reply.json?.["code"] !== "IDEMPOTENCY_IN_PROGRESS" || attempt === 50) return reply;
    await delay(20);
  }
}

/** @returns null when the mutation was over before that message; else whether it had been committed when the cut came */
async function crashAt(name: string, message: number, cut: Cut): Promise<"nothing done" | "committed" | null> {
  const mutation = await arrangeMutation[name]?.(firm);
  if (mutation === undefined) throw new Error(`${name} has no arrangement`);
  const idempotencyKey = randomUUID();
  const requestIds = [randomUUID()];
  proxy.cutAt(message, cut, cut === "answer lost" ? "answered" : "all");
  const first = await send(mutation, idempotencyKey, requestIds[0] ?? "");
  if (!proxy.disarm().made) return null;
  const where = `${name}, ${cut} at message ${message}`;
  expect(first.status, where).toBe(503);
  expect(faultOfEnvelope(first), where).toBeNull();
  expect(first.json?.["code"], where).toBe("SERVICE_UNAVAILABLE");
  expect(Number(first.headers.get("retry-after")), where).toBeGreaterThanOrEqual(1);
  const second = await retry(mutation, idempotencyKey, requestIds);
  expect([200, 201], `${where}: ${second.text}`).toContain(second.status);
  const third = await retry(mutation, idempotencyKey, requestIds);
  expect(third.headers.get("idempotent-replayed"), where).toBe("true");
  expect([third.status, third.text, third.headers.get("etag")], where).toEqual([second.status, second.text, second.headers.get("etag")]);
  const { events = 1 } = mutation;
  expect(await ledger.traces(mutation, requestIds, idempotencyKey), where).toEqual({ effects: 1, events, audits: events, answers: 1 });
  return second.headers.get("idempotent-replayed") === "true" ? "committed" : "nothing done";
}

/** How many files share the mutations: workers take them side by side, each with a database of its own. */
export const crashSlices = 6;

/** The tests of every so many-th mutation. @param slice 1 for the first */
export function crashMutations(slice: number): void {
  beforeAll(async () => {
    const ownerUrl = await cloneDatabase();
    const applicationUrl = await ensureApplicationRole(ownerUrl);
    proxy = await startPostgresProxy(applicationUrl);
    // A worker's messages would be counted among the request's.
    server = await startServerOn(proxy.url, { databasePoolSize: 2, worker: "none" });
    baseUrl = `${server.addresses[0] ?? ""}/api/v1`;
    direct = openDatabase(applicationUrl, 2);
    firm = await createTenant(direct);
    ledger = openLedger(ownerUrl);
  });

  afterAll(async () => {
    await server.close(1_000);
    await proxy.close();
    await direct.close();
    await ledger.close();
  });

  const names = Object.keys(arrangeMutation).filter((_, index) => index % crashSlices === slice - 1);

  describe.each(names)("%s", (name) => {
    test.each(["request lost", "answer lost"] as const)("one effect whatever message is cut: %s", async (cut) => {
      const ends = [];
      for (let message = 1; message < mostMessages; message += 1) {
        const end = await crashAt(name, message, cut);
        if (end === null) break;
        ends.push(end);
      }
      // Key, transaction, lock, stored answer, work, traces, commit: a handful of messages each, and an answer at least.
      expect(ends.length).toBeGreaterThan(cut === "answer lost" ? 5 : 20);
      expect(ends.length).toBeLessThan(mostMessages - 1);
      // Only the commit's own answer can be lost with the work done; the retry is then told that answer.
      expect(ends.filter((end) => end === "committed")).toHaveLength(cut === "answer lost" ? 1 : 0);
    }, 120_000);
  });

  test("afterwards the event log has no gap and no connection is inside a transaction", async () => {
    expect(await ledger.gaps()).toEqual([]);
    expect(await ledger.openTransactions()).toEqual([]);
  });
}
