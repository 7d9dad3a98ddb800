import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { openDatabaseProbe } from "../../../testing/database/database-probe.ts";
import { readAuditEntries, readEvents } from "../../../testing/harness/traces.ts";
import { createLead } from "../../leads/fixtures.ts";
import { signInMember } from "../../team/fixtures.ts";
import { createPartnerFirm } from "../partner-firms/fixtures.ts";
import { runAsSystem } from "../../../rpc/unit-of-work.ts";
import { answerBy, defaultAnswerDays, defaultExpiryDays, expireAfter } from "../referrals/domain.days.ts";
import { expireReferrals } from "../referrals/domain.jobs.ts";
import { referral as example } from "../referrals/examples.ts";
import type { Referral } from "../referrals/schema.ts";
import { createPartners } from "./fixtures.ts";
import {
  CrossingDocument,
  CrossingOffer,
  CrossingPayout,
  CrossingReceived,
  CrossingState,
  CrossingUpdate,
} from "./schema.crossing.ts";

let server: TestServer;

/** A firm with its key. */
interface Side {
  tenant: TestTenant;
  api: Api;
}
/** Two firms: the first refers to the second. */
interface Pair {
  origin: Side;
  handler: Side;
  handlingId: string;
  originatingId: string;
}

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

async function openSide(): Promise<Side> {
  const tenant = await createTenant(server.services.database);
  return { tenant, api: openApi(server, tenant.secret) };
}

async function openPair(profile: Parameters<typeof createPartners>[2] = {}): Promise<Pair> {
  const [origin, handler] = [await openSide(), await openSide()];
  return { origin, handler, ...(await createPartners(origin.tenant, handler.tenant, profile)) };
}

type Reply = Awaited<ReturnType<Api["get"]>>;
const referralOf = (reply: Reply) => {
  expect(reply.status, reply.text).toBeLessThan(300);
  return readBody<{ referral: Referral }>(reply).referral;
};
const post = ({ api }: Side, id: string, below: string, body: object) =>
  api.change("POST", `/referrals/${id}/${below}`, body);
const put = ({ api }: Side, id: string, below: string, body: object) =>
  api.change("PUT", `/referrals/${id}/${below}`, body);
const read = async ({ api }: Side, id: string) => referralOf(await api.get(`/referrals/${id}`));

const terms = { type: "percentage_of_fee", rate: { numerator: 1, denominator: 3 }, basis: "joint_responsibility" };
const client = {
  firstName: "Ottilie",
  lastName: "Brandauer",
  email: "ottilie.brandauer@example.com",
  phone: "+1 512 555 0177",
} as const;

async function draft({ origin, handlingId }: Pair, matter: { leadId?: string; caseId?: string } = {}) {
  const leadId =
    matter.caseId ??
    matter.leadId ??
    (await createLead(origin.tenant, { status: "qualified", ...client, description: "Rear-ended" }));
  const given = {
    direction: "outbound",
    partnerFirmId: handlingId,
    ...(matter.caseId === undefined ? { leadId } : { caseId: matter.caseId }),
    teaser: example.teaser,
    sharingConsentOn: "2026-03-13",
    terms,
  };
  return { leadId, id: referralOf(await origin.api.change("POST", "/referrals", given)).id };
}

/** The row of the handling firm. */
async function findReceived({ handler }: Pick<Pair, "handler">): Promise<Referral> {
  const { referrals } = readBody<{ referrals: Referral[] }>(await handler.api.get("/referrals?direction=inbound"));
  const [received] = referrals;
  if (received === undefined) throw new Error("nothing was received");
  return received;
}

async function send(pair: Pair, matter: Parameters<typeof draft>[1] = {}) {
  const { id, leadId } = await draft(pair, matter);
  const sent = referralOf(await post(pair.origin, id, "send", {}));
  return { id, leadId, sent, received: await findReceived(pair) };
}

const accept = (pair: Pair, id: string, body: object = {}) =>
  post(pair.handler, id, "accept", { termsRevision: 1, handlingAttorneyId: pair.handler.tenant.attorneyId, ...body });

