import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dayOf } from "../../../platform/local-time.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createKey } from "../../../testing/harness/tenant.ts";
import { readAuditEntries, readEvents } from "../../../testing/harness/traces.ts";
import { createContact } from "../../contacts/fixtures.ts";
import { createDeadline } from "../../deadlines/fixtures.ts";
import { addAttendee, createEvent } from "../fixtures.ts";
import type { Occurrence } from "../schema.ts";
import { createFeed as createFeedOf, createFeedScene, parseFeed, type FeedScene } from "./fixtures.ts";
import type { CalendarFeed } from "./schema.ts";

/** Requests of an address in a minute. */
const calendarLimit = 70;

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer({ trustedProxies: ["127.0.0.1"], calendarLimit });
});
afterAll(() => server.close(1000));

let addresses = 0;
/** Each request from another address, unless a test counts them. */
async function fetchFeed(target: string, headers: Record<string, string> = {}, method = "GET") {
  addresses += 1;
  const response = await fetch(`${server.baseUrl}${target}`, {
    method,
    headers: { "X-Forwarded-For": `10.${Math.floor(addresses / 250)}.0.${addresses % 250}`, ...headers },
  });
  const text = await response.text();
  return { status: response.status, text, headers: Object.fromEntries(response.headers) };
}

const arrange = () => createFeedScene(server);
const createFeed = ({ member }: Pick<FeedScene, "member">, input?: object) => createFeedOf(member, input);

/** The firm's, which feeds follow. */
const today = () => dayOf(new Date().toISOString(), "America/New_York");
const inDays = (days: number, time: string) => `${addDays(today(), days)}T${time}:00.000Z`;
const onDay = (days: number, from = "14:00", to = "15:00") => {
  const [startAt, endAt] = [inDays(days, from), inDays(days, to)];
  return { startAt, endAt, startOn: dayOf(startAt, "America/Chicago"), endOn: dayOf(endAt, "America/Chicago") };
};

async function createOwn({ tenant, member }: FeedScene, values: Parameters<typeof createEvent>[1] = {}) {
  const created = await createEvent(tenant, { ...onDay(3), organizerMemberId: null, ...values });
  await addAttendee(tenant, created.eventId, { memberId: member.memberId });
  return created;
}

const canary = "qzcanaryxv";

