import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { addLien, arrangeSettlement, type Arranged } from "./fixtures.arranged.ts";
import type { Statement } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const draft = (settlementId: string, body: object, by = api) =>
  by.change("POST", `/settlements/${settlementId}/statements`, body);
const move = (statementId: string, body: object, by = api) =>
  by.change("POST", `/settlement-statements/${statementId}/transitions`, body);
type Reply = Awaited<ReturnType<typeof draft>>;
const read = (reply: Reply) => readBody<{ settlementStatement: Statement }>(reply).settlementStatement;
const errorOf = ({ status, body }: Reply) => [status, body["error"]];

/** Drafts the statement of the first share. */
async function draftOf(given: Arranged, body: object = {}) {
  const arranged = await arrangeSettlement(tenant, given);
  const reply = await draft(arranged.settlementId, { shareId: arranged.shareIds[0], ...body });
  return { ...arranged, reply, statement: () => read(reply) };
}

const dollars = (cents: number) => (cents / 100).toFixed(2);
const amountsOf = ({ lines }: Statement, ...kinds: string[]) =>
  kinds.map((wanted) =>
    lines
      .filter(({ kind }) => kind === wanted)
      .map(({ amountCents }) => dollars(amountCents))
      .join(),
  );

/** Nobody has such a lien. */
const asked = { medicareBeneficiary: "no", medicaidBeneficiary: "no", childSupportObligation: false };
const ofA: Arranged = { costs: [421_758], client: asked };
const medicare = { type: "medicare", assertedCents: 1_248_000 };

