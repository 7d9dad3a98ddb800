import { expect, test } from "vitest";
import { ReportDefinition } from "../../../contract/reports/definition.ts";
import type { GivenReportDefinition } from "../../../contract/reports/definition.ts";
import { maxSeries, prepareDrawing } from "./chart-data.ts";
import type { Drawing } from "./chart-data.ts";
import { chooseChart } from "./choose-chart.ts";
import type { Chart } from "./choose-chart.ts";
import { writeInstant, writeShort, writeValue } from "./format-value.ts";
import type { RunColumn, RunRow } from "../report-types.ts";

const stage: RunColumn = { key: "stage", label: "Stage", type: "text", bucket: null };
const attorney: RunColumn = { key: "attorney", label: "Attorney", type: "text", bucket: null };
const cases: RunColumn = { key: "cases", label: "Cases", type: "integer", bucket: null };
const fees: RunColumn = { key: "fees", label: "Fees", type: "money", bucket: null };
const month: RunColumn = { key: "month", label: "Month", type: "date", bucket: "month" };

const counted: GivenReportDefinition["columns"] = [
  { key: "stage", field: "matterStage" },
  { key: "attorney", field: "attorneyName" },
  { key: "cases", field: "id", aggregate: "count" },
  { key: "fees", field: "fee", aggregate: "sum" },
];
const define = (given: Partial<GivenReportDefinition>) => ReportDefinition.parse({ columns: counted, ...given });
const organizations = [{ id: "org_1", name: "Texas" }, { id: "org_2", name: "Arizona" }];
const write = (value: RunRow[string], column: RunColumn) => writeValue(value, column, "America/New_York");
const draw = (chart: Chart, rows: RunRow[]) => prepareDrawing({ chart, rows, organizations, write });
const row = (values: RunRow, organizationId = "org_1"): RunRow => ({ organizationId, ...values });
const add = (a: number, b: number) => a + b;

function drawn(drawing: ReturnType<typeof draw>): Drawing {
  if (typeof drawing === "string") throw new Error(`not drawn: ${drawing}`);
  return drawing;
}

test("draws the definition's chart, or one that fits the columns", () => {
  const columns = [stage, attorney, cases, fees];
  const own = chooseChart(define({ chart: { type: "bar", category: "stage", value: "cases", series: "attorney" } }), columns);
  expect(own).toMatchObject({ type: "bar", category: stage, value: cases, series: attorney });
  expect(own?.merge?.(2, 3)).toBe(5);
  expect(chooseChart(define({}), columns)).toMatchObject({ type: "bar", category: stage, value: fees, series: attorney });
  expect(chooseChart(define({ sort: [{ column: "cases" }] }), columns)).toMatchObject({ value: cases });
  const overTime = [{ key: "month", field: "openedOn", bucket: "month" as const }, { key: "cases", field: "id", aggregate: "count" as const }];
  expect(chooseChart(define({ columns: overTime }), [month, cases])).toMatchObject({ type: "line", category: month, series: null });
  // A list of cases has no chart.
  expect(chooseChart(define({ columns: [{ key: "stage", field: "matterStage" }] }), [stage])).toBeNull();
});

test("values of one category are summed, and series are sorted by size", () => {
  const chart: Chart = { type: "bar", category: stage, value: cases, series: attorney, merge: add };
  const rows = [
    row({ stage: "demand", attorney: "Achebe", cases: 2 }),
    row({ stage: "demand", attorney: "Hartwell", cases: 5 }),
    row({ stage: "trial", attorney: "Hartwell", cases: 1 }),
    row({ stage: "trial", attorney: "Achebe", cases: null }),
    row({ stage: "demand", attorney: "Achebe", cases: 1 }, "org_2"),
    row({ stage: null, attorney: null, cases: 1 }),
  ];
  expect(draw(chart, rows)).toEqual({
    series: ["Hartwell", "Achebe", "Not set"],
    points: [{ label: "demand", values: [5, 3, null] }, { label: "trial", values: [1, null, null] }, { label: "Not set", values: [null, null, 1] }],
    isTime: false,
    isStacked: true,
    left: 0,
  });
});

