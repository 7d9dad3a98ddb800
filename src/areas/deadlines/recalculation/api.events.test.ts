import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, openSession } from "../../../testing/harness/identity.ts";
import { openApi, readBody, faultOf, type Api } from "../../../testing/harness/requests/api.ts";
import { openPortal } from "../../../testing/harness/requests/portal-calls.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import type { CalendarEvent } from "../../calendar/schema.ts";
import type { DeadlineChain, Move } from "../../deadline-chains/schema.ts";
import { createMember } from "../../team/fixtures.ts";
import { createDeadline } from "../fixtures.ts";
import type { Deadline, DeadlineMove } from "../schema.ts";
import { eventOf } from "../../calendar/fixtures.ts";

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
});
afterAll(() => server.close(1000));

interface Whole {
  deadlineChain: DeadlineChain;
  deadlines: Deadline[];
}
interface Changed {
  calendarEvent: CalendarEvent;
  newEvent: CalendarEvent | null;
}
const deadlineOf = (reply: Reply) => readBody<{ deadline: Deadline }>(reply).deadline;
const datesOf = (deadlines: readonly Deadline[]) => deadlines.map(({ dueOn }) => dueOn);
const proposalsOf = (deadlines: readonly Deadline[]) =>
  deadlines.map(({ recalculation }) => recalculation?.proposedOn ?? null);

const trial = "2027-09-13";
const wholeDay = (on: string) => ({ allDay: true, startOn: on, endOn: on });
const createEvent = async (caseId: string, values: object = {}) =>
  eventOf(
    await api.change("POST", "/calendar-events", {
      type: "trial",
      title: "Trial",
      caseId,
      ...wholeDay(trial),
      ...values,
    }),
  ).id;
const applyTo = (caseId: string, recordId: string, values: object = {}) =>
  api.change("POST", `/cases/${caseId}/deadline-chains`, {
    templateKey: "frcp.trial_set",
    triggerOn: trial,
    trigger: { source: "trial", recordId },
    ...values,
  });
const follow = async (caseId: string, recordId: string, values: object = {}) =>
  readBody<Whole>(await applyTo(caseId, recordId, values));
const read = async (chainId: string) => readBody<Whole>(await api.get(`/deadline-chains/${chainId}`));
const move = (eventId: string, changes: object, by = api) => by.change("PATCH", `/calendar-events/${eventId}`, changes);
const moveTo = async (eventId: string, on: string) => readBody<Changed>(await move(eventId, wholeDay(on)));
const transition = (eventId: string, body: object) =>
  api.change("POST", `/calendar-events/${eventId}/transitions`, { reason: "By order of the court.", ...body });
const decide = (by: Api, deadlineId: string, decision: string) =>
  by.change("POST", `/deadlines/${deadlineId}/verify`, { subject: "recalculation", decision, basis: "court_order" });
const change = (deadlineId: string, body: object) => api.change("PATCH", `/deadlines/${deadlineId}`, body);

async function openTrial(values: object = {}) {
  const { caseId } = await createCase(tenant);
  const eventId = await createEvent(caseId, values);
  return { caseId, eventId, ...(await follow(caseId, eventId)) };
}

const preview = async (eventId: string, startOn: string) =>
  readBody<{ startOn: string; changes: DeadlineMove[] }>(
    await api.get(`/calendar-events/${eventId}/affected-deadlines?startOn=${startOn}`),
  );

/** 90, 30 and 14 days before: FRCP 26(a)(2)(D)(i), 26(a)(3)(B), 68(a); back from a closed day. */
const ofSeptember = ["2027-06-15", "2027-08-13", "2027-08-30"];
const ofAugust = ["2027-05-04", "2027-07-02", "2027-07-19"];

