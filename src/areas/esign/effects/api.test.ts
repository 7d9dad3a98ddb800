import { afterAll, beforeAll, expect, test } from "vitest";
import { describeAction, runAsSystem } from "../../../rpc/unit-of-work.ts";
import type { Context } from "../../../rpc/context.ts";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { expectRejection } from "../../../testing/conformance/subject.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { buildEsignField } from "../../../../prisma/seed/builders/esign.ts";
import { takeSystemLocks, releaseSystemLocks } from "../../documents/domain.system-locks.ts";
import { createLead } from "../../leads/fixtures.ts";
import { createAuthorization, createCaseDocument } from "../../medical/fixtures.records.ts";
import { createRetrievalRequest } from "../../medical/fixtures.ts";
import { createManagedTenant, createMember } from "../../team/fixtures.ts";
import { runForRequest } from "../work/domain.attempts.ts";
import { createEsignRequest, createSubmission, standings, type CreatedEsignRequest } from "../fixtures.ts";
import { applyCompletionEffects, applySentEffects, effectEvents, lockEffectTargetsForUpdate } from "./domain.ts";
import { notifyOfRequest } from "./domain.notices.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const act = (work: (context: Context) => Promise<void>) =>
  runForRequest(
    server.services,
    tenant.organizationId,
    describeAction("esignRequests.seal", { mayEmit: [...effectEvents, "document.locked", "document.unlocked"] }),
    async (context) => {
      await work(context);
      return context.pending.eventsToRecord.length > 0;
    },
  );

/** Completes a request as the job that seals does it. */
const complete = (requestId: string, owners: { leadId: string | null; caseId: string | null }) =>
  act(async (context) => {
    await lockEffectTargetsForUpdate(context, owners);
    await applyCompletionEffects(context, requestId);
  });

const readEffects = async (requestId: string) => {
  const row = await tenant.inside((transaction) =>
    transaction.selectFrom("EsignRequest").select("effects").where("id", "=", requestId).executeTakeFirstOrThrow(),
  );
  return (row.effects as { kind: string; outcome: string; reason: string | null; entityId: string }[]).map(
    ({ kind, outcome, reason }) => ({ kind, outcome, reason }),
  );
};

const applied = (kind: string) => ({ kind, outcome: "applied", reason: null });

/** The request's document becomes another one. */
const changeDocument = (requestId: string, values: Record<string, unknown>) =>
  tenant.inside((transaction) =>
    transaction.updateTable("EsignDocument").set(values).where("requestId", "=", requestId).execute(),
  );

const allSigned = standings.sealing;

async function createOfLead(
  status: string,
  values: Parameters<typeof createEsignRequest>[1] = allSigned,
): Promise<CreatedEsignRequest & { leadId: string }> {
  const leadId = await createLead(tenant, { status, ...(status === "lost" && { lostReason: "Hired another firm" }) });
  const created = await createEsignRequest(tenant, { caseId: null, leadId, ...values });
  return { ...created, leadId };
}

test("a sent retainer moves the lead to retainer_sent, a completed one to retainer_signed, each with its event", async () => {
  const { esignRequestId, leadId } = await createOfLead("qualified", standings.preparing);
  await act(async (context) => {
    await lockEffectTargetsForUpdate(context, { leadId, caseId: null });
    await applySentEffects(context, esignRequestId);
  });
  const readLead = async () => readRecord((await api.get(`/leads/${leadId}`)).body, "lead");
  expect(await readLead()).toMatchObject({ status: "retainer_sent", retainerSentAt: expect.any(String) as unknown });
  await changeRow(tenant, "EsignRequest", esignRequestId, allSigned);
  await complete(esignRequestId, { leadId, caseId: null });
  expect(await readLead()).toMatchObject({ status: "retainer_signed" });
  expect(await readEffects(esignRequestId)).toEqual([applied("lead_retainer_sent"), applied("lead_retainer_signed")]);
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === leadId);
  expect(events.map(({ eventType, actor }) => [eventType, (actor as { type: string }).type])).toEqual([
    ["lead.status_changed", "system"],
    ["lead.status_changed", "system"],
  ]);
});

