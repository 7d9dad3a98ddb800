import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GivenReportDefinition, ReportColumnType } from "../../../contract/reports/definition.ts";
import { reportSources } from "../catalog/store.sources.ts";
import { planReport, type ReportPlan } from "../definition/domain.plan.ts";
import { allFields, arbitraryDefinition, reportEntities } from "../definition/fixtures.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openReportHarness, planOf, type ReportHarness } from "../fixtures.tenant.ts";
import type { RequestedChart } from "../schema.portal.ts";
import { chartBounds, planChart } from "./domain.chart.ts";
import { readChart } from "./store.chart.ts";
import { asReader } from "./store.reader.ts";
import { compileRows, countRows, openRow, readRows, readTotals, type ResultRow } from "./store.rows.ts";

let harness: ReportHarness;
beforeAll(async () => {
  harness = await openReportHarness(20);
});
afterAll(() => harness.close());

const customFieldsOf = (entity: string) =>
  entity === "cases" || entity === "leads" ? harness.customFields[entity] : [];

async function readPages(plan: ReportPlan, limit: number): Promise<ResultRow[]> {
  const read: ResultRow[] = [];
  for (;;) {
    const after = read.at(-1)?.keyset ?? null;
    const page = await harness.headquarters.inside((transaction) =>
      readRows({ transaction }, plan, { organizationIds: harness.reach, after, limit }),
    );
    read.push(...page);
    if (page.length < limit || read.length > 1_000) return read;
  }
}

/**
 * By what a part of a row is sorted: its value, or the rank of its value if values have an order of their own, such as
 * stages.
 */
function rankOf(
  { entity, columns, parts }: ReportPlan,
  part: number,
  { values }: ResultRow,
): ResultRow["values"][string] {
  const { field, aggregate } = parts[part] ?? {};
  const value = values[columns[part]?.key ?? ""] ?? null;
  const isRanked =
    field !== undefined && aggregate === null && reportSources[entity].fields[field.name]?.isRanked === true;
  return isRanked && value !== null ? (field.options ?? []).findIndex((option) => option.value === value) : value;
}

/** The order that a sort requests: empty last, text by its characters. */
function compareRows(plan: ReportPlan, before: ResultRow, after: ResultRow): number {
  for (const { part, descending } of plan.order) {
    const left = rankOf(plan, part, before);
    const right = rankOf(plan, part, after);
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right !== descending ? -1 : 1;
  }
  return 0;
}

describe.each(reportEntities)("%s", (entity) => {
  test("pages return every row once, in the order of the whole result", async () => {
    const run = async (definition: Parameters<typeof planReport>[0]["definition"], limit: number) => {
      const plan = planReport({ entity, definition }, customFieldsOf(entity), { parameters: {} });
      const whole = await harness.read(plan);
      expect(whole.length).toBeGreaterThan(0);
      expect(await readPages(plan, limit)).toEqual(whole);
      whole.reduce((before, row) => {
        expect(compareRows(plan, before, row)).toBeLessThanOrEqual(0);
        return row;
      });
    };
    await fc.assert(
      fc.asyncProperty(arbitraryDefinition(entity, customFieldsOf(entity)), fc.constantFrom(1, 3, 7), run),
      { numRuns: isFullExtent ? 25 : 8 },
    );
  });

  test("every field has values of its type for all records of both organizations", async () => {
    const { rows: counted } = await harness.owner.query<{ count: number }>(countLive[entity], [harness.reach]);
    for (const field of allFields(entity, customFieldsOf(entity))) {
      const rows = await harness.read(
        planOf(entity, { columns: [{ key: "value", field: field.name }] }, customFieldsOf(entity)),
      );
      expect(rows).toHaveLength(counted[0]?.count ?? -1);
      const values = rows.map(({ values: { value = null } }) => value);
      for (const value of values)
        expect([field.name, value, isOfType(field.type, value)]).toEqual([field.name, value, true]);
      const options = field.options?.map(({ value }) => value) ?? null;
      if (options !== null && !field.name.startsWith("custom."))
        for (const value of values) expect(value === null || options.includes(String(value))).toBe(true);
      const source = reportSources[entity].fields[field.name];
      if (source?.isNeverNull === true) expect([field.name, values.includes(null)]).toEqual([field.name, false]);
    }
  });

  test("a cursor over one organization returns the same rows and count", async () => {
    const {
      headquarters: { organizationId, inside },
    } = harness;
    const plan = planOf(entity, {
      columns: [
        { key: "a", field: "organizationName" },
        { key: "b", field: "id" },
      ],
      sort: [{ column: "b", descending: true }],
    });
    const [whole, streamed, count] = await inside(async (transaction) => {
      const statement = compileRows(plan, organizationId);
      return [
        await readRows({ transaction }, plan, { organizationIds: [organizationId], after: null, limit: 1_000 }),
        (await asReader(transaction, [organizationId], () => transaction.executeQuery(statement))).rows.map((row) =>
          openRow(plan, row),
        ),
        await countRows({ transaction }, plan, organizationId),
      ];
    });
    expect(streamed).toEqual(whole);
    expect(count).toBe(whole.length);
  });
});

