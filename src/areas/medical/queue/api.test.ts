import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { expectRejection, expectSuccess } from "../../../testing/conformance/subject.ts";
import { createProvider, createReadyRequest } from "../fixtures.records.ts";
import type { QueueResult } from "./schema.ts";
import type { RetrievalRequest } from "../requests/schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});

interface Taken {
  leaseToken: string;
  leasedUntil: string;
  retrievalRequest: RetrievalRequest;
}

const lease = async (body: object = {}) =>
  expectSuccess(await api.change("POST", "/retrieval-queue/lease", body)).body["leases"] as Taken[];
const idsOf = (taken: readonly Taken[]) => taken.map(({ retrievalRequest }) => retrievalRequest.id);
const acknowledge = async (items: object[]) =>
  expectSuccess(await api.change("POST", "/retrieval-queue/ack", { items })).body["results"] as QueueResult[];
const read = async (requestId: string) =>
  (await api.get(`/retrieval-requests/${requestId}`)).body["retrievalRequest"] as RetrievalRequest;
/** The lease's time is over, as if the clock had gone on. */
const runOut = (requestId: string) =>
  changeRow(tenant, "RetrievalRequest", requestId, { leasedUntil: "2026-03-14T15:09:26.535Z" });

/** Many ready requests of one case, past the API. */
async function fill(count: number): Promise<string[]> {
  const first = await createReadyRequest(tenant);
  const others = Array.from(
    { length: count - 1 },
    (_, index) => `ret_${tenant.organizationId}_${String(index).padStart(4, "0")}`,
  );
  await tenant.inside(async (transaction) => {
    const {
      id: _,
      requestNumber: __,
      ...row
    } = await transaction
      .selectFrom("RetrievalRequest")
      .selectAll()
      .where("id", "=", first.requestId)
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto("RetrievalRequest")
      .values(others.map((id) => ({ ...row, id, requestNumber: id })))
      .execute();
  });
  return [first.requestId, ...others];
}

describe("leasing", () => {
  test("returns rush requests first, then the oldest, filters by vendor, and never leases a request twice", async () => {
    const vendorId = await createProvider(tenant, "Copy House");
    const late = await createReadyRequest(tenant, { statusChangedAt: "2026-03-03T00:00:00.000Z" });
    const early = await createReadyRequest(tenant, { statusChangedAt: "2026-03-02T00:00:00.000Z", vendorId });
    const rush = await createReadyRequest(tenant, { statusChangedAt: "2026-03-04T00:00:00.000Z", priority: "rush" });
    const peek = await api.get("/retrieval-queue?limit=2");
    expect(peek.body["queue"]).toMatchObject({
      waiting: 3,
      rush: 1,
      leased: 0,
      retrievalRequests: [{ id: rush.requestId }, { id: early.requestId }],
    });
    expect(idsOf(await lease({ vendorId }))).toEqual([early.requestId]);
    const rest = await lease({ leaseSeconds: 30 });
    expect(idsOf(rest)).toEqual([rush.requestId, late.requestId]);
    expect(rest[0]?.leasedUntil).toBe((await read(rush.requestId)).leasedUntil);
    expect(await lease()).toEqual([]);
    expect((await api.get("/retrieval-queue")).body["queue"]).toEqual({
      waiting: 0,
      rush: 0,
      leased: 3,
      retrievalRequests: [],
    });
  });

  test("skips requests of an archived case", async () => {
    const { caseId } = await createReadyRequest(tenant);
    await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
    expect(await lease()).toEqual([]);
  });

  test("a lease that is not acknowledged expires with its token", async () => {
    const { requestId } = await createReadyRequest(tenant);
    const [first] = await lease();
    // The vendor's program was killed here.
    await runOut(requestId);
    const [second] = await lease();
    expect(second?.retrievalRequest.id).toBe(requestId);
    expect(second?.leaseToken).not.toBe(first?.leaseToken);
    const items = [first, second].map((taken) => ({
      requestId,
      leaseToken: taken?.leaseToken,
      result: "acknowledged",
    }));
    expect((await acknowledge(items)).map(({ status, code }) => [status, code])).toEqual([
      ["failed", "INVALID_STATE_TRANSITION"],
      ["succeeded", null],
    ]);
  });

  test("a retry with the same idempotency key returns the same leases", async () => {
    await fill(4);
    const headers = { "X-Idempotency-Key": "lease of the night" };
    const [first, again] = [
      await api.change("POST", "/retrieval-queue/lease", { limit: 2 }, headers),
      await api.change("POST", "/retrieval-queue/lease", { limit: 2 }, headers),
    ];
    expect(again.text).toBe(first.text);
    // What is kept for the retry is encrypted: it names no token.
    const kept = await tenant.inside((transaction) =>
      transaction.selectFrom("IdempotencyRecord").select("body").execute(),
    );
    expect(JSON.stringify(kept)).not.toContain("lease_");
    expect((await lease()).length).toBe(2);
  });

  test("two concurrent workers process hundreds of requests, each exactly once, also after a crash", async () => {
    const ids = await fill(240);
    const acknowledged: string[] = [];
    let crashes = 0;
    async function work(worker: number): Promise<void> {
      for (let turn = 0; ; turn += 1) {
        const taken = await lease({ limit: 17 });
        if (taken.length === 0) return;
        if (turn === 2) {
          // Killed with its hands full: what it had comes back when the leases run out.
          crashes += 1;
          for (const id of idsOf(taken)) await runOut(id);
          continue;
        }
        const results = await acknowledge(
          taken.map(({ leaseToken, retrievalRequest }) => ({
            requestId: retrievalRequest.id,
            leaseToken,
            result: "acknowledged",
            vendorReference: `W${worker}`,
          })),
        );
        expect(results.filter(({ status }) => status === "failed")).toEqual([]);
        acknowledged.push(...results.map(({ requestId }) => requestId));
      }
    }
    await Promise.all([work(1), work(2)]);
    // A worker that finds the queue empty ends while another may still return leases: a third one takes the rest.
    await work(3);
    expect(crashes).toBeGreaterThan(0);
    expect(acknowledged.toSorted()).toEqual(ids.toSorted());
    expect((await api.get("/retrieval-queue")).body["queue"]).toMatchObject({ waiting: 0, leased: 0 });
  });
});

