import { afterAll, beforeAll, expect, test } from "vitest";
import { isOlderThanAYear } from "../../../contract/values/rule-age.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createRule } from "../../jurisdiction-rules/fixtures.ts";
import { createCalendar } from "../../organization/holiday-calendars/fixtures.ts";
import { withoutAge } from "./fixtures.ts";
import type { DeadlineCalculation, Suggestions } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const calculate = async (body: object) => {
  const reply = await api.change("POST", "/deadlines/calculate", body);
  const { dueOn, dueAt, calculation } = reply.body as {
    dueOn: string;
    dueAt: string;
    calculation: { skippedDays: { on: string; reason: string }[]; warnings: string[] };
  };
  return {
    status: reply.status,
    dueOn,
    dueAt,
    skipped: calculation?.skippedDays.map(({ on }) => on),
    reasons: calculation?.skippedDays.map(({ reason }) => reason.charAt(0)).join(""),
    warnings: calculation?.warnings,
    detail: reply.headers["x-error-detail"],
  };
};

test("1. the rows of the table of Rule 6, with the reason of each day that is skipped", async () => {
  const mail = { serviceMethod: "mail" };
  const before = { direction: "before" };
  for (const [startOn, offset, unit, more, dueOn, reasons] of [
    ["2026-11-02", 21, "calendar_days", { serviceMethod: "personal" }, "2026-11-23", ""],
    ["2026-11-02", 21, "calendar_days", mail, "2026-11-27", "h"],
    ["2026-11-02", 30, "calendar_days", {}, "2026-12-02", ""],
    ["2026-12-11", 14, "calendar_days", {}, "2026-12-28", "hww"],
    ["2026-12-18", 30, "calendar_days", mail, "2027-01-22", "wh"],
    ["2026-12-18", 10, "court_days", {}, "2027-01-05", "wwhwwhww"],
    ["2027-02-01", 14, "calendar_days", before, "2027-01-15", "hww"],
    ["2027-01-25", 5, "court_days", before, "2027-01-15", "wwhww"],
    ["2027-06-07", 90, "calendar_days", before, "2027-03-09", ""],
    ["2027-06-07", 30, "calendar_days", before, "2027-05-07", "w"],
    ["2026-06-05", 28, "calendar_days", {}, "2026-07-06", "ohw"],
    ["2026-06-05", 28, "calendar_days", { observedHolidays: "closed" }, "2026-07-06", "ohw"],
    ["2026-07-13", 6, "court_days", before, "2026-07-02", "wwwho"],
    ["2026-07-13", 6, "court_days", { ...before, observedHolidays: "open" }, "2026-07-02", "wwwho"],
    ["2026-11-20", 90, "calendar_days", {}, "2027-02-18", ""],
    ["2026-08-31", 6, "months", { rollRule: "none" }, "2027-02-28", ""],
    ["2024-02-29", 2, "years", { rollRule: "none" }, "2026-02-28", ""],
  ] as const) {
    const found = await calculate({ startOn, offset, unit, ...more });
    expect([found.status, found.dueOn, found.reasons, found.warnings.includes("unverified_calendar")]).toEqual([
      200,
      dueOn,
      reasons,
      true,
    ]);
  }
});

test("the instant is that of the organization's zone, or of the given one; the calendar the given one", async () => {
  const count = { startOn: "2026-11-02", offset: 21, unit: "calendar_days" };
  await changeRow(tenant, "Organization", tenant.organizationId, { timezone: "America/Los_Angeles" });
  expect([
    (await calculate(count)).dueAt,
    (await calculate({ ...count, timeZone: "America/Chicago", dueTime: "17:00" })).dueAt,
  ]).toEqual(["2026-11-24T08:00:00.000Z", "2026-11-23T23:00:00.000Z"]);
  const holidayCalendarId = await createCalendar(tenant, {
    exceptions: [{ on: "2026-11-23", name: "Closed", type: "closed", note: null }],
    verifiedThroughOn: null,
  });
  expect(await calculate({ ...count, holidayCalendarId })).toMatchObject({
    dueOn: "2026-11-24",
    skipped: ["2026-11-23"],
  });
  expect((await calculate({ ...count, holidayCalendarId: "hol_unknown" })).status).toBe(404);
  expect(await calculate({ ...count, startOn: "2200-01-01" })).toMatchObject({ status: 400, detail: "startOn" });
});

