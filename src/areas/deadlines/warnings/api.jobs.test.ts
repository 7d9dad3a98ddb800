import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createColleague } from "../../team/fixtures.ts";
import { findDueAt } from "../calculation/domain.instants.ts";
import { markMissedDeadlines } from "./domain.jobs.ts";
import { createDeadline } from "../fixtures.ts";
import type { Deadline, DeadlineChange } from "../schema.ts";

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

const get = async (id: string) => readBody<{ deadline: Deadline }>(await api.get(`/deadlines/${id}`)).deadline;
const historyOf = async (id: string) =>
  readBody<{ changes: DeadlineChange[] }>(await api.get(`/deadlines/${id}/history`)).changes.map(
    ({ kind, actor }) => `${kind} by ${actor.type}`,
  );
const eventsOf = async (id: string) => (await readEvents(tenant)).filter(({ entityId }) => entityId === id);
const noticesOf = (memberId: string) =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("Notification")
      .select(["kind", "parameters"])
      .where("memberId", "=", memberId)
      .orderBy("id")
      .execute(),
  );
const move = (id: string, body: object, headers = {}) =>
  api.change("POST", `/deadlines/${id}/transitions`, body, headers);
const mark = () => markMissedDeadlines(server.services.database);

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

const signUp = (values: Parameters<typeof createColleague>[2] = {}) => createColleague(server, tenant, values);

/** A deadline that this member is assigned to. */
async function assign(memberId: string, values: Parameters<typeof createDeadline>[1]): Promise<string> {
  const { deadlineId } = await createDeadline(tenant, {
    title: "Sensitive title",
    statusReason: "Sensitive reason",
    ...values,
  });
  await tenant.inside((transaction) =>
    transaction
      .insertInto("DeadlineAssignee")
      .values({ organizationId: tenant.organizationId, deadlineId, memberId })
      .execute(),
  );
  return deadlineId;
}

test("13. a deadline in Honolulu is open until its day is over there; one run afterwards marks it as missed, with one event, one change and one mail each to assignee and manager", async () => {
  expect(findDueAt("2026-11-26", null, "Pacific/Honolulu")).toBe("2026-11-27T10:00:00.000Z");
  const [assignee, manager, other] = [await signUp(), await signUp({ role: "owner" }), await signUp()];
  const deadlineId = await assign(assignee, { timeZone: "Pacific/Honolulu", type: "answer_due", dueAt: ago(-60_000) });
  await mails.take();
  expect([await mark(), (await get(deadlineId)).status]).toEqual([0, "open"]);
  await changeRow(tenant, "Deadline", deadlineId, { dueAt: ago(1) });
  const runs = await Promise.all([mark(), mark()]);
  expect([runs.toSorted(), await mark()]).toEqual([[0, 1], 0]);
  expect(await get(deadlineId)).toMatchObject({
    status: "missed",
    urgency: "overdue",
    revision: 2,
    availableTransitions: ["satisfied", "satisfied_late", "waived", "superseded", "cancelled"],
  });
  expect(await historyOf(deadlineId)).toEqual(["missed by system"]);
  const events = await eventsOf(deadlineId);
  expect(events).toMatchObject([
    { eventType: "deadline.missed", actor: { type: "system" }, diff: { status: { from: "open", to: "missed" } } },
  ]);
  const audited = await tenant.inside((transaction) =>
    transaction.selectFrom("AuditEntry").select(["action", "actorType"]).where("entityId", "=", deadlineId).execute(),
  );
  expect(audited).toEqual([{ action: "deadlines.miss", actorType: "system" }]);
  const notices = await Promise.all([assignee, manager, other].map(noticesOf));
  expect(notices.map((each) => each.map(({ kind }) => kind))).toEqual([["deadline.missed"], ["deadline.missed"], []]);
  const sent = await mails.take();
  const emails = await tenant.inside((transaction) =>
    transaction.selectFrom("Member").select("email").where("id", "in", [assignee, manager]).execute(),
  );
  for (const { email } of emails) expect(sent.filter(({ to }) => to === email)).toHaveLength(1);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(sent.length);
  const { slug } = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Organization")
      .select("slug")
      .where("id", "=", tenant.organizationId)
      .executeTakeFirstOrThrow(),
  );
  expect(sent[0]?.subject).toMatch(/^Missed: Answer due, not verified \(case 2026-\w+\)/);
  expect(JSON.stringify(sent[0])).toContain(`/o/${slug}/deadlines?deadline=${deadlineId}`);
  expect(JSON.stringify([sent, notices])).not.toMatch(/Sensitive|Rosa|Diaz|interrogatories/);
});

