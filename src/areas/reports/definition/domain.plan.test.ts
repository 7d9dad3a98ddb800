import { describe, expect, test } from "vitest";
import { AppError } from "../../../contract/errors/error-codes.ts";
import {
  ReportDefinition,
  type GivenReportDefinition,
  type ParameterValues,
  type ReportEntity,
} from "../../../contract/reports/definition.ts";
import { isElevated, scopeCatalog } from "../../../contract/scopes.ts";
import type { CustomField } from "../catalog/domain.fields.ts";
import { describeEntity, describeReport, validateDefinition, planReport } from "./domain.plan.ts";
import { elevatedRecords } from "../run/domain.ts";
import { reportEntities } from "./fixtures.ts";

const court: CustomField = {
  key: "court",
  label: "Court",
  type: "text",
  definedAs: "select",
  options: [{ value: "east", label: "East" }],
};
const columns = [{ key: "case", field: "sequenceId" }];
/** Never repeated by a fault. */
const secret = "Rosa Diaz";

function faultsOf(work: () => unknown): Record<string, string> {
  try {
    work();
    return {};
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "VALIDATION_FAILED") throw error;
    expect(error.message).not.toContain(secret);
    return Object.fromEntries(error.faults.map(({ path, message }) => [path, message]));
  }
}

const save = (definition: GivenReportDefinition, entity: ReportEntity = "cases") =>
  faultsOf(() => validateDefinition(entity, ReportDefinition.parse(definition), [court]));
const plan = (
  definition: GivenReportDefinition,
  request: { parameters?: ParameterValues; columns?: string[]; sort?: { column: string; descending: boolean }[] } = {},
  entity: ReportEntity = "cases",
) => planReport({ entity, definition: ReportDefinition.parse(definition) }, [court], { parameters: {}, ...request });

