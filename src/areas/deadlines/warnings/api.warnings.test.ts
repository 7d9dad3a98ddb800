import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createSubscription } from "../../../testing/harness/webhooks.ts";
import { createColleague } from "../../team/fixtures.ts";
import { storeCourtDays, warnOfDeadlines } from "./domain.jobs.ts";
import { createDeadline } from "../fixtures.ts";
import type { Deadline } from "../schema.ts";

let server: TestServer;
let tenant: TestTenant;
let mails: SeenMails;
let manager: string;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  mails = await observeMails(server);
  manager = await signUp({ role: "owner" });
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});
/** The clock of the next test may be behind. */
afterEach(() =>
  tenant.inside((transaction) =>
    transaction.updateTable("Deadline").set({ status: "cancelled" }).where("status", "=", "open").execute(),
  ),
);

const signUp = (values: Parameters<typeof createColleague>[2] = {}) => createColleague(server, tenant, values);

const addresses = async (...memberIds: string[]) =>
  (
    await tenant.inside((transaction) =>
      transaction.selectFrom("Member").select("email").where("id", "in", memberIds).execute(),
    )
  )
    .map(({ email }) => email)
    .toSorted();

/** A deadline on 2126-03-01 in New York that a new member is assigned to. */
async function assign(
  values: Parameters<typeof createDeadline>[1] = {},
): Promise<{ deadlineId: string; caseId: string; memberId: string }> {
  const memberId = await signUp();
  const created = await createDeadline(tenant, {
    type: "statute_of_limitations",
    deadlineClass: "limitation",
    title: "Sensitive title",
    warningDays: [30, 14, 7, 3, 1],
    ...values,
  });
  await tenant.inside((transaction) =>
    transaction
      .insertInto("DeadlineAssignee")
      .values({ organizationId: tenant.organizationId, deadlineId: created.deadlineId, memberId })
      .execute(),
  );
  return { ...created, memberId };
}

/** 09:00 of that day in New York, which is 14:00 UTC in winter. */
const morning = (day: string) => `${day}T14:00:00.000Z`;

/**
 * Two workers at once.
 *
 * @returns of how many each warned, the more first; and the subjects and recipients of the mails
 */
