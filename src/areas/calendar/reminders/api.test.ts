import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createColleague } from "../../team/fixtures.ts";
import { advanceSeries } from "../series/domain.next.ts";
import { sendCalendarReminders } from "./domain.jobs.ts";
import type { CalendarEvent } from "../schema.ts";
import { eventOf } from "../fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let mails: SeenMails;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  mails = await observeMails(server);
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

const canary = "qzcanaryxv";
const get = async (id: string) => eventOf(await api.get(`/calendar-events/${id}`));
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const times = { startAt: "2099-11-30T14:00:00Z", endAt: "2099-11-30T15:00:00Z" };
const send = (body: object) =>
  api.change("POST", "/calendar-events", { type: "hearing", title: canary, location: canary, ...times, ...body });
const change = (id: string, body: object) => api.change("PATCH", `/calendar-events/${id}`, body);
const kindsOf = async (memberId: string) =>
  await tenant.inside((transaction) =>
    transaction
      .selectFrom("Notification")
      .select(["kind", "parameters"])
      .where("memberId", "=", memberId)
      .orderBy("id")
      .execute(),
  );
const work = () => sendCalendarReminders(server.services.database);

const signUp = (values: Parameters<typeof createColleague>[2] = {}) => createColleague(server, tenant, values);

const prefer = (memberId: string, values: object) =>
  tenant.inside((transaction) =>
    transaction
      .insertInto("NotificationPreference")
      .values({ organizationId: tenant.organizationId, memberId, ...values })
      .execute(),
  );
/** Moves a reminder into the past, as if nobody had worked for so long. */
const makeLate = async (eventId: string, hours: number) => {
  const [row] = await tenant.inside((transaction) =>
    transaction.selectFrom("CalendarReminder").select("id").where("eventId", "=", eventId).execute(),
  );
  await changeRow(tenant, "CalendarReminder", row?.id ?? "", { remindAt: inHours(-hours) });
};

