import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createDeadline } from "../../deadlines/fixtures.ts";
import { createOffice } from "../../organization/offices/fixtures.ts";
import { createMember } from "../../team/fixtures.ts";
import { createTeam } from "../../team/teams/fixtures.ts";
import { addAttendee, createEvent } from "../fixtures.ts";
import { assignDeadline, createFeed, createFeedScene, dayFromToday, parseFeed } from "./fixtures.ts";
import { listInitials, nameInitials } from "./domain.initials.ts";
import type { CalendarFeed } from "./schema.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer({ calendarLimit: 10_000 });
});
afterAll(() => server.close(1000));

const fetchFeed = async (path: string) => {
  const response = await fetch(`${server.baseUrl}${path}`);
  return { status: response.status, text: await response.text() };
};
const entriesOf = async (path: string) => parseFeed(await fetchFeed(path)).entries;
const summariesOf = async (path: string) => (await entriesOf(path)).map(({ summary }) => summary).toSorted();

const onDay = (days: number) => ({
  startAt: `${dayFromToday(days)}T14:00:00Z`,
  endAt: `${dayFromToday(days)}T15:00:00Z`,
  startOn: dayFromToday(days),
  endOn: dayFromToday(days),
});

async function addEvent(
  tenant: TestTenant,
  memberIds: readonly string[],
  values: Parameters<typeof createEvent>[1] = {},
): Promise<string> {
  const { eventId } = await createEvent(tenant, { type: "internal", ...onDay(3), organizerMemberId: null, ...values });
  await tenant.inside((transaction) =>
    transaction.deleteFrom("CalendarAttendee").where("eventId", "=", eventId).execute(),
  );
  for (const memberId of memberIds) await addAttendee(tenant, eventId, { memberId });
  return eventId;
}

/** A docketing clerk, and three attorneys of a firm, two of them in an office and a team. */
async function arrange() {
  const scene = await createFeedScene(server);
  const { tenant } = scene;
  const officeId = await createOffice(tenant);
  const [first, second, other] = [
    await createMember(tenant, { role: "attorney", firstName: "Nadia", lastName: "Okafor", officeId }),
    await createMember(tenant, { role: "attorney", firstName: "Leonard", lastName: "Voss", officeId }),
    await createMember(tenant, { role: "attorney", firstName: "Maya", lastName: "Chen" }),
  ] as const;
  const teamId = await createTeam(tenant, [first, second]);
  return { ...scene, officeId, teamId, first, second, other };
}

test("a feed of members, an office, a team or the firm has the calendars of its members, and says whose each entry is", async () => {
  const { tenant, member, officeId, teamId, first, second, other } = await arrange();
  const sequenceOf = async (caseId: string) =>
    (
      await tenant.inside((transaction) =>
        transaction.selectFrom("Case").select("sequenceId").where("id", "=", caseId).executeTakeFirstOrThrow(),
      )
    ).sequenceId;
  await addEvent(tenant, [first, second]);
  await addEvent(tenant, [other], onDay(4));
  await addEvent(tenant, [], onDay(5));
  const { deadlineId, caseId } = await createDeadline(tenant, {
    dueOn: dayFromToday(9),
    type: "custom",
    verificationStatus: "verified",
  });
  await assignDeadline(tenant, deadlineId, second);
  const unassigned = await createDeadline(tenant, {
    dueOn: dayFromToday(9),
    type: "custom",
    verificationStatus: "verified",
  });
  const number = await sequenceOf(caseId);
  const pathOf = async (scope: string, subjectIds: readonly string[]) =>
    (await createFeed(member, { name: scope, scope, subjectIds })).path;
  const shared = [expect.stringMatching(/^Internal · \S+ · LV, NO$/), `Deadline · ${number} · LV`].toSorted(
    (one, two) => String(one).localeCompare(String(two)),
  );
  for (const [scope, ids] of [
    ["office", [officeId]],
    ["team", [teamId]],
    ["members", [first, second]],
  ] as const) {
    expect(await summariesOf(await pathOf(scope, ids))).toEqual(expect.arrayContaining(shared));
    expect(await summariesOf(await pathOf(scope, ids))).toHaveLength(2);
    for (const { id } of (await member.portal.query<{ feeds: CalendarFeed[] }>("calendarFeeds.list")).data.feeds)
      await member.portal.mutate("calendarFeeds.revoke", { feedId: id });
  }
  const firm = await summariesOf(await pathOf("organization", []));
  expect(firm).toHaveLength(5);
  expect(firm).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Internal · \S+ · MC$/),
      expect.stringMatching(/^Internal · \S+$/),
      `Deadline · ${await sequenceOf(unassigned.caseId)}`,
    ]),
  );
});