test("a trial that is held earlier moves its deadlines at once, unverified; back to a later day they wait, and a second person confirms them", async () => {
  const {
    caseId,
    eventId,
    deadlineChain: { id: chainId },
    deadlines,
  } = await openTrial();
  expect(datesOf(deadlines)).toEqual(ofSeptember);
  const [expert = ""] = deadlines.map(({ id }) => id);
  expect(deadlines[0]?.trigger).toEqual({ source: "trial", recordId: eventId, label: "Trial", on: trial });
  deadlineOf(
    await second.change("POST", `/deadlines/${expert}/verify`, {
      decision: "confirm",
      dueOn: "2027-06-15",
      basis: "court_rule",
    }),
  );

  const { length } = await readEvents(tenant);
  await moveTo(eventId, "2027-08-02");
  const earlier = await read(chainId);
  expect([datesOf(earlier.deadlines), earlier.deadlineChain.trigger.on, earlier.deadlineChain.revision]).toEqual([
    ofAugust,
    "2027-08-02",
    2,
  ]);
  expect(earlier.deadlines[0]).toMatchObject({
    verificationStatus: "unverified",
    recalculation: null,
    originalDueOn: "2027-06-15",
    setBy: { type: "system", causedBy: { id: tenant.keyId } },
    trigger: { on: "2027-08-02" },
  });
  const events = (await readEvents(tenant)).slice(length);
  expect(events.map(({ eventType }) => eventType)).toEqual([
    "calendar_event.rescheduled",
    "deadline.recalculated",
    "deadline.recalculated",
    "deadline.recalculated",
    "deadline_chain.recalculated",
  ]);
  for (const { relatedIds } of events)
    expect(relatedIds).toEqual(
      expect.arrayContaining([
        { entity: "calendar_event", id: eventId },
        { entity: "case", id: caseId },
      ]),
    );

  await moveTo(eventId, trial);
  const later = await read(chainId);
  expect([datesOf(later.deadlines), proposalsOf(later.deadlines)]).toEqual([ofAugust, ofSeptember]);
  expect(later.deadlines[0]?.recalculation).toMatchObject({
    triggerOn: trial,
    causedBy: { id: tenant.keyId },
    movedTrigger: { source: "trial", recordId: eventId, label: "Trial", fromOn: "2027-08-02", toOn: trial },
  });
  // Who moved the event is behind the new date.
  expect(faultOf(await decide(api, expert, "confirm"))).toEqual([409, "INVALID_STATE_TRANSITION"]);
  expect(deadlineOf(await decide(second, expert, "confirm"))).toMatchObject({
    dueOn: "2027-06-15",
    trigger: { on: trial },
    verificationStatus: "unverified",
    recalculation: null,
  });
  expect(deadlineOf(await decide(second, later.deadlines[1]?.id ?? "", "reject"))).toMatchObject({
    dueOn: "2027-07-02",
    recalculation: null,
  });
});

test("a trial that is continued goes on in another event, which the deadlines and their chain follow from then on", async () => {
  const {
    eventId,
    deadlineChain: { id: chainId },
    deadlines,
  } = await openTrial();
  deadlineOf(await change(deadlines[2]?.id ?? "", { dueOn: "2027-08-25", reason: "Ordered." }));
  const { newEvent } = readBody<Changed>(
    await transition(eventId, { toStatus: "continued", rescheduleTo: { startOn: "2027-11-01", endOn: "2027-11-01" } }),
  );
  const next = newEvent?.id ?? "";
  const after = await read(chainId);
  expect(after.deadlineChain.trigger).toEqual({ source: "trial", recordId: next, on: "2027-11-01" });
  expect([datesOf(after.deadlines), proposalsOf(after.deadlines)]).toEqual([
    ["2027-06-15", "2027-08-13", "2027-08-25"],
    ["2027-08-03", "2027-10-01", null],
  ]);
  expect(after.deadlines.map((each) => each.trigger?.recordId)).toEqual([next, next, next]);
  await moveTo(next, "2027-08-02");
  expect(datesOf((await read(chainId)).deadlines)).toEqual(["2027-05-04", "2027-07-02", "2027-08-25"]);
  // What was overridden is counted anew from the day that the trial has now.
  expect(deadlineOf(await change(deadlines[2]?.id ?? "", { isOverridden: false, reason: "Vacated." }))).toMatchObject({
    dueOn: "2027-07-19",
    trigger: { on: "2027-08-02" },
  });
});

