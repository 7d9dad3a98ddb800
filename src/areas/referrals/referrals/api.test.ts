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
import { readToday } from "../../../platform/database/organization-day.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { buildRule } from "../../../../prisma/seed/builders/deadlines.ts";
import { createLead, type LeadOptions } from "../../leads/fixtures.ts";
import { defaultRules } from "../../jurisdiction-rules/domain.notation.ts";
import { createCaseDocument } from "../../medical/fixtures.records.ts";
import { createPartnerFirm } from "../partner-firms/fixtures.ts";
import { referral as example } from "./examples.ts";
import { expireReferrals, remindOfReferrals } from "./domain.jobs.ts";
import { createReferral, due, engaged, sent } from "./fixtures.ts";
import type { Referral } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

type Reply = Awaited<ReturnType<Api["get"]>>;
const referralOf = (reply: Reply) => {
  expect(reply.status, reply.text).toBeLessThan(300);
  return readBody<{ referral: Referral }>(reply).referral;
};
const post = (id: string, below: string, body: object, by = api) =>
  by.change("POST", `/referrals/${id}/${below}`, body);
const put = (id: string, below: string, body: object) => api.change("PUT", `/referrals/${id}/${below}`, body);
const read = async (id: string, by = api) => referralOf(await by.get(`/referrals/${id}`));
const third = { type: "percentage_of_fee", rate: { numerator: 1, denominator: 3 }, basis: "joint_responsibility" };

/** An outbound draft of a lead of the tenant. */
async function draft(body: object = {}, lead: LeadOptions = {}, by = api) {
  const { partnerFirmId } = await createPartnerFirm(tenant);
  const leadId = await createLead(tenant, { status: "qualified", ...lead });
  const { teaser, sharingConsentOn } = example;
  const given = { direction: "outbound", partnerFirmId, leadId, teaser, sharingConsentOn, terms: third, ...body };
  return { leadId, partnerFirmId, reply: await by.change("POST", "/referrals", given) };
}

/** An attorney of the firm verified a rule. */
async function verify(of: TestTenant, key: string): Promise<void> {
  const shipped = defaultRules.get(key);
  if (shipped === undefined) throw new Error(`no rule ${key} is shipped`);
  const verified = { verification: "verified", verifiedByMemberId: of.attorneyId, verifiedAt: "2026-03-01T00:00:00Z" };
  await insertFor(of, {
    JurisdictionRule: buildRule(shipped, { organizationId: of.organizationId, ...verified }),
  });
}