describe("a saved definition", () => {
  const withFilter = (...filters: NonNullable<GivenReportDefinition["filters"]>) => ({ columns, filters });
  const parameter = (key: string, rest = {}) => ({ key, label: "P", ...rest });

  test.each<[string, GivenReportDefinition, Record<string, string>]>([
    ["plain", { columns }, {}],
    [
      "a field that there is not",
      { columns: [{ key: "a", field: secret.replace(" ", "") }] },
      { "definition.columns.0.field": "no such field" },
    ],
    [
      "a member of every object",
      {
        columns: [
          { key: "a", field: "constructor" },
          { key: "b", field: "toString" },
        ],
      },
      { "definition.columns.0.field": "no such field", "definition.columns.1.field": "no such field" },
    ],
    ["a custom field", { columns: [{ key: "a", field: "custom.court" }] }, {}],
    [
      "a custom field that there is not",
      { columns, filters: [{ field: "custom.other", operator: "is_empty" }] },
      { "definition.filters.0.field": "no such field" },
    ],
    [
      "two columns of a key",
      { columns: [...columns, { key: "case", field: "title" }] },
      { "definition.columns.1.key": "another one has this key" },
    ],
    [
      "the key of the organization",
      { columns: [{ key: "organizationId", field: "title" }] },
      { "definition.columns.0.key": "every row already has a value with this name" },
    ],
    [
      "an amount under another name",
      { columns: [{ key: "fees", field: "projectedFeeAmountCents", aggregate: "sum" }] },
      { "definition.columns.0.key": "must end in Cents, because its values are cents" },
    ],
    [
      "an amount under a name of its own",
      {
        columns: [
          { key: "feesCents", field: "projectedFeeAmountCents", aggregate: "sum" },
          { key: "feeCount", field: "projectedFeeAmountCents", aggregate: "count" },
        ],
      },
      {},
    ],
    [
      "an aggregate of another type",
      { columns: [{ key: "a", field: "title", aggregate: "sum" }] },
      { "definition.columns.0.aggregate": "must be one of count, count_distinct for this field" },
    ],
    [
      "a bucket of text",
      { columns: [{ key: "a", field: "title", bucket: "month" }] },
      { "definition.columns.0.bucket": "only a date or an instant can have a bucket" },
    ],
    [
      "bucket and aggregate",
      { columns: [{ key: "a", field: "openedOn", bucket: "month", aggregate: "minimum" }] },
      { "definition.columns.0.bucket": "send aggregate or bucket, not both" },
    ],
    [
      "an operator of another type",
      withFilter({ field: "highValue", operator: "in_last_days", value: 3 }),
      { "definition.filters.0.operator": "must be one of equals, not_equals, is_empty, is_not_empty for this field" },
    ],
    [
      "no value",
      withFilter({ field: "title", operator: "equals" }),
      { "definition.filters.0.value": "required, or a parameter" },
    ],
    [
      "a value too many",
      withFilter({ field: "title", operator: "is_empty", value: secret }),
      { "definition.filters.0.value": "this operator requires no value" },
    ],
    [
      "a parameter too many",
      { ...withFilter({ field: "title", operator: "is_empty", parameter: "p" }), parameters: [parameter("p")] },
      { "definition.filters.0.parameter": "this operator requires no value" },
    ],
    [
      "a value of no option",
      withFilter({ field: "caseState", operator: "equals", value: secret }),
      { "definition.filters.0.value": expect.stringMatching(/^must be one of AL, /) as string },
    ],
    [
      "a value that the firm may come to know",
      withFilter({ field: "custom.court", operator: "equals", value: "west" }),
      {},
    ],
    [
      "one value for a list",
      withFilter({ field: "title", operator: "in", value: secret }),
      { "definition.filters.0.value": "must be a list" },
    ],
    [
      "an empty list",
      withFilter({ field: "title", operator: "in", value: [] }),
      { "definition.filters.0.value": "must contain at least one value" },
    ],
    [
      "a list for one value",
      withFilter({ field: "title", operator: "equals", value: [secret] }),
      { "definition.filters.0.value": "must be text" },
    ],
    [
      "no day of the calendar",
      withFilter({ field: "openedOn", operator: "at_least", value: "2026-02-30" }),
      { "definition.filters.0.value": "must be a date, YYYY-MM-DD" },
    ],
    [
      "an instant for a date",
      withFilter({ field: "openedOn", operator: "at_least", value: "2026-02-03T00:00:00Z" }),
      { "definition.filters.0.value": "must be a date, YYYY-MM-DD" },
    ],
    [
      "a day and an instant for an instant",
      withFilter(
        { field: "createdAt", operator: "at_least", value: "2026-02-03" },
        { field: "createdAt", operator: "less_than", value: "2026-03-03T00:00:00Z" },
      ),
      {},
    ],
    [
      "a broken number",
      withFilter({ field: "daysInStage", operator: "at_least", value: 1.5 }),
      { "definition.filters.0.value": "must be an integer" },
    ],
    [
      "too many days",
      withFilter({ field: "openedOn", operator: "in_last_days", value: 36_501 }),
      { "definition.filters.0.value": "must be at most 36500" },
    ],
    [
      "days before today",
      withFilter({ field: "openedOn", operator: "in_next_days", value: -1 }),
      { "definition.filters.0.value": "must be at least 0" },
    ],
    [
      "an unknown parameter",
      withFilter({ field: "title", operator: "equals", parameter: "p" }),
      { "definition.filters.0.parameter": "no such parameter" },
    ],
    [
      "an unused parameter",
      { columns, parameters: [parameter("p")] },
      { "definition.parameters.0.key": "is not used by a filter" },
    ],
    [
      "a parameter of two types",
      {
        ...withFilter(
          { field: "openedOn", operator: "at_least", parameter: "p" },
          { field: "openedOn", operator: "in_last_days", parameter: "p" },
        ),
        parameters: [parameter("p")],
      },
      { "definition.parameters.0.key": "is used by filters of different types" },
    ],
    [
      "a day for a date and an instant",
      {
        ...withFilter(
          { field: "openedOn", operator: "at_least", parameter: "p" },
          { field: "createdAt", operator: "at_least", parameter: "p" },
        ),
        parameters: [parameter("p", { default: "2026-01-01" })],
      },
      {},
    ],
    [
      "a default of another type",
      {
        ...withFilter({ field: "openedOn", operator: "in_last_days", parameter: "p" }),
        parameters: [parameter("p", { default: secret })],
      },
      { "definition.parameters.0.default": "must be an integer" },
    ],
    [
      "two parameters of a key",
      {
        ...withFilter({ field: "title", operator: "equals", parameter: "p" }),
        parameters: [parameter("p"), parameter("p")],
      },
      { "definition.parameters.1.key": "another one has this key" },
    ],
    ["sorted by no column", { columns, sort: [{ column: "other" }] }, { "definition.sort.0.column": "no such column" }],
    [
      "sorted twice",
      { columns, sort: [{ column: "case" }, { column: "case", descending: true }] },
      { "definition.sort.1.column": "already sorted by this column" },
    ],
    [
      "a chart of text",
      {
        columns: [...columns, { key: "title", field: "title" }],
        chart: { type: "bar", category: "case", value: "title" },
      },
      { "definition.chart.value": "must be a numeric column" },
    ],
    [
      "a chart of nothing",
      { columns, chart: { type: "bar", category: "a", value: "b", series: "c" } },
      {
        "definition.chart.category": "no such column",
        "definition.chart.value": "no such column",
        "definition.chart.series": "no such column",
      },
    ],
    [
      "a chart of one column",
      { columns: [{ key: "n", field: "daysInStage" }], chart: { type: "bar", category: "n", value: "n" } },
      { "definition.chart": "must use a different column for each" },
    ],
  ])("%s", (_, definition, faults) => {
    expect(save(definition)).toEqual(faults);
  });

  test("reports all faults at once", () => {
    expect(
      Object.keys(
        save({
          columns: [
            { key: "a", field: "x" },
            { key: "b", field: "y" },
          ],
          filters: [{ field: "z", operator: "is_empty" }],
          sort: [{ column: "c" }],
        }),
      ),
    ).toHaveLength(4);
  });

  test("rejects custom fields of an entity without them", () => {
    expect(save({ columns: [{ key: "a", field: "custom.court" }] }, "documents")).toEqual({
      "definition.columns.0.field": "no such field",
    });
  });
});

