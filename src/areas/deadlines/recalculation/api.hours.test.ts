import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, faultOf, type Api } from "../../../testing/harness/requests/api.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import type { CalendarEvent } from "../../calendar/schema.ts";
import type { DeadlineChain, Move } from "../../deadline-chains/schema.ts";
import { createMember } from "../../team/fixtures.ts";
import type { Deadline, DeadlineMove } from "../schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
/** Another person's key. */
let second: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  const actingAttorneyId = await createMember(tenant, {
    firstName: "Ben",
    lastName: "Second",
    isAttorney: true,
    role: "attorney",
  });
  second = openApi(server, (await createKey(tenant, { actingAttorneyId })).secret);
  const item = { key: "notice", type: "custom", title: "Notice", direction: "before", citation: "Local rule 3" };
  readBody(
    await api.change("PUT", "/deadline-chain-templates/cht_hours", {
      name: "Hearing",
      jurisdiction: "US",
      trigger: { source: "hearing", label: "Hearing" },
      asOf: "2026-11",
      items: [{ ...item, offset: 48, unit: "hours" }],
    }),
  );
});
afterAll(() => server.close(1000));

interface Whole {
  deadlineChain: DeadlineChain;
  deadlines: Deadline[];
}
const deadlineOf = (reply: Reply) => readBody<{ deadline: Deadline }>(reply).deadline;
/** A Wednesday; New York is four hours behind UTC. */
const day = "2027-09-15";
const at = (time: string, on = day) => ({ startAt: `${on}T${time}:00-04:00`, endAt: `${on}T23:00:00-04:00` });
const wholeDay = { allDay: true, startOn: day, endOn: day };

const createHearing = async (caseId: string, values: object = at("15:00")) =>
  readBody<{ calendarEvent: CalendarEvent }>(
    await api.change("POST", "/calendar-events", {
      type: "hearing",
      title: "Hearing",
      caseId,
      ...("allDay" in values ? {} : { timeZone: "America/New_York" }),
      ...values,
    }),
  ).calendarEvent.id;
const change = async (eventId: string, changes: object) =>
  readBody(await api.change("PATCH", `/calendar-events/${eventId}`, changes));
const applyTo = (caseId: string, recordId: string, values: object = {}) =>
  api.change("POST", `/cases/${caseId}/deadline-chains`, {
    templateKey: "cht_hours",
    triggerOn: day,
    trigger: { source: "hearing", recordId },
    ...values,
  });
const addTo = (caseId: string, recordId: string, values: object = {}) =>
  api.change("POST", `/cases/${caseId}/deadlines`, {
    type: "custom",
    title: "Notice",
    trigger: { source: "hearing", recordId },
    offset: 24,
    unit: "hours",
    direction: "before",
    ...values,
  });
const get = async (deadlineId: string) => deadlineOf(await api.get(`/deadlines/${deadlineId}`));
const dueOf = ({ dueOn, dueTime }: Deadline) => `${dueOn} ${dueTime ?? "end"}`;
const decide = (by: Api, deadlineId: string) =>
  by.change("POST", `/deadlines/${deadlineId}/verify`, {
    subject: "recalculation",
    decision: "confirm",
    basis: "court_order",
  });

async function open(values?: object, caseState?: string) {
  const { caseId } = await createCase(tenant, caseState === undefined ? {} : { caseState });
  const eventId = await createHearing(caseId, values);
  const { deadlineChain, deadlines } = readBody<Whole>(await applyTo(caseId, eventId));
  return { caseId, eventId, chainId: deadlineChain.id, deadlineId: deadlines[0]?.id ?? "" };
}

test("hours before a hearing run from its time, and follow it: earlier on the same day at once, later once a second person confirmed it", async () => {
  const { eventId, deadlineId } = await open();
  expect(await get(deadlineId)).toMatchObject({ dueOn: "2027-09-13", dueTime: "15:00", startTime: "15:00" });
  await change(eventId, at("09:00"));
  expect(await get(deadlineId)).toMatchObject({
    dueOn: "2027-09-13",
    dueTime: "09:00",
    dueAt: "2027-09-13T13:00:00.000Z",
    startTime: "09:00",
    recalculation: null,
  });

  await change(eventId, at("15:00"));
  expect(await get(deadlineId)).toMatchObject({
    dueTime: "09:00",
    startTime: "09:00",
    recalculation: { proposedOn: "2027-09-13", proposedTime: "15:00", triggerOn: day, triggerTime: "15:00" },
  });
  expect((await decide(api, deadlineId)).status).toBe(409);
  expect(deadlineOf(await decide(second, deadlineId))).toMatchObject({
    dueOn: "2027-09-13",
    dueTime: "15:00",
    startTime: "15:00",
    recalculation: null,
  });

  // Two days before is a Sunday.
  await change(eventId, at("09:00", "2027-09-14"));
  expect(dueOf(await get(deadlineId))).toBe("2027-09-10 09:00");
});

