import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createParty } from "../../cases/parties/fixtures.ts";
import { createLead } from "../../leads/fixtures.ts";
import type { Suggestions } from "./schema.ts";

/** Dates from which law counts have a plausible range, at every place where one is entered. */

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const reasonOf = ({ status, body }: Reply) => [status, body["error"]];
/** The day that it is now, so many hours east of Greenwich. */
const dayAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
const next = dayAt(15 + 24);
const tooOld = "must not be before 1900";
const tooNew = "must not be in the future";

test("of a case and a lead: an incident", async () => {
  const { caseId, clientId } = await createCase(tenant);
  const leadId = await createLead(tenant, {});
  for (const [dateOfIncident, message] of [
    ["0026-03-14", tooOld],
    ["1899-12-31", tooOld],
    [next, tooNew],
  ]) {
    const rejected = [400, `dateOfIncident: ${message}`];
    expect(
      reasonOf(await api.change("POST", "/cases", { caseType: "dog_bite", plaintiffId: clientId, dateOfIncident })),
    ).toEqual(rejected);
    expect(reasonOf(await api.change("PATCH", `/cases/${caseId}`, { dateOfIncident }))).toEqual(rejected);
    expect(
      reasonOf(await api.change("POST", "/leads", { firstName: "Ada", phone: "+12155550123", dateOfIncident })),
    ).toEqual(rejected);
    expect(reasonOf(await api.change("PATCH", `/leads/${leadId}`, { dateOfIncident }))).toEqual(rejected);
  }
});

test("of a person: birth and death", async () => {
  const { clientId } = await createCase(tenant);
  for (const [on, message] of [
    ["0062-05-06", tooOld],
    [next, tooNew],
  ]) {
    expect(
      reasonOf(await api.change("POST", "/clients", { firstName: "Ada", lastName: "Old", dateOfBirth: on })),
    ).toEqual([400, `dateOfBirth: ${message}`]);
    expect(reasonOf(await api.change("PATCH", `/clients/${clientId}`, { dateOfDeath: on }))).toEqual([
      400,
      `dateOfDeath: ${message}`,
    ]);
    expect(
      reasonOf(await api.change("POST", "/leads", { firstName: "Ada", phone: "+12155550123", dateOfBirth: on })),
    ).toEqual([400, `dateOfBirth: ${message}`]);
  }
  expect((await api.change("PATCH", `/clients/${clientId}`, { dateOfBirth: "1900-01-01" })).status).toBe(200);
});

