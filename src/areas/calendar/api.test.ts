import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { readAuditEntries, readEvents } from "../../testing/harness/traces.ts";
import { createContact } from "../contacts/fixtures.ts";
import { createDeadline } from "../deadlines/fixtures.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { createLead } from "../leads/fixtures.ts";
import { createTask } from "../tasks/fixtures.ts";
import { createMember, signInMember } from "../team/fixtures.ts";
import { addAttendee, createEvent, eventOf } from "./fixtures.ts";
import type { CalendarEvent, Occurrence } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const times = { startAt: "2083-04-20T14:00:00Z", endAt: "2083-04-20T15:00:00Z" };
const send = (body: object, by = api) =>
  by.change("POST", "/calendar-events", { type: "client_meeting", title: "Meeting", ...times, ...body });
const faultOf = ({ status, headers }: Reply) => [status, headers["x-error-detail"]];
const canary = "qzcanaryxvprivatetitle";

test("acceptance 10: a private event shows its time alone to others: in responses, filters, the feed, webhooks, the activity and writes", async () => {
  const { caseId } = await createCase(tenant);
  const event = eventOf(await send({ title: canary, description: canary, visibility: "private", caseId }));
  expect([event.title, event.isMasked, event.organizer?.id]).toEqual([canary, false, tenant.attorneyId]);
  const memberId = await createMember(tenant, { isAttorney: true, role: "attorney" });
  const strangers = [
    await createKey(tenant, { actingAttorneyId: memberId }),
    await createKey(tenant, { actingAttorneyId: null }),
  ].map(({ secret }) => openApi(server, secret));
  for (const stranger of strangers) {
    const seen = await stranger.get(`/calendar-events/${event.id}`);
    expect(eventOf(seen)).toMatchObject({
      id: event.id,
      title: "Private",
      isMasked: true,
      caseId: null,
      type: null,
      startAt: event.startAt,
      createdBy: null,
    });
    const window = await stranger.get("/calendar-occurrences?from=2083-04-20T00:00:00Z&to=2083-04-21T00:00:00Z");
    expect(
      readBody<{ occurrences: Occurrence[] }>(window).occurrences.find(({ eventId }) => eventId === event.id),
    ).toMatchObject({ title: "Private", isMasked: true, availableTransitions: [] });
    for (const path of [
      `/calendar-events?caseId=${caseId}`,
      `/cases/${caseId}/calendar-events`,
      "/calendar-events?type=client_meeting",
    ])
      expect((await stranger.get(path)).text).not.toContain(event.id);
    expect([
      (await stranger.change("PATCH", `/calendar-events/${event.id}`, { title: "Mine" })).status,
      (await stranger.change("DELETE", `/calendar-events/${event.id}`)).status,
    ]).toEqual([403, 403]);
    expect(`${seen.text}${window.text}`).not.toContain(canary);
  }
  expect((await api.get(`/calendar-events?caseId=${caseId}`)).text).toContain(event.id);
  expect((await api.get(`/calendar-events?q=${canary}`)).body["calendarEvents"]).toEqual([]);
  await api.change("PATCH", `/calendar-events/${event.id}`, { location: canary });
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === event.id);
  // A webhook has what the feed has.
  expect([events.length, JSON.stringify(events).includes(canary), JSON.stringify(events).includes(caseId)]).toEqual([
    2,
    false,
    false,
  ]);
  expect((await api.get(`/cases/${caseId}/activity`)).text).not.toContain(event.id);
});

test("acceptance 11: a medical event shows its type alone without medical:read; with it the read is in the audit log", async () => {
  const { eventId } = await createEvent(tenant, { type: "ime", title: canary, location: canary, docketNumber: "D-77" });
  const reader = openApi(server, (await createKey(tenant, { scopes: ["calendar:read"] })).secret);
  expect(eventOf(await reader.get(`/calendar-events/${eventId}`))).toMatchObject({
    title: "Medical examination",
    location: null,
    isMasked: true,
    type: "ime",
  });
  expect((await reader.get("/calendar-events?docketNumber=D-77")).body["calendarEvents"]).toEqual([]);
  const before = (await readAuditEntries(tenant)).length;
  const clinician = openApi(server, (await createKey(tenant, { scopes: ["calendar:read", "medical:read"] })).secret);
  expect(eventOf(await clinician.get(`/calendar-events/${eventId}`)).title).toBe(canary);
  expect((await readAuditEntries(tenant)).slice(before).map(({ entityId }) => entityId)).toEqual([eventId]);
});

