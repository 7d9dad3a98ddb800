import { afterAll, beforeAll, expect, test } from "vitest";
import type { GivenReportDefinition } from "../../../contract/reports/definition.ts";
import { createId } from "../../../platform/database/ids.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createReport } from "../fixtures.ts";
import { postRun, readAllRows, readRun } from "./fixtures.ts";

let server: TestServer;
beforeAll(async () => void (server = await startOwnServer({ worker: "none" })));
afterAll(() => server.close(1_000));

/** The firm has these custom fields of cases, and a case with each of these values. */
async function createCases(
  fields: Readonly<Record<string, string>>,
  values: readonly Record<string, unknown>[],
): Promise<TestTenant> {
  const tenant = await createTenant(server.services.database);
  const { organizationId, inside } = tenant;
  const rows = Object.entries(fields).map(([key, type]) => ({
    organizationId,
    id: createId("customFieldDefinition"),
    entity: "case",
    key,
    label: key,
    type,
  }));
  await inside((transaction) => transaction.insertInto("CustomFieldDefinition").values(rows).execute());
  for (const [at, customFields] of values.entries())
    await createCase(tenant, { sequenceId: `2026-${at}`, customFields: customFields });
  return tenant;
}

const save = (tenant: TestTenant, definition: GivenReportDefinition) =>
  createReport(tenant, { definition: definition });

/**
 * As many as a case's values may come to in all: ten texts of ten thousand characters, of the kinds that take the most
 * room in a cursor.
 */
const longFields = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`note${at}`, "long_text"]));
const beginnings = ["x", "😀", "\u0001", `"`, "\\"].map((character) => character.repeat(9_999));
const endings = ["b", "a", "c"];
const longCases = beginnings.flatMap((beginning) =>
  endings.map((ending) => Object.fromEntries(Object.keys(longFields).map((key) => [key, beginning + ending]))),
);
const caseNumbers = longCases.map((_, at) => `2026-${at}`).toSorted();

test("rows sorted by long texts with a common prefix appear once across pages, and the cursors are accepted", async () => {
  const tenant = await createCases(longFields, [...longCases, {}]);
  const sort = [{ column: "note0" }, { column: "note1", descending: true }, { column: "note2" }];
  const reportId = await save(tenant, {
    columns: ["note0", "note1", "note2"]
      .map((key) => ({ key, field: `custom.${key}` }))
      .concat({ key: "case", field: "sequenceId" }),
    sort,
  });
  for (const limit of [1, 2]) {
    const rows = await readAllRows(server, tenant.secret, reportId, { limit });
    expect(rows.map((row) => String(row["case"])).toSorted()).toEqual(
      [...caseNumbers, `2026-${longCases.length}`].toSorted(),
    );
    expect(rows).toEqual(readRun(await postRun(server, tenant.secret, reportId)).rows);
    expect(rows.at(-1)?.["note0"]).toBeNull();
  }
});

test("groups of as many texts as a report has columns do so as well", async () => {
  // Three with a common prefix, and one of each other kind: a statement groups by all columns, and may take five seconds.
  const cases = longCases.filter((_, at) => at < endings.length || at % endings.length === 0);
  const tenant = await createCases(longFields, [...cases, {}]);
  const columns = Array.from({ length: 29 }, (_, at) => ({ key: `c${at}`, field: `custom.note${at % 10}` }));
  const sort = [{ column: "c3" }, { column: "c2" }, { column: "c1", descending: true }];
  const reportId = await save(tenant, {
    columns: [...columns, { key: "cases", field: "id", aggregate: "count" }],
    sort,
  });
  const [one, whole] = [
    await readAllRows(server, tenant.secret, reportId, { limit: 1 }),
    readRun(await postRun(server, tenant.secret, reportId)).rows,
  ];
  expect(one).toHaveLength(cases.length + 1);
  expect(one).toEqual(whole);
  expect(new Set(one.map((row) => row["cases"]))).toEqual(new Set([1]));
});

test("a long text is truncated in a page", async () => {
  const tenant = await createCases({ note: "long_text" }, [{ note: "😀".repeat(2_001) }, { note: "x".repeat(2_000) }]);
  const reportId = await save(tenant, { columns: [{ key: "note", field: "custom.note" }], sort: [{ column: "note" }] });
  expect(readRun(await postRun(server, tenant.secret, reportId)).rows.map((row) => row["note"])).toEqual([
    "x".repeat(2_000),
    `${"😀".repeat(2_000)}…`,
  ]);
});

test("numbers are summed, compared and shown exactly, and averages are rounded", async () => {
  const tenant = await createCases({ share: "number" }, [{ share: 0.3333 }, { share: 0.3333 }, { share: 0.333_35 }]);
  const column = (key: "sum" | "average" | "minimum" | "maximum") => ({ key, field: "custom.share", aggregate: key });
  const grouped = await save(tenant, {
    columns: [column("sum"), column("average"), column("minimum"), column("maximum")],
    totals: true,
  });
  const run = readRun(await postRun(server, tenant.secret, grouped));
  expect(run.rows).toEqual([
    { organizationId: tenant.organizationId, sum: 0.999_95, average: 0.33, minimum: 0.3333, maximum: 0.333_35 },
  ]);
  expect(run.totals).toEqual({ sum: 0.999_95 });
  const listed = await save(tenant, {
    columns: [{ key: "share", field: "custom.share" }],
    sort: [{ column: "share", descending: true }],
  });
  expect((await readAllRows(server, tenant.secret, listed, { limit: 1 })).map((row) => row["share"])).toEqual([
    0.333_35, 0.3333, 0.3333,
  ]);
});