test("a preview says what a move would change, and the move changes that; nothing is written by the preview", async () => {
  const {
    caseId,
    eventId,
    deadlineChain: { id: chainId },
    deadlines,
  } = await openTrial();
  const [expert = "", pretrial = "", offer = ""] = deadlines.map(({ id }) => id);
  const single = deadlineOf(
    await api.change("POST", `/cases/${caseId}/deadlines`, {
      type: "custom",
      title: "Jury fees",
      trigger: { source: "trial", recordId: eventId },
      offset: 25,
      unit: "calendar_days",
      direction: "before",
      rollRule: "none",
    }),
  ).id;
  deadlineOf(
    await api.change("POST", `/deadlines/${pretrial}/transitions`, { toStatus: "satisfied", on: "2026-01-05" }),
  );
  deadlineOf(await change(offer, { dueOn: "2027-08-25", reason: "Ordered." }));
  const { length } = await readEvents(tenant);
  const earlier = await preview(eventId, "2027-08-02");
  expect(earlier.startOn).toBe(trial);
  expect(earlier.changes.map(({ deadlineId, fromOn, toOn, action }) => [deadlineId, fromOn, toOn, action])).toEqual([
    [single, "2027-08-19", "2027-07-08", "move"],
    [expert, "2027-06-15", "2027-05-04", "move"],
    [pretrial, "2027-08-13", "2027-08-13", "keep_done"],
    [offer, "2027-08-25", "2027-08-25", "keep_overridden"],
  ]);
  const later = await preview(eventId, "2027-11-01");
  expect(later.changes.slice(0, 2).map(({ title, toOn, action }) => [title, toOn, action])).toEqual([
    ["Jury fees", "2027-10-07", "propose"],
    ["Expert disclosure", "2027-08-03", "propose"],
  ]);
  expect((await preview(eventId, trial)).changes).toEqual([]);
  expect((await readEvents(tenant)).length).toBe(length);
  await moveTo(eventId, "2027-08-02");
  expect([datesOf((await read(chainId)).deadlines), deadlineOf(await api.get(`/deadlines/${single}`)).dueOn]).toEqual([
    ["2027-05-04", "2027-08-13", "2027-08-25"],
    "2027-07-08",
  ]);
  const foreign = openApi(server, (await createTenant(server.services.database)).secret);
  expect((await foreign.get(`/calendar-events/${eventId}/affected-deadlines?startOn=2027-08-02`)).status).toBe(404);
  expect((await preview(await createEvent(caseId), "2027-08-02")).changes).toEqual([]);
});

test("a trial that is cancelled or put off moves nothing: its deadlines carry a warning until it is on again", async () => {
  const {
    eventId,
    deadlineChain: { id: chainId },
    deadlines,
  } = await openTrial();
  for (const toStatus of ["cancelled", "adjourned"]) {
    const { length } = await readEvents(tenant);
    readBody(await transition(eventId, { toStatus }));
    expect(
      (await readEvents(tenant))
        .slice(length)
        .map(({ eventType, entityId }) => [eventType, entityId])
        .slice(1),
    ).toEqual(deadlines.map(({ id }) => ["deadline.trigger_called_off", id]));
    const off = await read(chainId);
    expect(datesOf(off.deadlines)).toEqual(ofSeptember);
    for (const { calculation, verificationStatus } of off.deadlines)
      expect([calculation?.warnings.includes("trigger_called_off"), verificationStatus]).toEqual([true, "unverified"]);
    readBody(await transition(eventId, { toStatus: "scheduled" }));
    for (const { calculation } of (await read(chainId)).deadlines)
      expect(calculation?.warnings).not.toContain("trigger_called_off");
  }
});

