import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { expectRejection, expectSuccess } from "../../../testing/conformance/subject.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createFacility, createRetrievalRequest } from "../fixtures.ts";
import { createCaseDocument, createReadyRequest } from "../fixtures.records.ts";
import type { HipaaAuthorization } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

test("the status of an authorization follows from its dates; its facilities and document must belong to its case", async () => {
  const { caseId, facilityId } = await createFacility(tenant);
  const other = await createFacility(tenant);
  const documentId = await createCaseDocument(tenant, caseId);
  const post = (body: object) => api.change("POST", `/cases/${caseId}/hipaa-authorizations`, body);
  expectRejection(await post({ scope: "specific" }), "VALIDATION_FAILED", "facilityIds");
  expectRejection(await post({ scope: "all", facilityIds: [facilityId] }), "VALIDATION_FAILED", "facilityIds");
  expectRejection(
    await post({ scope: "specific", facilityIds: [facilityId, facilityId] }),
    "VALIDATION_FAILED",
    "twice",
  );
  expectRejection(
    await post({ scope: "specific", facilityIds: [other.facilityId] }),
    "NOT_FOUND",
    "Facility not found",
  );
  expectRejection(
    await post({ scope: "all", signedOn: "2026-02-02", expiresOn: "2026-02-01" }),
    "VALIDATION_FAILED",
    "expiresOn",
  );
  expectRejection(
    await post({ scope: "all", documentId: await createCaseDocument(tenant, other.caseId) }),
    "NOT_FOUND",
    "Document not found",
  );
  const made = expectSuccess(await post({ scope: "specific", facilityIds: [facilityId], documentId })).body[
    "hipaaAuthorization"
  ] as HipaaAuthorization;
  expect(made).toMatchObject({
    status: "pending",
    facilities: [{ facilityId, name: "Mercy General" }],
    document: { id: documentId, name: "Chart.pdf" },
  });
  const patch = (body: object) => api.change("PATCH", `/hipaa-authorizations/${made.id}`, body);
  expect((await patch({ signedOn: "2026-01-02" })).body["hipaaAuthorization"]).toMatchObject({
    status: "active",
    revision: 2,
  });
  expect((await patch({ expiresOn: "2026-02-01" })).body["hipaaAuthorization"]).toMatchObject({
    status: "expired",
    revision: 3,
  });
  expectRejection(await patch({ scope: "all" }), "VALIDATION_FAILED", "facilityIds");
  expect((await patch({ scope: "all", facilityIds: [], expiresOn: null })).body["hipaaAuthorization"]).toMatchObject({
    status: "active",
    facilities: [],
  });
});

test("revoking an authorization blocks unsent requests and marks the others, and a second revocation is rejected", async () => {
  const { requestId: ready, authorizationId, caseId, clientId, facilityId } = await createReadyRequest(tenant);
  const sameCase = { caseId, clientId, facilityId, authorizationId };
  const sent = await createRetrievalRequest(tenant, { status: "in_progress" });
  const done = await createRetrievalRequest(tenant, { status: "completed" });
  for (const { requestId } of [sent, done]) await changeRow(tenant, "RetrievalRequest", requestId, sameCase);
  const revoke = (body: object = {}) => api.change("POST", `/hipaa-authorizations/${authorizationId}/revoke`, body);
  expectRejection(await revoke({ revokedOn: "2999-01-01" }), "VALIDATION_FAILED", "must not be in the future");
  expect((await revoke({ reason: "Changed counsel" })).body["hipaaAuthorization"]).toMatchObject({
    status: "revoked",
    revokeReason: "Changed counsel",
  });
  const read = async (id: string) => (await api.get(`/retrieval-requests/${id}`)).body["retrievalRequest"];
  expect(await read(ready)).toMatchObject({
    status: "on_hold",
    authorizationStatus: "revoked",
    statusReason: "The authorization was revoked",
  });
  expect(await read(sent.requestId)).toMatchObject({ status: "in_progress", authorizationStatus: "revoked" });
  expect(await read(done.requestId)).toMatchObject({ status: "completed", authorizationStatus: "signed" });
  const events = (await readEvents(tenant)).slice(-3).map(({ eventType }) => eventType);
  expect(events.toSorted()).toEqual([
    "hipaa_authorization.revoked",
    "retrieval_request.status_changed",
    "retrieval_request.updated",
  ]);
  expectRejection(
    await api.change("POST", `/retrieval-requests/${ready}/transitions`, { toStatus: "ready" }),
    "INVALID_STATE_TRANSITION",
    "it was revoked",
  );
  expectRejection(await revoke(), "INVALID_STATE_TRANSITION", "revoked");
  expectRejection(
    await api.change("PATCH", `/hipaa-authorizations/${authorizationId}`, { includesHiv: true }),
    "INVALID_STATE_TRANSITION",
    "revoked",
  );
});

test("a change of a shown field raises the revision of open requests with an event; other changes do not", async () => {
  const { requestId, authorizationId, caseId, clientId, facilityId } = await createReadyRequest(tenant);
  const done = await createRetrievalRequest(tenant, { status: "completed" });
  await changeRow(tenant, "RetrievalRequest", done.requestId, {
    caseId,
    clientId,
    facilityId,
    authorizationId,
    revision: 1,
  });
  const patch = (body: object) => api.change("PATCH", `/hipaa-authorizations/${authorizationId}`, body);
  const revisions = async () =>
    Promise.all(
      [requestId, done.requestId].map(
        async (id) =>
          ((await api.get(`/retrieval-requests/${id}`)).body["retrievalRequest"] as { revision: number }).revision,
      ),
    );
  const readChangeEvents = async () =>
    (await readEvents(tenant)).filter(({ entityId }) => entityId === requestId || entityId === done.requestId);
  expect(await revisions()).toEqual([1, 1]);
  expectSuccess(await patch({ includesHiv: true, signedOn: "2026-01-02" }));
  expect([await revisions(), await readChangeEvents()]).toEqual([[1, 1], []]);
  expectSuccess(await patch({ expiresOn: "2026-02-01" }));
  expect(await revisions()).toEqual([2, 1]);
  expect(await readChangeEvents()).toMatchObject([
    {
      entityId: requestId,
      eventType: "retrieval_request.updated",
      payload: { revision: 2, authorizationStatus: "expired" },
      diff: {
        authorizationStatus: { from: "signed", to: "expired" },
        authorizationExpiresOn: { from: null, to: "2026-02-01" },
      },
    },
  ]);
  expectSuccess(await api.change("POST", `/hipaa-authorizations/${authorizationId}/revoke`, {}));
  expect(await revisions()).toEqual([3, 1]);
  expect((await readChangeEvents()).slice(1)).toMatchObject([
    { entityId: requestId, eventType: "retrieval_request.status_changed", payload: { revision: 3, status: "on_hold" } },
  ]);
});
