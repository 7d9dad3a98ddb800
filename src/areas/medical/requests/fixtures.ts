import { ids } from "../../../contract/examples/example-story.ts";
import { createId } from "../../../platform/database/ids.ts";
import {
  readId,
  anything,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, insertFor, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createFacility, createRetrievalRequest, type CreatedRequest } from "../fixtures.ts";
import { leaseToken } from "../queue/examples.ts";
import { createAuthorization, createCaseDocument, createProvider, createReadyRequest } from "../fixtures.records.ts";

// By the assertion of the test alone: fixtures are no tests.

const relate = (request: CreatedRequest) => [
  ...relateCase(request),
  { entity: "medical_facility", id: request.facilityId },
];
const touch = (request: CreatedRequest) => () => ({
  entity: "retrieval_request",
  id: request.requestId,
  relatedIds: relate(request),
});
const touchRead = (request: CreatedRequest) => () => ({
  entity: "retrieval_request",
  id: request.requestId,
  relatedIds: relateCase(request),
});
const changedSince = { notes: "changed since", revision: 9 };

/** What a mutation of a request has in common. */
function onRequest(
  tenant: TestTenant,
  request: CreatedRequest,
): Pick<Arrangement, "pathValues" | "recordParameters" | "revision" | "change" | "touched"> {
  return {
    pathValues: { requestId: request.requestId },
    revision: 1,
    change: () => changeRow(tenant, "RetrievalRequest", request.requestId, changedSince),
    touched: touch(request),
  };
}

/** A request at revision 1, as it was sent. */
async function createSent(tenant: TestTenant, status = "submitted"): Promise<CreatedRequest> {
  const request = await createRetrievalRequest(tenant, { status, submittedAt: "2026-03-02T10:00:00.000Z" });
  await changeRow(tenant, "RetrievalRequest", request.requestId, { revision: 1 });
  return request;
}

/** What an authorization's arrangements have in common. */
async function onAuthorization(
  tenant: TestTenant,
): Promise<Pick<Arrangement, "pathValues" | "recordParameters" | "change" | "touched">> {
  const made = await createCase(tenant);
  const authorizationId = await createAuthorization(tenant, made.caseId);
  return {
    pathValues: { authorizationId },
    change: () =>
      changeRow(tenant, "HipaaAuthorization", authorizationId, { expirationEvent: "changed since", revision: 9 }),
    touched: () => ({ entity: "hipaa_authorization", id: authorizationId, relatedIds: relateCase(made) }),
  };
}