test("feeds of others are checked at creation and at each read: whoever loses the permission loses the feed", async () => {
  const { tenant, member, manager, officeId, teamId, first } = await arrange();
  const create = async (input: object) =>
    (await member.portal.mutate<{ feed: CalendarFeed; url: string }>("calendarFeeds.create", { name: "x", ...input }))
      .error?.data.code;
  await changeRow(tenant, "Member", member.memberId, { role: "billing" });
  expect(await create({ scope: "organization" })).toBe("FORBIDDEN");
  await changeRow(tenant, "Member", member.memberId, { role: "intake_specialist" });
  // An intake specialist sees the calendar, and no deadlines.
  expect([
    await create({ scope: "office", subjectIds: [officeId] }),
    await create({ scope: "office", subjectIds: [officeId], includeDeadlines: false }),
  ]).toEqual(["FORBIDDEN", undefined]);
  await changeRow(tenant, "Member", member.memberId, { role: "paralegal" });
  const wrong = [
    { scope: "members", subjectIds: [] },
    { scope: "members", subjectIds: [first, first] },
    { scope: "office", subjectIds: [officeId, teamId] },
    { scope: "organization", subjectIds: [first] },
    { scope: "member", subjectIds: [first] },
    { scope: "members", subjectIds: Array.from({ length: 51 }, (_, place) => `mem_${place}`) },
    { includeDeadlines: false, eventTypes: "none" },
  ];
  for (const input of wrong) expect(await create(input)).toBe("VALIDATION_FAILED");
  const foreign = await arrange();
  const missing = [
    { scope: "members", subjectIds: [first, foreign.first] },
    { scope: "office", subjectIds: [foreign.officeId] },
    { scope: "team", subjectIds: [foreign.teamId] },
  ];
  for (const input of missing) expect(await create(input)).toBe("NOT_FOUND");

  const [firm, team] = [
    await createFeed(member, { name: "Firm", scope: "organization" }),
    await createFeed(member, { name: "Team", scope: "team", subjectIds: [teamId] }),
  ];
  expect([(await fetchFeed(firm.path)).status, (await fetchFeed(team.path)).status]).toEqual([200, 200]);
  await changeRow(tenant, "Member", member.memberId, { role: "billing" });
  const unknown = await fetchFeed("/api/calendar/x.ics");
  const lost = await fetchFeed(firm.path);
  const withoutId = (text: string) => text.replaceAll(/req_\w+/g, "");
  expect([lost.status, withoutId(lost.text)]).toEqual([404, withoutId(unknown.text)]);
  const problemsOf = async () =>
    (
      await manager.portal.query<{ feeds: CalendarFeed[] }>("members.calendarFeeds.list", { memberId: member.memberId })
    ).data.feeds.map(({ name, problem }) => [name, problem]);
  expect(await problemsOf()).toEqual([
    ["Team", "permission_missing"],
    ["Firm", "permission_missing"],
    ["x", "permission_missing"],
  ]);
  await changeRow(tenant, "Member", member.memberId, { role: "paralegal" });
  await changeRow(tenant, "Team", teamId, { deletedAt: new Date().toISOString() });
  expect([
    (await fetchFeed(firm.path)).status,
    (await fetchFeed(team.path)).status,
    (await problemsOf()).slice(0, 2),
  ]).toEqual([
    200,
    404,
    [
      ["Team", "subject_deleted"],
      ["Firm", null],
    ],
  ]);
});