test("the service rule of the jurisdiction is applied, as the firm has it, with its step and citation", async () => {
  const served = { startOn: "2027-01-15", offset: 30, unit: "calendar_days", serviceMethod: "mail" };
  const calculationOf = async (body: object) =>
    (await api.change("POST", "/deadlines/calculate", body)).body["calculation"] as DeadlineCalculation;
  const { rolledOn, service, steps } = await calculationOf({ ...served, jurisdiction: "TX" });
  expect([rolledOn, service, steps.at(-1)?.text]).toEqual([
    "2027-02-17",
    {
      ruleKey: "service.tx",
      method: "mail",
      days: 3,
      unit: "calendar_days",
      order: "with_period",
      citation: "Tex. R. Civ. P. 21a(c)",
      isVerified: false,
    },
    "3 days are added to the period for service by mail (Tex. R. Civ. P. 21a(c))",
  ]);
  expect((await calculationOf(served)).service).toMatchObject({ ruleKey: "service.us", order: "after_roll" });
  await changeRow(tenant, "JurisdictionRule", await createRule(tenant, "service.tx"), {
    verification: "verified",
    verifiedByMemberId: tenant.attorneyId,
    verifiedAt: "2026-01-02T00:00:00Z",
  });
  const verified = await calculationOf({ ...served, jurisdiction: "TX" });
  expect([verified.service, withoutAge(verified.warnings)]).toMatchObject([
    { isVerified: true },
    ["unverified_calendar"],
  ]);
  expect(await calculationOf({ ...served, jurisdiction: "WY" })).toMatchObject({
    service: null,
    warnings: expect.arrayContaining(["service_rule_unknown"]) as unknown,
  });
  await changeRow(tenant, "JurisdictionRule", await createRule(tenant, "service.nj"), { verification: "disabled" });
  expect(await calculationOf({ ...served, jurisdiction: "NJ" })).toMatchObject({
    service: null,
    serviceDays: 0,
    warnings: expect.arrayContaining(["service_rule_unknown"]) as unknown,
  });
});

test("hours, weekdays and times of day: the instant, and what does not go together", async () => {
  const order = { startOn: "2026-11-06", startTime: "16:45", offset: 72, unit: "hours", timeZone: "America/New_York" };
  expect(await calculate(order)).toMatchObject({ status: 200, dueOn: "2026-11-09", dueAt: "2026-11-09T21:45:00.000Z" });
  const answer = {
    startOn: "2026-11-04",
    offset: 20,
    unit: "calendar_days",
    nextWeekday: 1,
    dueTime: "10:00",
    jurisdiction: "TX",
    timeZone: "America/Chicago",
  };
  expect(await calculate(answer)).toMatchObject({ dueOn: "2026-11-30", dueAt: "2026-11-30T16:00:00.000Z" });
  expect(
    (
      await calculate({
        startOn: "2026-06-05",
        offset: 5,
        unit: "calendar_days",
        startRule: "next_open_day",
        jurisdiction: "FL",
      })
    ).dueOn,
  ).toBe("2026-06-12");
  const { startTime: _, ...timeless } = order;
  const faults = await Promise.all(
    [
      timeless,
      { ...order, dueTime: "10:00" },
      { ...order, startRule: "next_open_day" },
      { ...answer, startTime: "10:00" },
      { ...answer, direction: "before" },
      { ...answer, jurisdiction: "XX" },
    ].map(calculate),
  );
  expect(faults.map(({ status, detail }) => [status, detail])).toEqual([
    [400, "startTime"],
    [400, "dueTime"],
    [400, "startRule"],
    [400, "startTime"],
    [400, "nextWeekday"],
    [400, "jurisdiction"],
  ]);
});

const suggest = async (
  values: Parameters<typeof createCase>[1],
  query = "governmentEntity=no",
  client: Parameters<typeof changeRow<"Client">>[3] = { dateOfBirth: "1980-01-01" },
) => {
  const { caseId, clientId } = await createCase(tenant, values);
  await changeRow(tenant, "Client", clientId, client);
  const { suggestions, missing } = (await api.get(`/cases/${caseId}/limitation-suggestions?${query}`))
    .body as unknown as Suggestions;
  return {
    suggestions,
    dates: suggestions.map(({ ruleKey, dueOn, conservativeDueOn, actByOn }) => [
      ruleKey,
      dueOn,
      conservativeDueOn,
      actByOn,
    ]),
    missing: missing.map(({ claim, reason, citation }) => [claim, reason, citation]),
  };
};
const car = (caseState: string | null, dateOfIncident: string | null) => ({
  caseType: "motor_vehicle_accident",
  caseState,
  dateOfIncident,
});