test("offices are the series of a report without one; averages of offices are not combined", () => {
  const rows = [row({ stage: "a", attorney: "X", cases: 1 }), row({ stage: "a", attorney: "X", cases: 3 }, "org_2"), row({ stage: "b", attorney: "X", cases: 2 }, "org_2")];
  const averages: Chart = { type: "bar", category: stage, value: cases, series: null, merge: null };
  expect(drawn(draw(averages, rows))).toMatchObject({ series: ["Arizona", "Texas"], isStacked: false, points: [{ values: [3, 1] }, { values: [2, null] }] });
  expect(drawn(draw({ ...averages, series: attorney }, rows)).series).toEqual(["Arizona", "Texas"]);
  const twice = [...rows, row({ stage: "a", attorney: "Y", cases: 3 })];
  expect(draw({ ...averages, series: attorney }, twice)).toBe("not_comparable");
});

test("too many series: the smallest are combined, and the sum is kept", () => {
  const chart: Chart = { type: "bar", category: stage, value: cases, series: attorney, merge: add };
  const rows = Array.from({ length: 9 }, (_, index) => ["a", "b"].map((name) => row({ stage: name, attorney: `A${index}`, cases: index + 1 }))).flat();
  const { series, points } = drawn(draw(chart, rows));
  expect(series).toEqual(["A8", "A7", "A6", "A5", "A4", "4 others"]);
  expect(series).toHaveLength(maxSeries);
  expect(points.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0))).toEqual([45, 45]);
});

test("the time axis is continuous, oldest first, with empty months", () => {
  const chart: Chart = { type: "bar", category: month, value: cases, series: null, merge: add };
  const rows = [row({ month: "2026-03-01", cases: 4 }), row({ month: null, cases: 9 }), row({ month: "2025-12-01", cases: 1 })];
  const { points, isTime } = drawn(draw(chart, rows));
  expect(isTime).toBe(true);
  expect(points).toEqual([
    { label: "Dec 2025", values: [1] },
    { label: "Jan 2026", values: [0] },
    { label: "Feb 2026", values: [0] },
    { label: "Mar 2026", values: [4] },
    { label: "No date", values: [9] },
  ]);
});

test("long results are drawn partly, and the rest is counted", () => {
  const chart: Chart = { type: "bar", category: stage, value: cases, series: null, merge: add };
  const rows = Array.from({ length: 57 }, (_, index) => row({ stage: `S${index}`, cases: 57 - index }));
  const { points, left } = drawn(draw(chart, rows));
  expect([points.length, left]).toEqual([25, 32]);
  expect([draw(chart, []), draw(chart, rows.slice(0, 1))]).toEqual(["nothing", "one"]);
});

test("values have the firm's format", () => {
  const zone = "America/New_York";
  const told = (value: RunRow[string], type: RunColumn["type"], bucket: RunColumn["bucket"] = null) => writeValue(value, { type, bucket }, zone);
  expect([told(123_450, "money"), told(-5, "money"), told(1_234_567, "integer"), told(12.345, "number")]).toEqual(["$1,234.50", "-$0.05", "1,234,567", "12.35"]);
  expect([told(true, "boolean"), told(null, "date"), told("", "text"), told("P-26-0001", "text")]).toEqual(["Yes", "–", "–", "P-26-0001"]);
  expect([told("2026-11-01", "date"), told("2026-10-01", "date", "quarter"), told("2026-11-01", "date", "month"), told("2026-11-02", "date", "week")]).toEqual([
    "Nov 1, 2026",
    "Q4 2026",
    "Nov 2026",
    "Week of Nov 2, 2026",
  ]);
  // In the organization's time zone, wherever the reader is.
  expect(writeInstant("2026-11-22T03:04:00.000Z", zone).replaceAll(/\s/g, " ")).toBe("Nov 21, 2026, 10:04 PM");
  expect([writeShort(1_250_000, "money"), writeShort(12_500, "integer"), writeShort(7, "integer")]).toEqual(["$12.5K", "12.5K", "7"]);
});