test("a later time that waits is dropped when the hearing goes back, and replaced when it moves on", async () => {
  const { eventId, deadlineId } = await open();
  for (const time of ["16:00", "17:30"]) {
    await change(eventId, at(time));
    expect((await get(deadlineId)).recalculation).toMatchObject({ proposedOn: "2027-09-13", proposedTime: time });
  }
  const { revision } = await get(deadlineId);
  await change(eventId, { title: "Hearing on the motion" });
  expect((await get(deadlineId)).revision).toBe(revision);
  await change(eventId, at("15:00"));
  expect(await get(deadlineId)).toMatchObject({ dueTime: "15:00", recalculation: null });
});

test("who moved the day does not confirm it because somebody else moved the time after that", async () => {
  const { eventId, deadlineId } = await open();
  await change(eventId, at("15:00", "2027-09-16"));
  readBody(await second.change("PATCH", `/calendar-events/${eventId}`, at("16:00", "2027-09-16")));
  expect((await get(deadlineId)).recalculation).toMatchObject({ proposedOn: "2027-09-14", proposedTime: "16:00" });
  for (const by of [api, second]) expect((await decide(by, deadlineId)).status).toBe(409);
});

test("hours that are counted from an item follow that item’s time, and wait with it", async () => {
  const item = { type: "custom", direction: "before", unit: "hours", citation: "Local rule 3" };
  readBody(
    await api.change("PUT", "/deadline-chain-templates/cht_hours_chained", {
      name: "Hearing",
      jurisdiction: "US",
      trigger: { source: "hearing", label: "Hearing" },
      asOf: "2026-11",
      items: [
        { ...item, key: "notice", title: "Notice", offset: 24 },
        { ...item, key: "draft", title: "Draft", offset: 24, from: "item:notice" },
      ],
    }),
  );
  const { caseId } = await createCase(tenant);
  const eventId = await createHearing(caseId);
  const { deadlines } = readBody<Whole>(await applyTo(caseId, eventId, { templateKey: "cht_hours_chained" }));
  const ids = deadlines.map(({ id }) => id);
  const read = async () => Promise.all(ids.map(get));
  expect((await read()).map(dueOf)).toEqual(["2027-09-14 15:00", "2027-09-13 15:00"]);
  const query = `/calendar-events/${eventId}/affected-deadlines?startOn=${day}&startTime=09:00`;
  expect(readBody<{ changes: DeadlineMove[] }>(await api.get(query)).changes.map(({ toTime }) => toTime)).toEqual([
    "09:00",
    "09:00",
  ]);
  await change(eventId, at("09:00"));
  expect((await read()).map(dueOf)).toEqual(["2027-09-14 09:00", "2027-09-13 09:00"]);
  await change(eventId, at("16:00"));
  expect((await read()).map(({ recalculation }) => recalculation?.proposedTime)).toEqual(["16:00", "16:00"]);
  for (const id of ids) expect((await decide(second, id)).status).toBe(200);
  expect((await read()).map(dueOf)).toEqual(["2027-09-14 16:00", "2027-09-13 16:00"]);
});

test("days before a hearing do not change with its time", async () => {
  const { caseId } = await createCase(tenant);
  const eventId = await createHearing(caseId);
  const { id, revision, dueOn } = deadlineOf(await addTo(caseId, eventId, { offset: 7, unit: "calendar_days" }));
  await change(eventId, at("09:00"));
  expect(await get(id)).toMatchObject({ revision, dueOn, dueTime: null, startTime: null });
});

test("a preview says what another time would do", async () => {
  const { eventId, deadlineId } = await open();
  const preview = async (query: string) =>
    readBody<{ startOn: string; startTime: string | null; changes: DeadlineMove[] }>(
      await api.get(`/calendar-events/${eventId}/affected-deadlines?startOn=${query}`),
    );
  const movesOf = async (query: string) =>
    (await preview(query)).changes.map(({ toOn, toTime, action }) => [toOn, toTime, action]);
  expect(await preview(`${day}&startTime=09:00`)).toMatchObject({
    startOn: day,
    startTime: "15:00",
    changes: [
      expect.objectContaining({
        deadlineId,
        fromOn: "2027-09-13",
        fromTime: "15:00",
        toOn: "2027-09-13",
        toTime: "09:00",
        action: "move",
      }),
    ],
  });
  expect(await movesOf(`${day}&startTime=16:00`)).toEqual([["2027-09-13", "16:00", "propose"]]);
  expect(await movesOf("2027-09-16")).toEqual([["2027-09-14", "15:00", "propose"]]);
  expect(await movesOf(day)).toEqual([]);
  expect(await movesOf(`${day}&startTime=15:00`)).toEqual([]);
  expect((await api.get(`/calendar-events/${eventId}/affected-deadlines?startOn=${day}&startTime=25:00`)).status).toBe(
    400,
  );
});

