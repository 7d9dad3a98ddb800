import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { newName } from "../../../testing/harness/requests/example-request.ts";
import { expectRejection } from "../../../testing/conformance/subject.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readTraces, signInMember } from "../../team/fixtures.ts";
import { changeAttorney } from "../../../testing/harness/hierarchy.ts";
import { warnOfEndingVerifications } from "./domain.warnings.ts";
import { createCalendar } from "./fixtures.ts";
import type { CalculatedDate, HolidayCalendar } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1_000));

interface Shown {
  holidayCalendar: HolidayCalendar;
}
const api = (secret = tenant.secret) => openApi(server, secret);
const read = async (calendarId: string, secret?: string) =>
  readBody<Shown>(await api(secret).get(`/holiday-calendars/${calendarId}`)).holidayCalendar;
const calculate = async (calendarId: string, query: string) =>
  readBody<{ calculation: CalculatedDate }>(await api().get(`/holiday-calendars/${calendarId}/calculate?${query}`))
    .calculation;
const copy = async (templateKey: string) =>
  readBody<Shown>(await api().change("POST", "/holiday-calendars", { templateKey })).holidayCalendar;
/** Far enough ahead to be allowed on every day that the test runs. */
const nextYearsEnd = `${new Date().getUTCFullYear() + 1}-12-31`;
const dayAfterThanksgiving = { on: "2026-11-27", name: "Day after Thanksgiving", type: "closed" };

describe("acceptance 9: the federal calendar counts", () => {
  test.each([
    ["startOn=2026-11-20&offset=5&unit=business_days", "2026-11-30", "2026-11-30"],
    ["startOn=2026-07-02&offset=1&unit=business_days", "2026-07-06", "2026-07-06"],
    ["startOn=2026-12-31&offset=5&unit=business_days&direction=before", "2026-12-23", "2026-12-23"],
    ["startOn=2026-12-24&offset=3&unit=business_days", "2026-12-30", "2026-12-30"],
    ["startOn=2026-11-25&offset=30&unit=calendar_days&roll=next_business_day", "2026-12-25", "2026-12-28"],
    ["startOn=2026-11-25&offset=30&unit=calendar_days&roll=previous_business_day", "2026-12-25", "2026-12-24"],
    ["startOn=2027-01-31&offset=1&unit=months&roll=next_business_day", "2027-02-28", "2027-03-01"],
    ["startOn=2026-07-03&offset=0&unit=calendar_days&roll=next_business_day", "2026-07-03", "2026-07-06"],
  ])("%s is %s, then %s", async (query, rawOn, resultOn) => {
    expect(await calculate("default", query)).toMatchObject({ rawOn, resultOn, calendarId: null, isVerified: false });
  });

  test("with the day after Thanksgiving closed by exception, a day later, and names what it passed over", async () => {
    const calendarId = await createCalendar(tenant, {
      exceptions: [{ ...dayAfterThanksgiving, note: null }],
    });
    const { resultOn, skippedDays } = await calculate(calendarId, "startOn=2026-11-20&offset=5&unit=business_days");
    expect(resultOn).toBe("2026-12-01");
    expect(skippedDays.map(({ on, reason, name }) => [on, reason, name])).toEqual([
      ["2026-11-21", "weekend", null],
      ["2026-11-22", "weekend", null],
      ["2026-11-26", "holiday", "Thanksgiving Day"],
      ["2026-11-27", "exception", "Day after Thanksgiving"],
      ["2026-11-28", "weekend", null],
      ["2026-11-29", "weekend", null],
    ]);
  });
});

test("acceptance 10: December 2027 has New Year’s Day of 2028, observed on its last day", async () => {
  const { days } = readBody<{ days: { on: string; isObserved: boolean }[] }>(
    await api().get("/holiday-calendars/default/days?from=2027-12-01&to=2027-12-31"),
  );
  expect(days.map(({ on, isObserved }) => [on, isObserved])).toEqual([
    ["2027-12-24", true],
    ["2027-12-25", false],
    ["2027-12-31", true],
  ]);
});

