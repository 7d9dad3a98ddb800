import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import {
  arrangeSettlement,
  type Arranged,
  type ArrangedSettlement,
} from "../../settlements/statements/fixtures.arranged.ts";
import type { Settlement } from "../../settlements/settlements/schema.ts";
import type { Statement } from "../../settlements/statements/schema.ts";
import { createTrustAccount } from "../accounts/fixtures.ts";
import type { TrustLedger } from "../ledgers/schema.ts";
import type { TrustTransaction } from "../transactions/schema.ts";
import { decide, signInApprover, type Approver } from "./fixtures.approvers.ts";
import type { Disbursement } from "./schema.ts";

/** From the agreement to the last check: each step is a request, and each approval that of a second person. */
let server: TestServer;
let tenant: TestTenant;
let api: Api;
let approver: Approver;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  approver = await signInApprover(server, tenant);
});
afterAll(() => server.close(1000));

const post = (path: string, body: object) => api.change("POST", path, body);
const statementOf = (reply: Reply) => readBody<{ settlementStatement: Statement }>(reply).settlementStatement;
const rejection = ({ status, body }: Reply) => [status, body["code"]];

interface Whole extends ArrangedSettlement {
  accountId: string;
  settlement: Settlement;
  deposit: TrustTransaction;
}

/** A settlement whose money came by check, and has cleared. */
async function settle(given: Arranged): Promise<Whole> {
  const arranged = await arrangeSettlement(tenant, given);
  const { accountId } = await createTrustAccount(tenant);
  const { settlement } = readBody<{ settlement: Settlement }>(await api.get(`/settlements/${arranged.settlementId}`));
  const amountCents = settlement.totals.grossCents;
  const { trustTransaction: deposit } = readBody<{ trustTransaction: TrustTransaction }>(
    await post(`/trust-accounts/${accountId}/transactions`, {
      type: "deposit",
      method: "check",
      occurredOn: "2026-03-13",
      amountCents,
      allocations: [{ caseId: arranged.caseId, settlementPayerId: settlement.payers[0]?.id, amountCents }],
    }),
  );
  readBody(
    await post(`/trust-transactions/${deposit.id}/transitions`, {
      status: "cleared",
      basis: "bank_confirmed",
      on: "2026-03-16",
    }),
  );
  return { ...arranged, accountId, settlement, deposit };
}

/** The next version of the share's statement, approved by the client. */
async function approveStatement({ settlementId, shareIds, documentId }: Whole, more: object = {}): Promise<Statement> {
  const drafted = statementOf(await post(`/settlements/${settlementId}/statements`, { shareId: shareIds[0], ...more }));
  const move = (body: object) => post(`/settlement-statements/${drafted.id}/transitions`, body);
  statementOf(await move({ status: "issued" }));
  const approval = { method: "wet_signature", on: "2026-03-20", documentId };
  return statementOf(await move({ status: "approved", approval }));
}

const request = ({ id }: Statement, lineKey: string, more: object = {}) =>
  post(`/settlement-statements/${id}/disbursements`, { method: "wire", lines: [{ lineKey, ...more }] });

/** Requests what is left of a line, has it approved, and pays it. */
async function pay(statement: Statement, lineKey: string): Promise<Disbursement> {
  const [made] = readBody<{ trustDisbursements: Disbursement[] }>(await request(statement, lineKey)).trustDisbursements;
  if (made === undefined) throw new Error("nothing was requested");
  await decide(approver, made.id);
  const issued = await post(`/trust-disbursements/${made.id}/transitions`, { status: "issued", on: "2026-03-30" });
  return readBody<{ trustDisbursement: Disbursement }>(issued).trustDisbursement;
}

const readSettlement = async ({ settlementId }: Whole) =>
  readBody<{ settlement: Settlement }>(await api.get(`/settlements/${settlementId}`)).settlement;
const readLedger = async ({ accountId, caseId }: Whole) =>
  readBody<{ trustLedgers: TrustLedger[] }>(await api.get(`/trust-ledgers?accountId=${accountId}&caseId=${caseId}`))
    .trustLedgers[0];

