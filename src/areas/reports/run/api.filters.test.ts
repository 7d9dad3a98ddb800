import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  ReportAggregate,
  ReportBucket,
  ReportEntity,
  ReportOperator,
  ReportValue,
} from "../../../contract/reports/definition.ts";
import { allFields, reportEntities } from "../definition/fixtures.ts";
import type { ReportField } from "../catalog/domain.fields.ts";
import { operatorsByType } from "../definition/domain.filters.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openReportHarness, planOf, type ReportHarness } from "../fixtures.tenant.ts";

/** What filters, groups and buckets do, held against the same done here with the values of every row. */
let harness: ReportHarness;
/** Each organization's zone and day. */
let calendars: Map<string, { timezone: string; today: string }>;

beforeAll(async () => {
  harness = await openReportHarness(30);
  await readCalendars();
});
afterAll(() => harness.close());

async function readCalendars(): Promise<void> {
  const { rows } = await harness.owner.query<{ id: string; timezone: string; today: string }>(
    `SELECT id, timezone, ((now() AT TIME ZONE timezone)::date)::text AS today FROM "Organization"`,
  );
  calendars = new Map(rows.map(({ id, ...calendar }) => [id, calendar]));
}

type Value = string | number | boolean | null;
interface Cell {
  id: string | null;
  organizationId: string;
  value: Value;
}

const customFieldsOf = (entity: ReportEntity) =>
  entity === "cases" || entity === "leads" ? harness.customFields[entity] : [];

async function readCells(
  entity: ReportEntity,
  field: string,
  filter?: { operator: ReportOperator; value?: ReportValue },
): Promise<Cell[]> {
  const filters = filter === undefined ? [] : [{ field, ...filter }];
  const rows = await harness.read(
    planOf(entity, { columns: [{ key: "value", field }], filters }, customFieldsOf(entity)),
  );
  return rows.map(({ id, values }) => ({
    id,
    organizationId: String(values["organizationId"]),
    value: values["value"] ?? null,
  }));
}

const dayMilliseconds = 86_400_000;
const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10);
const calendarOf = ({ organizationId }: { organizationId: string }) =>
  calendars.get(organizationId) ?? { timezone: "UTC", today: "" };
const calendarForms = new Map<string, Intl.DateTimeFormat>();

function organizationDay(instant: string, timeZone: string): string {
  const form =
    calendarForms.get(timeZone) ??
    new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  calendarForms.set(timeZone, form);
  return form.format(new Date(instant));
}

/** An instant by the day on which it was where the firm is, as a date is compared. */
const comparable = (type: ReportField["type"], cell: Cell): Value =>
  type === "instant" && typeof cell.value === "string"
    ? organizationDay(cell.value, calendarOf(cell).timezone)
    : cell.value;

const models: Record<ReportOperator, (value: Value, given: ReportValue, today: string) => boolean> = {
  equals: (value, given) => value === given,
  not_equals: (value, given) => value !== given,
  in: (value, given) => Array.isArray(given) && given.includes(String(value)) && value !== null,
  not_in: (value, given) => !models.in(value, given, ""),
  contains: (value, given) => value !== null && String(value).toLowerCase().includes(String(given).toLowerCase()),
  greater_than: (value, given) => value !== null && value > given,
  at_least: (value, given) => value !== null && value >= given,
  less_than: (value, given) => value !== null && value < given,
  at_most: (value, given) => value !== null && value <= given,
  is_empty: (value) => value === null || value === "",
  is_not_empty: (value) => value !== null && value !== "",
  in_next_days: (value, given, today) => value !== null && value >= today && value <= addDays(today, Number(given)),
  in_last_days: (value, given, today) => value !== null && value >= addDays(today, -Number(given)) && value <= today,
  before_last_days: (value, given, today) => value === null || value < addDays(today, -Number(given)),
};