test("the last years of the calendar have their days, and counts in them end", async () => {
  const status = async (path: string) => (await api().get(`/holiday-calendars/default/${path}`)).status;
  const statuses = [
    await status("days?from=9996-01-01&to=9998-12-31"),
    await status("days?from=9995-12-31&to=9999-12-31"),
    await status("calculate?startOn=9996-01-01&offset=900&unit=business_days"),
    await status("calculate?startOn=9996-01-01&offset=3660&unit=business_days"),
    await status("calculate?startOn=9999-12-31&offset=0&unit=business_days&roll=next_business_day"),
  ];
  expect(statuses).toEqual([200, 200, 200, 400, 200]);
});

test("a span that ends before it begins, or is longer than five years, is rejected, as is a calendar that is never open", async () => {
  const status = async (path: string) => (await api().get(`/holiday-calendars/${path}`)).status;
  expect([
    await status("default/days?from=2026-01-02&to=2026-01-01"),
    await status("default/days?from=2026-01-01&to=2031-01-02"),
    await status("default/days?from=2026-01-01&to=2031-01-01"),
  ]).toEqual([400, 400, 200]);
  const rules = Array.from({ length: 12 }, (_, month) =>
    Array.from({ length: 5 }, (_n, n) => ({
      key: `m${month}_${n}`,
      name: "Monday",
      on: { type: "nth_weekday", month: month + 1, weekday: 1, n: n + 1, plusDays: 0 },
      observed: { saturday: "none", sunday: "none" },
      firstYear: null,
      lastYear: null,
      citation: null,
    })),
  ).flat();
  const closed = await createCalendar(tenant, { workWeek: [1], rules: rules });
  expect(await status(`${closed}/calculate?startOn=2026-01-01&offset=1&unit=business_days`)).toBe(400);
  expect(await status("default/calculate?startOn=9999-12-31&offset=1&unit=years")).toBe(400);
});

