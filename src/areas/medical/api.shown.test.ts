import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { expectRejection } from "../../testing/conformance/subject.ts";
import { createRetrievalRequest } from "./fixtures.ts";
import {
  createAuthorization,
  createBill,
  createCaseDocument,
  createMedicalRows,
  createReadyRequest,
  createTreatment,
} from "./fixtures.records.ts";
import type { MedicalTreatment } from "./parts/schema.ts";
import type { RetrievalRequest } from "./requests/schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

async function enter(): Promise<void> {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
}
const read = async (requestId: string) =>
  (await api.get(`/retrieval-requests/${requestId}`)).body["retrievalRequest"] as RetrievalRequest;
const remove = (documentId: string) =>
  tenant.inside((transaction) =>
    transaction
      .updateTable("Document")
      .set({ deletedAt: "2026-03-14T15:09:26.535Z" })
      .where("id", "=", documentId)
      .execute(),
  );

describe("long timelines and document lists", () => {
  test("show the newest ten in lists and the queue, and the newest two hundred in the detail", async () => {
    await enter();
    const { requestId, caseId } = await createReadyRequest(tenant);
    const { organizationId } = tenant;
    const at = (index: number) => new Date(Date.UTC(2026, 3, 1) + index * 1000).toISOString();
    const steps = Array.from({ length: 205 }, (_, index) => ({
      organizationId,
      id: createId("retrievalRequestStep"),
      requestId,
      at: at(index),
      status: "ready",
      actorName: "Ada",
      note: String(index),
    }));
    const documentIds: string[] = [];
    for (let index = 0; index < 12; index += 1) documentIds.push(await createCaseDocument(tenant, caseId));
    await tenant.inside(async (transaction) => {
      await transaction.insertInto("RetrievalRequestStep").values(steps).execute();
      await transaction
        .insertInto("RetrievalRequestDocument")
        .values(
          documentIds.map((documentId, index) => ({ organizationId, requestId, documentId, attachedAt: at(index) })),
        )
        .execute();
    });
    const listed = (await api.get("/retrieval-requests")).body["retrievalRequests"] as RetrievalRequest[];
    const peeked = ((await api.get("/retrieval-queue")).body["queue"] as { retrievalRequests: RetrievalRequest[] })
      .retrievalRequests;
    for (const [request] of [listed, peeked]) {
      expect(request?.timeline.map(({ note }) => note)).toEqual(steps.slice(-10).map(({ note }) => note));
      expect(request?.documents.map(({ id }) => id)).toEqual(documentIds.slice(-10));
    }
    const shown = await read(requestId);
    expect(shown.timeline.map(({ note }) => note)).toEqual(steps.slice(-200).map(({ note }) => note));
    expect(shown.documents.map(({ id }) => id)).toEqual(documentIds);
  });
});

describe("deleted documents", () => {
  test("are hidden everywhere, and deleting one changes the request's ETag", async () => {
    await enter();
    const { requestId, facilityId, billId, recordId, authorizationId, documentId, caseId } =
      await createMedicalRows(tenant);
    await tenant.inside(async (transaction) => {
      await transaction.updateTable("MedicalBill").set({ documentId }).where("id", "=", billId).execute();
      await transaction
        .updateTable("HipaaAuthorization")
        .set({ documentId })
        .where("id", "=", authorizationId)
        .execute();
    });
    const showing = async () => [
      (await read(requestId)).documents.length,
      ...(await Promise.all(
        [
          [`/medical-facilities/${facilityId}/bills/${billId}`, "medicalBill"],
          [`/medical-facilities/${facilityId}/records/${recordId}`, "medicalRecord"],
          [`/hipaa-authorizations/${authorizationId}`, "hipaaAuthorization"],
        ].map(async ([path = "", name = ""]) => readRecord((await api.get(path)).body, name)["document"] !== null),
      )),
    ];
    expect(await showing()).toEqual([1, true, true, true]);
    const { revision } = await read(requestId);
    await remove(documentId);
    expect(await showing()).toEqual([0, false, false, false]);
    expect((await read(requestId)).revision).toBe(revision + 1);
    expect(JSON.stringify((await api.get(`/cases/${caseId}/hipaa-authorizations`)).body)).not.toContain(documentId);
    // What names a document that is gone can be changed all the same.
    expect((await api.change("PATCH", `/hipaa-authorizations/${authorizationId}`, { includesHiv: true })).status).toBe(
      200,
    );
  });
});

describe("authorizations of a request", () => {
  test("are shown with today's status, and such a request never returns 304", async () => {
    await enter();
    const { requestId, authorizationId } = await createReadyRequest(tenant, { status: "draft" });
    expect(await read(requestId)).toMatchObject({ authorizationStatus: "signed", authorizationExpiresOn: null });
    const { headers } = await api.get(`/retrieval-requests/${requestId}`);
    // Its last day has passed: nothing was written.
    await changeRow(tenant, "HipaaAuthorization", authorizationId, { expiresOn: "2026-02-01" });
    const again = await api.get(`/retrieval-requests/${requestId}`, { "If-None-Match": headers.etag ?? "" });
    expect([again.status, again.body["retrievalRequest"]]).toMatchObject([
      200,
      { authorizationStatus: "expired", authorizationExpiresOn: "2026-02-01" },
    ]);
    const [listed] = (await api.get("/retrieval-requests")).body["retrievalRequests"] as RetrievalRequest[];
    expect(listed).toMatchObject({ authorizationStatus: "expired", authorizationExpiresOn: "2026-02-01" });
  });

  test("rejected by the facility stay rejected until the request moves on; a finished request keeps the last status", async () => {
    await enter();
    const { requestId, authorizationId } = await createReadyRequest(tenant, { status: "submitted" });
    const move = (body: object) => api.change("POST", `/retrieval-requests/${requestId}/transitions`, body);
    await move({ toStatus: "rejected", reason: "Not legible" });
    expect((await read(requestId)).authorizationStatus).toBe("rejected");
    await move({ toStatus: "awaiting_authorization" });
    expect((await read(requestId)).authorizationStatus).toBe("signed");
    await move({ toStatus: "cancelled" });
    await api.change("POST", `/hipaa-authorizations/${authorizationId}/revoke`, {});
    expect(await read(requestId)).toMatchObject({
      authorizationStatus: "signed",
      authorization: { revokedOn: expect.any(String) },
    });
  });
});