test("free text and meeting links are in no event", async () => {
  const virtualMeeting = { url: `https://meet.example.com/${canary}` };
  const event = eventOf(await send({ description: canary, virtualMeeting }));
  expect(event.virtualMeeting).toEqual({ ...virtualMeeting, dialIn: null, accessCode: null });
  await api.change("PATCH", `/calendar-events/${event.id}`, { description: `${canary} again`, virtualMeeting: null });
  const events = (await readEvents(tenant)).slice(-2);
  expect(events).toMatchObject([
    { payload: { description: "[redacted]", virtualMeeting: "[redacted]" } },
    { diff: { virtualMeeting: { from: "[redacted]", to: null } } },
  ]);
  expect(JSON.stringify(events)).not.toContain(canary);
});

test("acceptance 13: the title for feeds contains no name of the client", async () => {
  const { caseId, clientId } = await createCase(tenant);
  await changeRow(tenant, "Client", clientId, { firstName: "Élodie", lastName: "Vandermeer" });
  expect(faultOf(await send({ caseId, feedTitle: "Call elodie" }))).toEqual([400, "feedTitle"]);
  expect([
    faultOf(await send({ caseId, feedTitle: "Vandermeer v. Doe" })),
    (await send({ caseId, feedTitle: "Mediation, day 2" })).status,
  ]).toEqual([[400, "feedTitle"], 201]);
});

test("acceptance 19: an archived case is read-only, and a case with an event ahead is not deleted", async () => {
  const { caseId } = await createCase(tenant);
  const event = eventOf(await send({ type: "hearing", caseId }));
  const rejected = await api.change("DELETE", `/cases/${caseId}`);
  expect([rejected.status, rejected.text.includes("events that are still ahead")]).toEqual([409, true]);
  await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
  const replies = [
    await send({ caseId }),
    await api.change("PATCH", `/calendar-events/${event.id}`, { title: "x" }),
    await api.change("DELETE", `/calendar-events/${event.id}?reason=x`),
  ];
  expect(replies.map(({ status, body }) => [status, body["code"]])).toEqual(
    replies.map(() => [409, "INVALID_STATE_TRANSITION"]),
  );
});

test("a stage with the gate no_upcoming_event is not entered while an event is ahead", async () => {
  const { caseId } = await createCase(tenant);
  await createEvent(tenant, { caseId, startAt: "2026-01-05T14:00:00Z", endAt: "2026-01-05T15:00:00Z" });
  const { eventId } = await createEvent(tenant, { caseId, ...times });
  readBody(await api.change("PUT", "/case-stage-gates/demand_sent", { gates: ["no_upcoming_event"] }));
  const move = () => api.change("POST", `/cases/${caseId}/transitions`, { toStage: "demand_sent", reason: "Sent" });
  expect((await move()).text).toContain("no_upcoming_event (cancel or delete the events that are still ahead)");
  readBody(
    await api.change("POST", `/calendar-events/${eventId}/transitions`, { toStatus: "cancelled", reason: "Settled" }),
  );
  readBody(await move());
});

test("the case's numbers count what is ahead, and name the next event, for a reader of the calendar", async () => {
  const { caseId } = await createCase(tenant);
  const at = (year: number) => ({
    caseId,
    startAt: `${year}-04-20T14:00:00.000Z`,
    endAt: `${year}-04-20T15:00:00.000Z`,
  });
  const { eventId } = await createEvent(tenant, { ...at(2127), visibility: "private" });
  for (const values of [
    at(2025),
    { ...at(2126), status: "cancelled" },
    { ...at(2128), type: "trial" },
    { ...at(2025), rule: "FREQ=WEEKLY;BYDAY=SU" },
  ])
    await createEvent(tenant, values);
  const read = async (by = api) => readBody<{ summary: object }>(await by.get(`/cases/${caseId}/summary`)).summary;
  expect(await read()).toMatchObject({
    upcomingEventCount: 3,
    nextEvent: { type: null, startAt: "2127-04-20T14:00:00.000Z" },
  });
  await changeRow(tenant, "CalendarEvent", eventId, { deletedAt: new Date().toISOString() });
  expect(await read()).toMatchObject({
    upcomingEventCount: 2,
    nextEvent: { type: "trial", startAt: "2128-04-20T14:00:00.000Z" },
  });
  const blind = openApi(server, (await createKey(tenant, { scopes: ["cases:read"] })).secret);
  expect(await read(blind)).toMatchObject({
    upcomingEventCount: null,
    nextEvent: null,
    openDeadlineCount: null,
    nextDeadline: null,
  });
});

