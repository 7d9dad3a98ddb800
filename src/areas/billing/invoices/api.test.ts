import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createInvoice } from "../fixtures.ts";
import type { Invoice, InvoiceAging } from "./schema.ts";

const newInvoiceBody = {
  subject: "Case expenses, first quarter",
  discountCents: 500,
  lineItems: [
    {
      kind: "time",
      description: "Expert review of imaging",
      quantity: 2.25,
      unit: "hour",
      rateCents: 40_001,
      serviceOn: "2026-03-02",
    },
    { kind: "credit", description: "Courtesy credit", quantity: 1, rateCents: -2_500 },
  ],
};

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const sentAt = "2026-03-14T15:09:26.535Z";
const line = { kind: "expense", description: "Filing fee", quantity: 1, rateCents: 10_000 };
const draft = async (body: object) =>
  api.change("POST", `/cases/${(await createCase(tenant)).caseId}/invoices`, { lineItems: [line], ...body });

describe("a new invoice", () => {
  test("has a number and totals computed from its lines", async () => {
    const { caseId, clientId } = await createCase(tenant);
    const reply = await api.change("POST", `/cases/${caseId}/invoices`, {
      ...newInvoiceBody,
      taxCents: 7,
      totalCents: 87_009,
    });
    const invoice = reply.body["invoice"] as Invoice;
    expect([reply.status, reply.headers["location"]]).toEqual([201, `/api/v1/invoices/${invoice.id}`]);
    expect(invoice).toMatchObject({
      invoiceNumber: expect.stringMatching(/^INV-\d{4}-\d{5}$/),
      case: { id: caseId },
      client: { id: clientId },
      direction: "receivable",
      status: "draft",
      // 2.25 × 40,001 is 90,002.25.
      lineItems: [
        { position: 1, quantity: 2.25, amountCents: 90_002, unit: "hour" },
        { position: 2, amountCents: -2_500, serviceOn: null },
      ],
      subtotalCents: 87_502,
      discountCents: 500,
      taxCents: 7,
      totalCents: 87_009,
      paidCents: 0,
      balanceCents: 87_009,
      revision: 1,
    });
    const next = (await draft({})).body["invoice"] as Invoice;
    expect(Number(next.invoiceNumber.slice(-5))).toBe(Number(invoice.invoiceNumber.slice(-5)) + 1);
    expect((await api.get(`/invoices/${invoice.id}`)).body["invoice"]).toEqual(invoice);
  });

  test.each([
    ["another total", { totalCents: 9_999 }, "totalCents: does not match"],
    [
      "a quantity of five decimals",
      { lineItems: [{ ...line, quantity: 0.00001 }] },
      "lineItems.0.quantity: must have at most 4 decimals",
    ],
    ["a negative quantity", { lineItems: [{ ...line, quantity: -1 }] }, "lineItems.0.quantity: must be at least 0"],
    [
      "an amount beyond bounds",
      { lineItems: [{ ...line, quantity: 1_000_000, rateCents: 10_000_000_000_000 }] },
      "lineItems.0: quantity × rateCents is too large",
    ],
    [
      "more credit than charges",
      { lineItems: [{ ...line, rateCents: -1 }] },
      "lineItems: must not have a negative sum",
    ],
    ["too large a discount", { discountCents: 10_001 }, "discountCents: must be at most"],
    ["no line", { lineItems: [] }, "lineItems: must be at least 1"],
    ["cents with a fraction", { taxCents: 0.5 }, "taxCents: must be an integer"],
    [
      "a period that ends before it starts",
      { periodStartOn: "2026-02-01", periodEndOn: "2026-01-31" },
      "periodEndOn: must not be before periodStartOn",
    ],
    [
      "an unknown kind of line",
      { lineItems: [{ ...line, kind: "fee" }] },
      "lineItems.0.kind: must be one of time, expense",
    ],
  ])("400 with %s", async (_, body, message) => {
    expect((await draft(body)).body).toMatchObject({
      code: "VALIDATION_FAILED",
      error: expect.stringContaining(message),
    });
  });

  test("409 when a new or changed externalId belongs to another invoice", async () => {
    const first = (await draft({ externalId: "ar-1" })).body["invoice"] as Invoice;
    const rejection = {
      success: false,
      error: `externalId: used by another invoice: ${first.id}`,
      code: "DUPLICATE_ENTRY",
    };
    expect((await draft({ externalId: "ar-1" })).body).toEqual(rejection);
    const { id } = (await draft({})).body["invoice"] as Invoice;
    expect((await api.change("PATCH", `/invoices/${id}`, { externalId: "ar-1" })).body).toEqual(rejection);
  });
});

