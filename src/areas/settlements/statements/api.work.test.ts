import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { objectKey } from "../../../platform/storage/storage.ts";
import { describeAction, runAsSystem } from "../../../rpc/unit-of-work.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createSentRequest, openBrowser, beginAndAgree } from "../../esign/signing/fixtures.ts";
import { openWorkTools } from "../../esign/work/fixtures.ts";
import { draftStatement } from "./domain.drafting.ts";
import { renderStatement } from "../rendering/domain.ts";
import { followSignature } from "./domain.transitions.ts";
import { arrangeSettlement, createOtherDocument, type ArrangedSettlement } from "./fixtures.arranged.ts";
import type { Statement } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startOwnServer({ worker: "none", trustedProxies: ["127.0.0.1"] });
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const move = (statementId: string, body: object, by = api) =>
  by.change("POST", `/settlement-statements/${statementId}/transitions`, body);
type Reply = Awaited<ReturnType<typeof move>>;
const read = (reply: Reply) => readBody<{ settlementStatement: Statement }>(reply).settlementStatement;
const get = async (id: string) => read(await api.get(`/settlement-statements/${id}`));
const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted();

async function draft(of: ArrangedSettlement, body: object = {}): Promise<string> {
  const given = { shareId: of.shareIds[0], ...body };
  return read(await api.change("POST", `/settlements/${of.settlementId}/statements`, given)).id;
}

async function createIssued(costs: readonly number[] = [60_000]) {
  const arranged = await arrangeSettlement(tenant, { costs });
  const statementId = await draft(arranged);
  expect((await move(statementId, { status: "issued" })).status).toBe(200);
  return { ...arranged, statementId };
}

const onPaper = (documentId: string) => ({
  status: "approved",
  approval: { method: "wet_signature", on: "2026-03-20", documentId },
});

describe("several at once", () => {
  test("of two issues of one statement, and of two versions, one is issued, and reimburses once", async () => {
    const arranged = await arrangeSettlement(tenant, { costs: [60_000] });
    const [first, second] = [await draft(arranged), await draft(arranged)];
    const replies = await Promise.all([first, first, second].map((id) => move(id, { status: "issued" })));
    expect(statusesOf(replies)).toEqual([200, 409, 409]);
    const { body } = await api.get(`/expenses/${arranged.expenseIds[0]}`);
    expect(body["expense"]).toMatchObject({ reimbursedCents: 60_000, outstandingCents: 0 });
  });

  test("of an approval and a void one wins, and the expense says the same", async () => {
    const { statementId, documentId, expenseIds } = await createIssued();
    const replies = await Promise.all([
      move(statementId, onPaper(documentId)),
      move(statementId, { status: "voided", reason: "Wrong" }),
    ]);
    expect(statusesOf(replies)).toEqual([200, 409]);
    const { status } = await get(statementId);
    const { body } = await api.get(`/expenses/${expenseIds[0]}`);
    expect(body["expense"]).toMatchObject({ reimbursedCents: status === "approved" ? 60_000 : 0 });
  });

  test("of a lien that changes and an issue, the statement is never issued with what it was", async () => {
    const arranged = await arrangeSettlement(tenant, {
      liens: [{ type: "tax", assertedCents: 100_000, finalCents: 80_000 }],
    });
    const statementId = await draft(arranged);
    const [issued, waived] = await Promise.all([
      move(statementId, { status: "issued" }),
      api.change("POST", `/liens/${arranged.lienIds[0]}/transitions`, { status: "waived", reason: "Compromised" }),
    ]);
    expect(waived?.status).toBe(200);
    // It was issued before, and is stale now, or was not issued.
    expect([issued?.status, (await get(statementId)).isStale]).toEqual([issued?.status === 200 ? 200 : 409, true]);
  });
});

