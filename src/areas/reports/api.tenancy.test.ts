import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportsEnumerations } from "../../contract/reports/enumerations.ts";
import type { GivenReportDefinition, ReportEntity } from "../../contract/reports/definition.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { createAreaRows } from "../../testing/database/area-rows.ts";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { startServerOn } from "../../testing/harness/server.ts";
import { createHierarchy, type Hierarchy, type TenantInHierarchy } from "../../testing/harness/hierarchy.ts";
import { naughtyStrings } from "../../testing/hostile/naughty-strings.ts";
import { createFullCase } from "../cases/fixtures.ts";
import type { ReportField } from "./catalog/domain.fields.ts";
import { describeEntity } from "./definition/domain.plan.ts";
import { standardReports } from "./standard-reports/domain.ts";
import { createReport } from "./fixtures.ts";
import { postRun, type TestRun } from "./run/fixtures.ts";
import { changeRow } from "../../testing/harness/tenant.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/**
 * The same run is requested twice: where a firm has neighbors, and in a copy of the database in which the neighbors
 * have nothing. Rows, counts, totals, rejections, everything must be the same.
 */
interface World {
  baseUrl: string;
  close(): Promise<void>;
}

let hierarchy: Hierarchy;
/** Everybody has records; nobody of the strangers has; nobody but the office has. */
let whole: World;
let withoutStrangers: World;
let officeAlone: World;
let reports: { id: string; definition: GivenReportDefinition; fields: readonly ReportField[] }[] = [];
let setUpBy: Client;

const tenants = () => Object.values(hierarchy) as TenantInHierarchy[];

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  const database = openDatabase(await ensureApplicationRole(ownerUrl), { poolSize: 10, hooks });
  hierarchy = await createHierarchy(database);
  for (const tenant of tenants()) {
    await createFullCase(tenant);
    await createAreaRows(tenant);
  }
  const { headquarters, office, stranger, strangersOffice } = hierarchy;
  await changeRow(headquarters, "Member", headquarters.attorneyId, { role: "owner" });
  reports = standardReports.map(({ id, definition }) => ({ id, definition, fields: [] }));
  for (const { entity, definition, fields } of listDefinitions()) {
    reports.push({
      id: await createReport(headquarters, {
        entity,
        definition: definition,
        visibility: "shared_children",
      }),
      definition,
      fields,
    });
  }
  await database.close();
  setUpBy = new Client({ connectionString: ownerUrl.replace(/\/[^/]+$/, "/postgres") });
  await setUpBy.connect();
  withoutStrangers = await openCopy(ownerUrl, [stranger, strangersOffice]);
  officeAlone = await openCopy(
    ownerUrl,
    tenants().filter((tenant) => tenant !== office),
  );
  whole = await openWorld(ownerUrl);
});
afterAll(async () => {
  await setUpBy.end();
  for (const world of [whole, withoutStrangers, officeAlone]) await world.close();
});

async function openWorld(ownerUrl: string): Promise<World> {
  const server = await startServerOn(await ensureApplicationRole(ownerUrl), { worker: "none", databasePoolSize: 3 });
  return { baseUrl: server.addresses[0] ?? "", close: () => server.close(1_000) };
}

/** The database without the records of these organizations; their reports, keys and places in the hierarchy stay. */
async function openCopy(ownerUrl: string, emptied: readonly TenantInHierarchy[]): Promise<World> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await setUpBy.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(ownerUrl).pathname.slice(1)}`);
  const url = ownerUrl.replace(/\/[^/]+$/, `/${name}`);
  const owner = new Client({ connectionString: url });
  await owner.connect();
  // Without what keys and triggers require: half of a firm is what is wanted.
  await owner.query("SET session_replication_role = replica");
  const { rows } = await owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.role_table_grants WHERE grantee = 'caseport_reader' AND table_name NOT IN ('ReportSetting', 'Member')`,
  );
  for (const table of rows)
    await owner.query(`DELETE FROM "${table.name}" WHERE "organizationId" = ANY ($1)`, [
      emptied.map(({ organizationId }) => organizationId),
    ]);
  await owner.end();
  return openWorld(url);
}

