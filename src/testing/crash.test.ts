import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogue } from "../catalogue.ts";
import type { RunningServer } from "../http/server.ts";
import { ensureApplicationRole } from "../platform/application-role.ts";
import { openDatabase } from "../platform/database.ts";
import type { Database } from "../platform/database.ts";
import { readDeclarations } from "../rpc/declarations.ts";
import { call, faultOfEnvelope } from "./call.ts";
import type { Reply } from "./call.ts";
import { cloneDatabase } from "./clone-database.ts";
import { createFirm } from "./firm.ts";
import type { TestFirm } from "./firm.ts";
import { startServerOn } from "./harness.ts";
import { openLedger } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import { arrangeMutation } from "./mutations.ts";
import type { ArrangedMutation } from "./mutation.ts";
import { startPostgresProxy } from "./postgres-proxy.ts";
import type { Cut, PostgresProxy } from "./postgres-proxy.ts";

/**
 * A crash between any two statements: the server's connection to PostgreSQL is cut at every single message that a
 * mutation sends, once before it arrives and once after it was carried out. The retry must end in exactly one effect.
 */

let proxy: PostgresProxy;
let server: RunningServer;
let baseUrl = "";
/** Past the proxy, for arranging. */
let direct: Database;
let firm: TestFirm;
let ledger: Ledger;

/** More messages than any mutation sends: a loop that goes beyond is a fault of the test. */
const mostMessages = 120;

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  const applicationUrl = await ensureApplicationRole(ownerUrl);
  proxy = await startPostgresProxy(applicationUrl);
  // A worker's messages would be counted among the request's.
  server = await startServerOn(proxy.url, { databasePoolSize: 2, worker: "none" });
  baseUrl = `${server.addresses[0] ?? ""}/api/v1`;
  direct = openDatabase(applicationUrl, 2);
  firm = await createFirm(direct);
  ledger = openLedger(ownerUrl);
});

afterAll(async () => {
  await server.close(1_000);
  await proxy.close();
  await direct.close();
  await ledger.close();
});

function send(mutation: ArrangedMutation, idempotencyKey: string, requestId: string): Promise<Reply> {
  const { method, path, body, secret = firm.secret } = mutation;
  return call(baseUrl, path, { method, body, secret, idempotencyKey, headers: { "x-request-id": requestId } });
}

/** Sends until the database has noticed the lost connection and given up its lock: at once in nearly all cases. */
async function retry(mutation: ArrangedMutation, idempotencyKey: string, requestIds: string[]): Promise<Reply> {
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
  proxy.cutAt(message, cut);
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
  expect(await ledger.traces(mutation, requestIds, idempotencyKey), where).toEqual({ effects: 1, events: 1, audits: 1, answers: 1 });
  return second.headers.get("idempotent-replayed") === "true" ? "committed" : "nothing done";
}

const names = Object.keys(arrangeMutation);

test("every idempotent operation of the catalogue is crashed", () => {
  const declared = readDeclarations(catalogue).filter(({ meta }) => meta.idempotency === "required");
  expect(names.toSorted()).toEqual(declared.map(({ name }) => name).toSorted());
});

describe.each(names)("%s", (name) => {
  test.each(["request lost", "answer lost"] as const)("one effect whatever message is cut: %s", async (cut) => {
    const ends = [];
    for (let message = 1; message < mostMessages; message += 1) {
      const end = await crashAt(name, message, cut);
      if (end === null) break;
      ends.push(end);
    }
    // Key, transaction, lock, stored answer, work, traces, commit: a handful of messages each.
    expect(ends.length).toBeGreaterThan(20);
    expect(ends.length).toBeLessThan(mostMessages - 1);
    // Only the commit's own answer can be lost with the work done; the retry is then told that answer.
    expect(ends.filter((end) => end === "committed")).toHaveLength(cut === "answer lost" ? 1 : 0);
  });
});

test("afterwards the event log has no gap and no connection is inside a transaction", async () => {
  expect(await ledger.gaps()).toEqual([]);
  expect(await ledger.openTransactions()).toEqual([]);
});
