import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { maxRecordsOfCase } from "../../cases/domain.limits.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import { createCaseDocument } from "../../medical/fixtures.records.ts";
import { createRetrievalRequest } from "../../medical/fixtures.ts";
import { createExpense } from "./fixtures.ts";
import type { CostSummary, Expense } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const record = (caseId: string, body: object = {}) =>
  api.change("POST", `/cases/${caseId}/expenses`, {
    category: "expert",
    description: "Reconstruction",
    incurredOn: "2026-01-05",
    amountCents: 60_000,
    ...body,
  });
const expenseOf = (reply: Reply) => readBody<{ expense: Expense }>(reply).expense;
const get = async (id: string) => expenseOf(await api.get(`/expenses/${id}`));

test("an expense is returned as sent, with its number, vendor and case; null clears a field", async () => {
  const { caseId, requestId } = await createRetrievalRequest(tenant);
  const vendor = { id: await createNamedContact(tenant, "ChartFetch"), name: "ChartFetch" };
  const documentId = await createCaseDocument(tenant, caseId);
  const values = {
    category: "medical_records",
    kind: "soft",
    description: "Copies, 120 pages",
    incurredOn: "2026-01-05",
    dueOn: "2026-02-04",
    vendorInvoiceNumber: "CF-1",
    amountCents: 1,
    isRecoverable: false,
    retrievalRequestId: requestId,
    documentIds: [documentId],
    notes: "Too dear",
    externalId: "qb-1",
  };
  const expense = expenseOf(await record(caseId, { ...values, vendorContactId: vendor.id }));
  expect(expense).toMatchObject({
    ...values,
    sequenceId: expect.stringMatching(/^EXP-\d{4}-\d{5}$/),
    vendor,
    case: { id: caseId },
    status: "draft",
    availableTransitions: ["pending_approval", "void"],
    submittedBy: null,
    approvedBy: null,
    payments: [],
    outstandingCents: 0,
    statementId: null,
    createdBy: { type: "integration_key", id: tenant.keyId },
    revision: 1,
  });
  expect(await get(expense.id)).toEqual(expense);
  expect(expenseOf(await api.get("/expenses/external:qb-1")).id).toBe(expense.id);
  const cleared = { vendorContactId: null, dueOn: null, retrievalRequestId: null, documentIds: [], notes: null };
  expect(expenseOf(await api.change("PATCH", `/expenses/${expense.id}`, cleared))).toMatchObject({
    vendor: null,
    dueOn: null,
    retrievalRequestId: null,
    documentIds: [],
    notes: null,
    revision: 2,
  });
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === expense.id);
  expect(events.map(({ eventType }) => eventType)).toEqual(["expense.created", "expense.updated"]);
  expect(events[0]?.relatedIds).toContainEqual({ entity: "contact", id: vendor.id });
  expect(JSON.stringify(events)).not.toContain("Too dear");
});

