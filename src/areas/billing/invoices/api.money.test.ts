import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import type { Payment } from "../payments/schema.ts";
import type { Invoice, InvoiceStatus } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

/** One operation on an invoice, or on its payment at an index. */
type Step =
  | { do: "patch"; lineItems: object[]; discountCents: number; taxCents: number }
  | { do: "transition"; status: InvoiceStatus }
  | { do: "pay"; amountCents: number; status: "pending" | "cleared" }
  | { do: "move"; place: number; status: "cleared" | "failed" }
  | { do: "refund"; place: number; amountCents: number }
  | { do: "void"; place: number };

// Small sums, so that payments meet the balance to the cent now and then.
const cents = fc.integer({ min: 1, max: 400 });
const place = fc.nat({ max: 3 });
const line = fc.record({
  kind: fc.constantFrom("time", "expense", "adjustment"),
  description: fc.constant("Something"),
  quantity: fc.integer({ min: 0, max: 30_000 }).map((units) => units / 10_000),
  rateCents: fc.integer({ min: -50, max: 300 }),
});
const lines = fc.array(line, { minLength: 1, maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("patch" as const),
      lineItems: lines,
      discountCents: fc.nat({ max: 20 }),
      taxCents: fc.nat({ max: 20 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("transition" as const),
      status: fc.constantFrom<InvoiceStatus[]>("sent", "sent", "to_be_paid", "partial", "overdue", "paid"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      amountCents: cents,
      status: fc.constantFrom("pending" as const, "cleared" as const, "cleared" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      place,
      status: fc.constantFrom("cleared" as const, "failed" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("refund" as const), place, amountCents: cents }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("void" as const), place }) },
);
/** What is in one list happens at once. */
const sequence = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 9 });

function execute(invoiceId: string, payments: readonly Payment[], { do: what, ...given }: Step): Promise<Reply> | null {
  const { place: index, ...body } = given as { place?: number };
  const ofPayment = (below: string, extra: object = {}) => {
    const payment = payments[index ?? 0];
    return payment === undefined ? null : api.change("POST", `/payments/${payment.id}/${below}`, { ...body, ...extra });
  };
  switch (what) {
    case "patch":
      return api.change("PATCH", `/invoices/${invoiceId}`, body);
    case "transition":
      return api.change("POST", `/invoices/${invoiceId}/transitions`, body);
    case "pay":
      return api.change("POST", `/invoices/${invoiceId}/payments`, { ...body, method: "check" });
    case "move":
      return ofPayment("transitions");
    case "refund":
      return ofPayment("refund", { reason: "Given back" });
    case "void":
      return ofPayment("void", { reason: "A mistake" });
    default:
      return what satisfies never;
  }
}

