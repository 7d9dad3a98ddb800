import { afterAll, beforeAll, expect, test } from "vitest";
import { dayOf } from "../../platform/local-time.ts";
import { addDays } from "../../platform/recurrence-rule.ts";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { createEvent } from "../calendar/fixtures.ts";
import { createDeadline } from "../deadlines/fixtures.ts";
import { createOffice } from "../organization/offices/fixtures.ts";
import { createMember, signInMember } from "../team/fixtures.ts";
import type { DocketEntry } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  readBody(await api.change("PATCH", "/organization", { timezone: "America/New_York" }));
});
afterAll(() => server.close(1000));

interface Page {
  docketEntries: DocketEntry[];
  nextCursor: string | null;
}

const read = async (query: string, by: Api = api) => readBody<Page>(await by.get(`/docket-entries?${query}`));
const describe = ({ kind, date, time, timeZone }: DocketEntry) => [kind, date, time, timeZone].join(" ");

const event = (startAt: string, endAt: string, values: object = {}) =>
  createEvent(tenant, {
    startAt,
    endAt,
    startOn: startAt.slice(0, 10),
    endOn: endAt.slice(0, 10),
    timeZone: "America/Chicago",
    ...values,
  });

async function assign(memberId: string, deadlineId: string): Promise<void> {
  const { organizationId } = tenant;
  await tenant.inside((transaction) =>
    transaction.insertInto("DeadlineAssignee").values({ organizationId, deadlineId, memberId }).execute(),
  );
}

test("deadlines and events are in one list by their start, a deadline without a time before what begins on its day, with occurrences of series", async () => {
  const { caseId } = await createCase(tenant);
  await createDeadline(tenant, { caseId, dueOn: "2126-05-02" });
  await createDeadline(tenant, { caseId, dueOn: "2126-05-02", dueTime: "10:00", timeZone: "America/New_York" });
  await createDeadline(tenant, { caseId, dueOn: "2126-05-03", status: "waived" });
  await event("2126-05-02T13:30:00Z", "2126-05-02T14:00:00Z", { caseId });
  await event("2126-05-02T14:30:00Z", "2126-05-02T15:00:00Z", { caseId });
  await event("2126-05-01T15:00:00Z", "2126-05-01T16:00:00Z", { caseId, rule: "FREQ=DAILY;COUNT=3" });
  await event("2126-05-02T16:00:00Z", "2126-05-02T17:00:00Z", { caseId, status: "cancelled" });
  const expected = [
    "event 2126-05-01 10:00 America/Chicago",
    "deadline 2126-05-02  America/New_York",
    "event 2126-05-02 08:30 America/Chicago",
    "deadline 2126-05-02 10:00 America/New_York",
    "event 2126-05-02 09:30 America/Chicago",
    "event 2126-05-02 10:00 America/Chicago",
    "event 2126-05-03 10:00 America/Chicago",
  ];
  const query = `from=2126-05-01&to=2126-05-31&caseId=${caseId}`;
  const { docketEntries, nextCursor } = await read(query);
  expect([docketEntries.map(describe), nextCursor]).toEqual([expected, null]);
  for (const limit of [1, 2, 3, 5]) {
    const seen: string[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page: Page = await read(`${query}&limit=${limit}${after === "" ? "" : `&after=${after}`}`);
      seen.push(...page.docketEntries.map(describe));
      after = page.nextCursor;
    }
    expect(seen).toEqual(expected);
  }
  expect((await read(`${query}&kind=deadline`)).docketEntries.map(describe)).toEqual(
    expected.filter((each) => each.startsWith("deadline")),
  );
  expect((await read(`from=2126-05-03&to=2126-05-03&caseId=${caseId}`)).docketEntries.map(describe)).toEqual(
    expected.slice(-1),
  );
});

test("a key gets the kinds that its scopes read; without either the request fails; a private event of others shows its time alone", async () => {
  const { caseId } = await createCase(tenant);
  await createDeadline(tenant, { caseId, dueOn: "2126-07-02" });
  const organizerMemberId = await createMember(tenant, {});
  await event("2126-07-03T15:00:00Z", "2126-07-03T16:00:00Z", {
    visibility: "private",
    title: "Secret",
    caseId,
    organizerMemberId,
  });
  const query = "from=2126-07-01&to=2126-07-05";
  const by = async (scopes: string[]) => openApi(server, (await createKey(tenant, { scopes })).secret);
  const kinds = async (scopes: string[]) => (await read(query, await by(scopes))).docketEntries.map(({ kind }) => kind);
  expect([
    await kinds(["deadlines:read"]),
    await kinds(["calendar:read"]),
    await kinds(["deadlines:read", "calendar:read"]),
  ]).toEqual([["deadline"], ["event"], ["deadline", "event"]]);
  expect((await (await by(["cases:read"])).get(`/docket-entries?${query}`)).status).toBe(403);
  const masked = (await read(query)).docketEntries.find(({ kind }) => kind === "event");
  expect(masked).toMatchObject({
    caseId: null,
    case: null,
    date: "2126-07-03",
    event: { title: "Private", type: null, isMasked: true },
  });
});

