import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createTenant, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { expectRejection, expectSuccess } from "../../testing/conformance/subject.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { describeAction, runAsSystem } from "../../rpc/unit-of-work.ts";
import { newId } from "../../../prisma/seed/builders/records.ts";
import { createLinkToken } from "../../platform/identity/credentials/signing-token.ts";
import { dayOf } from "../../platform/local-time.ts";
import { makePdf } from "../../platform/pdf/fixtures.ts";
import { createContact } from "../contacts/fixtures.ts";
import { createLead } from "../leads/fixtures.ts";
import { applyCompletionEffects, effectEvents, lockEffectTargetsForUpdate } from "./effects/domain.ts";
import { createEsignRequest, standings } from "./fixtures.ts";
import { beginAndAgree, newSubmissionId, openBrowser, typedSignature } from "./signing/fixtures.ts";
import { createPreparingRequest, openWorkTools, prepare, seal } from "./work/fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const readRequest = async (id: string) => readRecord((await api.get(`/esign-requests/${id}`)).body, "esignRequest");

test("acceptance 16: a conversion gives the lead's requests its case, with an event each; completed, they engage it", async () => {
  const leadId = await createLead(tenant, { status: "retainer_signed", firstName: "Rosa", lastName: "Diaz" });
  const { esignRequestId } = await createEsignRequest(tenant, { caseId: null, leadId, ...standings.sent });
  const converted = expectSuccess(
    await api.change("POST", `/leads/${leadId}/convert`, {
      caseType: "dog_bite",
      clientMatch: { mode: "create", firstName: "Rosa", lastName: "Diaz" },
    }),
  ).body;
  const { id: caseId } = readRecord(converted, "case") as { id: string };
  expect(await readRequest(esignRequestId)).toMatchObject({ caseId, leadId, status: "sent", revision: 2 });
  const event = (await readEvents(tenant)).find(({ entityId }) => entityId === esignRequestId);
  expect(event).toMatchObject({
    eventType: "esign_request.updated",
    diff: { caseId: { from: null, to: caseId } },
  });
  await changeRow(tenant, "EsignRequest", esignRequestId, standings.sealing);
  const action = describeAction("esignRequests.seal", { mayEmit: effectEvents });
  await runAsSystem(server.services.database, tenant.organizationId, action, async (context) => {
    await lockEffectTargetsForUpdate(context, { leadId, caseId });
    await applyCompletionEffects(context, esignRequestId);
  });
  expect(readRecord((await api.get(`/cases/${caseId}`)).body, "case")).toMatchObject({ engagedOn: "2026-03-05" });
  expect((await readRequest(esignRequestId))["effects"]).toMatchObject([
    { kind: "lead_retainer_signed", outcome: "skipped", reason: "The lead is in status converted" },
    { kind: "case_engaged", outcome: "applied" },
  ]);
});

test("acceptance 16: who is about to sign when the lead is converted goes on; completed, the new case is engaged", async () => {
  const leadId = await createLead(tenant, { status: "retainer_signed", firstName: "Rosa", lastName: "Diaz" });
  const { requestId, recipientId } = await createPreparingRequest(server, tenant, {
    bytes: await makePdf([{ text: "Fee agreement" }]),
    request: { caseId: null, leadId, moveLead: false },
    recipient: { clientId: null, leadId },
  });
  const tools = openWorkTools(server);
  await prepare(tools, tenant, requestId);
  const { token, digest } = createLinkToken();
  const expiresAt = new Date(Date.now() + 900_000).toISOString();
  const link = { organizationId: tenant.organizationId, id: newId("esignLink"), requestId, recipientId, expiresAt };
  await insertFor(tenant, { EsignLink: { ...link, kind: "mail", tokenDigest: digest } });
  const browser = openBrowser(server);
  await beginAndAgree(browser, token);
  const converted = expectSuccess(
    await api.change("POST", `/leads/${leadId}/convert`, {
      caseType: "dog_bite",
      clientMatch: { mode: "create", firstName: "Rosa", lastName: "Diaz" },
    }),
  ).body;
  const { id: caseId } = readRecord(converted, "case") as { id: string };
  const signed = await browser.post("sign", {
    submissionId: newSubmissionId(),
    signature: typedSignature,
    values: {},
  });
  expect(signed).toMatchObject({ status: 200, data: { status: "sealing" } });
  await seal(tools, tenant, requestId);
  const request = await readRequest(requestId);
  expect(request).toMatchObject({
    status: "completed",
    caseId,
    leadId,
    effects: [
      { kind: "lead_retainer_signed", outcome: "skipped", reason: "The lead is in status converted" },
      { kind: "case_engaged", entityId: caseId, outcome: "applied" },
    ],
  });
  const { timezone } = await tenant.inside((transaction) =>
    transaction.selectFrom("Organization").select("timezone").executeTakeFirstOrThrow(),
  );
  expect(readRecord((await api.get(`/cases/${caseId}`)).body, "case")).toMatchObject({
    engagedOn: dayOf(String(request["allSignedAt"]), timezone),
    retainerStatus: "signed",
  });
});

test("merged contacts and clients are recipients in the place of those that are merged; a contact of an open request is not deleted", async () => {
  const [remaining, merged] = [await createContact(tenant), await createContact(tenant)];
  const { esignRequestId, clientId } = await createEsignRequest(tenant, standings.sent, {
    clientId: null,
    contactId: merged,
    capacity: "guardian",
  });
  await tenant.inside((transaction) =>
    transaction
      .updateTable("EsignRecipient")
      .set({ signsForClientId: clientId })
      .where("requestId", "=", esignRequestId)
      .execute(),
  );
  expectRejection(await api.change("DELETE", `/contacts/${merged}`), "INVALID_STATE_TRANSITION", "signature requests");
  expectSuccess(await api.change("POST", `/contacts/${remaining}/merge`, { mergedContactId: merged }));
  const other = await createEsignRequest(tenant);
  expectSuccess(await api.change("POST", `/clients/${other.clientId}/merge`, { duplicateClientId: clientId }));
  expect(await readRequest(esignRequestId)).toMatchObject({
    revision: 3,
    recipients: [{ contactId: remaining, signsForClientId: other.clientId }],
  });
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === esignRequestId);
  expect(events.map(({ eventType }) => eventType)).toEqual(["esign_request.updated", "esign_request.updated"]);
  await changeRow(tenant, "EsignRequest", esignRequestId, standings.voided);
  expect((await api.change("DELETE", `/contacts/${remaining}`)).status).toBe(200);
});

test("a request that is out holds up closing, archiving and deleting its case, and counts in the summary; a draft does not", async () => {
  const { esignRequestId, caseId } = await createEsignRequest(tenant);
  const count = async () =>
    readRecord((await api.get(`/cases/${caseId}/summary`)).body, "summary")["openSignatureRequestCount"];
  const move = (toStatus: string, more: object = {}) =>
    api.change("POST", `/cases/${caseId}/transitions`, { toStatus, reason: "Over", ...more });
  expect(await count()).toBe(0);
  await changeRow(tenant, "EsignRequest", esignRequestId, standings.sent);
  expect(await count()).toBe(1);
  expectRejection(await move("closed"), "INVALID_STATE_TRANSITION", "no_open_signature_request");
  expectRejection(await api.change("DELETE", `/cases/${caseId}`), "INVALID_STATE_TRANSITION", "signature requests");
  expectSuccess(await move("closed", { force: true }));
  expectRejection(await move("archived", { force: true }), "INVALID_STATE_TRANSITION", "signature request");
  await changeRow(tenant, "EsignRequest", esignRequestId, standings.voided);
  expectSuccess(await move("archived"));
});
