import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Insertable } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { remindVerifiers } from "./domain.jobs.ts";
import { createDeadline } from "../fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let mails: SeenMails;
/** An attorney who sets dates, and one who verifies them. */
let setter: SignedInMember;
let verifier: SignedInMember;

const attorney = { role: "attorney", isAttorney: true, lastName: "Vogt" };

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  mails = await observeMails(server);
  [setter, verifier] = [await signInMember(server, tenant, attorney), await signInMember(server, tenant, attorney)];
  await signInMember(server, tenant, { role: "attorney", isAttorney: false });
  await signInMember(server, tenant, { role: "paralegal", isAttorney: true });
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});
afterEach(async () => {
  await tenant.inside(async (transaction) => {
    await transaction.updateTable("Deadline").set({ status: "cancelled" }).where("status", "=", "open").execute();
    await transaction
      .updateTable("NotificationPreference")
      .set({ remindedOfDeadlinesFor: null, deadlineReminder: "email" })
      .execute();
  });
});

/** A limitation in 2126 whose date the setter gave on a Monday, 2026-03-02. */
async function unverified(values: Partial<Insertable<Tables["Deadline"]>> = {}): Promise<string> {
  const { deadlineId } = await createDeadline(tenant, {
    type: "statute_of_limitations",
    deadlineClass: "limitation",
    title: "Sensitive title",
    setByPersons: [setter.memberId],
    ...values,
  });
  await changeRow(tenant, "Deadline", deadlineId, { unverifiedSince: "2026-03-02T12:00:00.000Z" });
  return deadlineId;
}

/**
 * Two workers at once.
 *
 * @returns how many they reminded, and the mails
 */
async function remind(at: string) {
  await mails.take();
  const reminded = await Promise.all([
    remindVerifiers(server.services.database, at),
    remindVerifiers(server.services.database, at),
  ]);
  return { reminded: reminded[0] + reminded[1], sent: await mails.take() };
}
const emailOf = async ({ memberId }: SignedInMember) =>
  (
    await tenant.inside((transaction) =>
      transaction.selectFrom("Member").select("email").where("id", "=", memberId).executeTakeFirstOrThrow(),
    )
  ).email;
const setPolicy = (requireVerificationOf: string[], unverifiedReminderDays: number) => {
  const rules = {
    limitationVerification: "members",
    otherVerification: "other_persons",
    requireVerificationOf,
    warningDays: JSON.stringify({ limitation: [30], court: [7], notice: [7], contract: [3], internal: [1] }),
    unverifiedReminderDays,
  };
  return tenant.inside((transaction) =>
    transaction
      .insertInto("DeadlinePolicy")
      .values({ organizationId: tenant.organizationId, ...rules })
      .onConflict((conflict) => conflict.column("organizationId").doUpdateSet(rules))
      .execute(),
  );
};

test("a date that waits for 14 days: attorneys who may verify it are reminded once a week, of all together, by two workers; not the one who set it", async () => {
  await unverified();
  await unverified();
  await createDeadline(tenant, { deadlineClass: "court", setByPersons: [] });
  expect((await remind("2026-03-16T11:59:00.000Z")).reminded).toBe(0);
  const { reminded, sent } = await remind("2026-03-16T12:00:00.000Z");
  expect([reminded, sent.map(({ to }) => to)]).toEqual([1, [await emailOf(verifier)]]);
  expect(sent[0]?.subject).toMatch(/^Deadlines: 2 dates to verify \(/);
  expect(JSON.stringify(sent)).not.toMatch(/Sensitive|Rosa|Diaz|Vogt/);
  expect((await remind("2026-03-22T23:00:00.000Z")).reminded).toBe(0);
  expect((await remind("2026-03-23T13:00:00.000Z")).reminded).toBe(1);
  const notices = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Notification")
      .select(["memberId", "kind", "parameters"])
      .where("kind", "=", "deadline.unverified")
      .execute(),
  );
  expect(notices).toEqual(
    [1, 2].map(() => ({
      memberId: verifier.memberId,
      kind: "deadline.unverified",
      parameters: { dateCount: 2, pendingCount: 0, earliestOn: "2126-03-01" },
    })),
  );
});

