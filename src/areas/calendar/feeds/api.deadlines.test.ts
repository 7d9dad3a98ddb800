import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "../../../platform/recurrence-rule.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow } from "../../../testing/harness/tenant.ts";
import { findDueAt } from "../../deadlines/calculation/domain.instants.ts";
import { createDeadline } from "../../deadlines/fixtures.ts";
import { createEvent, addAttendee } from "../fixtures.ts";
import { assignDeadline, createFeed, createFeedScene, dayFromToday, parseFeed, type FeedScene } from "./fixtures.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer({ calendarLimit: 10_000 });
});
afterAll(() => server.close(1000));

const read = async (path: string) => ({ text: await (await fetch(`${server.baseUrl}${path}`)).text() });

async function assign({ tenant, member }: FeedScene, values: Parameters<typeof createDeadline>[1]): Promise<string> {
  const { deadlineId } = await createDeadline(tenant, values);
  await assignDeadline(tenant, deadlineId, member.memberId);
  return deadlineId;
}

/** The Sunday, at least a week from today, and the Friday before it. */
const sunday =
  Array.from({ length: 7 }, (_, days) => dayFromToday(days + 7)).find(
    (on) => new Date(`${on}T00:00:00Z`).getUTCDay() === 0,
  ) ?? "";
const friday = addDays(sunday, -2);
const nameDay = (on: string) =>
  new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(on),
  );

test("a deadline with a time is at that time in its own zone, with no length; the others are whole days", async () => {
  const scene = await createFeedScene(server);
  const due = dayFromToday(20);
  const verified = { verificationStatus: "verified" };
  const timed = await assign(scene, {
    ...verified,
    dueOn: due,
    dueTime: "10:00",
    timeZone: "America/Los_Angeles",
    dueAt: findDueAt(due, "10:00", "America/Los_Angeles"),
  });
  const whole = await assign(scene, { ...verified, dueOn: due });
  const { entries } = parseFeed(await read((await createFeed(scene.member)).path));
  const [first, second] = [timed, whole].map((id) => entries.find(({ uid }) => uid === `${id}@caseport`));
  expect(first?.startDate.toJSDate().toISOString()).toBe(findDueAt(due, "10:00", "America/Los_Angeles"));
  expect([first?.startDate.isDate, first?.endDate.toString() === first?.startDate.toString()]).toEqual([false, true]);
  expect(first?.summary).toMatch(/^Deadline: .+ · \S+ · 10:00 AM P[DS]T$/);
  expect([second?.startDate.isDate, second?.startDate.toString()]).toEqual([true, due]);
});

test("an unverified date that counts earlier than its due date has the time on the earlier day", async () => {
  const scene = await createFeedScene(server);
  const [due, effectiveOn] = [dayFromToday(20), dayFromToday(18)];
  const id = await assign(scene, {
    dueOn: due,
    conservativeDueOn: effectiveOn,
    effectiveOn,
    actByOn: effectiveOn,
    dueTime: "17:00",
    timeZone: "America/Chicago",
    dueAt: findDueAt(due, "17:00", "America/Chicago"),
  });
  const entry = parseFeed(await read((await createFeed(scene.member)).path)).entries.find(
    ({ uid }) => uid === `${id}@caseport`,
  );
  expect(entry?.startDate.toJSDate().toISOString()).toBe(findDueAt(effectiveOn, "17:00", "America/Chicago"));
});

test("a missed deadline stays, however long ago it was, until somebody records what happened", async () => {
  const scene = await createFeedScene(server);
  const [long, recent] = [dayFromToday(-900), dayFromToday(-2)];
  const missed = await assign(scene, {
    dueOn: long,
    actByOn: addDays(long, -2),
    status: "missed",
    verificationStatus: "verified",
  });
  const late = await assign(scene, { dueOn: recent, status: "missed" });
  const overdue = await assign(scene, { dueOn: dayFromToday(-400) });
  const { path } = await createFeed(scene.member);
  const before = parseFeed(await read(path)).entries;
  expect(before.map(({ uid }) => uid).toSorted()).toEqual(
    [missed, late, overdue].map((id) => `${id}@caseport`).toSorted(),
  );
  const entry = before.find(({ uid }) => uid === `${missed}@caseport`);
  expect([entry?.startDate.toString(), entry?.summary]).toEqual([long, expect.stringMatching(/^MISSED: .+ · \S+$/)]);
  await changeRow(scene.tenant, "Deadline", missed, {
    status: "satisfied_late",
    satisfaction: JSON.stringify({
      on: dayFromToday(-1),
      documentId: null,
      docketNumber: null,
      note: null,
      recordedBy: {},
      recordedAt: new Date().toISOString(),
    }),
  });
  await changeRow(scene.tenant, "Deadline", late, { status: "waived" });
  expect(parseFeed(await read(path)).entries.map(({ uid }) => uid)).toEqual([`${overdue}@caseport`]);
});

test("deadlines have no horizon: a limitation in twenty years is in the feed", async () => {
  const scene = await createFeedScene(server);
  const far = dayFromToday(365 * 20);
  const id = await assign(scene, { type: "statute_of_limitations", deadlineClass: "limitation", dueOn: far });
  const { entries } = parseFeed(await read((await createFeed(scene.member)).path));
  expect(entries.map(({ uid, startDate }) => [uid, startDate.toString()])).toEqual([[`${id}@caseport`, far]]);
});

