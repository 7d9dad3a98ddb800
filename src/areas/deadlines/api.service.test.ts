import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { createParty } from "../cases/parties/fixtures.ts";
import { createRule } from "../jurisdiction-rules/fixtures.ts";
import type { Deadline, DeadlineChange } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const served = {
  type: "discovery_response",
  trigger: { source: "manual", on: "2027-01-14" },
  offset: 30,
  unit: "calendar_days",
  serviceMethod: "mail",
};
const post = async (caseState: string | null, body: object) => {
  const { caseId } = await createCase(tenant, { caseState });
  return api.change("POST", `/cases/${caseId}/deadlines`, body);
};
const add = async (caseState: string | null, body: object) =>
  readBody<{ deadline: Deadline; warnings: string[] }>(await post(caseState, body));
const patch = (id: string, body: object) => api.change("PATCH", `/deadlines/${id}`, body);
const historyOf = async (id: string) => (await api.get(`/deadlines/${id}/history`)).body["changes"] as DeadlineChange[];

test("days for service are those of the case's state, of the given jurisdiction, else of the federal courts", async () => {
  const { deadline: texas } = await add("TX", served);
  expect(texas).toMatchObject({
    jurisdiction: "TX",
    startRule: "next_day",
    calculation: { engine: "2", service: { ruleKey: "service.tx", order: "with_period", days: 3 } },
  });
  const steps = [
    { text: "30 days after the start, which is not counted", on: "2027-02-13" },
    { text: "3 days are added to the period for service by mail (Tex. R. Civ. P. 21a(c))", on: "2027-02-16" },
  ];
  expect([texas.dueOn, texas.calculation?.steps]).toEqual(["2027-02-16", steps]);
  // The history shows how the date was found.
  expect((await historyOf(texas.id)).map(({ after }) => after.steps)).toEqual([steps]);
  expect((await add("TX", { ...served, jurisdiction: "US" })).deadline).toMatchObject({
    dueOn: "2027-02-19",
    jurisdiction: "US",
  });
  expect((await add(null, served)).deadline).toMatchObject({ dueOn: "2027-02-19", jurisdiction: "US" });
  expect(await add("WY", served)).toMatchObject({
    deadline: { jurisdiction: "WY", calculation: { service: null } },
    warnings: expect.arrayContaining(["service_rule_unknown"]) as unknown,
  });
  expect((await add("TX", { type: "answer_due", dueOn: "2027-02-16" })).deadline).toMatchObject({
    jurisdiction: null,
    startRule: null,
  });
});

test("a deadline keeps the rule that it was counted with: an edit of the rule moves it only where the method or the jurisdiction is changed", async () => {
  const { caseId, clientId } = await createCase(tenant, { caseState: "NJ" });
  const { partyId } = await createParty(tenant, { servedOn: "2026-01-15" }, { caseId, clientId });
  const { deadline } = readBody<{ deadline: Deadline }>(
    await api.change("POST", `/cases/${caseId}/deadlines`, {
      ...served,
      trigger: { source: "service", recordId: partyId },
    }),
  );
  expect(deadline).toMatchObject({ dueOn: "2026-02-19", calculation: { service: { days: 5 } } });
  const methods = [{ method: "mail", days: 9, unit: "calendar_days", citation: null }];
  await changeRow(tenant, "JurisdictionRule", await createRule(tenant, "service.nj"), {
    rule: JSON.stringify({
      order: "with_period",
      methods,
      isCompletionRolled: false,
      backward: { isAdded: false, rollsAgain: true, methods: null },
    }),
  });
  // A day earlier is due a day earlier, by the five days that it was counted with.
  await api.change("PATCH", `/cases/${caseId}/parties/${partyId}`, { servedOn: "2026-01-14" });
  const read = async () => (await api.get(`/deadlines/${deadline.id}`)).body["deadline"] as Deadline;
  expect(await read()).toMatchObject({ dueOn: "2026-02-18", calculation: { service: { days: 5 } } });
  expect((await patch(deadline.id, { serviceMethod: "mail" })).status).toBe(400);
  await patch(deadline.id, { serviceMethod: "mail", reason: "Mailed, as the envelope shows." });
  expect(await read()).toMatchObject({
    dueOn: "2026-02-23",
    verificationStatus: "unverified",
    calculation: { service: { days: 9 } },
  });
  expect(
    (await historyOf(deadline.id)).map(({ kind, after }) => `${kind} ${after.dueOn}: ${after.steps[1]?.text ?? ""}`),
  ).toEqual([
    "created 2026-02-19: 5 days are added to the period for service by mail (N.J. Ct. R. 1:3-3)",
    "recalculated 2026-02-18: 5 days are added to the period for service by mail (N.J. Ct. R. 1:3-3)",
    "corrected 2026-02-23: 9 days are added to the period for service by mail (N.J. Ct. R. 1:3-3 (a summary))",
  ]);
  await patch(deadline.id, { jurisdiction: "MI", reason: "Transferred." });
  expect(await read()).toMatchObject({
    jurisdiction: "MI",
    dueOn: "2026-02-13",
    calculation: { service: { days: 0 } },
  });
});