test("from 90 days before its date at once, and what a second person has to decide on, with the policy's days and classes", async () => {
  await setPolicy(["notice"], 30);
  const near = { dueOn: "2026-06-14", type: "pre_suit_notice", deadlineClass: "notice", setByPersons: [] };
  await unverified(near);
  const requestedBy = { type: "system", id: "system", name: "Caseport" };
  const pendingTransition = {
    toStatus: "waived",
    basis: "other",
    reason: "Sensitive reason",
    supersededById: null,
    requestedBy,
    persons: [verifier.memberId],
    requestedAt: "2026-02-14T12:00:00.000Z",
  };
  await unverified({ pendingTransition, verificationStatus: "verified" });
  expect((await remind("2026-03-15T13:00:00.000Z")).reminded).toBe(0);
  const { sent } = await remind("2026-03-16T13:00:00.000Z");
  expect(sent.map(({ to, subject }) => [to, subject.replace(/ \(.*/, "")]).toSorted()).toEqual(
    [
      [await emailOf(setter), "Deadlines: 1 date to verify, 1 request to decide on"],
      [await emailOf(verifier), "Deadlines: 1 date to verify"],
    ].toSorted(),
  );
  await setPolicy(["limitation", "notice"], 14);
});

test("who turned reminders off gets none, and archived cases have none", async () => {
  const { organizationId } = tenant;
  const [id] = [await unverified()];
  await tenant.inside((transaction) =>
    transaction
      .insertInto("NotificationPreference")
      .values({ organizationId, memberId: verifier.memberId, deadlineReminder: "none" })
      .onConflict((conflict) =>
        conflict.columns(["organizationId", "memberId"]).doUpdateSet({ deadlineReminder: "none" }),
      )
      .execute(),
  );
  expect((await remind("2026-04-06T13:00:00.000Z")).reminded).toBe(0);
  await tenant.inside((transaction) =>
    transaction.updateTable("NotificationPreference").set({ deadlineReminder: "portal" }).execute(),
  );
  const { caseId } = await tenant.inside((transaction) =>
    transaction.selectFrom("Deadline").select("caseId").where("id", "=", id).executeTakeFirstOrThrow(),
  );
  await changeRow(tenant, "Case", caseId, {
    matterStage: "closed",
    matterStatus: "archived",
    closedOn: "2026-03-01",
    statusReason: "Settled",
  });
  expect((await remind("2026-04-06T13:00:00.000Z")).reminded).toBe(0);
  await changeRow(tenant, "Case", caseId, { matterStatus: "closed" });
  expect(await remind("2026-04-06T13:00:00.000Z")).toEqual({ reminded: 1, sent: [] });
});

test("a date counts as unverified since it was set or changed, and not while it is verified", async () => {
  const id = await unverified();
  const since = async (values: object) => {
    await changeRow(tenant, "Deadline", id, values);
    return (
      await tenant.inside((transaction) =>
        transaction.selectFrom("Deadline").select("unverifiedSince").where("id", "=", id).executeTakeFirstOrThrow(),
      )
    ).unverifiedSince;
  };
  expect(await since({ verificationStatus: "disputed" })).toBe("2026-03-02T12:00:00.000Z");
  expect(await since({ verificationStatus: "verified" })).toBe(null);
  expect(Date.parse((await since({ verificationStatus: "unverified" })) ?? "")).toBeGreaterThan(Date.now() - 60_000);
});

test("the portal reads whether a member may decide on a date, and why not", async () => {
  const deadlineId = await unverified();
  const ask = async ({ portal }: SignedInMember) =>
    (await portal.query<{ date: string | null }>("deadlines.obstacles", { deadlineId })).data.date;
  expect(await ask(verifier)).toBeNull();
  expect(await ask(setter)).toBe("second_person");
  expect(await ask(await signInMember(server, tenant, { role: "admin" }))).toBe("attorney");
  expect(await ask(await signInMember(server, tenant, { role: "paralegal" }))).toBe("permission");
  const foreign = await verifier.portal.query("deadlines.obstacles", { deadlineId: `ddl_${"0".repeat(26)}` });
  expect(foreign.error?.data.code).toBe("NOT_FOUND");
});

test("a disputed date: those who set it and the one who disputed it are notified, without what was found", async () => {
  const deadlineId = await unverified();
  await mails.take();
  const decision = { deadlineId, decision: "dispute", basis: "statute_text", note: "Sensitive finding" };
  expect((await verifier.portal.mutate("deadlines.decide", decision)).status).toBe(200);
  const sent = await mails.take();
  expect(sent.map(({ to }) => to).toSorted()).toEqual([await emailOf(setter), await emailOf(verifier)].toSorted());
  expect(sent[0]?.subject).toMatch(/^Date disputed: Statute of limitations \(case /);
  expect(JSON.stringify(sent)).not.toMatch(/Sensitive|Rosa|Diaz/);
  const notices = await tenant.inside((transaction) =>
    transaction.selectFrom("Notification").select("memberId").where("kind", "=", "deadline.disputed").execute(),
  );
  expect(notices.map(({ memberId }) => memberId).toSorted()).toEqual([setter.memberId, verifier.memberId].toSorted());
});