/**
 * Reports that show and filter by every field of every entity, and that count and add up by each; with the fields of
 * their parameters.
 */
function listDefinitions(): {
  entity: ReportEntity;
  definition: GivenReportDefinition;
  fields: readonly ReportField[];
}[] {
  return (Object.keys(reportsEnumerations.reportEntity.values) as ReportEntity[]).flatMap((entity) => {
    const { fields } = describeEntity(entity);
    const parts = Array.from({ length: Math.ceil(fields.length / 20) }, (_, at) => fields.slice(at * 20, at * 20 + 20));
    return parts.flatMap((part) => {
      const columns = part.map(({ name }, at) => ({ key: `c${at}`, field: name }));
      const operator = (type: string): "contains" | "equals" | "at_least" => {
        if (type === "text") return "contains";
        return type === "boolean" ? "equals" : "at_least";
      };
      const filters = part.map(({ name, type, options }, at) => ({
        field: name,
        operator: options === null ? operator(type) : ("in" as const),
        parameter: `p${at}`,
      }));
      const parameters = part.map(({ label }, at) => ({ key: `p${at}`, label }));
      const counted = part.flatMap(({ name, aggregates }, at) =>
        aggregates.slice(0, 2).map((aggregate, turn) => ({ key: `c${at}x${turn}`, field: name, aggregate })),
      );
      return [
        { entity, fields: part, definition: { columns, filters, parameters, totals: true } },
        {
          entity,
          fields: [],
          definition: { columns: [...columns.slice(0, 1), ...counted].slice(0, 30), totals: true },
        },
      ];
    });
  });
}

interface Question {
  by: "headquarters" | "office";
  reportId: string;
  requested: TestRun;
}

/** What is returned, without what is of the moment. */
async function runIn(
  { baseUrl }: World,
  { by, reportId, requested }: Question,
): Promise<{ status: number; text: string; rows: number }> {
  const { status, body } = await postRun({ baseUrl }, hierarchy[by].secret, reportId, requested);
  const {
    generatedAt: _,
    nextCursor = null,
    rows = [],
    ...rest
  } = body as { generatedAt?: string; nextCursor?: string | null; rows?: unknown[] };
  return { status, text: JSON.stringify({ ...rest, rows, hasNext: nextCursor !== null }), rows: rows.length };
}

/** How many questions were answered with which status. */
const tally: Record<number, number> = {};

/** @returns how many rows there were */
async function expectUntouched(question: Question): Promise<number> {
  const [seen, alone] = await Promise.all([
    runIn(whole, question),
    runIn(question.by === "office" ? officeAlone : withoutStrangers, question),
  ]);
  expect([seen.status, seen.text], JSON.stringify(question)).toEqual([alone.status, alone.text]);
  const foreign =
    question.by === "office"
      ? tenants().filter((tenant) => tenant !== hierarchy.office)
      : [hierarchy.stranger, hierarchy.strangersOffice];
  for (const { organizationId, mark } of foreign) {
    expect(seen.text).not.toContain(organizationId);
    expect(seen.text).not.toContain(`${mark}-`);
  }
  tally[seen.status] = (tally[seen.status] ?? 0) + 1;
  return seen.rows;
}

