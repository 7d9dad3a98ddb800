import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ReportDefinition } from "../../../contract/reports/definition.ts";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createEvent } from "../../calendar/fixtures.ts";
import { createDeadline } from "../../deadlines/fixtures.ts";
import { createLead } from "../../leads/fixtures.ts";
import { createNote } from "../../notes/fixtures.ts";
import { assignTo, createTask } from "../../tasks/fixtures.ts";
import { createTaskTemplate } from "../../tasks/templates/fixtures.ts";
import { createMember } from "../../team/fixtures.ts";
import { describeReport, validateDefinition } from "../definition/domain.plan.ts";
import { planOf } from "../fixtures.tenant.ts";
import { readRows } from "../run/store.rows.ts";
import { standardReports } from "./domain.ts";

test("there are at least twelve, each with a unique ID and name", () => {
  expect(standardReports.length).toBeGreaterThanOrEqual(15);
  for (const key of ["id", "name", "description"] as const)
    expect(new Set(standardReports.map((report) => report[key])).size).toBe(standardReports.length);
  for (const { id, description } of standardReports) {
    expect(id).toMatch(/^std_[a-z]+(_[a-z]+)*$/);
    expect(description).toMatch(/^[A-Z].{20,300}\.$/);
  }
  expect(new Set(standardReports.map(({ category }) => category))).toEqual(
    new Set(["pipeline", "deadlines", "intake", "medical", "money", "people"]),
  );
});

describe.each(standardReports)("$id", ({ entity, definition }) => {
  const parsed = ReportDefinition.parse(definition);

  test("is a valid definition without custom fields", () => {
    expect(() => validateDefinition(entity, parsed, [])).not.toThrow();
  });

  test("lists its scopes, and every parameter has a default", () => {
    const { dataPermissions, parameters, columns } = describeReport(parsed, entity, []);
    expect(dataPermissions.length).toBeGreaterThan(0);
    for (const scope of dataPermissions)
      expect(scope).toMatch(
        /^(cases|clients|leads|documents|billing|medical|notes|tasks|deadlines|calendar|esign|settlements|trust|referrals|communications|org):read$/,
      );
    for (const parameter of parameters) expect(parameter.default).not.toBeNull();
    expect(columns.map(({ key }) => key)).toEqual(parsed.columns.map(({ key }) => key));
  });

  test("exactly its amount columns have keys that end in Cents", () => {
    const { columns } = describeReport(parsed, entity, []);
    expect(columns.filter(({ key }) => key.endsWith("Cents"))).toEqual(columns.filter(({ type }) => type === "money"));
  });

  test("its chart uses existing columns", () => {
    const keys = new Map(parsed.columns.map((column) => [column.key, column]));
    if (parsed.chart === null) return;
    const { category, value, series } = parsed.chart;
    expect([keys.get(category)?.aggregate, keys.get(value)?.aggregate !== undefined]).toEqual([undefined, true]);
    if (series !== undefined) expect(keys.has(series)).toBe(true);
  });
});

test("client names require the scope that reads clients", () => {
  const permissionsOf = (wanted: string) => {
    const found = standardReports.find(({ id }) => id === wanted);
    if (found === undefined) throw new Error(`there is no ${wanted}`);
    return describeReport(ReportDefinition.parse(found.definition), found.entity, []).dataPermissions.toSorted();
  };
  expect(permissionsOf("std_pipeline")).toEqual(["cases:read"]);
  expect(permissionsOf("std_statutes_ahead")).toEqual(["cases:read", "clients:read"]);
  expect(permissionsOf("std_treatment_gaps")).toEqual(["cases:read", "clients:read", "medical:read"]);
  expect(permissionsOf("std_lead_conversion")).toEqual(["leads:read"]);
  expect(permissionsOf("std_invoice_aging")).toEqual(["billing:read"]);
  expect(permissionsOf("std_trust_balances")).toEqual(["cases:read", "clients:read", "trust:read"]);
  expect(permissionsOf("std_outstanding_checks")).toEqual(["cases:read", "trust:read"]);
  expect(permissionsOf("std_lien_savings")).toEqual(["settlements:read"]);
  expect(permissionsOf("std_referrals_by_partner")).toEqual(["referrals:read"]);
  expect(permissionsOf("std_unanswered_clients")).toEqual(["cases:read", "clients:read", "communications:read"]);
  expect(permissionsOf("std_response_times")).toEqual(["communications:read"]);
  expect(permissionsOf("std_calls_by_member")).toEqual(["communications:read"]);
});