describe("a referral to a firm elsewhere", () => {
  test("13. goes from draft to the fee that is paid, and its lead shows it; without the second payout it is partly paid", async () => {
    const { leadId, partnerFirmId, reply } = await draft();
    const created = referralOf(reply);
    expect(created).toMatchObject({
      sequenceId: expect.stringMatching(/^REF-\d{4}-\d{5}$/),
      status: "draft",
      originatingAttorneyName: "Ada Counsel",
      terms: { termsRevision: 1, proposedBy: "originating", acceptedOn: null },
      availableTransitions: ["sent", "withdrawn"],
    });
    const { id } = created;
    const sending = referralOf(await post(id, "send", {}));
    expect(sending).toMatchObject({ status: "sent", responseDueOn: expect.any(String) });
    expect(Date.parse(sending.expiresAt ?? "") - Date.parse(sending.sentAt ?? "")).toBe(7 * 86_400_000);
    const lead = async () => (await api.get(`/leads/${leadId}`)).body["lead"];
    expect(await lead()).toMatchObject({ partnerId: partnerFirmId, status: "qualified" });
    expect(
      referralOf(await post(id, "accept", { termsRevision: 1, handlingAttorneyName: "R. Castillo" })),
    ).toMatchObject({
      status: "accepted",
      handlingAttorneyName: "R. Castillo",
      attention: null,
    });
    expect(await lead()).toMatchObject({ status: "referred_out" });
    await put(id, "client-consent", { consentedOn: "2026-03-13", termsRevision: 1 });
    expect(referralOf(await post(id, "transitions", { status: "engaged", engagedOn: "2026-10-01" }))).toMatchObject({
      feeStatus: "agreed",
      nextUpdateDueOn: "2026-12-30",
    });
    expect(referralOf(await put(id, "fee", { totalFeeCents: 4_000_000 }))).toMatchObject({
      feeStatus: "due",
      referralFeeDueCents: 1_333_333,
    });
    const closed = await post(id, "transitions", { status: "closed", outcome: "won_settled" });
    expect(referralOf(closed)).toMatchObject({ outcome: "won_settled", availableTransitions: ["engaged"] });
    const pay = (amountCents: number) => post(id, "payouts", { amountCents, paidOn: "2026-03-14", method: "check" });
    expect((await pay(800_000)).status).toBe(201);
    expect((await read(id)).feeStatus).toBe("partially_paid");
    const second = await pay(533_333);
    expect(await read(id)).toMatchObject({ feeStatus: "paid", paidCents: 1_333_333 });
    expect((await pay(1)).status).toBe(409);
    const { payout } = readBody<{ payout: { id: string } }>(second);
    expect((await post(id, `payouts/${payout.id}/transitions`, { state: "voided", reason: "Stopped" })).status).toBe(
      200,
    );
    expect(await read(id)).toMatchObject({ feeStatus: "partially_paid", paidCents: 800_000 });
    const history = readBody<{ history: { action: string }[] }>(await api.get(`/referrals/${id}/history?sort=oldest`));
    expect(history.history.map(({ action }) => action)).toEqual([
      "created",
      "sent",
      "accepted",
      "consent_recorded",
      "engaged",
      "fee_stated",
      "closed",
      "payout_recorded",
      "payout_recorded",
      "fee_paid",
      "payout_voided",
    ]);
  });

  test("is one at a time for a matter, and another is offered again once it came to nothing", async () => {
    const { leadId, partnerFirmId, reply } = await draft();
    const { id } = referralOf(reply);
    referralOf(await post(id, "send", {}));
    const again = {
      direction: "outbound",
      partnerFirmId,
      leadId,
      teaser: example.teaser,
      terms: third,
      sharingConsentOn: "2026-03-13",
    };
    const other = referralOf(await api.change("POST", "/referrals", again)).id;
    expect((await post(other, "send", {})).body["error"]).toContain("is already referred: REF-");
    expect((await api.change("POST", "/referrals", { ...again, reReferralOfId: id })).status).toBe(409);
    referralOf(await post(id, "transitions", { status: "declined", reason: "capacity" }));
    expect((await post(other, "send", {})).status).toBe(200);
    expect(referralOf(await api.change("POST", "/referrals", { ...again, reReferralOfId: id })).reReferralOfId).toBe(
      id,
    );
  });

  test("writes the partner fields of its case, and clears them when it is withdrawn", async () => {
    const { referralId, caseId, partnerFirmId } = await createReferral(tenant);
    const fields = async () => (await api.get(`/cases/${caseId}`)).body["case"];
    referralOf(await post(referralId, "send", {}));
    expect(await fields()).toMatchObject({
      partnerId: partnerFirmId,
      partnerName: "Castillo Trial Group",
      partnerResult: "pending",
      caseMatchMode: "direct",
    });
    expect(readBody<{ numbers: object }>(await api.get(`/cases/${caseId}/summary`))).toMatchObject({
      summary: { liveReferralStatus: "sent" },
    });
    expect((await post(referralId, "transitions", { status: "withdrawn" })).status).toBe(400);
    referralOf(await post(referralId, "transitions", { status: "withdrawn", reason: "The client stays" }));
    expect(await fields()).toMatchObject({
      partnerId: null,
      partnerResult: null,
      caseMatchMode: null,
      caseMatchDate: null,
    });
  });

  test("17. a legacy partner key still writes partner fields", async () => {
    const { referralId, caseId } = await createReferral(tenant);
    referralOf(await post(referralId, "send", {}));
    const reply = await api.change("PATCH", `/cases/${caseId}`, { partnerId: "legacy-7", partnerResult: "accepted" });
    expect(reply.body["case"]).toMatchObject({ partnerId: "legacy-7", partnerResult: "accepted" });
  });

  test("accepted while its case cannot be referred out asks for attention, which is cleared by hand", async () => {
    const { referralId, caseId } = await createReferral(tenant, sent);
    await changeRow(tenant, "Case", caseId, { matterStatus: "on_hold" });
    expect(referralOf(await post(referralId, "accept", { termsRevision: 1 })).attention).toBe("case_not_moved");
    expect(referralOf(await api.change("PATCH", `/referrals/${referralId}`, { attention: null })).attention).toBeNull();
  });
});

