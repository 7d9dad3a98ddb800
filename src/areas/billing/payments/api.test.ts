import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { paymentTransitions } from "./domain.ts";
import { markOverdueInvoices } from "../invoices/domain.overdue.ts";
import { createInvoice, createPayment } from "../fixtures.ts";
import { PaymentStatus, type Payment } from "./schema.ts";
import type { Invoice } from "../invoices/schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const sentAt = "2026-03-14T15:09:26.535Z";
const yesterday = organizationDay(-1);

/** What the organization's time zone says, not UTC's: the fixture's firm is in New York. */
function organizationDay(daysAhead: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(
    new Date(Date.now() + daysAhead * 86_400_000),
  );
}

const pay = (invoiceId: string, body: object): Promise<Reply> =>
  api.change("POST", `/invoices/${invoiceId}/payments`, { method: "check", ...body });
const onPayment = (paymentId: string, below: string, body: object): Promise<Reply> =>
  api.change("POST", `/payments/${paymentId}/${below}`, body);
const readInvoice = async (invoiceId: string) => (await api.get(`/invoices/${invoiceId}`)).body["invoice"] as Invoice;
const paymentOf = ({ body, text }: Reply): Payment => {
  expect(text).toMatch(/^\{"success":true/);
  return body["payment"] as Payment;
};

describe("a payment", () => {
  test("in part makes the invoice partial, then paid; refunding or voiding it reverts the status", async () => {
    const { invoiceId } = await createInvoice(tenant, { status: "sent", sentAt, dueOn: organizationDay(30) });
    const first = paymentOf(await pay(invoiceId, { amountCents: 25_000 }));
    expect(first).toMatchObject({
      status: "cleared",
      clearedOn: organizationDay(0),
      receivedOn: organizationDay(0),
      refundedCents: 0,
      createdBy: { id: tenant.keyId },
    });
    expect(await readInvoice(invoiceId)).toMatchObject({
      status: "partial",
      paidCents: 25_000,
      balanceCents: 100_000,
      paidAt: null,
    });
    const second = paymentOf(await pay(invoiceId, { amountCents: 100_000, method: "wire" }));
    expect(await readInvoice(invoiceId)).toMatchObject({
      status: "paid",
      balanceCents: 0,
      paidAt: expect.stringMatching(/Z$/),
    });
    expect(paymentOf(await onPayment(second.id, "refund", { amountCents: 40_000, reason: "Too much" }))).toMatchObject({
      status: "cleared",
      refundedCents: 40_000,
      availableTransitions: ["refunded"],
    });
    expect(await readInvoice(invoiceId)).toMatchObject({ status: "partial", paidCents: 85_000, paidAt: null });
    expect(paymentOf(await onPayment(second.id, "refund", { amountCents: 60_000, reason: "All of it" })).status).toBe(
      "refunded",
    );
    expect(paymentOf(await onPayment(first.id, "void", { reason: "Another client's" }))).toMatchObject({
      status: "voided",
      statusReason: "Another client's",
      availableTransitions: [],
    });
    expect(await readInvoice(invoiceId)).toMatchObject({
      status: "sent",
      paidCents: 0,
      balanceCents: 125_000,
      paidAt: null,
    });
    const types = (await readEvents(tenant))
      .filter(({ entityId, relatedIds }) => JSON.stringify([entityId, relatedIds]).includes(invoiceId))
      .map(({ eventType }) => eventType);
    expect(types).toEqual([
      "payment.received",
      "invoice.status_changed",
      "payment.received",
      "invoice.status_changed",
      "payment.refunded",
      "invoice.status_changed",
      "payment.refunded",
      "invoice.updated",
      "payment.voided",
      "invoice.status_changed",
    ]);
  });

  test("of an overdue invoice keeps it overdue until it is settled in full", async () => {
    const { invoiceId } = await createInvoice(tenant, { status: "overdue", sentAt, dueOn: yesterday });
    const payment = paymentOf(await pay(invoiceId, { amountCents: 25_000 }));
    expect(await readInvoice(invoiceId)).toMatchObject({ status: "overdue", paidCents: 25_000 });
    await pay(invoiceId, { amountCents: 100_000 });
    expect((await readInvoice(invoiceId)).status).toBe("paid");
    await onPayment(payment.id, "void", { reason: "A mistake" });
    expect(await readInvoice(invoiceId)).toMatchObject({ status: "overdue", paidCents: 100_000 });
  });

  test("of an invoice that waits for the settlement makes it partial, not overdue, and a refund reverts it", async () => {
    const { invoiceId } = await createInvoice(tenant, {
      status: "to_be_paid",
      payFromSettlement: true,
      dueOn: yesterday,
    });
    const payment = paymentOf(await pay(invoiceId, { amountCents: 25_000, method: "settlement_proceeds" }));
    expect((await readInvoice(invoiceId)).status).toBe("partial");
    await onPayment(payment.id, "refund", { amountCents: 25_000, reason: "Given back" });
    expect((await readInvoice(invoiceId)).status).toBe("to_be_paid");
  });

  test("that is pending counts once it clears and never if it fails", async () => {
    const { invoiceId } = await createInvoice(tenant, { status: "sent", sentAt });
    const pending = paymentOf(await pay(invoiceId, { amountCents: 125_000, status: "pending", method: "ach" }));
    const other = paymentOf(await pay(invoiceId, { amountCents: 1_000, status: "pending", method: "ach" }));
    expect(pending).toMatchObject({
      status: "pending",
      clearedOn: null,
      availableTransitions: ["cleared", "failed", "voided"],
    });
    expect(await readInvoice(invoiceId)).toMatchObject({ status: "sent", paidCents: 0, revision: 1 });
    expect(paymentOf(await onPayment(pending.id, "transitions", { status: "cleared" })).clearedOn).toBe(
      organizationDay(0),
    );
    expect((await readInvoice(invoiceId)).status).toBe("paid");
    expect((await onPayment(other.id, "transitions", { status: "cleared" })).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: expect.stringContaining("0 cents"),
    });
    expect(paymentOf(await onPayment(other.id, "transitions", { status: "failed", reason: "No funds" }))).toMatchObject(
      { status: "failed", statusReason: "No funds" },
    );
    expect(await readInvoice(invoiceId)).toMatchObject({ status: "paid", revision: 2 });
  });

  test("is listed by invoice, by status and by updatedSince", async () => {
    const { invoiceId, paymentId } = await createPayment(tenant, "cleared");
    const pending = paymentOf(await pay(invoiceId, { amountCents: 100, status: "pending" }));
    const list = async (query: string) =>
      ((await api.get(`/invoices/${invoiceId}/payments?${query}`)).body["payments"] as Payment[]).map(({ id }) => id);
    expect(await list("sort=oldest")).toEqual([paymentId, pending.id]);
    expect(await list("status=pending")).toEqual([pending.id]);
    expect(await list(`updatedSince=${encodeURIComponent(pending.updatedAt)}`)).toEqual([pending.id]);
    expect((await api.get(`/payments/${pending.id}`)).body["payment"]).toEqual(pending);
  });
});

