import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createCaseDocument } from "../../medical/fixtures.records.ts";
import { createParty, createNamedContact } from "../../cases/parties/fixtures.ts";
import { signInMember } from "../../team/fixtures.ts";
import { createLien } from "./fixtures.ts";
import type { Lien } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
/** Of a key without `medical:read`. */
let ofSettlements: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  const { secret } = await createKey(tenant, {
    scopes: ["settlements:read", "settlements:write", "events:read", "contacts:read", "contacts:write", "cases:write"],
  });
  ofSettlements = openApi(server, secret);
});
afterAll(() => server.close(1000));

const move = (lienId: string, body: object, by = api) => by.change("POST", `/liens/${lienId}/transitions`, body);
type Reply = Awaited<ReturnType<typeof move>>;
const lienOf = (reply: Reply) => readBody<{ lien: Lien }>(reply).lien;

/** A lien of which an amount is asserted, and a document of its case. */
async function createAsserted(values: Parameters<typeof createLien>[1] = {}) {
  const created = await createLien(tenant, { assertedCents: 1_248_000, status: "asserted", ...values });
  return { ...created, letterDocumentId: await createCaseDocument(tenant, created.caseId) };
}

const letter = (letterDocumentId: string, amountCents = 779_365) => ({
  status: "final",
  final: { amountCents, on: "2026-03-12", method: "procurement_42cfr411", letterDocumentId },
});