test.each([
  ["last name", "Ms. Diaz was rear-ended at a light in March."],
  ["email address", "Rear-ended at a light; write to rosa@example.com about it."],
  ["phone number", "Rear-ended at a light; she is at 555-0143, mornings."],
])("2. a summary with the client's %s: 400, and nothing is kept", async (_, summary) => {
  const count = async () => readBody<{ referrals: unknown[] }>(await api.get("/referrals?limit=200")).referrals.length;
  const before = await count();
  const lead = { lastName: "Diaz", email: "Rosa@example.com", phone: "(512) 555-0143" };
  const { reply } = await draft({ teaser: { ...example.teaser, summary } }, lead);
  expect([reply.status, reply.body["error"]]).toEqual([400, "teaser.summary: must not name the client"]);
  expect(await count()).toBe(before);
});

test("2. a summary that names the client by the time it is sent: 409 until it is changed", async () => {
  const summary = "Ms. O’Hara was rear-ended at a light in March.";
  const { referralId, clientId } = await createReferral(tenant, { teaser: { ...example.teaser, summary } });
  await changeRow(tenant, "Client", clientId, { lastName: "OHara" });
  const sending = await post(referralId, "send", {});
  expect([sending.status, sending.body["error"]]).toEqual([
    409,
    "teaser.summary names the client; change it before the referral is sent",
  ]);
  expect((await read(referralId)).status).toBe("draft");
  const changed = await api.change("PATCH", `/referrals/${referralId}`, {
    teaser: { ...example.teaser, summary: "Rear-ended at a light in March." },
  });
  expect(changed.status, changed.text).toBe(200);
  expect(referralOf(await post(referralId, "send", {})).status).toBe("sent");
});

test("3. a key without clients:read drafts a referral of a case; sending it is 403 and names the scope", async () => {
  const { secret } = await createKey(tenant, { scopes: ["referrals:read", "referrals:write", "cases:read"] });
  const limited = openApi(server, secret);
  const { caseId } = await createCase(tenant);
  const { reply } = await draft({ leadId: null, caseId }, {}, limited);
  expect(reply.status, reply.text).toBe(201);
  const { id } = referralOf(reply);
  const sending = await post(id, "send", {}, limited);
  expect([sending.status, sending.headers["x-error-detail"]]).toEqual([403, "clients:read"]);
  expect((await read(id)).status).toBe("draft");
});

test("7. accept of revision 1 of the terms after 2 was proposed: 409", async () => {
  const { referralId } = await createReferral(tenant, sent);
  referralOf(await put(referralId, "fee-terms", { terms: { ...third, rate: { basisPoints: 2_500 } } }));
  expect((await post(referralId, "accept", { termsRevision: 1 })).status).toBe(409);
  expect(referralOf(await post(referralId, "accept", { termsRevision: 2 })).terms).toMatchObject({ termsRevision: 2 });
});