describe("409", () => {
  test.each(
    PaymentStatus.options.flatMap((from) =>
      (["cleared", "failed", "voided", "refunded"] as const).map((to) => ({ from, to })),
    ),
  )("a payment $from to $to", async ({ from, to }) => {
    const { paymentId, invoiceId } = await createPayment(
      tenant,
      from === "pending" || from === "failed" ? "pending" : "cleared",
    );
    if (from === "failed") await onPayment(paymentId, "transitions", { status: "failed" });
    if (from === "voided") await onPayment(paymentId, "void", { reason: "A mistake" });
    if (from === "refunded") await onPayment(paymentId, "refund", { amountCents: 25_000, reason: "Given back" });
    const before = await readInvoice(invoiceId);
    const ways = {
      cleared: () => onPayment(paymentId, "transitions", { status: "cleared" }),
      failed: () => onPayment(paymentId, "transitions", { status: "failed" }),
      voided: () => onPayment(paymentId, "void", { reason: "A mistake" }),
      refunded: () => onPayment(paymentId, "refund", { amountCents: 25_000, reason: "Given back" }),
    };
    const reply = await ways[to]();
    const moves: readonly string[] = paymentTransitions[from];
    if (moves.includes(to)) return void expect(paymentOf(reply).status).toBe(to);
    expect(reply.body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: expect.stringContaining(`A payment in status ${from}`),
    });
    expect(await readInvoice(invoiceId)).toEqual(before);
  });

  test("a payment of a draft; 404 for a deleted draft", async () => {
    const { invoiceId } = await createInvoice(tenant);
    expect((await pay(invoiceId, { amountCents: 1 })).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: expect.stringContaining("draft"),
    });
    await api.change("DELETE", `/invoices/${invoiceId}`);
    expect((await pay(invoiceId, { amountCents: 1 })).body["code"]).toBe("NOT_FOUND");
  });

  test("an externalId that belongs to another payment", async () => {
    const { invoiceId } = await createInvoice(tenant, { status: "sent", sentAt });
    await pay(invoiceId, { amountCents: 100, externalId: "qb-1" });
    expect((await pay(invoiceId, { amountCents: 100, externalId: "qb-1" })).body).toEqual({
      success: false,
      error: expect.stringMatching(/^externalId: used by another payment: pay_/),
      code: "DUPLICATE_ENTRY",
    });
  });

  test("voiding a partly refunded payment", async () => {
    const { paymentId } = await createPayment(tenant, "cleared");
    await onPayment(paymentId, "refund", { amountCents: 1, reason: "A cent" });
    expect((await onPayment(paymentId, "void", { reason: "A mistake" })).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: expect.stringContaining("allows refunded"),
    });
  });
});