test("a certified request is finished: it accepts no follow-up or change, and its facility can be unbound", async () => {
  await enter();
  const { requestId, facilityId } = await createRetrievalRequest(tenant, {
    status: "certified",
    submittedAt: "2026-03-02T10:00:00.000Z",
  });
  expectRejection(
    await api.change("POST", `/retrieval-requests/${requestId}/follow-ups`, { method: "phone" }),
    "INVALID_STATE_TRANSITION",
    "accepts no follow-up",
  );
  expectRejection(
    await api.change("PATCH", `/retrieval-requests/${requestId}`, { notes: "late" }),
    "INVALID_STATE_TRANSITION",
    "is finished",
  );
  expect((await api.change("DELETE", `/medical-facilities/${facilityId}`)).status).toBe(200);
});

test("treatments of an unbound facility no longer reduce gap days", async () => {
  await enter();
  const bound = await createTreatment(tenant, { startOn: "2026-01-05", endOn: "2026-01-07" });
  const other = await createBill(tenant);
  await changeRow(tenant, "MedicalFacility", other.facilityId, { caseId: bound.caseId, clientId: bound.clientId });
  await createTreatment(tenant, { startOn: "2026-01-10", endOn: "2026-01-20" }, { ...other, caseId: bound.caseId });
  const { treatmentId } = await createTreatment(tenant, { startOn: "2026-01-15", endOn: null }, bound);
  const gap = async () =>
    (
      (await api.get(`/medical-facilities/${bound.facilityId}/treatments/${treatmentId}`)).body[
        "medicalTreatment"
      ] as MedicalTreatment
    ).gapDays;
  expect(await gap()).toBe(0);
  await api.change("DELETE", `/medical-facilities/${other.facilityId}`);
  expect(await gap()).toBe(8);
});

test("the queue counts exclude requests of archived or deleted cases", async () => {
  await enter();
  const [archived, deleted] = [
    await createReadyRequest(tenant),
    await createReadyRequest(tenant, { priority: "rush" }),
  ];
  const live = await createReadyRequest(tenant);
  await changeRow(tenant, "RetrievalRequest", archived.requestId, {
    leaseToken: "x",
    leasedUntil: new Date(Date.now() + 600_000).toISOString(),
  });
  await tenant.inside(async (transaction) => {
    await transaction.updateTable("Case").set({ matterStatus: "archived" }).where("id", "=", archived.caseId).execute();
    await transaction
      .updateTable("Case")
      .set({ deletedAt: "2026-03-14T15:09:26.535Z" })
      .where("id", "=", deleted.caseId)
      .execute();
  });
  expect((await api.get("/retrieval-queue")).body["queue"]).toMatchObject({
    waiting: 1,
    rush: 0,
    leased: 0,
    retrievalRequests: [{ id: live.requestId }],
  });
});

test("the status values of queue items are in the metadata", async () => {
  await enter();
  expect(JSON.stringify((await api.get("/metadata/queueItemStatus")).body)).toContain("succeeded");
});

test("an authorization has at most a hundred open requests, and revoking it marks all of them", async () => {
  await enter();
  const { requestId, authorizationId, caseId, facilityId } = await createReadyRequest(tenant);
  await tenant.inside(async (transaction) => {
    const {
      id: _,
      requestNumber: __,
      ...row
    } = await transaction
      .selectFrom("RetrievalRequest")
      .selectAll()
      .where("id", "=", requestId)
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: 99 }, (___, index) => `ret_${tenant.organizationId}_${index}`);
    await transaction
      .insertInto("RetrievalRequest")
      .values(ids.map((id) => ({ ...row, id, requestNumber: id })))
      .execute();
  });
  const draft = (values: object = {}) =>
    api.change("POST", `/cases/${caseId}/retrieval-requests`, {
      facilityId,
      requestType: "records",
      authorizationId,
      ...values,
    });
  expectRejection(await draft(), "INVALID_STATE_TRANSITION", "add another authorization");
  const other = await createAuthorization(tenant, caseId);
  const made = readRecord((await draft({ authorizationId: other })).body, "retrievalRequest");
  const change = () => api.change("PATCH", `/retrieval-requests/${String(made["id"])}`, { authorizationId });
  expectRejection(await change(), "INVALID_STATE_TRANSITION", "100 open requests");
  await changeRow(tenant, "RetrievalRequest", requestId, { status: "completed" });
  expect((await change()).status).toBe(200);
  expect((await api.change("POST", `/hipaa-authorizations/${authorizationId}/revoke`, {})).status).toBe(200);
  const rows = await tenant.inside((transaction) =>
    transaction
      .selectFrom("RetrievalRequest")
      .select(["id", "status", "revision"])
      .where("authorizationId", "=", authorizationId)
      .execute(),
  );
  expect(rows.filter(({ status, revision }) => status === "on_hold" && revision === 2)).toHaveLength(99);
  expect(rows.find(({ id }) => id === requestId)).toMatchObject({ status: "completed", revision: 1 });
});