describe("1. the worked examples of the page, through the API", () => {
  test("A: a third, costs, Medicare; each line with its explanation", async () => {
    const { statement, lienIds, expenseIds } = await draftOf({ ...ofA, liens: [{ ...medicare, finalCents: 779_365 }] });
    expect(statement()).toMatchObject({
      version: 1,
      status: "draft",
      isStale: false,
      totals: {
        grossCents: 10_000_000,
        attorneyFeeCents: 3_333_333,
        costsCents: 421_758,
        liensCents: 779_365,
        netCents: 5_465_544,
      },
      calculation: { feeType: "contingency", trigger: "pre_suit", feeBaseCents: 10_000_000, feeCents: 3_333_333 },
    });
    expect(
      statement().lines.map(({ key, amountCents, reductionCents, explanation }) => [
        key,
        dollars(amountCents),
        dollars(reductionCents),
        explanation,
      ]),
    ).toEqual([
      ["attorney_fee", "33333.33", "0.00", "33⅓% of $100,000.00"],
      [`case_cost:${expenseIds[0]}`, "4217.58", "0.00", "Cost of the case: $4,217.58"],
      [`lien:${lienIds[0]}`, "7793.65", "4686.35", "Lien of $12,480.00, reduced by $4,686.35"],
      ["net_to_client", "54655.44", "0.00", "$100,000.00, less $45,344.56 above"],
    ]);
    const inPoints = await draftOf({ ...ofA, rate: { basisPoints: 3_333 } });
    expect(amountsOf(inPoints.statement(), "attorney_fee")).toEqual(["33330.00"]);
  });

  test("B: 40% net of costs, a common fund, child support", async () => {
    const { statement } = await draftOf({
      grossCents: [25_000_000],
      rate: { basisPoints: 4_000 },
      base: "net_of_costs",
      costs: [1_876_421],
      liens: [
        { type: "private_health", assertedCents: 3_120_000, finalCents: 1_731_494 },
        { type: "child_support", assertedCents: 430_000, finalCents: 430_000 },
      ],
    });
    expect(statement().calculation.feeBaseCents).toBe(23_123_579);
    expect(amountsOf(statement(), "attorney_fee", "lien", "net_to_client")).toEqual([
      "92494.32",
      "17314.94,4300.00",
      "117126.53",
    ]);
  });

  /** The limit of the fee that a statement names. */
  const capOf = async (given: Arranged, jurisdiction: string) => {
    const { statement } = await draftOf({ ...given, agreement: { jurisdiction, ...given.agreement } });
    const { feeCap } = statement().calculation;
    return [feeCap?.key, dollars(feeCap?.capCents ?? 0)];
  };

  test("C: New Jersey's limit of a net recovery", async () => {
    expect(await capOf({ grossCents: [191_456_781] }, "NJ")).toEqual(["fee_cap.nj.any", "578641.95"]);
  });

  test("D: New York's limit of malpractice", async () => {
    expect(await capOf({ grossCents: [145_231_055], case: { caseType: "medical_malpractice" } }, "NY")).toEqual([
      "fee_cap.ny.medical_malpractice",
      "295231.06",
    ]);
  });

  test("E: two shares with one cost", async () => {
    const { settlementId, shareIds } = await arrangeSettlement(tenant, {
      grossCents: [4_500_000, 1_500_000],
      costs: [234_567],
    });
    const statements = [];
    for (const shareId of shareIds) statements.push(read(await draft(settlementId, { shareId })));
    expect(statements.map((each) => amountsOf(each, "attorney_fee", "case_cost", "net_to_client"))).toEqual([
      ["15000.00", "1759.25", "28240.75"],
      ["5000.00", "586.42", "9413.58"],
    ]);
  });

  test("F: California's limit of malpractice, with a release before suit and without", async () => {
    const given: Arranged = {
      grossCents: [45_000_000],
      costs: [3_765_433],
      case: { caseType: "medical_malpractice" },
      rate: { basisPoints: 2_000 },
    };
    const key = "fee_cap.ca.medical_malpractice";
    expect(await capOf({ ...given, payer: { release: "signed" } }, "CA")).toEqual([key, "103086.42"]);
    expect(await capOf(given, "CA")).toEqual([key, "136074.07"]);
  });

  test("G: Florida's limit of malpractice, which its rule for any case does not replace", async () => {
    const given: Arranged = { grossCents: [200_000_000], case: { caseType: "medical_malpractice" } };
    expect(await capOf(given, "FL")).toEqual(["fee_cap.fl.medical_malpractice", "250000.00"]);
    expect((await capOf({ grossCents: [200_000_000] }, "FL"))[0]).toBe("fee_cap.fl.any");
  });

  test("H: Medicare's lien is more than the settlement", async () => {
    const { statement } = await draftOf({
      grossCents: [2_000_000],
      costs: [125_000],
      liens: [{ type: "medicare", assertedCents: 2_630_000, finalCents: 1_208_333 }],
    });
    expect(amountsOf(statement(), "attorney_fee", "lien", "net_to_client")).toEqual(["6666.67", "12083.33", "0.00"]);
  });

  test("I: Medicaid in Florida", async () => {
    const { statement } = await draftOf({
      grossCents: [8_000_000],
      costs: [320_000],
      liens: [{ type: "medicaid", assertedCents: 4_100_000, finalCents: 2_840_000 }],
    });
    expect(amountsOf(statement(), "lien", "net_to_client")).toEqual(["28400.00", "21733.33"]);
  });

  test("J: the deductions exceed the share: 409 with a suggestion, by which it is drafted", async () => {
    const { reply, lienIds, settlementId, shareIds } = await draftOf({
      grossCents: [1_500_000],
      costs: [210_000],
      liens: [
        { type: "medical_provider", assertedCents: 625_000, finalCents: 625_000 },
        { type: "medical_provider", assertedCents: 315_000, finalCents: 315_000 },
      ],
    });
    const [first = "", second = ""] = lienIds;
    expect(errorOf(reply)).toEqual([
      409,
      `The deductions exceed the share by 150000 cents; in proportion the liens would be paid ${first} 525266 cents, ${second} 264734 cents`,
    ]);
    const suggested = [
      { lienId: first, amountCents: 525_266 },
      { lienId: second, amountCents: 264_734 },
    ];
    const drafted = read(await draft(settlementId, { shareId: shareIds[0], liens: suggested }));
    expect(drafted).toMatchObject({ liens: suggested, totals: { netCents: 0 } });
    // What the letters say, wins: the liens have to agree first.
    expect(errorOf(await move(drafted.id, { status: "issued" }))).toEqual([
      409,
      expect.stringContaining("a medical_provider lien is final with 625000 cents, and the statement has 525266"),
    ]);
  });

  test("K: no fee on property damage", async () => {
    const { statement } = await draftOf({ grossCents: [8_325_000], exemptCents: 825_000, costs: [120_010] });
    expect(statement().calculation.exemptCents).toBe(825_000);
    expect(amountsOf(statement(), "attorney_fee", "net_to_client")).toEqual(["25000.00", "57049.90"]);
  });

  test("M: Medicare is held back, then final: the next version supersedes the first", async () => {
    const given = await draftOf({ ...ofA, client: { ...asked, medicareBeneficiary: "yes" }, liens: [medicare] });
    const { settlementId, shareIds, lienIds, documentId } = given;
    const first = given.statement();
    expect(amountsOf(first, "holdback", "net_to_client")).toEqual(["12480.00", "49969.09"]);
    const approval = { method: "wet_signature", on: "2026-03-20", documentId };
    expect((await move(first.id, { status: "issued" })).status).toBe(200);
    expect(read(await move(first.id, { status: "approved", approval })).approval).toEqual({
      ...approval,
      esignRequestId: null,
    });
    const final = {
      amountCents: 779_365,
      on: "2026-03-12",
      method: "procurement_42cfr411",
      letterDocumentId: documentId,
    };
    await api.change("POST", `/liens/${lienIds[0]}/transitions`, { status: "final", final });
    const second = read(await draft(settlementId, { shareId: shareIds[0] }));
    expect(second.version).toBe(2);
    expect(amountsOf(second, "lien", "net_to_client")).toEqual(["7793.65", "54655.44"]);
    expect((await move(second.id, { status: "issued" })).status).toBe(200);
    expect((await move(second.id, { status: "approved", approval })).status).toBe(200);
    const former = read(await api.get(`/settlement-statements/${first.id}`));
    expect([former.status, former.isStale, former.approval?.documentId]).toEqual(["superseded", false, documentId]);
  });
});

