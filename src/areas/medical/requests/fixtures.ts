import { ids } from "../../../contract/examples/example-story.ts";
import { createId } from "../../../platform/database/ids.ts";
import { readRecord, type Arrangement, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createFacility, createRetrievalRequest, type CreatedRequest } from "../fixtures.ts";
import { leaseToken } from "../queue/examples.ts";
import { relateCreated } from "../facilities/fixtures.ts";
import { changeRequest, createAuthorization, createCaseDocument, createProvider, createReadyRequest } from "../fixtures.records.ts";

// By the assertion of the test alone: fixtures are no tests.
const anything = { asymmetricMatch: (value: unknown) => value !== undefined };

const relate = (request: CreatedRequest) => [...relateCreated(request), { entity: "medical_facility", id: request.facilityId }];
const touch = (request: CreatedRequest) => () => ({ entity: "retrieval_request", id: request.requestId, relatedIds: relate(request) });
/** What a read notes of it. */
const touchRead = (request: CreatedRequest) => () => ({ entity: "retrieval_request", id: request.requestId, relatedIds: relateCreated(request) });
const idIn = (answer: Record<string, unknown>, name: string) => String(readRecord(answer, name)["id"]);
const changedSince = { notes: "changed since", revision: 9 };

/** What a mutation of a request has in common. */
function onRequest(tenant: TestTenant, request: CreatedRequest): Pick<Arrangement, "pathValues" | "recordParameters" | "revision" | "change" | "touched"> {
  return {
    pathValues: { requestId: request.requestId },
    recordParameters: ["requestId"],
    revision: 1,
    change: () => changeRequest(tenant, request.requestId, changedSince),
    touched: touch(request),
  };
}

/** A request at revision 1, as it was sent. */
async function createSent(tenant: TestTenant, status = "submitted"): Promise<CreatedRequest> {
  const request = await createRetrievalRequest(tenant, { status, submittedAt: "2026-03-02T10:00:00.000Z" });
  await changeRequest(tenant, request.requestId, { revision: 1 });
  return request;
}

const listed: Scenario = async (tenant) => {
  const request = await createRetrievalRequest(tenant);
  return { pathValues: {}, query: { status: "submitted", limit: "5" }, recordParameters: [], revision: null, touched: touchRead(request) };
};

const listedOfCase: Scenario = async (tenant) => {
  const request = await createRetrievalRequest(tenant);
  return { pathValues: { caseId: request.caseId }, recordParameters: ["caseId"], revision: null, touched: touchRead(request) };
};

const read: Scenario = async (tenant) => {
  const request = await createRetrievalRequest(tenant);
  return { pathValues: { requestId: request.requestId }, recordParameters: ["requestId"], revision: null, touched: touchRead(request) };
};

const created: Scenario = async (tenant) => {
  const facility = await createFacility(tenant);
  const { caseId, facilityId } = facility;
  const authorizationId = await createAuthorization(tenant, caseId);
  return {
    pathValues: { caseId },
    ownValues: { [ids.facilityId]: facilityId, [ids.vendorId]: await createProvider(tenant, "Copy House"), [ids.authorizationId]: authorizationId },
    recordParameters: ["caseId"],
    revision: null,
    change: (answer) => changeRequest(tenant, idIn(answer, "retrievalRequest"), changedSince),
    touched: (answer) => ({ ...touch({ ...facility, requestId: idIn(answer, "retrievalRequest") })() }),
    diff: {},
  };
};

const updated: Scenario = async (tenant) => ({
  ...onRequest(tenant, await createSent(tenant)),
  diff: ({ priority }) => ({ priority: { from: "standard", to: priority } }),
});

const moved: Scenario = async (tenant) => ({
  ...onRequest(tenant, await createSent(tenant, "acknowledged")),
  diff: ({ toStatus, vendorReference }) => ({
    status: { from: "acknowledged", to: toStatus },
    availableTransitions: anything,
    statusChangedAt: anything,
    vendorReference: { from: null, to: vendorReference },
  }),
});

const followedUp: Scenario = async (tenant) => ({
  ...onRequest(tenant, await createSent(tenant)),
  revision: null,
  recordIn: "retrievalRequest",
  diff: ({ nextFollowUpOn }) => ({ followUpOn: { from: null, to: nextFollowUpOn }, followUpCount: { from: 0, to: 1 }, lastFollowUpAt: { from: null, to: anything } }),
});

const listedFollowUps: Scenario = async (tenant) => {
  const request = await createSent(tenant);
  const { organizationId } = tenant;
  const { requestId } = request;
  const id = createId("retrievalFollowUp");
  await tenant.inside((transaction) => transaction.insertInto("RetrievalFollowUp").values({ organizationId, id, requestId, method: "fax", actorName: "Ada Counsel" }).execute());
  const relatedIds = [...relateCreated(request), { entity: "retrieval_request", id: requestId }];
  return { pathValues: { requestId }, recordParameters: ["requestId"], revision: null, touched: () => ({ entity: "retrieval_follow_up", id, relatedIds }) };
};