test("the future begins after the firm's own day", async () => {
  const today = dayAt(14);
  for (const [timezone, status] of [
    ["Pacific/Kiritimati", 201],
    ["Pacific/Pago_Pago", 400],
  ] as const) {
    await changeRow(tenant, "Organization", tenant.organizationId, { timezone });
    const { clientId } = await createCase(tenant);
    const replies = [
      await api.change("POST", "/cases", { caseType: "dog_bite", plaintiffId: clientId, dateOfIncident: today }),
      await api.change("POST", "/clients", { firstName: "Ada", lastName: "New", dateOfBirth: today }),
      await api.change("POST", "/leads", { firstName: "Ada", phone: "+12155550123", dateOfIncident: today }),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([status, status, status]);
  }
});

test("an incident is not before the birth, whichever of the two comes last; of a birth injury, a pregnancy before it", async () => {
  const { caseId, clientId } = await createCase(tenant, { dateOfIncident: "2020-03-02" });
  const rejected = [400, "dateOfBirth: must not be after dateOfIncident of the client's cases"];
  expect(reasonOf(await api.change("PATCH", `/clients/${clientId}`, { dateOfBirth: "2020-03-03" }))).toEqual(rejected);
  expect((await api.change("PATCH", `/clients/${clientId}`, { dateOfBirth: "2020-03-02" })).status).toBe(200);
  const before = [400, "dateOfIncident: must not be before the client's dateOfBirth"];
  expect(reasonOf(await api.change("PATCH", `/cases/${caseId}`, { dateOfIncident: "2020-03-01" }))).toEqual(before);
  const create = (body: object) => api.change("POST", "/cases", { plaintiffId: clientId, ...body });
  expect(reasonOf(await create({ caseType: "dog_bite", dateOfIncident: "2019-12-24" }))).toEqual(before);
  expect([
    (await create({ caseType: "birth_injury", dateOfIncident: "2019-12-24" })).status,
    reasonOf(await create({ caseType: "birth_injury", dateOfIncident: "2019-03-02" })),
  ]).toEqual([201, before]);
  const lead = { firstName: "Ada", phone: "+12155550123", dateOfBirth: "2020-03-02" };
  expect(reasonOf(await api.change("POST", "/leads", { ...lead, dateOfIncident: "2020-03-01" }))).toEqual(before);
});

test("what a deadline is counted from", async () => {
  const { caseId, partyId } = await createParty(tenant, { servedOn: null });
  const deadlines = (body: object) => api.change("POST", `/cases/${caseId}/deadlines`, { type: "answer_due", ...body });
  const count = { offset: 21, unit: "calendar_days" };
  const byRule = { type: "statute_of_limitations", ruleKey: "limitation.pa.personal_injury" };
  const rejected = [
    [await api.change("PATCH", `/cases/${caseId}/parties/${partyId}`, { servedOn: next }), `servedOn: ${tooNew}`],
    [
      await deadlines({ ...count, trigger: { source: "manual", on: "0202-06-01" } }),
      "trigger.on: must be in the years 1900 to 2199",
    ],
    [await deadlines({ ...byRule, discoveredOn: next }), `discoveredOn: ${tooNew}`],
    [await deadlines({ ...byRule, accrualBasis: "incident", accrualOn: "1026-01-01" }), `accrualOn: ${tooOld}`],
    [
      await api.change("POST", "/deadlines/calculate", { startOn: "9996-01-01", ...count }),
      "startOn: must be in the years 1900 to 2199",
    ],
    [await api.get(`/cases/${caseId}/limitation-suggestions?deathOn=0026-01-01`), `deathOn: ${tooOld}`],
  ] as const;
  expect(rejected.map(([reply]) => reasonOf(reply))).toEqual(rejected.map(([, error]) => [400, error]));
});

test("what follows from an incident is not before it: of suggestions, of a new deadline by a rule, and of a correction", async () => {
  const { caseId, clientId } = await createCase(tenant, {
    caseType: "motor_vehicle_accident",
    caseState: "PA",
    dateOfIncident: "2025-11-20",
  });
  const byRule = { type: "statute_of_limitations", ruleKey: "limitation.pa.personal_injury", allowDuplicate: true };
  const post = (body: object) => api.change("POST", `/cases/${caseId}/deadlines`, { ...byRule, ...body });
  const suggest = (query: string) => api.get(`/cases/${caseId}/limitation-suggestions?${query}`);
  const early = "must not be before the incident, 2025-11-20";
  for (const name of ["claimRejectedOn", "discoveredOn", "treatmentEndedOn", "deathOn"]) {
    expect(reasonOf(await suggest(`${name}=2025-11-19`))).toEqual([400, `${name}: ${early}`]);
    expect(reasonOf(await post({ [name]: "2025-11-19" }))).toEqual([400, `${name}: ${early}`]);
    expect([(await suggest(`${name}=2025-11-20`)).status, (await post({ [name]: "2025-11-20" })).status]).toEqual([
      200, 201,
    ]);
  }
  const accrual = { accrualBasis: "discovery", discoveryFacts: "x" };
  expect(reasonOf(await post({ ...accrual, accrualOn: "2025-11-19" }))).toEqual([400, `accrualOn: ${early}`]);
  // An incident that is given takes the place of the case's.
  expect((await post({ accrualBasis: "incident", accrualOn: "2025-10-01", discoveredOn: "2025-10-02" })).status).toBe(
    201,
  );
  expect(
    reasonOf(await post({ accrualBasis: "incident", accrualOn: "2025-10-03", discoveredOn: "2025-10-02" })),
  ).toEqual([400, "discoveredOn: must not be before the incident, 2025-10-03"]);
  const { body } = await post({ ...accrual, accrualOn: "2025-12-01" });
  const { id } = body["deadline"] as { id: string };
  const correct = (accrualOn: string) => api.change("PATCH", `/deadlines/${id}`, { accrualOn, reason: "Read anew." });
  expect(reasonOf(await correct("2025-11-19"))).toEqual([400, `accrualOn: ${early}`]);
  expect((await correct("2025-11-21")).status).toBe(200);
  // What was recorded before is warned of.
  await changeRow(tenant, "Client", clientId, { dateOfBirth: "1980-01-01", dateOfDeath: "2025-11-19" });
  const { suggestions } = (await suggest("governmentEntity=no")).body as unknown as Suggestions;
  expect(suggestions[0]?.calculation.warnings).toContain("implausible_date");
});

test("a time zone is one of the list, in its spelling", async () => {
  const { caseId } = await createCase(tenant);
  const add = (timeZone: string) =>
    api.change("POST", `/cases/${caseId}/deadlines`, { type: "custom", dueOn: "2126-01-07", timeZone });
  for (const unknown of ["US/Pacific-New", "SystemV/EST5"])
    expect(reasonOf(await add(unknown))).toEqual([400, "timeZone: must be an IANA time zone such as America/Chicago"]);
  expect((await add("america/denver")).body["deadline"]).toMatchObject({
    timeZone: "America/Denver",
    dueAt: "2126-01-08T07:00:00.000Z",
  });
});

test("what was recorded before is warned of in suggestions and reports, and may be sent back", async () => {
  const warned = async (dateOfIncident: string, dateOfBirth: string) => {
    const { caseId, clientId } = await createCase(tenant, {
      caseType: "motor_vehicle_accident",
      caseState: "PA",
      dateOfIncident,
      statuteOfLimitationsOn: dayAt(24 * 9),
      statuteOfLimitationsStatus: "verified",
    });
    await changeRow(tenant, "Client", clientId, { dateOfBirth });
    const { suggestions } = (await api.get(`/cases/${caseId}/limitation-suggestions?governmentEntity=no`))
      .body as unknown as Suggestions;
    const same = await api.change("PATCH", `/cases/${caseId}`, { dateOfIncident: "2025-11-20", title: "Corrected" });
    return [suggestions.map(({ calculation }) => calculation.warnings.includes("implausible_date")), same.status];
  };
  expect([
    await warned("2025-11-20", "1980-01-01"),
    await warned("2025-11-20", "0062-05-06"),
    await warned("2025-11-20", "2026-01-01"),
    await warned(next, "1980-01-01"),
  ]).toEqual([
    [[false], 200],
    [[true], 200],
    [[true], 200],
    [[true], 200],
  ]);
  const { rows } = readBody<{ rows: { datesToCheck: boolean }[] }>(
    await api.change("POST", "/reports/std_statutes_ahead/run", {}),
  );
  expect(rows.map(({ datesToCheck }) => datesToCheck).toSorted()).toEqual([false, false, true, true]);
});
