import { buildInvoice, buildPayment } from "../../../prisma/seed/builders/billing.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import {
  anInstant,
  asRead,
  readId,
  aDay,
  type Arrangement,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, insertFor, relateCase, type TestTenant } from "../../testing/harness/tenant.ts";
import { deleteCase } from "../cases/fixtures.ts";
import { createNamedContact } from "../cases/parties/fixtures.ts";
import { createExpense, expenseScenarios } from "./expenses/fixtures.ts";

export interface CreatedInvoice {
  invoiceId: string;
  caseId: string;
  clientId: string;
}

const actor = { type: "integration_key", id: "key_fixture", name: "Fixture" };

/**
 * A draft of $1,250.00 with one line, of a case of its own. What is paid of it is one cleared payment; one that is
 * `paid` is paid in full.
 */
export async function createInvoice(
  tenant: TestTenant,
  values: Partial<Values<"Invoice">> = {},
): Promise<CreatedInvoice> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const { subtotalCents = 125_000 } = values;
  const counted =
    subtotalCents === 125_000 ? { quantity: 2.5, rateCents: 50_000 } : { quantity: 1, rateCents: subtotalCents };
  const line = { kind: "flat_fee", description: "Consultation", ...counted, serviceOn: "2026-03-14" };
  const records = buildInvoice({ organizationId, caseId, clientId, totalCents: 125_000, ...values }, [line]);
  const { id: invoiceId, totalCents } = records.Invoice;
  const paidCents = values.paidCents ?? (values.status === "paid" ? totalCents : 0);
  const payment = { organizationId, invoiceId, amountCents: paidCents, receivedOn: "2026-03-20", createdBy: actor };
  await insertFor(tenant, {
    Invoice: { ...records.Invoice, paidCents },
    InvoiceLineItem: records.InvoiceLineItem,
    Payment: paidCents === 0 ? [] : [buildPayment(payment)],
  });
  return { invoiceId, caseId, clientId };
}

export interface CreatedPayment extends CreatedInvoice {
  paymentId: string;
}

/** A payment of $250.00 of an invoice of $1,250.00: pending of one that was sent, or cleared of one that is partial. */
export async function createPayment(tenant: TestTenant, status: "pending" | "cleared"): Promise<CreatedPayment> {
  const amountCents = 25_000;
  const dates = { issuedOn: "2026-03-14", sentAt: "2026-03-14T15:09:26.535Z" };
  const invoice = await createInvoice(tenant, {
    ...dates,
    ...(status === "cleared" ? { status: "partial", paidCents: amountCents } : { status: "sent" }),
  });
  const { organizationId } = tenant;
  const { invoiceId } = invoice;
  if (status === "pending") {
    const payment = { amountCents, method: "ach", status, receivedOn: "2026-03-20", createdBy: actor };
    await insertFor(tenant, { Payment: buildPayment({ organizationId, invoiceId, ...payment }) });
  }
  const { id } = await tenant.inside((transaction) =>
    transaction.selectFrom("Payment").select("id").where("invoiceId", "=", invoiceId).executeTakeFirstOrThrow(),
  );
  return { ...invoice, paymentId: id };
}

export async function createBillingRows(tenant: TestTenant): Promise<void> {
  await createPayment(tenant, "cleared");
  const vendorContactId = await createNamedContact(tenant, "Hill Country Reconstruction");
  await createExpense(tenant, { vendorContactId });
  await insertFor(tenant, {
    BillingPolicy: {
      organizationId: tenant.organizationId,
      approvalThresholdCents: 50_000,
      expenseApproval: "members_and_keys",
    },
  });
}

/** A request about an invoice of the firm. */
async function arrangeInvoice(
  tenant: TestTenant,
  values: Parameters<typeof createInvoice>[1] = {},
): Promise<Arrangement> {
  const created = await createInvoice(tenant, values);
  const { invoiceId } = created;
  return {
    pathValues: { invoiceId },
    revision: 1,
    change: () => changeRow(tenant, "Invoice", invoiceId, { memo: "changed since" }),
    touched: () => ({ entity: "invoice", id: invoiceId, relatedIds: relateCase(created) }),
  };
}

/** A request about a draft, which can be deleted. */
async function arrangeDraft(tenant: TestTenant): Promise<Arrangement> {
  const arranged = await arrangeInvoice(tenant);
  return {
    ...arranged,
    remove: () =>
      changeRow(tenant, "Invoice", arranged.pathValues?.["invoiceId"] ?? "", { deletedAt: new Date().toISOString() }),
  };
}