/** A value that the field has somewhere, as the operator takes it. */
function givenFor(
  { type }: ReportField,
  operator: ReportOperator,
  cells: readonly Cell[],
  pick: number,
): ReportValue | undefined {
  const present = cells.filter(({ value }) => value !== null && value !== "");
  const cell = present[pick % Math.max(1, present.length)];
  if (cell === undefined || operator === "is_empty" || operator === "is_not_empty") return undefined;
  if (operator.endsWith("_days")) return pick;
  const value = comparable(type, cell) ?? "";
  if (operator === "in" || operator === "not_in") return [String(value)];
  return operator === "contains" ? String(value).slice(0, 3).toUpperCase() : value;
}

describe.each(reportEntities)("%s", (entity) => {
  test("every operator of every field returns the matching rows", async () => {
    const seen = new Set<string>();
    const shown = new Set<string>();
    for (const [at, field] of allFields(entity, customFieldsOf(entity)).entries()) {
      const all = await readCells(entity, field.name);
      for (const [index, operator] of operatorsByType[field.type].entries()) {
        // A condition is made of the operator, the field's type and its expression: every operator of each type, and a third for each field.
        const condition = `${field.type} ${operator}`;
        if (!isFullExtent && shown.has(condition) && (index + at) % 3 !== 0) continue;
        const value = givenFor(field, operator, all, at * 7 + index * 5);
        if (value === undefined && !operator.startsWith("is_")) continue;
        // Of a score, people filter by what it is, and see it rounded.
        if (field.type === "number" && value !== undefined && !Number.isInteger(value)) continue;
        const kept = await readCells(entity, field.name, { operator, ...(value !== undefined && { value }) });
        const expected = all.filter((cell) =>
          models[operator](comparable(field.type, cell), value ?? "", calendarOf(cell).today),
        );
        expect([field.name, operator, kept.map(({ id }) => id)]).toEqual([
          field.name,
          operator,
          expected.map(({ id }) => id),
        ]);
        seen.add(operator);
        shown.add(condition);
      }
    }
    expect(seen.size).toBeGreaterThanOrEqual(entity === "clients" ? 13 : 14);
  });
});

test("an instant is compared exactly", async () => {
  const all = await readCells("cases", "createdAt");
  const value = String(all[5]?.value);
  const kept = await readCells("cases", "createdAt", { operator: "less_than", value });
  expect(kept).toEqual(all.filter((cell) => String(cell.value) < value));
  expect(await readCells("cases", "createdAt", { operator: "equals", value: value.replace("Z", "+00:00") })).toEqual(
    all.filter((cell) => cell.value === value),
  );
});

const numbersOf = (values: readonly Value[]) => values.flatMap((value) => (typeof value === "number" ? [value] : []));
const sumOf = (values: readonly Value[]) => numbersOf(values).reduce((sum, value) => sum + value, 0);
const present = (values: readonly Value[]) => values.filter((value) => value !== null);

/** As PostgreSQL rounds: halves away from zero. */
const roundAway = (value: number, decimals: number) =>
  (Math.sign(value) * Math.round(Math.abs(value) * 10 ** decimals)) / 10 ** decimals + 0;

/** @param decimals of an average */
const aggregates: Record<ReportAggregate, (values: readonly Value[], decimals: number) => Value> = {
  count: (values) => values.length,
  count_distinct: (values) => new Set(present(values)).size,
  sum: sumOf,
  average: (values, decimals) =>
    numbersOf(values).length === 0 ? null : roundAway(sumOf(values) / numbersOf(values).length, decimals),
  minimum: (values) => present(values).toSorted(compare)[0] ?? null,
  maximum: (values) => present(values).toSorted(compare).at(-1) ?? null,
};
function compare(left: Value, right: Value): number {
  if (left === right) return 0;
  return (left ?? "") < (right ?? "") ? -1 : 1;
}