test("a member who manages keys sees events of the calendar in the feed", async () => {
  const { eventId } = await createEvent(tenant);
  readBody(await api.change("PATCH", `/calendar-events/${eventId}`, { title: "Hearing on costs" }));
  const { portal } = await signInMember(server, tenant, { role: "paralegal", permissions: ["integrations:manage"] });
  expect(JSON.stringify((await portal.query("events.listNewest", { limit: 50 })).data)).toContain("Hearing on costs");
});

test("acceptance 23: records of another organization are not found, byte for byte as unknown ones; a key that only writes is shown what it sent", async () => {
  const foreign = await createTenant(server.services.database);
  const { eventId, caseId } = await createEvent(foreign);
  const memberId = await createMember(foreign);
  const replies = async (ids: { eventId: string; caseId: string; memberId: string }) =>
    (
      await Promise.all([
        api.get(`/calendar-events/${ids.eventId}`),
        api.get(`/cases/${ids.caseId}/calendar-events`),
        send({ caseId: ids.caseId }),
        send({ attendees: [{ memberId: ids.memberId }] }),
        send({ organizerMemberId: ids.memberId }),
      ])
    ).map(({ status, text }) => [status, text]);
  const found = await replies({ eventId, caseId, memberId });
  expect(found).toEqual(await replies({ eventId: "cal_x", caseId: "case_x", memberId: "mem_x" }));
  expect(found.map(([status]) => status)).toEqual(found.map(() => 404));
  const writer = openApi(server, (await createKey(tenant, { scopes: ["calendar:write"] })).secret);
  const { title, createdBy } = readBody<{ calendarEvent: Partial<CalendarEvent> }>(
    await send({ title: "Written" }, writer),
  ).calendarEvent;
  expect([title, createdBy]).toEqual(["Written", undefined]);
});

test("acceptance 25: a request that is sent again under its idempotency key has the same response, and creates one event", async () => {
  const body = { type: "internal", title: "Review", ...times, externalId: "replayed" };
  const again = () =>
    api.change("POST", "/calendar-events", body, { "X-Idempotency-Key": "0b1c5c3e-8a39-4b5f-9d53-3a6f3f9f2a11" });
  const [first, second] = [await again(), await again()];
  expect([first.status, second.status, second.text === first.text]).toEqual([201, 201, true]);
  expect((await api.get("/calendar-events?externalId=replayed")).body["calendarEvents"]).toHaveLength(1);
});

test("acceptance 20: a converted lead's events belong to its case, too", async () => {
  const leadId = await createLead(tenant, {
    firstName: "Elena",
    lastName: "Marsh",
    caseType: "truck_accident",
    status: "retainer_signed",
  });
  const event = eventOf(await send({ type: "consultation", leadId }));
  const converted = await api.change("POST", `/leads/${leadId}/convert`, { clientMatch: { mode: "create" } });
  expect(converted.status).toBe(200);
  const { caseId, leadId: kept, revision } = eventOf(await api.get(`/calendar-events/${event.id}`));
  expect([caseId, kept, revision]).toEqual([readBody<{ case: { id: string } }>(converted).case.id, leadId, 2]);
  expect(
    (await readEvents(tenant)).filter(
      ({ entityId, eventType }) => entityId === event.id && eventType === "calendar_event.updated",
    ).length,
  ).toBe(1);
  expect((await send({ leadId })).status).toBe(409);
});