test("of members, an office and a team; bad windows and foreign cursors fail; other organizations are not in it", async () => {
  const officeId = await createOffice(tenant);
  const [inOffice, other] = [await createMember(tenant, { officeId }), await createMember(tenant, {})];
  const [own, foreign] = [
    await createDeadline(tenant, { dueOn: "2126-09-02" }),
    await createDeadline(tenant, { dueOn: "2126-09-03" }),
  ];
  await assign(inOffice, own.deadlineId);
  // Of a case that the member leads.
  await changeRow(tenant, "Case", foreign.caseId, { attorneyId: other });
  const ids = async (filter: string) =>
    (await read(`from=2126-09-01&to=2126-09-30${filter}`)).docketEntries.map(({ deadline }) => deadline?.id);
  expect(await ids("")).toEqual([own.deadlineId, foreign.deadlineId]);
  expect([
    await ids(`&memberId=${other}`),
    await ids(`&officeId=${officeId}`),
    await ids(`&officeId=${officeId}&memberId=${other}`),
    await ids("&teamId=tea_1"),
  ]).toEqual([[foreign.deadlineId], [own.deadlineId], [], []]);
  const statusOf = async (query: string) => (await api.get(`/docket-entries?${query}`)).status;
  expect([
    await statusOf("from=2126-09-02&to=2126-09-01"),
    await statusOf("from=2126-01-01&to=2127-02-06"),
    await statusOf("from=2126-01-01&to=2127-02-05"),
  ]).toEqual([400, 400, 200]);
  const { nextCursor } = await read("from=2126-09-01&to=2126-09-30&limit=1");
  expect(await statusOf(`from=2126-09-01&to=2126-09-29&limit=1&after=${nextCursor}`)).toBe(400);
  const outside = await createTenant(server.services.database);
  expect((await read("from=2126-09-01&to=2126-09-30", openApi(server, outside.secret))).docketEntries).toEqual([]);
});

test("in the portal, members see their own docket, that of their office and of the firm: what is overdue by itself, events with permission to view them", async () => {
  const day = (days: number) => addDays(dayOf(new Date().toISOString(), "America/New_York"), days);
  const officeId = await createOffice(tenant);
  const clerk = await signInMember(server, tenant, { role: "paralegal", officeId });
  const colleague = await createMember(tenant, { officeId });
  const [late, own, theirs] = [
    await createDeadline(tenant, { dueOn: day(-9), status: "missed" }),
    await createDeadline(tenant, { dueOn: day(4) }),
    await createDeadline(tenant, { dueOn: day(6) }),
  ];
  await assign(clerk.memberId, late.deadlineId);
  await assign(clerk.memberId, own.deadlineId);
  await assign(colleague, theirs.deadlineId);
  await event(`${day(5)}T12:00:00Z`, `${day(5)}T13:00:00Z`, {
    type: "client_meeting",
    organizerMemberId: clerk.memberId,
  });
  const meeting = await event(`${day(5)}T15:00:00Z`, `${day(5)}T16:00:00Z`);
  await tenant.inside((transaction) =>
    transaction
      .updateTable("CalendarAttendee")
      .set({ memberId: clerk.memberId })
      .where("eventId", "=", meeting.eventId)
      .execute(),
  );
  const readOwn = async (scope: string, days = 14) => {
    const { data } = await clerk.portal.query<{ overdue: DocketEntry[]; entries: DocketEntry[] }>("docket.read", {
      scope,
      days,
    });
    const idsOf = (entries: DocketEntry[] = []) =>
      entries.map(({ deadline, event: found }) => deadline?.id ?? found?.eventId);
    return [idsOf(data?.overdue), idsOf(data?.entries)];
  };
  expect(await readOwn("own")).toEqual([[late.deadlineId], [own.deadlineId, meeting.eventId]]);
  expect(await readOwn("office")).toEqual([[late.deadlineId], [own.deadlineId, meeting.eventId, theirs.deadlineId]]);
  expect(await readOwn("own", 5)).toEqual([[late.deadlineId], [own.deadlineId]]);
  expect((await readOwn("organization"))[1]).toEqual([own.deadlineId, meeting.eventId, theirs.deadlineId]);
  const month = async (of: string) => {
    const { data } = await clerk.portal.query<{ entries: DocketEntry[]; closedDays: { on: string }[] }>(
      "docket.month",
      {
        scope: "own",
        month: of,
      },
    );
    return data;
  };
  const ofMonth = await month(day(4).slice(0, 7));
  expect(ofMonth.entries.map(({ deadline }) => deadline?.id)).toContain(own.deadlineId);
  expect(ofMonth.entries.every(({ date }) => date.startsWith(day(4).slice(0, 7)))).toBe(true);
  // Of July 2126 the 4th is a Thursday; four weekends have eight days.
  expect((await month("2126-07")).closedDays).toHaveLength(9);
  expect((await clerk.portal.query("docket.month", { scope: "own", month: "2126-13" })).error?.data.code).toBe(
    "VALIDATION_FAILED",
  );
  const investigator = await signInMember(server, tenant, { role: "investigator" });
  expect((await investigator.portal.query("docket.read", { scope: "own", days: 14 })).error?.data.code).toBe(
    "FORBIDDEN",
  );
});