test("13. a satisfy that holds the deadline wins, and the job that waits for it marks nothing", async () => {
  const { deadlineId } = await createDeadline(tenant, { dueAt: ago(1) });
  const watcher = await server.connectOwner();
  let marked: Promise<number> | undefined;
  await tenant.inside(async (transaction) => {
    await transaction
      .updateTable("Deadline")
      .set({
        status: "satisfied",
        satisfaction: JSON.stringify({
          on: "2026-03-01",
          documentId: null,
          docketNumber: null,
          note: null,
          recordedBy: { type: "system", id: "system", name: "Caseport" },
          recordedAt: ago(0),
        }),
        revision: 2,
      })
      .where("id", "=", deadlineId)
      .execute();
    marked = mark();
    await expect
      .poll(
        async () =>
          (
            await watcher.query(
              "SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()",
            )
          ).rowCount,
        { timeout: 20_000, interval: 20 },
      )
      .toBe(1);
  });
  await watcher.end();
  expect([
    await marked,
    (await get(deadlineId)).status,
    await historyOf(deadlineId),
    await eventsOf(deadlineId),
  ]).toEqual([0, "satisfied", [], []]);
});

test("13. of a satisfy with the revision and a job at once, one wins", async () => {
  const { deadlineId } = await createDeadline(tenant, { dueAt: ago(1) });
  const [reply, marked] = await Promise.all([
    move(deadlineId, { toStatus: "satisfied", on: "2026-03-13" }, { "if-match": '"1"' }),
    mark(),
  ]);
  const won = reply.status === 200 ? "satisfied" : "missed";
  expect([reply.status, marked]).toEqual(won === "satisfied" ? [200, 0] : [409, 1]);
  expect([(await get(deadlineId)).status, (await eventsOf(deadlineId)).map(({ eventType }) => eventType)]).toEqual([
    won,
    [`deadline.${won}`],
  ]);
});

test("14. a missed deadline that was done in time is satisfied, one that was done later satisfied_late alone", async () => {
  const [inTime, late] = [
    await createDeadline(tenant, { dueOn: "2026-03-01", dueAt: ago(1) }),
    await createDeadline(tenant, { dueOn: "2026-03-01", dueAt: ago(1) }),
  ];
  expect((await move(late.deadlineId, { toStatus: "satisfied", on: "2026-03-02" })).text).toContain("as missed first");
  await mark();
  const statusAfter = async (id: string, toStatus: string, on: string) => {
    const { status, body } = await move(id, { toStatus, on });
    return status === 200 ? (body["deadline"] as Deadline).status : status;
  };
  expect([
    await statusAfter(inTime.deadlineId, "satisfied_late", "2026-03-01"),
    await statusAfter(inTime.deadlineId, "satisfied", "2026-03-01"),
  ]).toEqual([409, "satisfied"]);
  expect([
    await statusAfter(late.deadlineId, "satisfied", "2026-03-02"),
    await statusAfter(late.deadlineId, "satisfied_late", "2026-03-02"),
  ]).toEqual([409, "satisfied_late"]);
});

test("a deadline whose time verifiably does not run is not missed, nor one of an archived case until that is active again; an unverified tolling does not help", async () => {
  const tolled = { type: "statute_of_limitations", deadlineClass: "limitation", isTolled: true, dueAt: ago(1) };
  const [verified, unverified, archived] = [
    await createDeadline(tenant, { ...tolled, verificationStatus: "verified" }),
    await createDeadline(tenant, tolled),
    await createDeadline(tenant, { dueAt: ago(1) }),
  ];
  await changeRow(tenant, "Case", archived.caseId, {
    matterStage: "closed",
    matterStatus: "archived",
    closedOn: "2026-03-01",
    statusReason: "Settled",
  });
  expect(await mark()).toBe(1);
  const statuses = () =>
    Promise.all([verified, unverified, archived].map(async ({ deadlineId }) => (await get(deadlineId)).status));
  expect(await statuses()).toEqual(["open", "missed", "open"]);
  await changeRow(tenant, "Case", archived.caseId, { matterStatus: "closed" });
  expect([await mark(), await statuses()]).toEqual([1, ["open", "missed", "missed"]]);
});