test("acceptance 21: of two clients, or contacts, that are merged and both attend, one attends", async () => {
  const { eventId, clientId } = await createEvent(tenant);
  const { clientId: duplicateClientId } = await createCase(tenant);
  const [contactId, mergedContactId] = [await createContact(tenant), await createContact(tenant)];
  for (const person of [{ clientId }, { clientId: duplicateClientId }, { contactId }, { contactId: mergedContactId }])
    await addAttendee(tenant, eventId, person);
  expect((await api.change("POST", `/clients/${clientId}/merge`, { duplicateClientId })).status).toBe(200);
  expect((await api.change("POST", `/contacts/${contactId}/merge`, { mergedContactId })).status).toBe(200);
  const { attendees, revision } = eventOf(await api.get(`/calendar-events/${eventId}`));
  expect([attendees.map((each) => [each.clientId, each.contactId]), revision]).toEqual([
    [
      [clientId, null],
      [null, contactId],
    ],
    3,
  ]);
});

test("an event is moved to another case or lead, with documents and a related record of that one; the activity of both cases has it", async () => {
  const [from, to, leadId] = [
    await createCase(tenant),
    await createCase(tenant),
    await createLead(tenant, { firstName: "Elena", lastName: "Marsh" }),
  ];
  await changeRow(tenant, "Client", to.clientId, { lastName: "Larkspur" });
  const [{ taskId }, { documentId }] = [
    await createTask(tenant, { caseId: from.caseId }),
    await createDocument(tenant, { caseId: from.caseId }),
  ];
  const event = eventOf(
    await send({
      caseId: from.caseId,
      feedTitle: "Call Larkspur",
      related: { entity: "task", id: taskId },
      documentIds: [documentId],
    }),
  );
  const move = (body: object) => api.change("PATCH", `/calendar-events/${event.id}`, body);
  const own = { documentIds: [], related: null };
  const rejected = [
    { caseId: to.caseId },
    { caseId: to.caseId, documentIds: [] },
    { caseId: to.caseId, ...own },
    { caseId: to.caseId, leadId },
  ];
  expect(await Promise.all(rejected.map(async (body) => faultOf(await move(body))))).toEqual([
    [400, "documentIds"],
    [400, "related"],
    [400, "feedTitle"],
    [400, "leadId"],
  ]);
  expect((await move({ caseId: to.caseId, ...own, documentIds: [documentId], feedTitle: null })).body["error"]).toBe(
    "Document not found",
  );
  expect(eventOf(await move({ caseId: to.caseId, ...own, feedTitle: null }))).toMatchObject({
    caseId: to.caseId,
    case: { id: to.caseId },
    leadId: null,
    documents: [],
    related: null,
  });
  expect((await readEvents(tenant)).at(-1)).toMatchObject({
    eventType: "calendar_event.updated",
    diff: { caseId: { from: from.caseId, to: to.caseId } },
  });
  for (const { caseId } of [from, to])
    expect(
      readBody<{ activity: { entityId: string; eventType: string }[] }>(await api.get(`/cases/${caseId}/activity`))
        .activity[0],
    ).toMatchObject({ entityId: event.id, eventType: "calendar_event.updated" });
  expect(
    [eventOf(await move({ leadId })), eventOf(await move({ leadId })), eventOf(await move({ leadId: null }))].map(
      (each) => [each.caseId, each.leadId],
    ),
  ).toEqual([
    [null, leadId],
    [null, leadId],
    [null, null],
  ]);
  await changeRow(tenant, "Case", to.caseId, { matterStatus: "archived" });
  expect([(await move({ caseId: to.caseId })).status, (await move({ caseId: "case_x" })).body["error"]]).toEqual([
    409,
    "Case not found",
  ]);
});

test("a contact with an event ahead is not deleted", async () => {
  const contactId = await createContact(tenant);
  const event = eventOf(await send({ attendees: [{ contactId }] }));
  const rejected = await api.change("DELETE", `/contacts/${contactId}`);
  expect([rejected.status, rejected.text.includes("calendar events")]).toEqual([409, true]);
  await api.change("DELETE", `/calendar-events/${event.id}`);
  expect((await api.change("DELETE", `/contacts/${contactId}`)).status).toBe(200);
});

