import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { AppError } from "../../../contract/errors/error-codes.ts";
import { reportsEnumerations as e } from "../../../contract/reports/enumerations.ts";
import { valuesOf } from "../../../contract/enumeration.ts";
import { ParameterValues, ReportDefinition, type ReportEntity } from "../../../contract/reports/definition.ts";
import { naughtyStrings } from "../../../testing/hostile/naughty-strings.ts";
import { arbitraryText } from "../../../testing/harness/arbitrary-text.ts";
import { operatorsByType } from "../definition/domain.filters.ts";
import { planReport } from "../definition/domain.plan.ts";
import { allFields, arbitraryDefinition, reportEntities } from "../definition/fixtures.ts";
import { openReportHarness, type ReportHarness } from "../fixtures.tenant.ts";
import { readTotals } from "./store.rows.ts";

let harness: ReportHarness;
/** Ids of the firm that is none of the reach's, of every kind; each holds its organization's. */
let foreignIds: string[];

beforeAll(async () => {
  harness = await openReportHarness(12);
  const {
    owner,
    stranger: { organizationId },
  } = harness;
  const tables = [
    "Case",
    "Client",
    "Lead",
    "Document",
    "Invoice",
    "Payment",
    "MedicalFacility",
    "MedicalBill",
    "RetrievalRequest",
    "Member",
  ];
  const { rows } = await owner.query<{ id: string }>(
    tables
      .map((table) => `(SELECT id FROM "${table}" WHERE "organizationId" = $1 ORDER BY id LIMIT 2)`)
      .join(" UNION ALL "),
    [organizationId],
  );
  foreignIds = [organizationId, ...rows.map(({ id }) => id)];
  await spoil();
});
afterAll(() => harness.close());

/** What no program of ours writes, and the ends of what one may. */
async function spoil(): Promise<void> {
  const spoilt = [
    { budget: "x", ratio: true, seen: 1, due: "2026-02-30", called: "now", court: { a: 1 }, marks: "x" },
    {
      budget: Number.MAX_SAFE_INTEGER,
      ratio: 1e300,
      seen: null,
      due: "infinity",
      called: "2026-13-01T00:00:00Z",
      court: [],
      marks: [1, null, { a: 1 }],
    },
    {
      budget: 1.5,
      ratio: -5e-324,
      seen: "true",
      due: 5,
      called: "2026-03-14T15:09:26.535Z and more",
      court: '\'; DROP TABLE "Case"; --',
      marks: {},
    },
    { budget: {}, ratio: [], seen: [], due: [], called: {}, court: 7, marks: true },
  ];
  for (const [at, values] of spoilt.entries()) {
    const rest = [JSON.stringify(values), at, harness.reach];
    await harness.owner.query(
      `UPDATE "Case" SET "customFields" = $1 WHERE "organizationId" = ANY ($3) AND right(id, 2)::integer % 5 = $2::integer`,
      rest,
    );
  }
  await harness.owner.query(
    `UPDATE "Case" SET "settlementAmountCents" = 9007199254740991, "openedOn" = '0001-01-01', "closedOn" = '9999-12-31', "stageEnteredAt" = '9999-12-31T23:59:59.999Z' WHERE right(id, 1) = '1'`,
  );
  await harness.owner.query(
    `UPDATE "Lead" SET "createdAt" = '0001-01-01T00:00:00Z', "firstResponseAt" = '9999-12-31T23:59:59.999Z' WHERE right(id, 1) IN ('2', '4')`,
  );
}

const customFieldsOf = (entity: ReportEntity) =>
  entity === "cases" || entity === "leads" ? harness.customFields[entity] : [];

/** Whether something is rejected as what it is: anything else is an error of ours. */
const isRejection = (error: unknown) =>
  error instanceof z.ZodError || (error instanceof AppError && error.code === "VALIDATION_FAILED");

/** What is read of a report as somebody wrote it, totals too; null where it was rejected. */
async function run(
  entity: ReportEntity,
  given: { definition: unknown; parameters: unknown; columns?: string[] | undefined },
): Promise<string | null> {
  try {
    const definition = ReportDefinition.parse(given.definition);
    const parameters = ParameterValues.parse(given.parameters);
    const plan = planReport({ entity, definition }, customFieldsOf(entity), { parameters, columns: given.columns });
    const rows = await harness.read(plan);
    for (const { values } of rows) expect(harness.reach).toContain(values["organizationId"]);
    await harness.headquarters.inside((transaction) => readTotals({ transaction }, plan, harness.reach));
    return JSON.stringify(rows);
  } catch (error) {
    if (!isRejection(error)) throw error;
    return null;
  }
}

/** A piece of a foreign record: the ids of a firm hold its own. */
function expectNothingForeign(shown: string | null): void {
  expect(shown ?? "").not.toContain(harness.stranger.organizationId);
}

const hostileText = () =>
  fc.oneof(fc.constantFrom(...naughtyStrings), fc.constantFrom(...foreignIds), arbitraryText({ maxLength: 20 }));