test("hours, a weekday and a time of day, the next open day, and days that are given", async () => {
  const restraint = {
    type: "motion_response",
    trigger: { source: "manual", on: "2026-11-06" },
    startTime: "16:45",
    offset: 72,
    unit: "hours",
  };
  const { deadline } = await add("NY", restraint);
  expect(deadline).toMatchObject({
    dueOn: "2026-11-09",
    dueTime: "16:45",
    startTime: "16:45",
    dueAt: "2026-11-09T21:45:00.000Z",
  });
  expect((await patch(deadline.id, { dueTime: "10:00", reason: "Order." })).status).toBe(400);
  await patch(deadline.id, { offset: 3, unit: "calendar_days", startTime: null, reason: "The order says days." });
  expect((await api.get(`/deadlines/${deadline.id}`)).body["deadline"]).toMatchObject({
    dueOn: "2026-11-09",
    dueTime: null,
    unit: "calendar_days",
  });
  const answer = {
    type: "answer_due",
    trigger: { source: "manual", on: "2026-11-04" },
    offset: 20,
    unit: "calendar_days",
    nextWeekday: 1,
    dueTime: "10:00",
  };
  expect((await add("TX", answer)).deadline).toMatchObject({
    dueOn: "2026-11-30",
    dueTime: "10:00",
    nextWeekday: 1,
    dueAt: "2026-11-30T16:00:00.000Z",
  });
  const response = {
    type: "motion_response",
    trigger: { source: "manual", on: "2026-06-05" },
    offset: 5,
    unit: "calendar_days",
  };
  expect((await add("FL", { ...response, startRule: "next_open_day" })).deadline).toMatchObject({
    dueOn: "2026-06-12",
    startRule: "next_open_day",
  });
  expect((await add("FL", { ...response, serviceDays: 4 })).deadline).toMatchObject({
    dueOn: "2026-06-15",
    serviceDays: 4,
  });
  const { startTime: _, ...timeless } = restraint;
  const faults = await Promise.all(
    [
      timeless,
      { ...answer, startTime: "10:00" },
      { type: "answer_due", dueOn: "2026-11-30", jurisdiction: "TX" },
      { ...answer, direction: "before" },
    ].map((body) => post("TX", body)),
  );
  expect(faults.map(({ status, headers }) => [status, headers["x-error-detail"]])).toEqual([
    [400, "startTime"],
    [400, "startTime"],
    [400, "jurisdiction"],
    [400, "nextWeekday"],
  ]);
});

test("a deadline of before keeps its date until something recalculates it, then has the rule of its case", async () => {
  const { deadline } = await add("TX", served);
  const old = { ...deadline.calculation, engine: "1", steps: [{ text: "3 days are added for the service", on: null }] };
  const {
    startTime: _,
    startRule: __,
    nextWeekday: ___,
    dueTime: ____,
    jurisdiction: _____,
    service: ______,
    ...columns
  } = old;
  await changeRow(tenant, "Deadline", deadline.id, {
    jurisdiction: null,
    startRule: null,
    serviceRule: null,
    calculation: JSON.stringify(columns),
    dueOn: "2027-02-19",
    effectiveOn: "2027-02-19",
    conservativeDueOn: "2027-02-19",
    actByOn: "2027-02-19",
  });
  const read = async () => (await api.get(`/deadlines/${deadline.id}`)).body["deadline"] as Deadline;
  expect(await read()).toMatchObject({
    dueOn: "2027-02-19",
    jurisdiction: null,
    calculation: { engine: "1", service: null },
  });
  await patch(deadline.id, { title: "Responses to interrogatories" });
  expect((await read()).dueOn).toBe("2027-02-19");
  await patch(deadline.id, { trigger: { on: "2027-01-13" }, reason: "A day earlier." });
  expect(await read()).toMatchObject({
    dueOn: "2027-02-16",
    jurisdiction: "TX",
    calculation: { engine: "2", service: { ruleKey: "service.tx" } },
  });
});