test("acceptance 12: a feed has times, types, case numbers and courts, and no title, place, name or description", async () => {
  const arranged = await arrange();
  const { tenant, member } = arranged;
  const { caseId, clientId } = await createCase(tenant);
  await changeRow(tenant, "Client", clientId, { lastName: canary });
  const courtContactId = await createContact(tenant, { type: "court", name: "Fulton County Superior Court" });
  const secret = {
    title: canary,
    description: canary,
    location: canary,
    virtualMeeting: { url: `https://${canary}.example`, dialIn: canary, accessCode: canary },
  };
  const { eventId } = await createOwn(arranged, { caseId, ...secret, courtContactId, department: "5" });
  await addAttendee(tenant, eventId, { contactId: await createContact(tenant, { name: canary }) });
  await createOwn(arranged, {
    caseId,
    ...secret,
    type: "medical_appointment",
    ...onDay(4),
    showAs: "free",
    courtContactId,
  });
  await createOwn(arranged, {
    ...secret,
    caseId,
    type: "internal",
    ...onDay(-7, "13:00", "14:00"),
    rule: "FREQ=WEEKLY;COUNT=5",
    feedTitle: "Case review",
  });
  await createOwn(arranged, { ...secret, caseId, visibility: "private", ...onDay(6) });
  const foreign = await createEvent(tenant, { ...onDay(5), caseId, visibility: "private", ...secret });
  const { path } = await createFeed(arranged);
  const reply = await fetchFeed(path);
  expect([
    reply.status,
    reply.headers["content-type"],
    reply.headers["cache-control"],
    reply.headers["x-robots-tag"],
  ]).toEqual([200, "text/calendar; charset=utf-8", "private, no-cache", "noindex"]);
  expect(reply.text).not.toContain(canary);
  expect(reply.text).not.toContain(foreign.eventId);
  const { entries, names, calendar } = parseFeed(reply);
  const { sequenceId } = await tenant.inside((transaction) =>
    transaction.selectFrom("Case").select("sequenceId").where("id", "=", caseId).executeTakeFirstOrThrow(),
  );
  expect(entries.map(({ summary }) => summary).toSorted()).toEqual(
    [
      "Busy",
      ...Array.from({ length: 5 }, () => "Case review"),
      `Hearing · ${sequenceId}`,
      `Medical appointment · ${sequenceId}`,
    ].toSorted(),
  );
  const hearing = entries.find(({ uid }) => uid === `${eventId}@caseport`);
  expect([hearing?.startDate.toJSDate().toISOString(), hearing?.location, hearing?.sequence]).toEqual([
    onDay(3).startAt,
    "Fulton County Superior Court, 5",
    1,
  ]);
  expect(entries.filter(({ location }) => location !== null && location !== undefined && location !== "")).toHaveLength(
    1,
  );
  expect(["description", "attendee", "organizer", "url", "rrule"].filter((name) => names.has(name))).toEqual([]);
  expect([
    calendar.getFirstPropertyValue("refresh-interval")?.toString(),
    calendar.getAllSubcomponents("vtimezone").length,
    reply.text.includes("VALARM"),
  ]).toEqual(["PT1H", 0, false]);
  // Who attends a private event is found by nobody else.
  const window = await openApi(server, (await createKey(tenant, { actingAttorneyId: null })).secret).get(
    `/calendar-occurrences?memberIds=${member.memberId}&from=${inDays(-30, "12:00")}&to=${inDays(300, "12:00")}&limit=200`,
  );
  expect(readBody<{ occurrences: Occurrence[] }>(window).occurrences).toHaveLength(entries.length - 1);
});

test("the title of a feed is dropped once it has a name of the client; declined and cancelled events are not in it", async () => {
  const arranged = await arrange();
  const { tenant, member } = arranged;
  const { clientId } = await createOwn(arranged, { feedTitle: "Signing Larkspur papers" });
  const declined = await createOwn(arranged, { type: "internal" });
  await createOwn(arranged, { type: "internal", status: "cancelled" });
  await tenant.inside((transaction) =>
    transaction
      .updateTable("CalendarAttendee")
      .set({ response: "declined" })
      .where("eventId", "=", declined.eventId)
      .where("memberId", "=", member.memberId)
      .execute(),
  );
  const { path } = await createFeed(arranged);
  expect(parseFeed(await fetchFeed(path)).entries.map(({ summary }) => summary)).toEqual(["Signing Larkspur papers"]);
  await changeRow(tenant, "Client", clientId, { lastName: "Larkspur" });
  expect(parseFeed(await fetchFeed(path)).entries.map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/^Hearing · /),
  ]);
});

test("acceptance 13: a title of feeds with a name of the client is rejected", async () => {
  const { tenant } = await arrange();
  const { caseId, clientId } = await createCase(tenant);
  await changeRow(tenant, "Client", clientId, { lastName: "Larkspur" });
  const body = { type: "internal", title: "Review", caseId, startAt: inDays(2, "14:00"), endAt: inDays(2, "15:00") };
  const api = openApi(server, tenant.secret);
  const rejected = await api.change("POST", "/calendar-events", { ...body, feedTitle: "The LARKSPUR file" });
  expect([rejected.status, rejected.headers["x-error-detail"]]).toEqual([400, "feedTitle"]);
  expect((await api.change("POST", "/calendar-events", { ...body, feedTitle: "File review" })).status).toBe(201);
});

