import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTrustTransaction } from "../../../../prisma/seed/builders/trust.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createKey, createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import { createDisbursement, createPayable, payableCents, type CreatedPayable } from "./fixtures.ts";
import { decide, signInApprover, type Approver } from "./fixtures.approvers.ts";
import type { Disbursement } from "./schema.ts";

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

const request = ({ statementId }: Pick<CreatedPayable, "statementId">, body: object = { method: "wire" }, by = api) =>
  by.change("POST", `/settlement-statements/${statementId}/disbursements`, body);
const requested = (reply: Reply) => readBody<{ trustDisbursements: Disbursement[] }>(reply).trustDisbursements;
const move = (id: string, body: object, by = api) => by.change("POST", `/trust-disbursements/${id}/transitions`, body);
const disbursementOf = (reply: Reply) => readBody<{ trustDisbursement: Disbursement }>(reply).trustDisbursement;
const rejection = ({ status, body, headers }: Reply) => [status, body["error"], headers["x-error-reason"]];
const issue = (id: string, checkNumber?: string) =>
  move(id, { status: "issued", on: "2026-03-30", ...(checkNumber !== undefined && { checkNumber }) });

/** Requests a line and has it approved. */
async function approve(payable: CreatedPayable, line: object, method = "wire"): Promise<Disbursement> {
  const [made] = requested(await request(payable, { method, lines: [line] }));
  if (made === undefined) throw new Error("nothing was requested");
  expect((await decide(approver, made.id)).data.trustDisbursement.status).toBe("approved");
  return made;
}

const readLine = (statementId: string, key: string) =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("SettlementStatementLine")
      .select(["authorizedCents", "takenCents", "disbursedCents"])
      .where("statementId", "=", statementId)
      .where("key", "=", key)
      .executeTakeFirstOrThrow(),
  );
const readLedger = (ledgerId: string) =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("TrustLedger")
      .select(["balanceCents", "reservedCents", "unclearedCents"])
      .where("id", "=", ledgerId)
      .executeTakeFirstOrThrow(),
  );
const readShare = (shareId: string) =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("SettlementShare")
      .select(["committedCents", "disbursedCents"])
      .where("id", "=", shareId)
      .executeTakeFirstOrThrow(),
  );
const typesOf = async (entityId: string) =>
  (await readEvents(tenant)).flatMap((event) => (event.entityId === entityId ? [event.eventType] : []));