describe("8. engaged", () => {
  const { consentedOn, consentTermsRevision, consentObtainedBy, ...accepted } = {
    ...engaged,
    status: "accepted",
    engagedOn: null,
    feeStatus: "none",
    nextUpdateDueOn: null,
  };
  const engage = (id: string) => post(id, "transitions", { status: "engaged", engagedOn: "2026-03-20" });

  test("at percentage terms needs the client's consent to their revision", async () => {
    const { referralId } = await createReferral(tenant, accepted);
    expect((await engage(referralId)).body["error"]).toContain("has not consented to revision 1");
    const { referralId: older } = await createReferral(tenant, {
      ...accepted,
      termsRevision: 2,
      consentedOn,
      consentTermsRevision,
      consentObtainedBy,
    });
    expect((await engage(older)).body["error"]).toContain("has not consented to revision 2");
    expect(
      referralOf(await put(older, "client-consent", { consentedOn, termsRevision: 2 })).clientConsent,
    ).toMatchObject({
      termsRevision: 2,
      obtainedBy: "originating",
    });
    expect(referralOf(await engage(older)).feeStatus).toBe("agreed");
  });

  test("needs none without a division of the fee", async () => {
    const terms = {
      ...third,
      type: "none",
      rate: null,
      flatCents: null,
      workSplit: null,
      jurisdiction: null,
      writtenAgreementOn: null,
      updatesEveryDays: 30,
    };
    const { referralId } = await createReferral(tenant, { ...accepted, terms });
    expect(referralOf(await engage(referralId))).toMatchObject({
      status: "engaged",
      feeStatus: "none",
      nextUpdateDueOn: "2026-04-19",
    });
  });
});

describe("a rule on dividing fees that an attorney verified", () => {
  test("9. of Texas wants the consent before the referral: one dated later does not heal it", async () => {
    const other = await createTenant(server.services.database);
    const of = openApi(server, other.secret);
    await verify(other, "fee_division.tx");
    const { referralId } = await createReferral(other);
    const sending = await post(referralId, "send", {}, of);
    expect([sending.status, sending.body["error"]]).toEqual([
      409,
      "Tex. RPC 1.04(f): the client consents in writing before the referral",
    ]);
    const { referralId: accepted } = await createReferral(other, {
      ...engaged,
      status: "accepted",
      engagedOn: null,
      feeStatus: "none",
      nextUpdateDueOn: null,
      consentedOn: "2026-03-16",
    });
    expect((await post(accepted, "transitions", { status: "engaged", engagedOn: "2026-03-20" }, of)).status).toBe(409);
    await of.change("PUT", `/referrals/${referralId}/client-consent`, { consentedOn: "2026-03-13", termsRevision: 1 });
    expect((await post(referralId, "send", {}, of)).status).toBe(200);
  });

  test("10. of Florida allows 25%, and no third; unverified it warns", async () => {
    const other = await createTenant(server.services.database);
    const of = openApi(server, other.secret);
    const florida = { ...example.teaser, caseState: "FL" };
    const { referralId } = await createReferral(other, { teaser: florida });
    const warned = referralOf(await post(referralId, "send", {}, of));
    expect(warned.warnings[0]).toMatch(/^R\. Regulating Fla\. Bar .*\(not verified by an attorney of the firm\): /);
    await verify(other, "fee_division.fl");
    const { referralId: next } = await createReferral(other, { teaser: florida });
    expect((await post(next, "send", {}, of)).body["error"]).toContain("at most 25%");
    const terms = { ...third, rate: { basisPoints: 2_500 } };
    expect((await of.change("PUT", `/referrals/${next}/fee-terms`, { terms: third })).status).toBe(409);
    referralOf(await of.change("PUT", `/referrals/${next}/fee-terms`, { terms }));
    expect((await post(next, "send", {}, of)).status).toBe(200);
  });
});