test("a lead is not moved with moveLead false; one that is lost meanwhile is skipped and holds nothing up", async () => {
  const kept = await createOfLead("qualified", { ...standings.preparing, moveLead: false });
  await act((context) => applySentEffects(context, kept.esignRequestId));
  expect(readRecord((await api.get(`/leads/${kept.leadId}`)).body, "lead")).toMatchObject({ status: "qualified" });
  const lost = await createOfLead("lost");
  await complete(lost.esignRequestId, { leadId: lost.leadId, caseId: null });
  expect(await readEffects(lost.esignRequestId)).toEqual([
    { kind: "lead_retainer_signed", outcome: "skipped", reason: "The lead is in status lost" },
  ]);
});

test("acceptance 13: engagedOn is the firm's day of signing; a case that is engaged keeps its day", async () => {
  await changeRow(tenant, "Organization", tenant.organizationId, { timezone: "America/New_York" });
  const { esignRequestId, caseId } = await createEsignRequest(tenant, allSigned);
  await complete(esignRequestId, { leadId: null, caseId });
  const readCase = async (id: string) => readRecord((await api.get(`/cases/${id}`)).body, "case");
  expect(await readCase(caseId)).toMatchObject({ engagedOn: "2026-03-05", retainerStatus: "signed" });
  expect(await readEffects(esignRequestId)).toEqual([applied("case_engaged")]);
  const engaged = await createEsignRequest(tenant, allSigned);
  await changeRow(tenant, "Case", engaged.caseId, { engagedOn: "2026-01-02" });
  await complete(engaged.esignRequestId, { leadId: null, caseId: engaged.caseId });
  expect(await readCase(engaged.caseId)).toMatchObject({ engagedOn: "2026-01-02", retainerStatus: "signed" });
});

test("acceptance 7: an authorization is active without the category whose box was left empty; one request that waited is ready, the other is skipped with what it lacks", async () => {
  const awaiting = { status: "awaiting_authorization", authorizationStatus: "pending" };
  const first = await createRetrievalRequest(tenant, { ...awaiting, allDates: true });
  const { caseId, clientId, facilityId } = first;
  const authorizationId = await createAuthorization(tenant, caseId, {
    signedOn: null,
    includesMentalHealth: true,
    includesHiv: true,
  });
  const second = await createRetrievalRequest(tenant, { ...awaiting, includesMentalHealth: true });
  const ofCase = { caseId, clientId, facilityId, authorizationId };
  for (const { requestId } of [first, second]) await changeRow(tenant, "RetrievalRequest", requestId, ofCase);
  const documentId = await createCaseDocument(tenant, caseId);
  const { esignRequestId, recipientId } = await createEsignRequest(tenant, { ...allSigned, caseId });
  await changeDocument(esignRequestId, { purpose: "hipaa_authorization", authorizationId, documentId });
  const box = { organizationId: tenant.organizationId, requestId: esignRequestId, kind: "checkbox" };
  const mentalHealth = buildEsignField({ ...box, number: 2, sets: "includesMentalHealth" });
  const hiv = buildEsignField({ ...box, number: 3, sets: "includesHiv" });
  const substanceUse = buildEsignField({ ...box, number: 4, sets: "includesSubstanceUse" });
  await insertFor(tenant, { EsignField: [mentalHealth, hiv, substanceUse] });
  const values = { [mentalHealth.id]: "false", [hiv.id]: "true", [substanceUse.id]: "true" };
  await createSubmission(tenant, recipientId, { values });

  await complete(esignRequestId, { leadId: null, caseId });
  const authorization = readRecord(
    (await api.get(`/hipaa-authorizations/${authorizationId}`)).body,
    "hipaaAuthorization",
  );
  expect(authorization).toMatchObject({
    status: "active",
    signedOn: "2026-03-05",
    document: { id: documentId },
    includesMentalHealth: false,
    includesHiv: true,
    includesSubstanceUse: false,
  });
  expect(await readEffects(esignRequestId)).toEqual([
    applied("authorization_activated"),
    ...[first, second]
      .toSorted((one, other) => (one.requestId < other.requestId ? -1 : 1))
      .map(({ requestId }) =>
        requestId === first.requestId
          ? applied("retrieval_request_readied")
          : {
              kind: "retrieval_request_readied",
              outcome: "skipped",
              reason: "The request requires an authorization that covers it: it does not include mental health",
            },
      ),
  ]);
  const statusOf = async (id: string) =>
    readRecord((await api.get(`/retrieval-requests/${id}`)).body, "retrievalRequest")["status"];
  expect([await statusOf(first.requestId), await statusOf(second.requestId)]).toEqual([
    "ready",
    "awaiting_authorization",
  ]);
  // Of the skipped one nothing is recorded but that it shows the signed authorization.
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === second.requestId);
  expect(events.map(({ eventType }) => eventType)).toEqual(["retrieval_request.updated"]);
});