test("a limitation of the state, a motor vehicle accident as a personal injury where it has no rule of its own", async () => {
  expect((await suggest(car("PA", "2025-11-20"))).dates).toEqual([
    ["limitation.pa.personal_injury", "2027-11-20", "2027-11-20", "2027-11-19"],
  ]);
  expect((await suggest(car("CO", "2025-11-20"))).dates.map(([key, dueOn]) => [key, dueOn])).toEqual([
    ["limitation.co.motor_vehicle", "2028-11-20"],
  ]);
  const {
    suggestions: [minor],
  } = await suggest(car("PA", "2025-11-20"), "governmentEntity=no", { dateOfBirth: "2011-06-15" });
  expect(minor).toMatchObject({
    dueOn: "2031-06-15",
    conservativeDueOn: "2027-11-20",
    actByOn: "2027-11-19",
    verification: "unverified",
    asOf: "2025-06",
    calculation: { citation: "42 Pa.C.S. § 5524(2)", minority: { bornOn: "2011-06-15", method: "suspend" } },
  });
});

test("19. on the day on which a statute changed the shorter period applies", async () => {
  const dueOn = async (state: string, incident: string) =>
    (await suggest(car(state, incident))).dates.map(([, on]) => on);
  expect([
    await dueOn("FL", "2023-03-23"),
    await dueOn("FL", "2023-03-24"),
    await dueOn("LA", "2024-07-01"),
    await dueOn("LA", "2024-07-02"),
  ]).toEqual([["2027-03-23"], ["2025-03-24"], ["2025-07-01"], ["2026-07-02"]]);
});

test("19. why there is no date: no default, a statute to look up, no state, no incident", async () => {
  expect((await suggest({ caseType: "dog_bite", caseState: "PA", dateOfIncident: "2025-11-20" })).missing).toEqual([
    [null, "no_default", null],
  ]);
  expect((await suggest(car("FL", "2025-11-20"), "governmentEntity=yes&claims=government")).missing).toContainEqual([
    "government",
    "look_up",
    "Fla. Stat. § 768.28(6)",
  ]);
  expect([
    (await suggest(car(null, "2025-11-20"))).missing,
    (await suggest(car("PA", null))).missing,
    (await suggest(car("WY", "2025-11-20"))).missing,
    (await suggest(car("MO", "2025-11-20"))).missing,
  ]).toEqual([
    [["motor_vehicle", "state_missing", null]],
    [["motor_vehicle", "incident_missing", "42 Pa.C.S. § 5524(2)"]],
    [["motor_vehicle", "look_up", null]],
    [["motor_vehicle", "look_up", "RSMo § 516.120 (a summary; read 2026-11-29)"]],
  ]);
});

test("malpractice: discovery, repose, and what must be done before a suit", async () => {
  const values = { caseType: "medical_malpractice", caseState: "CA", dateOfIncident: "2022-03-10" };
  const late = await suggest(values, "governmentEntity=no&discoveredOn=2024-12-01");
  expect([late.dates.map(([, dueOn, conservative]) => [dueOn, conservative]), late.missing]).toEqual([
    [["2025-03-10", "2023-03-10"]],
    [["medical_malpractice", "look_up", "Code Civ. Proc. § 364"]],
  ]);
  expect(late.suggestions[0]?.calculation.warnings).toEqual(
    expect.arrayContaining(["discovery_used", "repose_applies"]),
  );
});

