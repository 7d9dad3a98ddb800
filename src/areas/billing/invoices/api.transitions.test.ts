import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorExamples } from "../../../openapi/describe-responses.ts";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { countTraces, readEvents } from "../../../testing/harness/traces.ts";
import { invoiceTransitions } from "./domain.describe.ts";
import { createInvoice, createPayment } from "../fixtures.ts";
import { InvoiceStatus } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const move = (invoiceId: string, status: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  api.change("POST", `/invoices/${invoiceId}/transitions`, { status }, headers);

/** What the organization's time zone says, not UTC's: the fixture's firm is in New York. */
function organizationDay(daysAhead = 0): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(
    new Date(Date.now() + daysAhead * 86_400_000),
  );
}

const pairs = InvoiceStatus.options.flatMap((from) => InvoiceStatus.options.map((to) => ({ from, to })));
const isAllowed = ({ from, to }: (typeof pairs)[number]) =>
  (invoiceTransitions[from] as readonly string[]).includes(to);

describe("200", () => {
  test.each(pairs.filter(isAllowed))("$from to $to", async ({ from, to }) => {
    const { invoiceId } = await createInvoice(tenant, { status: from });
    const reply = await move(invoiceId, to);
    expect(reply.status).toBe(200);
    expect(readRecord(reply.body, "invoice")).toMatchObject({
      id: invoiceId,
      status: to,
      availableTransitions: invoiceTransitions[to],
      revision: 2,
      currency: "USD",
    });
    expect(reply.headers.etag).toBe('"2"');
  });

  test("moving to sent sets the invoice date from the firm's calendar and the due date from the terms", async () => {
    const { invoiceId } = await createInvoice(tenant, { paymentTermsDays: 45 });
    const before = Date.now();
    const invoice = readRecord((await move(invoiceId, "sent")).body, "invoice");
    expect(invoice).toMatchObject({
      issuedOn: organizationDay(),
      dueOn: organizationDay(45),
      paidAt: null,
      paidCents: 0,
      balanceCents: 125_000,
    });
    const sentAt = Date.parse(String(invoice["sentAt"]));
    expect(sentAt).toBeGreaterThanOrEqual(before - 1_000);
    expect(sentAt).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  test("moving to sent keeps dates that were already set", async () => {
    const { invoiceId } = await createInvoice(tenant, { issuedOn: "2026-01-02", dueOn: "2026-01-09" });
    expect(readRecord((await move(invoiceId, "sent")).body, "invoice")).toMatchObject({
      issuedOn: "2026-01-02",
      dueOn: "2026-01-09",
    });
  });

  test.each(["sent", "partial", "overdue", "to_be_paid"])(
    "moving from %s to paid records a payment for the balance",
    async (status) => {
      const { invoiceId } = await createInvoice(tenant, { status });
      const invoice = readRecord((await move(invoiceId, "paid")).body, "invoice");
      expect(invoice).toMatchObject({
        status: "paid",
        paidCents: 125_000,
        balanceCents: 0,
        totalCents: 125_000,
        sentAt: null,
      });
      expect(invoice["paidAt"]).toMatch(/Z$/);
      const { body } = await api.get(`/invoices/${invoiceId}/payments`);
      expect(body["payments"]).toMatchObject([
        { amountCents: 125_000, refundedCents: 0, method: "other", status: "cleared", createdBy: { id: tenant.keyId } },
      ]);
      const events = (await readEvents(tenant)).filter(({ relatedIds, entityId }) =>
        JSON.stringify([relatedIds, entityId]).includes(invoiceId),
      );
      expect(events.map(({ eventType }) => eventType)).toEqual(["invoice.status_changed", "payment.received"]);
    },
  );

  test("an invoice with a zero total becomes paid without a payment", async () => {
    const { invoiceId } = await createInvoice(tenant, { status: "sent", subtotalCents: 0, totalCents: 0 });
    expect(readRecord((await move(invoiceId, "paid")).body, "invoice")).toMatchObject({
      status: "paid",
      paidCents: 0,
      balanceCents: 0,
    });
    expect((await api.get(`/invoices/${invoiceId}/payments`)).body["payments"]).toEqual([]);
  });

  test("moving to partial, overdue or to_be_paid leaves dates and amounts unchanged", async () => {
    for (const [from, to, paidCents] of [
      ["sent", "partial", 1000],
      ["sent", "overdue", 1000],
      ["draft", "to_be_paid", 0],
    ] as const) {
      const { invoiceId } = await createInvoice(tenant, { status: from, paidCents });
      const invoice = readRecord((await move(invoiceId, to)).body, "invoice");
      expect(invoice).toMatchObject({
        sentAt: null,
        issuedOn: null,
        dueOn: null,
        paidAt: null,
        paidCents,
        balanceCents: 125_000 - paidCents,
      });
    }
  });

  test("the response has all line items in order", async () => {
    const { invoiceId } = await createInvoice(tenant);
    expect(readRecord((await move(invoiceId, "sent")).body, "invoice")["lineItems"]).toEqual([
      {
        id: expect.stringMatching(/^lin_/),
        position: 1,
        kind: "flat_fee",
        description: "Consultation",
        quantity: 2.5,
        unit: null,
        rateCents: 50_000,
        amountCents: 125_000,
        serviceOn: "2026-03-14",
        code: null,
      },
    ]);
  });

  test("amounts up to the largest safe integer are exact", async () => {
    const cents = Number.MAX_SAFE_INTEGER;
    const { invoiceId } = await createInvoice(tenant, { subtotalCents: cents, totalCents: cents });
    expect((await move(invoiceId, "sent")).text).toContain(`"balanceCents":${cents}`);
  });
});

describe("400", () => {
  test.each(["Draft", "PAID", "void", "", " paid", null, 1, true, ["paid"], {}])("a status of %j", async (status) => {
    const { invoiceId } = await createInvoice(tenant);
    const reply = await move(invoiceId, status);
    expect(reply.body).toMatchObject({
      code: "VALIDATION_FAILED",
      error: "status: must be one of draft, sent, paid, partial, overdue, to_be_paid",
    });
  });
});

describe("409", () => {
  test("the documented example of a rejected transition matches the response", async () => {
    const { invoiceId } = await createInvoice(tenant, { status: "paid" });
    expect(errorExamples["INVALID_STATE_TRANSITION"]).toMatchObject({ value: (await move(invoiceId, "sent")).body });
  });

  test.each(pairs.filter((pair) => !isAllowed(pair)))("$from to $to", async ({ from, to }) => {
    const { invoiceId } = await createInvoice(tenant, { status: from });
    const before = await countTraces(tenant);
    const reply = await move(invoiceId, to);
    expect([reply.status, reply.body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
    for (const allowed of invoiceTransitions[from]) expect(reply.body["error"]).toContain(allowed);
    expect(await countTraces(tenant)).toEqual(before);
  });

  test("to paid with an open balance, and to partial or overdue with none", async () => {
    const { invoiceId } = await createInvoice(tenant, { status: "partial", paidCents: 25_000 });
    const rejected = await move(invoiceId, "paid");
    expect(rejected.body).toEqual({
      success: false,
      error:
        "The invoice's status follows from its payments: 100000 cents are unpaid; record or clear a payment for them",
      code: "INVALID_STATE_TRANSITION",
    });
    const pending = await createPayment(tenant, "pending");
    expect((await move(pending.invoiceId, "paid")).body["code"]).toBe("INVALID_STATE_TRANSITION");
    for (const status of ["partial", "overdue"]) {
      const empty = await createInvoice(tenant, { status: "sent", subtotalCents: 0, totalCents: 0 });
      expect((await move(empty.invoiceId, status)).body).toMatchObject({
        code: "INVALID_STATE_TRANSITION",
        error: expect.stringContaining("has no balance"),
      });
    }
  });

  test("of two concurrent transitions exactly one succeeds", async () => {
    const { invoiceId } = await createInvoice(tenant);
    const replies = await Promise.all([move(invoiceId, "sent"), move(invoiceId, "to_be_paid")]);
    // draft -> sent -> to_be_paid is a way; draft -> to_be_paid -> sent is none.
    const statuses = replies.map(({ status }) => status).toSorted();
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses);
    const revisions = replies
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers.etag)
      .toSorted();
    expect(revisions).toEqual(statuses[1] === 200 ? ['"2"', '"3"'] : ['"2"']);
  });
});