/** Members of parts, as they cross. */
const flatten = ({ terms: agreed, clientConsent, statusReason }: Referral) => ({
  terms: agreed,
  termsRevision: agreed?.termsRevision ?? 0,
  termsProposedBy: agreed?.proposedBy ?? null,
  termsAcceptedOn: agreed?.acceptedOn ?? null,
  consentedOn: clientConsent?.consentedOn ?? null,
  consentTermsRevision: clientConsent?.termsRevision ?? null,
  consentObtainedBy: clientConsent?.obtainedBy ?? null,
  statusReason: statusReason === "capacity" ? statusReason : null,
});

/** What both sides see alike. */
async function expectEqual(pair: Pair, id: string, receivedId: string): Promise<void> {
  const [mine, theirs] = [await read(pair.origin, id), await read(pair.handler, receivedId)];
  expect(parseTerms(theirs)).toEqual(parseTerms(mine));
  expect(theirs.pairId).toBe(mine.pairId);
}
function parseTerms(referral: Referral) {
  const { terms: agreed, ...flat } = flatten(referral);
  const { status, feeStatus, handlingAttorneyName, engagedOn, paidCents, referralFeeDueCents, nextUpdateDueOn } =
    referral;
  return {
    ...flat,
    agreed,
    status,
    feeStatus,
    handlingAttorneyName,
    engagedOn,
    paidCents,
    referralFeeDueCents,
    nextUpdateDueOn,
  };
}

/** All that a firm stores and shows of referrals and partner firms. */
async function readAll({ tenant, api }: Side): Promise<string> {
  const replies = await Promise.all(
    ["/referrals?limit=200", "/partner-firms?limit=200", "/events?limit=500"].map((path) => api.get(path)),
  );
  return [
    ...replies.map(({ text }) => text),
    JSON.stringify(await readEvents(tenant)),
    JSON.stringify(await readAuditEntries(tenant)),
  ].join("\n");
}

describe("1. a referral that is sent to a firm of the installation", () => {
  test("is one response here, and one inbound row there with the teaser and nothing of the client", async () => {
    const pair = await openPair();
    const { id, leadId, sent, received } = await send(pair);
    expect(sent).toMatchObject({ status: "sent", channel: "network" });
    expect(received).toMatchObject({
      direction: "inbound",
      channel: "network",
      status: "sent",
      pairId: sent.pairId,
      teaser: sent.teaser,
      received: null,
      leadId: null,
      caseId: null,
      partnerFirm: { id: pair.originatingId, kind: "network" },
      expiresAt: sent.expiresAt,
      responseDueOn: sent.responseDueOn,
      availableTransitions: ["under_review", "accepted", "declined"],
    });
    const { tenant } = pair.origin;
    const theirs = await readAll(pair.handler);
    for (const secret of [
      ...Object.values(client).filter((value) => value !== client.phone),
      "5550177",
      "555 0177",
      id,
      leadId,
      tenant.organizationId,
      tenant.keyId,
      tenant.attorneyId,
      pair.handlingId,
      "Test key",
    ])
      expect(theirs, secret).not.toContain(secret);
    expect(
      (await readEvents(pair.handler.tenant)).map(({ eventType, actor, metadata }) => [eventType, actor, metadata]),
    ).toEqual([
      [
        "referral.received",
        expect.objectContaining({ type: "system" }),
        expect.objectContaining({ by: "counterparty" }),
      ],
    ]);
  });

  test("leaves nothing of the client in any row there, which exports and archives could show", async () => {
    const pair = await openPair();
    await signInMember(server, pair.handler.tenant, { role: "admin" });
    const { id, leadId } = await send(pair);
    const probe = openDatabaseProbe(server.ownerUrl);
    const state = await probe.readState(pair.handler.tenant.organizationId);
    await probe.close();
    expect([...state.keys()].filter((key) => key.startsWith("Referral "))).toHaveLength(1);
    // Whom the partner firm is, is in its row alone, and in no export.
    const rows = JSON.stringify([...state].filter(([key]) => !key.startsWith("PartnerFirm ")));
    const { tenant } = pair.origin;
    for (const secret of [
      client.firstName,
      client.lastName,
      client.email,
      "5550177",
      "555 0177",
      id,
      leadId,
      tenant.organizationId,
      tenant.keyId,
      tenant.attorneyId,
      pair.handlingId,
    ])
      expect(rows, secret).not.toContain(secret);
  });

  test("notifies the members there who manage referrals, by its number and the firm alone", async () => {
    const pair = await openPair();
    const { memberId } = await signInMember(server, pair.handler.tenant, { role: "admin" });
    const { received } = await send(pair);
    const [notices, mails] = await pair.handler.tenant.inside((transaction) =>
      Promise.all([
        transaction.selectFrom("Notification").select(["memberId", "kind", "parameters"]).execute(),
        sql<{ data: { subject: string; text: string } }>`SELECT data FROM pgboss.job WHERE name = 'mail'
          AND group_id = ${pair.handler.tenant.organizationId} AND data->>'subject' LIKE ${`%${received.sequenceId}%`}`.execute(
          transaction,
        ),
      ]),
    );
    expect(notices).toEqual([
      {
        memberId,
        kind: "referral.received",
        parameters: {
          referralId: received.id,
          number: received.sequenceId,
          firmName: "Okafor & Lindqvist LLP",
          responseDueOn: received.responseDueOn,
        },
      },
    ]);
    expect(mails.rows).toHaveLength(1);
    for (const { data } of mails.rows) expect(JSON.stringify(data)).not.toMatch(/Brandauer|truck|I-35/);
  });

  test("has its handling firm's days", async () => {
    const pair = await openPair({ answerWithinBusinessDays: 5, expiresAfterDays: 10 });
    const { sent } = await send(pair);
    expect(Date.parse(sent.expiresAt ?? "") - Date.parse(sent.sentAt ?? "")).toBe(10 * 86_400_000);
    const { id } = await draft(pair);
    expect((await post(pair.origin, id, "send", { expiresAfterDays: 3 })).status).toBe(400);
  });
});

