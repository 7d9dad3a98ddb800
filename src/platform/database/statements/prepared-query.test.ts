import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database, type Transaction } from "../database.ts";
import { applicationUrlOf, cloneDatabase } from "../../../testing/database/clone-database.ts";
import { noHooks } from "../transaction-hooks.ts";
import { markAsJson } from "./json-rows.ts";

let database: Database;

beforeAll(async () => {
  // One connection, so that each statement finds what the one before left on it.
  database = openDatabase(applicationUrlOf(await cloneDatabase()), { poolSize: 1, hooks: noHooks });
});
afterAll(() => database.close());

const readOrganization = async (executor: Transaction | Database["withoutTenant"], organization = "") =>
  (
    await sql<{
      organization: string | null;
      sent: string;
    }>`SELECT current_setting('caseport.organization', true) AS organization, ${organization}::text AS sent`.execute(
      executor,
    )
  ).rows[0]?.organization ?? "";

test("a read has its organization's setting, and the next statement does not", async () => {
  for (const organization of ["org_a", "org_b", "org_a"]) {
    expect(
      await database.withTenantReads(organization, (reads) =>
        Promise.all([readOrganization(reads), readOrganization(reads)]),
      ),
    ).toEqual([organization, organization]);
    expect(await readOrganization(database.withoutTenant)).toBe("");
  }
});

test.each([
  ["2026-03-14 15:09:26.535+00", "2026-03-14T15:09:26.535Z"],
  ["2026-03-14 15:09:26.5+00", "2026-03-14T15:09:26.500Z"],
  ["2026-03-14 15:09:26+00", "2026-03-14T15:09:26.000Z"],
  ["2026-03-14 15:09:26.535999+00", "2026-03-14T15:09:26.535Z"],
  ["12026-03-14 15:09:26.535+00", "+012026-03-14T15:09:26.535Z"],
])("the instant %s arrives as %s", async (given, expected) => {
  const { rows } = await sql<{ instant: string }>`SELECT ${given}::timestamptz AS instant`.execute(
    database.withoutTenant,
  );
  expect(rows).toEqual([{ instant: expected }]);
});

test("a read takes no lock and changes nothing", async () => {
  for (const statement of [
    sql`SELECT id FROM "Organization" WHERE id = ${"org_a"} FOR SHARE`,
    sql`UPDATE "Organization" SET name = ${"changed"}`,
  ]) {
    await expect(database.withTenantReads("org_a", (reads) => statement.execute(reads))).rejects.toMatchObject({
      code: "25006",
    });
  }
});

test("a read that writes a setting is rejected before it is sent", async () => {
  await expect(
    database.withTenantReads("org_a", (reads) => sql`SELECT set_config('role', ${"none"}, true)`.execute(reads)),
  ).rejects.toThrow("sharesTransaction");
});

test("an invalid organization ID is rejected before it reaches a setting", async () => {
  await expect(database.withTenantReads("org'; --", (reads) => readOrganization(reads))).rejects.toThrow(
    "Invalid organization ID",
  );
});

test("failed statements leave a connection that runs the next ones, prepared or not", async () => {
  const broken = (value: string) => sql`SELECT ${value}::integer AS number`;
  for (let round = 0; round < 3; round += 1) {
    await expect(database.withTenantReads("org_a", (reads) => broken("none").execute(reads))).rejects.toMatchObject({
      code: "22P02",
    });
    await expect(
      database.withTenantReads("org_a", (reads) =>
        sql`SELECT nothing FROM ${sql.table("Missing")} WHERE id = ${round}`.execute(reads),
      ),
    ).rejects.toMatchObject({ code: "42P01" });
    expect((await database.withTenantReads("org_a", (reads) => broken("7").execute(reads))).rows).toEqual([
      { number: 7 },
    ]);
  }
});