test("an event from which open deadlines are counted is neither deleted, nor moved to another case, nor made a series; done ones do not hinder", async () => {
  const { eventId, deadlines } = await openTrial();
  const { caseId: other } = await createCase(tenant);
  const remove = () => api.change("DELETE", `/calendar-events/${eventId}?reason=Twice`);
  const rejected = await remove();
  expect([...faultOf(rejected), rejected.text]).toEqual([
    409,
    "INVALID_STATE_TRANSITION",
    expect.stringContaining("3 open deadlines are counted from this event"),
  ]);
  expect(faultOf(await move(eventId, { caseId: other }))).toEqual([409, "INVALID_STATE_TRANSITION"]);
  expect(faultOf(await move(eventId, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } }))).toEqual([
    409,
    "INVALID_STATE_TRANSITION",
  ]);
  for (const { id } of deadlines)
    deadlineOf(await api.change("POST", `/deadlines/${id}/transitions`, { toStatus: "cancelled", reason: "Settled." }));
  expect((await remove()).status).toBe(200);
});

describe("a trigger", () => {
  test("is an event of its type and case that takes place: no series, no private one, none of another organization", async () => {
    const { caseId } = await createCase(tenant);
    const { caseId: otherCase } = await createCase(tenant);
    const foreign = await createTenant(server.services.database);
    const foreignEvent = eventOf(
      await openApi(server, foreign.secret).change("POST", "/calendar-events", {
        type: "trial",
        title: "Trial",
        caseId: (await createCase(foreign)).caseId,
        ...wholeDay(trial),
      }),
    ).id;
    const off = await createEvent(caseId);
    readBody(await transition(off, { toStatus: "cancelled" }));
    const attempts: [string, object?][] = [
      [foreignEvent],
      [await createEvent(otherCase)],
      [await createEvent(caseId, { visibility: "private" })],
      ["cal_none"],
      [await createEvent(caseId, { type: "hearing" })],
      [await createEvent(caseId, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } })],
      [off],
      [await createEvent(caseId), { triggerOn: "2027-09-14" }],
    ];
    const replies: Reply[] = [];
    for (const [recordId, values] of attempts) replies.push(await applyTo(caseId, recordId, values));
    expect(replies.map(faultOf)).toEqual([
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
      [400, "trigger.source"],
      [400, "trigger.recordId"],
      [409, "cancelled"],
      [400, "triggerOn"],
    ]);
    expect(new Set(replies.slice(0, 4).map(({ text }) => text.replace(/req_\w+/, ""))).size).toBe(1);
  });

  test("of a single deadline is such an event, or a day alone; the day is the local one of the event’s time zone, which can change it", async () => {
    const { caseId } = await createCase(tenant);
    const eventId = await createEvent(caseId, {
      type: "hearing",
      allDay: false,
      startOn: undefined,
      endOn: undefined,
      startAt: "2027-09-14T05:00:00Z",
      endAt: "2027-09-14T06:00:00Z",
      timeZone: "America/Los_Angeles",
    });
    const add = (trigger: object) =>
      api.change("POST", `/cases/${caseId}/deadlines`, {
        type: "motion_response",
        trigger,
        offset: 7,
        unit: "calendar_days",
        direction: "before",
        rollRule: "none",
      });
    const { id, trigger, dueOn } = deadlineOf(await add({ source: "hearing", recordId: eventId }));
    expect([trigger, dueOn]).toEqual([{ source: "hearing", recordId: eventId, label: null, on: trial }, "2027-09-06"]);
    expect(deadlineOf(await add({ source: "judgment", on: trial }))).toMatchObject({
      trigger: { source: "judgment", recordId: null, on: trial },
      dueOn: "2027-09-06",
    });
    expect(deadlineOf(await add({ source: "trial", on: trial })).dueOn).toBe("2027-09-06");
    expect(faultOf(await add({ source: "judgment", on: trial, recordId: eventId }))).toEqual([400, "trigger.recordId"]);
    expect(faultOf(await add({ source: "trial" }))).toEqual([400, "trigger.on"]);
    expect(faultOf(await change(id, { trigger: { on: "2027-09-20" }, reason: "No." }))).toEqual([400, "trigger.on"]);
    // The instant stays; in New York it is the next day.
    readBody(await move(eventId, { timeZone: "America/New_York" }));
    expect(deadlineOf(await api.get(`/deadlines/${id}`))).toMatchObject({
      dueOn: "2027-09-06",
      recalculation: { proposedOn: "2027-09-07", triggerOn: "2027-09-14" },
    });
    readBody(await move(eventId, { timeZone: "America/Los_Angeles" }));
    expect(deadlineOf(await api.get(`/deadlines/${id}`))).toMatchObject({ dueOn: "2027-09-06", recalculation: null });
  });
});

