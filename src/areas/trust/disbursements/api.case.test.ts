import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { arrangeSettlement } from "../../settlements/statements/fixtures.arranged.ts";
import { createDisbursement, createPayable } from "./fixtures.ts";

interface Summary {
  openLienCount: number | null;
  lastOfferCents: number | null;
  money: { trustBalanceCents: number | null };
}

/** What a case shows of its settlement and of its money, and what its stages wait for. */
let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const openKey = async (scopes: string[]): Promise<Api> => openApi(server, (await createKey(tenant, { scopes })).secret);

test("9. the summary of a case has the last offer, its open liens and what it has in trust, each by its scope", async () => {
  const { caseId } = await createPayable(tenant);
  const offer = { type: "offer", direction: "incoming", madeOn: "2026-03-02", method: "written" };
  for (const amountCents of [4_000_000, 6_500_000]) {
    const reply = await api.change("POST", `/cases/${caseId}/negotiations`, { ...offer, amountCents });
    expect(reply.status, reply.text).toBe(201);
  }
  const read = async (by: Api) => {
    const { openLienCount, lastOfferCents, money } = readBody<{ summary: Summary }>(
      await by.get(`/cases/${caseId}/summary`),
    ).summary;
    return [openLienCount, lastOfferCents, money.trustBalanceCents];
  };
  expect(await read(api)).toEqual([1, 6_500_000, 10_000_000]);
  expect(await read(await openKey(["cases:read", "settlements:read"]))).toEqual([1, 6_500_000, null]);
  expect(await read(await openKey(["cases:read", "trust:read"]))).toEqual([null, null, 10_000_000]);
});

describe("9. a stage that waits for money", () => {
  const enter = async (caseId: string) => {
    const { status, body } = await api.change("POST", `/cases/${caseId}/transitions`, { toStage: "disbursement" });
    return [status, body["error"]];
  };

  test("is entered once the funds have cleared and each share has an approved statement", async () => {
    const gates = ["funds_cleared", "statements_approved"];
    expect((await api.change("PUT", "/case-stage-gates/disbursement", { gates })).status).toBe(200);
    const { caseId } = await arrangeSettlement(tenant);
    const [status, error] = await enter(caseId);
    expect(status).toBe(409);
    expect(error).toContain("funds_cleared");
    expect(error).toContain("statements_approved");
    const received = await createPayable(tenant, { isCleared: false });
    const [receivedStatus, receivedError] = await enter(received.caseId);
    expect(receivedStatus).toBe(409);
    expect(receivedError).toContain("funds_cleared");
    expect(receivedError).not.toContain("statements_approved");
    expect((await enter((await createPayable(tenant)).caseId))[0]).toBe(200);
  });
});

test("17. with trust:read alone no settlement: its records are 403, and the books name none", async () => {
  const { settlementId, statementId } = await createDisbursement(tenant, "approved");
  const { sequenceId } = readBody<{ settlement: { sequenceId: string } }>(
    await api.get(`/settlements/${settlementId}`),
  ).settlement;
  const reader = await openKey(["trust:read"]);
  for (const path of [
    "/settlements",
    `/settlements/${settlementId}`,
    `/settlement-statements/${statementId}`,
    "/liens",
    "/negotiations",
  ])
    expect([path, (await reader.get(path)).status]).toEqual([path, 403]);
  for (const path of ["/trust-accounts", "/trust-ledgers", "/trust-transactions", "/trust-disbursements"]) {
    const { status, text } = await reader.get(path);
    expect([path, status, text.includes(sequenceId)]).toEqual([path, 200, false]);
  }
});
