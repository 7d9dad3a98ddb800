import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createTenant } from "../../testing/harness/tenant.ts";
import { createCalendar } from "../organization/holiday-calendars/fixtures.ts";
import type { Deadline } from "./schema.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

async function openFirm() {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const { caseId } = await createCase(tenant, { caseState: "TX", jurisdictionCounty: "Travis" });
  const court = (name: string, values: Parameters<typeof createCalendar>[1] = {}) =>
    createCalendar(tenant, { name, kind: "court", jurisdiction: "TX", rules: [], ...values });
  const name = (courtCalendarId: string | null) => api.change("PATCH", `/cases/${caseId}`, { courtCalendarId });
  const calendarOf = async (more: object = {}) => {
    const body = {
      type: "custom",
      title: "Report",
      allowDuplicate: true,
      trigger: { source: "manual", on: "2027-03-01" },
      offset: 21,
      unit: "calendar_days",
      ...more,
    };
    return readBody<{ deadline: Deadline }>(await api.change("POST", `/cases/${caseId}/deadlines`, body)).deadline
      .holidayCalendarId;
  };
  return { tenant, api, caseId, court, name, calendarOf };
}

test("the given calendar, the deadline's own, the case's, the county's, the state's default, its oldest, the firm's: in this order", async () => {
  const { api, caseId, court, name, calendarOf } = await openFirm();
  expect(await calendarOf()).toBe(null);
  const oldest = await court("Texas");
  expect(await calendarOf()).toBe(oldest);
  const standard = await court("Texas, district courts", { isDefault: true });
  expect(await calendarOf()).toBe(standard);
  const county = await court("Travis County", { counties: ["Travis County"] });
  expect(await calendarOf()).toBe(county);
  const own = await court("459th District Court", { jurisdiction: "TX" });
  expect((await name(own)).status).toBe(200);
  expect([await calendarOf(), await calendarOf({ holidayCalendarId: oldest })]).toEqual([own, oldest]);
  // A deadline keeps the calendar that it has.
  const { deadline } = readBody<{ deadline: Deadline }>(
    await api.change("POST", `/cases/${caseId}/deadlines`, {
      type: "custom",
      title: "Report",
      allowDuplicate: true,
      trigger: { source: "manual", on: "2027-03-01" },
      offset: 7,
      unit: "calendar_days",
    }),
  );
  await name(null);
  const { deadline: moved } = readBody<{ deadline: Deadline }>(
    await api.change("PATCH", `/deadlines/${deadline.id}`, { offset: 8, reason: "Corrected" }),
  );
  expect([moved.holidayCalendarId, await calendarOf()]).toEqual([own, county]);
});

test("a case names a live court calendar of the organization, which is not deleted while it is open", async () => {
  const { tenant, api, caseId, court, name } = await openFirm();
  const foreign = await createCalendar(await createTenant(server.services.database), { kind: "court" });
  const rejected = [
    await createCalendar(tenant),
    foreign,
    await court("Deleted", { deletedAt: new Date().toISOString() }),
    "hol_unknown",
  ];
  for (const id of rejected) {
    const { status, headers } = await name(id);
    expect([status, headers["x-error-detail"]]).toEqual([400, "courtCalendarId"]);
  }
  const own = await court("459th District Court");
  const { case: named } = readBody<{ case: { courtCalendarId: string | null } }>(await name(own));
  expect(named.courtCalendarId).toBe(own);
  const remove = () => api.change("DELETE", `/holiday-calendars/${own}`);
  const kept = await remove();
  expect([kept.status, kept.headers["x-error-reason"]]).toEqual([409, "record_in_use"]);
  await changeRow(tenant, "Case", caseId, { matterStage: "closed", matterStatus: "closed", closedOn: "2026-03-01" });
  expect((await remove()).status).toBe(200);
});

test("one calendar of a jurisdiction is its default, and only a court's", async () => {
  const { tenant, api, court } = await openFirm();
  const change = async (id: string, body: object) => {
    const {
      status,
      body: { error },
    } = await api.change("PATCH", `/holiday-calendars/${id}`, body);
    return [status, String(error).split(":")[0]];
  };
  const [first, second] = [await court("First"), await court("Second")];
  expect(await change(first, { isDefault: true })).toEqual([200, "undefined"]);
  expect(await change(second, { isDefault: true })).toEqual([409, "isDefault"]);
  expect(
    [await change(first, { isDefault: false }), await change(second, { isDefault: true })].map(([status]) => status),
  ).toEqual([200, 200]);
  const business = await createCalendar(tenant);
  expect([await change(business, { isDefault: true }), await change(business, { counties: ["Travis"] })]).toEqual([
    [400, "isDefault"],
    [400, "counties"],
  ]);
});

test("a chain of the federal courts is counted in the case's calendar if that is of the United States, else in their default", async () => {
  const { api, caseId, court, name } = await openFirm();
  const district = await court("W.D. Tex.", { jurisdiction: "US" });
  const other = await court("N.D. Tex.", { jurisdiction: "US", isDefault: true });
  const apply = async (triggerOn: string) => {
    const body = readBody<{ deadlineChain: { holidayCalendarId: string | null } }>(
      await api.change("POST", `/cases/${caseId}/deadline-chains`, { templateKey: "frcp.discovery_served", triggerOn }),
    );
    return body.deadlineChain.holidayCalendarId;
  };
  expect(await apply("2027-01-04")).toBe(other);
  await name(district);
  expect(await apply("2027-02-01")).toBe(district);
});