const live = (table: string, rest = `t."deletedAt" IS NULL`) =>
  `SELECT count(*)::integer AS count FROM "${table}" t WHERE t."organizationId" = ANY ($1) AND (${rest})`;
const ofLiveCase = `EXISTS (SELECT FROM "Case" c WHERE c."organizationId" = t."organizationId" AND c.id = t."caseId" AND c."deletedAt" IS NULL)`;
/** What the contract says of each entity's rows, written once more. */
const countLive = {
  cases: live("Case"),
  case_stages: live(
    "CaseStageEntry",
    `coalesce(t."fromStage", '') <> t."toStage" AND EXISTS (SELECT FROM "Case" c WHERE c."organizationId" = t."organizationId" AND c.id = t."caseId" AND c."deletedAt" IS NULL)`,
  ),
  leads: live("Lead"),
  clients: live("Client"),
  documents: live("Document"),
  invoices: live("Invoice"),
  payments: live("Payment", "true"),
  damages: live("Damage"),
  expenses: live("Expense"),
  medical_facilities: live("MedicalFacility"),
  medical_bills: live("MedicalBill"),
  retrieval_requests: live("RetrievalRequest", "true"),
  notes: live("Note"),
  tasks: live("Task"),
  deadlines: live(
    "Deadline",
    `EXISTS (SELECT FROM "Case" c WHERE c."organizationId" = t."organizationId" AND c.id = t."caseId" AND c."deletedAt" IS NULL)`,
  ),
  court_actions: live(
    "CourtAction",
    `t."deletedAt" IS NULL AND EXISTS (SELECT FROM "Case" c WHERE c."organizationId" = t."organizationId" AND c.id = t."caseId" AND c."deletedAt" IS NULL)`,
  ),
  calendar_events: live("CalendarEvent", `t."deletedAt" IS NULL AND (t.rule IS NULL OR t."nextStartAt" IS NOT NULL)`),
  esign_requests: live(
    "EsignRequest",
    `t."deletedAt" IS NULL AND (t."caseId" IS NULL OR EXISTS (SELECT FROM "Case" c WHERE c."organizationId" = t."organizationId" AND c.id = t."caseId" AND c."deletedAt" IS NULL))`,
  ),
  negotiations: live("Negotiation", ofLiveCase),
  settlements: live("Settlement", ofLiveCase),
  liens: live("Lien", ofLiveCase),
  trust_ledgers: live("TrustLedger", "true"),
  trust_transactions: live("TrustTransaction", "true"),
  trust_disbursements: live("TrustDisbursement", "true"),
  referrals: live("Referral", `t."caseId" IS NULL OR ${ofLiveCase}`),
  messages: live("Message", `t."voidedAt" IS NULL AND (t."caseId" IS NULL OR ${ofLiveCase})`),
  calls: live("Call", `t."voidedAt" IS NULL AND (t."caseId" IS NULL OR ${ofLiveCase})`),
  consents: live(
    "Consent",
    ["Client", "Lead", "Contact"]
      .map(
        (person) =>
          `EXISTS (SELECT FROM "${person}" p WHERE p."organizationId" = t."organizationId" AND p.id = t."${person.toLowerCase()}Id" AND p."deletedAt" IS NULL)`,
      )
      .join(" OR "),
  ),
  members: live("Member", "true"),
};

const forms: Record<ReportColumnType, (value: unknown) => boolean> = {
  text: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: Number.isSafeInteger,
  money: Number.isSafeInteger,
  number: Number.isFinite,
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  instant: (value) => typeof value === "string" && new Date(value).toISOString() === value,
};

function isOfType(type: ReportColumnType, value: unknown): boolean {
  return value === null || forms[type](value);
}

