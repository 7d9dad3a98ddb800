import { sql } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { createPendingRecords } from "../../rpc/context.ts";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createCaseFields, createHierarchy, placeTenant } from "../../testing/harness/hierarchy.ts";
import { expectRejection, expectSuccess } from "../../testing/conformance/subject.ts";
import { readAuditEntries } from "../../testing/harness/traces.ts";
import { createFacility } from "../medical/fixtures.ts";
import { createManagedTenant, signInMember } from "../team/fixtures.ts";
import { createPartialContext } from "../../testing/harness/partial-context.ts";
import { runReport } from "./run/domain.ts";
import { standardReports } from "./standard-reports/domain.ts";
import { caseDefinition, createReport, hideReport } from "./fixtures.ts";
import { postRun, readRun } from "./run/fixtures.ts";
import type { Report, ReportRun, ReportSummary } from "./schema.ts";
import type { RunWithChart } from "./schema.portal.ts";

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startOwnServer({ worker: "none" });
  owner = await server.connectOwner();
});
afterAll(() => server.close(1_000));

const newTenant = () => createTenant(server.services.database);
const list = async (tenant: TestTenant, query = "limit=200") => {
  return readBody<{ reports: ReportSummary[]; nextCursor: string | null }>(
    await openApi(server, tenant.secret).get(`/reports?${query}`),
  );
};
const get = async (tenant: TestTenant, id: string) =>
  expectSuccess(await openApi(server, tenant.secret).get(`/reports/${id}`)).body["report"] as Report;
const [first] = standardReports;
if (first === undefined) throw new Error("there is no standard report");

