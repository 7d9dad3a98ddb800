import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFullCase } from "../../areas/cases/fixtures.ts";
import { asReader } from "../../areas/reports/run/store.reader.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database, type Transaction } from "../../platform/database/database.ts";
import { createAreaRows } from "../database/area-rows.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createHierarchy, placeTenant, type Hierarchy, type TenantInHierarchy } from "../harness/hierarchy.ts";
import { listReportColumns } from "../harness/report-columns.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** Row-level security of the report reader alone: statements in its role without filters. */
let owner: Client;
let applicationUrl = "";
let database: Database;
let hierarchy: Hierarchy;
let readable: string[] = [];

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  applicationUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 10, hooks });
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  hierarchy = await createHierarchy(database);
  for (const tenant of Object.values(hierarchy) as TenantInHierarchy[]) {
    await createFullCase(tenant);
    await createAreaRows(tenant);
  }
  readable = await list(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND has_any_column_privilege('caseport_reader', oid, 'SELECT') ORDER BY 1`,
  );
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

async function list(statement: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(statement);
  return rows.map(({ name }) => name);
}

/** Whose rows of a table the reader sees in the firm's transaction. */
async function look(tenant: TenantInHierarchy, named: readonly string[], table: string): Promise<string[]> {
  const column = sql.ref(table === "Organization" ? "id" : "organizationId");
  const { rows } = await tenant.inside((transaction) =>
    asReader(transaction, named, () =>
      sql<{ whose: string }>`SELECT DISTINCT ${column} AS whose FROM ${sql.table(table)} ORDER BY 1`.execute(
        transaction,
      ),
    ),
  );
  return rows.map(({ whose }) => whose);
}

const idsOf = (...tenants: TenantInHierarchy[]) => tenants.map(({ organizationId }) => organizationId).toSorted();
const inReader = (tenant: TenantInHierarchy, statement: string) =>
  tenant.inside((transaction) => asReader(transaction, idsOf(tenant), () => sql.raw(statement).execute(transaction)));

/**
 * Tables that the reader reads besides those of the sources: for names and local dates in rows, and for the
 * organizations of a run.
 */
const besides = [
  ...["id", "name", "timezone"].map((column) => `Organization.${column}`),
  ...["archived", "entity", "id", "key", "label", "options", "order", "organizationId", "type"].map(
    (column) => `CustomFieldDefinition.${column}`,
  ),
  // Whether a bank statement has a transaction, in a subquery.
  ...["id", "organizationId", "postedOn", "transactionId"].map((column) => `BankLine.${column}`),
  ...["apiVisible", "organizationId", "reportId"].map((column) => `ReportSetting.${column}`),
];

test("the reader role can read exactly the columns that reports use", async () => {
  const columns = `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`;
  const all = new Set(await list(columns));
  const granted = await list(`${columns} AND has_column_privilege('caseport_reader', c.oid, a.attnum, 'SELECT')`);
  // A name behind an alias that is not a column is one of a subquery's own.
  const named = listReportColumns(database).filter((column) => all.has(column));
  expect(granted.toSorted()).toEqual([...named, ...besides].toSorted());
});

describe("the organizations that an unfiltered SELECT of the reader role sees in every table", () => {
  const cases: Record<
    string,
    (all: Hierarchy) => { by: TenantInHierarchy; named: string[]; seen: TenantInHierarchy[] }
  > = {
    "those that are named": ({ headquarters, office, west }) => ({
      by: headquarters,
      named: idsOf(office, west),
      seen: [office, west],
    }),
    "all of the tree that are named, and none beyond it": (all) => ({
      by: all.headquarters,
      named: idsOf(...(Object.values(all) as TenantInHierarchy[])),
      seen: [all.headquarters, all.east, all.west, all.office],
    }),
    "nothing where strangers alone are named": ({ headquarters, stranger, strangersOffice }) => ({
      by: headquarters,
      named: idsOf(stranger, strangersOffice),
      seen: [],
    }),
    "nothing where none is named, the own one neither": ({ headquarters }) => ({
      by: headquarters,
      named: [],
      seen: [],
    }),
    "nothing for what is no id": ({ headquarters }) => ({
      by: headquarters,
      named: ["*", "%", "", "{}", "' OR true --"],
      seen: [],
    }),
    "of a region that is no headquarters itself alone": ({ headquarters, east, office, west }) => ({
      by: east,
      named: idsOf(headquarters, east, office, west),
      seen: [east],
    }),
    "of an office itself alone": ({ headquarters, east, office }) => ({
      by: office,
      named: idsOf(headquarters, east, office),
      seen: [office],
    }),
  };
  test.each(Object.entries(cases))("%s", async (_, choose) => {
    const { by, named, seen } = choose(hierarchy);
    expect(readable.length).toBeGreaterThan(12);
    for (const table of readable) expect([table, await look(by, named, table)]).toEqual([table, idsOf(...seen)]);
  });

  test("only those currently below it in the hierarchy", async () => {
    const { headquarters, east, office, west, stranger } = hierarchy;
    const named = idsOf(headquarters, east, office, west);
    await placeTenant(west, { parentOrganizationId: stranger.organizationId });
    expect(await look(headquarters, named, "Case")).toEqual(idsOf(headquarters, east, office));
    await placeTenant(east, { reportsToHeadquarters: false });
    expect(await look(headquarters, named, "Case")).toEqual(idsOf(headquarters));
    await placeTenant(east, { reportsToHeadquarters: true });
    await placeTenant(west, { parentOrganizationId: headquarters.organizationId });
    expect(await look(headquarters, named, "Case")).toEqual(named);
  });
});

describe("the reader role", () => {
  test("cannot write", async () => {
    const written = await list(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND (has_any_column_privilege('caseport_reader', oid, 'INSERT, UPDATE, REFERENCES') OR has_table_privilege('caseport_reader', oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER'))`,
    );
    expect(written).toEqual([]);
    for (const statement of [
      `UPDATE "Case" SET title = 'x'`,
      `DELETE FROM "CaseTag"`,
      `TRUNCATE "Case"`,
      `INSERT INTO "Tag" ("organizationId", id, name, color) VALUES ('x', 'x', 'x', 'x')`,
      `SELECT FROM "Case" FOR UPDATE`,
      "CREATE TABLE x ()",
    ]) {
      await expect(inReader(hierarchy.headquarters, statement), statement).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("cannot read anything else, such as secrets, people, SSNs or logs", async () => {
    const others = await list(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND NOT has_any_column_privilege('caseport_reader', oid, 'SELECT')`,
    );
    expect(others).toEqual(
      expect.arrayContaining([
        "Account",
        "AuditEntry",
        "ClientSsn",
        "EsignSubmission",
        "Event",
        "IntegrationKeySecret",
        "Report",
        "Session",
        "StoredObject",
        "TwoFactor",
        "User",
        "WebhookSecret",
      ]),
    );
    for (const table of others)
      await expect(inReader(hierarchy.headquarters, `SELECT FROM "${table}"`), table).rejects.toMatchObject({
        code: "42501",
      });
    for (const column of ["ssnFourDigits", "medicareIdMasked"])
      await expect(inReader(hierarchy.headquarters, `SELECT "${column}" FROM "Client"`)).rejects.toMatchObject({
        code: "42501",
      });
    await expect(inReader(hierarchy.headquarters, `SELECT slug FROM "Organization"`)).rejects.toMatchObject({
      code: "42501",
    });
    await expect(inReader(hierarchy.headquarters, `SELECT name FROM "IntegrationKey"`)).rejects.toMatchObject({
      code: "42501",
    });
  });

  test("cannot log in, owns nothing, is in no other role, and can call one of our functions", async () => {
    const { rows } = await owner.query(`
      SELECT rolcanlogin, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolinherit,
        (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS relations,
        ARRAY(SELECT g.rolname::text FROM pg_roles g WHERE g.oid <> r.oid AND pg_has_role(r.oid, g.oid, 'MEMBER')) AS groups
      FROM pg_roles r WHERE rolname = 'caseport_reader'`);
    expect(rows).toMatchObject([
      {
        rolcanlogin: false,
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
        relations: 0,
        groups: [],
      },
    ]);
    const called = await list(
      `SELECT proname AS name FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND prosecdef AND has_function_privilege('caseport_reader', p.oid, 'EXECUTE')`,
    );
    expect(called).toEqual(["report_reach"]);
  });
});

describe("the application role", () => {
  const whoAmI = (transaction: Transaction) =>
    sql<{
      name: string;
      named: string;
    }>`SELECT current_user::text AS name, current_setting('caseport.report_organizations', true) AS named`.execute(
      transaction,
    );

  test("sees only its own organization, whichever organizations are named", async () => {
    const { headquarters } = hierarchy;
    for (const table of readable.filter((name) => name !== "Organization")) {
      const { rows } = await headquarters.inside(async (transaction) => {
        await sql`SELECT set_config('caseport.report_organizations', ${idsOf(...(Object.values(hierarchy) as TenantInHierarchy[])).join(",")}, true)`.execute(
          transaction,
        );
        return sql<{ organizationId: string }>`SELECT DISTINCT "organizationId" FROM ${sql.table(table)}`.execute(
          transaction,
        );
      });
      expect([table, rows]).toEqual([table, [{ organizationId: headquarters.organizationId }]]);
    }
  });

  test("is restored on the same connection after a statement of the reader role, also after a failed one", async () => {
    const single = openDatabase(applicationUrl, { poolSize: 1, hooks });
    const id = hierarchy.headquarters.organizationId;
    const before = await single.withTenantTransaction(
      id,
      async (transaction) => (await whoAmI(transaction)).rows[0]?.name,
    );
    const after = await single.withTenantTransaction(id, async (transaction) => {
      await asReader(transaction, [id], () =>
        whoAmI(transaction).then(({ rows }) => expect(rows).toEqual([{ name: "caseport_reader", named: id }])),
      );
      return (await whoAmI(transaction)).rows[0];
    });
    expect(after).toEqual({ name: before, named: "" });
    await expect(
      single.withTenantTransaction(id, (transaction) =>
        asReader(transaction, [id], () => sql`SELECT 1 / 0`.execute(transaction)),
      ),
    ).rejects.toMatchObject({ code: "22012" });
    expect((await whoAmI(single.withoutTenant as Transaction)).rows[0]).toEqual({ name: before, named: "" });
    await single.close();
  });
});