describe("a run", () => {
  const given = {
    columns: [
      { key: "stage", field: "matterStage" },
      { key: "who", field: "clientName" },
      { key: "cases", field: "id", aggregate: "count" },
      { key: "fees", field: "projectedFeeAmountCents", aggregate: "sum" },
      { key: "mean", field: "projectedFeeAmountCents", aggregate: "average" },
    ],
    filters: [
      { field: "openedOn", operator: "in_last_days", parameter: "days" },
      { field: "matterStatus", operator: "in", parameter: "statuses" },
      { field: "custom.court", operator: "equals", value: "east" },
    ],
    parameters: [
      { key: "days", label: "Days", required: true },
      { key: "statuses", label: "Statuses", default: ["open"] },
    ],
    sort: [{ column: "fees", descending: true }],
    totals: true,
  } satisfies GivenReportDefinition;

  test.each<[string, ParameterValues, Record<string, string>]>([
    ["all that it takes", { days: 30, statuses: ["closed"] }, {}],
    ["a default", { days: 30 }, {}],
    ["null for what is not given", { days: 30, statuses: null }, {}],
    ["a missing one", {}, { "parameters.days": "required" }],
    ["null for a required one", { days: null }, { "parameters.days": "required" }],
    ["another type", { days: "30" }, { "parameters.days": "must be an integer" }],
    ["no list", { days: 30, statuses: secret }, { "parameters.statuses": "must be a list" }],
    ["an unknown one", { days: 30, other: secret }, { "parameters.other": "no such parameter" }],
    [
      "the name of every object's member",
      { days: 30, constructor: 1 },
      { "parameters.constructor": "no such parameter" },
    ],
  ])("parameters: %s", (_, parameters, faults) => {
    expect(faultsOf(() => plan(given, { parameters }))).toEqual(faults);
  });

  test("omits a filter whose parameter is not given, or uses the parameter's default", () => {
    const optional = {
      ...given,
      parameters: [
        { key: "days", label: "Days" },
        { key: "statuses", label: "Statuses", default: ["open"] },
      ],
    };
    expect(plan(optional).filters.map(({ field, value }) => [field.name, value])).toEqual([
      ["matterStatus", ["open"]],
      ["custom.court", "east"],
    ]);
  });

  test("returns the requested columns in their order, keeps the groups, and computes sort columns", () => {
    const {
      columns: shown,
      parts,
      order,
      hasTotals,
      isGrouped,
    } = plan(given, { parameters: { days: 1 }, columns: ["cases", "who"] });
    expect(shown.map(({ key }) => key)).toEqual(["stage", "cases", "who"]);
    expect([parts.map(({ key }) => key), order, hasTotals, isGrouped]).toEqual([
      ["stage", "cases", "who", "fees"],
      [{ part: 3, descending: true }],
      true,
      true,
    ]);
    expect(plan(given, { parameters: { days: 1 }, columns: ["mean"] }).hasTotals).toBe(false);
  });

  test.each<[string, Parameters<typeof plan>[1], Record<string, string>]>([
    ["an unknown column", { columns: ["cases", "other"] }, { "columns.1": "no such column" }],
    ["a column twice", { columns: ["cases", "cases"] }, { "columns.1": "is already listed" }],
    [
      "sorted by an unknown column",
      { sort: [{ column: "other", descending: false }] },
      { "sort.0.column": "no such column" },
    ],
    [
      "sorted twice",
      {
        sort: [
          { column: "cases", descending: false },
          { column: "cases", descending: true },
        ],
      },
      { "sort.1.column": "already sorted by this column" },
    ],
  ])("%s", (_, request, faults) => {
    expect(faultsOf(() => plan(given, { parameters: { days: 1 }, ...request }))).toEqual(faults);
  });

  test("lists its columns, parameters and required scopes", () => {
    const described = describeReport(ReportDefinition.parse(given), "cases", [court]);
    expect(described.columns.map(({ key, type }) => [key, type])).toEqual([
      ["stage", "text"],
      ["who", "text"],
      ["cases", "integer"],
      ["fees", "money"],
      ["mean", "money"],
    ]);
    expect(described.parameters).toMatchObject([
      { key: "days", type: "integer", list: false, required: true, default: null, options: null },
      {
        key: "statuses",
        type: "text",
        list: true,
        required: false,
        default: ["open"],
        options: expect.arrayContaining([{ value: "on_hold", label: "on hold" }]),
      },
    ]);
    expect(described.dataPermissions).toEqual(["cases:read", "clients:read"]);
    expect(plan(given, { parameters: { days: 1 } })).toMatchObject({ dataPermissions: ["cases:read", "clients:read"] });
  });
});