describe("over HTTP", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close(1000));

  describe("in a firm without records", () => {
    let api: Api;
    beforeAll(async () => {
      api = openApi(server, (await createTenant(server.services.database)).secret);
    });

    test.each(standardReports)(
      "$id returns its columns and no rows, but for members",
      async ({ id, name, definition, entity }) => {
        const { status, text, body } = await api.change("POST", `/reports/${id}/run`, {});
        expect(status, text).toBe(200);
        expect(body).toMatchObject({ report: { id, name }, rowCount: entity === "members" ? 1 : 0, nextCursor: null });
        expect(body["rows"]).toHaveLength(Number(body["rowCount"]));
        expect((body["columns"] as { key: string }[]).map(({ key }) => key)).toEqual(
          definition.columns.map(({ key }) => key),
        );
        expect(body["totals"] === null).toBe(definition.totals !== true);
        for (const total of Object.values(body["totals"] ?? {})) expect(total).toBe(0);
      },
    );
  });

  describe("days are the firm's own, with exact bounds", () => {
    /** Where it is about noon now: no day ends while the test runs. */
    const ahead = 12 - new Date().getUTCHours();
    const timezone = `Etc/GMT${ahead < 0 ? "+" : "-"}${Math.abs(ahead)}`;
    const day = (days: number) =>
      new Date(Date.now() + ahead * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
    /** Noon of a day there. */
    const noon = (days: number) => new Date(Date.parse(`${day(days)}T12:00:00Z`) - ahead * 3_600_000).toISOString();
    let tenant: TestTenant;

    /** What the report shows of the cases, by a column. */
    async function run(reportId: string, column: string): Promise<unknown[]> {
      const { status, text, body } = await openApi(server, tenant.secret).change(
        "POST",
        `/reports/${reportId}/run`,
        {},
      );
      expect(status, text).toBe(200);
      return (body["rows"] as Record<string, unknown>[]).map((row) => row[column]);
    }

    beforeAll(async () => {
      tenant = await createTenant(server.services.database);
      await changeRow(tenant, "Organization", tenant.organizationId, { timezone });
    });

    test("statutes of limitations from today to the last day are included; past ones and a lead's estimates are not", async () => {
      for (const [days, statuteOfLimitationsStatus] of [
        [-1, "missed"],
        [0, "verified"],
        [180, "unverified"],
        [181, "verified"],
      ] as const)
        await createCase(tenant, { statuteOfLimitationsOn: day(days), statuteOfLimitationsStatus });
      await createCase(tenant, { statuteOfLimitationsOn: day(3), matterStatus: "settled" });
      await createCase(tenant, {
        leadId: await createLead(tenant, { statuteOfLimitationsEstimateOn: day(20) }),
        sequenceId: "2026-900001",
      });
      expect(await run("std_statutes_ahead", "daysLeft")).toEqual([0, 180]);
      expect(await run("std_statutes_passed", "daysLeft")).toEqual([-1]);
      expect(await run("std_statutes_unknown", "case")).toEqual(["2026-900001"]);
      expect(await run("std_statutes_ahead", "datesToCheck")).toEqual([false, false]);
      expect([
        await run("std_statutes_ahead", "verified"),
        await run("std_statutes_passed", "verified"),
        await run("std_statutes_unknown", "verified"),
      ]).toEqual([["verified", "unverified"], ["missed"], ["none"]]);
    });

    test("a settlement that was projected as a day is in that day's month, as in responses; a moment is in the firm's", async () => {
      const newYork = await createTenant(server.services.database);
      await changeRow(newYork, "Organization", newYork.organizationId, { timezone: "America/New_York" });
      const at = async (projectedSettlementDate: string) => {
        await createCase(newYork, {
          matterStatus: "open",
          projectedSettlementDate,
          projectedSettlementDatePrecision: "month",
        });
      };
      for (const moment of ["2027-12-01T00:00:00Z", "2027-12-01T05:00:00Z", "2027-12-01T04:59:59Z"]) await at(moment);
      const { body } = await openApi(server, newYork.secret).change("POST", "/reports/std_settlement_pipeline/run", {});
      expect(body["rows"]).toMatchObject([
        { month: "2027-11-01", cases: 1 },
        { month: "2027-12-01", cases: 2 },
      ]);
      // Definitions that compare it with an instant were stored while it was one.
      const since = {
        columns: [{ key: "on", field: "projectedSettlementDate" }],
        filters: [{ field: "projectedSettlementDate", operator: "at_least" as const, value: "2027-12-01T00:00:00Z" }],
      };
      const rows = await newYork.inside((transaction) =>
        readRows({ transaction }, planOf("cases", since), {
          organizationIds: [newYork.organizationId],
          after: null,
          limit: 5,
        }),
      );
      expect(rows.map(({ values }) => values["on"])).toEqual(["2027-12-01", "2027-12-01"]);
    });

    test("a client is without contact from the day after the limit, or when there was never any contact", async () => {
      await tenant.inside((transaction) =>
        transaction
          .updateTable("Case")
          .set({ deletedAt: new Date().toISOString() })
          .where("organizationId", "=", tenant.organizationId)
          .execute(),
      );
      for (const days of [-31, -30, 0]) await createCase(tenant, { lastClientContactOn: day(days) });
      await createCase(tenant, {});
      expect(await run("std_no_client_contact", "daysSince")).toEqual([31, null]);
    });

    test("an open case is without a note from the day after the limit, or when it never had one; deleted notes do not count", async () => {
      const own = await createTenant(server.services.database);
      await changeRow(own, "Organization", own.organizationId, { timezone });
      for (const [at, deletedAt] of [
        [-31, null],
        [-30, null],
        [0, day(0)],
        [-40, null],
      ] as const) {
        await createNote(own, { occurredAt: noon(at), deletedAt });
      }
      const { text, body } = await openApi(server, own.secret).change(
        "POST",
        "/reports/std_cases_without_note/run",
        {},
      );
      expect(
        (body["rows"] as Record<string, unknown>[]).map((row) => row["daysSince"]),
        text,
      ).toEqual([40, 31, null]);
      const byAuthor = await openApi(server, own.secret).change("POST", "/reports/std_notes_by_author/run", {});
      expect(
        (byAuthor.body["rows"] as Record<string, unknown>[]).reduce((sum, { notes }) => sum + Number(notes), 0),
        byAuthor.text,
      ).toBe(3);
    });

    test("tasks are overdue from the day after the due day, and counted by their first assignee and by template", async () => {
      const own = await createTenant(server.services.database);
      await changeRow(own, "Organization", own.organizationId, { timezone });
      const [ada, gone] = [
        await createMember(own, { firstName: "Ada", lastName: "First" }),
        await createMember(own, { status: "suspended", lastName: "Gone" }),
      ];
      const templateId = await createTaskTemplate(own, { name: "Setup" });
      const done = (days: number) => ({ status: "completed", completedAt: noon(days) });
      const { caseId } = await createCase(own);
      for (const [values, members] of [
        [{ dueOn: day(-2), templateId }, [ada]],
        [{ dueOn: day(0) }, [ada, gone]],
        [{ dueOn: day(14) }, [gone]],
        [{ dueOn: day(15) }, []],
        [{ ...done(-1), dueOn: day(-1), templateId }, [ada]],
        [{ ...done(-31), dueOn: day(-40) }, [ada]],
        [{ dueOn: day(-3), deletedAt: noon(0) }, [ada]],
      ] as const) {
        const { taskId } = await createTask(own, { caseId, ...values });
        for (const member of members) await assignTo(own, taskId, member);
      }
      const api = openApi(server, own.secret);
      const rowsOf = async (id: string) =>
        (await api.change("POST", `/reports/${id}/run`, {})).body["rows"] as Record<string, unknown>[];
      const shown = async (id: string, key: string) => (await rowsOf(id)).map((row) => row[key]);
      expect(await shown("std_tasks_overdue", "daysOverdue")).toEqual([2]);
      expect(await shown("std_tasks_due", "due")).toEqual([day(0), day(14)]);
      expect(await shown("std_tasks_without_active_assignee", "due")).toEqual([day(14), day(15)]);
      const workload = (await rowsOf("std_task_workload")).map(({ assignee, open, overdue, completed }) => [
        assignee,
        open,
        overdue,
        completed,
      ]);
      expect(workload.toSorted()).toEqual(
        [
          ["Ada First", 2, 1, 1],
          [expect.stringContaining("Gone"), 1, 0, 0],
          [null, 1, 0, 0],
        ].toSorted(),
      );
      expect(await rowsOf("std_template_progress")).toMatchObject([
        { template: "Setup", open: 1, overdue: 1, completed: 1 },
      ]);
    });

    test("deadlines are ahead by their effective day; missed ones, unverified ones and satisfied limitations have a list each", async () => {
      const own = await createTenant(server.services.database);
      await changeRow(own, "Organization", own.organizationId, { timezone });
      const limitation = { type: "statute_of_limitations", deadlineClass: "limitation" };
      const verification = {
        by: { type: "user", id: own.attorneyId, name: "Ada Second" },
        note: "seen in the file",
      };
      const verified = { verificationStatus: "verified", verification };
      const filed = { on: day(-4), docketNumber: "2:26-cv-7", documentId: null, note: "by courier" };
      const { caseId } = await createCase(own);
      for (const values of [
        { dueOn: day(0) },
        { dueOn: day(40), conservativeDueOn: day(30), effectiveOn: day(30), actByOn: day(29), ...limitation },
        { dueOn: day(31), ...verified },
        { dueOn: day(-1), status: "missed", ...verified },
        { dueOn: day(-6), status: "satisfied_late", satisfaction: filed, ...verified },
        { dueOn: day(-3), status: "satisfied", satisfaction: filed, ...limitation, ...verified },
        { dueOn: day(5), status: "waived" },
      ])
        await createDeadline(own, { caseId, ...values });
      const api = openApi(server, own.secret);
      const rowsOf = async (id: string) => (await api.change("POST", `/reports/${id}/run`, {})).body["rows"];
      expect(await rowsOf("std_deadlines_ahead")).toMatchObject([
        { effective: day(0), type: "discovery_response" },
        { effective: day(30), type: "statute_of_limitations", verification: "unverified" },
      ]);
      expect(await rowsOf("std_deadlines_unverified")).toMatchObject([
        { effective: day(0), setBy: "Test key" },
        { effective: day(30) },
      ]);
      expect(await rowsOf("std_deadlines_missed")).toMatchObject([
        { due: day(-1), status: "missed", daysLate: 1 },
        { due: day(-6), status: "satisfied_late", daysLate: 2 },
      ]);
      expect(await rowsOf("std_limitation_evidence")).toMatchObject([
        { satisfied: day(-4), docket: "2:26-cv-7", verifiedBy: "Ada Second" },
      ]);
      const columns = ["sequenceId", "openDeadlines", "nextDeadlineOn"].map((field) => ({ key: field, field }));
      const ofCases = await own.inside((transaction) =>
        readRows({ transaction }, planOf("cases", { columns }), {
          organizationIds: [own.organizationId],
          after: null,
          limit: 5,
        }),
      );
      expect(ofCases.map(({ values }) => values)).toMatchObject([{ openDeadlines: 4, nextDeadlineOn: day(-1) }]);
    });

    test("court dates are listed until they have an outcome, of a series the next one, if it has one; a private event shows when it is, and not what it is of", async () => {
      const own = await createTenant(server.services.database);
      await changeRow(own, "Organization", own.organizationId, { timezone });
      const { caseId } = await createCase(own);
      const on = (days: number) => ({
        startOn: day(days),
        endOn: day(days),
        startAt: `${day(days)}T15:00:00Z`,
        endAt: `${day(days)}T16:30:00Z`,
      });
      for (const values of [
        { ...on(1), docketNumber: "D-7" },
        { ...on(60), type: "mediation", status: "confirmed" },
        { ...on(61) },
        { ...on(2), type: "client_meeting" },
        { ...on(3), visibility: "private" },
        { ...on(4), rule: "FREQ=WEEKLY" },
        {
          ...on(-10),
          rule: "FREQ=DAILY;INTERVAL=14",
          nextStartAt: `${day(4)}T15:00:00Z`,
          nextStartOn: day(4),
          nextUntil: `${day(4)}T16:30:00Z`,
          nextStatus: "confirmed",
        },
        { ...on(-2) },
        { ...on(-3), status: "confirmed" },
        { ...on(-3), status: "held", outcome: { summary: "Granted" } },
      ])
        await createEvent(own, { caseId, ...values });
      const api = openApi(server, own.secret);
      const rowsOf = async (id: string) => (await api.change("POST", `/reports/${id}/run`, {})).body["rows"];
      expect(await rowsOf("std_court_dates")).toMatchObject([
        { day: day(1), type: "hearing", docket: "D-7" },
        { day: day(4), type: "hearing" },
        { day: day(60), type: "mediation" },
      ]);
      expect(await rowsOf("std_outcomes_missing")).toMatchObject([{ day: day(-3), status: "confirmed" }]);
      // The private one is among them.
      expect(await rowsOf("std_events_by_member")).toMatchObject([{ events: 4, minutes: 360 }]);
      const columns = ["type", "caseSequenceId", "clientName", "attendeeMemberNames", "isPrivate", "startOn"].map(
        (field) => ({ key: field, field }),
      );
      const filters = [{ field: "isPrivate", operator: "equals", value: true } as const];
      const hidden = await own.inside((transaction) =>
        readRows({ transaction }, planOf("calendar_events", { columns, filters }), {
          organizationIds: [own.organizationId],
          after: null,
          limit: 5,
        }),
      );
      expect(hidden.map(({ values }) => values)).toMatchObject([
        {
          type: null,
          caseSequenceId: null,
          clientName: null,
          attendeeMemberNames: null,
          isPrivate: true,
          startOn: day(3),
        },
      ]);
    });

    test("cases of attorneys who are not active are listed with their status, and members with office and teams", async () => {
      const own = await createTenant(server.services.database);
      const active = await createMember(own, { isAttorney: true });
      const gone = await createMember(own, { isAttorney: true, status: "deactivated", lastName: "Gone" });
      await createCase(own, { attorneyId: active });
      await createCase(own, { attorneyId: gone });
      await createCase(own, { attorneyId: gone, matterStatus: "closed" });
      const api = openApi(server, own.secret);
      const inactive = await api.change("POST", "/reports/std_cases_of_inactive_attorneys/run", {});
      expect(inactive.body["rows"], inactive.text).toMatchObject([{ attorneyStatus: "deactivated" }]);
      const members = await api.change("POST", "/reports/std_members/run", {
        parameters: { statuses: ["deactivated"] },
      });
      expect(members.body["rows"], members.text).toMatchObject([
        { name: expect.stringContaining("Gone"), status: "deactivated", office: null, teams: null },
      ]);
    });
  });
});