describe("a lien", () => {
  test("goes from notice to the final letter and back, and says what was audited and saved", async () => {
    const { caseId } = await createCase(tenant);
    const lienholderContactId = await createNamedContact(tenant, "BCRC");
    const created = lienOf(
      await api.change("POST", `/cases/${caseId}/liens`, {
        type: "medicare",
        lienholderContactId,
        claimReference: "M-1",
        externalId: "crm-l1",
      }),
    );
    expect(created).toMatchObject({
      status: "identified",
      lienholder: { id: lienholderContactId, name: "BCRC" },
      auditedCents: null,
      savingsCents: null,
      availableTransitions: ["asserted", "waived", "withdrawn"],
    });
    const { id } = created;
    expect(lienOf(await move(id, { status: "asserted", assertedCents: 1_248_000 }))).toMatchObject({
      status: "asserted",
      auditedCents: 1_248_000,
    });
    expect(lienOf(await api.change("PATCH", `/liens/${id}`, { unrelatedCents: 48_000 })).auditedCents).toBe(1_200_000);
    const letterDocumentId = await createCaseDocument(tenant, caseId);
    expect(lienOf(await move(id, letter(letterDocumentId)))).toMatchObject({
      status: "final",
      finalCents: 779_365,
      finalOn: "2026-03-12",
      finalMethod: "procurement_42cfr411",
      finalLetterDocumentId: letterDocumentId,
      savingsCents: 468_635,
      availableTransitions: ["negotiating", "waived", "withdrawn"],
    });
    expect(lienOf(await move(id, { status: "negotiating" }))).toMatchObject({
      finalCents: null,
      finalLetterDocumentId: null,
      savingsCents: null,
    });
    expect(lienOf(await move(id, { status: "waived", reason: "Compromised" }))).toMatchObject({
      savingsCents: 1_248_000,
      statusReason: "Compromised",
      availableTransitions: [],
    });
  });

  test("is found by case, type, status, open and the day on which the demand expires", async () => {
    const other = await createTenant(server.services.database);
    const of = openApi(server, other.secret);
    const { lienId, caseId } = await createLien(other, { finalDemandExpiresOn: "2026-05-01" });
    const { lienId: waivedId } = await createLien(other, { type: "tax", status: "waived" });
    const find = async (query: string) =>
      readBody<{ liens: Lien[] }>(await of.get(`/liens?${query}`)).liens.map(({ id }) => id);
    expect(await find("sort=oldest")).toEqual([lienId, waivedId]);
    expect(await find(`caseId=${caseId}`)).toEqual([lienId]);
    expect(await find("type=tax")).toEqual([waivedId]);
    expect(await find("status=waived")).toEqual([waivedId]);
    expect(await find("open=true")).toEqual([lienId]);
    expect(await find("open=false")).toEqual([waivedId]);
    expect(await find("finalDemandExpiresBefore=2026-05-02")).toEqual([lienId]);
    expect(await find("finalDemandExpiresBefore=2026-05-01")).toEqual([]);
  });

  test.each<[string, object]>([
    ["final", { status: "final" }],
    ["final", { status: "disputed", final: letter("doc_1").final }],
    ["assertedCents", { status: "disputed", assertedCents: 1 }],
    ["reason", { status: "waived" }],
    ["final.on", { ...letter("doc_1"), final: { ...letter("doc_1").final, on: "2199-01-01" } }],
  ])("400 names %s", async (path, body) => {
    const { lienId } = await createAsserted();
    expect((await move(lienId, body)).body).toMatchObject({
      code: "VALIDATION_FAILED",
      error: expect.stringContaining(`${path}: `),
    });
  });

  test("400 to assert no amount, and for more unrelated charges than are asserted", async () => {
    const { lienId } = await createLien(tenant);
    expect((await move(lienId, { status: "asserted" })).body["error"]).toContain("assertedCents: ");
    const reply = await api.change("PATCH", `/liens/${lienId}`, { assertedCents: 5, unrelatedCents: 6 });
    expect(reply.body["error"]).toContain("unrelatedCents: ");
  });

  test("409 for a final amount above what was asserted, for what the letter settled, and for paid", async () => {
    const { lienId, letterDocumentId } = await createAsserted();
    const tooMuch = await move(lienId, letter(letterDocumentId, 1_248_001));
    expect(tooMuch.body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: "The final amount exceeds the 1248000 cents asserted",
    });
    await move(lienId, letter(letterDocumentId));
    for (const change of [{ assertedCents: 1_300_000 }, { unrelatedCents: 1 }, { type: "tax" }])
      expect((await api.change("PATCH", `/liens/${lienId}`, change)).status).toBe(409);
    expect((await api.change("PATCH", `/liens/${lienId}`, { payByOn: "2026-05-11" })).status).toBe(200);
    expect((await move(lienId, { status: "paid" })).status).toBe(400);
    expect((await move(lienId, { status: "released" })).body["code"]).toBe("INVALID_STATE_TRANSITION");
  });

  test("409 to negotiate a final lien again of which a part is paid", async () => {
    const { lienId, letterDocumentId } = await createAsserted();
    lienOf(await move(lienId, letter(letterDocumentId)));
    await changeRow(tenant, "Lien", lienId, { paidCents: 100 });
    const { status, body } = await move(lienId, { status: "negotiating" });
    expect([status, body["code"], body["error"]]).toEqual([
      409,
      "INVALID_STATE_TRANSITION",
      "100 cents of the lien are paid: void the disbursement before it is negotiated again",
    ]);
  });

  test("of two final letters at once, one wins", async () => {
    const { lienId, letterDocumentId } = await createAsserted();
    const replies = await Promise.all([
      move(lienId, letter(letterDocumentId)),
      move(lienId, letter(letterDocumentId, 1)),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("its case is neither closed nor deleted while it is open, and its claimant stays", async () => {
    const { caseId, partyId } = await createParty(tenant, { isClient: true });
    const { lienId } = await createLien(tenant, { caseId, claimantPartyId: partyId });
    const remove = (path: string) => api.change("DELETE", path);
    expect((await remove(`/cases/${caseId}`)).body["error"]).toContain("open liens");
    const party = await remove(`/cases/${caseId}/parties/${partyId}`);
    expect([party.status, party.headers["x-error-reason"]]).toEqual([409, "record_in_use"]);
    const gates = (await api.get("/case-stage-gates")).text;
    expect(gates).toContain("no_unpaid_lien");
    await move(lienId, { status: "withdrawn", reason: "Another claimant's" });
    expect((await remove(`/cases/${caseId}`)).status).toBe(200);
    expect((await api.get(`/liens/${lienId}`)).status).toBe(404);
  });

  test("409 while the case is archived, but for transitions", async () => {
    const { lienId, caseId } = await createAsserted();
    await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
    const replies = [
      await api.change("POST", `/cases/${caseId}/liens`, {
        type: "tax",
        lienholderContactId: await createNamedContact(tenant, "IRS"),
      }),
      await api.change("PATCH", `/liens/${lienId}`, { notes: "x" }),
    ];
    expect(replies.map(({ headers }) => headers["x-error-reason"])).toEqual(["case_archived", "case_archived"]);
    expect((await move(lienId, { status: "negotiating" })).status).toBe(200);
  });
});

describe("17. without medical:read", () => {
  const secrets = { claimReference: "HICN-77-0042", notes: "Ask the plan" };

  test("no lienholder, handler, claim reference or bill is in a record, a list or an event", async () => {
    const handlerContactId = await createNamedContact(tenant, "Rawlings Recovery");
    const lienholderContactId = await createNamedContact(tenant, "Secret Health Plan");
    const { lienId, caseId } = await createLien(tenant, { handlerContactId, lienholderContactId, ...secrets });
    const replies = [
      await ofSettlements.get(`/liens/${lienId}`),
      await ofSettlements.get(`/liens?caseId=${caseId}`),
      await move(lienId, { status: "asserted", assertedCents: 100 }, ofSettlements),
      await ofSettlements.change("PATCH", `/liens/${lienId}`, { payByOn: "2026-05-11" }),
      await ofSettlements.get("/events?entity=lien&limit=100"),
    ];
    for (const reply of replies) {
      expect(reply.status, reply.text).toBe(200);
      for (const secret of ["Rawlings", "Secret Health", "HICN", handlerContactId, lienholderContactId])
        expect(reply.text).not.toContain(secret);
    }
    expect(lienOf(replies[0] as Reply)).toMatchObject({
      lienholder: null,
      handler: null,
      claimReference: null,
      medicalBillIds: null,
      notes: secrets.notes,
    });
    expect(lienOf(await api.get(`/liens/${lienId}`))).toMatchObject({
      lienholder: { id: lienholderContactId },
      handler: { id: handlerContactId },
      claimReference: secrets.claimReference,
      medicalBillIds: [],
    });
  });

  test("a member sees in the portal what they may view", async () => {
    const lienholderContactId = await createNamedContact(tenant, "Hidden Health Plan");
    const { lienId } = await createLien(tenant, { lienholderContactId, ...secrets });
    const readAs = async (role: string) => {
      const { portal } = await signInMember(server, tenant, { role });
      const list = await portal.query("liens.list", { limit: 200 });
      return { list: JSON.stringify(list), one: await portal.query<{ lien: Lien }>("liens.get", { lienId }) };
    };
    const accountant = await readAs("trust_accountant");
    expect(accountant.one.data.lien).toMatchObject({
      lienholder: null,
      handler: null,
      claimReference: null,
      medicalBillIds: null,
      notes: secrets.notes,
    });
    expect(accountant.list).toContain(lienId);
    for (const secret of ["Hidden Health Plan", lienholderContactId, "HICN"])
      expect(`${accountant.list}${JSON.stringify(accountant.one)}`).not.toContain(secret);
    const coordinator = await readAs("settlement_coordinator");
    expect(coordinator.one.data.lien).toMatchObject({
      lienholder: { id: lienholderContactId },
      claimReference: secrets.claimReference,
    });
    expect(coordinator.list).toContain("Hidden Health Plan");
    const { portal } = await signInMember(server, tenant, { role: "billing" });
    expect((await portal.query("liens.get", { lienId })).error?.data.code).toBe("FORBIDDEN");
  });

  test("a renamed lienholder does not name its liens", async () => {
    const lienholderContactId = await createNamedContact(tenant, "Plan A");
    const { lienId } = await createLien(tenant, { lienholderContactId });
    const reply = await api.change("PATCH", `/contacts/${lienholderContactId}`, { companyName: "Plan B" });
    expect(reply.status, reply.text).toBe(200);
    const event = (await readEvents(tenant)).findLast(({ entityId }) => entityId === lienholderContactId);
    expect(JSON.stringify(event?.relatedIds)).not.toContain(lienId);
    expect(lienOf(await api.get(`/liens/${lienId}`)).lienholder?.name).toBe("Plan B");
  });

  test("403 to name medical bills", async () => {
    const { lienId } = await createLien(tenant);
    const reply = await ofSettlements.change("PATCH", `/liens/${lienId}`, { medicalBillIds: ["mbl_1"] });
    expect([reply.body["code"], reply.headers["x-error-detail"]]).toEqual(["FORBIDDEN", "medical:read"]);
  });
});

test("a merge gives the remaining contact the liens of the other, with an event for each", async () => {
  const [kept, merged] = [await createNamedContact(tenant, "Plan C"), await createNamedContact(tenant, "Plan C Inc.")];
  const { lienId } = await createLien(tenant, { lienholderContactId: merged });
  const gone = await api.change("DELETE", `/contacts/${merged}`);
  expect(gone.body["error"]).toContain("liens");
  const reply = await api.change("POST", `/contacts/${kept}/merge`, { mergedContactId: merged });
  expect(reply.status, reply.text).toBe(200);
  expect(lienOf(await api.get(`/liens/${lienId}`)).lienholder?.id).toBe(kept);
  expect((await readEvents(tenant)).map(({ eventType, entityId }) => [eventType, entityId])).toContainEqual([
    "lien.updated",
    lienId,
  ]);
});

test("18. ids of another organization, of another case, and of a party that the firm does not represent: 404 alike", async () => {
  const foreign = await createTenant(server.services.database);
  const theirs = await createLien(foreign);
  const { lienId } = await createLien(tenant);
  const { partyId } = await createParty(tenant);
  const replies = [
    await api.get(`/liens/${theirs.lienId}`),
    await api.change("PATCH", `/liens/${theirs.lienId}`, { notes: "x" }),
    await move(theirs.lienId, { status: "withdrawn", reason: "x" }),
    await api.change("POST", `/cases/${theirs.caseId}/liens`, {
      type: "tax",
      lienholderContactId: await createNamedContact(tenant, "IRS"),
    }),
    await api.change("PATCH", `/liens/${lienId}`, { claimantPartyId: partyId }),
    await api.change("PATCH", `/liens/${lienId}`, { lienholderContactId: await createNamedContact(foreign, "X") }),
    await api.change("PATCH", `/liens/${lienId}`, { medicalBillIds: ["mbl_unknown"] }),
    await api.change("PATCH", `/liens/${lienId}`, {
      releaseDocumentId: await createCaseDocument(foreign, theirs.caseId),
    }),
  ];
  expect(replies.map(({ status }) => status)).toEqual(Array(replies.length).fill(404));
});