/** A brief 20 days before the trial, its draft 10 days before it, and an outline 5 days before that. */
async function setPretrialTemplate(): Promise<void> {
  const item = {
    type: "custom",
    unit: "calendar_days",
    direction: "before",
    rollRule: "none",
    citation: "Standing order 4",
  };
  readBody(
    await api.change("PUT", "/deadline-chain-templates/cht_pretrial", {
      name: "Pretrial",
      jurisdiction: "US",
      trigger: { source: "trial", label: "Trial" },
      asOf: "2026-11",
      items: [
        { ...item, key: "brief", title: "Trial brief", offset: 20 },
        { ...item, key: "draft", title: "Draft", offset: 10, from: "item:brief" },
        { ...item, key: "outline", title: "Outline", offset: 5, from: "item:draft" },
      ],
    }),
  );
}

test("what is counted from an item of a chain waits with it, is confirmed after it, and is dropped with it", async () => {
  await setPretrialTemplate();
  const { caseId } = await createCase(tenant);
  const eventId = await createEvent(caseId);
  const {
    deadlineChain: { id: chainId },
    deadlines,
  } = await follow(caseId, eventId, { templateKey: "cht_pretrial" });
  const [brief = "", draft = "", outline = ""] = deadlines.map(({ id }) => id);
  const at = ["2027-08-24", "2027-08-14", "2027-08-09"];
  expect(datesOf(deadlines)).toEqual(at);
  expect(
    (await preview(eventId, "2027-09-20")).changes.map(({ itemKey, toOn, action }) => [itemKey, toOn, action]),
  ).toEqual([
    ["brief", "2027-08-31", "propose"],
    ["draft", "2027-08-21", "propose"],
    ["outline", "2027-08-16", "propose"],
  ]);
  await moveTo(eventId, "2027-09-20");
  const waiting = await read(chainId);
  expect([datesOf(waiting.deadlines), proposalsOf(waiting.deadlines)]).toEqual([
    at,
    ["2027-08-31", "2027-08-21", "2027-08-16"],
  ]);
  for (const { recalculation } of waiting.deadlines)
    expect(recalculation?.movedTrigger).toMatchObject({
      source: "trial",
      recordId: eventId,
      fromOn: trial,
      toOn: "2027-09-20",
    });
  const early = await decide(second, draft, "confirm");
  expect([early.status, early.text]).toEqual([409, expect.stringContaining("It is counted from “Trial brief”")]);
  deadlineOf(await decide(second, brief, "confirm"));
  deadlineOf(await decide(second, draft, "confirm"));
  expect(deadlineOf(await decide(second, outline, "confirm"))).toMatchObject({
    dueOn: "2027-08-16",
    trigger: { on: "2027-08-21" },
  });
  await moveTo(eventId, "2027-09-27");
  deadlineOf(await decide(second, brief, "reject"));
  const rejected = await read(chainId);
  expect([datesOf(rejected.deadlines), proposalsOf(rejected.deadlines)]).toEqual([
    ["2027-08-31", "2027-08-21", "2027-08-16"],
    [null, null, null],
  ]);
  await moveTo(eventId, trial);
  expect(datesOf((await read(chainId)).deadlines)).toEqual(at);
});