const hostileNumber = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    1,
    -1,
    0.5,
    36_500,
    36_501,
    2 ** 31,
    -(2 ** 31) - 1,
    Number.MAX_SAFE_INTEGER,
    -Number.MAX_SAFE_INTEGER,
    5e-324,
    1e21,
  ),
  fc.double(),
);
const days = fc.constantFrom(
  "0001-01-01",
  "9999-12-31",
  "2026-02-30",
  "2026-03-14",
  "0000-01-01",
  "2026-03-14T00:00:00+15:59",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "infinity",
  "now",
);
const hostileValue = () =>
  fc.oneof(
    hostileText(),
    hostileNumber,
    days,
    fc.boolean(),
    fc.array(hostileText(), { maxLength: 3 }),
    fc.constant(null),
  );

test.each(reportEntities)(
  "%s: filters with any value, given directly and as parameters, return no foreign data",
  async (entity) => {
    const fields = allFields(entity, customFieldsOf(entity));
    const filter = fc.constantFrom(...fields).chain((field) =>
      fc.record({
        field: fc.constant(field.name),
        operator: fc.constantFrom(...operatorsByType[field.type]),
        value: hostileValue(),
      }),
    );
    let succeeded = 0;
    const check = async (
      definition: ReportDefinition,
      filters: { field: string; operator: string; value: unknown }[],
    ) => {
      const direct = await run(entity, {
        definition: {
          ...definition,
          totals: true,
          filters: filters.map(({ field, operator, value }) => ({
            field,
            operator,
            ...(!operator.startsWith("is_") && { value }),
          })),
        },
        parameters: {},
      });
      const named = filters.filter(({ operator }) => !operator.startsWith("is_"));
      const parameters = named.map((_, at) => ({ key: `p${at}`, label: "P" }));
      const taken = named.map(({ field, operator }, at) => ({ field, operator, parameter: `p${at}` }));
      const later = await run(entity, {
        definition: { ...definition, filters: taken, parameters },
        parameters: Object.fromEntries(named.map(({ value }, at) => [`p${at}`, value])),
      });
      expectNothingForeign(direct);
      expectNothingForeign(later);
      succeeded += Number(direct !== null) + Number(later !== null);
    };
    await fc.assert(
      fc.asyncProperty(
        arbitraryDefinition(entity, customFieldsOf(entity)),
        fc.array(filter, { minLength: 1, maxLength: 2 }),
        check,
      ),
      { numRuns: 100 },
    );
    expect(succeeded).toBeGreaterThan(10);
  },
);

test("definitions with arbitrary text in place of names are rejected or run like any other", async () => {
  const key = fc.oneof(fc.constantFrom("a", "b", "c", "organizationId"), hostileText());
  const field = fc.oneof(
    fc.constantFrom("id", "caseType", "matterStage", "createdAt", "attorneyName", "custom.court", "custom.budget"),
    hostileText(),
    hostileText().map((text) => `custom.${text}`),
  );
  const definition = fc.record(
    {
      columns: fc.array(
        fc.record(
          {
            key,
            field,
            label: hostileText(),
            aggregate: fc.constantFrom(...valuesOf(e.reportAggregate)),
            bucket: fc.constantFrom(...valuesOf(e.reportBucket)),
          },
          { requiredKeys: ["key", "field"] },
        ),
        { maxLength: 3 },
      ),
      filters: fc.array(
        fc.record(
          { field, operator: fc.constantFrom(...valuesOf(e.reportOperator)), value: hostileValue(), parameter: key },
          { requiredKeys: ["field", "operator"] },
        ),
        { maxLength: 2 },
      ),
      parameters: fc.array(
        fc.record({ key, label: hostileText(), default: hostileValue() }, { requiredKeys: ["key", "label"] }),
        { maxLength: 2 },
      ),
      sort: fc.array(fc.record({ column: key, descending: fc.boolean() }), { maxLength: 2 }),
    },
    { requiredKeys: ["columns"] },
  );
  const given = fc.record({
    definition,
    parameters: fc.dictionary(key, hostileValue(), { maxKeys: 2 }),
    columns: fc.option(fc.array(key, { maxLength: 2 }), { nil: undefined }),
  });
  const check = async (entity: ReportEntity, request: Parameters<typeof run>[1]) => {
    expectNothingForeign(await run(entity, request));
  };
  await fc.assert(fc.asyncProperty(fc.constantFrom(...reportEntities), given, check), { numRuns: 500 });
});

test("filtering by another firm's IDs returns nothing, and excluding them returns everything", async () => {
  for (const entity of reportEntities) {
    for (const { name, type, options } of allFields(entity, [])) {
      if (type !== "text" || options !== null) continue;
      const filtered = (operator: string, value: unknown) =>
        run(entity, {
          definition: { columns: [{ key: "id", field: "id" }], filters: [{ field: name, operator, value }] },
          parameters: {},
        });
      expect([entity, name, await filtered("in", foreignIds)]).toEqual([entity, name, "[]"]);
      expect((await filtered("not_in", foreignIds))?.length).toBeGreaterThan(100);
    }
  }
});

test("a sum beyond the exact range is rejected, not rounded", async () => {
  const plan = {
    definition: { columns: [{ key: "sum", field: "settlementAmountCents", aggregate: "sum" }] },
    parameters: {},
  };
  expect(await run("cases", plan)).toBeNull();
  expect(
    await run("cases", {
      ...plan,
      definition: {
        ...plan.definition,
        filters: [{ field: "settlementAmountCents", operator: "less_than", value: 1_000_000 }],
      },
    }),
  ).not.toBeNull();
});
