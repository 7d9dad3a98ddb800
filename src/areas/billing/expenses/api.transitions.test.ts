import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, openSession } from "../../../testing/harness/identity.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { openPortal, type Portal } from "../../../testing/harness/requests/portal-calls.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createMember } from "../../team/fixtures.ts";
import { expenseTransitions } from "./domain.states.ts";
import { createExpense } from "./fixtures.ts";
import { ExpenseStatus, type Expense } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
/** Of a person who has nothing to do with the tenant's first key. */
let other: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  other = openApi(server, (await createKey(tenant, { actingAttorneyId: await createAttorney("Ben") })).secret);
});
afterAll(() => server.close(1000));

const createAttorney = (firstName: string) =>
  createMember(tenant, { firstName, lastName: "Second", isAttorney: true, role: "attorney" });
const expenseOf = (reply: Reply) => readBody<{ expense: Expense }>(reply).expense;
const record = async (caseId: string, body: object = {}, by = api) =>
  expenseOf(
    await by.change("POST", `/cases/${caseId}/expenses`, {
      category: "expert",
      description: "Reconstruction",
      incurredOn: "2026-01-05",
      amountCents: 60_000,
      ...body,
    }),
  );
const move = (id: string, body: object, by = api) => by.change("POST", `/expenses/${id}/transitions`, body);
const typesOf = async (id: string) =>
  (await readEvents(tenant)).filter(({ entityId }) => entityId === id).map(({ eventType }) => eventType);

test("7. an expense of 600.00 submitted by key K: approval by K, by a key of the same creator and by its attorney is rejected with 409; by a disjoint person it is 200", async () => {
  const createdBy = { type: "member", id: await createAttorney("Cleo"), name: "Cleo Second" };
  const attorneyId = await createAttorney("Dara");
  const keyOf = async (values: Parameters<typeof createKey>[1]) =>
    openApi(server, (await createKey(tenant, values)).secret);
  const k = await keyOf({ createdBy, actingAttorneyId: attorneyId });
  const ofCreator = await keyOf({ createdBy, actingAttorneyId: await createAttorney("Eli") });
  const ofAttorney = await keyOf({ actingAttorneyId: attorneyId });
  const { caseId } = await createCase(tenant);
  const { id, status, submittedBy } = await record(caseId, { submit: true }, k);
  expect([status, submittedBy?.type]).toEqual(["pending_approval", "integration_key"]);
  for (const by of [k, ofCreator, ofAttorney])
    for (const decision of [{ status: "approved" }, { status: "rejected", reason: "No" }]) {
      const reply = await move(id, decision, by);
      expect([reply.status, reply.text]).toEqual([409, expect.stringContaining("A second person must decide")]);
    }
  const approved = expenseOf(await move(id, { status: "approved" }, other));
  expect(approved).toMatchObject({ status: "approved", approvedBy: { type: "integration_key" }, revision: 3 });
  expect(await typesOf(id)).toEqual(["expense.created", "expense.submitted", "expense.approved"]);
});

test("who changed the amount of a rejected expense does not approve it, although another one submitted it", async () => {
  const { caseId } = await createCase(tenant);
  const third = openApi(server, (await createKey(tenant, { actingAttorneyId: await createAttorney("Finn") })).secret);
  const { id } = await record(caseId);
  expenseOf(await other.change("PATCH", `/expenses/${id}`, { amountCents: 90_000 }));
  expenseOf(await move(id, { status: "pending_approval" }));
  expect((await move(id, { status: "approved" }, other)).status).toBe(409);
  expect(expenseOf(await move(id, { status: "approved" }, third)).status).toBe("approved");
});