test("sent on Monday 2026-11-02 at 15:00Z, with 7 and 3 days: it expires on 2026-11-09 at 15:00Z and is due on 2026-11-05", async () => {
  const sentAt = "2026-11-02T15:00:00.000Z";
  const { organizationId } = await createTenant(server.services.database);
  let responseDueOn = "";
  await runAsSystem(server.services.database, organizationId, { name: "test", canRecordEvent: [] }, async (context) => {
    responseDueOn = await answerBy(context, sentAt, defaultAnswerDays);
    return false;
  });
  expect(responseDueOn).toBe("2026-11-05");
  expect(expireAfter(sentAt, defaultExpiryDays)).toBe("2026-11-09T15:00:00.000Z");
});

test("4. not approved, blocked there, accepts nobody: the same 409, byte for byte", async () => {
  const bodies = new Set<string>();
  for (const [table, values] of [
    ["PartnerFirm", { mayReferToUs: null }],
    ["PartnerFirm", { status: "blocked" }],
    ["ReferralProfile", { accepts: "nobody" }],
  ] as const) {
    const pair = await openPair();
    const { handler, originatingId } = pair;
    if (table === "PartnerFirm") await changeRow(handler.tenant, table, originatingId, values);
    else await handler.tenant.inside((transaction) => transaction.updateTable("ReferralProfile").set(values).execute());
    const { id } = await draft(pair);
    const reply = await post(pair.origin, id, "send", {});
    expect(reply.status).toBe(409);
    bodies.add(reply.text);
    expect(readBody<{ referrals: unknown[] }>(await handler.api.get("/referrals")).referrals).toEqual([]);
    expect((await read(pair.origin, id)).status).toBe("draft");
  }
  expect([...bodies]).toEqual([
    JSON.stringify({
      success: false,
      error: "The partner firm takes no referrals from the firm",
      code: "INVALID_STATE_TRANSITION",
    }),
  ]);
});