test("a public body that may be liable: notices and suits with a warning; one that is not: none", async () => {
  const { suggestions } = await suggest(car("NY", "2026-09-14"), "");
  expect(suggestions.map(({ ruleKey, dueOn, actByOn }) => [ruleKey, dueOn, actByOn])).toEqual([
    ["limitation.ny.personal_injury", "2029-09-14", "2029-09-14"],
    ["claim_notice.ny.municipal", "2026-12-13", "2026-12-11"],
    ["claim_notice.ny.state", "2026-12-13", "2026-12-11"],
    ["claim_notice.us.ftca", "2028-09-14", "2028-09-14"],
    ["limitation.ny.municipal", "2027-12-13", "2027-12-13"],
  ]);
  expect(suggestions.map(({ calculation }) => calculation.warnings.includes("government_defendant_unknown"))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  expect((await suggest(car("NY", "2026-09-14"))).dates).toHaveLength(1);
  // Washington: 60 days before the earliest limitation.
  expect((await suggest(car("WA", "2025-03-10"), "governmentEntity=yes")).dates).toContainEqual([
    "claim_notice.wa.government",
    "2028-01-10",
    "2028-01-10",
    "2028-01-10",
  ]);
});

test("a suit for a death, which the outer limit of malpractice may end, warns of it", async () => {
  const death = async (state: string) =>
    (
      await suggest(
        { caseType: "wrongful_death", caseState: state, dateOfIncident: "2022-03-10" },
        "governmentEntity=no&deathOn=2025-06-01",
      )
    ).suggestions.map(({ ruleKey, dueOn, calculation }) => [
      ruleKey,
      dueOn,
      calculation.warnings.includes("repose_applies"),
    ]);
  expect([await death("CA"), await death("AZ"), await death("OH")]).toEqual([
    [["limitation.ca.wrongful_death", "2027-06-01", true]],
    [["limitation.az.wrongful_death", "2027-06-01", false]],
    [
      ["limitation.oh.wrongful_death", "2027-06-01", true],
      ["limitation.oh.wrongful_death_malpractice", "2026-03-10", true],
    ],
  ]);
});

test("a suit after a rejection is dated by the rejection alone", async () => {
  const rejected = async (query: string) => {
    const { dates, missing } = await suggest(car("CA", "2026-09-14"), query);
    return [
      dates.filter(([key]) => key?.startsWith("limitation.us") || key === "limitation.ca.government"),
      missing.filter(([, reason]) => reason === "rejection_missing").map(([, , citation]) => citation),
    ];
  };
  expect(await rejected("governmentEntity=yes")).toEqual([
    [],
    [
      "Gov. Code §§ 913, 945.6(a) (a summary; read 2026-11-29)",
      "28 U.S.C. § 2401(b); 32 CFR § 750.36 (read 2026-11-29)",
    ],
  ]);
  expect(await rejected("governmentEntity=yes&claimRejectedOn=2026-10-31")).toEqual([
    [
      ["limitation.ca.government", "2027-04-30", "2027-04-30", "2027-04-30"],
      ["limitation.us.ftca", "2027-04-30", "2027-04-30", "2027-04-30"],
    ],
    [],
  ]);
});

test("a public body of a state without a rule is named, and what a state’s rules leave open", async () => {
  const open = async (state: string, query = "governmentEntity=yes") => {
    const { missing } = await suggest(car(state, "2026-09-14"), query);
    return missing.filter(([claim, reason]) => claim === "government" && reason !== "rejection_missing");
  };
  expect([
    await open("WY"),
    await open("WY", ""),
    await open("WY", "governmentEntity=no"),
    await open("WY", "governmentEntity=no&claims=government"),
  ]).toEqual([
    [["government", "no_rule_for_public_body", null]],
    [["government", "no_rule_for_public_body", null]],
    [],
    [["government", "no_rule_for_public_body", null]],
  ]);
  // A notice without a suit, a suit without a notice, both.
  expect([await open("CO"), await open("OH"), await open("AZ")]).toEqual([
    [["government", "no_rule_for_public_body", "C.R.S. § 24-10-109(1)"]],
    [["government", "no_rule_for_public_body", "R.C. 2744.04"]],
    [],
  ]);
  const known = await Promise.all(
    ["DE", "NC", "LA", "CT", "MN", "NV", "KY", "IL"].map(async (state) => [
      state,
      (await open(state)).length > 0 ||
        (await suggest(car(state, "2026-09-14"), "governmentEntity=yes")).dates.some(([key]) =>
          key?.startsWith(`claim_notice.${state.toLowerCase()}`),
        ),
    ]),
  );
  expect(known.filter(([, isNamed]) => isNamed !== true)).toEqual([]);
  expect((await suggest(car("IL", "2026-09-14"), "governmentEntity=yes")).dates).toContainEqual([
    "claim_notice.il.state",
    "2027-09-14",
    "2027-09-14",
    "2027-09-14",
  ]);
});

test("a text of law older than a year is warned of, by the organization’s day", async () => {
  const warned = async (state: string) =>
    (await suggest(car(state, "2026-09-14"), "")).suggestions.map(
      ({ ruleKey, asOf, calculation }) =>
        [ruleKey, asOf, calculation.warnings.includes("rule_older_than_a_year")] as const,
    );
  const today = await tenant.inside((transaction) => readToday({ organizationId: tenant.organizationId, transaction }));
  const found = [...(await warned("PA")), ...(await warned("CA"))];
  expect(new Set(found.map(([, asOf]) => asOf))).toEqual(new Set(["2025-06", "2026-11"]));
  expect(found.filter(([, asOf, isOld]) => isOld !== isOlderThanAYear(asOf, today))).toEqual([]);
});

test("a disabled rule is not used, and another firm’s case is not found", async () => {
  const ruleId = await createRule(tenant, "limitation.oh.personal_injury");
  await changeRow(tenant, "JurisdictionRule", ruleId, { verification: "disabled" });
  expect(await suggest(car("OH", "2025-11-20"))).toMatchObject({
    dates: [],
    missing: [["motor_vehicle", "no_default", null]],
  });
  const { caseId } = await createCase(tenant, car("PA", "2025-11-20"));
  const other = openApi(server, (await createTenant(server.services.database)).secret);
  expect((await other.get(`/cases/${caseId}/limitation-suggestions`)).status).toBe(404);
});