test("whole days are dates; deadlines of the member are whole days, without titles, until they are verified with a mark", async () => {
  const arranged = await arrange();
  const { tenant, member } = arranged;
  const [first = "", last = "", due = ""] = [1, 2, 9].map((days) =>
    addDays(new Date().toISOString().slice(0, 10), days),
  );
  await createOwn(arranged, {
    type: "out_of_office",
    allDay: true,
    startOn: first,
    endOn: last,
    startAt: inDays(1, "05:00"),
    endAt: inDays(3, "05:00"),
    timeZone: "America/New_York",
    showAs: "out_of_office",
  });
  const assign = async (values: object) => {
    const { deadlineId } = await createDeadline(tenant, { title: canary, dueOn: due, ...values });
    await tenant.inside((transaction) =>
      transaction
        .insertInto("DeadlineAssignee")
        .values({ organizationId: tenant.organizationId, deadlineId, memberId: member.memberId })
        .execute(),
    );
    return deadlineId;
  };
  const open = await assign({});
  await assign({ status: "cancelled" });
  await createDeadline(tenant, { title: canary, dueOn: due });
  const { path } = await createFeed(arranged);
  const reply = await fetchFeed(path);
  expect(reply.text).not.toContain(canary);
  const { entries } = parseFeed(reply);
  expect(entries.map(({ startDate, endDate }) => [startDate.isDate, startDate.toString(), endDate.toString()])).toEqual(
    [
      [true, due, addDays(due, 1)],
      [true, first, addDays(last, 1)],
    ],
  );
  expect([entries[0]?.uid, entries[0]?.summary]).toEqual([
    `${open}@caseport`,
    expect.stringMatching(/^Deadline: .+ · \S+ \(unverified\)$/),
  ]);
  await changeRow(tenant, "Deadline", open, { verificationStatus: "verified" });
  expect(parseFeed(await fetchFeed(path)).entries[0]?.summary).not.toContain("unverified");
  const bare = await createFeed(arranged, { name: "Bare", includeDeadlines: false });
  expect(parseFeed(await fetchFeed(bare.path)).entries).toHaveLength(1);
});

test("acceptance 14: feeds that are unknown, malformed, rotated, revoked, or of a suspended member have the same 404", async () => {
  const arranged = await arrange();
  const { tenant, manager, member } = arranged;
  const [rotated, revoked, ended, kept] = [
    await createFeed(arranged),
    await createFeed(arranged),
    await createFeed(arranged),
    await createFeed(arranged),
  ];
  const renewed = (await member.portal.mutate<{ url: string }>("calendarFeeds.rotate", { feedId: rotated.feed.id }))
    .data;
  expect((await fetchFeed(new URL(renewed.url).pathname)).status).toBe(200);
  await member.portal.mutate("calendarFeeds.revoke", { feedId: revoked.feed.id });
  expect(
    (await manager.portal.mutate("members.calendarFeeds.revoke", { memberId: member.memberId, feedId: ended.feed.id }))
      .error,
  ).toBeUndefined();
  expect((await fetchFeed(kept.path)).status).toBe(200);
  await changeRow(tenant, "Member", member.memberId, { status: "suspended" });
  const mistyped = kept.path.replace(/.\.ics$/, (end) => `${end.startsWith("0") ? "1" : "0"}.ics`);
  const unknown = (await createFeed(await arrange())).path;
  const paths = [
    rotated.path,
    revoked.path,
    ended.path,
    kept.path,
    mistyped,
    "/api/calendar",
    "/api/calendar/x.ics",
    kept.path.replace(".ics", ""),
    `${kept.path}/more`,
  ];
  const replies = await Promise.all(paths.map((path) => fetchFeed(path)));
  const seen = replies.map(({ status, text, headers: { "x-request-id": _id, date: _date, ...headers } }) =>
    JSON.stringify([status, text, headers]),
  );
  expect([new Set(seen).size, replies[0]?.status, replies[0]?.text]).toEqual([
    1,
    404,
    expect.stringContaining("NOT_FOUND"),
  ]);
  expect([(await fetchFeed(unknown)).status, (await fetchFeed(kept.path, {}, "POST")).status]).toEqual([200, 405]);
});