describe("3. what keeps a statement from being issued", () => {
  test("a client with Medicare needs a Medicare lien; one that was waived will do", async () => {
    const { statement, caseId, documentId, settlementId, shareIds } = await draftOf({
      ...ofA,
      client: { ...asked, medicareBeneficiary: "yes" },
    });
    expect(errorOf(await move(statement().id, { status: "issued" }))).toEqual([
      409,
      "The statement cannot be issued: the client has Medicare, and the case no Medicare lien",
    ]);
    const lienId = await addLien(tenant, { caseId, documentId }, medicare);
    await api.change("POST", `/liens/${lienId}/transitions`, { status: "waived", reason: "Compromised" });
    const next = read(await draft(settlementId, { shareId: shareIds[0] }));
    expect((await move(next.id, { status: "issued" })).status).toBe(200);
  });

  test("409 names all that fails", async () => {
    const { statement } = await draftOf(
      {
        ...ofA,
        client: { medicaidBeneficiary: "yes", childSupportObligation: true },
        liens: [{ type: "hospital_statutory", assertedCents: 500_000 }],
        share: { courtApproval: "required" },
      },
      { liens: [] },
    );
    const [status, error] = errorOf(await move(statement().id, { status: "issued" }));
    expect(status).toBe(409);
    expect(String(error).split("; ")).toEqual([
      "The statement cannot be issued: a hospital_statutory lien is asserted: hold back its 500000 cents, or wait for its final letter",
      "the client has Medicaid, and the case no Medicaid lien",
      "the client owes child support, and the case has no child support lien",
      "the court has not approved the share",
    ]);
    expect(statement().warnings.map(({ code }) => code)).toEqual(["medicare_status_unknown"]);
  });

  test("less held back than what is audited", async () => {
    const { lienIds, settlementId, shareIds } = await arrangeSettlement(tenant, { ...ofA, liens: [medicare] });
    const liens = [{ lienId: lienIds[0], holdbackCents: 1_247_999 }];
    const { id } = read(await draft(settlementId, { shareId: shareIds[0], liens }));
    expect(errorOf(await move(id, { status: "issued" }))).toEqual([
      409,
      expect.stringContaining("1247999 of its 1248000 cents are held back"),
    ]);
  });
});