describe("the fee", () => {
  test("of all referrals of a case is at most its fee", async () => {
    const { caseId, referralId } = await createReferral(tenant, {
      ...due,
      status: "closed",
      outcome: "won_settled",
      closedOn: "2026-03-14",
    });
    const { referralId: second } = await createReferral(tenant, { ...engaged, caseId });
    expect((await put(second, "fee", { totalFeeCents: 1_900_000 })).body["error"]).toContain(
      "The referral fees of the case are $19,666.66, more than its fee of $19,000.00",
    );
    expect((await put(second, "fee", { totalFeeCents: 4_000_000 })).status).toBe(200);
    expect((await put(referralId, "fee", { totalFeeCents: 9_249_432 })).body["referral"]).toMatchObject({
      referralFeeDueCents: 3_083_144,
    });
  });

  test("is disputed, resolved and waived by the originating firm; what is disputed is not paid", async () => {
    const { referralId } = await createReferral(tenant, due);
    const move = (status: string, reason?: string) => post(referralId, "fee/transitions", { status, reason });
    expect((await move("disputed")).status).toBe(400);
    expect(referralOf(await move("disputed", "Too low")).feeStatus).toBe("disputed");
    expect((await post(referralId, "payouts", { amountCents: 1, paidOn: "2026-03-14", method: "ach" })).status).toBe(
      409,
    );
    expect(referralOf(await move("resolved")).feeStatus).toBe("due");
    expect(referralOf(await move("waived", "A favor")).feeStatus).toBe("waived");
    expect((await move("resolved")).status).toBe(409);
  });

  test("is not payable to terms that the client has not seen, and terms stay once something is paid", async () => {
    const { referralId } = await createReferral(tenant, due);
    referralOf(await put(referralId, "fee-terms", { terms: { ...third, rate: { basisPoints: 3_000 } } }));
    const pay = () => post(referralId, "payouts", { amountCents: 100, paidOn: "2026-03-14", method: "wire" });
    expect((await pay()).body["error"]).toContain("has not consented to revision 2");
    await put(referralId, "client-consent", { consentedOn: "2026-03-14", termsRevision: 2 });
    expect((await pay()).status).toBe(201);
    expect((await put(referralId, "fee-terms", { terms: third })).body["error"]).toContain("has payouts");
  });

  test("of two payouts at once that exceed it together, one is recorded", async () => {
    const { referralId } = await createReferral(tenant, due);
    const pay = () => post(referralId, "payouts", { amountCents: 1_000_000, paidOn: "2026-03-14", method: "check" });
    const replies = await Promise.all([pay(), pay(), pay()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await read(referralId)).paidCents).toBe(1_000_000);
  });
});

describe("a referral from a firm elsewhere", () => {
  const names = { clientNames: ["Ottilie Brandauer"], adverseNames: ["Kestrel Freight Lines"] };
  const record = async (body: object = {}) => {
    const { partnerFirmId } = await createPartnerFirm(tenant, { attorneyName: "Renata Castillo" });
    const given = { direction: "inbound", partnerFirmId, teaser: example.teaser, conflictNames: names, ...body };
    return referralOf(await api.change("POST", "/referrals", given));
  };

  test("is under review at once, and is taken with an attorney and a lead of the firm", async () => {
    const { id, ...created } = await record({ terms: third });
    expect(created).toMatchObject({ status: "under_review", originatingAttorneyName: "Renata Castillo", leadId: null });
    const leadId = await createLead(tenant);
    const accept = (body: object) => post(id, "accept", { termsRevision: 1, ...body });
    expect((await accept({})).body["error"]).toContain("handlingAttorneyId: ");
    expect(referralOf(await accept({ handlingAttorneyId: tenant.attorneyId, leadId }))).toMatchObject({
      status: "accepted",
      handlingAttorneyName: "Ada Counsel",
      leadId,
    });
    expect((await api.get(`/leads/${leadId}`)).body["lead"]).toMatchObject({ status: "new", partnerId: null });
  });

  test("18. that was declined: a conflict check finds whom it named", async () => {
    const { id } = await record();
    referralOf(await post(id, "transitions", { status: "declined", reason: "conflict" }));
    for (const name of ["Otilie Brandauer", "Kestrel Freight"]) {
      const reply = await api.change("POST", "/conflict-checks/search", { terms: [{ name }] });
      const { matches } = readBody<{ matches: { entity: string; entityId: string; displayName: string }[] }>(reply);
      expect(matches).toContainEqual(
        expect.objectContaining({ entity: "referral", entityId: id, matterStatus: "declined" }),
      );
    }
  });

  test("names nobody in events", async () => {
    const { id } = await record({ notes: "Ask Renata" });
    const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === id);
    expect(JSON.stringify(events)).not.toMatch(/Brandauer|Kestrel|Ask Renata/);
    expect(events[0]?.payload).toMatchObject({ conflictNames: "[redacted]", notes: "[redacted]" });
  });
});