describe("acknowledging", () => {
  test("records submitted and acknowledged, or rejected; a released request stays in the queue", async () => {
    const ids = await fill(3);
    const taken = await lease();
    const tokenOf = (id: string | undefined) =>
      taken.find(({ retrievalRequest }) => retrievalRequest.id === id)?.leaseToken;
    const results = ["acknowledged", "rejected", "released"].map((result, index) => ({
      requestId: ids[index],
      leaseToken: tokenOf(ids[index]),
      result,
      reason: "As the vendor says",
      vendorReference: "V-1",
    }));
    expect((await acknowledge(results)).map(({ requestStatus }) => requestStatus)).toEqual([
      "acknowledged",
      "rejected",
      "ready",
    ]);
    const [first, second, third] = await Promise.all(ids.map(read));
    expect(first).toMatchObject({
      status: "acknowledged",
      vendorReference: "V-1",
      submittedAt: expect.any(String),
      acknowledgedAt: expect.any(String),
      leasedUntil: null,
    });
    expect(first?.timeline.map(({ status }) => status).slice(-2)).toEqual(["submitted", "acknowledged"]);
    expect(second).toMatchObject({ status: "rejected", statusReason: "As the vendor says" });
    expect(third).toMatchObject({ status: "ready", leasedUntil: null });
    expect(idsOf(await lease())).toEqual([ids[2]]);
  });

  test("a failed item changes nothing and does not affect the others", async () => {
    const [good = "", wrong = "", moved = "", unauthorized = ""] = await fill(4);
    const other = await createReadyRequest(await createTenant(server.services.database));
    const taken = new Map((await lease()).map(({ leaseToken, retrievalRequest }) => [retrievalRequest.id, leaseToken]));
    await api.change("POST", `/retrieval-requests/${moved}/transitions`, { toStatus: "cancelled" });
    await changeRow(tenant, "RetrievalRequest", unauthorized, { includesHiv: true });
    const item = (requestId: string, leaseToken = taken.get(requestId)) => ({
      requestId,
      leaseToken,
      result: "acknowledged",
    });
    const results = await acknowledge([
      item(wrong, "lease_of_somebody"),
      item(good),
      item(good),
      item(moved),
      item(unauthorized),
      item(other.requestId, "lease_x"),
    ]);
    expect(results.map(({ index, status, code }) => [index, status, code])).toEqual([
      [0, "failed", "INVALID_STATE_TRANSITION"],
      [1, "succeeded", null],
      [2, "failed", "INVALID_STATE_TRANSITION"],
      [3, "failed", "INVALID_STATE_TRANSITION"],
      [4, "failed", "INVALID_STATE_TRANSITION"],
      [5, "failed", "NOT_FOUND"],
    ]);
    expect(results[4]?.error).toMatch(/HIV/);
    expect([(await read(wrong)).status, (await read(unauthorized)).status]).toEqual(["ready", "ready"]);
    expect((await acknowledge([item(wrong)]))[0]).toMatchObject({ status: "succeeded", requestStatus: "acknowledged" });
  });

  test("a rejection requires a reason", async () => {
    const reply = await api.change("POST", "/retrieval-queue/ack", {
      items: [{ requestId: "ret_1", leaseToken: "x", result: "rejected" }],
    });
    expectRejection(reply, "VALIDATION_FAILED", "items.0.reason: required for rejected");
  });
});
