import type { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { expectRejection, expectSuccess } from "../../testing/conformance/subject.ts";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { countTraces } from "../../testing/harness/traces.ts";
import { createSubscription, writeEvents } from "../../testing/harness/webhooks.ts";
import { loadDeliveries } from "../webhooks/deliveries/store.records.ts";
import type { CreatedRequest } from "./fixtures.ts";
import { createCaseDocument, createProvider, createReadyRequest } from "./fixtures.records.ts";
import type { QueueResult } from "./queue/schema.ts";
import type { RetrievalRequest } from "./requests/schema.ts";

let server: TestServer;
let watcher: Client;
let tenant: TestTenant;
let vendorId: string;
let otherVendorId: string;
/** With keys of the first vendor, of the other, and of none. */
let bound: Api;
let other: Api;
let free: Api;
/** A ready request of each vendor, and one of none. */
let own: CreatedRequest & { authorizationId: string };
let foreign: typeof own;
let unassigned: typeof own;

beforeAll(async () => {
  server = await startTestServer();
  watcher = await server.connectOwner();
});
afterAll(() => server.close(1000));

const keyOf = async (vendorContactId: string) => openApi(server, (await createKey(tenant, { vendorContactId })).secret);

beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  [vendorId, otherVendorId] = [await createProvider(tenant, "Copy House"), await createProvider(tenant, "Print House")];
  [bound, other, free] = [await keyOf(vendorId), await keyOf(otherVendorId), openApi(server, tenant.secret)];
  own = await createReadyRequest(tenant, { vendorId });
  foreign = await createReadyRequest(tenant, { vendorId: otherVendorId });
  unassigned = await createReadyRequest(tenant);
});

const idsOf = (requests: unknown) => (requests as RetrievalRequest[]).map(({ id }) => id).toSorted();
const list = async (api: Api, query = "") =>
  idsOf(expectSuccess(await api.get(`/retrieval-requests${query}`)).body["retrievalRequests"]);
const lease = async (api: Api, body: object = {}) =>
  expectSuccess(await api.change("POST", "/retrieval-queue/lease", body)).body["leases"] as {
    leaseToken: string;
    retrievalRequest: RetrievalRequest;
  }[];
const draft = (api: Api, changes: object = {}) =>
  api.change("POST", `/cases/${own.caseId}/retrieval-requests`, {
    facilityId: own.facilityId,
    requestType: "bills",
    ...changes,
  });