describe("13. limits of the fee", () => {
  const verify = (key: string, verification: "verified" | "disabled") =>
    tenant.inside((transaction) =>
      transaction
        .updateTable("JurisdictionRule")
        .set(
          verification === "verified"
            ? { verification, verifiedByMemberId: tenant.attorneyId, verifiedAt: "2026-03-01T09:00:00.000Z" }
            : { verification, verifiedByMemberId: null, verifiedAt: null },
        )
        .where("key", "=", key)
        .execute(),
    );

  test("an unverified limit warns; a verified one is 409 until a document allows it", async () => {
    const key = "fee_cap.ny.medical_malpractice";
    const given: Arranged = {
      grossCents: [145_231_055],
      client: asked,
      case: { caseType: "medical_malpractice" },
      agreement: { jurisdiction: "NY" },
    };
    const { statement, settlementId, shareIds, documentId } = await draftOf(given);
    const excess = "The fee of $484,103.52 exceeds the limit of $295,231.06 (N.Y. Jud. Law § 474-a)";
    expect(statement().warnings).toEqual([
      { code: "fee_cap_exceeded", message: `${excess}; no attorney of the firm has verified the rule` },
    ]);
    expect((await move(statement().id, { status: "issued" })).status).toBe(200);
    await move(statement().id, { status: "voided", reason: "To try again" });
    const { createRule } = await import("../../jurisdiction-rules/fixtures.ts");
    await createRule(tenant, key);
    await verify(key, "verified");
    const next = read(await draft(settlementId, { shareId: shareIds[0] }));
    expect(errorOf(await move(next.id, { status: "issued" }))).toEqual([
      409,
      `The statement cannot be issued: ${excess}; name the document that allows it in capOverrideDocumentId of the next version`,
    ]);
    const allowed = read(await draft(settlementId, { shareId: shareIds[0], capOverrideDocumentId: documentId }));
    expect((await move(allowed.id, { status: "issued" })).status).toBe(200);
    await verify(key, "disabled");
    const disabled = read(await draft(settlementId, { shareId: shareIds[0] }));
    expect([disabled.calculation.feeCap, disabled.warnings]).toEqual([null, []]);
  });

  test("New Jersey: a minor is one on the day of signing, not of the settlement", async () => {
    const given: Arranged = {
      agreement: { jurisdiction: "NJ", signedOn: "2026-01-20" },
      settlement: { agreedOn: "2026-03-02" },
    };
    const capOf = async (dateOfBirth: string) => {
      const { statement } = await draftOf({ ...given, client: { dateOfBirth } });
      return dollars(statement().calculation.feeCap?.capCents ?? 0);
    };
    // 18 on the day after the signing, long before the settlement: a quarter.
    expect(await capOf("2008-01-21")).toBe("25000.00");
    expect(await capOf("2008-01-20")).toBe("33333.33");
    const { statement } = await draftOf({
      ...given,
      agreement: { ...given.agreement, triggersReached: [{ trigger: "minor", on: "2026-01-20", documentId: null }] },
    });
    expect(dollars(statement().calculation.feeCap?.capCents ?? 0)).toBe("25000.00");
  });
});