test("a suspension revokes the member's feeds in its transaction, and a reactivation does not bring them back", async () => {
  const arranged = await arrange();
  const { tenant, manager, member } = arranged;
  const { feed, path } = await createFeed(arranged);
  const api = openApi(server, tenant.secret);
  const move = (toStatus: string) =>
    api.change("POST", `/members/${member.memberId}/transitions`, { toStatus, reason: "Leave" });
  expect((await move("suspended")).status).toBe(200);
  const event = (await readEvents(tenant)).find(({ eventType }) => eventType === "calendar_feed.revoked");
  expect(event).toMatchObject({ entityId: feed.id, diff: { status: { from: "active", to: "revoked" } } });
  await move("active");
  expect((await fetchFeed(path)).status).toBe(404);
  expect(
    (await manager.portal.query<{ feeds: unknown[] }>("members.calendarFeeds.list", { memberId: member.memberId })).data
      .feeds,
  ).toEqual([]);
});

test("acceptance 14: tokens are in no event, audit entry, request log, log line, list or error", async () => {
  const lines: unknown[] = [];
  const spies = (["info", "warn", "error"] as const).map((level) =>
    vi.spyOn(server.services.logger, level).mockImplementation((...line: unknown[]) => void lines.push(line)),
  );
  const arranged = await arrange();
  const { tenant, member } = arranged;
  const { feed, token, path } = await createFeed(arranged);
  expect(feed).not.toHaveProperty("tokenDigest");
  await fetchFeed(path, { "User-Agent": "Thunderbird" });
  await fetchFeed(`${path}x`, { Authorization: `Bearer ${tenant.secret}` });
  const listed = await member.portal.query<{ feeds: CalendarFeed[] }>("calendarFeeds.list");
  expect(listed.data.feeds).toMatchObject([
    { id: feed.id, lastUserAgent: "Thunderbird", lastFetchedAt: expect.any(String), tokenPrefix: token.slice(0, 12) },
  ]);
  for (const spy of spies) spy.mockRestore();
  const logged = await tenant.inside((transaction) => transaction.selectFrom("RequestLog").selectAll().execute());
  const written = JSON.stringify([
    lines,
    await readEvents(tenant),
    await readAuditEntries(tenant),
    logged,
    listed.text,
  ]);
  expect([
    lines.length > 3,
    written.includes(token),
    written.includes(token.slice(12)),
    written.includes("calendarFeeds.get"),
  ]).toEqual([true, false, false, true]);
});

test("acceptance 15: a feed is the same until something changes: 304; 61 requests in an hour are 429", async () => {
  const arranged = await arrange();
  const { eventId } = await createOwn(arranged);
  const { path } = await createFeed(arranged);
  const first = await fetchFeed(path);
  const etag = first.headers["etag"] ?? "";
  const again = await fetchFeed(path, { "If-None-Match": etag });
  expect([first.status, again.status, again.text, (await fetchFeed(path)).text]).toEqual([200, 304, "", first.text]);
  const head = await fetchFeed(path, {}, "HEAD");
  expect([head.status, head.text, head.headers["etag"], head.headers["content-length"]]).toEqual([
    200,
    "",
    etag,
    String(Buffer.byteLength(first.text)),
  ]);
  await openApi(server, arranged.tenant.secret).change("PATCH", `/calendar-events/${eventId}`, { showAs: "free" });
  const changed = await fetchFeed(path, { "If-None-Match": etag });
  expect([changed.status, parseFeed(changed).entries[0]?.sequence]).toEqual([200, 2]);
  for (let count = 5; count < 60; count += 1) expect((await fetchFeed(path)).status).toBe(200);
  const limited = await fetchFeed(path);
  expect([limited.status, limited.text, Number(limited.headers["retry-after"]) > 3_000]).toEqual([
    429,
    expect.stringContaining("RATE_LIMITED"),
    true,
  ]);
  expect((await fetchFeed((await createFeed(arranged)).path)).status).toBe(200);
});

