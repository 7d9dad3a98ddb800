import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import type { Statement } from "../../settlements/statements/schema.ts";
import { createPayable } from "../../trust/disbursements/fixtures.ts";
import { decide, signInApprover } from "../../trust/disbursements/fixtures.approvers.ts";
import type { Disbursement } from "../../trust/disbursements/schema.ts";
import { createEngagedPair, type EngagedPair } from "../documents/fixtures.ts";
import { createReferral, engaged } from "../referrals/fixtures.ts";
import type { Referral } from "../referrals/schema.ts";
import type { ReferralPayout } from "./schema.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

const apiOf = ({ secret }: TestTenant) => openApi(server, secret);
const readReferral = async (tenant: TestTenant, id: string) =>
  readBody<{ referral: Referral }>(await apiOf(tenant).get(`/referrals/${id}`)).referral;
const listPayouts = async (tenant: TestTenant, id: string) =>
  readBody<{ payouts: ReferralPayout[] }>(await apiOf(tenant).get(`/referrals/${id}/payouts`)).payouts;
const statementOf = (reply: Parameters<typeof readBody>[0]) =>
  readBody<{ settlementStatement: Statement }>(reply).settlementStatement;

/** A settlement of the handling firm, with the fee of $33,333.33, whose case the originating firm referred. */
async function openSettled() {
  const { database } = server.services;
  const pair = await createEngagedPair(await createTenant(database), await createTenant(database));
  const payable = await createPayable(pair.handler);
  // Its statement was drafted without the referral, and reimburses an expense that is not there.
  await changeRow(pair.handler, "SettlementStatement", payable.statementId, { status: "superseded" });
  await changeRow(pair.handler, "Referral", pair.received.referralId, { caseId: payable.caseId });
  return { pair, payable };
}

type Payable = Awaited<ReturnType<typeof openSettled>>["payable"];

const draft = (tenant: TestTenant, { settlementId, shareId }: Payable) =>
  apiOf(tenant).change("POST", `/settlements/${settlementId}/statements`, { shareId });

async function approveStatement(tenant: TestTenant, payable: Payable): Promise<Statement> {
  const { id } = statementOf(await draft(tenant, payable));
  const path = `/settlement-statements/${id}/transitions`;
  statementOf(await apiOf(tenant).change("POST", path, { status: "issued" }));
  const approval = { method: "wet_signature", on: "2026-03-20", documentId: payable.documentId };
  return statementOf(await apiOf(tenant).change("POST", path, { status: "approved", approval }));
}

/** Requests the line of the referral fee and has a second person approve it. */
async function payReferral({ handler, received }: EngagedPair, { id }: Statement): Promise<Disbursement> {
  const lines = [{ lineKey: `referral_fee:${received.referralId}` }];
  const [made] = readBody<{ trustDisbursements: Disbursement[] }>(
    await apiOf(handler).change("POST", `/settlement-statements/${id}/disbursements`, { method: "wire", lines }),
  ).trustDisbursements;
  if (made === undefined) throw new Error("nothing was requested");
  await decide(await signInApprover(server, handler), made.id);
  return made;
}

test("14. approval of a statement states the fee on both sides, issue records the payout, and void voids it", async () => {
  const { pair, payable } = await openSettled();
  const { origin, handler, sent, received } = pair;
  const sides = [
    [origin, sent.referralId],
    [handler, received.referralId],
  ] as const;
  const statement = await approveStatement(handler, payable);
  const line = statement.lines.find(({ key }) => key === `referral_fee:${received.referralId}`);
  expect(line?.amountCents).toBe(1_111_111);
  for (const [tenant, id] of sides)
    expect(await readReferral(tenant, id)).toMatchObject({
      feeStatus: "due",
      totalFeeCents: 3_333_333,
      referralFeeDueCents: 1_111_111,
      settlementAmountCents: null,
    });
  const made = await payReferral(pair, statement);
  const move = (body: object) => apiOf(handler).change("POST", `/trust-disbursements/${made.id}/transitions`, body);
  const issued = await move({ status: "issued", on: "2026-03-30" });
  expect(issued.status, issued.text).toBe(200);
  for (const [tenant, id] of sides) {
    expect(await readReferral(tenant, id)).toMatchObject({ feeStatus: "paid", paidCents: 1_111_111 });
    expect(await listPayouts(tenant, id)).toMatchObject([{ amountCents: 1_111_111, state: "recorded" }]);
  }
  const voided = await move({ status: "voided", on: "2026-03-31", reason: "Stopped" });
  expect(voided.status, voided.text).toBe(200);
  for (const [tenant, id] of sides) {
    expect(await readReferral(tenant, id)).toMatchObject({ feeStatus: "due", paidCents: 0 });
    expect(await listPayouts(tenant, id)).toMatchObject([{ state: "voided" }]);
    const types = (await readEvents(tenant)).flatMap(({ eventType }) =>
      eventType.startsWith("referral.") ? [eventType] : [],
    );
    expect(types).toEqual([
      "referral.fee_stated",
      "referral.payout_recorded",
      "referral.fee_paid",
      "referral.payout_voided",
    ]);
  }
});

test("14. referral fees above the fee: 409", async () => {
  const { pair, payable } = await openSettled();
  const { handler } = pair;
  const terms = { ...ofTerms, type: "percentage_of_fee", rate: { basisPoints: 7_000 }, flatCents: null };
  await addReferral(handler, payable.caseId, terms);
  const reply = await draft(handler, payable);
  expect([reply.status, reply.body["error"]]).toEqual([409, "The referral fees exceed the fee"]);
});

test("a flat amount has no line, and is due once a statement is approved", async () => {
  const { pair, payable } = await openSettled();
  const { handler } = pair;
  const terms = { ...ofTerms, type: "flat", rate: null, flatCents: 500_000 };
  const referralId = await addReferral(handler, payable.caseId, terms);
  const { lines } = await approveStatement(handler, payable);
  expect(lines.map(({ key }) => key)).not.toContain(`referral_fee:${referralId}`);
  expect(await readReferral(handler, referralId)).toMatchObject({
    feeStatus: "due",
    totalFeeCents: 3_333_333,
    referralFeeDueCents: 500_000,
  });
});

const ofTerms = {
  basis: "joint_responsibility",
  workSplit: null,
  jurisdiction: null,
  writtenAgreementOn: null,
  updatesEveryDays: 90,
};

/** Another referral to the firm of the same case, of a firm elsewhere. @returns its ID */
async function addReferral(tenant: TestTenant, caseId: string, terms: object): Promise<string> {
  const { referralId } = await createReferral(tenant, { ...engaged, direction: "inbound", terms });
  await changeRow(tenant, "Referral", referralId, { caseId });
  return referralId;
}
