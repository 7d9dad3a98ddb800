import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { validateDefinition } from "../../src/areas/reports/definition/domain.plan.ts";
import { standardReports } from "../../src/areas/reports/standard-reports/domain.ts";
import type { ReportRun } from "../../src/areas/reports/schema.ts";
import { ReportDefinition, type ReportEntity } from "../../src/contract/reports/definition.ts";
import { openApi, readBody } from "../../src/testing/harness/requests/api.ts";
import { startServerOn } from "../../src/testing/harness/server.ts";
import { active, cases, listed, questions, type Question } from "./fixtures.reports.ts";
import { seedHarness, type SeededHarness } from "../../src/testing/harness/seeded.ts";

const unsaid = { definedAs: "select", options: null };
/** Those of the demo that its reports use. */
const fields = [
  { ...unsaid, key: "exposure", label: "Exposure", type: "text" as const },
  { ...unsaid, key: "firstConsultationOn", label: "First consultation", type: "date" as const },
];

let harness: SeededHarness;
let server: Awaited<ReturnType<typeof startServerOn>>;

beforeAll(async () => {
  harness = await seedHarness();
  // As the database does by itself within a minute: without it, it guesses how to join.
  await harness.temporary.queryAll("ANALYZE");
  server = await startServerOn(harness.temporary.applicationUrl);
});
afterAll(async () => {
  await server?.close(1000);
  await harness?.database.close();
});

/** As JSON: numbers are numbers, dates are text. */
async function query(
  { base, ...questionsOfIt }: Question,
  which: "rows" | "totals",
): Promise<Record<string, unknown>[]> {
  const rows = await harness.temporary.queryAll(`
    WITH firm AS (SELECT id, timezone, (now() AT TIME ZONE timezone)::date AS today FROM "Organization" WHERE slug LIKE 'hartwell-pierce%'), base AS (${base})
    SELECT to_jsonb(found) AS found FROM (${questionsOfIt[which] ?? "SELECT 1 WHERE false"}) found`);
  return rows.map(({ found }) => found as Record<string, unknown>);
}

/** All pages of a run over the headquarters and its offices, by the key that the demo prints. */
async function run(reportId: string): Promise<Pick<ReportRun, "rows" | "totals" | "organizations">> {
  const api = openApi({ baseUrl: server.addresses[0] ?? "" }, harness.summary.keys.full);
  const rows: ReportRun["rows"] = [];
  let after: string | null = null;
  for (;;) {
    const reply = await api.change("POST", `/reports/${reportId}/run`, {
      limit: 100,
      ...(after !== null && { after }),
    });
    const page = readBody<ReportRun>(reply);
    rows.push(...page.rows);
    after = page.nextCursor;
    if (after === null) return { rows, totals: page.totals, organizations: page.organizations };
  }
}

/** In one order, whatever the report's: also with the keys of each. */
const sorted = (rows: readonly Record<string, unknown>[]) =>
  rows
    .map((row) => JSON.stringify(Object.entries(row).toSorted(([left], [right]) => (left < right ? -1 : 1))))
    .toSorted();

/** In the demo no attorney left with open cases. */
const withoutRows: ReadonlySet<string> = new Set(["std_cases_of_inactive_attorneys"]);

/** The run, and what the owner finds: again while an hour or a day ends between two questions. */
async function compare(reportId: string, question: Question): Promise<void> {
  const before = sorted(await query(question, "rows"));
  const { rows, totals, organizations } = await run(reportId);
  const expected = sorted(await query(question, "rows"));
  if (JSON.stringify(before) !== JSON.stringify(expected)) return compare(reportId, question);
  expect(expected.length > 0).toBe(!withoutRows.has(reportId));
  expect(sorted(rows)).toEqual(expected);
  expect(totals).toEqual((await query(question, "totals"))[0] ?? null);
  expect(organizations.map(({ name }) => name).toSorted()).toEqual([
    "Hartwell & Pierce",
    "Hartwell & Pierce Arizona",
    "Hartwell & Pierce Texas",
  ]);
}

describe("standard reports equal the results of the database owner's queries", () => {
  test("for every report", () => {
    expect(Object.keys(questions).toSorted()).toEqual(standardReports.map(({ id }) => id).toSorted());
  });

  test.each(Object.entries(questions))("%s", compare);
});

describe("the saved reports of the headquarters", () => {
  const listSaved = () => harness.temporary.queryAll(`SELECT id, visibility FROM "Report" ORDER BY visibility`);

  test("the shared report covers the offices, by a field that each of them has", async () => {
    const shared = (await listSaved()).find(({ visibility }) => visibility === "shared_children");
    await compare(String(shared?.["id"]), {
      base: `SELECT ${listed}, c."customFields"->>'exposure' AS exposure, c."projectedFeeAmountCents" AS fee FROM ${cases} WHERE ${active}`,
      rows: `SELECT "organizationId", type, exposure, count(*) AS cases, coalesce(sum(fee), 0) AS "feesCents" FROM base GROUP BY 1, 2, 3`,
      totals: `SELECT count(*) AS cases, sum(fee) AS "feesCents" FROM base`,
    });
  });

  test("the private report is not visible to the key", async () => {
    const own = (await listSaved()).find(({ visibility }) => visibility === "private");
    const api = openApi({ baseUrl: server.addresses[0] ?? "" }, harness.summary.keys.full);
    expect((await api.get(`/reports/${String(own?.["id"])}`)).body).toMatchObject({ code: "NOT_FOUND" });
    expect((await api.get("/reports?limit=100")).text).not.toContain(String(own?.["id"]));
  });

  test("both reports are valid, with parameters", async () => {
    const definitions = await harness.temporary.queryAll(`SELECT entity, definition FROM "Report"`);
    for (const { entity, definition } of definitions)
      expect(() =>
        validateDefinition(entity as ReportEntity, ReportDefinition.parse(definition), fields),
      ).not.toThrow();
    const [counted] = await harness.temporary.queryAll(
      `SELECT count(*)::int AS high FROM "Case" WHERE "customFields"->>'exposure' = 'high' AND "matterStatus" IN ('open', 'on_hold')`,
    );
    expect(counted?.["high"]).toBeGreaterThan(20);
  });

  test("the schedule runs a standard report in the future, for a member with the permission", async () => {
    const schedules = await harness.temporary
      .queryAll(`SELECT s."reportId", s.frequency, m.role, s."nextRunAt" > now() + interval '1 day' AS ahead, extract(isodow FROM s."nextRunAt")::int AS weekday
      FROM "ReportSchedule" s JOIN "Member" m ON m.id = s."ownerMemberId"`);
    expect(schedules).toEqual([
      { reportId: "std_statutes_ahead", frequency: "weekly", role: "owner", ahead: true, weekday: 1 },
    ]);
  });
});