test("totals cover all rows of all selected organizations", async () => {
  const ungrouped = planOf("invoices", {
    totals: true,
    columns: [
      { key: "number", field: "invoiceNumber" },
      { key: "owed", field: "balanceCents" },
      { key: "days", field: "daysOverdue" },
    ],
  });
  const columns = [
    { key: "status", field: "status" },
    { key: "invoices", field: "id", aggregate: "count" },
    { key: "owed", field: "balanceCents", aggregate: "sum" },
    { key: "mean", field: "balanceCents", aggregate: "average" },
    { key: "kinds", field: "direction", aggregate: "count_distinct" },
  ] as const;
  const grouped = planOf("invoices", { totals: true, columns: [...columns] });
  const totalsOf = (plan: ReportPlan) =>
    harness.headquarters.inside((transaction) => readTotals({ transaction }, plan, harness.reach));
  const rows = await harness.read(ungrouped);
  const owed = rows.reduce((sum, { values }) => sum + Number(values["owed"]), 0);
  expect(await totalsOf(ungrouped)).toEqual({ owed });
  expect(await totalsOf(grouped)).toEqual({ owed, invoices: rows.length });
  expect([ungrouped.hasTotals, grouped.hasTotals]).toEqual([true, true]);
});

describe("a chart covers all rows of all selected organizations", () => {
  const chartOf = (plan: ReportPlan, requested: RequestedChart, reach = harness.reach) => {
    const planned = planChart(plan, requested, reach.length);
    if (planned === null) throw new Error("not planned");
    return harness.headquarters.inside((transaction) => readChart({ transaction }, planned, reach));
  };
  const byStage = (sort: GivenReportDefinition["sort"] = []) =>
    planOf("cases", {
      columns: [
        { key: "stage", field: "matterStage" },
        { key: "source", field: "caseSource" },
        { key: "cases", field: "id", aggregate: "count" },
        { key: "mean", field: "projectedFeeAmountCents", aggregate: "average" },
      ],
      sort,
    });
  const add = (values: readonly (number | string | boolean | null | undefined)[]) =>
    values.reduce<number>((sum, value) => sum + Number(value), 0);

  test("values are those of the rows, in the report's order", async () => {
    const plan = byStage([{ column: "stage" }]);
    const rows = await harness.read(plan);
    const { points, ...about } = await chartOf(plan, { category: "stage", value: "cases", series: "source" });
    const stages = [...new Set(rows.map(({ values }) => values["stage"]))];
    expect(about).toEqual({
      seriesBy: "column",
      isAdditive: true,
      isTime: false,
      valueType: "integer",
      categories: stages.length,
      series: 3,
    });
    expect([...new Set(points.map(({ category }) => category))]).toEqual(stages);
    for (const { category, series, value } of points) {
      expect(value).toBe(
        add(
          rows
            .filter(({ values }) => values["stage"] === category && values["source"] === series)
            .map(({ values }) => values["cases"]),
        ),
      );
    }
    expect(add(points.map(({ value }) => value))).toBe(add(rows.map(({ values }) => values["cases"])));
  });

  test("averages stay apart by organization", async () => {
    const plan = planOf("cases", {
      columns: [
        { key: "stage", field: "matterStage" },
        { key: "mean", field: "projectedFeeAmountCents", aggregate: "average" },
      ],
    });
    const expected = (await harness.read(plan)).flatMap(({ values: { organizationId, stage, mean } }) =>
      mean === null ? [] : [[organizationId, stage, mean]],
    );
    const { points, seriesBy } = await chartOf(byStage(), { category: "stage", value: "mean", series: "source" });
    expect(seriesBy).toBe("organization");
    expect(points.map(({ series, category, value }) => [series, category, value]).toSorted()).toEqual(
      expected.toSorted(),
    );
    expect(
      (
        await chartOf(byStage(), { category: "stage", value: "mean", series: "source" }, [
          harness.headquarters.organizationId,
        ])
      ).seriesBy,
    ).toBe("column");
  });

  test("categories and series beyond the bounds are one more, or omitted where they cannot be added", async () => {
    const plan = planOf("cases", {
      columns: [
        { key: "id", field: "id" },
        { key: "case", field: "sequenceId" },
        { key: "score", field: "caseScore" },
      ],
    });
    const rows = await harness.read(plan);
    const scored = rows.filter(({ values }) => values["score"] !== null);
    const requested = { category: "id", value: "score", series: "case" };
    const { points, categories, series } = await chartOf(plan, requested);
    expect(scored.length).toBeGreaterThan(chartBounds.categories);
    expect([categories, new Set(points.map(({ category }) => category)).size]).toEqual([
      rows.length,
      chartBounds.categories + 1,
    ]);
    expect([series > chartBounds.series, new Set(points.map((point) => point.series)).size]).toEqual([
      true,
      chartBounds.series + 1,
    ]);
    expect([
      points.some(({ isOtherCategory }) => isOtherCategory),
      points.some(({ isOtherSeries }) => isOtherSeries),
    ]).toEqual([true, true]);
    expect(add(points.map(({ value }) => value))).toBeCloseTo(add(rows.map(({ values }) => values["score"])), 5);
    const averages = planOf("cases", {
      columns: [
        { key: "id", field: "id" },
        { key: "score", field: "caseScore", aggregate: "average" },
      ],
    });
    const bounded = await chartOf(averages, { category: "id", value: "score" });
    expect([bounded.categories, bounded.points.length]).toEqual([scored.length, chartBounds.categories]);
    expect(bounded.points.some(({ isOtherCategory }) => isOtherCategory)).toBe(false);
  });

  test("of times the latest are kept", async () => {
    const plan = planOf("cases", {
      columns: [
        { key: "month", field: "openedOn", bucket: "month" },
        { key: "cases", field: "id", aggregate: "count" },
      ],
    });
    const { points, isTime } = await chartOf(plan, { category: "month", value: "cases" });
    const months = points.flatMap(({ category }) => (category === null ? [] : [String(category)]));
    expect([isTime, [...new Set(months)]]).toEqual([true, [...new Set(months)].toSorted().toReversed()]);
    expect(months[0]).toMatch(/^\d{4}-\d\d-01$/);
  });

  test("columns that cannot be drawn have none", () => {
    expect(planChart(byStage(), { category: "cases", value: "mean" }, 1)).toBeNull();
    expect(planChart(byStage(), { category: "stage", value: "source" }, 1)).toBeNull();
    expect(planChart(byStage(), { category: "none", value: "cases" }, 1)).toBeNull();
  });
});