test("8. 600.00 approved by a second person, paid 400.00 and 200.00: paid, outstanding 600.00; the payments can be undone one by one; 499.99 is approved at submit", async () => {
  const { caseId } = await createCase(tenant);
  const { id } = await record(caseId, { submit: true });
  expenseOf(await move(id, { status: "approved" }, other));
  const pay = (payment: object) => move(id, { status: "paid", payment: { method: "check", ...payment } });
  const part = expenseOf(await pay({ amountCents: 40_000, paidOn: "2026-01-10", checkNumber: "100" }));
  expect(part).toMatchObject({ status: "approved", paidCents: 40_000, outstandingCents: 40_000 });
  expect(part.availableTransitions).toEqual(["paid"]);
  const rejected = await pay({ amountCents: 20_001 });
  expect([rejected.status, rejected.text]).toEqual([409, expect.stringContaining("20000 cents")]);
  const paid = expenseOf(await pay({}));
  expect(paid).toMatchObject({ status: "paid", paidCents: 60_000, reimbursedCents: 0, outstandingCents: 60_000 });
  expect(paid.payments).toMatchObject([
    { amountCents: 40_000, paidOn: "2026-01-10", method: "check", checkNumber: "100", reference: null },
    { amountCents: 20_000, method: "check", checkNumber: null },
  ]);
  expect((await move(id, { status: "void", reason: "x" })).status).toBe(409);
  expect((await move(id, { status: "approved" })).status).toBe(409);
  const undo = { status: "approved", undoPayment: true, reason: "Another case" };
  expect(expenseOf(await move(id, undo))).toMatchObject({ status: "approved", outstandingCents: 40_000 });
  expect(expenseOf(await move(id, undo))).toMatchObject({ paidCents: 0, payments: [], statusReason: "Another case" });
  expect((await move(id, undo)).status).toBe(409);
  expect(expenseOf(await move(id, { status: "void", reason: "Never ordered" }))).toMatchObject({
    status: "void",
    availableTransitions: [],
  });
  expect((await typesOf(id)).slice(3)).toEqual([
    "expense.paid",
    "expense.paid",
    "expense.updated",
    "expense.updated",
    "expense.voided",
  ]);
  const small = await record(caseId, { amountCents: 49_999, submit: true });
  expect(small).toMatchObject({ status: "approved", approvedBy: null, availableTransitions: ["paid", "void"] });
  expect(await typesOf(small.id)).toEqual(["expense.created", "expense.submitted", "expense.approved"]);
  expect((await record(caseId, { amountCents: 50_000, submit: true })).status).toBe("pending_approval");
});

test("a write-off lowers what is outstanding, never below 0, and keeps the payments", async () => {
  const { expenseId } = await createExpense(tenant, { status: "paid", paidCents: 60_000 });
  const writeOff = (amountCents: number) => move(expenseId, { writeOff: { amountCents, reason: "Case lost" } });
  expect(expenseOf(await writeOff(20_000))).toMatchObject({
    status: "paid",
    writtenOffCents: 20_000,
    outstandingCents: 40_000,
    availableTransitions: [],
  });
  const rejected = await writeOff(40_001);
  expect([rejected.status, rejected.text]).toEqual([409, expect.stringContaining("40000 cents")]);
  expect((await move(expenseId, { status: "approved", undoPayment: true, reason: "x" })).status).toBe(409);
  expect(expenseOf(await writeOff(40_000)).outstandingCents).toBe(0);
  expect(await typesOf(expenseId)).toEqual(["expense.written_off", "expense.written_off"]);
});

test("9. 40 payments at once: the expense is never overpaid, and nothing is a 500", async () => {
  const { expenseId } = await createExpense(tenant, { status: "approved" });
  const replies = await Promise.all(
    Array.from({ length: 40 }, () =>
      move(expenseId, { status: "paid", payment: { method: "ach", amountCents: 7_000 } }),
    ),
  );
  const codes = new Set(replies.map(({ status }) => status));
  expect([...codes].filter((status) => ![200, 409, 429, 503].includes(status))).toEqual([]);
  const paid = replies.filter(({ status }) => status === 200).length;
  expect(paid).toBeLessThanOrEqual(8);
  expect(paid).toBeGreaterThan(0);
  const { rows } = await tenant.inside((transaction) =>
    sql<{ paidCents: number; count: number }>`SELECT "paidCents", jsonb_array_length(payments) AS count FROM "Expense"
      WHERE "organizationId" = ${tenant.organizationId} AND id = ${expenseId}`.execute(transaction),
  );
  expect(rows).toEqual([{ paidCents: paid * 7_000, count: paid }]);
});

test("409 after 20 payments in part", async () => {
  const payments = Array.from({ length: 20 }, () => ({
    amountCents: 1,
    paidOn: "2026-01-10",
    method: "cash",
    checkNumber: null,
    reference: null,
  }));
  const { expenseId } = await createExpense(tenant, { status: "approved", paidCents: 20, payments });
  const reply = await move(expenseId, { status: "paid", payment: { method: "cash" } });
  expect([reply.status, reply.headers["x-error-reason"]]).toEqual([409, "limit_reached"]);
});

describe("each transition that the table has, and no other", () => {
  const targets = ["pending_approval", "approved", "rejected", "paid", "void"] as const;

  test.each(ExpenseStatus.options.flatMap((from) => targets.map((to) => ({ from, to }))))(
    "$from to $to",
    async ({ from, to }) => {
      const { expenseId } = await createExpense(tenant, {
        status: from,
        ...(from === "paid" && { paidCents: 60_000 }),
      });
      const more = {
        pending_approval: {},
        approved: from === "paid" ? { undoPayment: true, reason: "x" } : {},
        rejected: { reason: "x" },
        paid: { payment: { method: "check" } },
        void: { reason: "x" },
      };
      const reply = await move(expenseId, { status: to, ...more[to] });
      const moves: readonly string[] = expenseTransitions[from];
      if (moves.includes(to)) return void expect(expenseOf(reply).status).toBe(to);
      expect(reply.body).toMatchObject({ code: "INVALID_STATE_TRANSITION" });
    },
  );
});