describe("5. accept", () => {
  test("with new_case: case and client in one response, and received has exactly what crosses", async () => {
    const pair = await openPair();
    const { id, leadId, received } = await send(pair);
    const reply = await accept(pair, received.id, { attach: "new_case" });
    const {
      referral,
      case: made,
      client: person,
    } = readBody<{
      referral: Referral;
      case: Record<string, unknown>;
      client: Record<string, unknown>;
    }>(reply);
    expect(reply.status, reply.text).toBe(200);
    expect(made).toMatchObject({ caseSource: "referral_attorney", matterStatus: "pending", description: "Rear-ended" });
    expect(person).toMatchObject({ firstName: client.firstName, lastName: client.lastName, email: client.email });
    expect(referral).toMatchObject({ status: "accepted", caseId: made["id"], handlingAttorneyName: "Ada Counsel" });
    expect(Object.keys(referral.received ?? {}).toSorted()).toEqual(["client", "matter"]);
    expect(Object.keys(referral.received?.client ?? {}).toSorted()).toEqual(
      "address dateOfBirth email firstName lastName middleName phone preferredContactMethod preferredLanguage".split(
        " ",
      ),
    );
    expect(Object.keys(referral.received?.matter ?? {}).toSorted()).toEqual(
      "atFaultParty caseState caseType dateOfIncident description injuryDescription priorAttorneyName statuteOfLimitationsOn subCaseType treatmentStatus".split(
        " ",
      ),
    );
    expect(await read(pair.origin, id)).toMatchObject({ status: "accepted", received: null, attention: null });
    expect((await pair.origin.api.get(`/leads/${leadId}`)).body["lead"]).toMatchObject({ status: "referred_out" });
    await expectEqual(pair, id, received.id);
    expect(
      JSON.stringify((await readEvents(pair.handler.tenant)).filter(({ entity }) => entity === "referral")),
    ).not.toMatch(/Brandauer|Ottilie/);
  });

  test("of a sandbox that was reset since: a 409 says that there is nothing to take, and it can be declined", async () => {
    const pair = await openPair();
    const { received } = await send(pair);
    const { tenant } = pair.origin;
    // As the reset leaves it: the other side of the pair is gone.
    await tenant.inside((transaction) =>
      transaction
        .updateTable("Referral")
        .set({ pairId: "0".repeat(32) })
        .where("organizationId", "=", tenant.organizationId)
        .execute(),
    );
    for (const attach of [undefined, "new_case"]) {
      const reply = await accept(pair, received.id, { attach });
      expect([reply.status, reply.body["error"]]).toEqual([409, expect.stringContaining("no longer has the referral")]);
    }
    const declined = await post(pair.handler, received.id, "transitions", { status: "declined", reason: "capacity" });
    expect(referralOf(declined)).toMatchObject({ status: "declined" });
  });

  test("with new_lead, of a case: its lead has the client, and the case is referred out", async () => {
    const pair = await openPair();
    const { caseId } = await createCase(pair.origin.tenant);
    const { received } = await send(pair, { caseId });
    const { referral, lead } = readBody<{ referral: Referral; lead: Record<string, unknown> }>(
      await accept(pair, received.id, { attach: "new_lead" }),
    );
    expect(lead).toMatchObject({ id: referral.leadId, status: "new" });
    expect((await pair.handler.api.get(`/leads/${referral.leadId}`)).body["lead"]).toMatchObject({
      source: "referral_attorney",
      email: "rosa@example.com",
    });
    expect((await pair.origin.api.get(`/cases/${caseId}`)).body["case"]).toMatchObject({
      matterStatus: "referred_out",
      partnerResult: "accepted",
    });
  });

  test("only by the handling firm, with a conflict check where its profile asks for one, and before the offer expires", async () => {
    const pair = await openPair({ needsConflictCheck: true });
    const { id, received } = await send(pair);
    const wrong = await post(pair.origin, id, "accept", { termsRevision: 1 });
    expect(wrong.body["error"]).toBe("Only the handling firm can accept a referral");
    expect((await accept(pair, received.id)).body["error"]).toContain("conflict check");
    await pair.handler.tenant.inside((transaction) =>
      transaction.updateTable("ReferralProfile").set({ needsConflictCheck: false }).execute(),
    );
    await changeRow(pair.handler.tenant, "Referral", received.id, { expiresAt: "2026-03-01T00:00:00Z" });
    expect((await accept(pair, received.id)).body["error"]).toBe("The offer has expired");
  });
});