async function warn(at: string) {
  await mails.take();
  const warned = await Promise.all([
    warnOfDeadlines(server.services.database, at),
    warnOfDeadlines(server.services.database, at),
  ]);
  const sent = await mails.take();
  return {
    warned: Math.max(...warned),
    sum: warned[0] + warned[1],
    subjects: [...new Set(sent.map(({ subject }) => subject.replace(/ \(case .*/, "")))],
    to: sent.map(({ to }) => to).toSorted(),
    sent,
  };
}
const daysOf = async (deadlineId: string) =>
  (
    await tenant.inside((transaction) =>
      transaction
        .selectFrom("SentDeadlineWarning")
        .select("days")
        .where("deadlineId", "=", deadlineId)
        .orderBy("sentAt")
        .execute(),
    )
  ).map(({ days }) => days);
const eventsOf = async (deadlineId: string) =>
  (await readEvents(tenant)).filter(({ entityId }) => entityId === deadlineId);

test("20., 21. of a deadline that is entered five days ahead there is one warning, of 7 days, then of 3 and of 1, each once by two workers, from 08:00 on, with event, webhook, notification and mail", async () => {
  const { deadlineId, memberId } = await assign({ discoveryFacts: "Sensitive facts" });
  const { subscriptionId } = await createSubscription(tenant, { eventTypes: ["deadline.approaching"] });
  expect((await warn("2126-02-24T12:59:00.000Z")).sum).toBe(0);
  const first = await warn("2126-02-24T13:00:00.000Z");
  expect(first).toMatchObject({
    sum: 1,
    subjects: ["Statute of limitations in 5 days, not verified"],
    to: await addresses(memberId),
  });
  expect((await warn(morning("2126-02-25"))).sum).toBe(0);
  expect(await warn(morning("2126-02-26"))).toMatchObject({
    sum: 1,
    subjects: ["Statute of limitations in 3 days, not verified"],
    to: await addresses(memberId, manager),
  });
  expect((await warn(morning("2126-02-27"))).sum).toBe(0);
  expect(await warn(morning("2126-02-28"))).toMatchObject({
    sum: 1,
    subjects: ["Statute of limitations in 1 day, not verified"],
  });
  expect((await warn(morning("2126-03-01"))).sum).toBe(0);
  expect(await daysOf(deadlineId)).toEqual([7, 3, 1]);
  const events = await eventsOf(deadlineId);
  expect(events.map(({ eventType, actor, diff, metadata }) => ({ eventType, actor, diff, metadata }))).toMatchObject(
    [5, 3, 1].map((daysLeft) => ({
      eventType: "deadline.approaching",
      actor: { type: "system" },
      diff: {},
      metadata: { source: "system", daysLeft, isVerified: false },
    })),
  );
  const delivered = await tenant.inside((transaction) =>
    transaction.selectFrom("WebhookDelivery").select("eventId").where("subscriptionId", "=", subscriptionId).execute(),
  );
  expect(delivered.map(({ eventId }) => eventId).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  const notices = await tenant.inside((transaction) =>
    transaction.selectFrom("Notification").select(["kind", "parameters"]).where("memberId", "=", memberId).execute(),
  );
  expect(notices).toMatchObject(
    [5, 3, 1].map((daysLeft) => ({
      kind: "deadline.approaching",
      parameters: { daysLeft, effectiveOn: "2126-03-01", isVerified: false },
    })),
  );
  expect(first.sent[0]?.subject).toMatch(/^Statute of limitations in 5 days, not verified \(case \d{4}-\w+\)/);
  expect(JSON.stringify(first.sent[0])).toContain(`/deadlines?deadline=${deadlineId}`);
  expect(JSON.stringify([first.sent, notices])).not.toMatch(/Sensitive|Rosa|Diaz/);
  expect(JSON.stringify(events)).not.toContain("Sensitive facts");
});

test("nothing changes for those who read the deadline", async () => {
  const { deadlineId } = await assign();
  const read = () =>
    tenant.inside((transaction) =>
      transaction
        .selectFrom("Deadline")
        .select(["revision", "updatedAt"])
        .where("id", "=", deadlineId)
        .executeTakeFirstOrThrow(),
    );
  const before = await read();
  expect((await warn(morning("2126-02-24"))).sum).toBe(1);
  expect(await read()).toEqual(before);
});

test("after a stop only the nearest is sent, also when the date that counts is past and the deadline still runs", async () => {
  const [{ deadlineId }, conservative] = [
    await assign(),
    await assign({
      dueOn: "2126-06-01",
      conservativeDueOn: "2126-02-23",
      effectiveOn: "2126-02-23",
      actByOn: "2126-02-23",
      warningDays: [30, 1],
    }),
  ];
  const { sum, subjects } = await warn(morning("2126-02-27"));
  expect([sum, subjects.toSorted()]).toEqual([
    2,
    ["Statute of limitations 4 days ago, not verified", "Statute of limitations in 2 days, not verified"],
  ]);
  expect([await daysOf(deadlineId), await daysOf(conservative.deadlineId)]).toEqual([[3], [1]]);
});

test("a failure between leaves neither event nor mail nor row, and the next run sends all of it once", async () => {
  const { deadlineId, memberId } = await assign();
  const owner = await server.connectOwner();
  await owner.query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$; CREATE TRIGGER fail BEFORE INSERT ON "Notification" FOR EACH ROW EXECUTE FUNCTION fail()`,
  );
  await expect(warnOfDeadlines(server.services.database, morning("2126-02-24"))).rejects.toThrow("stopped");
  expect([await daysOf(deadlineId), await eventsOf(deadlineId)]).toEqual([[], []]);
  await owner.query(`DROP TRIGGER fail ON "Notification"; DROP FUNCTION fail()`);
  await owner.end();
  expect(await warn(morning("2126-02-24"))).toMatchObject({ sum: 1, to: await addresses(memberId) });
});

test("a date that moves warns anew, and one that moves back does not repeat what was sent", async () => {
  const { deadlineId } = await assign();
  const move = (day: string) =>
    changeRow(tenant, "Deadline", deadlineId, { dueOn: day, effectiveOn: day, actByOn: day });
  expect((await warn(morning("2126-02-20"))).subjects).toEqual(["Statute of limitations in 9 days, not verified"]);
  await move("2126-03-06");
  expect((await warn(morning("2126-02-21"))).subjects).toEqual(["Statute of limitations in 13 days, not verified"]);
  await move("2126-03-01");
  expect((await warn(morning("2126-02-21"))).sum).toBe(0);
  await changeRow(tenant, "Deadline", deadlineId, { warningDays: [30, 8] });
  expect((await warn(morning("2126-02-21"))).subjects).toEqual(["Statute of limitations in 8 days, not verified"]);
});

test("one that was verified says so; done, over, or of an archived case it does not warn", async () => {
  const made = {
    verified: await assign({ verificationStatus: "verified" }),
    over: await assign({ dueAt: morning("2126-02-23") }),
    archived: await assign(),
    done: await assign(),
  };
  await changeRow(tenant, "Case", made.archived.caseId, {
    matterStage: "closed",
    matterStatus: "archived",
    closedOn: "2026-03-01",
    statusReason: "Settled",
  });
  await changeRow(tenant, "Deadline", made.done.deadlineId, { status: "waived" });
  expect(await warn(morning("2126-02-24"))).toMatchObject({ sum: 1, subjects: ["Statute of limitations in 5 days"] });
  await changeRow(tenant, "Case", made.archived.caseId, { matterStatus: "closed" });
  expect((await warn(morning("2126-02-24"))).sum).toBe(1);
});

test("16. while time verifiably does not run there is a notice every 30 days instead; an unverified tolling changes nothing", async () => {
  const { deadlineId, memberId } = await assign({ isTolled: true, verificationStatus: "verified" });
  const { deadlineId: unverified } = await assign({ isTolled: true });
  await changeRow(tenant, "Deadline", deadlineId, { tollingNoticedAt: "2126-02-01T23:00:00.000Z" });
  expect([(await warn(morning("2126-02-24"))).sum, await daysOf(unverified)]).toEqual([1, [7]]);
  expect((await warn("2126-03-03T12:59:00.000Z")).subjects).toEqual([]);
  expect(await warn("2126-03-03T13:00:00.000Z")).toMatchObject({
    sum: 1,
    subjects: ["Tolled: Statute of limitations"],
    to: await addresses(memberId),
  });
  expect((await warn(morning("2126-04-01"))).sum).toBe(0);
  expect((await warn(morning("2126-04-02"))).sum).toBe(1);
  expect([await daysOf(deadlineId), await eventsOf(deadlineId)]).toEqual([[], []]);
});

test("a member who prefers the portal gets no mail until three days are left; without an active assignee or lead attorney the managers are warned", async () => {
  const [{ deadlineId, memberId }, orphan] = [await assign(), await assign()];
  await tenant.inside((transaction) =>
    transaction
      .insertInto("NotificationPreference")
      .values({ organizationId: tenant.organizationId, memberId, deadlineWarning: "portal" })
      .execute(),
  );
  await changeRow(tenant, "Member", orphan.memberId, { status: "deactivated" });
  expect(await warn(morning("2126-02-24"))).toMatchObject({ sum: 2, to: await addresses(manager) });
  expect((await warn(morning("2126-02-26"))).to).toEqual(
    [...(await addresses(manager)), ...(await addresses(manager, memberId))].toSorted(),
  );
  const seen = await tenant.inside((transaction) =>
    transaction.selectFrom("Notification").select("kind").where("memberId", "=", memberId).execute(),
  );
  expect([seen.length, await daysOf(deadlineId)]).toEqual([2, [7, 3]]);
});

/** Due on Sunday, 2126-03-03; the last open day is Friday, 2126-03-01. */
const onSunday = { dueOn: "2126-03-03", effectiveOn: "2126-03-03", actByOn: "2126-03-01" };

test("of a deadline that is due on a Sunday the days count to the last open day, and event, notification and mail name both", async () => {
  const { deadlineId, memberId } = await assign({ ...onSunday, courtDayBeforeOn: "2126-02-28" });
  expect((await warn(morning("2126-02-25"))).subjects).toEqual([
    "Statute of limitations, act by Friday, Mar 1; due Sunday, Mar 3, not verified",
  ]);
  expect((await warn(morning("2126-02-26"))).sum).toBe(1);
  expect((await warn(morning("2126-02-27"))).sum).toBe(0);
  const last = await warn(morning("2126-02-28"));
  expect(last).toMatchObject({ sum: 1, to: await addresses(memberId, manager) });
  expect(last.sent[0]?.text).toContain("The last open day is in 1 day");
  for (const day of ["2126-03-01", "2126-03-02", "2126-03-03"]) expect((await warn(morning(day))).sum).toBe(0);
  expect(await daysOf(deadlineId)).toEqual([7, 3, 1]);
  const dates = { effectiveOn: "2126-03-03", actByOn: "2126-03-01" };
  expect((await eventsOf(deadlineId)).map(({ metadata }) => metadata)).toMatchObject(
    [
      [4, 6],
      [3, 5],
      [1, 3],
    ].map(([actInDays, daysLeft]) => ({ ...dates, actInDays, daysLeft })),
  );
  const notices = await tenant.inside((transaction) =>
    transaction.selectFrom("Notification").select("parameters").where("memberId", "=", memberId).execute(),
  );
  expect(notices[2]).toMatchObject({ parameters: { ...dates, actInDays: 1, daysLeft: 3 } });
});

test.each([
  ["limitation", [4]],
  ["court", [4]],
  ["notice", [4]],
  ["contract", []],
  ["internal", []],
])(
  "the last open day before is warned of without being a warning day, over a holiday: %s",
  async (deadlineClass, days) => {
    // The Monday between, 2126-02-18, is closed; Tuesday is the day, Friday the one before it.
    const { deadlineId } = await assign({
      deadlineClass,
      type: "custom",
      dueOn: "2126-02-19",
      actByOn: "2126-02-19",
      courtDayBeforeOn: "2126-02-15",
      warningDays: [],
    });
    expect((await warn(morning("2126-02-14"))).sum).toBe(0);
    expect((await warn(morning("2126-02-15"))).sum).toBe(days.length);
    expect((await warn(morning("2126-02-18"))).sum).toBe(0);
    expect(await daysOf(deadlineId)).toEqual(days);
  },
);

test("what was sent before the upgrade, counted to the date itself, is not repeated, and the next warning is not lost", async () => {
  const [{ deadlineId }, done] = [
    await assign({ ...onSunday, courtDayBeforeOn: "2126-02-28" }),
    await assign({ ...onSunday, courtDayBeforeOn: "2126-02-28" }),
  ];
  const sent = (id: string, days: number, sentAt: string) => ({
    organizationId: tenant.organizationId,
    deadlineId: id,
    effectiveOn: "2126-03-03",
    days,
    sentAt,
  });
  // Three days before Sunday was Thursday; by Friday that is the last day on which a warning helps.
  await tenant.inside((transaction) =>
    transaction
      .insertInto("SentDeadlineWarning")
      .values([
        sent(deadlineId, 7, morning("2126-02-24")),
        sent(deadlineId, 3, "2126-02-28T13:00:00.000Z"),
        sent(done.deadlineId, 1, morning("2126-03-02")),
      ])
      .execute(),
  );
  for (const id of [deadlineId, done.deadlineId]) await changeRow(tenant, "Deadline", id, { warnAt: null });
  expect(await warn(morning("2126-02-28"))).toMatchObject({
    sum: 1,
    subjects: ["Statute of limitations, act by Friday, Mar 1; due Sunday, Mar 3, not verified"],
  });
  expect((await warn(morning("2126-03-02"))).sum).toBe(0);
  expect([await daysOf(deadlineId), await daysOf(done.deadlineId)]).toEqual([[7, 3, 1], [1]]);
});

test("of deadlines from before, a job finds the last open day before, unseen by readers and once", async () => {
  const [{ deadlineId }, contract] = [
    await assign({ ...onSunday, warningDays: [] }),
    await assign({ ...onSunday, deadlineClass: "contract", warningDays: [] }),
  ];
  const { database } = server.services;
  const read = (id: string) =>
    tenant.inside((transaction) =>
      transaction
        .selectFrom("Deadline")
        .select(["courtDayBeforeOn", "warnAt", "revision", "updatedAt"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow(),
    );
  const before = await read(deadlineId);
  const found = await Promise.all([storeCourtDays(database), storeCourtDays(database)]);
  expect([found[0] + found[1], await storeCourtDays(database)]).toEqual([1, 0]);
  expect(await read(deadlineId)).toEqual({
    ...before,
    courtDayBeforeOn: "2126-02-28",
    warnAt: "2126-02-28T13:00:00.000Z",
  });
  expect((await read(contract.deadlineId)).courtDayBeforeOn).toBeNull();
});

test("a recorded deadline has it at once, and its urgency counts to the last open day", async () => {
  const { caseId } = await assign();
  const api = openApi(server, tenant.secret);
  const create = async (dueOn: string) =>
    readBody<{ deadline: Deadline }>(
      await api.change("POST", `/cases/${caseId}/deadlines`, { type: "custom", title: "Filing", dueOn }),
    ).deadline;
  const made = await create("2126-03-03");
  expect(made).toMatchObject({ effectiveOn: "2126-03-03", actByOn: "2126-03-01", actInDays: made.daysLeft - 2 });
  // Away from today by clock: the last open day is today, or eight days away and thus no longer critical.
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const move = (days: number) =>
    changeRow(tenant, "Deadline", made.id, {
      timeZone: "UTC",
      dueOn: day(days),
      effectiveOn: day(days),
      actByOn: day(days - 2),
      dueAt: `${day(days + 1)}T00:00:00Z`,
    });
  const urgencies = ["overdue", "today", "critical", "warning", "upcoming", "later"];
  const foundBy = async () => {
    const found: string[] = [];
    for (const urgency of urgencies)
      if (
        readBody<{ deadlines: Deadline[] }>(
          await api.get(`/deadlines?caseId=${caseId}&urgency=${urgency}`),
        ).deadlines.some(({ id }) => id === made.id)
      )
        found.push(urgency);
    return [...found, readBody<{ deadline: Deadline }>(await api.get(`/deadlines/${made.id}`)).deadline.urgency];
  };
  const seen: string[][] = [];
  for (const days of [1, 2, 9, 10, 32, 33, 92, 93]) {
    await move(days);
    seen.push(await foundBy());
  }
  expect(seen).toEqual(
    ["today", "today", "critical", "warning", "warning", "upcoming", "upcoming", "later"].map((urgency) => [
      urgency,
      urgency,
    ]),
  );
});