describe("a request", () => {
  test("of every line takes what the client approved, and asks a second person", async () => {
    const payable = await createPayable(tenant);
    const made = requested(await request(payable, { method: "ach" }));
    expect(
      made.map(({ lineKey, payeeType, amountCents, status, method }) => [
        lineKey,
        payeeType,
        amountCents,
        status,
        method,
      ]),
    ).toEqual([
      ["attorney_fee", "firm_fee", payableCents.fee, "pending_approval", "ach"],
      [payable.costKey, "firm_cost_reimbursement", payableCents.cost, "pending_approval", "ach"],
      [payable.lienKey, "lienholder", payableCents.lien, "pending_approval", "ach"],
      ["net_to_client", "client", payableCents.client, "pending_approval", "ach"],
    ]);
    expect(made[0]?.sequenceId).toMatch(/^D-\d{4}-\d{5}$/u);
    expect(new Set(made.map(({ sequenceId }) => sequenceId)).size).toBe(4);
    expect(made[2]).toMatchObject({ payee: null, lienholder: { name: "Secret Health Plan", clientId: null } });
    expect(made[3]?.payee).toMatchObject({ clientId: payable.clientId, contactId: null });
    expect(made[3]?.availableTransitions).toEqual(["cancelled"]);
    expect(await readLine(payable.statementId, "net_to_client")).toMatchObject({
      takenCents: payableCents.client,
      disbursedCents: 0,
    });
    expect(await readLedger(payable.ledgerId)).toMatchObject({ reservedCents: 0 });
    expect(await typesOf(made[0]?.id ?? "")).toEqual(["trust_disbursement.requested"]);
    const notices = await tenant.inside((transaction) =>
      transaction
        .selectFrom("Notification")
        .select(["memberId", "parameters"])
        .where("kind", "=", "trust.approval_requested")
        .execute(),
    );
    const ours = notices.filter(
      ({ parameters }) => (parameters as { trustAccountId: string }).trustAccountId === payable.accountId,
    );
    // Not the attorney for whom the key acts: they could not approve.
    expect(ours.map(({ memberId }) => memberId)).toEqual([approver.memberId]);
    expect(rejection(await request(payable))).toEqual([
      409,
      "Every line of the statement is paid, or requested",
      "invalid_state",
    ]);
  });

  test("of a part leaves the rest, and never takes more than the line has", async () => {
    const payable = await createPayable(tenant);
    const line = (amountCents?: number) => ({ method: "wire", lines: [{ lineKey: "net_to_client", amountCents }] });
    requested(await request(payable, line(5_000_000)));
    expect((await request(payable, line(465_545))).body["error"]).toContain("more than is left");
    const [rest] = requested(await request(payable, line()));
    expect(rest?.amountCents).toBe(465_544);
    expect((await request(payable, line(1))).status).toBe(409);
  });

  test("two at once for one line: it is taken once", async () => {
    const payable = await createPayable(tenant);
    const body = { method: "wire", lines: [{ lineKey: "net_to_client" }] };
    const replies = await Promise.all([request(payable, body), request(payable, body), request(payable, body)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await readLine(payable.statementId, "net_to_client")).toMatchObject({ takenCents: payableCents.client });
  });

  test("may name who receives the client's money in the client's place, and nobody else's payee", async () => {
    const payable = await createPayable(tenant);
    const court = await createNamedContact(tenant, "Registry of the Court");
    const line = { lineKey: "net_to_client", payeeType: "court_registry" };
    const [made] = requested(
      await request(payable, {
        method: "check",
        lines: [{ ...line, payeeContactId: court, externalId: `x ${court}` }],
      }),
    );
    expect(made).toMatchObject({
      payeeType: "court_registry",
      payee: { name: "Registry of the Court", contactId: court, clientId: null },
      externalId: `x ${court}`,
    });
    expect((await decide(approver, made?.id ?? "")).data.trustDisbursement.status).toBe("approved");
    const fresh = await createPayable(tenant);
    for (const lines of [
      [line],
      [{ lineKey: "attorney_fee", payeeType: "court_registry", payeeContactId: court }],
      [{ lineKey: "attorney_fee", payeeContactId: court }],
      [{ lineKey: "net_to_client", payeeContactId: court }],
      [{ lineKey: "attorney_fee" }, { lineKey: "attorney_fee" }],
    ])
      expect((await request(fresh, { method: "check", lines })).status).toBe(400);
  });

  test.each([
    ["draft", "is draft"],
    ["issued", "is issued"],
    ["superseded", "is superseded"],
  ])("409 for a statement that is %s", async (status, message) => {
    const payable = await createPayable(tenant);
    const approval =
      status === "superseded" ? {} : { approvalMethod: null, approvedOn: null, approvalDocumentId: null };
    await changeRow(tenant, "SettlementStatement", payable.statementId, { status, ...approval });
    const reply = await request(payable);
    expect([reply.status, reply.body["error"]]).toEqual([409, expect.stringContaining(message)]);
  });

  test("409 without a ledger of the claimant, and 400 where several have one", async () => {
    const payable = await createPayable(tenant);
    const other = await createPayable(tenant);
    const to = (trustAccountId: string) => request(payable, { method: "wire", trustAccountId });
    expect((await to(other.accountId)).body["error"]).toContain("record the deposit first");
    const { organizationId } = tenant;
    await insertFor(tenant, {
      TrustLedger: {
        organizationId,
        id: `trl_${payable.caseId}`,
        accountId: other.accountId,
        kind: "client",
        caseId: payable.caseId,
      },
    });
    expect((await request(payable)).body["error"]).toContain("trustAccountId: required");
    expect(requested(await to(payable.accountId)).map(({ account }) => account.id)).toEqual(
      Array(4).fill(payable.accountId),
    );
  });
});

test("is found by account, case, statement, status and outstanding", async () => {
  const other = await createTenant(server.services.database);
  const of = openApi(server, other.secret);
  const waiting = await createDisbursement(other);
  const approved = await createDisbursement(other, "approved");
  readBody(
    await of.change("POST", `/trust-disbursements/${approved.disbursementId}/transitions`, {
      status: "issued",
      on: "2026-03-30",
      checkNumber: "7",
    }),
  );
  const find = async (query: string) =>
    readBody<{ trustDisbursements: Disbursement[] }>(
      await of.get(`/trust-disbursements?${query}`),
    ).trustDisbursements.map(({ id }) => id);
  expect(await find("sort=oldest")).toEqual([waiting.disbursementId, approved.disbursementId]);
  expect(await find(`accountId=${waiting.accountId}`)).toEqual([waiting.disbursementId]);
  expect(await find(`caseId=${approved.caseId}`)).toEqual([approved.disbursementId]);
  expect(await find(`statementId=${waiting.statementId}`)).toEqual([waiting.disbursementId]);
  expect(await find("status=issued")).toEqual([approved.disbursementId]);
  expect(await find("outstanding=true")).toEqual([approved.disbursementId]);
  expect(await find("outstanding=false")).toEqual([waiting.disbursementId]);
});

test("4. a check that has not cleared: it is requested, and its approval is 409 with nothing available", async () => {
  const payable = await createPayable(tenant, { isCleared: false });
  const [made] = requested(await request(payable));
  expect((await decide(approver, made?.id ?? "")).error?.message).toBe("The ledger has 0 cents available");
});

describe("an approval", () => {
  test("reserves, an issue pays, and every side says so", async () => {
    const payable = await createPayable(tenant);
    const { id } = await approve(payable, { lineKey: "net_to_client" }, "check");
    expect(await readLedger(payable.ledgerId)).toMatchObject({
      balanceCents: 10_000_000,
      reservedCents: payableCents.client,
    });
    expect(await readShare(payable.shareId)).toEqual({ committedCents: payableCents.client, disbursedCents: 0 });
    expect((await issue(id)).body["error"]).toContain("checkNumber: required");
    const issued = disbursementOf(await issue(id, "1042"));
    expect(issued).toMatchObject({
      status: "issued",
      checkNumber: "1042",
      issuedOn: "2026-03-30",
      decidedBy: { type: "member", id: approver.memberId },
      availableTransitions: ["cleared", "voided"],
    });
    expect(await readLedger(payable.ledgerId)).toMatchObject({
      balanceCents: 10_000_000 - payableCents.client,
      reservedCents: 0,
    });
    expect(await readShare(payable.shareId)).toEqual({
      committedCents: payableCents.client,
      disbursedCents: payableCents.client,
    });
    expect(await readLine(payable.statementId, "net_to_client")).toMatchObject({ disbursedCents: payableCents.client });
    const cleared = disbursementOf(await move(id, { status: "cleared", on: "2026-04-02" }));
    expect(cleared).toMatchObject({ status: "cleared", clearedOn: "2026-04-02", availableTransitions: [] });
    expect(await typesOf(id)).toEqual([
      "trust_disbursement.requested",
      "trust_disbursement.approved",
      "trust_disbursement.issued",
      "trust_disbursement.cleared",
    ]);
  });

  test("5. of two of 6,000.00 at once with 10,000.00 available: one succeeds", async () => {
    const payable = await createPayable(tenant, { isCleared: false });
    const { accountId, ledgerId, payerId, shareId } = payable;
    await insertFor(tenant, {
      TrustTransaction: buildTrustTransaction({
        organizationId: tenant.organizationId,
        accountId,
        type: "deposit",
        occurredOn: "2026-03-13",
        method: "wire",
        clearedOn: "2026-03-13",
        postings: [{ ledgerId, amountCents: 1_000_000, settlementPayerId: payerId }],
      }),
    });
    await changeRow(tenant, "SettlementShare", shareId, { clearedCents: 1_200_000 });
    const lines = ["attorney_fee", "net_to_client"].map((lineKey) => ({ lineKey, amountCents: 600_000 }));
    const made = requested(await request(payable, { method: "wire", lines }));
    const second = await signInApprover(server, tenant, { firstName: "Dara" });
    const replies = await Promise.all([decide(approver, made[0]?.id ?? ""), decide(second, made[1]?.id ?? "")]);
    expect(replies.map(({ error }) => error?.message ?? "approved").toSorted()).toEqual([
      "The ledger has 400000 cents available",
      "approved",
    ]);
    expect(await readLedger(ledgerId)).toMatchObject({ reservedCents: 600_000 });
  });

  test("twice at once, and an approval and a rejection at once: one wins", async () => {
    const payable = await createPayable(tenant);
    const made = requested(await request(payable));
    const second = await signInApprover(server, tenant, { firstName: "Dara" });
    const twice = await Promise.all([decide(approver, made[0]?.id ?? ""), decide(second, made[0]?.id ?? "")]);
    expect(twice.filter(({ error }) => error === undefined)).toHaveLength(1);
    const both = await Promise.all([
      decide(approver, made[1]?.id ?? ""),
      decide(second, made[1]?.id ?? "", { decision: "reject", note: "No" }),
    ]);
    expect(both.filter(({ error }) => error === undefined)).toHaveLength(1);
  });

  test("at another revision is 409, and of what is not waiting", async () => {
    const { id } = requested(await request(await createPayable(tenant)))[0] ?? { id: "" };
    expect((await decide(approver, id, { expectedRevision: 2 })).error?.data.code).toBe("STALE_REVISION");
    disbursementOf(await move(id, { status: "cancelled", reason: "Requested twice" }));
    expect((await decide(approver, id, { expectedRevision: 2 })).error?.data.code).toBe("INVALID_STATE_TRANSITION");
  });
});

test("5. 40 issues at once: one transaction", async () => {
  const payable = await createPayable(tenant);
  const { id } = await approve(payable, { lineKey: "net_to_client" });
  const replies = await Promise.all(Array.from({ length: 40 }, () => issue(id)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  // One that waits too long for a lock is 503: it may be sent again.
  expect(replies.filter(({ status }) => ![200, 409, 503].includes(status))).toEqual([]);
  const { count } = await tenant.inside((transaction) =>
    transaction
      .selectFrom("TrustTransaction")
      .select((query) => query.fn.countAll<number>().as("count"))
      .where("disbursementId", "=", id)
      .executeTakeFirstOrThrow(),
  );
  expect(count).toBe(1);
});

describe("a rejection and a cancellation give the line back", () => {
  test("rejected with a note, by another person", async () => {
    const payable = await createPayable(tenant);
    const { id } = requested(await request(payable, { method: "wire", lines: [{ lineKey: "net_to_client" }] }))[0] ?? {
      id: "",
    };
    expect((await decide(approver, id, { decision: "reject" })).error?.message).toContain("note: required to reject");
    expect(
      (await decide(approver, id, { decision: "reject", note: "Wrong payee" })).data.trustDisbursement.status,
    ).toBe("rejected");
    expect(await readLine(payable.statementId, "net_to_client")).toMatchObject({ takenCents: 0 });
    expect((await issue(id)).status).toBe(409);
    const listed = readBody<{ trustDisbursements: Disbursement[] }>(
      await api.get(`/trust-disbursements?caseId=${payable.caseId}`),
    );
    expect(listed.trustDisbursements[0]).toMatchObject({ decisionNote: "Wrong payee", availableTransitions: [] });
    requested(await request(payable, { method: "wire", lines: [{ lineKey: "net_to_client" }] }));
  });

  test("cancelled after its approval", async () => {
    const payable = await createPayable(tenant);
    const { id } = await approve(payable, { lineKey: "net_to_client" });
    expect(disbursementOf(await move(id, { status: "cancelled", reason: "The client moved" }))).toMatchObject({
      status: "cancelled",
      statusReason: "The client moved",
    });
    expect(await readLedger(payable.ledgerId)).toMatchObject({ reservedCents: 0, balanceCents: 10_000_000 });
    expect(await readShare(payable.shareId)).toEqual({ committedCents: 0, disbursedCents: 0 });
    expect(await readLine(payable.statementId, "net_to_client")).toMatchObject({ takenCents: 0 });
  });
});

describe("9. a void", () => {
  const readLien = (lienId: string) =>
    tenant.inside((transaction) =>
      transaction.selectFrom("Lien").select(["status", "paidCents"]).where("id", "=", lienId).executeTakeFirstOrThrow(),
    );

  test("of an issued check: its money is back as cleared, and its lien final, in one transaction", async () => {
    const payable = await createPayable(tenant);
    const { id } = await approve(payable, { lineKey: payable.lienKey }, "check");
    disbursementOf(await issue(id, `9-${payable.caseId.slice(-8)}`));
    expect(await readLien(payable.lienId)).toEqual({ status: "paid", paidCents: payableCents.lien });
    expect(await typesOf(payable.lienId)).toEqual(["lien.paid"]);
    const voided = disbursementOf(await move(id, { status: "voided", on: "2026-04-14", reason: "Lost in the mail" }));
    expect(voided).toMatchObject({ status: "voided", voidedOn: "2026-04-14", statusReason: "Lost in the mail" });
    expect(voided.voidTransactionId).toMatch(/^trx_/u);
    expect(await readLien(payable.lienId)).toEqual({ status: "final", paidCents: 0 });
    expect(await readLedger(payable.ledgerId)).toEqual({
      balanceCents: 10_000_000,
      reservedCents: 0,
      unclearedCents: 0,
    });
    expect(await readShare(payable.shareId)).toEqual({ committedCents: 0, disbursedCents: 0 });
    expect(await readLine(payable.statementId, payable.lienKey)).toMatchObject({ takenCents: 0, disbursedCents: 0 });
    const events = (await readEvents(tenant))
      .filter(({ entityId }) => [id, payable.lienId].includes(entityId))
      .slice(-2);
    expect(events.map(({ eventType }) => eventType).toSorted()).toEqual(["lien.updated", "trust_disbursement.voided"]);
    expect(new Set(events.map(({ occurredAt }) => occurredAt)).size).toBe(1);
    // It can be paid again.
    const again = await approve(payable, { lineKey: payable.lienKey }, "wire");
    expect(disbursementOf(await issue(again.id)).status).toBe("issued");
  });

  const readExpense = (expenseId: string) =>
    tenant.inside((transaction) =>
      transaction
        .selectFrom("Expense")
        .select(["status", "paidCents", "reimbursedCents"])
        .where("id", "=", expenseId)
        .executeTakeFirstOrThrow(),
    );

  test("of a cost's reimbursement: it is outstanding until it is paid again, in parts, too", async () => {
    const payable = await createPayable(tenant);
    const { costKey, expenseId } = payable;
    const { cost } = payableCents;
    const paid = { status: "paid", paidCents: cost };
    const { id } = await approve(payable, { lineKey: costKey });
    disbursementOf(await issue(id));
    expect(await readExpense(expenseId)).toEqual({ ...paid, reimbursedCents: cost });
    expect(await typesOf(expenseId)).toEqual([]);
    disbursementOf(await move(id, { status: "voided", on: "2026-04-14", reason: "The transfer came back" }));
    expect(await readExpense(expenseId)).toEqual({ ...paid, reimbursedCents: 0 });
    expect(await typesOf(expenseId)).toEqual(["expense.updated"]);
    const part = await approve(payable, { lineKey: costKey, amountCents: 100_000 });
    disbursementOf(await issue(part.id));
    expect(await readExpense(expenseId)).toEqual({ ...paid, reimbursedCents: 100_000 });
    const rest = await approve(payable, { lineKey: costKey });
    disbursementOf(await issue(rest.id));
    expect(await readExpense(expenseId)).toEqual({ ...paid, reimbursedCents: cost });
    expect(await typesOf(expenseId)).toEqual(["expense.updated", "expense.reimbursed", "expense.reimbursed"]);
  });

  test("of a matched one is 409; so is one without a reason, and one before the day of issue", async () => {
    const payable = await createPayable(tenant);
    const { id } = await approve(payable, { lineKey: "net_to_client" });
    disbursementOf(await issue(id));
    expect((await move(id, { status: "voided" })).body["error"]).toContain("reason: required");
    expect((await move(id, { status: "voided", reason: "x", on: "2026-03-29" })).body["error"]).toContain(
      "on: must not be before",
    );
    readBody(
      await api.change("POST", `/trust-accounts/${payable.accountId}/bank-statements`, {
        periodStartOn: "2026-03-01",
        periodEndOn: "2026-03-31",
        openingCents: 0,
        closingCents: -payableCents.client,
        lines: [{ postedOn: "2026-03-31", amountCents: -payableCents.client, description: "Wire out" }],
      }),
    );
    const matched = await move(id, { status: "voided", reason: "x" });
    expect([matched.status, matched.body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
  });
});

describe("what does not belong together is 400", () => {
  test.each([
    [{ status: "cancelled" }, "reason"],
    [{ status: "issued", reason: "x" }, "reason"],
    [{ status: "cancelled", reason: "x", on: "2026-03-30" }, "on"],
    [{ status: "cleared", checkNumber: "1" }, "checkNumber"],
    [{ status: "voided", reason: "x", reference: "r" }, "reference"],
    [{ status: "issued", on: "2199-01-01", checkNumber: "1" }, "on"],
    [{ status: "approved" }, "status"],
    [{ status: "rejected" }, "status"],
  ])("%o names %s", async (body, path) => {
    const { disbursementId } = await createDisbursement(
      tenant,
      "status" in body && body.status === "issued" ? "approved" : "pending_approval",
    );
    const reply = await move(disbursementId, body);
    expect([reply.status, reply.body["error"]]).toEqual([400, expect.stringContaining(`${path}: `)]);
  });

  test("a check number that another check of the account has is 409", async () => {
    const payable = await createPayable(tenant);
    const [one, other] = [
      await approve(payable, { lineKey: "net_to_client" }, "check"),
      await approve(payable, { lineKey: "attorney_fee" }, "check"),
    ];
    disbursementOf(await issue(one.id, "55"));
    const reply = await issue(other.id, "55");
    expect([reply.status, reply.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);
    disbursementOf(await issue(other.id, "56"));
  });
});

describe("12. when the statement is stale", () => {
  const change = (lienId: string) =>
    api.change("POST", `/liens/${lienId}/transitions`, { status: "waived", reason: "Compromised" });

  test("request, approval and issue are 409", async () => {
    const payable = await createPayable(tenant);
    const waiting = requested(await request(payable, { method: "wire", lines: [{ lineKey: "net_to_client" }] }))[0];
    const approved = await approve(payable, { lineKey: "attorney_fee" });
    readBody(await change(payable.lienId));
    const stale = expect.stringContaining("draft the next version");
    expect((await request(payable)).body["error"]).toEqual(stale);
    expect((await decide(approver, waiting?.id ?? "")).error?.message).toEqual(stale);
    expect((await issue(approved.id)).body["error"]).toEqual(stale);
    disbursementOf(await move(approved.id, { status: "cancelled", reason: "Stale" }));
    disbursementOf(await move(waiting?.id ?? "", { status: "cancelled", reason: "Stale" }));
  });

  test("an approval that races the change of a lien comes before it, or fails", async () => {
    for (let round = 0; round < 5; round += 1) {
      const payable = await createPayable(tenant);
      const [waiting] = requested(await request(payable, { method: "wire", lines: [{ lineKey: "net_to_client" }] }));
      const [decided, changed] = await Promise.all([decide(approver, waiting?.id ?? ""), change(payable.lienId)]);
      expect(changed.status).toBe(200);
      const listed = readBody<{ trustDisbursements: Disbursement[] }>(
        await api.get(`/trust-disbursements?caseId=${payable.caseId}`),
      );
      const { status } = listed.trustDisbursements[0] ?? {};
      expect(status).toBe(decided.error === undefined ? "approved" : "pending_approval");
      // Whichever came first: nothing is paid of it.
      expect((await issue(waiting?.id ?? "")).status).toBe(409);
    }
  });
});

describe("an approval that races a change of the payee", () => {
  test("a lienholder that was renamed, and one that was exchanged, are 409 until it is requested again", async () => {
    const payable = await createPayable(tenant);
    const lines = [{ lineKey: payable.lienKey, amountCents: 1_000 }];
    const [first] = requested(await request(payable, { method: "wire", lines }));
    const { lienholder } = first ?? {};
    readBody(await api.change("PATCH", `/contacts/${lienholder?.contactId ?? ""}`, { companyName: "Attacker LLC" }));
    const changed = expect.stringContaining("The payee has changed since the request");
    expect((await decide(approver, first?.id ?? "")).error?.message).toEqual(changed);
    const [second] = requested(await request(payable, { method: "wire", lines }));
    expect(second?.lienholder?.name).toBe("Attacker LLC");
    const other = await createNamedContact(tenant, "Another Plan");
    readBody(await api.change("PATCH", `/liens/${payable.lienId}`, { lienholderContactId: other }));
    expect((await decide(approver, second?.id ?? "")).error?.message).toEqual(changed);
    const [third] = requested(await request(payable, { method: "wire", lines }));
    expect((await decide(approver, third?.id ?? "")).data.trustDisbursement.status).toBe("approved");
  });

  test("a client who was renamed", async () => {
    const payable = await createPayable(tenant);
    const [made] = requested(await request(payable, { method: "wire", lines: [{ lineKey: "net_to_client" }] }));
    readBody(await api.change("PATCH", `/clients/${payable.clientId}`, { lastName: "Attacker" }));
    expect((await decide(approver, made?.id ?? "")).error?.message).toContain("The payee has changed");
  });

  test("what is stored of the payee is what is paid, also when the contact is renamed after the approval", async () => {
    const payable = await createPayable(tenant);
    const { id, payee } = await approve(payable, { lineKey: "net_to_client" });
    readBody(await api.change("PATCH", `/clients/${payable.clientId}`, { lastName: "Attacker" }));
    const issued = disbursementOf(await issue(id));
    expect(issued.payee).toEqual(payee);
    const { counterpartyName } = await tenant.inside((transaction) =>
      transaction
        .selectFrom("TrustTransaction")
        .select("counterpartyName")
        .where("id", "=", issued.transactionId ?? "")
        .executeTakeFirstOrThrow(),
    );
    expect(counterpartyName).toBe(payee?.name);
  });
});

describe("17. without medical:read", () => {
  test("no lienholder is in a record, an event or the books", async () => {
    const { secret } = await createKey(tenant, {
      scopes: ["trust:read", "trust:write", "events:read"],
    });
    const books = openApi(server, secret);
    const payable = await createPayable(tenant);
    const made = await request(payable, { method: "wire", lines: [{ lineKey: payable.lienKey }] }, books);
    const id = requested(made)[0]?.id ?? "";
    expect((await decide(await signInApprover(server, tenant), id)).error).toBeUndefined();
    const replies = [
      made,
      await move(id, { status: "issued", on: "2026-03-30" }, books),
      await books.get(`/trust-disbursements?caseId=${payable.caseId}`),
      await books.get(`/trust-transactions?caseId=${payable.caseId}`),
      await books.get("/events?entity=trust_disbursement&limit=500"),
      await books.get("/events?entity=trust_transaction&limit=500"),
    ];
    for (const reply of replies) {
      expect([200, 201], reply.text).toContain(reply.status);
      expect(reply.text).not.toContain("Secret Health");
    }
  });

  test("neither is it in the portal of a member who does not view medical data", async () => {
    const payable = await createPayable(tenant);
    requested(await request(payable, { method: "wire", lines: [{ lineKey: payable.lienKey }] }));
    const accountant = await signInApprover(server, tenant, {
      role: "trust_accountant",
      isAttorney: false,
      permissions: ["trust:approve"],
    });
    const waiting = await accountant.portal.query("trustDisbursements.listWaiting", { limit: 200 });
    expect(waiting.status, waiting.text).toBe(200);
    expect(waiting.text).not.toContain("Secret Health");
    expect((await approver.portal.query("trustDisbursements.listWaiting", { limit: 200 })).text).toContain(
      "Secret Health",
    );
  });
});

test("8. with trust:write alone no response has a balance", async () => {
  const { secret } = await createKey(tenant, { scopes: ["trust:write"] });
  const writer = openApi(server, secret);
  const payable = await createPayable(tenant);
  const made = await request(payable, undefined, writer);
  expect(made.status).toBe(201);
  expect(made.text).not.toMatch(/Cents/u);
  const [first] = readBody<{ trustDisbursements: Disbursement[] }>(
    await api.get(`/trust-disbursements?caseId=${payable.caseId}&sort=oldest`),
  ).trustDisbursements;
  const cancelled = await move(first?.id ?? "", { status: "cancelled", reason: "x" }, writer);
  expect([cancelled.status, /Cents/u.test(cancelled.text)]).toEqual([200, false]);
  const wrong = await writer.change("POST", `/trust-accounts/${payable.accountId}/bank-statements`, {
    periodStartOn: "2026-03-01",
    periodEndOn: "2026-03-31",
    openingCents: 5,
    closingCents: 5,
    lines: [],
  });
  // What was sent is sent back, and nothing else.
  expect([wrong.status, wrong.text.replaceAll(/"(?:opening|closing)Cents":5,?/gu, "").includes("Cents")]).toEqual([
    201,
    false,
  ]);
  const next = await writer.change("POST", `/trust-accounts/${payable.accountId}/bank-statements`, {
    periodStartOn: "2026-04-01",
    periodEndOn: "2026-04-30",
    openingCents: 6,
    closingCents: 6,
    lines: [],
  });
  expect([next.status, next.body["error"]]).toEqual([
    409,
    "openingCents differs from the closing balance of the statement through 2026-03-31",
  ]);
});

test("18. ids of another organization are 404 alike", async () => {
  const foreign = await createTenant(server.services.database);
  const theirs = await createDisbursement(foreign, "approved");
  const payable = await createPayable(tenant);
  const replies = [
    await request(theirs),
    await request({ statementId: "sst_unknown" }),
    await move(theirs.disbursementId, { status: "issued" }),
    await request(payable, { method: "wire", trustAccountId: theirs.accountId }),
    await request(payable, {
      method: "wire",
      lines: [
        {
          lineKey: "net_to_client",
          payeeType: "blocked_account",
          payeeContactId: await createNamedContact(foreign, "X"),
        },
      ],
    }),
    await request(payable, { method: "wire", lines: [{ lineKey: theirs.lienKey }] }),
  ];
  expect(replies.map(({ status }) => status)).toEqual(Array(replies.length).fill(404));
  expect((await decide(approver, theirs.disbursementId)).error?.data.code).toBe("NOT_FOUND");
  const listed = readBody<{ trustDisbursements: Disbursement[] }>(
    await api.get(`/trust-disbursements?accountId=${theirs.accountId}`),
  );
  expect(listed.trustDisbursements).toEqual([]);
});