test("a report of aggregates has one row per organization, also for an organization without records", async () => {
  const columns = [
    { key: "cases", field: "id", aggregate: "count" as const },
    { key: "fees", field: "projectedFeeAmountCents", aggregate: "sum" as const },
    { key: "oldest", field: "openedOn", aggregate: "minimum" as const },
  ];
  const rows = await harness.read(
    planOf("cases", { columns, filters: [{ field: "title", operator: "equals", value: "no case is called this" }] }),
  );
  expect(rows.map(({ values }) => values)).toEqual(
    harness.reach.toSorted().map((organizationId) => ({ organizationId, cases: 0, fees: 0, oldest: null })),
  );
});

test("missing values of a case are taken from its lead and its opening date", async () => {
  const columns = ["id", "statuteOrEstimateOn", "daysWithoutContact"].map((field) => ({ key: field, field }));
  const { rows: expected } = await harness.owner.query<object>(
    `SELECT c."organizationId", c.id, coalesce(c."statuteOfLimitationsOn", l."statuteOfLimitationsEstimateOn")::text AS "statuteOrEstimateOn",
       (now() AT TIME ZONE o.timezone)::date - coalesce(c."lastClientContactOn", c."openedOn", (c."createdAt" AT TIME ZONE o.timezone)::date) AS "daysWithoutContact"
     FROM "Case" c JOIN "Organization" o ON o.id = c."organizationId" LEFT JOIN "Lead" l ON l."organizationId" = c."organizationId" AND l.id = c."leadId"
     WHERE o.id = ANY ($1) AND c."deletedAt" IS NULL ORDER BY c.id`,
    [harness.reach],
  );
  expect(
    (await harness.read(planOf("cases", { columns, sort: [{ column: "id" }] }))).map(({ values }) => values),
  ).toEqual(expected);
});