describe("by the clock", () => {
  test("12. an offer expires: never opened it is no_response, else expired", async () => {
    const past = { ...sent, expiresAt: "2026-03-21T15:00:00Z" };
    const unopened = await createReferral(tenant, past);
    const opened = await createReferral(tenant, { ...past, status: "under_review" });
    const { referralId: stays } = await createReferral(tenant, sent);
    expect(await expireReferrals(server.services.database)).toBe(2);
    expect([(await read(unopened.referralId)).status, (await read(stays)).status]).toEqual(["expired", "sent"]);
    const results = await Promise.all(
      [unopened, opened].map(async ({ caseId }) => (await api.get(`/cases/${caseId}`)).body["case"]),
    );
    expect(results).toMatchObject([{ partnerResult: "no_response" }, { partnerResult: "expired" }]);
  });

  test("19. an update is overdue once for each day on which one is due", async () => {
    const other = await createTenant(server.services.database);
    const { referralId } = await createReferral(other, { ...engaged, nextUpdateDueOn: "2026-03-30" });
    await createReferral(other, engaged);
    const types = async () => (await readEvents(other)).map(({ eventType }) => eventType);
    await remindOfReferrals(server.services.database);
    await remindOfReferrals(server.services.database);
    expect(await types()).toEqual(["referral.update_overdue"]);
    const of = openApi(server, other.secret);
    const overdue = readBody<{ referrals: Referral[] }>(await of.get("/referrals?updateOverdue=true")).referrals;
    expect(overdue).toMatchObject([{ id: referralId, isUpdateOverdue: true }]);
    const posted = await of.change("POST", `/referrals/${referralId}/updates`, { by: "handling", phase: "treating" });
    expect(posted.status, posted.text).toBe(201);
    expect((await read(referralId, of)).isUpdateOverdue).toBe(false);
    await changeRow(other, "Referral", referralId, { nextUpdateDueOn: "2026-03-31" });
    await remindOfReferrals(server.services.database);
    expect((await types()).filter((type) => type === "referral.update_overdue")).toHaveLength(2);
  });
});

test("19. an update is overdue from the day after the one on which it is due", async () => {
  const other = await createTenant(server.services.database);
  const of = openApi(server, other.secret);
  const { referralId } = await createReferral(other, engaged);
  const readDay = () => other.inside((transaction) => readToday({ organizationId: other.organizationId, transaction }));
  const isOverdueWith = async (nextUpdateDueOn: string) => {
    await changeRow(other, "Referral", referralId, { nextUpdateDueOn });
    const listed = readBody<{ referrals: Referral[] }>(await of.get("/referrals?updateOverdue=true")).referrals;
    const others = readBody<{ referrals: Referral[] }>(await of.get("/referrals?updateOverdue=false")).referrals;
    const { isUpdateOverdue } = await read(referralId, of);
    expect([listed.length, others.length]).toEqual(isUpdateOverdue ? [1, 0] : [0, 1]);
    return isUpdateOverdue;
  };
  // Again if the firm's midnight was in between.
  for (let today = "", found: boolean[] = []; ;) {
    today = await readDay();
    found = [
      await isOverdueWith(addDays(today, 1)),
      await isOverdueWith(today),
      await isOverdueWith(addDays(today, -1)),
    ];
    if ((await readDay()) !== today) continue;
    expect(found).toEqual([false, false, true]);
    break;
  }
});

test("a case with a referral that is with another firm is not deleted", async () => {
  const { referralId, caseId } = await createReferral(tenant, sent);
  expect((await api.change("DELETE", `/cases/${caseId}`)).body["error"]).toContain(
    "referrals that are with another firm",
  );
  referralOf(await post(referralId, "transitions", { status: "declined", reason: "capacity" }));
  expect((await api.change("DELETE", `/cases/${caseId}`)).status).toBe(200);
  expect((await api.get(`/referrals/${referralId}`)).status).toBe(404);
});