test("11. one live expense a retrieval request: the second is rejected with 409, also by PATCH, until the first is void", async () => {
  const { caseId, requestId } = await createRetrievalRequest(tenant);
  const first = expenseOf(await record(caseId, { retrievalRequestId: requestId }));
  const second = await record(caseId, { retrievalRequestId: requestId });
  expect([second.status, second.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);
  const other = expenseOf(await record(caseId));
  const patched = await api.change("PATCH", `/expenses/${other.id}`, { retrievalRequestId: requestId });
  expect([patched.status, patched.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);
  expenseOf(await api.change("POST", `/expenses/${first.id}/transitions`, { status: "void", reason: "Twice" }));
  expect((await record(caseId, { retrievalRequestId: requestId })).status).toBe(201);
});

test.each<[string, object]>([
  ["amountCents", { amountCents: 0 }],
  ["incurredOn", { incurredOn: "2199-01-01" }],
  ["documentIds", { documentIds: ["doc_1", "doc_1"] }],
  ["description", { description: "" }],
  ["status", { status: "paid" }],
])("400 names %s", async (path, body) => {
  const { caseId } = await createCase(tenant);
  expect((await record(caseId, body)).body).toMatchObject({
    code: "VALIDATION_FAILED",
    error: expect.stringContaining(path),
  });
});

describe("amount, category and vendor change in draft and rejected only", () => {
  test.each(["draft", "rejected"])("%s: they change", async (status) => {
    const { expenseId } = await createExpense(tenant, { status });
    const changes = { amountCents: 70_000, category: "deposition" };
    expect(expenseOf(await api.change("PATCH", `/expenses/${expenseId}`, changes))).toMatchObject(changes);
  });

  test.each(["pending_approval", "approved", "paid", "void"])(
    "%s: 409 for another value, and a deletion; the rest changes",
    async (status) => {
      const { expenseId } = await createExpense(tenant, { status, ...(status === "paid" && { paidCents: 60_000 }) });
      const path = `/expenses/${expenseId}`;
      const vendorContactId = await createNamedContact(tenant, "Another vendor");
      for (const change of [{ amountCents: 1 }, { category: "travel" }, { vendorContactId }])
        expect((await api.change("PATCH", path, change)).status).toBe(409);
      expect((await api.change("DELETE", path)).status).toBe(409);
      const same = { amountCents: 60_000, notes: "Checked" };
      expect(expenseOf(await api.change("PATCH", path, same))).toMatchObject({ status, notes: "Checked" });
    },
  );
});

test("an archived case accepts no new, changed or deleted expense, and payments of its expenses go on", async () => {
  const { expenseId, caseId } = await createExpense(tenant, { status: "approved" });
  const { expenseId: draftId } = await createExpense(tenant, { caseId });
  await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
  const replies = [
    await record(caseId),
    await api.change("PATCH", `/expenses/${draftId}`, { notes: "x" }),
    await api.change("DELETE", `/expenses/${draftId}`),
  ];
  expect(replies.map(({ headers }) => headers["x-error-reason"])).toEqual(Array(3).fill("case_archived"));
  const payment = { status: "paid", payment: { method: "check" } };
  expect(expenseOf(await api.change("POST", `/expenses/${expenseId}/transitions`, payment)).status).toBe("paid");
});

test(`409 at ${maxRecordsOfCase} expenses of a case`, async () => {
  const { caseId } = await createCase(tenant);
  const { organizationId } = tenant;
  await tenant.inside((transaction) =>
    transaction
      .insertInto("Expense")
      .values(
        Array.from({ length: maxRecordsOfCase }, (_, place) => ({
          organizationId,
          id: `xpn_${caseId}_${place}`,
          sequenceId: `EXP-${caseId}-${place}`,
          caseId,
          category: "travel",
          description: "x",
          incurredOn: "2026-01-05",
          amountCents: 1,
          createdBy: JSON.stringify({ type: "system", id: "system", name: "Caseport" }),
        })),
      )
      .execute(),
  );
  expect((await record(caseId)).headers["x-error-reason"]).toBe("limit_reached");
});

test("the list filters by case, status, category, vendor, what is outstanding, due day and change", async () => {
  const vendorContactId = await createNamedContact(tenant, "Filter vendor");
  const a = await createExpense(tenant, { vendorContactId, category: "travel", dueOn: "2026-01-31" });
  const b = await createExpense(tenant, { caseId: a.caseId, vendorContactId, status: "approved", paidCents: 100 });
  const c = await createExpense(tenant, { caseId: a.caseId, vendorContactId, status: "paid", paidCents: 60_000 });
  const list = async (query: string) =>
    readBody<{ expenses: Expense[] }>(await api.get(`/expenses?${query}`)).expenses.map(({ id }) => id);
  const of = `caseId=${a.caseId}`;
  expect(await list(of)).toEqual([c, b, a].map(({ expenseId }) => expenseId));
  expect(await list(`${of}&status=approved`)).toEqual([b.expenseId]);
  expect(await list(`${of}&category=travel`)).toEqual([a.expenseId]);
  expect(await list(`vendorContactId=${vendorContactId}&sort=oldest`)).toEqual(
    [a, b, c].map(({ expenseId }) => expenseId),
  );
  expect(await list(`${of}&outstanding=true`)).toEqual([c.expenseId, b.expenseId]);
  expect(await list(`${of}&outstanding=false`)).toEqual([a.expenseId]);
  expect(await list(`${of}&dueBefore=2026-02-01`)).toEqual([a.expenseId]);
  expect(await list(`${of}&dueBefore=2026-01-31`)).toEqual([]);
  const { updatedAt } = await get(c.expenseId);
  expect(await list(`${of}&updatedSince=${updatedAt}`)).toContain(c.expenseId);
  expect(await list("caseId=case_unknown")).toEqual([]);
});

test("the cost summary adds up by category, and the case summary has the sums for billing:read", async () => {
  const { caseId } = await createExpense(tenant, { status: "pending_approval", category: "filing_fee" });
  await createExpense(tenant, { caseId, status: "approved", paidCents: 20_000 });
  await createExpense(tenant, { caseId, status: "paid", paidCents: 60_000, writtenOffCents: 10_000 });
  await createExpense(tenant, { caseId, status: "void" });
  const none = { advancedCents: 0, unpaidCents: 0, reimbursedCents: 0, writtenOffCents: 0, outstandingCents: 0 };
  const expert = {
    ...none,
    advancedCents: 80_000,
    unpaidCents: 40_000,
    writtenOffCents: 10_000,
    outstandingCents: 70_000,
  };
  const { costSummary } = readBody<{ costSummary: CostSummary }>(await api.get(`/cases/${caseId}/cost-summary`));
  expect(costSummary).toEqual({
    ...expert,
    unpaidCents: 100_000,
    categories: [
      { category: "filing_fee", ...none, unpaidCents: 60_000 },
      { category: "expert", ...expert },
    ],
  });
  const { summary } = readBody<{ summary: { money: object } }>(await api.get(`/cases/${caseId}/summary`));
  expect(summary.money).toMatchObject({ costsAdvancedCents: 80_000, costsOutstandingCents: 70_000 });
});

test("gate no_unpaid_expense: a stage is closed to a case with an expense that waits for approval or payment", async () => {
  readBody(await api.change("PUT", "/case-stage-gates/disbursement", { gates: ["no_unpaid_expense"] }));
  const { caseId, expenseId } = await createExpense(tenant, { status: "approved" });
  const move = () => api.change("POST", `/cases/${caseId}/transitions`, { toStage: "disbursement" });
  const rejected = await move();
  expect([rejected.status, rejected.text]).toEqual([409, expect.stringContaining("no_unpaid_expense (pay, reject")]);
  await changeRow(tenant, "Expense", expenseId, { status: "void" });
  const moved = await move();
  expect(moved.status, moved.text).toBe(200);
});

test.each([
  ["pending_approval", {}, "wait for approval or payment"],
  ["approved", {}, "wait for approval or payment"],
  ["paid", { paidCents: 60_000 }, "paid and not reimbursed"],
  ["paid", { paidCents: 60_000, writtenOffCents: 60_000 }, null],
  ["draft", {}, null],
  ["void", {}, null],
])("a case with an expense that is %s %o is not deleted while money is open", async (status, more, rejection) => {
  const { caseId, expenseId } = await createExpense(tenant, { status, ...more });
  const reply = await api.change("DELETE", `/cases/${caseId}`);
  if (rejection !== null) {
    expect([reply.status, reply.text]).toEqual([409, expect.stringContaining(rejection)]);
    return;
  }
  expect(reply.status, reply.text).toBe(200);
  expect((await api.get(`/expenses/${expenseId}`)).status).toBe(404);
});

test("12. a merge of contacts repoints the vendor with an event; the contact is not deletable while an expense names it", async () => {
  const from = await createNamedContact(tenant, "Old vendor");
  const to = await createNamedContact(tenant, "New vendor");
  const { expenseId, caseId, clientId } = await createExpense(tenant, { vendorContactId: from });
  const cases = readBody<{ cases: { id: string; links: object[] }[] }>(await api.get(`/contacts/${from}/cases`)).cases;
  expect(cases).toMatchObject([{ id: caseId, links: [{ as: "expense_vendor", role: "expert" }] }]);
  const rejected = await api.change("DELETE", `/contacts/${from}`);
  expect([rejected.status, rejected.text]).toEqual([409, expect.stringContaining("expenses")]);
  readBody(await api.change("POST", `/contacts/${to}/merge`, { mergedContactId: from }));
  expect((await get(expenseId)).vendor).toEqual({ id: to, name: "New vendor" });
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === expenseId);
  expect(events).toMatchObject([
    {
      eventType: "expense.updated",
      diff: { vendor: { from: { id: from }, to: { id: to } } },
      relatedIds: [
        { entity: "case", id: caseId },
        { entity: "client", id: clientId },
        { entity: "contact", id: to },
      ],
    },
  ]);
});

test("14. ids of another organization, or of another case, are not found: case, expense, vendor, request and document alike", async () => {
  const foreign = await createTenant(server.services.database);
  const theirs = await createExpense(foreign);
  const { caseId, expenseId } = await createExpense(tenant);
  const { requestId } = await createRetrievalRequest(tenant);
  const documentId = await createCaseDocument(foreign, theirs.caseId);
  const vendorContactId = await createNamedContact(foreign, "Theirs");
  const replies = [
    await api.get(`/expenses/${theirs.expenseId}`),
    await api.change("PATCH", `/expenses/${theirs.expenseId}`, { amountCents: 1 }),
    await api.change("DELETE", `/expenses/${theirs.expenseId}`),
    await api.change("POST", `/expenses/${theirs.expenseId}/transitions`, { status: "pending_approval" }),
    await api.get(`/cases/${theirs.caseId}/cost-summary`),
    await record(theirs.caseId),
    await record(caseId, { vendorContactId }),
    await record(caseId, { retrievalRequestId: requestId }),
    await record(caseId, { documentIds: [documentId] }),
    await api.change("PATCH", `/expenses/${expenseId}`, { documentIds: [documentId] }),
  ];
  expect(replies.map(({ status }) => status)).toEqual(Array(replies.length).fill(404));
  expect(replies[0]?.text).toBe((await api.get("/expenses/xpn_unknown")).text);
});