describe("a draft", () => {
  test("update replaces all lines, clears null fields and recomputes the total", async () => {
    const { id } = (await draft({ memo: "Old", discountCents: 100, periodStartOn: "2026-01-01" })).body[
      "invoice"
    ] as Invoice;
    const change = async (body: object) => (await api.change("PATCH", `/invoices/${id}`, body)).body;
    expect(await change({ memo: null, lineItems: [line, { ...line, quantity: 0.5 }] })).toMatchObject({
      invoice: {
        memo: null,
        totalCents: 14_900,
        revision: 2,
        lineItems: [{ position: 1 }, { position: 2, amountCents: 5_000 }],
      },
    });
    expect(await change({ discountCents: 0, totalCents: 15_000 })).toMatchObject({
      invoice: { totalCents: 15_000, lineItems: [{}, {}], revision: 3 },
    });
    expect(await change({ discountCents: 15_001 })).toMatchObject({ code: "VALIDATION_FAILED" });
    expect(await change({ totalCents: 1 })).toMatchObject({ code: "VALIDATION_FAILED" });
    expect(await change({ periodEndOn: "2025-12-31" })).toMatchObject({ code: "VALIDATION_FAILED" });
    expect(await change({})).toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test("keeps every cent under two concurrent updates", async () => {
    const { id } = (await draft({})).body["invoice"] as Invoice;
    const replies = await Promise.all([
      api.change("PATCH", `/invoices/${id}`, { lineItems: [{ ...line, rateCents: 500 }] }),
      api.change("PATCH", `/invoices/${id}`, { taxCents: 33 }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await api.get(`/invoices/${id}`)).body["invoice"]).toMatchObject({
      subtotalCents: 500,
      taxCents: 33,
      totalCents: 533,
    });
  });

  test("is hidden after deletion and cannot be deleted again", async () => {
    const { id, case: of } = (await draft({})).body["invoice"] as Invoice;
    expect((await api.change("DELETE", `/invoices/${id}`)).body).toEqual({ success: true });
    expect((await api.change("DELETE", `/invoices/${id}`)).status).toBe(404);
    expect((await api.get(`/invoices/${id}`)).status).toBe(404);
    expect((await api.get(`/cases/${of.id}/invoices`)).body["invoices"]).toEqual([]);
  });

  test("can be changed and deleted; a sent invoice and its lines cannot", async () => {
    const { invoiceId } = await createInvoice(tenant, { status: "sent", sentAt });
    expect((await api.change("PATCH", `/invoices/${invoiceId}`, { memo: "x" })).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: "Only a draft can be changed",
    });
    expect((await api.change("DELETE", `/invoices/${invoiceId}`)).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: "Only a draft can be deleted",
    });
    await expect(
      tenant.inside((transaction) =>
        transaction.deleteFrom("InvoiceLineItem").where("invoiceId", "=", invoiceId).execute(),
      ),
    ).rejects.toThrow("only the line items of a draft");
  });
});

describe("the database rejects", () => {
  test.each([
    ["a sum that is paid without payments", { paidCents: 1, status: "partial" }],
    ["a total that is none", { totalCents: 1 }],
    ["lines that add up to something else", { subtotalCents: 1, totalCents: 1 }],
    ["a status of paid with something left", { status: "paid" }],
    ["more paid than there is", { paidCents: 125_001, status: "partial" }],
  ])("%s", async (_, values) => {
    const { invoiceId } = await createInvoice(tenant, { status: "sent", sentAt });
    const change = tenant.inside((transaction) =>
      transaction.updateTable("Invoice").set(values).where("id", "=", invoiceId).execute(),
    );
    await expect(change).rejects.toMatchObject({ code: "23514" });
  });
});

describe("lists", () => {
  let other: TestTenant;
  let list: (query: string) => Promise<string[]>;
  const ids: Record<string, string> = {};
  const cases: Record<string, { caseId: string; clientId: string }> = {};

  beforeAll(async () => {
    other = await createTenant(server.services.database);
    const invoices = {
      draft: {},
      due: { status: "sent", sentAt, issuedOn: "2026-01-02", dueOn: "2026-01-09" },
      later: { status: "overdue", sentAt, issuedOn: "2026-02-02", dueOn: "2026-02-09", externalId: "ar-7" },
      settlement: {
        status: "to_be_paid",
        payFromSettlement: true,
        issuedOn: "2026-03-02",
        dueOn: "2026-03-09",
        direction: "payable",
      },
      paid: { status: "paid", sentAt, issuedOn: "2026-04-02", dueOn: "2026-04-09" },
    };
    for (const [name, values] of Object.entries(invoices)) {
      const { invoiceId, ...of } = await createInvoice(other, values);
      ids[name] = invoiceId;
      cases[name] = of;
    }
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    const otherApi = openApi(server, other.secret);
    list = async (path) => {
      const { body, text } = await otherApi.get(path);
      expect(body["success"], text).toBe(true);
      return (body["invoices"] as Invoice[]).map(({ id }) => names.get(id) ?? "another");
    };
  });

  test.each<[query: string, expected: string[]]>([
    ["", ["paid", "settlement", "later", "due", "draft"]],
    ["sort=oldest", ["draft", "due", "later", "settlement", "paid"]],
    ["sort=updated", ["draft", "due", "later", "settlement", "paid"]],
    ["sort=dueOn", ["due", "later", "settlement", "paid"]],
    ["status=overdue", ["later"]],
    ["direction=payable", ["settlement"]],
    ["issuedFrom=2026-02-02&issuedTo=2026-03-02", ["settlement", "later"]],
    ["dueBefore=2026-02-09", ["due"]],
    ["overdue=true", ["later", "due"]],
    ["overdue=false", ["paid", "settlement", "draft"]],
    ["externalId=ar-7", ["later"]],
    ["updatedSince=2100-01-01T00:00:00Z", []],
    ["updatedSince=2000-01-01T00:00:00Z&sort=updated&status=paid", ["paid"]],
  ])("/invoices?%s", async (query, expected) => {
    expect(await list(`/invoices?${query}`)).toEqual(expected);
  });

  test("filter by case, client and number", async () => {
    expect(await list(`/invoices?caseId=${cases["due"]?.caseId}`)).toEqual(["due"]);
    expect(await list(`/invoices?clientId=${cases["later"]?.clientId}`)).toEqual(["later"]);
    expect(await list(`/invoices?invoiceNumber=INV-${ids["paid"]}`)).toEqual(["paid"]);
    expect(await list(`/cases/${cases["due"]?.caseId}/invoices?sort=dueOn`)).toEqual(["due"]);
  });

  test("return every invoice once across pages, in each sort order", async () => {
    for (const sort of ["newest", "oldest", "updated", "dueOn"]) {
      const whole = await list(`/invoices?sort=${sort}`);
      const seen: string[] = [];
      let after = "";
      do {
        const { body } = await openApi(server, other.secret).get(`/invoices?sort=${sort}&limit=2${after}`);
        seen.push(...(body["invoices"] as Invoice[]).map(({ id }) => id));
        after = typeof body["nextCursor"] === "string" ? `&after=${body["nextCursor"]}` : "";
      } while (after !== "");
      expect(seen).toEqual(whole.map((name) => ids[name]));
    }
  });

  test("the aging report groups open balances by days past due; its path does not collide with an invoice ID", async () => {
    const read = async (query: string) =>
      (await openApi(server, other.secret).get(`/invoices/aging?${query}`)).body["aging"] as InvoiceAging;
    const counts = ({ buckets }: InvoiceAging) =>
      buckets.map(({ bucket, invoiceCount, balanceCents }) => [bucket, invoiceCount, balanceCents]);
    const [none, one] = [
      [0, 0],
      [1, 125_000],
    ] as const;
    const at = (...rows: (readonly [number, number])[]) =>
      ["current", "days_1_30", "days_31_60", "days_61_90", "days_over_90"].map((bucket, index) => [
        bucket,
        ...(rows[index] ?? none),
      ]);
    expect(counts(await read("asOf=2026-02-10"))).toEqual(at(none, one, one));
    expect(counts(await read("asOf=2026-01-09"))).toEqual(at([2, 250_000]));
    expect(counts(await read("asOf=2026-02-08"))).toEqual(at(one, one));
    expect(counts(await read("asOf=2026-02-09"))).toEqual(at(one, none, one));
    expect(counts(await read("asOf=2026-04-09"))).toEqual(at(none, none, one, one));
    expect(counts(await read("asOf=2026-04-10"))).toEqual(at(none, none, one, none, one));
    expect(await read("asOf=2026-02-10&direction=payable")).toMatchObject({
      invoiceCount: 1,
      balanceCents: 125_000,
      asOf: "2026-02-10",
      direction: "payable",
    });
    expect(await read(`asOf=2026-02-10&clientId=${cases["due"]?.clientId}`)).toMatchObject({ invoiceCount: 1 });
    expect(await read(`caseId=${cases["paid"]?.caseId}`)).toMatchObject({ invoiceCount: 0, balanceCents: 0 });
  });
});