test.each<[string, object]>([
  ["status", {}],
  ["status", { status: "void", reason: "x", writeOff: { amountCents: 1, reason: "x" } }],
  ["payment", { status: "paid" }],
  ["payment", { status: "approved", payment: { method: "check" } }],
  ["undoPayment", { status: "void", reason: "x", undoPayment: true }],
  ["reason", { status: "approved", undoPayment: true }],
  ["reason", { status: "rejected" }],
  ["reason", { status: "void" }],
  ["payment.paidOn", { status: "paid", payment: { method: "check", paidOn: "2199-01-01" } }],
])("400 names %s of %j", async (path, body) => {
  const { expenseId } = await createExpense(tenant, { status: "approved" });
  expect((await move(expenseId, body)).body).toMatchObject({
    code: "VALIDATION_FAILED",
    error: expect.stringContaining(`${path}: `),
  });
});

test("the portal: with the policy members keys decide nothing; a member with billing:approve and a second factor does, and only who manages billing changes the policy", async () => {
  const firm = await createTenant(server.services.database);
  const firmApi = openApi(server, firm.secret);
  const { slug } = await firm.inside((transaction) =>
    transaction.selectFrom("Organization").select("slug").executeTakeFirstOrThrow(),
  );
  const signIn = async (values: Parameters<typeof createMember>[1], hasSecondFactor = true) => {
    const memberId = await createMember(firm, { firstName: "Cleo", lastName: "Approver", ...values });
    const member = { organizationId: firm.organizationId, memberId };
    const person = await createPerson(server, { member, hasSecondFactor });
    return { memberId, portal: openPortal(server, await openSession(server, person), slug) };
  };
  const owner = await signIn({ role: "owner" });
  const attorney = await signIn({ role: "attorney", isAttorney: true });
  const change = { expenseApproval: "members", approvalThresholdCents: 10_000 };
  expect((await attorney.portal.mutate("billingPolicy.update", change)).error?.data.code).toBe("FORBIDDEN");
  expect(
    (await owner.portal.mutate<{ billingPolicy: object }>("billingPolicy.update", change)).data.billingPolicy,
  ).toMatchObject({ ...change, revision: 2 });
  const { caseId } = await createCase(firm);
  const { id, status } = await record(caseId, { amountCents: 10_000, submit: true }, firmApi);
  expect(status).toBe("pending_approval");
  expect((await record(caseId, { amountCents: 9_999, submit: true }, firmApi)).status).toBe("approved");
  const key = await createKey(firm, {
    actingAttorneyId: await createMember(firm, { isAttorney: true, role: "attorney" }),
  });
  expect((await move(id, { status: "approved" }, openApi(server, key.secret))).text).toContain(
    "This firm approves expenses in the portal",
  );
  const decide = ({ portal }: { portal: Portal }, decision: object) =>
    portal.mutate<{ expense: Expense }>("expenses.decide", { expenseId: id, ...decision });
  for (const rejected of [
    await signIn({ role: "paralegal" }),
    await signIn({ role: "billing" }),
    await signIn({ role: "attorney", isAttorney: true }, false),
  ])
    expect((await decide(rejected, { decision: "approve" })).error?.data.code).toBe("FORBIDDEN");
  expect((await decide(attorney, { decision: "reject" })).error?.message).toContain("reason");
  await changeRow(firm, "Expense", id, { preparedByPersons: [attorney.memberId] });
  expect((await decide(attorney, { decision: "approve" })).error?.message).toContain("A second person must decide");
  await changeRow(firm, "Expense", id, { preparedByPersons: [firm.attorneyId] });
  expect((await decide(attorney, { decision: "approve" })).data.expense).toMatchObject({
    status: "approved",
    approvedBy: { type: "member", id: attorney.memberId },
  });
});

test("If-Match is honored, and a repeated request pays once", async () => {
  const { expenseId } = await createExpense(tenant, { status: "approved" });
  const payment = { status: "paid", payment: { method: "check", amountCents: 1_000 } };
  const path = `/expenses/${expenseId}/transitions`;
  const stale = await api.change("POST", path, payment, { "If-Match": '"7"' });
  expect([stale.status, stale.body["code"]]).toEqual([409, "STALE_REVISION"]);
  const headers = { "X-Idempotency-Key": `once ${expenseId}` };
  const replies = [await api.change("POST", path, payment, headers), await api.change("POST", path, payment, headers)];
  expect(replies.map((reply) => expenseOf(reply).paidCents)).toEqual([1_000, 1_000]);
});