describe("what is counted from a closed deadline follows the date that this would have", () => {
  const endings = {
    satisfied: { toStatus: "satisfied", on: "2026-01-05" },
    waived: { toStatus: "waived", basis: "other", reason: "Stipulated." },
    cancelled: { toStatus: "cancelled", reason: "Not needed." },
  };
  const close = async (deadlineId: string, body: object = endings.cancelled) =>
    deadlineOf(await api.change("POST", `/deadlines/${deadlineId}/transitions`, body));
  async function openPretrial() {
    await setPretrialTemplate();
    const { caseId } = await createCase(tenant);
    const eventId = await createEvent(caseId);
    const whole = await follow(caseId, eventId, { templateKey: "cht_pretrial" });
    const [brief = "", draft = "", outline = ""] = whole.deadlines.map(({ id }) => id);
    return { caseId, eventId, chainId: whole.deadlineChain.id, brief, draft, outline };
  }
  /** 20, 30 and 35 days before the trial. */
  const before = ["2027-08-24", "2027-08-14", "2027-08-09"];

  test.each(Object.entries(endings))(
    "of one that is %s: earlier at once, later with a second person",
    async (_, body) => {
      const { eventId, chainId, brief, draft } = await openPretrial();
      await close(brief, body);
      expect(
        (await preview(eventId, "2027-08-02")).changes.map(({ itemKey, toOn, action }) => [itemKey, toOn, action]),
      ).toEqual([
        ["brief", "2027-08-24", "keep_done"],
        ["draft", "2027-07-03", "move"],
        ["outline", "2027-06-28", "move"],
      ]);
      await moveTo(eventId, "2027-08-02");
      const earlier = await read(chainId);
      expect(datesOf(earlier.deadlines)).toEqual(["2027-08-24", "2027-07-03", "2027-06-28"]);
      expect(earlier.deadlines[1]).toMatchObject({ verificationStatus: "unverified", trigger: { on: "2027-07-13" } });
      await moveTo(eventId, trial);
      const later = await read(chainId);
      expect([datesOf(later.deadlines), proposalsOf(later.deadlines)]).toEqual([
        ["2027-08-24", "2027-07-03", "2027-06-28"],
        [null, "2027-08-14", "2027-08-09"],
      ]);
      expect(deadlineOf(await decide(second, draft, "confirm")).dueOn).toBe("2027-08-14");
    },
  );

  test("of two in a row, and of the one in the middle; a rejection drops what waits through it", async () => {
    const both = await openPretrial();
    await close(both.brief);
    await close(both.draft);
    await moveTo(both.eventId, "2027-08-02");
    expect(datesOf((await read(both.chainId)).deadlines)).toEqual(["2027-08-24", "2027-08-14", "2027-06-28"]);

    const middle = await openPretrial();
    await close(middle.draft);
    await moveTo(middle.eventId, "2027-08-02");
    expect(datesOf((await read(middle.chainId)).deadlines)).toEqual(["2027-07-13", "2027-08-14", "2027-06-28"]);
    await moveTo(middle.eventId, trial);
    expect(proposalsOf((await read(middle.chainId)).deadlines)).toEqual(["2027-08-24", null, "2027-08-09"]);
    deadlineOf(await decide(second, middle.brief, "reject"));
    expect(proposalsOf((await read(middle.chainId)).deadlines)).toEqual([null, null, null]);
  });

  test("into the event in which it goes on, and with that one’s day where an override ends or it is reopened", async () => {
    const { eventId, chainId, brief, draft } = await openPretrial();
    await close(brief);
    const { newEvent } = readBody<Changed>(
      await transition(eventId, {
        toStatus: "continued",
        rescheduleTo: { startOn: "2027-09-20", endOn: "2027-09-20" },
      }),
    );
    expect(proposalsOf((await read(chainId)).deadlines)).toEqual([null, "2027-08-21", "2027-08-16"]);
    deadlineOf(await change(draft, { dueOn: "2027-08-10", reason: "Ordered." }));
    await moveTo(newEvent?.id ?? "", "2027-08-02");
    expect(datesOf((await read(chainId)).deadlines)).toEqual(["2027-08-24", "2027-08-10", "2027-08-05"]);
    expect(deadlineOf(await change(draft, { isOverridden: false, reason: "Vacated." }))).toMatchObject({
      dueOn: "2027-07-03",
      trigger: { on: "2027-07-13" },
    });
    expect(await close(brief, { toStatus: "open", reason: "By mistake." })).toMatchObject({
      dueOn: "2027-07-13",
      trigger: { on: "2027-08-02" },
    });
  });

  test("and a cancelled trial warns of it, and is not deleted", async () => {
    const { eventId, chainId, brief } = await openPretrial();
    await close(brief);
    expect(faultOf(await api.change("DELETE", `/calendar-events/${eventId}?reason=Mistake`))).toEqual([
      409,
      "INVALID_STATE_TRANSITION",
    ]);
    readBody(await transition(eventId, { toStatus: "cancelled" }));
    const { deadlines } = await read(chainId);
    expect(deadlines.map(({ calculation }) => calculation?.warnings.includes("trigger_called_off"))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("in a chain that follows no record", async () => {
    await setPretrialTemplate();
    const { caseId } = await createCase(tenant);
    const { deadlineChain, deadlines } = readBody<Whole>(
      await api.change("POST", `/cases/${caseId}/deadline-chains`, { templateKey: "cht_pretrial", triggerOn: trial }),
    );
    expect(datesOf(deadlines)).toEqual(before);
    await close(deadlines[0]?.id ?? "");
    const recalculated = await api.change("POST", `/deadline-chains/${deadlineChain.id}/recalculate`, {
      triggerOn: "2027-08-02",
      reason: "The court moved it.",
      commit: false,
    });
    const { changes } = readBody<{ changes: Move[] }>(recalculated);
    expect(changes.map(({ itemKey, toOn, action }) => [itemKey, toOn, action])).toEqual([
      ["brief", "2027-08-24", "keep_done"],
      ["draft", "2027-07-03", "move"],
      ["outline", "2027-06-28", "move"],
    ]);
  });
});

test("two at once, the event moved and a chain applied to it or verified: no deadlock, and no date of the day before the move", async () => {
  for (let round = 0; round < 6; round += 1) {
    const {
      caseId,
      eventId,
      deadlines: [first],
    } = await openTrial();
    const [moved, applied, verified] = await Promise.all([
      move(eventId, wholeDay("2027-08-02")),
      applyTo(caseId, eventId, { templateKey: "frcp.expert_disclosed" }),
      second.change("POST", `/deadlines/${first?.id}/verify`, {
        decision: "confirm",
        dueOn: "2027-06-15",
        basis: "court_rule",
      }),
    ]);
    expect(moved.status).toBe(200);
    // The chain is of the new day, or its day is no longer the event's, or it was first and moved along.
    expect([201, 400]).toContain(applied.status);
    expect([200, 409]).toContain(verified.status);
    const all = readBody<{ deadlines: Deadline[] }>(await api.get(`/cases/${caseId}/deadlines`)).deadlines;
    for (const { trigger, verificationStatus } of all)
      expect([trigger?.on, verificationStatus]).toEqual(["2027-08-02", "unverified"]);
  }
});

test("more than 200 deadlines of an event reject its move, and change nothing", async () => {
  const { caseId } = await createCase(tenant);
  const eventId = await createEvent(caseId);
  for (let number = 0; number < 201; number += 1)
    await createDeadline(tenant, {
      caseId,
      triggerSource: "trial",
      triggerRecordId: eventId,
      triggerOn: trial,
      offset: 7,
      unit: "calendar_days",
      direction: "before",
    });
  const rejected = await move(eventId, wholeDay("2027-08-02"));
  expect([rejected.status, rejected.text]).toEqual([409, expect.stringContaining("More than 200 deadlines")]);
  expect(eventOf(await api.get(`/calendar-events/${eventId}`)).startOn).toBe(trial);
});

test("a second person decides in the portal on all later dates of a move at once: all of them or none, each in the audit log, items after what they are counted from", async () => {
  const { slug } = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Organization")
      .select("slug")
      .where("id", "=", tenant.organizationId)
      .executeTakeFirstOrThrow(),
  );
  const signIn = async (hasSecondFactor: boolean) => {
    const memberId = await createMember(tenant, {
      firstName: "Cleo",
      lastName: "Verifier",
      role: "attorney",
      isAttorney: true,
    });
    return openPortal(
      server,
      await openSession(
        server,
        await createPerson(server, { member: { organizationId: tenant.organizationId, memberId }, hasSecondFactor }),
      ),
      slug,
    );
  };
  const portal = await signIn(true);
  await setPretrialTemplate();
  const { caseId } = await createCase(tenant);
  const eventId = await createEvent(caseId);
  const {
    deadlineChain: { id: chainId },
  } = await follow(caseId, eventId, { templateKey: "cht_pretrial" });
  await moveTo(eventId, "2027-09-20");
  const waiting = (await read(chainId)).deadlines
    .map(({ id: deadlineId, recalculation }) => ({ deadlineId, proposedOn: recalculation?.proposedOn ?? "" }))
    .toReversed();
  const decideAll = (deadlines: object[], decision = "confirm", by = portal) =>
    by.mutate<{ deadlines: Deadline[] }>("deadlines.decideMove", { deadlines, decision });
  const [first, ...rest] = waiting;
  expect((await decideAll(waiting, "confirm", await signIn(false))).error?.data.code).toBe("FORBIDDEN");
  expect((await decideAll([{ ...first, proposedOn: "2027-08-17" }, ...rest])).error?.message).toContain("changed");
  const { deadline: other } = readBody<{ deadline: Deadline }>(
    await api.change("POST", `/cases/${(await createCase(tenant)).caseId}/deadlines`, {
      type: "custom",
      dueOn: "2027-08-17",
    }),
  );
  expect((await decideAll([{ deadlineId: other.id, proposedOn: "2027-08-17" }, ...rest])).error?.message).toContain(
    "must be of one case",
  );
  expect(proposalsOf((await read(chainId)).deadlines)).toEqual(["2027-08-31", "2027-08-21", "2027-08-16"]);
  expect((await decideAll(rest.slice(0, 1))).error?.message).toContain("decide on that one first");
  const { length } = await readEvents(tenant);
  expect(datesOf((await decideAll(waiting)).data.deadlines)).toEqual(["2027-08-31", "2027-08-21", "2027-08-16"]);
  expect((await readEvents(tenant)).slice(length).map(({ eventType }) => eventType)).toEqual(
    Array(3).fill("deadline.recalculated"),
  );
  expect((await decideAll(waiting)).error?.data.code).toBe("STALE_REVISION");

  await moveTo(eventId, "2027-09-27");
  const again = (await read(chainId)).deadlines.map(({ id: deadlineId, recalculation }) => ({
    deadlineId,
    proposedOn: recalculation?.proposedOn ?? "",
  }));
  expect(proposalsOf((await decideAll(again, "reject")).data.deadlines)).toEqual([null, null, null]);
});