test("a time that is given with the event is the event’s; one that takes whole days needs it", async () => {
  const { caseId } = await createCase(tenant);
  const eventId = await createHearing(caseId);
  expect(faultOf(await applyTo(caseId, eventId, { triggerTime: "16:00" }))).toEqual([400, "triggerTime"]);
  const preview = {
    templateKey: "cht_hours",
    caseId,
    triggerOn: day,
    trigger: { source: "hearing", recordId: eventId },
  };
  const draft = (body: object) => api.change("POST", "/deadline-chains/preview", { ...preview, ...body });
  expect(faultOf(await draft({ triggerTime: "16:00" }))).toEqual([400, "triggerTime"]);
  expect(readBody<Whole>(await draft({})).deadlines.map(dueOf)).toEqual(["2027-09-13 15:00"]);
  expect(faultOf(await addTo(caseId, eventId, { startTime: "16:00" }))).toEqual([400, "startTime"]);
  const { id } = deadlineOf(await addTo(caseId, eventId));
  expect(dueOf(await get(id))).toBe("2027-09-14 15:00");
  const correct = (body: object) => api.change("PATCH", `/deadlines/${id}`, { reason: "No.", ...body });
  expect(faultOf(await correct({ startTime: "16:00" }))).toEqual([400, "startTime"]);
  readBody(await applyTo(caseId, eventId, { triggerTime: "15:00" }));

  const whole = await createHearing(caseId, wholeDay);
  expect(faultOf(await applyTo(caseId, whole))).toEqual([400, "triggerTime"]);
  expect(faultOf(await addTo(caseId, whole))).toEqual([400, "startTime"]);
  const { deadlines } = readBody<Whole>(await applyTo(caseId, whole, { triggerTime: "10:00" }));
  expect(deadlines.map(dueOf)).toEqual(["2027-09-13 10:00"]);
  const followed = deadlines[0]?.id ?? "";
  await change(whole, { startOn: "2027-09-14", endOn: "2027-09-14" });
  expect(dueOf(await get(followed))).toBe("2027-09-10 10:00");
  await change(whole, { allDay: false, ...at("09:00", "2027-09-14"), timeZone: "America/New_York" });
  expect(dueOf(await get(followed))).toBe("2027-09-10 09:00");
  // It may begin at any time of its day then.
  await change(whole, { allDay: true, startOn: "2027-09-14", endOn: "2027-09-14" });
  expect(dueOf(await get(followed))).toBe("2027-09-10 00:00");
});

test("a deadline of another time zone has the hearing’s time there", async () => {
  const { eventId, deadlineId } = await open(at("15:00"), "CA");
  expect(await get(deadlineId)).toMatchObject({
    timeZone: "America/Los_Angeles",
    startTime: "12:00",
    dueTime: "12:00",
    dueAt: "2027-09-13T19:00:00.000Z",
  });
  await change(eventId, at("14:00"));
  expect(await get(deadlineId)).toMatchObject({ dueTime: "11:00", dueAt: "2027-09-13T18:00:00.000Z" });
  // It is on the day before there: the beginning of the event's day stands for it.
  await change(eventId, { startAt: `${day}T00:30:00-04:00`, endAt: `${day}T01:00:00-04:00` });
  expect(await get(deadlineId)).toMatchObject({ startTime: "00:00" });
});

test("an overridden date that is calculated anew takes the time that the hearing has by then", async () => {
  const { eventId, deadlineId } = await open();
  readBody(await api.change("PATCH", `/deadlines/${deadlineId}`, { dueOn: "2027-09-10", reason: "Ordered." }));
  await change(eventId, at("09:00"));
  readBody(await api.change("PATCH", `/deadlines/${deadlineId}`, { isOverridden: false, reason: "Vacated." }));
  expect(dueOf(await get(deadlineId))).toBe("2027-09-13 09:00");
});

test("a chain is recalculated whatever type and visibility its event has by then; another one does not begin to follow it", async () => {
  const { caseId, eventId, chainId } = await open();
  const recalculate = (triggerOn: string) =>
    api.change("POST", `/deadline-chains/${chainId}/recalculate`, { triggerOn, reason: "Known.", commit: false });
  for (const changes of [{ type: "trial" }, { visibility: "private" }]) {
    await change(eventId, changes);
    expect(readBody<{ changes: Move[] }>(await recalculate(day)).changes).toEqual([]);
    expect(faultOf(await recalculate("2027-09-14"))).toEqual([400, "triggerOn"]);
  }
  expect(faultOf(await addTo(caseId, eventId))).toEqual([404, "NOT_FOUND"]);
  await change(eventId, { ...at("09:00", "2027-09-14") });
  expect(readBody<{ changes: Move[] }>(await recalculate("2027-09-14")).changes).toEqual([]);
});
