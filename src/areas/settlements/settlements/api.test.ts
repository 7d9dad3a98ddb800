import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import {
  changeRow,
  createCase,
  createKey,
  createTenant,
  insertFor,
  type TestTenant,
} from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createNamedContact, createParty } from "../../cases/parties/fixtures.ts";
import { createPolicy } from "../../cases/policies/fixtures.ts";
import { createCaseDocument } from "../../medical/fixtures.records.ts";
import { buildFeeAgreement } from "../../../../prisma/seed/builders/settlements.ts";
import { arrangeSettlement } from "../statements/fixtures.arranged.ts";
import { createAgreeable, createSettlement } from "./fixtures.ts";
import type { CalculatedShare } from "./schema.preview.ts";
import type { Settlement } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

type Reply = Awaited<ReturnType<Api["change"]>>;
const settlementOf = (reply: Reply) => readBody<{ settlement: Settlement }>(reply).settlement;
const conflictOf = ({ status, body }: Reply) => [status, body["code"], body["error"]];
const move = (settlementId: string, body: object) =>
  api.change("POST", `/settlements/${settlementId}/transitions`, body);
const get = async (settlementId: string) => settlementOf(await api.get(`/settlements/${settlementId}`));
const readCase = async (caseId: string) =>
  readBody<{ case: Record<string, unknown> }>(await api.get(`/cases/${caseId}`)).case;
const amountsOf = async (caseId: string) => {
  const { settlementAmountCents, settlementDate, recoveryAmountCents, attorneyFeePercentage } = await readCase(caseId);
  return { settlementAmountCents, settlementDate, recoveryAmountCents, attorneyFeePercentage };
};
const typesSince = async (count: number) => (await readEvents(tenant)).slice(count).map(({ eventType }) => eventType);
const countEvents = async () => (await readEvents(tenant)).length;

/** A party of the case that the firm represents. */
async function addClaimant(ofCase: { caseId: string; clientId: string }): Promise<string> {
  const contactId = await createNamedContact(tenant, "Rosa Diaz", "person");
  const { partyId } = await createParty(tenant, { contactId, role: "plaintiff", isClient: true }, ofCase);
  return partyId;
}

async function addAgreement(caseId: string): Promise<void> {
  const documentId = await createCaseDocument(tenant, caseId);
  await insertFor(tenant, {
    FeeAgreement: buildFeeAgreement({ organizationId: tenant.organizationId, caseId, documentId }),
  });
}

test("a settlement has its payers by name, what no fee is due on, and its shares", async () => {
  const ofCase = await createCase(tenant);
  const { caseId } = ofCase;
  const carrierContactId = await createNamedContact(tenant, "Lone Star Mutual");
  const { policyId } = await createPolicy(tenant, { caseId, carrierContactId });
  const { partyId } = await createParty(tenant, {}, ofCase);
  const claimantPartyId = await addClaimant(ofCase);
  const contactId = await createNamedContact(tenant, "Acme Body Shop");
  const created = await api.change("POST", `/cases/${caseId}/settlements`, {
    type: "settlement",
    terms: "Confidential",
    payers: [
      { policyId, category: "bodily_injury", grossCents: 7_500_000 },
      { partyId, category: "punitive", grossCents: 100, paidDirectCents: 100 },
      { contactId, category: "property_damage", grossCents: 825_000 },
    ],
    shares: [{ grossCents: 8_000_000 }, { claimantPartyId, grossCents: 325_100 }],
  });
  const settlement = settlementOf(created);
  expect([created.status, created.headers["location"]]).toEqual([201, `/api/v1/settlements/${settlement.id}`]);
  expect(settlement.sequenceId).toMatch(/^STL-\d{4}-\d{5}$/);
  expect(settlement.payers.map(({ name, isFeeBearing, paymentStatus }) => [name, isFeeBearing, paymentStatus])).toEqual(
    [
      ["Lone Star Mutual", true, "expected"],
      ["Lone Star Freight", true, "cleared"],
      ["Acme Body Shop", false, "expected"],
    ],
  );
  expect(settlement.shares.map((share) => [share.claimantPartyId, share.claimantName])).toEqual([
    [null, null],
    [claimantPartyId, "Rosa Diaz"],
  ]);
  expect(settlement.totals).toMatchObject({ grossCents: 8_325_100, paidDirectCents: 100, attorneyFeeCents: null });
  expect(settlement.warnings.map(({ code }) => code)).toEqual(["no_fee_agreement"]);
  const event = (await readEvents(tenant)).at(-1);
  expect([event?.eventType, event?.payload]).toEqual([
    "settlement.created",
    expect.objectContaining({ terms: "[redacted]" }),
  ]);
  expect(await get(settlement.id)).toEqual(settlement);
});