describe("no report returns data of a foreign organization", () => {
  test("for every entity and field, standard reports, groups and totals", async () => {
    const counts: Record<string, number> = {};
    for (const { id } of reports) {
      for (const by of ["headquarters", "office"] as const)
        counts[by] = (counts[by] ?? 0) + (await expectUntouched({ by, reportId: id, requested: { limit: 1_000 } }));
    }
    // Both see a good deal, and the office a part of it.
    expect(counts["office"]).toBeGreaterThan(50);
    expect(counts["headquarters"]).toBeGreaterThan((counts["office"] ?? 0) * 2);
  });

  test("for crafted parameters, columns, sorts and organizations", async () => {
    const ids = tenants().map(({ organizationId }) => organizationId);
    const pieces = [
      ...ids,
      ...tenants().map(({ mark }) => mark),
      "a",
      "i",
      "%",
      "_",
      "'",
      "' OR '1'='1",
      "'; SELECT set_config('caseport.report_organizations', '*', true); --",
      "*",
      "{}",
      "$1",
      "\\",
      ') UNION SELECT id FROM "Organization" --',
      ...naughtyStrings
        .filter((text) => text.length < 200 && text.isWellFormed() && !text.includes("\0"))
        .slice(0, 150),
    ];
    const piece = fc.constantFrom(...pieces);
    const hostile = fc.oneof(piece, fc.integer(), fc.boolean(), fc.array(piece, { maxLength: 100 }), fc.constant(null));
    const fitting = ({ type, options }: ReportField): fc.Arbitrary<unknown> => {
      if (options !== null)
        return fc.subarray(
          options.map(({ value }) => value),
          { minLength: 1 },
        );
      const arbitraries: Partial<Record<string, fc.Arbitrary<unknown>>> = {
        text: piece,
        boolean: fc.boolean(),
        date: fc.constantFrom("0001-01-01", "2026-01-01"),
        instant: fc.constantFrom("0001-01-01", "2026-01-01"),
      };
      return arbitraries[type] ?? fc.integer({ min: -10, max: 1_000_000 });
    };
    const inTree = fc.shuffledSubarray(
      [hierarchy.headquarters, hierarchy.east, hierarchy.office, hierarchy.west].map(
        ({ organizationId }) => organizationId,
      ),
      { minLength: 1 },
    );
    const question = fc
      .record({
        by: fc.constantFrom<Question["by"]>("headquarters", "headquarters", "office"),
        report: fc.constantFrom(...reports),
      })
      .chain(({ by, report }) => {
        const { columns, parameters = [] } = report.definition;
        const keys = columns.map(({ key }) => key);
        const values = parameters.map(({ key }, at) => {
          const field = report.fields[at];
          return fc.record(
            {
              [key]:
                field === undefined
                  ? hostile
                  : fc.oneof({ weight: 9, arbitrary: fitting(field) }, { weight: 1, arbitrary: hostile }),
            },
            { noNullPrototype: true },
          );
        });
        const requested = fc.record(
          {
            over: fc.oneof(
              { weight: 6, arbitrary: inTree.map((some) => some.join(",")) },
              { weight: 1, arbitrary: fc.shuffledSubarray(ids, { minLength: 1 }).map((some) => some.join(",")) },
              { weight: 1, arbitrary: piece },
            ),
            parameters: fc.oneof(
              fc.constant({}),
              ...values,
              fc.dictionary(fc.constantFrom(...parameters.map(({ key }) => key), "organizationId"), hostile, {
                maxKeys: 3,
                noNullPrototype: true,
              }),
            ),
            columns: fc.oneof(
              { weight: 5, arbitrary: fc.shuffledSubarray(keys, { minLength: 1 }) },
              { weight: 1, arbitrary: fc.shuffledSubarray([...keys, "organizationId"], { minLength: 1 }) },
            ),
            sort: fc.uniqueArray(
              fc.record({
                column: fc.oneof(
                  { weight: 8, arbitrary: fc.constantFrom(...keys) },
                  { weight: 1, arbitrary: fc.constantFrom("organizationId", "id") },
                ),
                descending: fc.boolean(),
              }),
              { maxLength: 2, selector: ({ column }) => column },
            ),
            limit: fc.integer({ min: 1, max: 20 }),
          },
          { requiredKeys: [], noNullPrototype: true },
        );
        return fc.record({ by: fc.constant(by), reportId: fc.constant(report.id), requested });
      });
    let rows = 0;
    for (const status of Object.keys(tally)) delete tally[Number(status)];
    await fc.assert(
      fc.asyncProperty(question, async (given) => void (rows += await expectUntouched(given))),
      { seed: 20_261_121, numRuns: 100, endOnFailure: true },
    );
    expect(rows).toBeGreaterThan(20);
    // Of questions that all are rejected nothing would follow.
    for (const status of [200, 400, 403]) expect([status, (tally[status] ?? 0) > 10]).toEqual([status, true]);
  });
});