test("400: a refund larger than the remaining amount", async () => {
  const { paymentId } = await createPayment(tenant, "cleared");
  const reply = await onPayment(paymentId, "refund", { amountCents: 25_001, reason: "Too much" });
  expect(reply.body).toEqual({
    success: false,
    error: "amountCents: must be at most the payment's unrefunded amount",
    code: "VALIDATION_FAILED",
  });
});

describe("the job that marks overdue invoices", () => {
  test("marks only invoices past due by the firm's calendar, once", async () => {
    await markOverdueInvoices(server.services.database);
    const sent = { status: "sent", sentAt } as const;
    const due = [
      await createInvoice(tenant, { ...sent, dueOn: yesterday }),
      await createInvoice(tenant, { ...sent, status: "partial", paidCents: 10, dueOn: yesterday }),
    ];
    const others = [
      await createInvoice(tenant, { ...sent, dueOn: organizationDay(0) }),
      await createInvoice(tenant, { ...sent }),
      await createInvoice(tenant, { status: "to_be_paid", dueOn: yesterday }),
      await createInvoice(tenant, { ...sent, dueOn: yesterday, payFromSettlement: true }),
      await createInvoice(tenant, { ...sent, dueOn: yesterday, subtotalCents: 0, totalCents: 0 }),
      await createInvoice(tenant, { dueOn: yesterday }),
      await createInvoice(tenant, { status: "paid", dueOn: yesterday }),
    ];
    const before = await Promise.all(others.map(({ invoiceId }) => readInvoice(invoiceId)));
    const done = await Promise.all(Array.from({ length: 3 }, () => markOverdueInvoices(server.services.database)));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(due.length);
    for (const { invoiceId } of due) {
      expect(await readInvoice(invoiceId)).toMatchObject({ status: "overdue", revision: 2 });
      const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === invoiceId);
      expect(events).toMatchObject([
        { eventType: "invoice.status_changed", actor: { type: "system" }, diff: { status: { to: "overdue" } } },
      ]);
    }
    expect(await Promise.all(others.map(({ invoiceId }) => readInvoice(invoiceId)))).toEqual(before);
  });

  test("uses each firm's own calendar: the Line Islands are a day ahead of Samoa", async () => {
    const today = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
    const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago"] as const;
    const [early, late] = await Promise.all(
      zones.map(async (timezone) => {
        const other = await createTenant(server.services.database);
        await changeRow(other, "Organization", other.organizationId, { timezone });
        // Due on the day that it is in the zone which is behind: past in the other one.
        const { invoiceId } = await createInvoice(other, { status: "sent", sentAt, dueOn: today("Pacific/Pago_Pago") });
        return { other, invoiceId };
      }),
    );
    await markOverdueInvoices(server.services.database);
    const statusOf = async (created: typeof early) =>
      (await openApi(server, created?.other.secret ?? "").get(`/invoices/${created?.invoiceId}`)).body[
        "invoice"
      ] as Invoice;
    expect([(await statusOf(early)).status, (await statusOf(late)).status]).toEqual(["overdue", "sent"]);
  });
});