export const requestScenarios = {
  "retrievalRequests.list": async (tenant) => {
    const request = await createRetrievalRequest(tenant);
    return { query: { status: "submitted", limit: "5" }, touched: touchRead(request) };
  },
  "cases.retrievalRequests.list": async (tenant) => {
    const request = await createRetrievalRequest(tenant);
    return { pathValues: { caseId: request.caseId }, touched: touchRead(request) };
  },
  "cases.retrievalRequests.create": async (tenant) => {
    const facility = await createFacility(tenant);
    const { caseId, facilityId } = facility;
    const authorizationId = await createAuthorization(tenant, caseId);
    return {
      pathValues: { caseId },
      ownValues: {
        [ids.facilityId]: facilityId,
        [ids.vendorId]: await createProvider(tenant, "Copy House"),
        [ids.authorizationId]: authorizationId,
      },
      change: (response) => changeRow(tenant, "RetrievalRequest", readId(response, "retrievalRequest"), changedSince),
      touched: (response) => ({ ...touch({ ...facility, requestId: readId(response, "retrievalRequest") })() }),
      diff: {},
    };
  },
  "retrievalRequests.get": async (tenant) => {
    const request = await createRetrievalRequest(tenant);
    return { pathValues: { requestId: request.requestId }, touched: touchRead(request) };
  },
  "retrievalRequests.update": async (tenant) => ({
    ...onRequest(tenant, await createSent(tenant)),
    diff: ({ priority }) => ({ priority: { from: "standard", to: priority } }),
  }),
  "retrievalRequests.transition": async (tenant) => ({
    ...onRequest(tenant, await createSent(tenant, "acknowledged")),
    diff: ({ toStatus, vendorReference }) => ({
      status: { from: "acknowledged", to: toStatus },
      availableTransitions: anything,
      statusChangedAt: anything,
      vendorReference: { from: null, to: vendorReference },
    }),
  }),
  "retrievalRequests.followUps.list": async (tenant) => {
    const request = await createSent(tenant);
    const { organizationId } = tenant;
    const { requestId } = request;
    const id = createId("retrievalFollowUp");
    const followUp = { organizationId, id, requestId, method: "fax", actorName: "Ada Counsel" };
    await insertFor(tenant, { RetrievalFollowUp: followUp });
    const relatedIds = [...relateCase(request), { entity: "retrieval_request", id: requestId }];
    return { pathValues: { requestId }, touched: () => ({ entity: "retrieval_follow_up", id, relatedIds }) };
  },
  "retrievalRequests.followUps.create": async (tenant) => ({
    ...onRequest(tenant, await createSent(tenant)),
    revision: null,
    recordIn: "retrievalRequest",
    diff: ({ nextFollowUpOn }) => ({
      followUpOn: { from: null, to: nextFollowUpOn },
      followUpCount: { from: 0, to: 1 },
      lastFollowUpAt: { from: null, to: anything },
    }),
  }),
  "retrievalRequests.documents.attach": async (tenant) => {
    const request = await createSent(tenant);
    const documentId = await createCaseDocument(tenant, request.caseId);
    return {
      ...onRequest(tenant, request),
      ownValues: { [ids.chartId]: documentId },
      diff: { documents: { from: [], to: [{ id: documentId, name: "Chart.pdf", attachedAt: anything }] } },
    };
  },
  "cases.hipaaAuthorizations.list": async (tenant) => {
    const { touched = () => ({ entity: "", id: "", relatedIds: [] }) } = await onAuthorization(tenant);
    return { pathValues: { caseId: touched({}).relatedIds[0]?.id ?? "" }, touched };
  },
  "cases.hipaaAuthorizations.create": async (tenant) => {
    const made = await createCase(tenant);
    return {
      pathValues: { caseId: made.caseId },
      change: async (response) => {
        const id = readId(response, "hipaaAuthorization");
        await changeRow(tenant, "HipaaAuthorization", id, { expirationEvent: "changed since", revision: 9 });
      },
      touched: (response) => ({
        entity: "hipaa_authorization",
        id: readId(response, "hipaaAuthorization"),
        relatedIds: relateCase(made),
      }),
      diff: {},
    };
  },
  "hipaaAuthorizations.get": async (tenant) => ({ ...(await onAuthorization(tenant)), revision: null }),
  "hipaaAuthorizations.update": async (tenant) => ({
    ...(await onAuthorization(tenant)),
    revision: 1,
    diff: ({ signedOn }) => ({ signedOn: { from: "2026-01-02", to: signedOn } }),
  }),
  "hipaaAuthorizations.revoke": async (tenant) => ({
    ...(await onAuthorization(tenant)),
    revision: 1,
    diff: ({ reason }) => ({
      revokedOn: { from: null, to: anything },
      revokeReason: { from: null, to: reason },
      status: { from: "active", to: "revoked" },
    }),
  }),
  "retrievalQueue.peek": async (tenant) => {
    const request = await createReadyRequest(tenant);
    return { touched: touchRead(request) };
  },
  "retrievalQueue.lease": async (tenant) => {
    const vendorId = await createProvider(tenant, "Copy House");
    const request = await createReadyRequest(tenant, { vendorId });
    return {
      ownValues: { [ids.vendorId]: vendorId },
      recordIn: null,
      change: () => changeRow(tenant, "RetrievalRequest", request.requestId, changedSince),
      touched: touch(request),
      diff: { leasedUntil: { from: null, to: anything } },
    };
  },
  "retrievalQueue.ack": async (tenant) => {
    const request = await createReadyRequest(tenant, {
      leaseToken,
      leasedUntil: new Date(Date.now() + 600_000).toISOString(),
    });
    return {
      ownValues: { [ids.requestId]: request.requestId },
      recordIn: null,
      change: () => changeRow(tenant, "RetrievalRequest", request.requestId, changedSince),
      touched: touch(request),
      diff: anything,
      alsoEmits: ["retrieval_request.status_changed"],
    };
  },
} satisfies Record<string, Scenario>;