test("a deadline on a closed day has a second entry on the last open day, and each names the other", async () => {
  const scene = await createFeedScene(server);
  const id = await assign(scene, { dueOn: sunday, actByOn: friday });
  const { path } = await createFeed(scene.member);
  const { entries } = parseFeed(await read(path));
  expect(entries.map(({ uid, startDate, summary }) => [uid, startDate.toString(), summary])).toEqual([
    [
      `${id}-act-by@caseport`,
      friday,
      expect.stringMatching(new RegExp(`^Act by: .+ · due ${nameDay(sunday)} \\(unverified\\)$`)),
    ],
    [`${id}@caseport`, sunday, expect.stringMatching(new RegExp(` · act by ${nameDay(friday)} \\(unverified\\)$`))],
  ]);
  await changeRow(scene.tenant, "Deadline", id, { status: "missed" });
  expect(parseFeed(await read(path)).entries.map(({ uid }) => uid)).toEqual([`${id}@caseport`]);
});

test("a deadline that nobody is assigned to is in the feed of the case's lead attorney", async () => {
  const scene = await createFeedScene(server);
  const { deadlineId, caseId } = await createDeadline(scene.tenant, { dueOn: dayFromToday(5) });
  const { path } = await createFeed(scene.member);
  expect(parseFeed(await read(path)).entries).toEqual([]);
  await changeRow(scene.tenant, "Case", caseId, { attorneyId: scene.member.memberId });
  expect(parseFeed(await read(path)).entries.map(({ uid }) => uid)).toEqual([`${deadlineId}@caseport`]);
  await assignDeadline(scene.tenant, deadlineId, scene.manager.memberId);
  expect(parseFeed(await read(path)).entries).toEqual([]);
});

test("no number of deadlines is cut: 2,100 with an earlier day to act are in a feed of more than 1 MB, and events give way", async () => {
  const scene = await createFeedScene(server);
  const { tenant, member } = scene;
  const { deadlineId } = await createDeadline(tenant, { dueOn: sunday, actByOn: friday });
  await tenant.inside(async (transaction) => {
    const { organizationId } = tenant;
    const columns = [
      "organizationId",
      "caseId",
      "type",
      "deadlineClass",
      "title",
      "dueOn",
      "effectiveOn",
      "actByOn",
      "originalDueOn",
      "dueAt",
      "timeZone",
      "timeZoneBasis",
      "setBy",
      "onBehalfOfAttorneyId",
      "source",
      "warningDays",
    ]
      .map((name) => `"${name}"`)
      .join(", ");
    await sql`INSERT INTO "Deadline" (id, ${sql.raw(columns)}) SELECT id || n::text, ${sql.raw(columns)} FROM "Deadline", generate_series(1, 2100) n WHERE id = ${deadlineId} AND "organizationId" = ${organizationId}`.execute(
      transaction,
    );
    await sql`INSERT INTO "DeadlineAssignee" ("organizationId", "deadlineId", "memberId") SELECT "organizationId", id, ${member.memberId} FROM "Deadline" WHERE "organizationId" = ${organizationId} AND id <> ${deadlineId}`.execute(
      transaction,
    );
  });
  const { eventId } = await createEvent(tenant, {
    organizerMemberId: null,
    startAt: `${dayFromToday(3)}T14:00:00Z`,
    endAt: `${dayFromToday(3)}T15:00:00Z`,
    startOn: dayFromToday(3),
    endOn: dayFromToday(3),
  });
  await addAttendee(tenant, eventId, { memberId: member.memberId });
  const { path, feed } = await createFeed(member);
  const reply = await read(path);
  // Before the feed is parsed: on a busy machine that blocks this process for longer than an idle connection is kept.
  const { feeds } = (await member.portal.query<{ feeds: { id: string; bytes: number }[] }>("calendarFeeds.list")).data;
  const { entries, calendar } = parseFeed(reply);
  const [ofDeadlines = [], others = []] = [true, false].map((is) =>
    entries.filter(({ summary }) => /^(Deadline|Act by)/.test(summary) === is),
  );
  expect([new Set(ofDeadlines.map(({ uid }) => uid)).size, Buffer.byteLength(reply.text) > 1_000_000]).toEqual([
    4_200,
    true,
  ]);
  expect(others.map(({ uid, startDate }) => [uid, startDate.toString()])).toEqual([
    [`events-end-${dayFromToday(3)}@caseport`, dayFromToday(3)],
  ]);
  expect(calendar.getFirstPropertyValue("x-wr-caldesc")).toContain("all deadlines");
  expect(feeds.find(({ id }) => id === feed.id)?.bytes).toBe(Buffer.byteLength(reply.text));
});

test("SEQUENCE, DTSTAMP and LAST-MODIFIED follow the record: each change moves them on", async () => {
  const scene = await createFeedScene(server);
  const id = await assign(scene, { dueOn: sunday, actByOn: friday });
  const { path } = await createFeed(scene.member);
  const versionsOf = async () =>
    parseFeed(await read(path)).entries.map((entry) => {
      const [changed, stamp] = ["last-modified", "dtstamp"].map((name) =>
        String(entry.component.getFirstPropertyValue(name)),
      );
      return { uid: entry.uid, sequence: entry.sequence, changed, stamp };
    });
  const before = await versionsOf();
  await changeRow(scene.tenant, "Deadline", id, { title: "Changed", revision: 2 });
  const { updatedAt } = await scene.tenant.inside((transaction) =>
    transaction.selectFrom("Deadline").select("updatedAt").where("id", "=", id).executeTakeFirstOrThrow(),
  );
  const after = await versionsOf();
  expect(before.map(({ changed, stamp }) => changed === stamp)).toEqual([true, true]);
  expect(
    after.map(({ uid, sequence, changed, stamp }, place) => [
      uid === before[place]?.uid,
      sequence > (before[place]?.sequence ?? 0),
      changed === stamp,
      changed === `${updatedAt.slice(0, 19)}Z`,
    ]),
  ).toEqual([
    [true, true, true, true],
    [true, true, true, true],
  ]);
});
