import { afterAll, beforeAll, expect, test } from "vitest";
import { lockTreeForUpdate } from "../../areas/documents/folders/store.ts";
import { findRequester } from "../../areas/exports/domain.requesters.ts";
import { planReport } from "../../areas/reports/definition/domain.plan.ts";
import { caseDefinition } from "../../areas/reports/fixtures.ts";
import { createReportRows } from "../../areas/reports/run/fixtures.rows.ts";
import { isHeadquarters, updateLastRunAt, acquireRunSlot } from "../../areas/reports/run/store.organizations.ts";
import { planChart } from "../../areas/reports/run/domain.chart.ts";
import { readChart } from "../../areas/reports/run/store.chart.ts";
import { readRows, readTotals } from "../../areas/reports/run/store.rows.ts";
import { listScheduleRows } from "../../areas/reports/schedules/store.ts";
import { saveApiVisibility } from "../../areas/reports/store.changes.ts";
import { ReportDefinition } from "../../contract/reports/definition.ts";
import type { Context } from "../../rpc/context.ts";
import { startTestServer } from "../harness/server.ts";
import { createPerson } from "../harness/identity.ts";
import { createCase, createTenant } from "../harness/tenant.ts";
import { createPartialContext } from "../harness/partial-context.ts";
import { openTenancyHarness, type TenancyHarness } from "./two-tenants.ts";

/**
 * Ways into another organization that a filter in each statement (stores.test.ts) does not close by itself, without
 * row-level security.
 */
let harness: TenancyHarness<{ reportId: string; scheduleId: string; caseId: string }>;
beforeAll(async () => {
  harness = await openTenancyHarness(async (tenant) => {
    const { reportId, scheduleId } = await createReportRows(tenant);
    const { caseId } = await createCase(tenant);
    await tenant.inside((transaction) => transaction.updateTable("ReportSetting").set({ apiVisible: false }).execute());
    return { reportId, scheduleId, caseId };
  });
});
afterAll(() => harness.close());

test("control: without row-level security both organizations are visible", async () => {
  const rows = await harness.run((context) =>
    context.transaction.selectFrom("Case").select("organizationId").distinct().execute(),
  );
  expect(rows).toHaveLength(2);
});

test("folder locks of two organizations' cases are independent", async () => {
  const { theirs } = harness;
  await harness.run(async (context) => {
    await lockTreeForUpdate(context, theirs.caseId);
    await theirs.inside((transaction) =>
      lockTreeForUpdate({ ...context, transaction, organizationId: theirs.organizationId }, theirs.caseId),
    );
  });
});

test("report runs of one organization use no slot of another, and being a headquarters is per organization", async () => {
  const { theirs } = harness;
  await theirs.inside((transaction) => transaction.updateTable("Organization").set({ isHeadquarters: true }).execute());
  expect(await harness.run(isHeadquarters)).toBe(false);
  const taken = theirs.inside(async (transaction) => {
    expect(await acquireRunSlot(createPartialContext({ organizationId: theirs.organizationId, transaction }), 1)).toBe(
      true,
    );
    return harness.run((context) => acquireRunSlot(context, 1));
  });
  expect(await taken).toBe(true);
});

test("a report over an unrelated organization shows none of its rows", async () => {
  const { ours, theirs } = harness;
  const definition = ReportDefinition.parse({
    ...caseDefinition,
    columns: [...caseDefinition.columns, { key: "fee", field: "projectedFeeAmountCents" }],
    totals: true,
  });
  const plan = planReport({ entity: "cases", definition }, [], { parameters: {} });
  await theirs.inside((transaction) => transaction.updateTable("Case").set({ projectedFeeAmountCents: 100 }).execute());
  await ours.inside((transaction) => transaction.updateTable("Case").set({ projectedFeeAmountCents: 7 }).execute());
  const both = [ours.organizationId, theirs.organizationId];
  const rows = (await harness.run((context) =>
    readRows(context, plan, { organizationIds: both, after: null, limit: 10 }),
  )) as { values: Record<string, unknown> }[];
  expect(new Set(rows.map(({ values }) => values["organizationId"]))).toEqual(new Set([ours.organizationId]));
  expect(await harness.run((context) => readTotals(context, plan, both))).toEqual({ fee: 7 * rows.length });
  expect(await harness.run((context) => readTotals(context, plan, [theirs.organizationId]))).toEqual({ fee: 0 });
  const drawn = planChart(plan, { category: "case", value: "fee" }, both.length);
  if (drawn === null) throw new Error("not drawn");
  expect(await harness.run((context) => readChart(context, drawn, both))).toMatchObject({
    points: rows.map(() => ({ series: ours.organizationId, value: 7 })),
  });
  expect(await harness.run((context) => readChart(context, drawn, [theirs.organizationId]))).toMatchObject({
    points: [],
  });
});

test("a setting for another organization's report belongs to the setting's organization", async () => {
  const { ours, theirs } = harness;
  const write = (change: (context: Context) => Promise<void>) =>
    harness.run(async (context) => {
      await change(context);
      return context.transaction
        .selectFrom("ReportSetting")
        .select(["organizationId", "apiVisible"])
        .where("reportId", "=", theirs.reportId)
        .orderBy("createdAt")
        .execute();
    });
  const untouched = { organizationId: theirs.organizationId, apiVisible: false };
  expect(await write((context) => saveApiVisibility(context, theirs.reportId, true))).toEqual([
    untouched,
    { organizationId: ours.organizationId, apiVisible: true },
  ]);
  expect(await write((context) => updateLastRunAt(context, theirs.reportId))).toEqual([
    untouched,
    { organizationId: ours.organizationId, apiVisible: null },
  ]);
});

test("a schedule shows nothing of another organization's report with the same ID", async () => {
  const { ours, theirs } = harness;
  const shown = await harness.run(async (context) => {
    await context.transaction
      .updateTable("ReportSchedule")
      .set({ reportId: theirs.reportId })
      .where("id", "=", ours.scheduleId)
      .execute();
    return listScheduleRows(context, {});
  });
  expect(shown).toMatchObject([{ reportId: theirs.reportId, ownReport: null }]);
});

test("a member of another organization cannot be the requester of an export", async () => {
  const server = await startTestServer();
  try {
    const [ours, theirs] = [await createTenant(server.services.database), await createTenant(server.services.database)];
    for (const { organizationId, attorneyId: memberId } of [ours, theirs])
      await createPerson(server, { member: { organizationId, memberId } });
    const find = (memberId: string) =>
      ours.inside((transaction) =>
        findRequester({ organizationId: ours.organizationId, transaction }, { keyId: null, memberId }),
      );
    expect([await find(ours.attorneyId), await find(theirs.attorneyId)]).toEqual([
      expect.objectContaining({ memberId: ours.attorneyId }),
      null,
    ]);
  } finally {
    await server.close(1_000);
  }
});