describe("reminders", () => {
  test("are computed with the event, and again after a change; they end with it", async () => {
    const created = eventOf(
      await send({
        reminders: [
          { channel: "email", minutesBefore: 60 },
          { channel: "portal", minutesBefore: 40_320 },
        ],
      }),
    );
    expect(created.reminders).toEqual([
      {
        channel: "email",
        minutesBefore: 60,
        daysBefore: null,
        at: null,
        occurrenceOn: null,
        remindAt: "2099-11-30T13:00:00.000Z",
        status: "scheduled",
        sentAt: null,
      },
      {
        channel: "portal",
        minutesBefore: 40_320,
        daysBefore: null,
        at: null,
        occurrenceOn: null,
        remindAt: "2099-11-02T14:00:00.000Z",
        status: "scheduled",
        sentAt: null,
      },
    ]);
    expect(eventOf(await change(created.id, { startAt: "2099-11-30T16:00:00Z" })).reminders[0]?.remindAt).toBe(
      "2099-11-30T15:00:00.000Z",
    );
    const event = (await readEvents(tenant)).findLast(({ entityId }) => entityId === created.id);
    expect(event?.payload).toMatchObject({
      reminders: [{ channel: "email", minutesBefore: 60, daysBefore: null, at: null }, { channel: "portal" }],
    });
    const move = async (toStatus: string) =>
      eventOf(
        await api.change("POST", `/calendar-events/${created.id}/transitions`, { toStatus, reason: "Moved" }),
      ).reminders.map(({ status }) => status);
    expect([await move("cancelled"), await move("scheduled")]).toEqual([
      ["cancelled", "cancelled"],
      ["scheduled", "scheduled"],
    ]);
    expect(eventOf(await change(created.id, { reminders: [] })).reminders).toEqual([]);
  });

  test("that are past are skipped; whole days count days; a series has the next occurrence", async () => {
    const past = eventOf(
      await send({ startAt: inHours(0.5), endAt: inHours(1), reminders: [{ channel: "email", minutesBefore: 60 }] }),
    );
    expect(past.reminders[0]?.status).toBe("skipped");
    const whole = eventOf(
      await send({
        allDay: true,
        startAt: undefined,
        endAt: undefined,
        startOn: "2099-11-30",
        endOn: "2099-11-30",
        reminders: [{ channel: "portal", daysBefore: 1, at: "09:00" }],
      }),
    );
    expect(whole.reminders[0]).toMatchObject({ remindAt: "2099-11-29T14:00:00.000Z", status: "scheduled" });
    const wrong = await send({ reminders: [{ channel: "portal", daysBefore: 1, at: "09:00" }] });
    expect([wrong.status, wrong.headers["x-error-detail"]]).toEqual([400, "reminders.0"]);
    const emptied = await change(whole.id, { allDay: false, ...times });
    expect([emptied.status, emptied.headers["x-error-detail"]]).toEqual([400, "reminders.0"]);
    const series = eventOf(
      await send({
        startAt: "2026-01-05T14:00:00Z",
        endAt: "2026-01-05T15:00:00Z",
        timeZone: "UTC",
        recurrence: { rule: "FREQ=DAILY" },
        reminders: [{ channel: "portal", minutesBefore: 0 }],
      }),
    );
    const [next] = series.reminders;
    expect([next?.status, next?.remindAt, (next?.remindAt ?? "") > inHours(0)]).toEqual([
      "scheduled",
      `${next?.occurrenceOn}T14:00:00.000Z`,
      true,
    ]);
    const removed = await api.change(
      "DELETE",
      `/calendar-events/${series.id}?scope=this&occurrenceOn=${next?.occurrenceOn}&reason=Holiday`,
    );
    expect([
      removed.status,
      ((await get(series.id)).reminders[0]?.occurrenceOn ?? "") > (next?.occurrenceOn ?? ""),
    ]).toEqual([200, true]);
    const split = await change(series.id, { scope: "following", occurrenceOn: "2099-01-07", title: "Later" });
    expect(readBody<{ newEvent: CalendarEvent }>(split).newEvent.reminders[0]).toMatchObject({
      occurrenceOn: "2099-01-07",
      status: "scheduled",
    });
  });

  test("acceptance 22: one that was due two hours ago is sent once, by several workers; one of 25 hours ago is missed; the mail has type, time and case number alone", async () => {
    const attendee = await signUp({ timezone: "America/Los_Angeles" });
    const declined = await signUp();
    const { caseId, clientId } = await createCase(tenant);
    await changeRow(tenant, "Client", clientId, { lastName: canary });
    const body = {
      caseId,
      organizerMemberId: attendee,
      attendees: [{ memberId: declined }],
      reminders: [{ channel: "email", minutesBefore: 60 }],
    };
    const [late, missed] = [eventOf(await send(body)), eventOf(await send(body))];
    await api.change("POST", `/calendar-events/${late.id}/responses`, { memberId: declined, response: "declined" });
    await makeLate(late.id, 2);
    await makeLate(missed.id, 25);
    await mails.take();
    await Promise.all([work(), work()]);
    await work();
    expect([(await get(late.id)).reminders[0]?.status, (await get(missed.id)).reminders[0]?.status]).toEqual([
      "sent",
      "missed",
    ]);
    const [mail, ...others] = await mails.take();
    expect([mail?.subject, others]).toEqual([
      expect.stringMatching(/^Hearing on Nov 30, 2099, 6:00 AM PST \(case \S+\) \(.+\)$/),
      [],
    ]);
    const events = (await readEvents(tenant)).filter(({ eventType }) => eventType === "calendar_event.reminder_due");
    expect(events.map(({ entityId, actor }) => [entityId, (actor as { type: string }).type])).toEqual([
      [late.id, "system"],
    ]);
    const notices = await kindsOf(attendee);
    expect(notices.map(({ kind }) => kind)).toEqual(["calendar.invited", "calendar.invited", "calendar.reminder"]);
    expect((await kindsOf(declined)).map(({ kind }) => kind)).toEqual(["calendar.invited", "calendar.invited"]);
    expect(JSON.stringify([mail, notices])).not.toContain(canary);
  });

  test("of a series go on to the next occurrence, without anybody to notify too; archived cases rest", async () => {
    const { caseId } = await createCase(tenant);
    const series = eventOf(
      await send({
        caseId,
        organizerMemberId: null,
        recurrence: { rule: "FREQ=WEEKLY" },
        reminders: [{ channel: "portal", minutesBefore: 5 }],
      }),
    );
    expect(series.reminders[0]?.occurrenceOn).toBe("2099-11-30");
    await makeLate(series.id, 1);
    await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
    expect(await work()).toBe(0);
    await changeRow(tenant, "Case", caseId, { matterStatus: "open" });
    expect(await work()).toBe(1);
    expect((await get(series.id)).reminders[0]).toMatchObject({
      status: "scheduled",
      occurrenceOn: "2099-11-30",
      sentAt: null,
    });
  });

  test("follow the preference of a member: none, and no mail of one that was set for the portal", async () => {
    const [quiet, plain] = [await signUp(), await signUp()];
    await prefer(quiet, { calendarReminder: "none", calendarEvent: "none" });
    const event = eventOf(
      await send({
        organizerMemberId: null,
        attendees: [{ memberId: quiet }, { memberId: plain }],
        reminders: [{ channel: "portal", minutesBefore: 60 }],
      }),
    );
    await makeLate(event.id, 1);
    await mails.take();
    await work();
    expect([(await kindsOf(quiet)).length, (await kindsOf(plain)).map(({ kind }) => kind), await mails.take()]).toEqual(
      [0, ["calendar.invited", "calendar.reminder"], []],
    );
  });
});