describe("costs and invoices", () => {
  test("what nobody has paid yet goes to the vendor; a chosen amount is at most what is left", async () => {
    const { createNamedContact } = await import("../../cases/parties/fixtures.ts");
    const vendorContactId = await createNamedContact(tenant, "Dr. Expert");
    const { settlementId, shareIds, expenseIds } = await arrangeSettlement(tenant, { costs: [60_000] });
    const [expenseId = ""] = expenseIds;
    await changeRow(tenant, "Expense", expenseId, {
      status: "approved",
      amountCents: 100_000,
      vendorContactId,
    });
    const all = read(await draft(settlementId, { shareId: shareIds[0] }));
    expect(all.lines.filter(({ kind }) => kind === "case_cost")).toMatchObject([
      { key: `case_cost:${expenseId}`, amountCents: 60_000, payee: { type: "firm_cost_reimbursement", name: null } },
      {
        key: `vendor_cost:${expenseId}`,
        amountCents: 40_000,
        payee: { type: "vendor", contactId: vendorContactId, name: "Dr. Expert" },
      },
    ]);
    const chosen = (amountCents: number) =>
      draft(settlementId, { shareId: shareIds[0], costs: [{ expenseId, amountCents }] });
    expect(amountsOf(read(await chosen(70_000)), "case_cost")).toEqual(["600.00,100.00"]);
    expect(errorOf(await chosen(100_001))).toEqual([409, expect.stringContaining("has 100000 cents left")]);
    expect((await draft(settlementId, { shareId: shareIds[0], costs: [] })).status).toBe(201);
    const unknown = { shareId: shareIds[0], costs: [{ expenseId: "xpn_1", amountCents: 1 }] };
    expect((await draft(settlementId, unknown)).status).toBe(404);
  });

  test("case records 8 and 10: issuing reimburses, and nothing else changes the expense; voiding takes it back", async () => {
    const { statement, expenseIds } = await draftOf({ costs: [60_000], client: asked });
    const [expenseId] = expenseIds;
    const readExpense = async () =>
      readBody<{ expense: Record<string, unknown> }>(await api.get(`/expenses/${expenseId}`)).expense;
    expect(await readExpense()).toMatchObject({ status: "paid", outstandingCents: 60_000, statementId: null });
    await move(statement().id, { status: "issued" });
    expect(await readExpense()).toMatchObject({
      reimbursedCents: 60_000,
      outstandingCents: 0,
      statementId: statement().id,
      availableTransitions: [],
    });
    const held =
      "A settlement statement that is issued or approved has the expense; void or decline the statement first";
    for (const [method, path, body] of [
      ["PATCH", "", { isRecoverable: false }],
      ["POST", "/transitions", { status: "void", reason: "x" }],
      ["POST", "/transitions", { status: "approved", undoPayment: true, reason: "x" }],
      ["POST", "/transitions", { writeOff: { amountCents: 1, reason: "x" } }],
    ] as const)
      expect(errorOf(await api.change(method, `/expenses/${expenseId}${path}`, body))).toEqual([409, held]);
    expect((await api.change("PATCH", `/expenses/${expenseId}`, { amountCents: 1 })).status).toBe(409);
    expect((await api.change("PATCH", `/expenses/${expenseId}`, { notes: "Seen" })).status).toBe(200);
    await move(statement().id, { status: "voided", reason: "Wrong fee" });
    expect(await readExpense()).toMatchObject({ reimbursedCents: 0, outstandingCents: 60_000, statementId: null });
  });

  test("a vendor's cost is paid and reimbursed at once; declining takes the payment back", async () => {
    const { settlementId, shareIds, expenseIds } = await arrangeSettlement(tenant, { costs: [60_000], client: asked });
    const [expenseId = ""] = expenseIds;
    await changeRow(tenant, "Expense", expenseId, { status: "approved", amountCents: 100_000 });
    const { id } = read(await draft(settlementId, { shareId: shareIds[0] }));
    await move(id, { status: "issued" });
    const readExpense = async () =>
      readBody<{ expense: { payments: object[] } }>(await api.get(`/expenses/${expenseId}`)).expense;
    const issued = await readExpense();
    expect(issued).toMatchObject({ status: "paid", paidCents: 100_000, reimbursedCents: 100_000, outstandingCents: 0 });
    expect(issued.payments[1]).toMatchObject({ amountCents: 40_000, method: "settlement_proceeds" });
    await move(id, { status: "declined" });
    const declined = await readExpense();
    expect(declined).toMatchObject({
      status: "approved",
      paidCents: 60_000,
      reimbursedCents: 0,
      outstandingCents: 60_000,
    });
    expect(declined.payments).toHaveLength(1);
  });

  test("an invoice that is paid from the settlement is paid by issuing, and not by voiding", async () => {
    const { createInvoice } = await import("../../billing/fixtures.ts");
    const { settlementId, shareIds, caseId, clientId } = await arrangeSettlement(tenant, { client: asked });
    const { invoiceId } = await createInvoice(tenant, {
      caseId,
      clientId,
      status: "to_be_paid",
      payFromSettlement: true,
      issuedOn: "2026-03-14",
      sentAt: "2026-03-14T15:09:26.535Z",
    });
    const statement = read(await draft(settlementId, { shareId: shareIds[0] }));
    expect(amountsOf(statement, "invoice", "net_to_client")).toEqual(["1250.00", "65416.67"]);
    const readInvoice = async () =>
      readBody<{ invoice: Record<string, unknown> }>(await api.get(`/invoices/${invoiceId}`)).invoice;
    expect(errorOf(await move(statement.id, { status: "issued" }))).toEqual([200, undefined]);
    expect(await readInvoice()).toMatchObject({ status: "paid", paidCents: 125_000 });
    await move(statement.id, { status: "voided", reason: "Wrong" });
    expect(await readInvoice()).toMatchObject({ status: "to_be_paid", paidCents: 0 });
    const next = read(await draft(settlementId, { shareId: shareIds[0] }));
    expect(amountsOf(next, "invoice")).toEqual(["1250.00"]);
  });
});