test("a deleted case is hidden in records that still refer to it", async () => {
  const columns = ["caseId", "caseSequenceId", "attorneyName"].map((field) => ({ key: field, field }));
  const { rows } = await harness.owner.query<{ id: string }>(`SELECT id FROM "Case" WHERE "deletedAt" IS NOT NULL`);
  const deleted = new Set<unknown>(rows.map(({ id }) => id));
  for (const entity of ["invoices", "payments", "retrieval_requests"] as const) {
    const left = (await harness.read(planOf(entity, { columns }))).filter(({ values }) =>
      deleted.has(values["caseId"]),
    );
    expect(left.length).toBeGreaterThan(0);
    for (const { values } of left) expect([values["caseSequenceId"], values["attorneyName"]]).toEqual([null, null]);
  }
});

test("no connection keeps plans of reports: there are as many statements as reports", async () => {
  const plan = planOf("invoices", { totals: true, columns: [{ key: "owed", field: "balanceCents" }] });
  const {
    headquarters: { inside, organizationId },
    reach,
  } = harness;
  const kept = await inside(async (transaction) => {
    await readRows({ transaction }, plan, { organizationIds: reach, after: null, limit: 1 });
    await readTotals({ transaction }, plan, reach);
    await countRows({ transaction }, plan, organizationId);
    return sql<{
      statement: string;
    }>`SELECT statement FROM pg_prepared_statements WHERE ${true} AND from_sql = false`.execute(transaction);
  });
  expect(kept.rows.length).toBeGreaterThan(0);
  expect(kept.rows.filter(({ statement }) => statement.includes("balance") || statement.includes("LATERAL"))).toEqual(
    [],
  );
});

describe("the reader role", () => {
  const whoAmI = sql<{
    name: string;
    reach: string;
  }>`SELECT CASE current_user WHEN session_user THEN 'the application' ELSE current_user::text END AS name, current_setting('caseport.report_organizations', true) AS reach`;
  const plan = () => planOf("cases", { columns: [{ key: "id", field: "id" }] });

  test("is reset before the following statements of the transaction", async () => {
    const { headquarters, reach } = harness;
    const [inside, after] = await headquarters.inside(async (transaction) => {
      const during = await asReader(transaction, reach, async () => (await whoAmI.execute(transaction)).rows[0]);
      await readRows({ transaction }, plan(), { organizationIds: reach, after: null, limit: 1 });
      await transaction
        .updateTable("Member")
        .set({ firstName: "Eve" })
        .where("organizationId", "=", headquarters.organizationId)
        .where("id", "=", headquarters.attorneyId)
        .execute();
      return [during, (await whoAmI.execute(transaction)).rows[0]];
    });
    expect(inside).toEqual({ name: "caseport_reader", reach: reach.join(",") });
    expect(after).toEqual({ name: "the application", reach: "" });
  });

  test("is reset after an application error, and a failed statement rolls the transaction back", async () => {
    const { headquarters, reach } = harness;
    await headquarters.inside(async (transaction) => {
      await expect(asReader(transaction, reach, () => Promise.reject(new Error("of the program")))).rejects.toThrow(
        "of the program",
      );
      expect((await whoAmI.execute(transaction)).rows[0]?.name).toBe("the application");
    });
    const failed = headquarters.inside((transaction) =>
      asReader(transaction, reach, () => sql`UPDATE "Case" SET title = 'changed'`.execute(transaction)),
    );
    await expect(failed).rejects.toThrow("permission denied for table Case");
    expect(await headquarters.inside(async (transaction) => (await whoAmI.execute(transaction)).rows[0]?.name)).toBe(
      "the application",
    );
  });

  test("reads only organizations at or below the transaction's own, whatever is requested", async () => {
    const { headquarters, office, stranger } = harness;
    const everybody = [headquarters, office, stranger].map(({ organizationId }) => organizationId);
    const seenBy = (tenant: typeof office) =>
      tenant.inside(async (transaction) => {
        const rows = await readRows({ transaction }, plan(), { organizationIds: everybody, after: null, limit: 1_000 });
        const raw = await asReader(transaction, everybody, () =>
          sql<{ organizationId: string }>`SELECT DISTINCT "organizationId" FROM "Case"`.execute(transaction),
        );
        return [
          new Set(rows.map(({ values }) => values["organizationId"])),
          new Set(raw.rows.map(({ organizationId }) => organizationId)),
        ];
      });
    expect(await seenBy(office)).toEqual([new Set([office.organizationId]), new Set([office.organizationId])]);
    expect(await seenBy(stranger)).toEqual([new Set([stranger.organizationId]), new Set([stranger.organizationId])]);
    expect(await seenBy(headquarters)).toEqual([new Set(harness.reach), new Set(harness.reach)]);
  });
});