/** What a step has changed, by its response alone. */
function countCents({ do: what, ...given }: Step, { status, body }: Reply): number {
  const { amountCents = 0, status: target } = given as { amountCents?: number; status?: string };
  const payment = () => body["payment"] as Payment;
  const moved = {
    pay: () => (target === "cleared" ? amountCents : 0),
    move: () => (target === "cleared" ? payment().amountCents : 0),
    refund: () => -amountCents,
    void: () => (payment().clearedOn === null ? 0 : -payment().amountCents),
    transition: () => (target === "paid" ? (body["invoice"] as Invoice).totalCents : 0),
    patch: () => 0,
  } satisfies Record<Step["do"], () => number>;
  return status < 300 ? moved[what]() : 0;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

async function look(invoiceId: string): Promise<{ invoice: Invoice; payments: Payment[] }> {
  const invoice = (await api.get(`/invoices/${invoiceId}`)).body["invoice"] as Invoice;
  const payments = (await api.get(`/invoices/${invoiceId}/payments?sort=oldest`)).body["payments"] as Payment[];
  return { invoice, payments };
}

function expectSound({ invoice, payments }: { invoice: Invoice; payments: Payment[] }): void {
  const { subtotalCents, discountCents, taxCents, totalCents, paidCents, balanceCents, status, paidAt } = invoice;
  expect(subtotalCents).toBe(sum(invoice.lineItems.map(({ amountCents }) => amountCents)));
  expect(totalCents).toBe(subtotalCents - discountCents + taxCents);
  expect(paidCents).toBe(
    sum(
      payments
        .filter((payment) => ["cleared", "refunded"].includes(payment.status))
        .map((payment) => payment.amountCents - payment.refundedCents),
    ),
  );
  expect(balanceCents).toBe(totalCents - paidCents);
  expect(balanceCents).toBeGreaterThanOrEqual(0);
  if (status === "draft") expect(payments).toEqual([]);
  if (status === "paid") expect([balanceCents, typeof paidAt]).toEqual([0, "string"]);
  if (balanceCents === 0 && totalCents > 0) expect(status).toBe("paid");
  if (status === "sent" || status === "to_be_paid") expect(paidCents).toBe(0);
}

/** Every event's diff begins where the one before ended, and the last ends where the record is. */
async function expectChained(record: Invoice | Payment): Promise<void> {
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === record.id);
  let state: Record<string, unknown> = {};
  for (const [index, { payload, diff }] of events.entries()) {
    const after = payload as Record<string, unknown>;
    for (const [field, change] of Object.entries(diff as Record<string, { from: unknown; to: unknown }>)) {
      expect([index, field, change]).toEqual([index, field, { from: state[field], to: after[field] }]);
    }
    const moved = Object.keys(after).filter(
      (field) =>
        !["updatedAt", "revision"].includes(field) && JSON.stringify(after[field]) !== JSON.stringify(state[field]),
    );
    if (index > 0) expect(Object.keys(diff as object).toSorted()).toEqual(moved.toSorted());
    state = after;
  }
  expect(state).toEqual(record);
  expect(events.length).toBe(record.revision);
}

test("concurrent changes to an invoice and its payments account for every cent, in the records and in the events", async () => {
  await fc.assert(
    fc.asyncProperty(lines, sequence, async (lineItems, batches) => {
      const { caseId } = await createCase(tenant);
      const created = await api.change("POST", `/cases/${caseId}/invoices`, {
        lineItems: [{ kind: "flat_fee", description: "Base", quantity: 1, rateCents: 500 }, ...lineItems],
      });
      expect(created.status, created.text).toBe(201);
      const { id } = created.body["invoice"] as Invoice;
      let moved = 0;
      for (const batch of batches) {
        const { payments } = await look(id);
        const calls = batch.map((chosen) => ({ chosen, call: execute(id, payments, chosen) }));
        for (const { chosen, call } of calls) {
          const reply = await call;
          if (reply === null) continue;
          expect([200, 201, 400, 409], reply.text).toContain(reply.status);
          moved += countCents(chosen, reply);
        }
        const now = await look(id);
        expectSound(now);
        expect(now.invoice.paidCents).toBe(moved);
      }
      const { invoice, payments } = await look(id);
      await expectChained(invoice);
      for (const payment of payments) await expectChained(payment);
    }),
    { numRuns: 25 },
  );
});

test("eight concurrent payments do not exceed the balance", async () => {
  const { caseId } = await createCase(tenant);
  const created = await api.change("POST", `/cases/${caseId}/invoices`, {
    lineItems: [{ kind: "flat_fee", description: "Base", quantity: 1, rateCents: 1_000 }],
  });
  const { id } = created.body["invoice"] as Invoice;
  await api.change("POST", `/invoices/${id}/transitions`, { status: "sent" });
  const replies = await Promise.all(
    Array.from({ length: 8 }, () =>
      api.change("POST", `/invoices/${id}/payments`, { amountCents: 300, method: "card" }),
    ),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toEqual({
    success: false,
    error: "The payment exceeds the balance of 100 cents",
    code: "INVALID_STATE_TRANSITION",
  });
  expectSound(await look(id));
});