describe("verification", () => {
  test("acceptance 11: verified, the calendar vouches for its dates; a change of its rules ends that", async () => {
    const { id } = await copy("us_federal");
    const calendarId = id ?? "";
    const verify = await api().change("POST", `/holiday-calendars/${calendarId}/verify`, {
      verifiedThroughOn: nextYearsEnd,
      note: "Checked.",
    });
    expect(readBody<Shown>(verify).holidayCalendar).toMatchObject({
      verificationStatus: "verified",
      verifiedThroughOn: nextYearsEnd,
      verifiedBy: { id: tenant.attorneyId, firstName: "Ada", lastName: "Counsel" },
    });
    const query = `startOn=${nextYearsEnd.slice(0, 4)}-06-01&offset=3&unit=business_days`;
    expect((await calculate(calendarId, query)).isVerified).toBe(true);
    expect((await calculate(calendarId, `startOn=${nextYearsEnd}&offset=1&unit=business_days`)).isVerified).toBe(false);
    await api().change("PATCH", `/holiday-calendars/${calendarId}`, { name: "Federal, checked" });
    expect((await read(calendarId)).verificationStatus).toBe("verified");
    await api().change("PATCH", `/holiday-calendars/${calendarId}`, { exceptions: [dayAfterThanksgiving] });
    expect(await read(calendarId)).toMatchObject({
      verificationStatus: "unverified",
      verifiedThroughOn: null,
      verifiedBy: null,
      verifiedAt: null,
      verificationNote: null,
    });
    expect((await calculate(calendarId, query)).isVerified).toBe(false);
    expect((await readTraces(tenant, calendarId)).events.map(({ eventType }) => eventType)).toEqual([
      "holiday_calendar.created",
      "holiday_calendar.verified",
      "holiday_calendar.updated",
      "holiday_calendar.updated",
    ]);
  });

  test("acceptance 12: needs an attorney: the key's acting one, or the member", async () => {
    const firm = await createTenant(server.services.database);
    const calendarId = await createCalendar(firm);
    const body = { verifiedThroughOn: nextYearsEnd };
    const { secret } = await createKey(firm, { scopes: ["org:write"], actingAttorneyId: null });
    const attempt = async (of: string) => {
      const response = await api(of).change("POST", `/holiday-calendars/${calendarId}/verify`, body);
      return [response.status, response.body["code"]];
    };
    expect(await attempt(secret)).toEqual([409, "INTEGRATION_NOT_CONFIGURED"]);
    const owner = await signInMember(server, firm, { role: "owner" });
    expect((await owner.portal.mutate("holidayCalendars.verify", { calendarId, ...body })).error?.message).toContain(
      "Only an attorney",
    );
    const attorney = await signInMember(server, firm, { role: "owner", isAttorney: true });
    expect(
      (await attorney.portal.mutate<Shown>("holidayCalendars.verify", { calendarId, ...body })).data.holidayCalendar
        .verificationStatus,
    ).toBe("verified");
    await changeAttorney(firm, { status: "deactivated" });
    expect(await attempt(firm.secret)).toEqual([409, "INTEGRATION_NOT_CONFIGURED"]);
  });

  test.each(["2020-01-01", `${new Date().getUTCFullYear() + 6}-01-01`])(
    "cannot end on %s",
    async (verifiedThroughOn) => {
      const calendarId = await createCalendar(tenant);
      expect(
        (await api().change("POST", `/holiday-calendars/${calendarId}/verify`, { verifiedThroughOn })).status,
      ).toBe(400);
    },
  );

  test("that ends within 60 days is notified to the members who manage the organization, once for each date", async () => {
    const firm = await createTenant(server.services.database);
    const owner = await signInMember(server, firm, { role: "owner" });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const verified = (days: number) => ({
      verifiedThroughOn: inDays(days).slice(0, 10),
      verifiedByMemberId: firm.attorneyId,
      verifiedAt: inDays(-300),
    });
    const calendarId = await createCalendar(firm, { name: "Firm holidays", ...verified(59) });
    await createCalendar(firm, verified(62));
    await warnOfEndingVerifications(server.services.database);
    await warnOfEndingVerifications(server.services.database);
    const notices = await firm.inside((transaction) =>
      transaction.selectFrom("Notification").select(["memberId", "kind", "parameters"]).execute(),
    );
    expect(notices).toEqual([
      {
        memberId: owner.memberId,
        kind: "organization.calendar_ending",
        parameters: { calendarId, calendarName: "Firm holidays", verifiedThroughOn: inDays(59).slice(0, 10) },
      },
    ]);
  });
});

describe("acceptance 20: the business calendar", () => {
  test("is a live one of the organization, of kind business, and cannot be deleted while it is chosen", async () => {
    const firm = await createTenant(server.services.database);
    const choose = async (holidayCalendarId: string | null) =>
      (await api(firm.secret).change("PATCH", "/organization", { holidayCalendarId })).status;
    const [business, court, foreign] = [
      await createCalendar(firm),
      await createCalendar(firm, { kind: "court" }),
      await createCalendar(tenant),
    ];
    const deleted = await createCalendar(firm, { deletedAt: new Date().toISOString() });
    expect([
      await choose(court),
      await choose(foreign),
      await choose(deleted),
      await choose("hol_unknown"),
      await choose(business),
    ]).toEqual([400, 400, 400, 400, 200]);
    expect(await read("default", firm.secret)).toMatchObject({ id: business, isBusinessCalendar: true });
    const remove = async () => (await api(firm.secret).change("DELETE", `/holiday-calendars/${business}`)).status;
    expect(await remove()).toBe(409);
    expect([await choose(null), await remove()]).toEqual([200, 200]);
    expect(await read("default", firm.secret)).toMatchObject({
      id: null,
      templateKey: "us_federal",
      isBusinessCalendar: true,
      verificationStatus: "unverified",
    });
    const { body } = await api(firm.secret).get(
      "/holiday-calendars/default/calculate?startOn=2026-11-20&offset=5&unit=business_days",
    );
    expect(body["calculation"]).toMatchObject({ resultOn: "2026-11-30", isVerified: false });
  });
});