test("6. withdraw and accept at once, 100 times: one succeeds, both rows end equal, and nothing is released in withdrawn ones", async () => {
  const pair = await openPair();
  const ends = new Map<string, number>();
  for (let round = 0; round < 100; round += 1) {
    const { id, sent } = await send(pair);
    const received = await findReceived(pair);
    expect(received.pairId).toBe(sent.pairId);
    const replies = await Promise.all([
      post(pair.origin, id, "transitions", { status: "withdrawn", reason: "The client stays" }),
      accept(pair, received.id, { attach: "new_lead" }),
    ]);
    expect(replies.map(({ status }) => status).toSorted(), replies.map(({ text }) => text).join()).toEqual([200, 409]);
    const theirs = await read(pair.handler, received.id);
    await expectEqual(pair, id, received.id);
    expect(theirs.received === null).toBe(theirs.status === "withdrawn");
    ends.set(theirs.status, (ends.get(theirs.status) ?? 0) + 1);
  }
  expect([...ends.values()].reduce((sum, count) => sum + count, 0)).toBe(100);
}, 240_000);

/** As clients do: a request that found no connection in time is sent again with its idempotency key. */
async function sendPatiently({ api }: Side, id: string): Promise<Reply> {
  const headers = { "X-Idempotency-Key": randomUUID() };
  for (let count = 1; ; count += 1) {
    const reply = await api.change("POST", `/referrals/${id}/send`, {}, headers);
    if (reply.status !== 503 || count === 20) return reply;
    await setTimeout(Number(reply.headers["retry-after"]) * 1_000);
  }
}