test("what a settlement names is of its case, and members belong together", async () => {
  const { caseId } = await createCase(tenant);
  const other = await createCase(tenant);
  const { policyId } = await createPolicy(tenant, { caseId: other.caseId });
  const contactId = await createNamedContact(tenant, "Acme Insurance");
  const payer = { contactId, category: "other", grossCents: 100 };
  const send = (body: object) =>
    api.change("POST", `/cases/${caseId}/settlements`, {
      type: "settlement",
      payers: [payer],
      shares: [{ grossCents: 100 }],
      ...body,
    });
  const claimantPartyId = await addClaimant(other);
  for (const [body, status, path] of [
    [{ payers: [{ ...payer, policyId }] }, 400, "payers.0.policyId"],
    [{ payers: [{ category: "other", grossCents: 100 }] }, 400, "payers.0.policyId"],
    [{ payers: [{ ...payer, paidDirectCents: 101 }] }, 400, "payers.0.paidDirectCents"],
    [{ payers: [] }, 400, "payers"],
    [{ payers: [{ ...payer, grossCents: 10_000_000_000_000 }, payer] }, 400, "payers"],
    [{ shares: [{ grossCents: 60 }, { grossCents: 40 }] }, 400, "shares"],
    [{ shares: [{ grossCents: 100, consentOn: "2026-03-12" }] }, 400, "shares.0.consentDocumentId"],
    [{ shares: [{ grossCents: 100, courtApproval: "approved" }] }, 400, "shares.0.orderDocumentId"],
    [{ shares: [{ grossCents: 100, approvedFeeCents: 1 }] }, 400, "shares.0.approvedFeeCents"],
    [{ agreedOn: "2199-01-01" }, 400, "agreedOn"],
    [{ feeTrigger: "trial" }, 400, "feeTriggerReason"],
    [{ payers: [{ policyId, category: "other", grossCents: 100 }] }, 404, undefined],
    [{ shares: [{ claimantPartyId, grossCents: 100 }] }, 404, undefined],
    [{ negotiationId: "neg_01kjp8y7k9n1p3r5t7w9y1a3c5" }, 404, undefined],
    [{ aggregateConsentDocumentId: await createCaseDocument(tenant, other.caseId) }, 404, undefined],
  ] as const) {
    const reply = await send(body);
    const message = String(reply.body["error"]);
    expect([body, reply.status, message]).toEqual([
      body,
      status,
      expect.stringContaining(path === undefined ? "not found" : `${path}: `),
    ]);
  }
  expect((await send({})).status).toBe(201);
});