test("an address that hosted calendars share has a limit of its own, which a feed that is read too often leaves alone", async () => {
  const from = { "X-Forwarded-For": "192.0.2.7" };
  const [busy, other] = [await createFeed(await arrange()), await createFeed(await arrange())];
  const statusOf = async (path: string) => (await fetchFeed(path, from)).status;
  for (let count = 0; count < 60; count += 1) expect(await statusOf(busy.path)).toBe(200);
  for (let count = 0; count < calendarLimit; count += 1) expect(await statusOf(busy.path)).toBe(429);
  expect(await statusOf(other.path)).toBe(200);
  for (let count = 61; count < calendarLimit; count += 1) expect(await statusOf("/api/calendar/x.ics")).toBe(404);
  const limited = await fetchFeed(other.path, from);
  expect([limited.status, Number(limited.headers["retry-after"]) <= 60]).toEqual([429, true]);
});

test("a feed stays under 1 MB: deadlines and the nearest days first, and it says where its events end", async () => {
  const arranged = await arrange();
  const { tenant, member } = arranged;
  for (let hour = 0; hour < 12; hour += 1) {
    const time = `${String(hour + 10).padStart(2, "0")}:00`;
    const first = { startAt: inDays(-40, time), endAt: inDays(-40, time.replace("00", "30")) };
    await createOwn(arranged, {
      type: "internal",
      rule: "FREQ=DAILY",
      ...first,
      startOn: first.startAt.slice(0, 10),
      endOn: first.startAt.slice(0, 10),
      timeZone: "UTC",
      seriesEndAt: "9999-12-31T00:00:00Z",
    });
  }
  const { deadlineId } = await createDeadline(tenant, { dueOn: addDays(today(), 390) });
  await tenant.inside((transaction) =>
    transaction
      .insertInto("DeadlineAssignee")
      .values({ organizationId: tenant.organizationId, deadlineId, memberId: member.memberId })
      .execute(),
  );
  const { path, feed } = await createFeed(arranged);
  const reply = await fetchFeed(path);
  expect([reply.status, Buffer.byteLength(reply.text) < 1_000_000, Buffer.byteLength(reply.text) > 900_000]).toEqual([
    200,
    true,
    true,
  ]);
  const { entries, calendar } = parseFeed(reply);
  const end = entries.find(({ uid }) => uid.startsWith("events-end-"));
  const cutOn = end?.startDate.toString() ?? "";
  const daysOf = entries
    .filter(({ uid }) => uid !== end?.uid && uid !== `${deadlineId}@caseport`)
    .map(({ startDate }) => startDate.toString().slice(0, 10));
  // Whole days, from a week ago on.
  expect([daysOf[0], addDays(daysOf.at(-1) ?? "", 1), new Set(daysOf).size * 12]).toEqual([
    addDays(today(), -7),
    cutOn,
    daysOf.length,
  ]);
  expect([end?.summary, cutOn > addDays(today(), 250)]).toEqual([
    "Caseport: events from this day on are not in this feed",
    true,
  ]);
  expect(entries.filter(({ uid }) => uid === `${deadlineId}@caseport`)).toHaveLength(1);
  expect(calendar.getFirstPropertyValue("x-wr-caldesc")).toContain("1 MB");
  expect((await fetchFeed(path)).text).toBe(reply.text);
  const { feeds } = (await member.portal.query<{ feeds: CalendarFeed[] }>("calendarFeeds.list")).data;
  expect(feeds.find(({ id }) => id === feed.id)?.eventsThroughOn).toBe(addDays(cutOn, -1));
});

test("no text that somebody typed brings a name of the client into a feed: departments and courts are checked as titles are", async () => {
  const arranged = await arrange();
  const { tenant } = arranged;
  const { caseId, clientId } = await createCase(tenant);
  await changeRow(tenant, "Client", clientId, { firstName: "Ada", lastName: "Clayton" });
  const courtContactId = await createContact(tenant, { type: "court", name: "Clayton County Superior Court" });
  const misused = await createContact(tenant, { type: "court", name: "Court for Ada Clayton" });
  const placed = [
    { courtContactId, department: "5" },
    { courtContactId, department: "5, Ms. Clayton only" },
    { courtContactId: misused, department: "5" },
  ];
  for (const court of placed) await createOwn(arranged, { caseId, ...court });
  const { path } = await createFeed(arranged);
  const places = parseFeed(await fetchFeed(path)).entries.map(({ location }) => location);
  // A county may have the client's surname.
  expect(places.toSorted()).toEqual(["5", "Clayton County Superior Court", "Clayton County Superior Court, 5"]);
});