test("a private event of others is Busy with initials; of court dates it is left out, as other types are", async () => {
  const { tenant, member, first, second, teamId } = await arrange();
  await addEvent(tenant, [first], { visibility: "private", type: "hearing", feedTitle: "Partner vote" });
  await addEvent(tenant, [first], { type: "deposition", ...onDay(4) });
  await addEvent(tenant, [second], { type: "internal", ...onDay(5) });
  await addEvent(tenant, [first, member.memberId], {
    visibility: "private",
    type: "hearing",
    feedTitle: "Our own",
    ...onDay(6),
  });
  const all = await createFeed(member, { name: "All", scope: "team", subjectIds: [teamId] });
  const text = (await fetchFeed(all.path)).text;
  expect([
    text.includes("Partner vote"),
    text.includes("Our own"),
    (await summariesOf(all.path)).filter((summary) => summary.startsWith("Busy")),
  ]).toEqual([false, true, ["Busy · NO"]]);
  const court = await createFeed(member, {
    name: "Court",
    scope: "team",
    subjectIds: [teamId],
    eventTypes: "court_dates",
  });
  expect(await summariesOf(court.path)).toEqual([expect.stringMatching(/^Deposition · \S+ · NO$/), "Our own · NO"]);
  const none = await createFeed(member, { name: "Deadlines", scope: "team", subjectIds: [teamId], eventTypes: "none" });
  expect(await summariesOf(none.path)).toEqual([]);
});

test("who is out of office is away in the feed: the absence of a member, and events of that type", async () => {
  const { tenant, member, first, teamId } = await arrange();
  await addEvent(tenant, [first], { type: "out_of_office", showAs: "out_of_office", caseId: null });
  await changeRow(tenant, "Member", first, {
    outOfOfficeStartOn: dayFromToday(10),
    outOfOfficeEndOn: dayFromToday(12),
  });
  await changeRow(tenant, "Member", member.memberId, {
    outOfOfficeStartOn: dayFromToday(20),
    outOfOfficeEndOn: dayFromToday(20),
  });
  const own = await createFeed(member);
  const team = await createFeed(member, { name: "Team", scope: "team", subjectIds: [teamId] });
  const shown = async (path: string) =>
    (await entriesOf(path)).map((entry) => [
      entry.summary,
      entry.startDate.toString().slice(0, 10),
      entry.endDate.toString().slice(0, 10),
      entry.component.getFirstPropertyValue("x-microsoft-cdo-busystatus"),
      entry.component.getFirstPropertyValue("transp"),
    ]);
  expect(await shown(own.path)).toEqual([["Out of office", dayFromToday(20), dayFromToday(21), "OOF", "OPAQUE"]]);
  expect(await shown(team.path)).toEqual([
    ["Out of office · NO", dayFromToday(10), dayFromToday(13), "OOF", "OPAQUE"],
    ["Out of office · NO", dayFromToday(3), dayFromToday(3), "OOF", "OPAQUE"],
  ]);
});

test("a declined event is in nobody's calendar but the firm's; a suspended attorney's is in that of the office", async () => {
  const { tenant, member, first, teamId, officeId } = await arrange();
  const eventId = await addEvent(tenant, [first]);
  await tenant.inside((transaction) =>
    transaction.updateTable("CalendarAttendee").set({ response: "declined" }).where("eventId", "=", eventId).execute(),
  );
  const [team, firm, office] = [
    await createFeed(member, { name: "Team", scope: "team", subjectIds: [teamId] }),
    await createFeed(member, { name: "Firm", scope: "organization" }),
    await createFeed(member, { name: "Office", scope: "office", subjectIds: [officeId] }),
  ];
  expect([(await entriesOf(team.path)).length, (await entriesOf(firm.path)).length]).toEqual([0, 1]);
  await addEvent(tenant, [first], onDay(4));
  await changeRow(tenant, "Member", first, { status: "suspended" });
  expect(await summariesOf(office.path)).toEqual([expect.stringMatching(/ · NO$/)]);
});

test("initials are as short as they can be, and tell members apart", () => {
  const people = [
    ["a", "Nadia", "Okafor"],
    ["b", "Nils", "Orr"],
    ["c", "Leonard", "Voss"],
    ["d", "Ann", "Li"],
    ["e", "Ada", "Li"],
    ["f", "Émile", "Ölund"],
  ] as const;
  const names = nameInitials(people.map(([id, firstName, lastName]) => ({ id, firstName, lastName })));
  expect(Object.fromEntries(names)).toEqual({ a: "NOk", b: "NOr", c: "LV", d: "ALi", e: "ALi", f: "ÉÖ" });
  expect([
    listInitials(["c", "a"], names),
    listInitials(["a", "b", "c", "d", "e", "f"], names),
    listInitials([], names),
  ]).toEqual(["LV, NOk", "ALi, ALi, LV, NOk +2", ""]);
});
