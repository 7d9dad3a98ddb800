import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createInvoice, createPayment } from "../../areas/billing/fixtures.ts";
import { findInvoice, findInvoices, insertInvoice, listInvoiceRows, lockInvoice, readAging, replaceLines, updateInvoice } from "../../areas/billing/invoices/store.ts";
import { findPayment, insertPayment, listPaymentRows, sumPayments, updatePayment } from "../../areas/billing/payments/store.ts";
import { createForm } from "../../areas/intake/forms/fixtures.ts";
import { giveAnswer } from "../../areas/intake/answers/fixtures.ts";
import {
  copyAnswerRows,
  findAnswer,
  findAnswerId,
  hasExpectedRevision,
  insertAnswers,
  listAnswerRows,
  listAnswerVersionRows,
  lockAnswers,
  markAnswer,
  replaceAnswers,
} from "../../areas/intake/answers/store.ts";
import type { AnswerColumns, AnswerOwner } from "../../areas/intake/answers/store.ts";
import { findForm, findFormVersion, insertFormVersion, listFormRows, listPublishedQuestions, lockForm, updateForm } from "../../areas/intake/forms/store.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { createId } from "../../platform/database/ids.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../rpc/context.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

interface Records {
  draftId: string;
  caseId: string;
  clientId: string;
  leadId: string;
  invoiceId: string;
  paymentId: string;
  answerId: string;
  formId: string;
}

async function fill(tenant: TestTenant): Promise<Records> {
  const { invoiceId: draftId } = await createInvoice(tenant);
  const payment = await createPayment(tenant, "cleared");
  const leadId = await createLead(tenant);
  await giveAnswer(tenant, { kind: "lead", id: leadId }, "incident.place", "Main Street");
  const answerId = await giveAnswer(tenant, { kind: "case", id: payment.caseId }, "incident.date", "2026-01-19");
  return { ...payment, draftId, leadId, answerId, formId: await createForm(tenant, { published: true }) };
}

let harness: TenancyHarness<Records>;
beforeAll(async () => {
  harness = await openTenancyHarness(fill);
});
afterAll(() => harness.close());

const page: SortedPage = { after: sql`true`, order: sql`1`, limit: 10 };
const all = { hasDueDay: false };
const of = ({ caseId }: Records): AnswerOwner => ({ kind: "case", id: caseId });
const answer: AnswerColumns = {
  accessor: "incident.date",
  value: "changed",
  valueType: "string",
  label: null,
  formId: null,
  formVersion: null,
  questionId: null,
  isMismatch: false,
  source: "api",
  answeredBy: null,
  confidence: null,
};
const line = { kind: "expense", description: "x", quantity: 1, unit: null, rateCents: 1, amountCents: 1, serviceOn: null, code: null };

const functions: Record<string, (context: Context, records: Records) => Promise<unknown>> = {
  findInvoice: (context, { invoiceId }) => findInvoice(context, invoiceId),
  findInvoices: (context, { invoiceId }) => findInvoices(context, [invoiceId]),
  lockInvoice: (context, { invoiceId }) => lockInvoice(context, invoiceId),
  listInvoiceRows: (context, { caseId }) => listInvoiceRows(context, { ...all, caseId }, page),
  updateInvoice: (context, { invoiceId }) => updateInvoice(context, invoiceId, { memo: "changed" }, {}, "expected"),
  replaceLines: async (context, { draftId }) => {
    await replaceLines(context, draftId, [line]).catch(() => undefined);
    return context.transaction.selectFrom("InvoiceLineItem").select("id").where("invoiceId", "=", draftId).where("description", "=", "x").execute().catch(() => []);
  },
  "insertInvoice of a case": (context, { caseId, clientId }) =>
    insertInvoice(context, { id: createId("invoice"), invoiceNumber: "X", caseId, clientId, subtotalCents: 0, totalCents: 0 }).then(
      () => true,
      () => false,
    ),
  findPayment: (context, { paymentId }) => findPayment(context, paymentId),
  listPaymentRows: (context, { invoiceId }) => listPaymentRows(context, invoiceId, {}, page),
  insertPayment: (context, { invoiceId }) =>
    insertPayment(context, { id: createId("payment"), invoiceId, amountCents: 1, method: "cash", status: "pending", receivedOn: undefined, createdBy: "{}" }).then(
      () => true,
      () => false,
    ),
  updatePayment: (context, { paymentId }) => updatePayment(context, paymentId, { statusReason: "changed" }),
  sumPayments: async (context, { invoiceId }) => (await sumPayments(context, invoiceId)).paidCents,
  lockAnswers: (context, records) => lockAnswers(context, of(records), ["incident.date"]),
  findAnswer: (context, records) => findAnswer(context, of(records), "incident.date"),
  findAnswerId: (context, records) => findAnswerId(context, of(records), "incident.date"),
  insertAnswers: (context, records) => insertAnswers(context, of(records), [{ ...answer, accessor: "another" }]).catch(() => []),
  replaceAnswers: (context, records) => replaceAnswers(context, of(records), [answer]),
  hasExpectedRevision: (context, { answerId }) => hasExpectedRevision(context, answerId),
  markAnswer: (context, { answerId }) => markAnswer(context, answerId, "deleted"),
  listAnswerRows: (context, records) => listAnswerRows(context, of(records), { accessorPrefix: "incident" }, page),
  "listAnswerRows of a lead": (context, { leadId }) => listAnswerRows(context, { kind: "lead", id: leadId }, {}, page),
  listAnswerVersionRows: (context, { answerId }) => listAnswerVersionRows(context, answerId, page),
  copyAnswerRows: (context, { leadId, caseId }) => copyAnswerRows(context, leadId, caseId, 10).catch(() => []),
  findForm: (context, { formId }) => findForm(context, formId),
  lockForm: (context, { formId }) => lockForm(context, formId),
  updateForm: (context, { formId }) => updateForm(context, formId, { name: "Changed" }),
  findFormVersion: (context, { formId }) => findFormVersion(context, formId, 1),
  insertFormVersion: async (context, { formId }) => {
    const form = await findForm(context, formId);
    if (form === undefined) return false;
    await insertFormVersion(context, form, 2, { type: "system", id: "system", name: "Test" });
    return findFormVersion(context, formId, 2);
  },
};

describe("the first wall: store functions of billing and intake filter by themselves, without row-level security", () => {
  test.each(Object.entries(functions))("%s", async (_, call) => {
    expect(isFound(await harness.ask((context) => call(context, harness.ours)))).toBe(true);
    expect(isFound(await harness.ask((context) => call(context, harness.theirs)))).toBe(false);
  });

  test("what takes no id shows the own organization's alone", async () => {
    const ids = async (rows: Promise<unknown>) => ((await rows) as { id: string }[]).map(({ id }) => id).toSorted();
    const { ours } = harness;
    expect(await ids(harness.ask((context) => listInvoiceRows(context, all, { ...page, order: sql`i.id` })))).toEqual([ours.draftId, ours.invoiceId].toSorted());
    expect(await ids(harness.ask((context) => listFormRows(context, {}, { ...page, order: sql`f.id` })))).toEqual([ours.formId]);
    expect(await harness.ask((context) => listPublishedQuestions(context, ["incident.date"]))).toMatchObject([{ formId: ours.formId }]);
    expect(await harness.ask((context) => readAging(context, { direction: "receivable" }))).toMatchObject([{ bucket: "current", invoiceCount: 1, balanceCents: 100_000 }]);
  });
});
