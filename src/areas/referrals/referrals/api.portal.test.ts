import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readAuditEntries, readEvents } from "../../../testing/harness/traces.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import type { ReferralCheck } from "./domain.checking.ts";
import { createLead } from "../../leads/fixtures.ts";
import { signInMember } from "../../team/fixtures.ts";
import { createPartners } from "../network/fixtures.ts";
import { createReferral, sent } from "./fixtures.ts";
import { referral as example } from "./examples.ts";
import type { Referral } from "./schema.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

type Shown = { referral: Referral };
type Checked = { check: ReferralCheck };
const openAs = async (of: TestTenant, values: Parameters<typeof signInMember>[2]) =>
  (await signInMember(server, of, values)).portal;
const typesOf = async (id: string, of: TestTenant) =>
  (await readEvents(of)).flatMap(({ entityId, eventType }) => (entityId === id ? [eventType] : []));

interface Pair {
  origin: TestTenant;
  handler: TestTenant;
  handlingId: string;
  api: Api;
}

async function openPair(profile: Parameters<typeof createPartners>[2] = {}): Promise<Pair> {
  const [origin, handler] = [
    await createTenant(server.services.database),
    await createTenant(server.services.database),
  ];
  const { handlingId } = await createPartners(origin, handler, profile);
  return { origin, handler, handlingId, api: openApi(server, origin.secret) };
}

const terms = { type: "percentage_of_fee", rate: { numerator: 1, denominator: 3 }, basis: "joint_responsibility" };

/** A draft of the originating firm. */
async function draft({ origin, handlingId, api }: Pair): Promise<Referral> {
  const leadId = await createLead(origin, {
    status: "qualified",
    firstName: "Ottilie",
    lastName: "Brandauer",
    email: "ottilie.brandauer@example.com",
    description: "Rear-ended",
  });
  const reply = await api.change("POST", "/referrals", {
    direction: "outbound",
    partnerFirmId: handlingId,
    leadId,
    teaser: example.teaser,
    conflictNames: { clientNames: ["Ottilie Brandauer"], adverseNames: ["Zielinski Freight"] },
    sharingConsentOn: "2026-03-13",
    terms,
  });
  return readBody<Shown>(reply).referral;
}

/** The referral that the handling firm received. */
async function getReceived({ handler }: Pair): Promise<Referral> {
  const reply = await openApi(server, handler.secret).get("/referrals?direction=inbound");
  const [received] = readBody<{ referrals: Referral[] }>(reply).referrals;
  if (received === undefined) throw new Error("nothing was received");
  return received;
}

/** A referral that was sent: its two rows. */
async function send(pair: Pair): Promise<{ id: string; received: Referral }> {
  const { id } = await draft(pair);
  expect((await pair.api.change("POST", `/referrals/${id}/send`, {})).status).toBe(200);
  return { id, received: await getReceived(pair) };
}

test("a member accepts the terms that they saw: a case with its client is created, and the other firm sees it", async () => {
  const pair = await openPair();
  const { id, received } = await send(pair);
  const { handler } = pair;
  const portal = await openAs(handler, { role: "admin" });
  const offered = { referralId: received.id, handlingAttorneyId: handler.attorneyId, attach: "new_case" };
  expect((await portal.query("referrals.listAttorneys")).data).toMatchObject({
    attorneys: expect.arrayContaining([expect.objectContaining({ id: handler.attorneyId })]),
  });
  // The other firm proposes other terms while the dialog is open.
  await pair.api.change("PUT", `/referrals/${id}/fee-terms`, { terms: { ...terms, rate: { basisPoints: 2_500 } } });
  const late = await portal.mutate("referrals.acceptOffer", { ...offered, termsRevision: 1, expectedRevision: 1 });
  expect(late.error?.message).toBe("The latest revision of the terms is 2: read them first");
  const accepted = await portal.mutate<Shown & { caseNumber: string }>("referrals.acceptOffer", {
    ...offered,
    termsRevision: 2,
    expectedRevision: 2,
  });
  expect(accepted.error).toBeUndefined();
  expect(accepted.data).toMatchObject({
    referral: { status: "accepted", received: { client: { lastName: "Brandauer" } } },
    caseNumber: expect.stringMatching(/\d/),
    hasNewLead: false,
  });
  expect(accepted.data.referral.caseId).not.toBeNull();
  expect((await pair.api.get(`/referrals/${id}`)).body["referral"]).toMatchObject({ status: "accepted" });
  expect(await typesOf(received.id, handler)).toContain("referral.accepted");
  expect(JSON.stringify(await readAuditEntries(handler))).toContain("referrals.acceptOffer");
});