test("the next occurrence of a series, which reports show, follows its changes, and a job once it is over; no reader sees the series change", async () => {
  const series = eventOf(
    await send({
      startAt: "2026-01-05T14:00:00Z",
      endAt: "2026-01-05T15:00:00Z",
      timeZone: "UTC",
      recurrence: { rule: "FREQ=DAILY" },
      attendees: [{ memberId: tenant.attorneyId }],
    }),
  );
  const read = () =>
    tenant.inside((transaction) =>
      transaction
        .selectFrom("CalendarEvent")
        .select(["nextStartAt", "nextStartOn", "nextStatus", "nextAttendeesOn", "nextUntil", "updatedAt"])
        .where("id", "=", series.id)
        .executeTakeFirstOrThrow(),
    );
  const first = await read();
  const day = first.nextStartOn ?? "";
  expect([first.nextUntil > inHours(0), first.nextUntil <= inHours(24), first.nextStartAt, first.nextUntil]).toEqual([
    true,
    true,
    `${day}T14:00:00.000Z`,
    `${day}T15:00:00.000Z`,
  ]);
  const on = (operation: string, body: object) =>
    api.change("POST", `/calendar-events/${series.id}/${operation}`, { occurrenceOn: day, ...body });
  await on("transitions", { toStatus: "confirmed" });
  await on("responses", { memberId: tenant.attorneyId, response: "accepted" });
  expect(await read()).toMatchObject({ nextStartOn: day, nextStatus: "confirmed", nextAttendeesOn: day });
  await on("transitions", { toStatus: "cancelled", reason: "Holiday" });
  const second = await read();
  expect([(second.nextStartOn ?? "") > day, second.nextStatus, second.nextAttendeesOn]).toEqual([true, null, null]);
  await changeRow(tenant, "CalendarEvent", series.id, {
    nextStartAt: "2026-01-05T14:00:00Z",
    nextStartOn: "2026-01-05",
    nextUntil: "2026-01-05T15:00:00Z",
  });
  const [one, other] = await Promise.all([
    advanceSeries(server.services.database),
    advanceSeries(server.services.database),
  ]);
  expect([one + other, await read()]).toEqual([1, second]);
  await change(series.id, { scope: "following", occurrenceOn: day, title: "Later" });
  expect(await read()).toMatchObject({ nextStartAt: null, nextUntil: "9999-12-31T00:00:00.000Z" });
});