test("acceptance 2: shares that differ from payers are 409 naming both sums, and so are two shares without the consent of all", async () => {
  const { settlementId, caseId, clientId, shareId } = await createAgreeable(tenant);
  await changeRow(tenant, "SettlementShare", shareId, { grossCents: 6_000_000 });
  expect(await get(settlementId)).toMatchObject({ warnings: [{ code: "shares_differ" }] });
  expect(conflictOf(await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" }))).toEqual([
    409,
    "INVALID_STATE_TRANSITION",
    "The settlement cannot be agreed on: payers add up to $100,000.00, shares to $60,000.00",
  ]);
  const claimantPartyId = await addClaimant({ caseId, clientId });
  const consent = { consentOn: "2026-03-12", consentDocumentId: await createCaseDocument(tenant, caseId) };
  const patch = (body: object) => api.change("PATCH", `/settlements/${settlementId}`, body);
  await patch({
    shares: [
      { grossCents: 6_000_000, ...consent },
      { claimantPartyId, grossCents: 4_000_000 },
    ],
  });
  expect((await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" })).body["error"]).toBe(
    "The settlement cannot be agreed on: share 2 has no consent: set consentOn and consentDocumentId; two or more shares need aggregateConsentDocumentId, the consent of all claimants in writing (Model Rule 1.8(g))",
  );
  const shares = [
    { grossCents: 6_000_000, ...consent },
    { claimantPartyId, grossCents: 4_000_000, ...consent },
  ];
  await patch({ shares });
  expect((await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" })).status).toBe(409);
  await patch({ aggregateConsentDocumentId: await createCaseDocument(tenant, caseId) });
  expect(settlementOf(await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" })).status).toBe("agreed");
});

test("an agreement needs a day and the fee agreement; it holds the consents, and writes amount, day and fee into the case", async () => {
  const { settlementId, caseId, shareId } = await createSettlement(tenant);
  const consentDocumentId = await createCaseDocument(tenant, caseId);
  await changeRow(tenant, "SettlementShare", shareId, { consentOn: "2026-03-12", consentDocumentId });
  expect((await move(settlementId, { status: "agreed" })).status).toBe(400);
  expect((await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" })).body["error"]).toContain(
    "the case has no fee agreement: record it with PUT /cases/{caseId}/fee-agreement",
  );
  await addAgreement(caseId);
  const events = await countEvents();
  const settlement = settlementOf(await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" }));
  expect(settlement).toMatchObject({
    status: "agreed",
    agreedOn: "2026-03-13",
    feeTrigger: "pre_suit",
    feeTriggerReason: null,
    warnings: [],
    availableTransitions: ["fell_through", "voided"],
  });
  expect(await typesSince(events)).toEqual(["document.updated", "case.updated", "settlement.agreed"]);
  expect(await amountsOf(caseId)).toEqual({
    settlementAmountCents: 10_000_000,
    settlementDate: "2026-03-13T00:00:00.000Z",
    recoveryAmountCents: null,
    attorneyFeePercentage: 33.33,
  });
  const { document } = readBody<{ document: { legalHold: boolean } }>(await api.get(`/documents/${consentDocumentId}`));
  expect(document.legalHold).toBe(true);
});

test("a case that is changed by hand keeps its amount, with a warning of the settlement", async () => {
  const { settlementId, caseId } = await createAgreeable(tenant);
  await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" });
  await api.change("PATCH", `/cases/${caseId}`, { settlementAmountCents: 9_000_000 });
  expect((await get(settlementId)).warnings).toEqual([
    {
      code: "case_settlement_differs",
      message: "The settlement amount of the case is $90,000.00; its settlements add up to $100,000.00.",
    },
  ]);
  await api.change("PATCH", `/settlements/${settlementId}`, { title: "Policy limits" });
  expect(await amountsOf(caseId)).toMatchObject({ settlementAmountCents: 9_000_000 });
});

test("what falls through, or was recorded by mistake, leaves the case; money that is deposited has to go back first", async () => {
  const { settlementId, caseId, payerId } = await createAgreeable(tenant);
  await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" });
  expect((await move(settlementId, { status: "fell_through" })).status).toBe(400);
  const deposited = { receivedCents: 100 };
  await changeRow(tenant, "SettlementPayer", payerId, deposited);
  await changeRow(tenant, "Settlement", settlementId, deposited);
  expect((await move(settlementId, { status: "fell_through", reason: "The carrier is insolvent" })).body["error"]).toBe(
    "$1.00 of the settlement are deposited: return or reverse the deposits first",
  );
  await changeRow(tenant, "SettlementPayer", payerId, { receivedCents: 0 });
  await changeRow(tenant, "Settlement", settlementId, { receivedCents: 0 });
  const ended = settlementOf(await move(settlementId, { status: "fell_through", reason: "The carrier is insolvent" }));
  expect(ended).toMatchObject({ status: "fell_through", statusReason: "The carrier is insolvent", warnings: [] });
  expect(await amountsOf(caseId)).toMatchObject({ settlementAmountCents: null, settlementDate: null });
  expect((await move(settlementId, { status: "agreed" })).status).toBe(409);
  expect((await move(settlementId, { status: "closed" })).status).toBe(409);
});

test("a court's award needs nobody's consent", async () => {
  const { settlementId, caseId } = await createSettlement(tenant, { settlement: { type: "verdict" } });
  await addAgreement(caseId);
  expect((await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" })).status).toBe(200);
});

test("what the client is paid directly has cleared with the agreement, and counts as recovered", async () => {
  const direct = { paidDirectCents: 10_000_000 };
  const { settlementId, caseId } = await createAgreeable(tenant, { settlement: direct, payer: direct });
  const settlement = settlementOf(await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" }));
  expect([settlement.status, settlement.warnings]).toEqual(["funds_cleared", []]);
  expect(await amountsOf(caseId)).toMatchObject({ recoveryAmountCents: 10_000_000 });
});

describe("once it is agreed", () => {
  test("only titles, dates, releases and the court's approval change", async () => {
    const { settlementId, caseId, payerId, shareId } = await createAgreeable(tenant);
    await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" });
    const patch = (body: object) => api.change("PATCH", `/settlements/${settlementId}`, body);
    const contactId = await createNamedContact(tenant, "Acme Insurance");
    for (const body of [
      { type: "verdict" },
      { agreedOn: "2026-03-14" },
      { payers: [{ contactId, category: "other", grossCents: 1 }] },
      { shares: [{ grossCents: 1 }] },
      { feeTrigger: "trial", feeTriggerReason: "x" },
    ]) {
      const reply = await patch(body);
      expect([Object.keys(body), reply.status]).toEqual([Object.keys(body), 409]);
    }
    const orderDocumentId = await createCaseDocument(tenant, caseId);
    const changed = settlementOf(
      await patch({
        title: "Policy limits",
        payerChanges: [{ id: payerId, release: "signed", expectedOn: "2026-03-20" }],
        shareChanges: [{ id: shareId, courtApproval: "approved", orderDocumentId, approvedFeeCents: 2_500_000 }],
      }),
    );
    expect(changed).toMatchObject({
      title: "Policy limits",
      payers: [{ id: payerId, release: "signed", expectedOn: "2026-03-20", paymentStatus: "overdue" }],
      shares: [{ id: shareId, courtApproval: "approved", orderDocumentId, approvedFeeCents: 2_500_000 }],
      warnings: [{ code: "payment_overdue" }],
    });
    expect(
      settlementOf(await patch({ payerChanges: [{ id: payerId, expectedOn: "2199-03-20" }] })).payers[0]?.paymentStatus,
    ).toBe("expected");
    expect((await patch({ payerChanges: [{ id: shareId, release: "sent" }] })).status).toBe(404);
    expect((await patch({ shareChanges: [{ id: shareId, courtApproval: "denied" }] })).status).toBe(400);
  });
});

test("lists are filtered by case, status, days of the agreement and of the payment", async () => {
  const { settlementId, caseId } = await createAgreeable(tenant, { settlement: { paymentDueOn: "2026-05-01" } });
  await move(settlementId, { status: "agreed", agreedOn: "2026-03-13" });
  const list = async (query: string) =>
    readBody<{ settlements: Settlement[] }>(await api.get(`/settlements?caseId=${caseId}&${query}`)).settlements.length;
  expect(await list("status=agreed")).toBe(1);
  expect(await list("status=draft")).toBe(0);
  expect(await list("agreedFrom=2026-03-13&agreedTo=2026-03-13")).toBe(1);
  expect(await list("agreedFrom=2026-03-14")).toBe(0);
  expect(await list("agreedTo=2026-03-12")).toBe(0);
  expect(await list("paymentDueBefore=2026-05-01")).toBe(0);
  expect(await list("paymentDueBefore=2026-05-02")).toBe(1);
});

test("of two transitions at once one succeeds", async () => {
  const { settlementId } = await createAgreeable(tenant);
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => move(settlementId, { status: "agreed", agreedOn: "2026-03-13" })),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
});

test("settlements:write alone shows the status, and nothing of the settlement", async () => {
  const { settlementId } = await createAgreeable(tenant);
  const { secret } = await createKey(tenant, { scopes: ["settlements:write"] });
  const { status, body } = await openApi(server, secret).change("POST", `/settlements/${settlementId}/transitions`, {
    status: "agreed",
    agreedOn: "2026-03-13",
  });
  expect([status, body["settlement"]]).toEqual([
    200,
    expect.not.objectContaining({ payers: expect.anything() as unknown }),
  ]);
  expect((await openApi(server, secret).get(`/settlements/${settlementId}`)).status).toBe(403);
});

test("acceptance 18, its half of settlements: another organization's settlement is 404, and its records are none of a new one", async () => {
  const other = await createTenant(server.services.database);
  const { settlementId, payerId } = await createSettlement(other);
  const contactId = await createNamedContact(other, "Acme Insurance");
  expect((await api.get(`/settlements/${settlementId}`)).status).toBe(404);
  expect((await move(settlementId, { status: "voided", reason: "x" })).status).toBe(404);
  expect((await api.change("PATCH", `/settlements/${settlementId}`, { title: "x" })).status).toBe(404);
  const { caseId } = await createCase(tenant);
  const body = { type: "settlement", shares: [{ grossCents: 1 }] };
  const payers = [{ contactId, category: "other", grossCents: 1 }];
  expect((await api.change("POST", `/cases/${caseId}/settlements`, { ...body, payers })).status).toBe(404);
  const { settlementId: own } = await createSettlement(tenant);
  const payerChanges = [{ id: payerId, release: "sent" }];
  expect((await api.change("PATCH", `/settlements/${own}`, { payerChanges })).status).toBe(404);
});

describe("a preview", () => {
  const calculate = async (settlementId: string, body: object = {}) =>
    api.change("POST", `/settlements/${settlementId}/calculate`, body);
  const sharesOf = (reply: Reply) => readBody<{ shares: CalculatedShare[] }>(reply).shares;

  test("acceptance 1, the preview of example A: other numbers change the net, and nothing is stored", async () => {
    const { settlementId, shareIds, lienIds } = await arrangeSettlement(tenant, {
      costs: [421_758],
      liens: [{ type: "medicare", assertedCents: 1_248_000 }],
    });
    const [shareId, lienId] = [shareIds[0] ?? "", lienIds[0] ?? ""];
    const before = await get(settlementId);
    const shares = [{ shareId, liens: [{ lienId, amountCents: 779_365 }] }];
    const [calculated] = sharesOf(await calculate(settlementId, { shares }));
    expect(calculated?.totals).toMatchObject({
      attorneyFeeCents: 3_333_333,
      costsCents: 421_758,
      liensCents: 779_365,
      netCents: 5_465_544,
    });
    expect(calculated?.lines.map(({ explanation }) => explanation)).toContain("33⅓% of $100,000.00");
    expect(await get(settlementId)).toEqual(before);
  });

  test("example J: a shortfall is no error, and comes with what liens in proportion would get", async () => {
    const { settlementId, shareIds, lienIds } = await arrangeSettlement(tenant, {
      grossCents: [1_500_000],
      costs: [210_000],
      liens: [
        { type: "hospital_statutory", assertedCents: 625_000, finalCents: 625_000 },
        { type: "private_health", assertedCents: 315_000, finalCents: 315_000 },
      ],
    });
    const reply = await calculate(settlementId);
    expect(reply.status).toBe(200);
    expect(sharesOf(reply)).toMatchObject([
      {
        shareId: shareIds[0],
        shortCents: 150_000,
        totals: { netCents: 0 },
        suggestion: [
          { lienId: lienIds[0], amountCents: 525_266 },
          { lienId: lienIds[1], amountCents: 264_734 },
        ],
      },
    ]);
  });

  test("takes other gross amounts of payers and shares, also of a draft, and knows only those of the settlement", async () => {
    const { settlementId, payerId, shareId } = await createAgreeable(tenant);
    const other = await createSettlement(tenant);
    const numbers = { payers: [{ payerId, grossCents: 6_000_000 }], shares: [{ shareId, grossCents: 6_000_000 }] };
    expect(sharesOf(await calculate(settlementId, numbers))[0]?.totals).toMatchObject({
      grossCents: 6_000_000,
      attorneyFeeCents: 2_000_000,
      netCents: 4_000_000,
    });
    expect(sharesOf(await calculate(settlementId, { feeTrigger: "suit_filed" }))[0]?.totals).toMatchObject({
      attorneyFeeCents: 4_000_000,
    });
    expect(sharesOf(await calculate(settlementId, { feeTrigger: "pre_suit" }))[0]?.totals).toMatchObject({
      attorneyFeeCents: 3_333_333,
    });
    expect((await calculate(settlementId, { payers: [{ payerId: other.payerId, grossCents: 1 }] })).status).toBe(404);
    expect((await calculate(settlementId, { shares: [{ shareId: other.shareId }] })).status).toBe(404);
  });
});

test("a contact that pays is not deleted; merged into another, or renamed, it reaches the settlement", async () => {
  const { settlementId, payerId } = await createSettlement(tenant);
  const { contactId } = (await get(settlementId)).payers[0] ?? {};
  const remaining = await createNamedContact(tenant, "Acme Mutual");
  const deletion = await api.change("DELETE", `/contacts/${contactId}`);
  expect([deletion.status, deletion.body["error"]]).toEqual([409, expect.stringContaining("settlements")]);
  const events = await countEvents();
  expect((await api.change("POST", `/contacts/${remaining}/merge`, { mergedContactId: contactId })).status).toBe(200);
  expect(await typesSince(events)).toContain("settlement.updated");
  expect(await get(settlementId)).toMatchObject({
    revision: 2,
    payers: [{ id: payerId, contactId: remaining, name: "Acme Mutual" }],
  });
  const patched = await api.change("PATCH", `/contacts/${remaining}`, { companyName: "Acme Insurance" });
  expect([patched.status, patched.body["error"]]).toEqual([200, undefined]);
  const renamed = (await readEvents(tenant)).findLast(({ eventType }) => eventType === "contact.updated");
  expect(renamed?.relatedIds).toContainEqual({ entity: "settlement", id: settlementId });
});

test("a case is not deleted while a settlement is under way, nor a party whose share it is", async () => {
  const { settlementId, caseId, clientId } = await createSettlement(tenant);
  const claimantPartyId = await addClaimant({ caseId, clientId });
  const shares = [{ grossCents: 6_000_000 }, { claimantPartyId, grossCents: 4_000_000 }];
  await api.change("PATCH", `/settlements/${settlementId}`, { shares });
  const party = await api.change("DELETE", `/cases/${caseId}/parties/${claimantPartyId}`);
  expect([party.status, party.body["error"]]).toEqual([409, expect.stringContaining("the claimant of a settlement")]);
  const kept = await api.change("DELETE", `/cases/${caseId}`);
  expect([kept.status, kept.body["error"]]).toEqual([
    409,
    expect.stringContaining("settlements that are under way (close them, or void them)"),
  ]);
  await move(settlementId, { status: "voided", reason: "Recorded twice" });
  expect((await api.change("DELETE", `/cases/${caseId}`)).status).toBe(200);
  expect((await api.get(`/settlements/${settlementId}`)).status).toBe(404);
});
