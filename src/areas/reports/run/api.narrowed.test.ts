import { afterAll, beforeAll, expect, test } from "vitest";
import { createCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createManagedTenant, type SignedInMember } from "../../team/fixtures.ts";
import { codeOf, faultsOf } from "../fixtures.saved.ts";
import { createReport } from "../fixtures.ts";
import type { RunWithChart } from "../schema.portal.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;
let grouped: string;
let plain: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
  const cases = [
    {
      title: "One",
      matterStage: "intake",
      matterStatus: "open",
      projectedFeeAmountCents: 100_050,
      openedOn: "2026-03-09",
    },
    {
      title: "Two",
      matterStage: "intake",
      matterStatus: "pending",
      projectedFeeAmountCents: 250_000,
      openedOn: "2026-04-30",
    },
    { title: "Three", matterStage: "mediation", matterStatus: "open", projectedFeeAmountCents: null },
  ] as const;
  for (const values of cases) await createCase(tenant, values);
  grouped = await createReport(tenant, {
    definition: {
      columns: [
        { key: "stage", field: "matterStage" },
        { key: "status", field: "matterStatus" },
        { key: "cases", field: "id", aggregate: "count" },
      ],
      sort: [{ column: "status" }],
      totals: true,
    },
  });
  plain = await createReport(tenant, {
    definition: {
      columns: [
        { key: "title", field: "title" },
        { key: "feeCents", field: "projectedFeeAmountCents" },
        { key: "opened", field: "openedOn", bucket: "month" },
      ],
      sort: [{ column: "title" }],
      totals: true,
    },
  });
});
afterAll(() => server.close(1000));

const run = (reportId: string, only?: object, others: object = {}) =>
  manager.portal.query<RunWithChart>("reports.run", { reportId, ...(only !== undefined && { only }), ...others });

test("a run narrowed to a value of a column has its rows and their totals", async () => {
  const { data } = await run(grouped, { column: "stage", value: "intake" });
  expect(data.rows.map(({ stage, status, cases }) => [stage, status, cases])).toEqual([
    ["intake", "open", 1],
    ["intake", "pending", 1],
  ]);
  expect(data.totals).toEqual({ cases: 2 });
  expect((await run(grouped, { column: "stage", value: "discovery" })).data.rows).toEqual([]);
});

test("every point of a chart finds its rows again: texts, numbers, months, and what is not set", async () => {
  for (const [reportId, category, value] of [
    [grouped, "stage", "cases"],
    [plain, "title", "feeCents"],
    [plain, "feeCents", "feeCents"],
    [plain, "opened", "feeCents"],
  ] as const) {
    const { chart } = (await run(reportId, undefined, { chart: { category, value } })).data;
    expect(chart?.points.length, category).toBeGreaterThan(0);
    for (const point of chart?.points ?? []) {
      const { data } = await run(reportId, { column: category, value: point.category });
      const sum = data.rows.reduce((total, row) => total + Number(row[value] ?? 0), 0);
      expect([category, point.category, sum]).toEqual([category, point.category, point.value]);
      expect(new Set(data.rows.map((row) => row[category]))).toEqual(new Set([point.category]));
    }
  }
  const { data } = await run(plain, { column: "feeCents", value: null });
  expect(data.rows.map(({ title }) => title)).toEqual(["Three"]);
});

test("its pages continue it, and no other run", async () => {
  const only = { column: "stage", value: "intake" };
  const first = await run(grouped, only, { limit: 1 });
  const after = first.data.nextCursor ?? "";
  expect((await run(grouped, only, { limit: 1, after })).data.rows).toMatchObject([{ status: "pending" }]);
  for (const other of [undefined, { column: "stage", value: "mediation" }])
    expect(codeOf(await run(grouped, other, { limit: 1, after }))).toBe("VALIDATION_FAILED");
});

test("a column or value that does not fit is rejected at its field", async () => {
  for (const [only, path] of [
    [{ column: "none", value: "intake" }, "only.column"],
    // Counts are not values of records.
    [{ column: "cases", value: 2 }, "only.column"],
    [{ column: "stage", value: 3 }, "only.value"],
    [{ column: "stage", value: "x".repeat(2_002) }, "only.value"],
  ] as const)
    expect(faultsOf(await run(grouped, only)), JSON.stringify(only)).toEqual([path]);
  expect(faultsOf(await run(plain, { column: "feeCents", value: "many" }))).toEqual(["only.value"]);
});