test("acceptance 17: another organization's calendar is not found, byte for byte as an unknown one", async () => {
  const other = await createCalendar(await createTenant(server.services.database));
  const [foreign, unknown] = [
    await api().get(`/holiday-calendars/${other}`),
    await api().get("/holiday-calendars/hol_unknown"),
  ];
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
});

test("a list that was read before another member's change does not replace it", async () => {
  const calendarId = await createCalendar(tenant);
  const { revision } = await read(calendarId);
  const add = (exceptions: object[], expectedRevision: number) =>
    api().change("PATCH", `/holiday-calendars/${calendarId}`, { exceptions, expectedRevision });
  const added = readBody<Shown>(await add([dayAfterThanksgiving], revision)).holidayCalendar;
  expect(added.revision).toBe(revision + 1);
  expectRejection(await add([], revision), "STALE_REVISION", "read it again");
  expect((await read(calendarId)).exceptions).toMatchObject([dayAfterThanksgiving]);
  expect(readBody<Shown>(await add([], revision + 1)).holidayCalendar.exceptions).toEqual([]);
});

test("weekdays and exceptions are kept in their order, whatever order they were sent in", async () => {
  const calendarId = await createCalendar(tenant);
  const exceptions = [dayAfterThanksgiving, { ...dayAfterThanksgiving, on: "2026-11-25" }];
  const { holidayCalendar } = readBody<Shown>(
    await api().change("PATCH", `/holiday-calendars/${calendarId}`, { workWeek: [5, 1, 3], exceptions }),
  );
  expect([holidayCalendar.workWeek, holidayCalendar.exceptions.map(({ on }) => on)]).toEqual([
    [1, 3, 5],
    ["2026-11-25", "2026-11-27"],
  ]);
});

test("every shipped calendar can be copied once, with a source for each of its rules", async () => {
  const firm = await createTenant(server.services.database);
  const { templates } = readBody<{
    templates: { templateKey: string; name: string; rules: { citation: string | null }[] }[];
  }>(await api(firm.secret).get("/holiday-calendar-templates"));
  expect(templates.map(({ templateKey }) => templateKey)).toEqual([
    "us_federal",
    "us_courts",
    "ca_courts",
    "fl_courts",
    "ga_courts",
    "il_courts",
    "mi_courts",
    "mo_courts",
    "nj_courts",
    "ny_courts",
    "oh_courts",
    "pa_courts",
    "tx_courts",
    "wa_courts",
  ]);
  for (const { templateKey, name, rules } of templates) {
    expect(rules.every(({ citation }) => citation !== null)).toBe(true);
    const post = () => api(firm.secret).change("POST", "/holiday-calendars", { templateKey });
    expect(readBody<Shown>(await post()).holidayCalendar).toMatchObject({
      name,
      templateKey,
      rules,
      verificationStatus: "unverified",
    });
    expect((await post()).status).toBe(409);
  }
});

