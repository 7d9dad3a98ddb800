import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { signInMember, createColleague } from "../../team/fixtures.ts";
import { deadlineEnumerations } from "../enumerations.ts";
import { createDeadline } from "../fixtures.ts";
import type { Deadline } from "../schema.ts";
import { findNews } from "./domain.ts";
import { sendDeadlineNotices } from "./domain.jobs.ts";
import type { DeadlineRow } from "../store.ts";

let server: TestServer;
let mails: SeenMails;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startOwnServer();
  mails = await observeMails(server);
});
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  // The lead attorney of every case, who acts for the key.
  await prefer(tenant.attorneyId, { deadlineChange: "none", deadlineReminder: "none" });
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

const prefer = (memberId: string, values: { deadlineChange?: string; deadlineReminder?: string }) =>
  tenant.inside((transaction) =>
    transaction
      .insertInto("NotificationPreference")
      .values({ organizationId: tenant.organizationId, memberId, ...values })
      .onConflict((conflict) => conflict.columns(["organizationId", "memberId"]).doUpdateSet(values))
      .execute(),
  );

const signUp = (values: Parameters<typeof createColleague>[2] = {}) => createColleague(server, tenant, values);

async function assign(
  memberIds: string[],
  values: Parameters<typeof createDeadline>[1] = {},
): Promise<{ deadlineId: string; caseId: string }> {
  const created = await createDeadline(tenant, { title: "Sensitive title", ...values });
  await tenant.inside((transaction) =>
    transaction
      .insertInto("DeadlineAssignee")
      .values(
        memberIds.map((memberId) => ({
          organizationId: tenant.organizationId,
          deadlineId: created.deadlineId,
          memberId,
        })),
      )
      .execute(),
  );
  return created;
}

/** Half a minute later, by two workers at once. */
async function send(seconds = 31) {
  await mails.take();
  const at = new Date(Date.now() + seconds * 1000).toISOString();
  const [one, other] = await Promise.all([
    sendDeadlineNotices(server.services.database, at),
    sendDeadlineNotices(server.services.database, at),
  ]);
  return { sent: one + other, mails: await mails.take() };
}
const emailOf = async (memberId: string) =>
  (
    await tenant.inside((transaction) =>
      transaction.selectFrom("Member").select("email").where("id", "=", memberId).executeTakeFirstOrThrow(),
    )
  ).email;
const noticesOf = async (memberId: string) =>
  await tenant.inside((transaction) =>
    transaction
      .selectFrom("Notification")
      .select(["kind", "parameters"])
      .where("memberId", "=", memberId)
      .orderBy("id")
      .execute(),
  );
const post = async (path: string, body: object) =>
  readBody<{ deadline: Deadline }>(await api.change("POST", path, body)).deadline;
const extend = (deadlineId: string, dueOn: string) =>
  post(`/deadlines/${deadlineId}/extend`, { dueOn, basis: "stipulation", reason: "Sensitive reason" });

test("assignees and the lead attorney are notified once of a date that was set, moved, extended, reassigned and let go, with its days and neither titles nor names nor reasons", async () => {
  const [first, second] = [await signUp(), await signUp()];
  const { caseId } = await createCase(tenant);
  const { id, dueOn } = await post(`/cases/${caseId}/deadlines`, {
    type: "discovery_response",
    title: "Sensitive title",
    dueOn: "2126-03-01",
    assignedMemberIds: [first],
  });
  expect((await send(1)).sent).toBe(0);
  const set = await send();
  expect(set).toMatchObject({
    sent: 1,
    mails: [
      {
        to: await emailOf(first),
        subject: expect.stringMatching(/^Discovery response: set, Mar 1, 2126, not verified \(case \d{4}-\w+\) \(/),
      },
    ],
  });
  expect(set.mails[0]?.path).toContain(`/deadlines?deadline=${id}`);
  expect((await send()).sent).toBe(0);
  await extend(id, "2126-03-10");
  expect((await send()).mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining(
      "Discovery response: extended from Mar 1, 2126 to Mar 10, 2126, act by Friday, Mar 8, not verified (case",
    ),
  ]);
  readBody(
    await api.change("PATCH", `/deadlines/${id}`, {
      dueOn: "2126-03-03",
      reason: "Sensitive reason",
      assignedMemberIds: [first, second],
    }),
  );
  const moved = await send();
  expect(moved.mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
    [
      [
        await emailOf(first),
        expect.stringContaining(
          "Discovery response: moved from Mar 10, 2126 to Mar 3, 2126, act by Friday, Mar 1, not verified",
        ),
      ],
      [await emailOf(second), expect.stringContaining("Discovery response: assigned to you, Mar 3, 2126")],
    ].toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
  );
  await api.change("POST", `/deadlines/${id}/transitions`, {
    toStatus: "waived",
    basis: "client_decision",
    reason: "Sensitive reason",
  });
  expect((await send()).mails.map(({ subject }) => subject)).toEqual(
    [1, 2].map(() => expect.stringContaining("Discovery response: waived; it was due on Mar 3, 2126 (case")),
  );
  expect(dueOn).toBe("2126-03-01");
  expect(JSON.stringify([set, moved, await noticesOf(first), await noticesOf(second)])).not.toMatch(
    /Sensitive|Rosa|Diaz|Vogt/,
  );
});

