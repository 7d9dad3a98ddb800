import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applicationUrlOf, cloneDatabase } from "../../../testing/database/clone-database.ts";
import { openDatabase, type Database, type ReadOptions, type Transaction } from "../database.ts";
import { noHooks } from "../transaction-hooks.ts";

let database: Database;

beforeAll(async () => {
  database = openDatabase(applicationUrlOf(await cloneDatabase()), { poolSize: 8, hooks: noHooks });
});
afterAll(() => database.close());

interface Seen {
  process: number;
  organization: string;
}

const look = async (reads: Transaction): Promise<Seen | undefined> =>
  (
    await sql<Seen>`SELECT pg_backend_pid() AS process, current_setting('caseport.organization', true) AS organization, ${1}::integer`.execute(
      reads,
    )
  ).rows[0];

const read = (organizationId: string, options: ReadOptions = { pace: "quick" }) =>
  database.withTenantReads(organizationId, look, options);

const countProcesses = (seen: readonly (Seen | undefined)[]) => new Set(seen.map((each) => each?.process)).size;

test("at most four quick reads of an organization share a connection in one turn", async () => {
  for (let round = 0; round < 3; round += 1) {
    expect(countProcesses(await Promise.all(Array.from({ length: 4 }, () => read("org_a"))))).toBe(1);
    expect(countProcesses(await Promise.all(Array.from({ length: 5 }, () => read("org_a"))))).toBe(2);
    expect(countProcesses(await Promise.all(Array.from({ length: 3 }, () => read("org_a", {}))))).toBe(3);
  }
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

test("organizations share none, and each read has its own organization", async () => {
  const organizations = ["org_a", "org_b", "org_a", "org_b", "org_c"];
  const seen = await Promise.all(organizations.map((organizationId) => read(organizationId)));
  expect(seen.map((each) => each?.organization)).toEqual(organizations);
  expect(countProcesses(seen)).toBe(3);
});

test("each read has its own precondition, and one that fails does not affect the others", async () => {
  const asserted: string[] = [];
  const withPrecondition = (value: string, work: (reads: Transaction) => Promise<unknown> = look) =>
    database.withTenantReads("org_a", work, {
      pace: "quick",
      precondition: {
        text: "SELECT $1::text",
        values: [value],
        assert: (found) => {
          asserted.push(`${value} ${String(found)}`);
          if (value === "rejected") throw new Error("rejected");
        },
      },
    });
  const outcomes = await Promise.allSettled([
    withPrecondition("one"),
    withPrecondition("rejected"),
    withPrecondition("broken", (reads) => sql`SELECT ${1}::integer / 0`.execute(reads)),
    withPrecondition("late", async (reads) => {
      await look(reads);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return look(reads);
    }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(asserted.toSorted()).toEqual(["late late", "one one", "rejected rejected"]);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

test("when a shared connection ends, its reads fail and the next ones get another", async () => {
  const end = (reads: Transaction) => sql`SELECT pg_terminate_backend(pg_backend_pid(), ${0}::bigint)`.execute(reads);
  const outcomes = await Promise.allSettled([database.withTenantReads("org_a", end, { pace: "quick" }), read("org_a")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await read("org_a"))?.organization).toBe("org_a");
});