describe("a copy differs from the shipped calendar", () => {
  test("after it was corrected: New Jersey’s courts are open on February 12; its rules are taken over with PATCH", async () => {
    const firm = await createTenant(server.services.database);
    const calls = api(firm.secret);
    const { templates } = readBody<{ templates: { templateKey: string; rules: HolidayCalendar["rules"] }[] }>(
      await calls.get("/holiday-calendar-templates"),
    );
    const shipped = templates.find(({ templateKey }) => templateKey === "nj_courts")?.rules ?? [];
    const { holidayCalendar: copied } = readBody<Shown>(
      await calls.change("POST", "/holiday-calendars", { templateKey: "nj_courts" }),
    );
    expect(copied.templateDifferences).toEqual([]);
    // As a firm copied it before February 12 was removed and Juneteenth moved.
    const [first] = shipped;
    if (first === undefined) throw new Error("no rules");
    const lincoln = {
      ...first,
      key: "lincoln",
      name: "Lincoln’s Birthday",
      on: { type: "date" as const, month: 2, day: 12 },
    };
    const older = [
      ...shipped
        .filter(({ key }) => key !== "good_friday")
        .map((rule) => (rule.key === "juneteenth" ? { ...rule, firstYear: null } : rule)),
      lincoln,
    ];
    await calls.change("PATCH", `/holiday-calendars/${copied.id}`, { rules: older });
    const { templateDifferences } = await read(copied.id ?? "", firm.secret);
    expect(templateDifferences.map(({ ruleKey, difference }) => `${ruleKey} ${difference}`)).toEqual([
      "good_friday only_shipped",
      "juneteenth different_days",
      "lincoln only_here",
    ]);
    const { holidayCalendar: taken } = readBody<Shown>(
      await calls.change("PATCH", `/holiday-calendars/${copied.id}`, { rules: shipped }),
    );
    expect([taken.templateDifferences, taken.rules]).toEqual([[], shipped]);
  });

  test("in no shipped rule: each is accepted by PATCH as it is", async () => {
    const calls = api();
    const { templates } = readBody<{ templates: { templateKey: string; rules: HolidayCalendar["rules"] }[] }>(
      await calls.get("/holiday-calendar-templates"),
    );
    const calendarId = await createCalendar(tenant);
    for (const { templateKey, rules } of templates) {
      const { status, body } = await calls.change("PATCH", `/holiday-calendars/${calendarId}`, { rules });
      expect([templateKey, status, body["error"]]).toEqual([templateKey, 200, undefined]);
      expect((await read(calendarId)).rules).toEqual(rules);
    }
  });

  test("a name or a source of its own is no difference, nor is a calendar that is no copy", async () => {
    const rules = [
      {
        key: "own",
        name: "Own",
        on: { type: "date", month: 1, day: 2 },
        observed: { saturday: "none", sunday: "none" },
        firstYear: null,
        lastYear: null,
        citation: null,
      },
    ];
    expect((await read(await createCalendar(tenant, { rules }))).templateDifferences).toEqual([]);
    // Stored before rules had these members.
    expect((await read(await createCalendar(tenant, { rules }))).rules).toMatchObject([
      { certainObservance: "none", years: null, counts: "both", isDoubtful: false },
    ]);
  });
});