test("a count of the United States' courts closes on the federal holidays alone, whatever the firm closes for itself; without a jurisdiction it follows the business calendar", async () => {
  const { tenant, api, court } = await openFirm();
  const own = await createCalendar(tenant);
  readBody(await api.change("PATCH", "/organization", { holidayCalendarId: own }));
  const day = { on: "2027-04-05", name: "Founder's day", type: "closed" };
  readBody(await api.change("PATCH", `/holiday-calendars/${own}`, { exceptions: [day] }));
  const dueOn = async (more: object = {}) =>
    readBody<{ dueOn: string }>(
      await api.change("POST", "/deadlines/calculate", {
        startOn: "2027-03-15",
        offset: 21,
        unit: "calendar_days",
        ...more,
      }),
    ).dueOn;
  expect([await dueOn(), await dueOn({ jurisdiction: "US" }), await dueOn({ holidayCalendarId: own })]).toEqual([
    "2027-04-06",
    "2027-04-05",
    "2027-04-06",
  ]);
  await court("N.D. Tex.", {
    jurisdiction: "US",
    exceptions: [
      { ...day, note: null },
      { ...day, on: "2027-04-06", note: null },
    ],
  });
  expect(await dueOn({ jurisdiction: "US" })).toBe("2027-04-07");
});

test("without a calendar of the firm, a state's dates follow the shipped calendar of its courts, not the federal holidays of the business calendar", async () => {
  const { api, caseId } = await openFirm();
  const count = { offset: 30, unit: "calendar_days" };
  // Columbus Day is no legal holiday of Texas (Gov't Code § 662.021).
  const { body: calculated } = await api.change("POST", "/deadlines/calculate", {
    ...count,
    startOn: "2026-09-12",
    jurisdiction: "TX",
  });
  const { deadline } = readBody<{ deadline: Deadline }>(
    await api.change("POST", `/cases/${caseId}/deadlines`, {
      type: "custom",
      title: "Report",
      trigger: { source: "manual", on: "2026-09-12" },
      ...count,
    }),
  );
  expect([calculated["dueOn"], deadline.dueOn, deadline.holidayCalendarId]).toEqual(["2026-10-12", "2026-10-12", null]);
  expect((await api.change("POST", "/deadlines/calculate", { ...count, startOn: "2026-09-12" })).body["dueOn"]).toBe(
    "2026-10-13",
  );
});

test("a chain of a state's courts stays with their days: applied, moved, previewed and corrected it has the same dates", async () => {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  interface Dated {
    dueOn: string;
    actByOn: string;
  }
  for (const [state, templateKey, days] of [
    ["TX", "tx.discovery_served", ["2027-09-11", "2027-05-19"]],
    ["CA", "ca.discovery_served", ["2027-05-19", "2027-01-13"]],
    ["FL", "fl.discovery_served", ["2027-05-19"]],
    ["GA", "ga.discovery_served", ["2027-05-19"]],
    ["MO", "mo.interrogatories_served", ["2027-05-19", "2027-01-13"]],
    ["IL", "il.discovery_served", ["2027-06-06"]],
    ["MI", "mi.discovery_served", ["2027-09-13"]],
  ] as const) {
    const { caseId } = await createCase(tenant, { caseState: state });
    for (const triggerOn of days) {
      const { deadlines: drafts } = readBody<{ deadlines: Dated[] }>(
        await api.change("POST", "/deadline-chains/preview", { templateKey, triggerOn, caseId }),
      );
      const dates = drafts.map(({ dueOn, actByOn }) => [dueOn, actByOn]);
      const { deadlineChain, deadlines } = readBody<{ deadlineChain: { id: string }; deadlines: { id: string }[] }>(
        await api.change("POST", `/cases/${caseId}/deadline-chains`, { templateKey, triggerOn: "2027-03-02" }),
      );
      const recalculate = async (more: object) =>
        readBody<{ changes: { deadlineId: string; action: string; fromOn: string; toOn: string }[] }>(
          await api.change("POST", `/deadline-chains/${deadlineChain.id}/recalculate`, {
            triggerOn,
            reason: "Served then.",
            ...more,
          }),
        ).changes;
      const changes = await recalculate({ commit: false });
      expect([state, triggerOn, changes.map(({ toOn }) => toOn)]).toEqual([
        state,
        triggerOn,
        drafts.map(({ dueOn }) => dueOn),
      ]);
      const expected = changes.map(({ deadlineId, toOn }) => ({ deadlineId, dueOn: toOn }));
      await recalculate({ commit: true, expected });
      const [first] = deadlines;
      const path = `/deadlines/${first?.id}`;
      // Nothing is added for it.
      readBody(await api.change("PATCH", path, { serviceMethod: "personal", reason: "By hand." }));
      const { deadline } = readBody<{ deadline: Dated }>(await api.get(path));
      expect([state, deadline.dueOn, deadline.actByOn]).toEqual([state, ...(dates[0] ?? [])]);
      readBody(await api.change("POST", `/deadline-chains/${deadlineChain.id}/cancel`, { reason: "Applied anew." }));
    }
  }
});