test("12. M: with Medicare held back 49,969.09 are paid, and once its lien is final 4,686.35", async () => {
  const whole = await settle({ costs: [421_758], liens: [{ type: "medicare", assertedCents: 1_248_000 }] });
  const [lienId = ""] = whole.lienIds;
  const first = await approveStatement(whole, { liens: [{ lienId, holdbackCents: 1_248_000 }] });
  expect(await pay(first, "net_to_client")).toMatchObject({ status: "issued", amountCents: 4_996_909 });
  expect((await readSettlement(whole)).status).toBe("disbursing");
  expect(rejection(await request(first, `lien:${lienId}`))).toEqual([409, "INVALID_STATE_TRANSITION"]);
  const final = {
    amountCents: 779_365,
    on: "2026-03-27",
    method: "procurement_42cfr411",
    letterDocumentId: whole.documentId,
  };
  readBody(await post(`/liens/${lienId}/transitions`, { status: "final", final }));
  // What the client approved does not say it any more.
  expect(rejection(await request(first, "attorney_fee"))).toEqual([409, "INVALID_STATE_TRANSITION"]);
  const second = await approveStatement(whole);
  expect(await pay(second, "net_to_client")).toMatchObject({ status: "issued", amountCents: 468_635 });
  for (const { key, kind } of second.lines) if (kind !== "net_to_client") await pay(second, key);
  expect((await readLedger(whole))?.balanceCents).toBe(0);
  expect(await readSettlement(whole)).toMatchObject({
    status: "disbursed",
    totals: { disbursedCents: 10_000_000, netToClientCents: 5_465_544 },
  });
  const { lien } = readBody<{ lien: object }>(await api.get(`/liens/${lienId}`));
  expect(lien).toMatchObject({ status: "paid", paidCents: 779_365 });
});

test("the activity of a case shows what happened to its settlement, and to its money to those who read the books", async () => {
  const whole = await settle({ costs: [421_758] });
  const statement = await approveStatement(whole);
  await pay(statement, "net_to_client");
  const readTypes = async (by: Api) => {
    const reply = await by.get(`/cases/${whole.caseId}/activity?limit=200`);
    const { activity } = readBody<{ activity: { eventType: string }[] }>(reply);
    return [...new Set(activity.map(({ eventType }) => eventType))];
  };
  const ofSettlement = [
    "settlement.status_changed",
    "settlement_statement.created",
    "settlement_statement.issued",
    "settlement_statement.approved",
  ];
  const ofTrust = [
    "trust_transaction.recorded",
    "trust_transaction.cleared",
    "trust_disbursement.requested",
    "trust_disbursement.approved",
    "trust_disbursement.issued",
  ];
  expect(await readTypes(api)).toEqual(expect.arrayContaining([...ofSettlement, ...ofTrust]));
  const { secret } = await createKey(tenant, { scopes: ["cases:read", "settlements:read"] });
  const shown = await readTypes(openApi(server, secret));
  expect(shown).toEqual(expect.arrayContaining(ofSettlement));
  expect(shown.filter((type) => type.startsWith("trust_"))).toEqual([]);
});

test("10. a check of 9,000.00 comes back after 7,200.00 were paid of it: 409 short by 7,200.00, with the firm's cover the ledger has 0.00", async () => {
  const whole = await settle({ grossCents: [900_000], rate: { basisPoints: 2_000 } });
  const statement = await approveStatement(whole);
  expect(await pay(statement, "net_to_client")).toMatchObject({ amountCents: 720_000 });
  const back = { status: "returned", reason: "Not sufficient funds", on: "2026-04-02" };
  const short = await post(`/trust-transactions/${whole.deposit.id}/transitions`, back);
  expect([...rejection(short), short.body["error"]]).toEqual([
    409,
    "INVALID_STATE_TRANSITION",
    expect.stringContaining("short by 720000 cents"),
  ]);
  readBody(await post(`/trust-transactions/${whole.deposit.id}/transitions`, { ...back, firmCover: true }));
  expect(await readLedger(whole)).toMatchObject({ balanceCents: 0, availableCents: 0 });
  // The payer owes it again; what the firm covered is paid out.
  expect((await readSettlement(whole)).totals).toMatchObject({
    receivedCents: 0,
    clearedCents: 0,
    disbursedCents: 720_000,
  });
});
