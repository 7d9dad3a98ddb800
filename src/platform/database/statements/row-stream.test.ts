import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../testing/database/clone-database.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { ensureApplicationRole } from "../application-role.ts";
import { openDatabase, type Database } from "../database.ts";
import { openSnapshot, type Snapshot } from "./row-stream.ts";
import { noHooks } from "../transaction-hooks.ts";

let url: string;
let database: Database;
let tenant: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  url = await ensureApplicationRole(await cloneDatabase());
  database = openDatabase(url, { poolSize: 2, hooks: noHooks });
  tenant = await createTenant(database);
  other = await createTenant(database);
  await createCase(tenant);
  await createCase(other);
});
afterAll(() => database.close());

async function inSnapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
  const snapshot = await openSnapshot(url, tenant.organizationId);
  try {
    return await work(snapshot);
  } finally {
    await snapshot.close();
  }
}

async function takeAll<Row>(batches: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

const numbers = (count: number) =>
  sql<{ n: number }>`SELECT n::bigint AS n FROM generate_series(1, ${count}::integer) n ORDER BY n`;

test("rows are read in batches, in order and in their API form", () =>
  inSnapshot(async (snapshot) => {
    const sizes: number[] = [];
    let next = 1;
    for await (const rows of snapshot.read(numbers(250).compile(snapshot.transaction))) {
      sizes.push(rows.length);
      for (const { n } of rows) expect(n).toBe(next++);
    }
    expect(sizes).toEqual([100, 100, 50]);
    // A statement without rows, and one whose last batch is full.
    expect(await takeAll(snapshot.read(numbers(0).compile(snapshot.transaction)))).toEqual([]);
    expect(await takeAll(snapshot.read(numbers(4).compile(snapshot.transaction), 2))).toHaveLength(4);
    const [row] = await takeAll(
      snapshot.read(snapshot.transaction.selectFrom("Case").select(["createdAt", "dateOfIncident"])),
    );
    expect(row?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  }));

test("a stream reads one organization, as of the time it was opened", () =>
  inSnapshot(async (snapshot) => {
    const list = () => takeAll(snapshot.read(snapshot.transaction.selectFrom("Case").select("organizationId")));
    const before = await list();
    expect(new Set(before.map(({ organizationId }) => organizationId))).toEqual(new Set([tenant.organizationId]));
    await createCase(tenant);
    expect(await list()).toEqual(before);
    expect(
      await inSnapshot((later) => takeAll(later.read(later.transaction.selectFrom("Case").select("organizationId")))),
    ).toHaveLength(before.length + 1);
  }));

test("a stream cannot write", () =>
  inSnapshot(async ({ transaction }) => {
    await expect(transaction.updateTable("Case").set({ title: "x" }).execute()).rejects.toThrow(
      "read-only transaction",
    );
  }));

test("after stopping early, another statement can be read", () =>
  inSnapshot(async (snapshot) => {
    for await (const [row] of snapshot.read(numbers(100_000).compile(snapshot.transaction))) {
      expect(row?.n).toBe(1);
      break;
    }
    expect(await takeAll(snapshot.read(numbers(3).compile(snapshot.transaction)))).toHaveLength(3);
    expect((await numbers(2).execute(snapshot.transaction)).rows).toHaveLength(2);
  }));

test("a failing statement rejects, at its start and midway", async () => {
  await inSnapshot(async (snapshot) => {
    await expect(takeAll(snapshot.read(sql`SELECT * FROM "Nothing"`.compile(snapshot.transaction)))).rejects.toThrow(
      "does not exist",
    );
  });
  await inSnapshot(async (snapshot) => {
    const failing = sql<{ x: number }>`SELECT 1 / (250 - n) AS x FROM generate_series(1, 5000) n`.compile(
      snapshot.transaction,
    );
    let taken = 0;
    await expect(
      (async () => {
        for await (const rows of snapshot.read(failing)) taken += rows.length;
      })(),
    ).rejects.toThrow("division by zero");
    expect(taken).toBe(200);
  });
});

test("closing midway ends or rejects the pending read, and nothing hangs", async () => {
  const snapshot = await openSnapshot(url, tenant.organizationId);
  const batches = snapshot.read(numbers(100_000).compile(snapshot.transaction));
  await batches.next();
  const next = batches.next().then(
    () => "came",
    () => "failed",
  );
  await snapshot.close();
  expect(["came", "failed"]).toContain(await next);
  await batches.return();
  const second = await openSnapshot(url, tenant.organizationId);
  const given = second.read(numbers(100_000).compile(second.transaction));
  await given.next();
  await second.close();
  await given.return();
});