test("6. fifty referrals in both directions at once: all succeed, and both feeds are without a gap", async () => {
  const [one, other] = [await openSide(), await openSide()];
  const { handlingId } = await createPartners(one.tenant, other.tenant);
  await one.tenant.inside((transaction) =>
    transaction
      .insertInto("ReferralProfile")
      .values({ organizationId: one.tenant.organizationId, displayName: "One", accepts: "approved" })
      .execute(),
  );
  const back =
    readBody<{ partnerFirms: { id: string }[] }>(await other.api.get("/partner-firms")).partnerFirms[0]?.id ?? "";
  const there: Pair = { origin: one, handler: other, handlingId, originatingId: back };
  const here: Pair = { origin: other, handler: one, handlingId: back, originatingId: handlingId };
  const drafts: { pair: Pair; id: string }[] = [];
  for (let round = 0; round < 25; round += 1)
    for (const pair of [there, here]) drafts.push({ pair, id: (await draft(pair)).id });
  const replies = await Promise.all(drafts.map(({ pair, id }) => sendPatiently(pair.origin, id)));
  expect(replies.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(Array(50).fill(200));
  for (const { tenant, api } of [one, other]) {
    const numbers = (await readEvents(tenant)).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    expect(readBody<{ referrals: unknown[] }>(await api.get("/referrals?direction=inbound")).referrals).toHaveLength(
      25,
    );
  }
}, 120_000);

test("both see one state, from consent and terms to the payout, each by what the named side did", async () => {
  const pair = await openPair();
  const { id, received } = await send(pair);
  referralOf(await put(pair.handler, received.id, "fee-terms", { terms: { ...terms, rate: { basisPoints: 2_500 } } }));
  expect((await accept(pair, received.id, { termsRevision: 2 })).body["error"]).toContain(
    "has not accepted revision 2",
  );
  expect((await put(pair.handler, received.id, "fee-terms", { acceptRevision: 2 })).status).toBe(409);
  referralOf(await put(pair.origin, id, "fee-terms", { acceptRevision: 2 }));
  const leadId = await createLead(pair.handler.tenant);
  referralOf(await accept(pair, received.id, { termsRevision: 2, leadId }));
  referralOf(await put(pair.origin, id, "client-consent", { consentedOn: "2026-03-14", termsRevision: 2 }));
  await expectEqual(pair, id, received.id);
  referralOf(await post(pair.handler, received.id, "transitions", { status: "engaged", engagedOn: "2026-03-20" }));
  const update = { phase: "treating", text: "Surgery is planned." };
  expect((await post(pair.handler, received.id, "updates", update)).status).toBe(201);
  const updates = readBody<{ updates: object[] }>(await pair.origin.api.get(`/referrals/${id}/updates`)).updates;
  expect(updates).toMatchObject([{ ...update, by: "handling", createdBy: { type: "system", name: "Caseport" } }]);
  expect((await post(pair.origin, id, "updates", { ...update, by: "handling" })).status).toBe(400);
  expect((await put(pair.origin, id, "fee", { totalFeeCents: 1 })).body["error"]).toBe(
    "Only the handling firm can state the fee",
  );
  referralOf(await put(pair.handler, received.id, "fee", { totalFeeCents: 4_000_000 }));
  await expectEqual(pair, id, received.id);
  const paid = await post(pair.handler, received.id, "payouts", {
    amountCents: 1_000_000,
    paidOn: "2026-03-14",
    method: "wire",
  });
  expect(paid.status, paid.text).toBe(201);
  const [payout] = readBody<{ payouts: { id: string; availableTransitions: string[] }[] }>(
    await pair.origin.api.get(`/referrals/${id}/payouts`),
  ).payouts;
  expect(payout?.availableTransitions).toEqual(["confirmed", "disputed"]);
  expect((await post(pair.origin, id, `payouts/${payout?.id ?? ""}/transitions`, { state: "confirmed" })).status).toBe(
    200,
  );
  const theirs = readBody<{ payouts: object[] }>(
    await pair.handler.api.get(`/referrals/${received.id}/payouts`),
  ).payouts;
  expect(theirs).toMatchObject([{ state: "confirmed", amountCents: 1_000_000 }]);
  expect(await read(pair.origin, id)).toMatchObject({ feeStatus: "paid", paidCents: 1_000_000 });
  await expectEqual(pair, id, received.id);
  // Nothing of one side's own records is on the other.
  const { tenant } = pair.handler;
  const mine = await readAll(pair.origin);
  for (const secret of [received.id, leadId, tenant.organizationId, tenant.keyId, tenant.attorneyId])
    expect(mine, secret).not.toContain(secret);
});

test("a decline says its code alone, and leaves no client data at the handling firm", async () => {
  const pair = await openPair();
  const { id, leadId, received } = await send(pair);
  referralOf(
    await post(pair.handler, received.id, "transitions", { status: "declined", reason: "capacity", note: "Ask Jo" }),
  );
  expect(await read(pair.origin, id)).toMatchObject({ status: "declined", statusReason: "capacity" });
  expect(await readAll(pair.origin)).not.toContain("Ask Jo");
  expect(await readAll(pair.handler)).not.toMatch(/Brandauer|Ottilie|555 0177/);
  expect((await pair.origin.api.get(`/leads/${leadId}`)).body["lead"]).toMatchObject({ status: "qualified" });
});

test("11. a third organization with any id of the pair: 404, and nothing is changed", async () => {
  const pair = await openPair();
  const { id, received } = await send(pair);
  const third = await openSide();
  for (const each of [id, received.id])
    expect([
      (await third.api.get(`/referrals/${each}`)).status,
      (await post(third, each, "transitions", { status: "under_review" })).status,
      (await post(third, each, "accept", { termsRevision: 1, handlingAttorneyId: third.tenant.attorneyId })).status,
    ]).toEqual([404, 404, 404]);
  // Each side knows its own row alone.
  expect((await pair.handler.api.get(`/referrals/${id}`)).status).toBe(404);
  expect((await pair.origin.api.get(`/referrals/${received.id}`)).status).toBe(404);
  expect((await read(pair.origin, id)).status).toBe("sent");
});

test("12. an expired offer is expired on both sides, and was never opened", async () => {
  const pair = await openPair();
  const { caseId } = await createCase(pair.origin.tenant);
  const { id, received } = await send(pair, { caseId });
  await changeRow(pair.origin.tenant, "Referral", id, { expiresAt: "2026-03-21T15:00:00Z" });
  expect(await expireReferrals(server.services.database)).toBe(1);
  await expectEqual(pair, id, received.id);
  expect((await read(pair.handler, received.id)).status).toBe("expired");
  expect((await pair.origin.api.get(`/cases/${caseId}`)).body["case"]).toMatchObject({ partnerResult: "no_response" });
});

test("what crosses, field by field", () => {
  const names = (schema: { shape: object }) => Object.keys(schema.shape).toSorted().join(" ");
  expect(names(CrossingOffer)).toBe(
    "conflictNames consentObtainedBy consentTermsRevision consentedOn originatingAttorneyName pairId sentAt sharingConsentOn teaser terms termsAcceptedOn termsProposedBy termsRevision",
  );
  expect(names(CrossingState)).toBe(
    "acceptedAt closedOn consentObtainedBy consentTermsRevision consentedOn engagedOn feeStatus handlingAttorneyName lastUpdateAt nextUpdateDueOn outcome paidCents referralFeeDueCents responseDueOn settlementAmountCents status statusReason terms termsAcceptedOn termsProposedBy termsRevision totalFeeCents",
  );
  expect(names(CrossingReceived)).toBe("client matter");
  expect(names(CrossingReceived.shape.client)).toBe(
    "address dateOfBirth email firstName lastName middleName phone preferredContactMethod preferredLanguage",
  );
  expect(names(CrossingReceived.shape.matter)).toBe(
    "atFaultParty caseState caseType dateOfIncident description injuryDescription priorAttorneyName statuteOfLimitationsOn subCaseType treatmentStatus",
  );
  expect(names(CrossingUpdate)).toBe("by createdAt nextUpdateOn phase text");
  expect(names(CrossingDocument)).toBe("category contentType fileName name pairId sha256 sizeBytes state");
  expect(names(CrossingPayout)).toBe("amountCents method paidOn pairId reference state");
  expect(() => CrossingOffer.parse({ ...example, pairId: "x" })).toThrow();
});

describe("a partner firm of the installation", () => {
  test("is added by its code, once, and says nothing of the organization", async () => {
    const [one, other] = [await openSide(), await openSide()];
    await other.tenant.inside((transaction) =>
      transaction
        .insertInto("ReferralProfile")
        .values({ organizationId: other.tenant.organizationId, displayName: "Doyle LLP", code: "7QXM-2KTD-9F" })
        .execute(),
    );
    const add = (networkCode: string) => one.api.change("POST", "/partner-firms", { kind: "network", networkCode });
    const reply = await add("7QXM-2KTD-9F");
    expect(reply.body["partnerFirm"]).toMatchObject({
      kind: "network",
      name: "Doyle LLP",
      contactId: null,
      approvedForSending: null,
      mayReferToUs: null,
    });
    expect(reply.text).not.toContain(other.tenant.organizationId);
    expect(await readAll(one)).not.toContain(other.tenant.organizationId);
    expect((await add("7QXM-2KTD-9F")).body["code"]).toBe("DUPLICATE_ENTRY");
    expect((await add("7QXM-2KTD-9G")).body["error"]).toBe("networkCode: no other firm has this code");
    expect(
      (await other.api.change("POST", "/partner-firms", { kind: "network", networkCode: "7QXM-2KTD-9F" })).status,
    ).toBe(400);
  });

  test("is not approved by a key", async () => {
    const { origin, handlingId } = await openPair();
    for (const name of ["approvedForSending", "mayReferToUs"])
      expect((await origin.api.change("PATCH", `/partner-firms/${handlingId}`, { [name]: null })).status).toBe(400);
    const { partnerFirmId } = await createPartnerFirm(origin.tenant);
    expect((await origin.api.get(`/partner-firms/${partnerFirmId}`)).body["partnerFirm"]).toMatchObject({
      approvedForSending: null,
    });
  });
});