/** A request about a payment of the firm. */
async function arrangePayment(tenant: TestTenant, status: "pending" | "cleared"): Promise<Arrangement> {
  const created = await createPayment(tenant, status);
  const { invoiceId, paymentId } = created;
  return {
    pathValues: { paymentId },
    revision: 1,
    change: () => changeRow(tenant, "Payment", paymentId, { note: "changed since" }),
    touched: () => ({
      entity: "payment",
      id: paymentId,
      relatedIds: [...relateCase(created), { entity: "invoice", id: invoiceId }],
    }),
  };
}

export const billingScenarios = {
  ...expenseScenarios,
  "invoices.transition": async (tenant) => ({
    ...(await arrangeInvoice(tenant)),
    diff: {
      status: { from: "draft", to: "sent" },
      availableTransitions: { from: ["sent", "to_be_paid"], to: ["paid", "partial", "overdue", "to_be_paid"] },
      issuedOn: { from: null, to: aDay },
      dueOn: { from: null, to: aDay },
      sentAt: { from: null, to: anInstant },
    },
  }),
  "invoices.list": async (tenant) => {
    await createInvoice(tenant);
    return {};
  },
  "cases.invoices.list": async (tenant) => {
    const { caseId } = await createInvoice(tenant);
    return { pathValues: { caseId }, remove: () => deleteCase(tenant, caseId) };
  },
  "invoices.aging.get": async (tenant) => {
    await createInvoice(tenant, { status: "sent", dueOn: "2026-04-13" });
    return { query: { asOf: "2026-05-01" } };
  },
  "invoices.get": asRead(arrangeDraft),
  "cases.invoices.create": async (tenant) => {
    const { caseId, clientId } = await createCase(tenant);
    return {
      pathValues: { caseId },
      remove: () => deleteCase(tenant, caseId),
      change: async (response) => {
        const id = readId(response, "invoice");
        await changeRow(tenant, "Invoice", id, { memo: "changed since" });
      },
      touched: (response) => ({
        entity: "invoice",
        id: readId(response, "invoice"),
        relatedIds: relateCase({ caseId, clientId }),
      }),
      diff: {},
    };
  },
  "invoices.update": async (tenant) => ({
    ...(await arrangeDraft(tenant)),
    diff: ({ memo }) => ({ memo: { from: null, to: memo } }),
  }),
  "invoices.delete": async (tenant) => {
    const arranged = await arrangeDraft(tenant);
    return { ...arranged, recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } };
  },
  "invoices.payments.list": async (tenant) => {
    const { invoiceId } = await createPayment(tenant, "cleared");
    return { pathValues: { invoiceId } };
  },
  "invoices.payments.create": async (tenant) => {
    const created = await createInvoice(tenant, { status: "sent", sentAt: "2026-03-14T15:09:26.535Z" });
    const { invoiceId } = created;
    return {
      pathValues: { invoiceId },
      change: async (response) => {
        const id = readId(response, "payment");
        await changeRow(tenant, "Payment", id, { note: "changed since" });
      },
      touched: (response) => ({
        entity: "payment",
        id: readId(response, "payment"),
        relatedIds: [...relateCase(created), { entity: "invoice", id: invoiceId }],
      }),
      diff: {},
      alsoEmits: ["invoice.status_changed"],
    };
  },
  "payments.get": asRead((tenant) => arrangePayment(tenant, "cleared")),
  "payments.transition": async (tenant) => ({
    ...(await arrangePayment(tenant, "pending")),
    diff: {
      status: { from: "pending", to: "cleared" },
      availableTransitions: { from: ["cleared", "failed", "voided"], to: ["refunded", "voided"] },
      clearedOn: { from: null, to: aDay },
    },
    alsoEmits: ["invoice.status_changed"],
  }),
  "payments.refund": async (tenant) => ({
    ...(await arrangePayment(tenant, "cleared")),
    diff: ({ amountCents, reason }) => ({
      refundedCents: { from: 0, to: amountCents },
      availableTransitions: { from: ["refunded", "voided"], to: ["refunded"] },
      statusReason: { from: null, to: reason },
    }),
    alsoEmits: ["invoice.updated"],
  }),
  "payments.void": async (tenant) => ({
    ...(await arrangePayment(tenant, "cleared")),
    diff: ({ reason }) => ({
      status: { from: "cleared", to: "voided" },
      availableTransitions: { from: ["refunded", "voided"], to: [] },
      statusReason: { from: null, to: reason },
    }),
    alsoEmits: ["invoice.status_changed"],
  }),
} satisfies Record<string, Scenario>;