test.each(reportEntities)("aggregates by group are correct for %s", async (entity) => {
  const fields = allFields(entity, customFieldsOf(entity));
  const choose = fc.record({ group: fc.constantFrom(...fields), counted: fc.constantFrom(...fields) });
  const run = async ({ group, counted }: { group: ReportField; counted: ReportField }) => {
    // Averages of what is rounded when it is shown are not those of what is shown.
    const made = counted.aggregates.filter(
      (aggregate) => counted.type !== "number" || (aggregate !== "average" && aggregate !== "sum"),
    );
    const plain = planOf(
      entity,
      {
        columns: [
          { key: "group", field: group.name },
          { key: "counted", field: counted.name },
        ],
      },
      customFieldsOf(entity),
    );
    const columns = [
      { key: "group", field: group.name },
      ...made.map((aggregate) => ({ key: aggregate.replace("_", ""), field: counted.name, aggregate })),
    ];
    const rows = (await harness.read(plain)).map(({ values }) => values);
    const groups = Map.groupBy(rows, ({ organizationId, group: by }) => JSON.stringify([organizationId, by]));
    const expected = [...groups].map(([key, members]) => [
      key,
      made.map((aggregate) =>
        aggregates[aggregate](
          members.map((row) => row["counted"] ?? null),
          counted.type === "money" ? 0 : 2,
        ),
      ),
    ]);
    const shown = (await harness.read(planOf(entity, { columns }, customFieldsOf(entity)))).map(({ values }) => [
      JSON.stringify([values["organizationId"], values["group"]]),
      made.map((aggregate) => values[aggregate.replace("_", "")]),
    ]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
    expect(shown).toHaveLength(expected.length);
  };
  await fc.assert(fc.asyncProperty(choose, run), { numRuns: isFullExtent ? 20 : 8 });
});

test("today is each organization's own day", async () => {
  const days = harness.reach.map((organizationId) => calendarOf({ organizationId }).today);
  expect(addDays(String(days[0]), 1)).toBe(days[1]);
  const columns = [
    { key: "statute", field: "statuteOfLimitationsOn" },
    { key: "days", field: "daysToStatute" },
  ];
  const rows = await harness.read(
    planOf("cases", { columns, filters: [{ field: "statuteOfLimitationsOn", operator: "is_not_empty" }] }),
  );
  for (const { values } of rows)
    expect(values["statute"]).toBe(
      addDays(calendarOf({ organizationId: String(values["organizationId"]) }).today, Number(values["days"])),
    );
  expect(rows.length).toBeGreaterThan(10);
});

const spans: Record<ReportBucket, (day: string) => string> = {
  day: (day) => day,
  week: (day) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7)),
  month: (day) => `${day.slice(0, 7)}-01`,
  quarter: (day) =>
    `${day.slice(0, 4)}-${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, "0")}-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
};

test.each(["updatedAt", "statuteOfLimitationsOn", "projectedSettlementDate", "custom.due"])(
  "buckets of %s follow the firm's own calendar, also across clock changes",
  async (field) => {
    await harness.owner.query(
      `UPDATE "Organization" SET timezone = CASE WHEN "isHeadquarters" THEN 'America/New_York' ELSE 'Pacific/Auckland' END WHERE id = ANY ($1)`,
      [harness.reach],
    );
    await readCalendars();
    const type = allFields("cases", customFieldsOf("cases")).find(({ name }) => name === field)?.type ?? "text";
    const all = await readCells("cases", field);
    for (const [bucket, spanOf] of Object.entries(spans)) {
      const columns = [
        { key: "span", field, bucket: bucket as ReportBucket },
        { key: "cases", field: "id", aggregate: "count" as const },
      ];
      const rows = await harness.read(planOf("cases", { columns }, customFieldsOf("cases")));
      const expected = Map.groupBy(all, (cell) => {
        const day = comparable(type, cell);
        return JSON.stringify([cell.organizationId, day === null ? null : spanOf(String(day))]);
      });
      expect(
        new Map(
          rows.map(({ values }) => [JSON.stringify([values["organizationId"], values["span"]]), values["cases"]]),
        ),
      ).toEqual(new Map([...expected].map(([key, cells]) => [key, cells.length])));
    }
  },
);
