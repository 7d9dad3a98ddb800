import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginAttempt, mutations, type Attempt } from "../crash/attempt.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { openDatabaseProbe, type DatabaseProbe } from "./database-probe.ts";
import { withoutWorkerRows } from "./tenant-state.ts";

/** The controls of what tests of crashes and of idempotency rely on: an effect that is missing, or there twice, is seen. */

let server: TestServer;
let probe: DatabaseProbe;
let undisturbed: string[];

beforeAll(async () => {
  server = await startTestServer();
  probe = openDatabaseProbe(server.ownerUrl);
  undisturbed = await (await run()).readEffects();
});
afterAll(async () => {
  await probe.close();
  await server.close(1_000);
});

/** An operation that writes two tables of its own, and two events. */
async function begin(name = "leads.contactAttempts.create"): Promise<Attempt> {
  const subject = mutations.find(({ declaration }) => declaration.name === name);
  if (subject === undefined) throw new Error("there is no such operation");
  return beginAttempt(server, probe, subject);
}

async function run(name?: string): Promise<Attempt> {
  const attempt = await begin(name);
  expect((await attempt.send()).status).toBe(201);
  return attempt;
}

const countOf = (table: string) => undisturbed.filter((line) => line.startsWith(`+ ${table} `)).length;

test("two runs have the same effects, and a request that was not sent has none", async () => {
  expect(await (await run()).readEffects()).toEqual(undisturbed);
  expect(await (await begin()).readEffects()).toEqual([]);
});

test("a replay adds nothing, and the same request with another idempotency key does", async () => {
  const attempt = await run();
  expect((await attempt.send()).status).toBe(201);
  expect(await attempt.readEffects()).toEqual(undisturbed);
  expect((await attempt.send("another")).status).toBe(201);
  const twice = await attempt.readEffects();
  expect(twice.filter((line) => line.startsWith("+ LeadContactAttempt "))).toHaveLength(2);
  expect(twice).not.toEqual(undisturbed);
});

test("a lost or repeated update is detected by its values", async () => {
  expect(undisturbed.join("\n")).toMatch(/^~ Lead .*revision: 1 → 2/m);
  for (const change of ["-", "+"]) {
    const { tenant, readEffects } = await run();
    await probe.rows(`UPDATE "Lead" SET revision = revision ${change} 1 WHERE "organizationId" = $1`, [
      tenant.organizationId,
    ]);
    expect(await readEffects()).not.toEqual(undisturbed);
  }
});

test("rows written by a worker are excluded, and nothing else", () => {
  const requested = { id: "evt_1", eventType: "export.created" };
  const state = new Map<string, Record<string, unknown>>([
    ["job 1", { name: "exports" }],
    ["Export [1]", { type: "cases", status: "running" }],
    ["Event [1]", { ...requested, number: 1 }],
    ["Event [2]", { id: "evt_2", eventType: "export.completed", number: 2 }],
    ["AuditEntry [1]", { action: "exports.create" }],
    ["AuditEntry [2]", { action: "exports.make" }],
  ]);
  expect([...withoutWorkerRows(state)]).toEqual([
    ["Export [1]", { type: "cases" }],
    ["Event [1]", requested],
    ["AuditEntry [1]", { action: "exports.create" }],
  ]);
});

describe("a missing row is detected", () => {
  test.each([
    ["LeadContactAttempt", 1],
    ["Event", 2],
    ["AuditEntry", 2],
    ["IdempotencyRecord", 1],
    ["WebhookDelivery", 2],
    ["WebhookJob", 2],
  ])("in %s", async (table, rows) => {
    expect(countOf(table)).toBe(rows);
    const { tenant, readEffects } = await run();
    const mine = `"organizationId" = '${tenant.organizationId}'`;
    // Past triggers, which forbid to delete events and audit entries.
    await probe.rows(
      `SET session_replication_role = replica; DELETE FROM "${table}" WHERE ctid = (SELECT max(ctid) FROM "${table}" WHERE ${mine}) AND ${mine}; RESET session_replication_role`,
    );
    const effects = await readEffects();
    expect(effects).toHaveLength(undisturbed.length - 1);
    expect(effects.filter((line) => line.startsWith(`+ ${table} `))).toHaveLength(rows - 1);
  });

  test("in the jobs", async () => {
    const { tenant, readEffects } = await run("exports.create");
    const countJobs = async () => (await readEffects()).filter((line) => line.startsWith("+ job ")).length;
    expect(await countJobs()).toBe(1);
    await probe.rows(`DELETE FROM pgboss.job WHERE data->>'organizationId' = $1`, [tenant.organizationId]);
    expect(await countJobs()).toBe(0);
  });
});