test("16. converting a lead that is referred: 409; after it is withdrawn 200, and its referrals have the case", async () => {
  const { leadId, reply } = await draft();
  const { id } = referralOf(reply);
  referralOf(await post(id, "send", {}));
  await changeRow(tenant, "Lead", leadId, { status: "retainer_signed" });
  const convert = () => api.change("POST", `/leads/${leadId}/convert`, { clientMatch: { mode: "create" } });
  const rejected = await convert();
  expect([rejected.status, rejected.headers["x-error-reason"]]).toEqual([409, "record_in_use"]);
  referralOf(await post(id, "transitions", { status: "withdrawn", reason: "The client signed with us" }));
  const converted = await convert();
  expect(converted.status, converted.text).toBe(200);
  const { case: made } = readBody<{ case: { id: string } }>(converted);
  expect(await read(id)).toMatchObject({ status: "withdrawn", leadId, caseId: made.id });
});

test("the evidence of a consent is of the lead or case", async () => {
  const { referralId, caseId } = await createReferral(tenant, sent);
  const documentId = await createCaseDocument(tenant, caseId);
  const consent = { consentedOn: "2026-03-13", termsRevision: 1 };
  const other = await createCaseDocument(tenant, (await createCase(tenant)).caseId);
  expect((await put(referralId, "client-consent", { ...consent, documentId: other })).status).toBe(404);
  expect((await put(referralId, "client-consent", { ...consent, esignRequestId: "esr_1" })).status).toBe(404);
  expect(referralOf(await put(referralId, "client-consent", { ...consent, documentId })).clientConsent).toMatchObject({
    documentId,
  });
});

test("11. ids of another organization: 404 alike, and nothing is changed", async () => {
  const foreign = await createTenant(server.services.database);
  const theirs = await createReferral(foreign, due);
  const { referralId } = await createReferral(tenant);
  const { partnerFirmId } = theirs;
  const before = await read(theirs.referralId, openApi(server, foreign.secret));
  const at = `/referrals/${theirs.referralId}`;
  const body = { direction: "outbound", teaser: example.teaser, terms: third };
  const replies = [
    await api.get(at),
    await api.get(`${at}/updates`),
    await api.get(`${at}/payouts`),
    await api.get(`${at}/history`),
    await api.change("PATCH", at, { notes: "x" }),
    await post(theirs.referralId, "send", {}),
    await post(theirs.referralId, "accept", { termsRevision: 1 }),
    await post(theirs.referralId, "transitions", { status: "under_review" }),
    await put(theirs.referralId, "fee-terms", { terms: third }),
    await put(theirs.referralId, "client-consent", { consentedOn: "2026-03-13", termsRevision: 1 }),
    await put(theirs.referralId, "fee", { totalFeeCents: 1 }),
    await post(theirs.referralId, "fee/transitions", { status: "waived", reason: "x" }),
    await post(theirs.referralId, "updates", { phase: "trial" }),
    await post(theirs.referralId, "payouts", { amountCents: 1, paidOn: "2026-03-14", method: "check" }),
    await post(theirs.referralId, "payouts/rpo_1/transitions", { state: "confirmed" }),
    await post(referralId, "payouts/rpo_1/transitions", { state: "confirmed" }),
    await api.change("POST", "/referrals", { ...body, partnerFirmId, caseId: (await createCase(tenant)).caseId }),
    await api.change("POST", "/referrals", {
      ...body,
      ...(await createPartnerFirm(tenant)),
      contactId: undefined,
      caseId: theirs.caseId,
    }),
    await api.change("PATCH", `/referrals/${referralId}`, { assignedMemberId: foreign.attorneyId }),
  ];
  expect(replies.map(({ status }) => status)).toEqual(Array(replies.length).fill(404));
  expect(await read(theirs.referralId, openApi(server, foreign.secret))).toEqual(before);
});
