import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createPerson } from "../../../testing/harness/identity.ts";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createSubscription } from "../../../testing/harness/webhooks.ts";
import { createMember } from "../../team/fixtures.ts";
import { warnOfDeadlines } from "./domain.jobs.ts";
import { createDeadline } from "../fixtures.ts";

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
afterEach(() => tenant.inside((transaction) => transaction.updateTable("Deadline").set({ status: "cancelled" }).where("status", "=", "open").execute()));

async function signUp(values: Parameters<typeof createMember>[1] = {}): Promise<string> {
  const memberId = await createMember(tenant, { firstName: "Ina", lastName: "Vogt", ...values });
  await createPerson(server, { member: { organizationId: tenant.organizationId, memberId } });
  return memberId;
}

const addresses = async (...memberIds: string[]) => (await tenant.inside((transaction) => transaction.selectFrom("Member").select("email").where("id", "in", memberIds).execute())).map(({ email }) => email).toSorted();

/** A deadline on 2126-03-01 in New York that a new member is assigned to. */
async function assign(values: Parameters<typeof createDeadline>[1] = {}): Promise<{ deadlineId: string; caseId: string; memberId: string }> {
  const memberId = await signUp();
  const created = await createDeadline(tenant, { type: "statute_of_limitations", deadlineClass: "limitation", title: "Sensitive title", warningDays: [30, 14, 7, 3, 1], ...values });
  await tenant.inside((transaction) => transaction.insertInto("DeadlineAssignee").values({ organizationId: tenant.organizationId, deadlineId: created.deadlineId, memberId }).execute());
  return { ...created, memberId };
}

/** 09:00 of that day in New York, which is 14:00 UTC in winter. */
const morning = (day: string) => `${day}T14:00:00.000Z`;