describe.each(reportEntities)("the catalog of %s", (entity) => {
  const { fields, scopes } = describeEntity(entity);

  test("names every field once, with a valid field name", () => {
    const names = fields.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const field of names)
      expect(ReportDefinition.safeParse({ columns: [{ key: "a", field }] }).success).toBe(true);
    expect(names).toContain("id");
    for (const { label, group } of fields)
      expect([label, group].every((text) => text.length > 0 && text.length <= 80)).toBe(true);
  });

  test("acceptance 19: requires the scopes of other areas for their data, and contains no personal identifier", () => {
    expect(scopes).toHaveLength(1);
    expect(scopes.every((scope) => scopeCatalog.has(scope))).toBe(true);
    for (const { name, scope } of fields)
      if (name === "clientName" && entity !== "clients") expect([name, scope]).toEqual([name, "clients:read"]);
    const ofCases = fields.filter(
      ({ name }) =>
        /^(case[A-Z](?!core)|matter|attorney(?!Fee))/.test(name) &&
        name !== "caseId" &&
        !["cases", "case_stages", "leads"].includes(entity),
    );
    for (const { name, scope } of ofCases) expect([name, scope]).toEqual([name, "cases:read"]);
    // Members are of the firm: their email addresses are its own.
    const own = entity === "members" ? "email" : "";
    expect(
      fields.filter(
        ({ name }) => name !== own && /ssn|birth|phone|email|licen|address|medicare|line1|city|zip/i.test(name),
      ),
    ).toEqual([]);
    if (entity === "notes")
      expect(fields.filter(({ name }) => /^(subject|body|tags|attachment|revision)/i.test(name))).toEqual([]);
    expect(scopes[0] === "medical:read").toBe(entity.startsWith("medical") || entity === "retrieval_requests");
    expect(scopes[0] === "trust:read").toBe(entity.startsWith("trust_"));
    for (const { name, scope } of fields)
      if (name === "lienholderName") expect([name, scope]).toEqual([name, "medical:read"]);
    // What is read under an elevated scope is named in the audit trail.
    const needed = [...scopes, ...fields.flatMap(({ scope }) => scope ?? [])];
    expect(elevatedRecords[entity] !== undefined).toBe(needed.some(isElevated));
  });
});