test("rows have the types of their columns at every execution", async () => {
  const statement = sql`SELECT ${"2026-11-23"}::date AS date, ${"9007199254740991"}::bigint AS cents, ARRAY[${"x"}::text] AS words WHERE ${"t"}::boolean`;
  for (const executor of [database.withoutTenant, database.withoutTenant]) {
    expect((await statement.execute(executor)).rows).toEqual([
      { date: "2026-11-23", cents: 9007199254740991, words: ["x"] },
    ]);
  }
  for (let round = 0; round < 2; round += 1) {
    expect((await database.withTenantReads("org_a", (reads) => statement.execute(reads))).rows).toEqual([
      { date: "2026-11-23", cents: 9007199254740991, words: ["x"] },
    ]);
  }
});

test("a statement whose column type changed is not read in the old type", async () => {
  await sql`CREATE TEMPORARY TABLE changing (value integer)`.execute(database.withoutTenant);
  const read = () =>
    sql<{ value: unknown }>`SELECT value FROM changing WHERE ${true}::boolean`.execute(database.withoutTenant);
  await sql`INSERT INTO changing VALUES (1)`.execute(database.withoutTenant);
  for (let round = 0; round < 2; round += 1) expect((await read()).rows).toEqual([{ value: 1 }]);
  await sql`ALTER TABLE changing ALTER COLUMN value TYPE date USING '2026-11-23'::date`.execute(database.withoutTenant);
  const fresh = [{ value: "2026-11-23" }];
  // In a process with too many statements it is not prepared.
  const outcome = await read().then(
    ({ rows }) => rows,
    (error: unknown) => error,
  );
  expect([fresh, expect.objectContaining({ code: "0A000" })]).toContainEqual(outcome);
  expect((await read()).rows).toEqual(fresh);
  // Statements are then prepared under other names, with other texts: marks still count.
  const asText = CompiledQuery.raw(`${markAsJson(["value"])} SELECT value FROM changing WHERE $1::boolean`, [true]);
  for (let round = 0; round < 2; round += 1)
    expect((await database.withoutTenant.executeQuery(asText)).rows).toEqual([
      { json: '{"value":"2026-11-23"}', value: "2026-11-23" },
    ]);
});

const precondition = (
  assert: (value: string | undefined) => void,
  text = "SELECT 'of ' || coalesce(current_setting('caseport.organization', true), '') || $1::text AS value",
) => ({ precondition: { text, values: ["nobody"], assert } });

test("a precondition is read with the first statement, before the organization is set, and again with the next one", async () => {
  for (let round = 0; round < 3; round += 1) {
    const values: unknown[] = [];
    const read = await database.withTenantReads(
      "org_a",
      async (reads) => [await readOrganization(reads), await readOrganization(reads)],
      precondition((value) => values.push(value)),
    );
    expect([read, values]).toEqual([["org_a", "org_a"], ["of nobody"]]);
  }
});

test.each([
  ["no statement", () => Promise.resolve("")],
  [
    "a statement that fails",
    (reads: Transaction) => sql`SELECT ${"x"}::integer AS number`.execute(reads).catch(() => ""),
  ],
])("a precondition is read with %s, too", async (_, work) => {
  const values: unknown[] = [];
  await database.withTenantReads(
    "org_a",
    work,
    precondition((value) => values.push(value)),
  );
  expect(values).toEqual(["of nobody"]);
  // Nothing is left for the next read of the connection.
  expect(await database.withTenantReads("org_b", readOrganization)).toBe("org_b");
  expect(values).toHaveLength(1);
});

test("a result whose precondition fails does not count", async () => {
  const changed = () => {
    throw new Error("changed");
  };
  await expect(database.withTenantReads("org_a", readOrganization, precondition(changed))).rejects.toThrow("changed");
});

test.each(["SELECT 'x' AS value WHERE $1 = ''", "SELECT nullif($1::text, 'nobody') AS value"])(
  "a result whose precondition has no value does not count: %s",
  async (text) => {
    const rejectAbsent = (value: string | undefined) => {
      if (value === undefined) throw new Error("absent");
    };
    await expect(database.withTenantReads("org_a", readOrganization, precondition(rejectAbsent, text))).rejects.toThrow(
      "absent",
    );
    await expect(
      database.withTenantTransaction("org_a", readOrganization, precondition(rejectAbsent, text)),
    ).rejects.toThrow("absent");
  },
);