describe("a key bound to a vendor", () => {
  test("lists only that vendor's requests, of all cases and of one, with every filter", async () => {
    expect(await list(bound)).toEqual([own.requestId]);
    expect(await list(other)).toEqual([foreign.requestId]);
    expect(await list(free)).toEqual([own.requestId, foreign.requestId, unassigned.requestId].toSorted());
    for (const query of [
      `?vendorId=${otherVendorId}`,
      `?caseId=${foreign.caseId}`,
      `?facilityId=${foreign.facilityId}`,
    ])
      expect(await list(bound, query)).toEqual([]);
    expect(await list(bound, `?vendorId=${vendorId}&readyForPickup=true`)).toEqual([own.requestId]);
    const ofCase = async (caseId: string) =>
      idsOf(expectSuccess(await bound.get(`/cases/${caseId}/retrieval-requests`)).body["retrievalRequests"]);
    expect(await ofCase(own.caseId)).toEqual([own.requestId]);
    expect(await ofCase(foreign.caseId)).toEqual([]);
  });

  test("uses no operation under a scope that is not open to vendors, though it holds all scopes", async () => {
    const paths = [
      "/events",
      "/webhook-subscriptions",
      "/reports",
      "/exports",
      "/service-accounts",
      "/contacts",
      "/clients",
      "/documents/doc_unknown",
      "/organization",
      `/cases/${own.caseId}`,
      `/cases/${own.caseId}/summary`,
      `/cases/${own.caseId}/activity`,
      `/cases/${own.caseId}/medical-summary`,
      `/medical-facilities/${own.facilityId}/records`,
      `/hipaa-authorizations/${own.authorizationId}`,
    ];
    for (const path of paths) expectRejection(await bound.get(path), "FORBIDDEN", "API key lacks required permissions");
    const changes: [string, object][] = [
      ["/exports", {}],
      ["/reports/std_open_cases/run", {}],
      ["/webhook-subscriptions", {}],
      [`/contacts/${vendorId}/merge`, { mergedContactId: otherVendorId }],
    ];
    for (const [path, body] of changes) expectRejection(await bound.change("POST", path, body), "FORBIDDEN");
    for (const path of ["/me", "/scopes", "/event-types", `/retrieval-requests/${own.requestId}`])
      expectSuccess(await bound.get(path));
  });

  test("receives no webhooks: no delivery of later events, and none of earlier ones", async () => {
    const { keyId } = await createSubscription(tenant);
    const listDeliveries = async () =>
      (await tenant.inside((transaction) => transaction.selectFrom("WebhookDelivery").select("id").execute())).map(
        ({ id }) => id,
      );
    await writeEvents(tenant, 1);
    const earlier = await listDeliveries();
    expect(earlier).toHaveLength(1);
    await changeRow(tenant, "IntegrationKey", keyId, { vendorContactId: vendorId });
    await writeEvents(tenant, 1);
    expect(await listDeliveries()).toEqual(earlier);
    const { rows } = await tenant.inside((transaction) =>
      loadDeliveries({ organizationId: tenant.organizationId, transaction }, earlier),
    );
    expect(rows.map(({ scopes }) => scopes)).toEqual([[]]);
  });

  test("reads and leases only that vendor's part of the queue", async () => {
    const peek = async (query = "") => expectSuccess(await bound.get(`/retrieval-queue${query}`)).body["queue"];
    expect(await peek()).toMatchObject({ waiting: 1, rush: 0, leased: 0, retrievalRequests: [{ id: own.requestId }] });
    expect(await peek(`?vendorId=${otherVendorId}`)).toEqual({ waiting: 0, rush: 0, leased: 0, retrievalRequests: [] });
    expect(await lease(bound, { vendorId: otherVendorId })).toEqual([]);
    expect((await lease(bound)).map(({ retrievalRequest }) => retrievalRequest.id)).toEqual([own.requestId]);
    expect((await lease(other)).map(({ retrievalRequest }) => retrievalRequest.id)).toEqual([foreign.requestId]);
    expect(await lease(bound)).toEqual([]);
    expect((await lease(free)).map(({ retrievalRequest }) => retrievalRequest.id)).toEqual([unassigned.requestId]);
  });

  test("cannot acknowledge another vendor's lease: the result is that of an unknown ID", async () => {
    const leases = await lease(free);
    const items = leases.map(({ leaseToken, retrievalRequest }) => ({
      requestId: retrievalRequest.id,
      leaseToken,
      result: "acknowledged",
    }));
    const acknowledge = async (api: Api, sent: object[]) =>
      expectSuccess(await api.change("POST", "/retrieval-queue/ack", { items: sent })).body["results"] as QueueResult[];
    const results = new Map((await acknowledge(bound, items)).map((result) => [result.requestId, result]));
    expect(results.get(own.requestId)).toMatchObject({ status: "succeeded", requestStatus: "acknowledged" });
    const [unknown] = await acknowledge(bound, [{ requestId: "ret_unknown", leaseToken: "x", result: "acknowledged" }]);
    for (const requestId of [foreign.requestId, unassigned.requestId]) {
      const { index, ...result } = results.get(requestId) ?? {};
      expect({ ...result, index: 0 }).toEqual({ ...unknown, requestId });
      expect(index).toBeDefined();
    }
    expect((await acknowledge(free, items)).map(({ status }) => status).toSorted()).toEqual([
      "failed",
      "succeeded",
      "succeeded",
    ]);
  });

  test("gets 404 for another vendor's request from every operation, without a trace", async () => {
    const documentId = await createCaseDocument(tenant, foreign.caseId);
    await changeRow(tenant, "RetrievalRequest", foreign.requestId, {
      status: "submitted",
      submittedAt: "2026-03-02T10:00:00.000Z",
    });
    const calls: ((requestId: string, api: Api) => ReturnType<Api["get"]>)[] = [
      (requestId, api) => api.get(`/retrieval-requests/${requestId}`),
      (requestId, api) => api.get(`/retrieval-requests/${requestId}/follow-ups`),
      (requestId, api) => api.change("PATCH", `/retrieval-requests/${requestId}`, { priority: "rush" }),
      (requestId, api) =>
        api.change("POST", `/retrieval-requests/${requestId}/transitions`, { toStatus: "acknowledged" }),
      (requestId, api) => api.change("POST", `/retrieval-requests/${requestId}/follow-ups`, { method: "phone" }),
      (requestId, api) => api.change("POST", `/retrieval-requests/${requestId}/documents`, { documentId }),
    ];
    const before = await countTraces(tenant);
    for (const call of calls) {
      const unknown = expectRejection(await call("ret_unknown", bound), "NOT_FOUND", "Retrieval request not found");
      for (const { requestId } of [foreign, unassigned])
        expect((await call(requestId, bound)).body).toEqual(unknown.body);
    }
    expect(await countTraces(tenant)).toEqual(before);
    for (const api of [other, free]) expectSuccess(await api.get(`/retrieval-requests/${foreign.requestId}`));
    for (const call of calls.slice(2)) expectSuccess(await call(foreign.requestId, other));
  });

  test("creates requests for that vendor only, and cannot assign one to another", async () => {
    const created = expectSuccess(await draft(bound)).body["retrievalRequest"] as RetrievalRequest;
    expect(created.vendor).toEqual({ id: vendorId, name: "Copy House" });
    for (const given of [otherVendorId, "con_unknown", null]) {
      expectRejection(
        await draft(bound, { vendorId: given }),
        "VALIDATION_FAILED",
        "vendorId: must be the vendor to which the key is bound",
      );
      expectRejection(
        await bound.change("PATCH", `/retrieval-requests/${own.requestId}`, { vendorId: given }),
        "VALIDATION_FAILED",
        "vendorId: must be",
      );
    }
    expectSuccess(await bound.change("PATCH", `/retrieval-requests/${own.requestId}`, { vendorId, priority: "rush" }));
    expect((expectSuccess(await draft(free)).body["retrievalRequest"] as RetrievalRequest).vendor).toBeNull();
    expectSuccess(await free.change("PATCH", `/retrieval-requests/${own.requestId}`, { vendorId: otherVendorId }));
    expectRejection(await bound.get(`/retrieval-requests/${own.requestId}`), "NOT_FOUND");
  });

  test("cannot change a request assigned to another vendor while it waited", async () => {
    const { changing } = await tenant.inside(async (transaction) => {
      await transaction
        .updateTable("RetrievalRequest")
        .set({ vendorId: otherVendorId })
        .where("id", "=", own.requestId)
        .execute();
      const reply = bound.change("PATCH", `/retrieval-requests/${own.requestId}`, { priority: "rush" });
      await waitForLock(watcher);
      return { changing: reply };
    });
    expectRejection(await changing, "NOT_FOUND", "Retrieval request not found");
  });
});