/** Two workers at once. @returns of how many each warned, the more first; and the subjects and recipients of the mails */
async function warn(at: string) {
  await mails.take();
  const warned = await Promise.all([warnOfDeadlines(server.services.database, at), warnOfDeadlines(server.services.database, at)]);
  const sent = await mails.take();
  return { warned: Math.max(...warned), sum: warned[0] + warned[1], subjects: [...new Set(sent.map(({ subject }) => subject.replace(/ \(case .*/, "")))], to: sent.map(({ to }) => to).toSorted(), sent };
}
const daysOf = async (deadlineId: string) => (await tenant.inside((transaction) => transaction.selectFrom("SentDeadlineWarning").select("days").where("deadlineId", "=", deadlineId).orderBy("sentAt").execute())).map(({ days }) => days);
const eventsOf = async (deadlineId: string) => (await readEvents(tenant)).filter(({ entityId }) => entityId === deadlineId);

test("20., 21. of a deadline that is entered five days ahead there is one warning, of 7 days, then of 3 and of 1, each once by two workers, from 08:00 on, with event, webhook, notification and mail", async () => {
  const { deadlineId, memberId } = await assign({ discoveryFacts: "Sensitive facts" });
  const { subscriptionId } = await createSubscription(tenant, { eventTypes: ["deadline.approaching"] });
  expect((await warn("2126-02-24T12:59:00.000Z")).sum).toBe(0);
  const first = await warn("2126-02-24T13:00:00.000Z");
  expect(first).toMatchObject({ sum: 1, subjects: ["Statute of limitations in 5 days, not verified"], to: await addresses(memberId) });
  expect((await warn(morning("2126-02-25"))).sum).toBe(0);
  expect(await warn(morning("2126-02-26"))).toMatchObject({ sum: 1, subjects: ["Statute of limitations in 3 days, not verified"], to: await addresses(memberId, manager) });
  expect((await warn(morning("2126-02-27"))).sum).toBe(0);
  expect(await warn(morning("2126-02-28"))).toMatchObject({ sum: 1, subjects: ["Statute of limitations in 1 day, not verified"] });
  expect((await warn(morning("2126-03-01"))).sum).toBe(0);
  expect(await daysOf(deadlineId)).toEqual([7, 3, 1]);
  const events = await eventsOf(deadlineId);
  expect(events.map(({ eventType, actor, diff, metadata }) => ({ eventType, actor, diff, metadata }))).toMatchObject(
    [5, 3, 1].map((daysLeft) => ({ eventType: "deadline.approaching", actor: { type: "system" }, diff: {}, metadata: { source: "system", daysLeft, isVerified: false } })),
  );
  const delivered = await tenant.inside((transaction) => transaction.selectFrom("WebhookDelivery").select("eventId").where("subscriptionId", "=", subscriptionId).execute());
  expect(delivered.map(({ eventId }) => eventId).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  const notices = await tenant.inside((transaction) => transaction.selectFrom("Notification").select(["kind", "parameters"]).where("memberId", "=", memberId).execute());
  expect(notices).toMatchObject([5, 3, 1].map((daysLeft) => ({ kind: "deadline.approaching", parameters: { daysLeft, effectiveOn: "2126-03-01", isVerified: false } })));
  expect(first.sent[0]?.subject).toMatch(/^Statute of limitations in 5 days, not verified \(case \d{4}-\w+\)/);
  expect(JSON.stringify(first.sent[0])).toContain(`/deadlines?deadline=${deadlineId}`);
  expect(JSON.stringify([first.sent, notices])).not.toMatch(/Sensitive|Rosa|Diaz/);
  expect(JSON.stringify(events)).not.toContain("Sensitive facts");
});

test("nothing changes for those who read the deadline", async () => {
  const { deadlineId } = await assign();
  const read = () => tenant.inside((transaction) => transaction.selectFrom("Deadline").select(["revision", "updatedAt"]).where("id", "=", deadlineId).executeTakeFirstOrThrow());
  const before = await read();
  expect((await warn(morning("2126-02-24"))).sum).toBe(1);
  expect(await read()).toEqual(before);
});

test("after a stop only the nearest is sent, also when the date that counts is past and the deadline still runs", async () => {
  const [{ deadlineId }, conservative] = [await assign(), await assign({ dueOn: "2126-06-01", conservativeDueOn: "2126-02-23", effectiveOn: "2126-02-23", actByOn: "2126-02-23", warningDays: [30, 1] })];
  const { sum, subjects } = await warn(morning("2126-02-27"));
  expect([sum, subjects.toSorted()]).toEqual([2, ["Statute of limitations 4 days ago, not verified", "Statute of limitations in 2 days, not verified"]]);
  expect([await daysOf(deadlineId), await daysOf(conservative.deadlineId)]).toEqual([[3], [1]]);
});

test("a failure between leaves neither event nor mail nor row, and the next run sends all of it once", async () => {
  const { deadlineId, memberId } = await assign();
  const owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$; CREATE TRIGGER fail BEFORE INSERT ON "Notification" FOR EACH ROW EXECUTE FUNCTION fail()`);
  await expect(warnOfDeadlines(server.services.database, morning("2126-02-24"))).rejects.toThrow("stopped");
  expect([await daysOf(deadlineId), await eventsOf(deadlineId)]).toEqual([[], []]);
  await owner.query(`DROP TRIGGER fail ON "Notification"; DROP FUNCTION fail()`);
  await owner.end();
  expect(await warn(morning("2126-02-24"))).toMatchObject({ sum: 1, to: await addresses(memberId) });
});

test("a date that moves warns anew, and one that moves back does not repeat what was sent", async () => {
  const { deadlineId } = await assign();
  const move = (day: string) => changeRow(tenant, "Deadline", deadlineId, { dueOn: day, effectiveOn: day, actByOn: day });
  expect((await warn(morning("2126-02-20"))).subjects).toEqual(["Statute of limitations in 9 days, not verified"]);
  await move("2126-03-06");
  expect((await warn(morning("2126-02-21"))).subjects).toEqual(["Statute of limitations in 13 days, not verified"]);
  await move("2126-03-01");
  expect((await warn(morning("2126-02-21"))).sum).toBe(0);
  await changeRow(tenant, "Deadline", deadlineId, { warningDays: [30, 8] });
  expect((await warn(morning("2126-02-21"))).subjects).toEqual(["Statute of limitations in 8 days, not verified"]);
});

test("one that was verified says so; done, over, or of an archived case it does not warn", async () => {
  const made = { verified: await assign({ verificationStatus: "verified" }), over: await assign({ dueAt: morning("2126-02-23") }), archived: await assign(), done: await assign() };
  await changeRow(tenant, "Case", made.archived.caseId, { matterStage: "closed", matterStatus: "archived", closedOn: "2026-03-01", statusReason: "Settled" });
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
  expect(await warn("2126-03-03T13:00:00.000Z")).toMatchObject({ sum: 1, subjects: ["Time does not run: Statute of limitations"], to: await addresses(memberId) });
  expect((await warn(morning("2126-04-01"))).sum).toBe(0);
  expect((await warn(morning("2126-04-02"))).sum).toBe(1);
  expect([await daysOf(deadlineId), await eventsOf(deadlineId)]).toEqual([[], []]);
});

test("a member who prefers the portal gets no mail until three days are left; without an active assignee or lead attorney the managers are warned", async () => {
  const [{ deadlineId, memberId }, orphan] = [await assign(), await assign()];
  await tenant.inside((transaction) => transaction.insertInto("NotificationPreference").values({ organizationId: tenant.organizationId, memberId, deadlineWarning: "portal" }).execute());
  await changeRow(tenant, "Member", orphan.memberId, { status: "deactivated" });
  expect(await warn(morning("2126-02-24"))).toMatchObject({ sum: 2, to: await addresses(manager) });
  expect((await warn(morning("2126-02-26"))).to).toEqual([...(await addresses(manager)), ...(await addresses(manager, memberId))].toSorted());
  const seen = await tenant.inside((transaction) => transaction.selectFrom("Notification").select("kind").where("memberId", "=", memberId).execute());
  expect([seen.length, await daysOf(deadlineId)]).toEqual([2, [7, 3]]);
});
