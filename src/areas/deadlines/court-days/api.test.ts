import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant } from "../../../testing/harness/tenant.ts";
import { courtDayExamples } from "./fixtures.ts";

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startOwnServer();
  api = openApi(server, (await createTenant(server.services.database)).secret);
});
afterAll(() => server.close(1000));

interface Calculated {
  dueOn: string;
  calculation: { dueTime: string | null; steps: { text: string }[]; warnings: string[] };
}

const calendarIds = new Map<string, string>();
/** A copy of the shipped calendar, as a firm makes it. */
async function copyCalendar(templateKey: string): Promise<string> {
  const known = calendarIds.get(templateKey);
  if (known !== undefined) return known;
  const reply = await api.change("POST", "/holiday-calendars", { templateKey });
  expect(reply.status).toBe(201);
  const { id } = readBody<{ holidayCalendar: { id: string } }>(reply).holidayCalendar;
  calendarIds.set(templateKey, id);
  return id;
}

// One of each thing that a rule says: a hearing with service days, hours, a Monday, an open first day, each order.
const throughApi = [
  "us-14",
  "us-16",
  "us-19",
  "ca-14",
  "ca-21",
  "fl-05",
  "fl-06",
  "nj-05",
  "nj-06",
  "ny-05",
  "pa-07",
  "tx-01",
  "tx-09",
  "tx-10",
];

test.each(courtDayExamples.filter(({ id }) => throughApi.includes(id)))(
  "POST /deadlines/calculate: $id, $rule",
  async ({ jurisdiction, count, expected }) => {
    const holidayCalendarId = await copyCalendar(`${jurisdiction.toLowerCase()}_courts`);
    const reply = await api.change("POST", "/deadlines/calculate", {
      ...count,
      jurisdiction,
      holidayCalendarId,
      timeZone: "America/New_York",
    });
    expect(reply.status).toBe(200);
    const { dueOn, calculation } = readBody<Calculated>(reply);
    expect(count.unit === "hours" ? `${dueOn} ${calculation.dueTime ?? ""}` : dueOn).toBe(expected);
    expect(calculation.steps.length).toBeGreaterThan(0);
  },
);

test("an example of each is there", () => {
  expect(courtDayExamples.filter(({ id }) => throughApi.includes(id))).toHaveLength(throughApi.length);
});

test("without a calendar a state's shipped one counts, not the federal: Columbus Day is an open day in Texas", async () => {
  const count = { startOn: "2026-09-12", offset: 30, unit: "calendar_days" };
  const dueIn = async (jurisdiction: string) =>
    readBody<Calculated>(await api.change("POST", "/deadlines/calculate", { ...count, jurisdiction })).dueOn;
  // This firm copied calendars of some states above; Washington's and Georgia's it has not.
  expect([await dueIn("TX"), await dueIn("WA"), await dueIn("GA"), await dueIn("US")]).toEqual([
    "2026-10-12",
    "2026-10-12",
    "2026-10-13",
    "2026-10-13",
  ]);
});