test("what was received is hidden from a member who does not view clients", async () => {
  const pair = await openPair();
  const { received } = await send(pair);
  const portal = await openAs(pair.handler, { role: "assistant", permissions: ["referrals:manage"] });
  const reply = await portal.mutate<Shown>("referrals.acceptOffer", {
    referralId: received.id,
    expectedRevision: 1,
    termsRevision: 1,
    handlingAttorneyId: pair.handler.attorneyId,
    attach: "new_lead",
  });
  expect(reply.data).toMatchObject({ referral: { status: "accepted", received: null }, hasNewLead: true });
});

test("a member reviews and declines a referral with a reason; the note stays with the firm", async () => {
  const pair = await openPair();
  const { id, received } = await send(pair);
  const portal = await openAs(pair.handler, { role: "owner" });
  const at = (expectedRevision: number) => ({ referralId: received.id, expectedRevision });
  const reviewed = await portal.mutate<Shown>("referrals.startReview", at(1));
  expect(reviewed.data.referral.status).toBe("under_review");
  expect((await portal.mutate("referrals.declineOffer", at(2))).error?.data.code).toBe("VALIDATION_FAILED");
  const given = { reason: "capacity", note: "Docket is full until spring" };
  expect((await portal.mutate("referrals.declineOffer", { ...at(1), ...given })).error?.data.code).toBe(
    "STALE_REVISION",
  );
  const declined = await portal.mutate<Shown>("referrals.declineOffer", { ...at(2), ...given });
  expect(declined.data.referral).toMatchObject({ status: "declined", statusReason: "capacity", received: null });
  expect((await pair.api.get(`/referrals/${id}`)).body["referral"]).toMatchObject({ status: "declined" });
  expect((await pair.api.get(`/referrals/${id}/history`)).text).not.toContain("Docket");
});

test("a member sends a draft and withdraws it; the other firm can then accept nothing", async () => {
  const pair = await openPair();
  const { id } = await draft(pair);
  const portal = await openAs(pair.origin, { role: "owner" });
  const sentBy = await portal.mutate<Shown>("referrals.sendDraft", { referralId: id, expectedRevision: 1 });
  expect(sentBy.data.referral.status).toBe("sent");
  const received = await getReceived(pair);
  const withdraw = (input: object) => portal.mutate<Shown>("referrals.withdrawOffer", { referralId: id, ...input });
  expect((await withdraw({ expectedRevision: 2 })).error?.data.code).toBe("VALIDATION_FAILED");
  const withdrawn = await withdraw({ expectedRevision: 2, reason: "The client stays" });
  expect(withdrawn.data.referral.status).toBe("withdrawn");
  const handler = await openAs(pair.handler, { role: "owner" });
  const late = await handler.mutate("referrals.acceptOffer", {
    referralId: received.id,
    expectedRevision: 1,
    termsRevision: 1,
    handlingAttorneyId: pair.handler.attorneyId,
    attach: "new_lead",
  });
  expect(late.error?.data.code).toBe("INVALID_STATE_TRANSITION");
});

test("a member who does not view leads sends none", async () => {
  const pair = await openPair();
  const { id } = await draft(pair);
  const portal = await openAs(pair.origin, { role: "assistant", permissions: ["referrals:manage"] });
  const reply = await portal.mutate("referrals.sendDraft", { referralId: id, expectedRevision: 1 });
  expect(reply.error?.data.code).toBe("FORBIDDEN");
  expect((await pair.api.get(`/referrals/${id}`)).body["referral"]).toMatchObject({ status: "draft" });
});