describe("12. stale statements", () => {
  const approvalOf = (documentId: string) => ({
    status: "approved",
    approval: { method: "wet_signature", on: "2026-03-20", documentId },
  });
  const readStale = async (id: string) => read(await api.get(`/settlement-statements/${id}`)).isStale;

  test("a lien that changes after issue makes it stale: approval is 409 until a new version", async () => {
    const { statement, lienIds, documentId } = await draftOf({ ...ofA, liens: [{ ...medicare, finalCents: 779_365 }] });
    const { id } = statement();
    await move(id, { status: "issued" });
    // Negotiating it again is not possible while a statement has it.
    expect((await api.change("POST", `/liens/${lienIds[0]}/transitions`, { status: "negotiating" })).status).toBe(409);
    expect(await readStale(id)).toBe(false);
    await api.change("POST", `/liens/${lienIds[0]}/transitions`, { status: "waived", reason: "Compromised" });
    expect(await readStale(id)).toBe(true);
    expect(errorOf(await move(id, approvalOf(documentId)))).toEqual([
      409,
      expect.stringContaining("draft the next version"),
    ]);
    expect(read(await move(id, { status: "voided", reason: "Stale" })).isStale).toBe(false);
  });

  test.each<[string, (arranged: Awaited<ReturnType<typeof arrangeSettlement>>) => Promise<unknown>]>([
    ["a lien of the claimant", ({ caseId, documentId }) => addLien(tenant, { caseId, documentId }, medicare)],
    ["a payer", ({ settlementId }) => changePayer(settlementId)],
    [
      "the court's fee",
      ({ shareIds }) =>
        changeRow(tenant, "SettlementShare", shareIds[0] ?? "", {
          courtApproval: "approved",
          approvedFeeCents: 1,
          orderDocumentId: null,
        }),
    ],
    [
      "the agreement",
      ({ caseId, documentId }) =>
        api.change("PUT", `/cases/${caseId}/fee-agreement`, {
          type: "pro_bono",
          costsResponsibility: "firm_advances",
          signedOn: "2026-01-20",
          documentId,
        }),
    ],
    ["a cost", ({ expenseIds }) => changeRow(tenant, "Expense", expenseIds[0] ?? "", { isRecoverable: false })],
  ])("a draft is stale after %s changes, and is not issued", async (what, change) => {
    const given = await draftOf(ofA);
    if (what === "the court's fee") {
      await changeRow(tenant, "SettlementShare", given.shareIds[0] ?? "", {
        courtApproval: "approved",
        approvedFeeCents: 1,
        orderDocumentId: given.documentId,
      });
    } else await change(given);
    expect(await readStale(given.statement().id)).toBe(true);
    expect((await move(given.statement().id, { status: "issued" })).status).toBe(409);
  });

  const changePayer = (settlementId: string) =>
    tenant.inside((transaction) =>
      transaction
        .updateTable("SettlementPayer")
        .set({ isFeeBearing: false })
        .where("settlementId", "=", settlementId)
        .execute(),
    );

  test("an issued one is not stale for what it has reimbursed itself, nor for a cost that came later", async () => {
    const { createExpense } = await import("../../billing/expenses/fixtures.ts");
    const { statement, caseId } = await draftOf(ofA);
    await move(statement().id, { status: "issued" });
    await createExpense(tenant, { caseId, status: "paid", paidCents: 60_000 });
    expect(await readStale(statement().id)).toBe(false);
  });
});

test("a settlement that falls through takes its statements with it, and what they reimbursed", async () => {
  const { statement, settlementId, expenseIds } = await draftOf({ costs: [60_000], client: asked });
  await move(statement().id, { status: "issued" });
  const reply = await api.change("POST", `/settlements/${settlementId}/transitions`, {
    status: "fell_through",
    reason: "The insurer withdrew",
  });
  expect(errorOf(reply)).toEqual([200, undefined]);
  const ended = read(await api.get(`/settlement-statements/${statement().id}`));
  expect([ended.status, ended.statusReason]).toEqual(["voided", "The insurer withdrew"]);
  const { body } = await api.get(`/expenses/${expenseIds[0]}`);
  expect(body["expense"]).toMatchObject({ reimbursedCents: 0, outstandingCents: 60_000, statementId: null });
});

describe("17. without medical:read", () => {
  test("no lienholder is in a line, and its label says Lien", async () => {
    const { secret } = await createKey(tenant, { scopes: ["settlements:read", "settlements:write", "events:read"] });
    const ofSettlements = openApi(server, secret);
    const { settlementId, shareIds } = await arrangeSettlement(tenant, { ...ofA, liens: [medicare] });
    const created = read(await draft(settlementId, { shareId: shareIds[0] }, ofSettlements));
    const lineOf = ({ lines }: Statement) => lines.find(({ source }) => source?.entity === "lien");
    expect(lineOf(created)).toMatchObject({ label: "Lien", lienholder: null, payee: null });
    const seen = read(await api.get(`/settlement-statements/${created.id}`));
    expect(lineOf(seen)).toMatchObject({ label: "Lien", lienholder: { name: "Medicare" } });
    for (const path of [`/settlement-statements/${created.id}`, `/events?eventType=settlement_statement.created`])
      expect((await ofSettlements.get(path)).text).not.toContain('"name":"Medicare"');
  });
});