test("members have at most five active feeds, reach only their own, and need a fresh second factor for a URL", async () => {
  const arranged = await arrange();
  const { tenant, manager, member } = arranged;
  const feeds = await Promise.all(
    Array.from({ length: 6 }, () =>
      member.portal.mutate<{ feed: CalendarFeed }>("calendarFeeds.create", { name: "Phone" }),
    ),
  );
  expect(feeds.map(({ error }) => error?.data.code).filter((code) => code !== undefined)).toEqual([
    "INVALID_STATE_TRANSITION",
  ]);
  const feedId = feeds.find(({ error }) => error === undefined)?.data.feed.id ?? "";
  for (const procedure of ["rotate", "revoke"])
    expect((await manager.portal.mutate(`calendarFeeds.${procedure}`, { feedId })).error?.data.code).toBe("NOT_FOUND");
  for (const stranger of [member, (await arrange()).manager]) {
    const code = (await stranger.portal.mutate("members.calendarFeeds.revoke", { memberId: member.memberId, feedId }))
      .error?.data.code;
    expect(code).toBe(stranger === member ? "FORBIDDEN" : "NOT_FOUND");
  }
  await server.services.database.pool.query(
    `UPDATE "Session" SET "secondFactorAt" = now() - interval '11 minutes' WHERE "userId" = $1`,
    [member.person.userId],
  );
  for (const [procedure, input] of [
    ["create", { name: "Phone" }],
    ["rotate", { feedId }],
  ] as const) {
    expect((await member.portal.mutate(`calendarFeeds.${procedure}`, input)).error?.data).toMatchObject({
      code: "FORBIDDEN",
      reason: "confirm",
    });
  }
  expect((await member.portal.mutate("calendarFeeds.revoke", { feedId })).error).toBeUndefined();
  expect((await readAuditEntries(tenant)).filter(({ action }) => action.startsWith("calendarFeeds."))).toHaveLength(6);
});

test("a feed has the additional dates of a series, and what was restored", async () => {
  const arranged = await arrange();
  const { tenant, member } = arranged;
  const api = openApi(server, tenant.secret);
  const recurrence = { rule: "FREQ=DAILY;COUNT=2", additionalDates: [addDays(today(), 9)] };
  const body = {
    type: "internal",
    title: canary,
    timeZone: "UTC",
    startAt: inDays(3, "14:00"),
    endAt: inDays(3, "15:00"),
    recurrence,
    attendees: [{ memberId: member.memberId }],
  };
  const created = readBody<{ calendarEvent: { id: string } }>(
    await api.change("POST", "/calendar-events", body),
  ).calendarEvent;
  const { path } = await createFeed(arranged);
  const starts = async () =>
    parseFeed(await fetchFeed(path)).entries.map(({ uid, sequence, startDate }) => [
      uid.slice(created.id.length + 1, -9),
      sequence,
      startDate.toString().slice(0, 10),
    ]);
  const days = [3, 4, 9].map((offset) => addDays(today(), offset));
  expect(await starts()).toEqual(days.map((on) => [on, 1, on]));
  await api.change("DELETE", `/calendar-events/${created.id}?scope=this&occurrenceOn=${days[2]}`);
  expect(await starts()).toEqual(days.slice(0, 2).map((on) => [on, 2, on]));
  await api.change("POST", `/calendar-events/${created.id}/occurrences/restore`, { occurrenceOn: days[2] });
  expect(await starts()).toEqual(days.map((on) => [on, 3, on]));
});