const attached: Scenario = async (tenant) => {
  const request = await createSent(tenant);
  const documentId = await createCaseDocument(tenant, request.caseId);
  return {
    ...onRequest(tenant, request),
    ownValues: { [ids.chartId]: documentId },
    diff: { documents: { from: [], to: [{ id: documentId, name: "Chart.pdf", attachedAt: anything }] } },
  };
};

/** What an authorization's arrangements have in common. */
async function onAuthorization(tenant: TestTenant): Promise<Pick<Arrangement, "pathValues" | "recordParameters" | "change" | "touched">> {
  const made = await createCase(tenant);
  const authorizationId = await createAuthorization(tenant, made.caseId);
  return {
    pathValues: { authorizationId },
    recordParameters: ["authorizationId"],
    change: async () => {
      await tenant.inside((transaction) => transaction.updateTable("HipaaAuthorization").set({ expirationEvent: "changed since", revision: 9 }).where("id", "=", authorizationId).execute());
    },
    touched: () => ({ entity: "hipaa_authorization", id: authorizationId, relatedIds: relateCreated(made) }),
  };
}

const authorized: Scenario = async (tenant) => {
  const made = await createCase(tenant);
  return {
    pathValues: { caseId: made.caseId },
    recordParameters: ["caseId"],
    revision: null,
    change: async (answer) => {
      const id = idIn(answer, "hipaaAuthorization");
      await tenant.inside((transaction) => transaction.updateTable("HipaaAuthorization").set({ expirationEvent: "changed since", revision: 9 }).where("id", "=", id).execute());
    },
    touched: (answer) => ({ entity: "hipaa_authorization", id: idIn(answer, "hipaaAuthorization"), relatedIds: relateCreated(made) }),
    diff: {},
  };
};

const listedAuthorizations: Scenario = async (tenant) => {
  const { touched = () => ({ entity: "", id: "", relatedIds: [] }) } = await onAuthorization(tenant);
  return { pathValues: { caseId: touched({}).relatedIds[0]?.id ?? "" }, recordParameters: ["caseId"], revision: null, touched };
};

const peeked: Scenario = async (tenant) => {
  const request = await createReadyRequest(tenant);
  return { pathValues: {}, recordParameters: [], revision: null, touched: touchRead(request) };
};

const leased: Scenario = async (tenant) => {
  const vendorId = await createProvider(tenant, "Copy House");
  const request = await createReadyRequest(tenant, { vendorId });
  return {
    pathValues: {},
    ownValues: { [ids.vendorId]: vendorId },
    recordParameters: [],
    revision: null,
    recordIn: null,
    change: () => changeRequest(tenant, request.requestId, changedSince),
    touched: touch(request),
    diff: { leasedUntil: { from: null, to: anything } },
  };
};

const answered: Scenario = async (tenant) => {
  const request = await createReadyRequest(tenant, { leaseToken, leasedUntil: new Date(Date.now() + 600_000).toISOString() });
  return {
    pathValues: {},
    ownValues: { [ids.requestId]: request.requestId },
    recordParameters: [],
    revision: null,
    recordIn: null,
    change: () => changeRequest(tenant, request.requestId, changedSince),
    touched: touch(request),
    diff: anything,
    alsoEmits: ["retrieval_request.status_changed"],
  };
};

export const requestScenarios = {
  "retrievalRequests.list": listed,
  "cases.retrievalRequests.list": listedOfCase,
  "cases.retrievalRequests.create": created,
  "retrievalRequests.get": read,
  "retrievalRequests.update": updated,
  "retrievalRequests.transition": moved,
  "retrievalRequests.followUps.list": listedFollowUps,
  "retrievalRequests.followUps.create": followedUp,
  "retrievalRequests.documents.attach": attached,
  "cases.hipaaAuthorizations.list": listedAuthorizations,
  "cases.hipaaAuthorizations.create": authorized,
  "hipaaAuthorizations.get": async (tenant) => ({ ...(await onAuthorization(tenant)), revision: null }),
  "hipaaAuthorizations.update": async (tenant) => ({
    ...(await onAuthorization(tenant)),
    revision: 1,
    diff: ({ signedOn }) => ({ signedOn: { from: "2026-01-02", to: signedOn } }),
  }),
  "hipaaAuthorizations.revoke": async (tenant) => ({
    ...(await onAuthorization(tenant)),
    revision: 1,
    diff: ({ reason }) => ({ revokedOn: { from: null, to: anything }, revokeReason: { from: null, to: reason }, status: { from: "active", to: "revoked" } }),
  }),
  "retrievalQueue.peek": peeked,
  "retrievalQueue.lease": leased,
  "retrievalQueue.ack": answered,
} satisfies Record<string, Scenario>;