describe("GET /reports", () => {
  test("lists standard reports, own reports visible to keys, and those shared by a headquarters", async () => {
    const { headquarters, office } = await createHierarchy(server.services.database);
    const shared = await createReport(headquarters, { name: "Shared", visibility: "shared_children" });
    await createReport(headquarters, { name: "Of the headquarters" });
    const own = await createReport(office, { name: "Own" });
    for (const visibility of ["private", "team"])
      await createReport(office, { name: visibility, visibility, apiVisible: false, sharedWith: [office.attorneyId] });
    await createReport(office, { name: "For members", apiVisible: false });
    const { reports } = await list(office);
    expect(
      reports
        .filter(({ isStandard }) => !isStandard)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([shared, own].toSorted());
    expect(reports.filter(({ isStandard }) => isStandard)).toHaveLength(standardReports.length);
    const organization = { id: headquarters.organizationId, name: "headquarters" };
    expect(reports.find(({ id }) => id === shared)).toMatchObject({
      visibility: "shared_children",
      organization,
      ownerMemberId: null,
    });
    expect(reports.find(({ id }) => id === own)).toMatchObject({
      organization: null,
      ownerMemberId: office.attorneyId,
      dataPermissions: ["cases:read"],
    });
  });

  test("returns each report once and in order for every page size, by name and by update", async () => {
    const tenant = await newTenant();
    for (const name of ["beta", "Alpha", "alpha", "x".repeat(200), `${"x".repeat(199)}y`])
      await createReport(tenant, { name });
    for (const sort of ["name", "updated"]) {
      const { reports: whole } = await list(tenant, `limit=200&sort=${sort}`);
      expect(whole).toHaveLength(standardReports.length + 5);
      const keys = whole.map(({ name, updatedAt }) =>
        sort === "name" ? name.toLowerCase().slice(0, 100) : (updatedAt ?? ""),
      );
      expect(keys).toEqual(keys.toSorted());
      const seen: string[] = [];
      for (let after: string | null = ""; after !== null;) {
        const page: Awaited<ReturnType<typeof list>> = await list(
          tenant,
          `limit=2&sort=${sort}${after === "" ? "" : `&after=${after}`}`,
        );
        seen.push(...page.reports.map(({ id }) => id));
        after = page.nextCursor;
      }
      expect(seen).toEqual(whole.map(({ id }) => id));
    }
  });

  test("filters by category and entity; a cursor belongs to its organization, sort and filters, and reveals nothing", async () => {
    const tenant = await newTenant();
    const id = await createReport(tenant, {
      category: "people",
      entity: "clients",
      definition: { columns: [{ key: "name", field: "lastName" }] },
    });
    expect((await list(tenant, "category=people&entity=clients")).reports.map((report) => report.id)).toContain(id);
    for (const { category } of (await list(tenant, "category=money")).reports) expect(category).toBe("money");
    const { nextCursor } = await list(tenant, "limit=1");
    const api = openApi(server, tenant.secret);
    for (const query of ["sort=updated", "category=money", "entity=cases"])
      expectRejection(
        await api.get(`/reports?${query}&after=${nextCursor}`),
        "VALIDATION_FAILED",
        /^after: not a cursor/,
      );
    expectRejection(
      await openApi(server, (await newTenant()).secret).get(`/reports?after=${nextCursor}`),
      "VALIDATION_FAILED",
      /^after: not a cursor/,
    );
    expect(Buffer.from(nextCursor ?? "", "base64url").toString()).not.toContain("std_");
  });
});

describe("GET /reports/{reportId}", () => {
  test("returns the parameters and columns of a run", async () => {
    const tenant = await newTenant();
    const report = await get(tenant, await createReport(tenant));
    expect(report.columns).toEqual([
      { key: "case", label: "Case number", type: "text", bucket: null },
      { key: "stage", label: "Stage", type: "text", bucket: null },
    ]);
    expect(report.parameters).toMatchObject([
      { key: "stage", label: "Stage", type: "text", list: false, required: false, default: null },
    ]);
    expect(report.parameters[0]?.options).toContainEqual({ value: "intake", label: expect.any(String) });
    expect(report).toMatchObject({ dataPermissions: ["cases:read"], isStandard: false, lastRunAt: null, revision: 1 });
    for (const { id, name } of standardReports)
      expect(await get(tenant, id)).toMatchObject({ id, name, isStandard: true, apiVisible: true });
  });

  test("omits an archived custom field, but a run that uses it names it", async () => {
    const tenant = await newTenant();
    const columns = [...caseDefinition.columns, { key: "court", field: "custom.court" }];
    const id = await createReport(tenant, { definition: { columns } });
    await createCaseFields(tenant, { court: "text" }, ["court"]);
    expect((await get(tenant, id)).columns.map(({ key }) => key)).toEqual(["case", "stage"]);
    expectRejection(await postRun(server, tenant.secret, id), "VALIDATION_FAILED", /custom\.court$/);
  });

  test("404 for unknown, foreign, private, deleted and hidden reports, and those no longer shared", async () => {
    const { headquarters, east, stranger } = await createHierarchy(server.services.database);
    const shared = await createReport(headquarters, { visibility: "shared_children" });
    const ids = [
      "rpt_unknown",
      await createReport(stranger),
      await createReport(east, { visibility: "private", apiVisible: false }),
      await createReport(east, { deletedAt: new Date().toISOString() }),
    ];
    await hideReport(east, first.id);
    await hideReport(east, ids[2] ?? "");
    const api = openApi(server, east.secret);
    expectSuccess(await api.get(`/reports/${shared}`));
    await placeTenant(east, { parentOrganizationId: null });
    for (const id of [...ids, first.id, shared]) {
      expectRejection(await api.get(`/reports/${id}`), "NOT_FOUND", "Report not found");
      expectRejection(await postRun(server, east.secret, id), "NOT_FOUND", "Report not found");
    }
  });
});

describe("POST /reports/{reportId}/run", () => {
  test("rejects invalid parameters, columns and sorts with their paths", async () => {
    const tenant = await newTenant();
    const id = await createReport(tenant);
    const rejected = async (requested: Parameters<typeof postRun>[3], path: RegExp) =>
      expectRejection(await postRun(server, tenant.secret, id, requested), "VALIDATION_FAILED", path);
    await rejected({ parameters: { other: 1 } }, /^parameters\.other: /);
    await rejected({ parameters: { stage: "no such stage" } }, /^parameters\.stage: /);
    await rejected({ columns: ["case", "nothing"] }, /^columns\.1: /);
    await rejected({ sort: [{ column: "nothing" }] }, /^sort\.0\.column: /);
  });

  test("audits each run with its organizations, and updates lastRunAt at most once a minute", async () => {
    const { headquarters, office } = await createHierarchy(server.services.database);
    const id = await createReport(headquarters);
    for (let count = 0; count < 2; count += 1)
      readRun(
        await postRun(server, headquarters.secret, id, {
          over: [headquarters, office],
          parameters: { stage: "trial" },
        }),
      );
    const related = [headquarters, office]
      .map(({ organizationId }) => ({ entity: "organization", id: organizationId }))
      .toSorted((left, right) => (left.id < right.id ? -1 : 1));
    const entry = { action: "reports.run", entity: "report", entityId: id, relatedIds: related, changes: {} };
    expect(await readAuditEntries(headquarters)).toMatchObject([entry, entry]);
    expect(await readAuditEntries(office)).toEqual([]);
    const { rows } = await owner.query(
      `SELECT "lastRunAt" = "createdAt" AS once, "lastRunAt" FROM "ReportSetting" WHERE "reportId" = $1`,
      [id],
    );
    expect(rows).toEqual([{ once: true, lastRunAt: expect.any(Date) }]);
    expect((await get(headquarters, id)).lastRunAt).toBe(rows[0].lastRunAt.toISOString());
    await owner.query(`UPDATE "ReportSetting" SET "lastRunAt" = now() - interval '61 seconds' WHERE "reportId" = $1`, [
      id,
    ]);
    readRun(await postRun(server, headquarters.secret, id));
    expect(Date.parse((await get(headquarters, id)).lastRunAt ?? "")).toBeGreaterThan(Date.now() - 30_000);
  });

  test("two concurrent first runs of a report both succeed and are recorded", async () => {
    const tenant = await newTenant();
    await createCase(tenant);
    const id = await createReport(tenant);
    await owner.query("BEGIN");
    await owner.query(`LOCK TABLE "Case" IN ACCESS EXCLUSIVE MODE`);
    const runs = Promise.all([1, 2].map(() => postRun(server, tenant.secret, id)));
    const watcher = await server.connectOwner();
    await waitForLock(watcher, 2);
    await watcher.end();
    // Both look at what was there before: to whoever comes second the mark of the first is not there.
    await owner.query("COMMIT");
    expect((await runs).map((reply) => readRun(reply).rowCount)).toEqual([1, 1]);
    expect(await readAuditEntries(tenant)).toHaveLength(2);
    expect((await get(tenant, id)).lastRunAt).not.toBeNull();
  });

  test("audits each medical record shown, with its organization", async () => {
    const { headquarters, office } = await createHierarchy(server.services.database);
    const facilities = [await createFacility(headquarters), await createFacility(headquarters)].map(
      ({ facilityId }) => facilityId,
    );
    const below = (await createFacility(office)).facilityId;
    const id = await createReport(headquarters, {
      entity: "medical_facilities",
      category: "medical",
      definition: { columns: [{ key: "id", field: "id" }], sort: [{ column: "id" }] },
    });
    await changeRow(headquarters, "Member", headquarters.attorneyId, { role: "owner" });
    const { rows } = readRun(await postRun(server, headquarters.secret, id));
    expect(rows).toHaveLength(3);
    const entries = await readAuditEntries(headquarters);
    const shown = entries.filter(({ entity }) => entity === "medical_facility");
    expect(shown.map(({ entityId }) => entityId).toSorted()).toEqual([...facilities, below].toSorted());
    const whose = { entity: "organization", id: office.organizationId };
    expect(shown.find(({ entityId }) => entityId === below)?.relatedIds).toEqual([{ entity: "report", id }, whose]);
    expect(entries).toHaveLength(4);
    const { secret } = await createKey(headquarters, { scopes: ["reports:run", "cases:read", "clients:read"] });
    expectRejection(await postRun(server, secret, id), "FORBIDDEN");
  });

  test("allows at most three concurrent runs per organization", async () => {
    const tenant = await newTenant();
    const id = await createReport(tenant);
    await owner.query("BEGIN");
    const take = (place: number) =>
      owner.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
        `report run ${place} ${tenant.organizationId}`,
      ]);
    await take(0);
    await take(1);
    readRun(await postRun(server, tenant.secret, id));
    await take(2);
    const reply = expectRejection(
      await postRun(server, tenant.secret, id),
      "RATE_LIMITED",
      /^3 reports of this organization are running/,
    );
    expect(reply.headers["retry-after"]).toBe("2");
    const other = await newTenant();
    readRun(await postRun(server, other.secret, await createReport(other)));
    await owner.query("COMMIT");
    readRun(await postRun(server, tenant.secret, id));
  });

  test("rejects a run that exceeds the statement timeout, says what to do, and records nothing", async () => {
    const tenant = await newTenant();
    await createCase(tenant);
    const id = await createReport(tenant);
    await owner.query("BEGIN");
    await owner.query(`LOCK TABLE "Case" IN ACCESS EXCLUSIVE MODE`);
    const principal = {
      kind: "integration_key" as const,
      keyId: tenant.keyId,
      organizationId: tenant.organizationId,
      scopes: new Set(["reports:run", "cases:read"] as const),
    };
    const run = tenant.inside(async (transaction) => {
      // Less than a lock is waited for: so it is the statement's time that ends, whatever the machine does.
      await sql`SET LOCAL statement_timeout = '200ms'`.execute(transaction);
      const installationKeys = createInstallationKeys("a secret of the tests, longer than it has to be");
      const context = {
        principal,
        organizationId: tenant.organizationId,
        transaction,
        requestId: "req",
        clientIp: null,
        expectedRevisions: null,
        pending: createPendingRecords(),
        installationKeys,
      };
      return runReport(createPartialContext(context), id, { parameters: {}, limit: 10 });
    });
    await expect(run).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      message: expect.stringMatching(
        /takes longer than 5 seconds: narrow its parameters, or create a file with POST \/exports$/,
      ),
    });
    await owner.query("COMMIT");
    expect((await get(tenant, id)).lastRunAt).toBeNull();
    expect(readRun(await postRun(server, tenant.secret, id)).rowCount).toBe(1);
  });

  test("accepts organizationIds only in the query, and only once", async () => {
    const tenant = await newTenant();
    const id = await createReport(tenant);
    const { change } = openApi(server, tenant.secret);
    const named = `organizationIds=${tenant.organizationId}`;
    expectSuccess(await change("POST", `/reports/${id}/run?${named}`, {}));
    expectSuccess(await change("POST", `/reports/${id}/run?${named}`));
    expectRejection(
      await change("POST", `/reports/${id}/run?${named}&${named}`, {}),
      "VALIDATION_FAILED",
      "organizationIds: sent more than once",
    );
    expectRejection(
      await change("POST", `/reports/${id}/run`, { organizationIds: tenant.organizationId }),
      "VALIDATION_FAILED",
      "organizationIds: unknown property",
    );
    expectRejection(
      await change("POST", `/reports/${id}/run?limit=1`, {}),
      "VALIDATION_FAILED",
      "limit: unknown query parameter",
    );
  });
});

