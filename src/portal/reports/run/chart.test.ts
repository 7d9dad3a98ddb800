import { expect, test } from "vitest";
import { ReportDefinition, type GivenReportDefinition } from "../../../contract/reports/definition.ts";
import type { ReportChart } from "../../../areas/reports/schema.portal.ts";
import { maxSeries, prepareDrawing } from "./chart-data.ts";
import { chooseChart, type Chart } from "./choose-chart.ts";
import { writeInstant, writeShort, writeValue } from "./format-value.ts";
import type { RunColumn, RunValue } from "../report-types.ts";

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
const organizations = [
  { id: "org_1", name: "Texas" },
  { id: "org_2", name: "Arizona" },
];
const write = (value: RunValue, column: RunColumn) => writeValue(value, column, "America/New_York");
type Point = ReportChart["points"][number];
const draw = (chart: Chart, points: Point[], over: Partial<ReportChart> = {}) =>
  prepareDrawing({
    chart,
    result: {
      seriesBy: "none",
      isAdditive: true,
      isTime: false,
      valueType: "integer",
      categories: 0,
      series: 0,
      points,
      ...over,
    },
    organizations,
    write,
  });

test("draws the definition's chart, or one that fits the columns", () => {
  const columns = [stage, attorney, cases, fees];
  const own = chooseChart(
    define({ chart: { type: "bar", category: "stage", value: "cases", series: "attorney" } }),
    columns,
  );
  expect(own).toMatchObject({ type: "bar", category: stage, value: cases, series: attorney });
  expect(chooseChart(define({}), columns)).toMatchObject({
    type: "bar",
    category: stage,
    value: fees,
    series: attorney,
  });
  expect(chooseChart(define({ sort: [{ column: "cases" }] }), columns)).toMatchObject({ value: cases });
  const overTime = [
    { key: "month", field: "openedOn", bucket: "month" as const },
    { key: "cases", field: "id", aggregate: "count" as const },
  ];
  expect(chooseChart(define({ columns: overTime }), [month, cases])).toMatchObject({
    type: "line",
    category: month,
    series: null,
  });
  // A list of cases has no chart.
  expect(chooseChart(define({ columns: [{ key: "stage", field: "matterStage" }] }), [stage])).toBeNull();
});

const point = (category: RunValue, series: RunValue, value: number, over: Partial<Point> = {}): Point => ({
  category,
  series,
  value,
  isOtherCategory: false,
  isOtherSeries: false,
  ...over,
});

test("series are sorted by size, and missing values stay missing", () => {
  const chart: Chart = { type: "bar", category: stage, value: cases, series: attorney };
  const points = [
    point("demand", "Achebe", 3),
    point("demand", "Hartwell", 5),
    point("trial", "Hartwell", 1),
    point(null, null, 1),
  ];
  expect(draw(chart, points, { seriesBy: "column", categories: 3, series: 3 })).toEqual({
    series: ["Hartwell", "Achebe", "Not set"],
    points: [
      { category: "demand", label: "demand", values: [5, 3, null] },
      { category: "trial", label: "trial", values: [1, null, null] },
      { category: null, label: "Not set", values: [null, null, 1] },
    ],
    isTime: false,
    isStacked: true,
    left: 0,
    leftSum: 0,
  });
});

test("offices are named; averages are not stacked", () => {
  const chart: Chart = { type: "bar", category: stage, value: cases, series: attorney };
  const points = [point("a", "org_1", 1), point("a", "org_2", 3), point("b", "org_2", 2)];
  expect(draw(chart, points, { seriesBy: "organization", isAdditive: false, categories: 2, series: 2 })).toMatchObject({
    series: ["Arizona", "Texas"],
    isStacked: false,
    points: [{ values: [3, 1] }, { values: [2, null] }],
  });
});

test("series beyond the bound are combined, and the categories left out are summed", () => {
  const chart: Chart = { type: "bar", category: stage, value: cases, series: attorney };
  const names = Array.from({ length: maxSeries }, (_, index) => `A${index}`);
  const ofBar = (category: RunValue, over: Partial<Point> = {}) => [
    ...names.map((name, index) => point(category, name, 10 + index, over)),
    point(category, null, 6, { ...over, isOtherSeries: true }),
  ];
  const points = [...ofBar("a"), ...ofBar("b"), ...ofBar(null, { isOtherCategory: true })];
  const drawing = draw(chart, points, { seriesBy: "column", categories: 57, series: 9 });
  expect(drawing?.series).toEqual(["A5", "A4", "A3", "A2", "A1", "4 others"]);
  expect(
    drawing?.points.map(({ label, values }) => [label, values.reduce<number>((sum, value) => sum + (value ?? 0), 0)]),
  ).toEqual([
    ["a", 81],
    ["b", 81],
  ]);
  expect([drawing?.left, drawing?.leftSum]).toEqual([55, 81]);
  // More series than anybody could distinguish are none.
  expect(draw(chart, points, { seriesBy: "column", categories: 57, series: 90 })).toMatchObject({
    series: ["Cases"],
    points: [{ values: [81] }, { values: [81] }],
  });
});

test("the time axis is continuous, oldest first, with empty months", () => {
  const chart: Chart = { type: "bar", category: month, value: cases, series: null };
  const points = [point(null, null, 9), point("2026-03-01", null, 4), point("2025-12-01", null, 1)];
  expect(draw(chart, points, { isTime: true, categories: 3, series: 1 })).toMatchObject({
    isTime: true,
    left: 0,
    points: [
      { label: "Dec 2025", values: [1] },
      { label: "Jan 2026", values: [0] },
      { label: "Feb 2026", values: [0] },
      { label: "Mar 2026", values: [4] },
      { label: "No date", values: [9] },
    ],
  });
});

test("nothing and a single bar are not drawn", () => {
  const chart: Chart = { type: "bar", category: stage, value: cases, series: null };
  expect([draw(chart, []), draw(chart, [point("a", null, 1)], { categories: 1, series: 1 })]).toEqual([null, null]);
});

test("values have the firm's format", () => {
  const zone = "America/New_York";
  const written = (value: RunValue, type: RunColumn["type"], bucket: RunColumn["bucket"] = null) =>
    writeValue(value, { type, bucket }, zone);
  expect([
    written(123_450, "money"),
    written(-5, "money"),
    written(1_234_567, "integer"),
    written(12.345, "number"),
  ]).toEqual(["$1,234.50", "-$0.05", "1,234,567", "12.35"]);
  expect([written(true, "boolean"), written(null, "date"), written("", "text"), written("P-26-0001", "text")]).toEqual([
    "Yes",
    "–",
    "–",
    "P-26-0001",
  ]);
  expect([
    written("2026-11-01", "date"),
    written("2026-10-01", "date", "quarter"),
    written("2026-11-01", "date", "month"),
    written("2026-11-02", "date", "week"),
  ]).toEqual(["Nov 1, 2026", "Q4 2026", "Nov 2026", "Week of Nov 2, 2026"]);
  // In the organization's time zone, wherever the reader is.
  expect(writeInstant("2026-11-22T03:04:00.000Z", zone).replaceAll(/\s/g, " ")).toBe("Nov 21, 2026, 10:04 PM EST");
  expect([writeShort(1_250_000, "money"), writeShort(12_500, "integer"), writeShort(7, "integer")]).toEqual([
    "$12.5K",
    "12.5K",
    "7",
  ]);
});