test("what changes together is one notice for each member: a chain's dates, and changes of several cases", async () => {
  const memberId = await signUp();
  const { caseId } = await createCase(tenant);
  const chain = readBody<{ deadlines: Deadline[] }>(
    await api.change("POST", `/cases/${caseId}/deadline-chains`, {
      templateKey: "frcp.trial_set",
      triggerOn: "2127-06-09",
      assignedMemberIds: [memberId],
    }),
  );
  const {
    mails: [one, ...others],
  } = await send();
  expect(others).toEqual([]);
  expect(one?.subject).toMatch(new RegExp(`^${chain.deadlines.length} dates of case \\d{4}-\\w+ set`));
  expect(one?.text.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(chain.deadlines.length);
  const elsewhere = await assign([memberId], { dueOn: "2126-06-03" });
  await extend(elsewhere.deadlineId, "2126-06-11");
  await api.change("POST", `/deadlines/${chain.deadlines[0]?.id}/transitions`, {
    toStatus: "cancelled",
    reason: "Sensitive reason",
  });
  expect((await send()).mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^2 dates of 2 cases changed/),
  ]);
  const notices = await noticesOf(memberId);
  expect(notices.map(({ kind, parameters }) => [kind, (parameters as { dateCount: number }).dateCount])).toEqual([
    ["deadline.changed", chain.deadlines.length],
    ["deadline.changed", 2],
  ]);
});

test("moved there and back says nothing; set and then moved says the last date", async () => {
  const memberId = await signUp();
  const { deadlineId, caseId } = await assign([memberId]);
  const correct = async (id: string, on: string) =>
    readBody(await api.change("PATCH", `/deadlines/${id}`, { dueOn: on, reason: "A typing error" }));
  await correct(deadlineId, "2126-03-12");
  await correct(deadlineId, "2126-03-01");
  expect(await send()).toMatchObject({ sent: 1, mails: [] });
  const made = await post(`/cases/${caseId}/deadlines`, {
    type: "custom",
    title: "Sensitive",
    dueOn: "2126-04-01",
    assignedMemberIds: [memberId],
  });
  await correct(made.id, "2126-04-04");
  expect((await send()).mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining("Deadline: set, Apr 4, 2126, not verified"),
  ]);
});

test("a later date that is proposed is mailed at once to who can decide on it, and not to who is behind it; by their preference", async () => {
  const attorney = { role: "attorney", isAttorney: true } as const;
  const [assignee, verifier, idle] = [await signUp(), await signUp(attorney), await signUp(attorney)];
  await prefer(idle, { deadlineReminder: "none" });
  await prefer(tenant.attorneyId, { deadlineReminder: "email" });
  const { caseId } = await createCase(tenant);
  await changeRow(tenant, "Case", caseId, { attorneyId: null, dateOfIncident: "2026-01-01" });
  readBody(
    await api.change("POST", `/cases/${caseId}/deadlines`, {
      type: "pre_suit_notice",
      trigger: { source: "incident" },
      offset: 3000,
      unit: "calendar_days",
      assignedMemberIds: [assignee],
    }),
  );
  await send();
  readBody(await api.change("PATCH", `/cases/${caseId}`, { dateOfIncident: "2026-01-08" }));
  const { mails: sent } = await send();
  // The acting attorney is behind the act of the key.
  expect(sent.map(({ to }) => to).toSorted()).toEqual([await emailOf(assignee), await emailOf(verifier)].toSorted());
  for (const { subject } of sent)
    expect(subject).toMatch(
      /^Pre-suit notice: a later date is proposed, Mar \d+, 2034; Mar \d+, 2034 stays effective until a second person confirms it/,
    );
  expect((await send()).sent).toBe(0);
});

test("not the member who does it, and as members prefer; where nobody whom it concerns is active, those who manage deadlines", async () => {
  const actor = await signInMember(server, tenant, { role: "owner" });
  const [portal, none, daily] = [await signUp(), await signUp(), await signUp()];
  const { organizationId } = tenant;
  await Promise.all([
    prefer(portal, { deadlineChange: "portal" }),
    prefer(none, { deadlineChange: "none" }),
    prefer(daily, { deadlineChange: "daily" }),
  ]);
  const { deadlineId } = await assign([actor.memberId, portal, none, daily]);
  await tenant.inside(async (transaction) => {
    await transaction
      .insertInto("UnsentDeadlineNotice")
      .values({
        organizationId,
        id: "dln_1",
        deadlineId,
        change: "moved",
        fromOn: "2126-03-01",
        toOn: "2126-03-02",
        memberIds: [actor.memberId, portal, none, daily],
        exceptMemberId: actor.memberId,
      })
      .execute();
  });
  // Without a docket of their own, what is daily is mailed at once.
  expect((await send()).mails.map(({ to }) => to)).toEqual([await emailOf(daily)]);
  expect([await noticesOf(actor.memberId), await noticesOf(none)].flat()).toEqual([]);
  expect([await noticesOf(portal), await noticesOf(daily)].map((each) => each.length)).toEqual([1, 1]);
  await changeRow(tenant, "Member", portal, { status: "suspended" });
  const orphan = await assign([portal]);
  await changeRow(tenant, "Case", orphan.caseId, { attorneyId: null });
  await extend(orphan.deadlineId, "2126-03-05");
  expect((await send()).mails.map(({ to }) => to)).toEqual([await emailOf(actor.memberId)]);
});