describe("other organizations and other cases", () => {
  test("their IDs are 404 alike", async () => {
    const other = await createTenant(server.services.database);
    const stranger = openApi(server, other.secret);
    const { statementId, settlementId, shareIds, expenseIds } = await createIssued();
    const theirs = await arrangeSettlement(other, {
      costs: [1_000],
      liens: [{ type: "tax", assertedCents: 10, finalCents: 5 }],
    });
    const replies = [
      await stranger.get(`/settlement-statements/${statementId}`),
      await move(statementId, { status: "voided", reason: "x" }, stranger),
      await stranger.change("POST", `/settlements/${settlementId}/statements`, { shareId: shareIds[0] }),
    ];
    for (const body of [
      { shareId: shareIds[0] },
      { shareId: theirs.shareIds[0], costs: [{ expenseId: expenseIds[0], amountCents: 1 }] },
      { shareId: theirs.shareIds[0], liens: [{ lienId: "lien_1", amountCents: 1 }] },
      { shareId: theirs.shareIds[0], capOverrideDocumentId: theirs.documentId.replace(/.$/, "0") },
      { shareId: theirs.shareIds[0], otherDeductions: [{ label: "x", amountCents: 1, payeeContactId: "con_1" }] },
    ])
      replies.push(await stranger.change("POST", `/settlements/${theirs.settlementId}/statements`, body));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
  });

  test("a signed document of another case, or one that is no PDF, is 404", async () => {
    const { statementId, documentId } = await createIssued();
    expect((await move(statementId, onPaper(await createOtherDocument(tenant)))).status).toBe(404);
    await changeRow(tenant, "Document", documentId, { contentType: "image/png" });
    expect((await move(statementId, onPaper(documentId))).status).toBe(404);
    await changeRow(tenant, "Document", documentId, { contentType: "application/pdf" });
    const tomorrow = { status: "approved", approval: { method: "wet_signature", on: "2199-01-01", documentId } };
    expect((await move(statementId, tomorrow)).body["error"]).toContain("approval.on: ");
    expect((await move(statementId, onPaper(documentId))).status).toBe(200);
    const { body } = await api.get(`/documents/${documentId}`);
    expect(body["document"]).toMatchObject({ legalHold: true });
  });
});

describe("a signature request about a statement", () => {
  const sign = (statementId: string, documentId: string, esignRequestId: string) =>
    runAsSystem(
      server.services.database,
      tenant.organizationId,
      describeAction("esignRequests.complete", {
        mayEmit: ["document.updated", "settlement_statement.approved", "settlement_statement.superseded"],
      }),
      async (context) => {
        await followSignature(context, { subjectId: statementId, documentId, esignRequestId, signedOn: "2026-03-21" });
        return true;
      },
    );

  test("approves it once all have signed; a stale one is not approved", async () => {
    const { statementId, documentId, caseId } = await createIssued();
    const { requestId } = await createSentRequest(server, tenant);
    await changeRow(tenant, "EsignRequest", requestId, { caseId });
    await sign(statementId, documentId, requestId);
    expect(await get(statementId)).toMatchObject({
      status: "approved",
      approval: { method: "esign", on: "2026-03-21", documentId, esignRequestId: requestId },
    });
    const stale = await createIssued();
    await changeRow(tenant, "SettlementShare", stale.shareIds[0] ?? "", { courtApproval: "required" });
    await expect(sign(stale.statementId, stale.documentId, requestId)).rejects.toThrow("draft the next version");
  });

  test("declines it when a recipient declines, and what it reimbursed is taken back", async () => {
    const { statementId, caseId, expenseIds } = await createIssued();
    const sent = await createSentRequest(server, tenant);
    await changeRow(tenant, "EsignRequest", sent.requestId, { caseId });
    await tenant.inside((transaction) =>
      transaction
        .updateTable("EsignDocument")
        .set({ subjectEntity: "settlement_statement", subjectId: statementId })
        .where("requestId", "=", sent.requestId)
        .execute(),
    );
    const browser = openBrowser(server);
    await beginAndAgree(browser, sent.recipients[0]?.token ?? "");
    expect((await browser.post("decline", { reason: "Too much for the expert" })).status).toBe(200);
    expect(await get(statementId)).toMatchObject({ status: "declined", statusReason: "Too much for the expert" });
    const { body } = await api.get(`/expenses/${expenseIds[0]}`);
    expect(body["expense"]).toMatchObject({ reimbursedCents: 0 });
    const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === statementId);
    expect(events.at(-1)).toMatchObject({
      eventType: "settlement_statement.declined",
      actor: { type: "esign_recipient" },
    });
  });
});