describe("notifications", () => {
  test("invite members, and name changes of time and place and cancellations; the one who did it gets none, and past events have none", async () => {
    const [first, second] = [await signUp(), await signUp({ timezone: "America/Chicago" })];
    await prefer(second, { calendarEvent: "email" });
    const { caseId } = await createCase(tenant);
    await mails.take();
    const event = eventOf(await send({ caseId, attendees: [{ memberId: first }, { memberId: tenant.attorneyId }] }));
    await change(event.id, { tags: ["prepared"], attendees: [{ memberId: first }, { memberId: second }] });
    await change(event.id, { startAt: "2099-11-30T16:00:00Z" });
    await change(event.id, { location: "Courtroom 7" });
    await api.change("POST", `/calendar-events/${event.id}/transitions`, { toStatus: "cancelled", reason: "Settled" });
    expect([(await kindsOf(first)).map(({ kind }) => kind), (await kindsOf(second)).map(({ kind }) => kind)]).toEqual([
      ["calendar.invited", "calendar.changed", "calendar.changed", "calendar.cancelled"],
      ["calendar.invited", "calendar.changed", "calendar.changed", "calendar.cancelled"],
    ]);
    expect(await kindsOf(tenant.attorneyId)).toEqual([]);
    expect((await mails.take()).map(({ subject }) => subject.replace(/ \(.*/, ""))).toEqual([
      "Invitation: Hearing on Nov 30, 2099, 8:00 AM CST",
      "Changed: Hearing on Nov 30, 2099, 10:00 AM CST",
      "Changed: Hearing on Nov 30, 2099, 10:00 AM CST",
      "Canceled: Hearing on Nov 30, 2099, 10:00 AM CST",
    ]);
    await send({ attendees: [{ memberId: first }], startAt: "2025-11-30T14:00:00Z", endAt: "2025-11-30T15:00:00Z" });
    expect(await kindsOf(first)).toHaveLength(4);
  });

  test("reach a member who is removed, with the time that they knew, and not one who had declined", async () => {
    const [removed, declined] = [await signUp(), await signUp()];
    await prefer(removed, { calendarEvent: "email" });
    const event = eventOf(await send({ attendees: [{ memberId: removed }, { memberId: declined }] }));
    await api.change("POST", `/calendar-events/${event.id}/responses`, { memberId: declined, response: "declined" });
    await mails.take();
    await change(event.id, { attendees: [], startAt: "2099-11-30T16:00:00Z" });
    expect([
      (await kindsOf(removed)).map(({ kind }) => kind),
      (await kindsOf(declined)).map(({ kind }) => kind),
    ]).toEqual([["calendar.invited", "calendar.removed"], ["calendar.invited"]]);
    expect((await mails.take()).map(({ subject }) => subject.replace(/ \(.*/, ""))).toEqual([
      "Removed: Hearing on Nov 30, 2099, 9:00 AM EST",
    ]);
  });

  test("one act is one notification: an event that goes on in another one, and a private one without its type", async () => {
    const memberId = await signUp();
    const event = eventOf(await send({ attendees: [{ memberId }], visibility: "private" }));
    await api.change("POST", `/calendar-events/${event.id}/transitions`, {
      toStatus: "continued",
      reason: "Judge is ill",
      rescheduleTo: { startAt: "2099-12-07T14:00:00Z", endAt: "2099-12-07T15:00:00Z" },
    });
    const notices = await kindsOf(memberId);
    expect(
      notices.map(({ kind, parameters }) => [
        kind,
        (parameters as { typeName: string }).typeName,
        (parameters as { when: string }).when,
      ]),
    ).toEqual([
      ["calendar.invited", "Private event", "Nov 30, 2099, 9:00 AM EST"],
      ["calendar.changed", "Private event", "Dec 7, 2099, 9:00 AM EST"],
    ]);
  });

  test("are sent once when an event is put off, and again when it is reopened; a response is no invitation", async () => {
    const memberId = await signUp();
    const event = eventOf(await send({ attendees: [{ memberId }] }));
    for (const response of ["declined", "accepted"])
      await api.change("POST", `/calendar-events/${event.id}/responses`, { memberId, response });
    const move = (toStatus: string) =>
      api.change("POST", `/calendar-events/${event.id}/transitions`, { toStatus, reason: "Ill" });
    await move("adjourned");
    await change(event.id, { tags: ["again"] });
    await move("scheduled");
    await move("confirmed");
    expect((await kindsOf(memberId)).map(({ kind }) => kind)).toEqual([
      "calendar.invited",
      "calendar.cancelled",
      "calendar.changed",
    ]);
  });

  test("of a series name its next occurrence; of one occurrence, that one", async () => {
    const memberId = await signUp();
    const series = eventOf(
      await send({
        type: "internal",
        attendees: [{ memberId }],
        startAt: "2026-01-05T14:00:00Z",
        endAt: "2026-01-05T15:00:00Z",
        timeZone: "UTC",
        recurrence: { rule: "FREQ=YEARLY" },
      }),
    );
    await api.change("DELETE", `/calendar-events/${series.id}?scope=this&occurrenceOn=2099-01-05`);
    const [invited, removed, ...others] = (await kindsOf(memberId)).map(({ kind, parameters }) => [
      kind,
      (parameters as { when: string }).when,
    ]);
    expect(invited).toEqual(["calendar.invited", expect.stringMatching(/^Jan 5, \d{4}, 9:00 AM EST, recurring$/)]);
    expect(invited?.[1]).not.toContain("2026,");
    expect([removed, others]).toEqual([["calendar.cancelled", "Jan 5, 2099, 9:00 AM EST"], []]);
  });
});