test("an authorization names the request that was sent for it; one that was signed meanwhile is skipped", async () => {
  const { caseId } = await createEsignRequest(tenant);
  const authorizationId = await createAuthorization(tenant, caseId, { signedOn: null });
  const { esignRequestId } = await createEsignRequest(tenant, { ...standings.preparing, caseId });
  const documentId = await createCaseDocument(tenant, caseId);
  await changeDocument(esignRequestId, { purpose: "hipaa_authorization", authorizationId, documentId });
  await act(async (context) => {
    await lockEffectTargetsForUpdate(context, { leadId: null, caseId });
    await applySentEffects(context, esignRequestId);
  });
  const read = async () =>
    readRecord((await api.get(`/hipaa-authorizations/${authorizationId}`)).body, "hipaaAuthorization");
  expect(await read()).toMatchObject({ status: "pending", esignRequestId, revision: 2 });
  await api.change("PATCH", `/hipaa-authorizations/${authorizationId}`, { signedOn: "2026-01-02" });
  await changeRow(tenant, "EsignRequest", esignRequestId, allSigned);
  await complete(esignRequestId, { leadId: null, caseId });
  expect(await readEffects(esignRequestId)).toEqual([
    { kind: "authorization_activated", outcome: "skipped", reason: "The authorization is in status active" },
  ]);
});

test("a document that is out is locked for everybody else until it is released, and shows no end of the lock", async () => {
  const { caseId } = await createEsignRequest(tenant);
  const documentId = await createCaseDocument(tenant, caseId);
  await act((context) => takeSystemLocks(context, [documentId]));
  const read = async () => readRecord((await api.get(`/documents/${documentId}`)).body, "document");
  expect(await read()).toMatchObject({ isLocked: true, lockedBy: { type: "system" }, lockExpiresAt: null });
  for (const [method, path, body] of [
    ["PATCH", "", { name: "Other" }],
    ["DELETE", "", undefined],
    ["POST", "/lock", { minutes: 5 }],
    ["POST", "/unlock", {}],
  ] as const)
    expectRejection(
      await api.change(method, `/documents/${documentId}${path}`, body, { "if-match": '"2"' }),
      "INVALID_STATE_TRANSITION",
      "out for signature",
    );
  await act((context) => releaseSystemLocks(context, [documentId]));
  expect(await read()).toMatchObject({ isLocked: false, lockedBy: null, revision: 3 });
  expect((await api.change("PATCH", `/documents/${documentId}`, { name: "Other" }, { "if-match": '"3"' })).status).toBe(
    200,
  );
});

test("a declined request notifies who made it, with its number and the recipient's label; else who manages requests", async () => {
  const managed = await createManagedTenant(server);
  const memberId = await createMember(managed.tenant, { role: "paralegal" });
  const createdBy = { type: "member", id: memberId, name: "Pat Legal" };
  const { esignRequestId } = await createEsignRequest(managed.tenant, { createdBy });
  const ofNobody = await createEsignRequest(managed.tenant);
  const { organizationId } = managed.tenant;
  await runAsSystem(server.services.database, organizationId, describeAction("esignRequests.notify", {}), (context) =>
    notifyOfRequest(context, esignRequestId, { kind: "esign.declined", label: "Client" })
      .then(() => notifyOfRequest(context, ofNobody.esignRequestId, { kind: "esign.seal_failed" }))
      .then(() => false),
  );
  const notices = await managed.tenant.inside((transaction) =>
    transaction.selectFrom("Notification").select(["memberId", "kind", "parameters"]).orderBy("id").execute(),
  );
  expect(notices).toEqual([
    {
      memberId,
      kind: "esign.declined",
      parameters: {
        esignRequestId,
        number: expect.stringMatching(/^ES-/) as unknown,
        caseNumber: expect.any(String) as unknown,
        label: "Client",
      },
    },
    {
      memberId: managed.manager.memberId,
      kind: "esign.seal_failed",
      parameters: expect.objectContaining({ esignRequestId: ofNobody.esignRequestId }) as unknown,
    },
  ]);
});