test("a failure leaves neither mail nor notification, and the next run sends all of it once; nothing is written for a change that fails", async () => {
  const memberId = await signUp();
  const { deadlineId } = await assign([memberId]);
  expect(
    (
      await api.change(
        "POST",
        `/deadlines/${deadlineId}/extend`,
        { dueOn: "2126-03-05", basis: "stipulation", reason: "x" },
        { "if-match": '"7"' },
      )
    ).status,
  ).toBe(409);
  expect((await send()).sent).toBe(0);
  await extend(deadlineId, "2126-03-05");
  const owner = await server.connectOwner();
  await owner.query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$; CREATE TRIGGER fail BEFORE INSERT ON "Notification" FOR EACH ROW EXECUTE FUNCTION fail()`,
  );
  await expect(
    sendDeadlineNotices(server.services.database, new Date(Date.now() + 31_000).toISOString()),
  ).rejects.toThrow("stopped");
  await owner.query(`DROP TRIGGER fail ON "Notification"; DROP FUNCTION fail()`);
  await owner.end();
  expect((await send()).mails).toHaveLength(1);
  expect(await noticesOf(memberId)).toHaveLength(1);
});

describe("every kind of change", () => {
  const row = {
    id: "ddl_1",
    status: "open",
    isOpen: true,
    dueOn: "2126-03-01",
    effectiveOn: "2126-03-01",
    actByOn: "2126-03-01",
    dueTime: null,
    assignees: [{ id: "mem_1" }],
    leadAttorneyId: "mem_2",
    calculation: null,
    recalculation: null,
    pendingTransition: null,
  } as unknown as DeadlineRow;
  const later = { ...row, dueOn: "2126-03-08", effectiveOn: "2126-03-08", actByOn: "2126-03-08" };
  const proposal = { ...row, recalculation: { proposedOn: "2126-03-08", persons: ["mem_9"] } } as DeadlineRow;
  const request = { ...row, pendingTransition: { toStatus: "waived", persons: ["mem_9"] } } as DeadlineRow;
  const ended = (status: string) => ({ ...row, status, isOpen: false }) as DeadlineRow;
  const calledOff = { ...row, calculation: { warnings: ["trigger_called_off"] } } as DeadlineRow;
  const missed = { ...row, status: "missed" } as DeadlineRow;
  /**
   * What each does to a deadline, and what its members are notified of: null where it has a notice of its own, or the
   * deadline is done.
   */
  const kinds: Record<
    keyof typeof deadlineEnumerations.deadlineChangeKind.values,
    [before: DeadlineRow | null, after: DeadlineRow, news: string | null]
  > = {
    created: [null, row, "set"],
    recalculated: [row, later, "moved"],
    recalculation_proposed: [row, proposal, "proposed"],
    recalculation_rejected: [proposal, row, "withdrawn"],
    trigger_called_off: [row, calledOff, "trigger_called_off"],
    trigger_restored: [calledOff, row, "trigger_restored"],
    corrected: [row, later, "moved"],
    overridden: [row, later, "moved"],
    extended: [row, later, "extended"],
    tolled: [row, later, "moved"],
    // Until then the conservative date counted.
    verified: [row, { ...row, effectiveOn: "2126-03-04" }, "moved"],
    disputed: [row, { ...row, effectiveOn: "2126-02-20" }, "moved"],
    verification_reset: [row, { ...row, effectiveOn: "2126-02-20" }, "moved"],
    transition_requested: [row, request, "requested"],
    transition_rejected: [request, row, "withdrawn"],
    satisfied: [row, ended("satisfied"), null],
    waived: [row, ended("waived"), "waived"],
    superseded: [row, ended("superseded"), "superseded"],
    cancelled: [row, ended("cancelled"), "cancelled"],
    missed: [row, missed, null],
    reopened: [ended("waived"), row, "reopened"],
  };

  test.each(Object.keys(deadlineEnumerations.deadlineChangeKind.values) as (keyof typeof kinds)[])("%s", (kind) => {
    const [before, after, news] = kinds[kind];
    const found = findNews(`deadline.${kind}` as Parameters<typeof findNews>[0], before, after);
    expect(found.map(({ change }) => change)).toEqual(news === null ? [] : [news]);
    for (const { memberIds } of found) expect(memberIds).toEqual(["mem_1", "mem_2"]);
  });

  test("a change of nothing that members act on is no news, and a proposal that stays is not repeated", () => {
    expect(findNews("deadline.updated", row, { ...row, title: "Another" })).toEqual([]);
    expect(findNews("deadline.updated", proposal, { ...proposal, title: "Another" })).toEqual([]);
    expect(findNews("deadline.approaching", row, row)).toEqual([]);
  });
});