describe("L: referral fees", () => {
  const draftWith = (of: ArrangedSettlement, rates: readonly { numerator: number; denominator: number }[]) =>
    runAsSystem(
      server.services.database,
      tenant.organizationId,
      describeAction("settlements.statements.create", {
        mayEmit: ["settlement_statement.created", "settlement.updated"],
      }),
      (context) => {
        const fees = rates.map((rate, place) => ({ referralId: `ref_${place}`, label: `Firm ${place}`, rate }));
        const hooks = { ...context.hooks, referralFees: () => Promise.resolve(fees) };
        return draftStatement({ ...context, hooks }, of.settlementId, { shareId: of.shareIds[0] ?? "" });
      },
    );

  test("are lines of their own, a third of the fee; more than the fee is 409", async () => {
    const arranged = await arrangeSettlement(tenant, { costs: [421_758] });
    const third = { numerator: 1, denominator: 3 };
    const { lines, totals } = await draftWith(arranged, [third]);
    expect([totals.attorneyFeeCents, totals.referralFeeCents]).toEqual([2_222_222, 1_111_111]);
    expect(lines[1]).toMatchObject({
      key: "referral_fee:ref_0",
      explanation: "33⅓% of the fee of $33,333.33",
      payee: { type: "referral_fee", name: "Firm 0" },
      source: { entity: "referral", id: "ref_0" },
    });
    const whole = { numerator: 1, denominator: 1 };
    await expect(draftWith(arranged, [third, whole])).rejects.toThrow("The referral fees exceed the fee");
  });
});

describe("the printed statement", () => {
  test("is a PDF among the documents of the case, rendered once", async () => {
    const { statementId, caseId } = await createIssued();
    const { organizationId } = tenant;
    const tools = openWorkTools(server);
    await Promise.all([1, 2].map(() => renderStatement(tools, { organizationId, statementId })));
    await renderStatement(tools, { organizationId, statementId });
    const { documentId, revision } = await get(statementId);
    expect(revision).toBe(2);
    const { body } = await api.get(`/documents?caseId=${caseId}&category=settlement_statement`);
    expect(body["documents"]).toMatchObject([{ id: documentId, contentType: "application/pdf", containsPhi: true }]);
    const { objectId } = await tenant.inside((transaction) =>
      transaction
        .selectFrom("DocumentVersion")
        .select("objectId")
        .where("documentId", "=", documentId)
        .executeTakeFirstOrThrow(),
    );
    const bytes = await buffer(await tools.files.storage.read(objectKey(organizationId, objectId)));
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    const { objects } = await tenant.inside((transaction) =>
      transaction
        .selectFrom("StoredObject")
        .select(({ fn }) => fn.countAll<number>().as("objects"))
        .executeTakeFirstOrThrow(),
    );
    const { versions } = await tenant.inside((transaction) =>
      transaction
        .selectFrom("DocumentVersion")
        .select(({ fn }) => fn.countAll<number>().as("versions"))
        .executeTakeFirstOrThrow(),
    );
    // What the attempt that came second stored, is dropped.
    expect(objects).toBe(versions);
  });

  test("of a statement that is gone, or that has its file, nothing is rendered", async () => {
    const { organizationId } = tenant;
    await renderStatement(openWorkTools(server), { organizationId, statementId: "sst_1" });
  });
});