test("what belongs together is required: times, people, court and documents", async () => {
  const { caseId } = await createCase(tenant);
  const bodies = [
    { startAt: undefined },
    { endAt: times.startAt },
    { endAt: "2083-05-22T14:00:00Z" },
    { startOn: "2083-04-20" },
    { allDay: true, startAt: undefined, endAt: undefined, startOn: "2083-04-20", endOn: "2083-04-19" },
    { court: { department: "5" } },
    { documentIds: ["doc_1"] },
    { attendees: [{}] },
    { virtualMeeting: { url: "http://meet.example.com" } },
  ];
  const faults = await Promise.all(bodies.map(async (body) => faultOf(await send(body))));
  expect(faults).toEqual([
    [400, "startAt"],
    [400, "endAt"],
    [400, "endAt"],
    [400, "startOn"],
    [400, "endOn"],
    [400, "court"],
    [400, "documentIds"],
    [400, "attendees.0"],
    [400, "virtualMeeting.url"],
  ]);
  const missing = await Promise.all(
    [
      { attendees: [{ memberId: "mem_x" }] },
      { attendees: [{ contactId: "con_x" }] },
      { caseId: "case_x" },
      { caseId, documentIds: ["doc_x"] },
      { caseId, related: { entity: "task", id: "task_x" } },
    ].map((body) => send(body)),
  );
  expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});

test("lists find events by their filters", async () => {
  const contactId = await createContact(tenant);
  const [{ eventId: past }, { eventId: series }] = [
    await createEvent(tenant, {
      docketNumber: "D-9",
      title: "Sanctions motion",
      startAt: "2025-01-06T14:00:00Z",
      endAt: "2025-01-06T15:00:00Z",
      startOn: "2025-01-06",
      endOn: "2025-01-06",
      seriesEndAt: "2025-01-06T15:00:00Z",
    }),
    await createEvent(tenant, {
      docketNumber: "D-9",
      rule: "FREQ=WEEKLY;BYDAY=MO",
      courtContactId: contactId,
      externalId: "g-7",
    }),
  ];
  await addAttendee(tenant, past, { contactId });
  const queries: Record<string, string[]> = {
    "": [past, series],
    "&isSeries=true": [series],
    "&isSeries=false": [past],
    "&startTo=2026-01-01T00:00:00Z": [past],
    "&startFrom=2026-01-01T00:00:00Z": [series],
    [`&courtContactId=${contactId}`]: [series],
    [`&contactId=${contactId}`]: [past],
    "&externalId=g-7": [series],
    "&q=sanctions": [past],
    [`&memberId=${tenant.attorneyId}`]: [past, series],
    [`&organizerMemberId=${tenant.attorneyId}&type=hearing&status=scheduled`]: [past, series],
    "&status=held": [],
  };
  const found = await Promise.all(
    Object.keys(queries).map(async (query) => [
      query,
      readBody<{ calendarEvents: CalendarEvent[] }>(
        await api.get(`/calendar-events?docketNumber=D-9&sort=start${query}`),
      ).calendarEvents.map(({ id }) => id),
    ]),
  );
  expect(Object.fromEntries(found)).toEqual(queries);
  expect(eventOf(await api.get("/calendar-events/external:g-7")).exceptions).toEqual([]);
});

test("an event can be about a deadline of its case, or about a task, and of no other", async () => {
  const { deadlineId, caseId } = await createDeadline(tenant);
  const [{ taskId }, other, foreign] = [
    await createTask(tenant, { caseId }),
    await createDeadline(tenant),
    await createDeadline(await createTenant(server.services.database)),
  ];
  const related = { entity: "deadline", id: deadlineId } as const;
  const event = eventOf(await send({ caseId, related }));
  expect(event.related).toEqual(related);
  const change = (value: object | null) => api.change("PATCH", `/calendar-events/${event.id}`, { related: value });
  expect(eventOf(await change({ entity: "task", id: taskId })).related).toEqual({ entity: "task", id: taskId });
  expect(eventOf(await change(related)).related).toEqual(related);
  for (const id of [other.deadlineId, foreign.deadlineId, taskId])
    expect((await change({ entity: "deadline", id })).body["error"]).toBe("Record not found");
  expect((await send({ related })).status).toBe(404);
  expect(eventOf(await change(null)).related).toBeNull();
});
