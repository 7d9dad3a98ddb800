import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createManagedTenant, signInMember } from "../../team/fixtures.ts";
import { eventOf } from "../fixtures.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

test("another time zone of the organization moves whole days with their exceptions and reminders; dates, past events and events with times stay", async () => {
  const { tenant } = await createManagedTenant(server);
  const owner = await signInMember(server, tenant, { role: "owner" });
  const api = openApi(server, tenant.secret);
  const create = async (body: object) =>
    eventOf(await api.change("POST", "/calendar-events", { type: "internal", title: "Retreat", ...body })).id;
  const whole = await create({
    allDay: true,
    startOn: "2099-07-06",
    endOn: "2099-07-07",
    reminders: [{ channel: "portal", daysBefore: 1, at: "09:00" }],
  });
  const series = await create({
    allDay: true,
    startOn: "2026-01-05",
    endOn: "2026-01-05",
    recurrence: { rule: "FREQ=WEEKLY;UNTIL=20991231" },
  });
  await api.change("PATCH", `/calendar-events/${series}`, {
    scope: "this",
    occurrenceOn: "2099-07-13",
    startOn: "2099-07-14",
    endOn: "2099-07-14",
  });
  const past = await create({ allDay: true, startOn: "2025-07-06", endOn: "2025-07-06" });
  const timed = await create({
    startAt: "2099-07-06T14:00:00Z",
    endAt: "2099-07-06T15:00:00Z",
    reminders: [{ channel: "portal", minutesBefore: 60 }],
  });
  const { moved } = (
    await owner.portal.query<{ moved: { kind: string; count: number; next: unknown }[] }>(
      "organization.previewTimezone",
      { timezone: "America/Denver" },
    )
  ).data;
  expect(moved.find(({ kind }) => kind === "calendarEvents")).toMatchObject({ count: 2 });
  expect((await owner.portal.mutate("organization.update", { timezone: "America/Denver" })).error).toBeUndefined();
  const get = async (id: string) => eventOf(await api.get(`/calendar-events/${id}`));
  expect(await get(whole)).toMatchObject({
    startOn: "2099-07-06",
    startAt: "2099-07-06T06:00:00.000Z",
    endAt: "2099-07-08T06:00:00.000Z",
    timeZone: "America/Denver",
    revision: 1,
    reminders: [{ remindAt: "2099-07-05T15:00:00.000Z", status: "scheduled" }],
  });
  expect((await get(series)).exceptions).toMatchObject([
    { occurrenceOn: "2099-07-13", startOn: "2099-07-14", startAt: "2099-07-14T06:00:00.000Z" },
  ]);
  expect([(await get(past)).timeZone, (await get(timed)).timeZone, (await get(timed)).reminders[0]?.remindAt]).toEqual([
    "America/New_York",
    "America/New_York",
    "2099-07-06T13:00:00.000Z",
  ]);
});