describe("rules of a court", () => {
  const create = async (rules: object[], exceptions: object[] = []) =>
    (
      await api().change("POST", "/holiday-calendars", {
        name: newName(),
        kind: "court",
        jurisdiction: "US",
        rules,
        exceptions,
      })
    ).body as unknown as Shown;
  const rule = (key: string, on: object, more: object = {}) => ({ key, name: key, on, ...more });

  test("count forward only, every fourth year, by the moon and by a list, and its clerk’s office can be inaccessible", async () => {
    const { holidayCalendar } = await create(
      [
        rule("patriots", { type: "nth_weekday", month: 4, weekday: 1, n: 3 }, { counts: "forward_only" }),
        rule(
          "inauguration",
          { type: "date", month: 1, day: 20 },
          {
            years: { every: 4, from: 1965 },
            observed: { saturday: "none", sunday: "next_monday" },
            certainObservance: "sunday",
          },
        ),
        rule("lunar_new_year", { type: "lunar", calendar: "chinese", month: 1, day: 1 }),
        rule("eid", { type: "lunar", calendar: "islamic_umalqura", month: 10, day: 1 }),
        rule("diwali", { type: "listed", dates: ["2026-11-08", "2027-10-29"] }),
      ],
      [{ on: "2027-02-16", name: "Snowstorm", type: "inaccessible" }],
    );
    const calendarId = holidayCalendar.id ?? "";
    const { days } = readBody<{
      days: { on: string; ruleKey: string | null; isCertain: boolean; counts: string; type: string }[];
    }>(await api().get(`/holiday-calendars/${calendarId}/days?from=2027-01-01&to=2027-12-31`));
    expect(
      days.map(({ on, ruleKey, isCertain, counts, type }) => [on, ruleKey, isCertain, counts, type].join(" ")),
    ).toEqual([
      "2027-02-06 lunar_new_year true both closed",
      "2027-02-16  true both inaccessible",
      "2027-03-09 eid false both closed",
      "2027-04-19 patriots true forward_only closed",
      "2027-10-29 diwali true both closed",
    ]);
    const query = (startOn: string, direction: string, roll: string) =>
      calculate(calendarId, `startOn=${startOn}&offset=14&unit=calendar_days&direction=${direction}&roll=${roll}`);
    expect([
      (await query("2027-04-05", "after", "next_business_day")).resultOn,
      (await query("2027-05-03", "before", "previous_business_day")).resultOn,
    ]).toEqual(["2027-04-20", "2027-04-19"]);
  });

  test("an inaccessible clerk’s office moves the last day of a deadline, with its reason", async () => {
    const { holidayCalendar } = await create([], [{ on: "2027-01-28", name: "Snowstorm", type: "inaccessible" }]);
    const count = { startOn: "2027-01-07", offset: 21, unit: "calendar_days", holidayCalendarId: holidayCalendar.id };
    const { body } = await api().change("POST", "/deadlines/calculate", count);
    expect(body).toMatchObject({
      dueOn: "2027-01-29",
      calculation: { skippedDays: [{ on: "2027-01-28", reason: "inaccessible", name: "Snowstorm" }] },
    });
  });

  test.each([
    [{ type: "lunar", calendar: "chinese", month: 8, day: 15 }, {}, "rules[0].on.month"],
    [{ type: "lunar", calendar: "mayan", month: 1, day: 1 }, {}, "rules[0].on.calendar"],
    [{ type: "listed", dates: [] }, {}, "rules[0].on.dates"],
    [{ type: "listed", dates: ["2027-02-01", "2027-02-01"] }, {}, "rules[0].on.dates"],
    [{ type: "date", month: 1, day: 20 }, { years: { every: 0, from: 1965 } }, "rules[0].years.every"],
    [{ type: "date", month: 1, day: 20 }, { counts: "backward_only" }, "rules[0].counts"],
  ])("%j with %j is rejected at %s", async (on, more, path) => {
    const { status, body } = await api().change("POST", "/holiday-calendars", {
      name: "Own",
      kind: "court",
      rules: [rule("a", on, more)],
    });
    expect([
      status,
      String(body["error"])
        .split(":")[0]
        ?.replaceAll(/\.(\d+)/g, "[$1]"),
    ]).toEqual([400, path]);
  });
});

test.each([
  [{ templateKey: "mars" }, "templateKey"],
  [{ name: "Own", kind: "business" }, "templateKey"],
  [{ templateKey: "us_federal", name: "Own" }, "templateKey"],
  [
    { name: "Own", kind: "business", rules: [{ key: "a", name: "A", on: { type: "date", month: 2, day: 30 } }] },
    "rules[0].on.day",
  ],
  [
    {
      name: "Own",
      kind: "business",
      rules: [
        {
          key: "a",
          name: "A",
          on: { type: "easter", plusDays: 0 },
          observed: { saturday: "none", sunday: "next_monday" },
        },
      ],
    },
    "rules[0].observed",
  ],
  [
    { name: "Own", kind: "business", rules: [], exceptions: [dayAfterThanksgiving, dayAfterThanksgiving] },
    "exceptions",
  ],
])("%j is rejected at %s", async (body, path) => {
  const {
    status,
    body: { error },
  } = await api().change("POST", "/holiday-calendars", body);
  expect([
    status,
    String(error)
      .split(":")[0]
      ?.replaceAll(/\.(\d+)/g, "[$1]"),
  ]).toEqual([400, path]);
});