describe("a portal member", () => {
  test("runs a report over other organizations by their own permissions, regardless of what keys can see", async () => {
    const { tenant: headquarters, manager } = await createManagedTenant(server);
    const office = await newTenant();
    await placeTenant(headquarters, { isHeadquarters: true });
    await placeTenant(office, { parentOrganizationId: headquarters.organizationId });
    await createCase(office, { sequenceId: "office-1" });
    const reportId = await createReport(headquarters, { apiVisible: false });
    await hideReport(office, reportId);
    const { data } = await manager.portal.query<ReportRun>("reports.run", { reportId });
    expect(data.rows.map((row) => row["case"])).toEqual(["office-1"]);
    expect(data.organizationIds).toEqual([headquarters.organizationId, office.organizationId].toSorted());
    expect(data).not.toHaveProperty("chart.points");
    const chart = { category: "stage", value: "cases" };
    const columns = [
      { key: "stage", field: "matterStage" },
      { key: "cases", field: "id", aggregate: "count" },
    ];
    const grouped = await createReport(headquarters, { definition: { columns } });
    expect(
      (await manager.portal.query<RunWithChart>("reports.run", { reportId: grouped, chart })).data.chart,
    ).toMatchObject({ points: [{ value: 1, series: office.organizationId }] });
    const clerk = await signInMember(server, headquarters, { role: "paralegal" });
    expect((await clerk.portal.query("reports.run", { reportId: grouped, chart })).error?.data.code).toBe("FORBIDDEN");
    const run = (organizationIds?: string) =>
      clerk.portal.query<ReportRun>("reports.run", {
        reportId,
        ...(organizationIds !== undefined && { organizationIds }),
      });
    expect((await run()).error).toMatchObject({
      data: { code: "FORBIDDEN" },
      message: expect.stringMatching(/requires reports:headquarters; with organizationIds set to your own/),
    });
    expect((await run(office.organizationId)).error?.data.code).toBe("FORBIDDEN");
    expect((await run(headquarters.organizationId)).data.rowCount).toBe(0);
    const reader = await signInMember(server, headquarters, { role: "intake_specialist" });
    expect(
      (await reader.portal.query("reports.run", { reportId, organizationIds: headquarters.organizationId })).error
        ?.message,
    ).toMatch(/do not include this report's data: cases:view/);
  });
});