test("where the firm requires a conflict check, a member runs it, decides what it found, and closes it", async () => {
  const pair = await openPair({ needsConflictCheck: true });
  const { received } = await send(pair);
  const { handler } = pair;
  const contactId = await createNamedContact(handler, "Zielinski Freight");
  const portal = await openAs(handler, { role: "owner" });
  const referralId = received.id;
  const accept = (expectedRevision: number) =>
    portal.mutate<Shown>("referrals.acceptOffer", {
      referralId,
      expectedRevision,
      termsRevision: 1,
      handlingAttorneyId: handler.attorneyId,
      attach: "new_lead",
    });
  const close = (expectedRevision: number) =>
    portal.mutate<Checked>("referrals.closeConflictCheck", { referralId, expectedRevision, decision: "clear" });
  expect((await accept(1)).error?.message).toContain("conflict check");
  expect((await portal.query<{ check: null }>("referrals.getConflictCheck", { referralId })).data.check).toBeNull();
  expect((await close(1)).error?.message).toContain("no conflict check");
  const names = ["Ottilie Brandauer", "Zielinski Freight"];
  const run = await portal.mutate<Checked>("referrals.runConflictCheck", { referralId, expectedRevision: 1, names });
  // Its own names are no match.
  expect(run.data.check.results).toMatchObject([{ entity: "contact", entityId: contactId, decision: "undecided" }]);
  expect((await accept(2)).error?.message).toContain("conflict check");
  expect((await close(1)).error?.message).toContain("undecided");
  const [result] = run.data.check.results;
  const decided = await portal.mutate<Checked>("referrals.decideConflictResult", {
    referralId,
    resultId: result?.id,
    decision: "no_conflict",
  });
  const { revision } = decided.data.check.conflictCheck;
  expect((await close(revision - 1)).error?.data.code).toBe("STALE_REVISION");
  expect((await close(revision)).data.check.conflictCheck.decision).toBe("clear");
  expect((await accept(2)).data.referral).toMatchObject({ status: "accepted" });
});

test("a referral from a firm elsewhere is accepted with a case that a member finds", async () => {
  const tenant = await createTenant(server.services.database);
  const { referralId, caseId } = await createReferral(tenant, {
    ...sent,
    status: "under_review",
    direction: "inbound",
  });
  await changeRow(tenant, "Referral", referralId, { caseId: null });
  const portal = await openAs(tenant, { role: "owner" });
  const { data } = await portal.query<{ cases: { id: string; sequenceId: string; clientName: string }[] }>(
    "referrals.findCases",
    { q: await readCaseNumber(tenant, caseId) },
  );
  expect(data.cases.map(({ id }) => id)).toContain(caseId);
  const reply = await portal.mutate<Shown>("referrals.acceptOffer", {
    referralId,
    expectedRevision: 1,
    termsRevision: 1,
    handlingAttorneyId: tenant.attorneyId,
    caseId,
  });
  expect(reply.error).toBeUndefined();
  expect(reply.data.referral).toMatchObject({ status: "accepted", caseId });
});

const readCaseNumber = async (tenant: TestTenant, caseId: string) => {
  const reply = await openApi(server, tenant.secret).get(`/cases/${caseId}`);
  return readBody<{ case: { sequenceId: string } }>(reply).case.sequenceId;
};

test("members without the permission, and those without a second factor confirmed lately, answer nothing", async () => {
  const tenant = await createTenant(server.services.database);
  const { referralId } = await createReferral(tenant, { ...sent, direction: "inbound" });
  const chosen = { referralId, expectedRevision: 1 };
  const calls = [
    ["referrals.acceptOffer", { ...chosen, termsRevision: 1, handlingAttorneyId: tenant.attorneyId }],
    ["referrals.declineOffer", { ...chosen, reason: "capacity" }],
    ["referrals.startReview", chosen],
    ["referrals.sendDraft", chosen],
    ["referrals.withdrawOffer", { ...chosen, reason: "x" }],
    ["referrals.runConflictCheck", { ...chosen, names: ["Zielinski"] }],
    ["referrals.closeConflictCheck", { ...chosen, decision: "clear" }],
  ] as const;
  const attorney = await openAs(tenant, { role: "attorney" });
  const unconfirmed = (await signInMember(server, tenant, { role: "owner" }, { hasSecondFactor: false })).portal;
  for (const portal of [attorney, unconfirmed]) {
    const replies = [];
    for (const [name, input] of calls) replies.push(await portal.mutate(name, input));
    expect(replies.map(({ error }) => error?.data.code)).toEqual(calls.map(() => "FORBIDDEN"));
  }
  expect(await typesOf(referralId, tenant)).toEqual([]);
});
