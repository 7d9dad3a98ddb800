import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildContact } from "../../../../prisma/seed/builders/contacts.ts";
import { buildEsignRecipient } from "../../../../prisma/seed/builders/esign.ts";
import { createLead } from "../../leads/fixtures.ts";
import { signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { readRecord, type ResponseBody } from "../../../testing/harness/requests/example-request.ts";
import {
  changeRow,
  createCase,
  createKey,
  createTenant,
  insertFor,
  type TestTenant,
} from "../../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createEsignTemplate, createSentRequest } from "../fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const client = (clientId: string, more: object = {}) => ({ key: "client", clientId, ...more });
const readRequest = (body: ResponseBody) => readRecord(body, "esignRequest");

/** A body that is accepted, of a case of its own. */
async function prepare(): Promise<{ caseId: string; clientId: string; body: Record<string, unknown> }> {
  const { caseId, clientId } = await createCase(tenant);
  const { esignTemplateId } = await createEsignTemplate(tenant, {
    fields: [
      {
        recipientKey: "client",
        kind: "signature",
        required: true,
        label: "Signature",
        acroField: null,
        page: 1,
        x: 61.2,
        y: 633.6,
        width: 183.6,
        height: 39.6,
        format: null,
        maxLength: null,
        group: null,
        source: null,
        fallback: null,
        sets: null,
        fontSize: 10,
      },
    ],
    recipients: [{ key: "client", label: "The client", role: "signer", order: 1 }],
  });
  return {
    caseId,
    clientId,
    body: { title: "Fee agreement", documents: [{ esignTemplateId }], recipients: [client(clientId)] },
  };
}

const create = (caseId: string, body: object) => api.change("POST", `/cases/${caseId}/esign-requests`, body);

describe("a new request", () => {
  test("copies the template's recipients and fields, and takes the name and address of the record", async () => {
    const { caseId, body } = await prepare();
    const created = readRequest((await create(caseId, body)).body);
    expect(created).toMatchObject({
      status: "draft",
      sequenceId: expect.stringMatching(/^ES-\d{4}-\d{5}$/) as string,
      reminders: { firstAfterDays: 3, everyDays: 3, max: 5 },
      recipients: [{ label: "The client", name: "Rosa Diaz", email: "rosa@example.com", status: "waiting" }],
      documents: [{ position: 1, purpose: "retainer_agreement" }],
    });
    const { body: got } = await api.get(`/esign-requests/${String(created["id"])}`);
    expect(readRequest(got)["fields"]).toMatchObject([{ kind: "signature", page: 1, x: 61.2, value: null }]);
    const { body: trail } = await api.get(`/esign-requests/${String(created["id"])}/audit-trail`);
    expect(trail["entries"]).toMatchObject([{ number: 1, action: "created", detail: { documents: 1 } }]);
  });

  test.each<[string, (clientId: string) => object, string]>([
    [
      "a recipient that the template has is missing",
      (id) => ({ recipients: [{ ...client(id), key: "other" }] }),
      "recipients: the template has a recipient with the key client",
    ],
    [
      "another client than that of the case",
      () => ({ recipients: [client("cli_other")] }),
      "recipients.0.clientId: must be the client of the case",
    ],
    ["nobody signs", (id) => ({ recipients: [client(id, { role: "carbon_copy" })] }), "recipients: must have a signer"],
    ["one key twice", (id) => ({ recipients: [client(id), client(id)] }), "recipients: keys must be unique"],
    [
      "a passcode that is not asked for",
      (id) => ({ recipients: [client(id, { passcode: "123456" })] }),
      "recipients.0.passcode: allowed only with authentication passcode",
    ],
    [
      "a guardian for nobody",
      (id) => ({ recipients: [client(id, { capacity: "guardian" })] }),
      "recipients.0.signsForClientId: required with capacity guardian",
    ],
  ])("is rejected where %s", async (_, change, message) => {
    const { caseId, clientId, body } = await prepare();
    const reply = await create(caseId, { ...body, ...change(clientId) });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(message)]);
  });

  test("acceptance 8: hipaa requires medical:write, and documentId and another address require documents:read", async () => {
    const { caseId, clientId, body } = await prepare();
    const { secret } = await createKey(tenant, { scopes: ["esign:write"] });
    const post = (changed: object) =>
      openApi(server, secret).change("POST", `/cases/${caseId}/esign-requests`, { ...body, ...changed });
    const documents = [
      { ...(body["documents"] as object[])[0], purpose: "hipaa_authorization", hipaa: { authorizationId: "hip_1" } },
    ];
    const replies = [
      await post({ documents }),
      await post({ documents: [{ documentId: "doc_1" }] }),
      await post({ recipients: [client(clientId, { email: "rosa@elsewhere.example" })] }),
      await post({}),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 201]);
    // Acceptance 14: the echo form has no addresses.
    expect(replies[3]?.text).not.toContain("rosa@example.com");
  });

  test("of a converted lead, with the documents of another case, or with a foreign template is rejected", async () => {
    const { caseId, clientId, body } = await prepare();
    const other = await createTenant(server.services.database);
    const { esignTemplateId } = await createEsignTemplate(other);
    const foreign = await create(caseId, { ...body, documents: [{ esignTemplateId }] });
    const unknown = await create(caseId, { ...body, documents: [{ esignTemplateId: "est_unknown" }] });
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(unknown.text);
    const leadId = await createLead(tenant, {
      status: "converted",
      convertedCaseId: caseId,
      convertedClientId: clientId,
      convertedAt: "2026-03-01T15:00:00.000Z",
    });
    const ofLead = await api.change("POST", `/leads/${leadId}/esign-requests`, {
      ...body,
      recipients: [{ key: "client", leadId }],
    });
    expect([ofLead.status, ofLead.text]).toEqual([409, expect.stringContaining("create the request for its case")]);
  });
});

describe("sending", () => {
  test("goes to preparing, and the same again is rejected", async () => {
    const { caseId, body } = await prepare();
    const sent = readRequest((await create(caseId, { ...body, send: true })).body);
    expect(sent).toMatchObject({ status: "preparing", availableTransitions: ["voided"] });
    const again = await api.change("POST", `/esign-requests/${String(sent["id"])}/send`, {});
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("cannot go to preparing")]);
  });

  test.each(["en", "es"])("has a consent text in %s to offer, whatever the firm wrote", async (language) => {
    const manager = await signInMember(server, tenant, { role: "owner", isAttorney: true });
    const body = "You can sign on paper instead, and it costs you nothing. ".repeat(4);
    const { data } = await manager.portal.mutate<{ consentText: { id: string; version: number } }>(
      "esignConsentTexts.createVersion",
      { language, title: "Signing electronically", body, expectedVersion: 1 },
    );
    const { body: texts } = await api.get(`/esign-consent-texts?language=${language}&isCurrent=true`);
    expect(texts["consentTexts"]).toMatchObject([{ id: data.consentText.id, version: 2 }]);
    const { caseId, body: request } = await prepare();
    expect((await create(caseId, { ...request, language, send: true })).status).toBe(201);
    // No operation retires one: the application may not delete a text, and the index allows one current of a language.
    await expect(tenant.inside((transaction) => transaction.deleteFrom("EsignConsentText").execute())).rejects.toThrow(
      "permission denied",
    );
  });

  test("names all that is missing, and leaves nothing behind", async () => {
    const { caseId, clientId, body } = await prepare();
    const contact = buildContact({
      organizationId: tenant.organizationId,
      type: "person",
      name: "Ann Roe",
      email: "rosa@example.com",
    });
    const mute = buildContact({ organizationId: tenant.organizationId, type: "person", name: "No Mail" });
    await insertFor(tenant, { Contact: [contact] });
    await insertFor(tenant, { Contact: [mute] });
    const recipients = [
      client(clientId),
      { key: "spouse", contactId: contact.id },
      { key: "mute", contactId: mute.id },
    ];
    const reply = await create(caseId, { ...body, recipients, send: true });
    expect(reply.status).toBe(409);
    for (const lack of [
      "spouse has no signature field",
      "mute has no email address",
      "signers with one email address need a passcode each",
    ])
      expect(reply.text).toContain(lack);
    const { body: list } = await api.get(`/esign-requests?caseId=${caseId}`);
    expect(list["esignRequests"]).toEqual([]);
  });

  test("a retainer agreement needs a lead that can go to retainer_sent, unless the request says otherwise", async () => {
    const { body } = await prepare();
    const leadId = await createLead(tenant, { status: "new" });
    const ofLead = { ...body, recipients: [{ key: "client", leadId, email: "lead@example.com" }], send: true };
    const rejected = await api.change("POST", `/leads/${leadId}/esign-requests`, ofLead);
    expect([rejected.status, rejected.text]).toEqual([409, expect.stringContaining("cannot go to retainer_sent")]);
    expect((await api.change("POST", `/leads/${leadId}/esign-requests`, { ...ofLead, moveLead: false })).status).toBe(
      201,
    );
  });
});

describe("a request that is out", () => {
  test("changes its expiry, reminders and externalId alone", async () => {
    const { esignRequestId } = await createSentRequest(tenant);
    const path = `/esign-requests/${esignRequestId}`;
    const title = await api.change("PATCH", path, { title: "Another" });
    expect([title.status, title.text]).toEqual([409, expect.stringContaining("cannot change title")]);
    const expiresAt = new Date(Date.now() + 10 * 86_400_000).toISOString();
    expect(readRequest((await api.change("PATCH", path, { expiresAt })).body)["expiresAt"]).toBe(expiresAt);
  });

  test("is voided once, and its recipients are cancelled", async () => {
    const { esignRequestId } = await createSentRequest(tenant);
    const path = `/esign-requests/${esignRequestId}/void`;
    expect(readRequest((await api.change("POST", path, { reason: "Wrong file" })).body)).toMatchObject({
      status: "voided",
      endReason: "Wrong file",
      recipients: [{ status: "cancelled", isActive: false }],
    });
    expect((await api.change("POST", path, { reason: "Again" })).status).toBe(409);
  });

  test("whose files are being signed with a seal is not voided", async () => {
    const { esignRequestId } = await createSentRequest(tenant);
    await changeRow(tenant, "EsignRequest", esignRequestId, {
      status: "sealing",
      allSignedAt: "2026-03-02T15:00:00.000Z",
    });
    const reply = await api.change("POST", `/esign-requests/${esignRequestId}/void`, { reason: "Late" });
    expect([reply.status, reply.text]).toEqual([409, expect.stringContaining("the files are being sealed")]);
  });

  test("reminds at most every 15 minutes, and reopens a locked recipient at once", async () => {
    const { esignRequestId, recipientId } = await createSentRequest(tenant);
    const remind = () => api.change("POST", `/esign-requests/${esignRequestId}/remind`, {});
    expect((await remind()).status).toBe(200);
    expect((await remind()).status).toBe(409);
    await changeRow(tenant, "EsignRecipient", recipientId, { status: "locked", failedCodes: 5 });
    expect(readRequest((await remind()).body)).toMatchObject({ recipients: [{ status: "sent", isActive: true }] });
  });

  test("gives a signing URL that is in no log and no event to delivery link alone", async () => {
    const { esignRequestId, recipientId } = await createSentRequest(tenant);
    const path = `/esign-requests/${esignRequestId}/recipients/${recipientId}`;
    expect((await api.change("POST", `${path}/signing-url`, {})).status).toBe(409);
    await api.change("PATCH", path, { delivery: "link" });
    const { body, status } = await api.change("POST", `${path}/signing-url`, {});
    expect([status, body["signingUrl"]]).toEqual([200, expect.stringMatching(/\/sign\/cpl_/)]);
    const events = JSON.stringify(await readEvents(tenant));
    for (const secret of [String(body["signingUrl"]).split("/").at(-1) ?? "", "rosa@example.com", "Your fee agreement"])
      expect(events).not.toContain(secret);
  });
});

describe("a correction", () => {
  const createOther = async (requestId: string, values: object = {}) => {
    const { organizationId } = tenant;
    const { clientId } = await createCase(tenant);
    const row = buildEsignRecipient({
      organizationId,
      requestId,
      clientId,
      key: "spouse",
      email: "ann@example.com",
      order: 2,
      ...values,
    });
    await insertFor(tenant, { EsignRecipient: [row] });
  };

  test("ends the links of the recipient, emails another, and names in the trail what it changed", async () => {
    const { esignRequestId, recipientId } = await createSentRequest(tenant, { status: "bounced" });
    await changeRow(tenant, "EsignRequest", esignRequestId, { needsAttention: true });
    const path = `/esign-requests/${esignRequestId}/recipients/${recipientId}`;
    const { body } = await api.change("PATCH", path, { email: "rosa@new.example", name: "Rosa Diaz-Roe" });
    expect(readRequest(body)).toMatchObject({
      needsAttention: false,
      recipients: [{ email: "rosa@new.example", name: "Rosa Diaz-Roe", status: "sent", isActive: true }],
    });
    const { body: trail } = await api.get(`/esign-requests/${esignRequestId}/audit-trail`);
    expect((trail["entries"] as { action: string; detail: object }[]).at(-1)).toMatchObject({
      action: "corrected",
      detail: { members: ["email", "name"] },
    });
  });

  interface Correction {
    ofRecipient?: object;
    ofOther?: object;
    changes: object;
    message: string;
  }
  const mute = { email: null, delivery: "link" };
  const withPasscode = { authentication: "passcode", passcodeDigest: "00" };
  const faulty: Record<string, Correction> = {
    "without an address for the link": {
      ofRecipient: mute,
      changes: { delivery: "email" },
      message: "email: required",
    },
    "without an address for a code": {
      ofRecipient: mute,
      changes: { authentication: "email_code" },
      message: "email: required with delivery email and authentication email_code",
    },
    "with the address of another signer": {
      changes: { email: "Ann@example.com" },
      message: "email: signers with one email address need a passcode each",
    },
    "without the passcode beside another signer with the address": {
      ofRecipient: { email: "ann@example.com", ...withPasscode },
      ofOther: withPasscode,
      changes: { authentication: "none" },
      message: "need a passcode each",
    },
    "with a passcode that is not asked for": { changes: { passcode: "blue heron" }, message: "passcode: allowed only" },
  };
  test.each(Object.entries(faulty))("leaves nobody %s", async (_what, { ofRecipient, ofOther, changes, message }) => {
    const { esignRequestId, recipientId } = await createSentRequest(tenant, ofRecipient);
    await createOther(esignRequestId, ofOther);
    const reply = await api.change("PATCH", `/esign-requests/${esignRequestId}/recipients/${recipientId}`, changes);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(message)]);
  });

  test("of a recipient who signed is rejected", async () => {
    const { esignRequestId, recipientId } = await createSentRequest(tenant);
    await changeRow(tenant, "EsignRecipient", recipientId, { status: "signed", signedAt: "2026-03-02T15:00:00.000Z" });
    const path = `/esign-requests/${esignRequestId}/recipients/${recipientId}`;
    const reply = await api.change("PATCH", path, { name: "Another" });
    expect([reply.status, reply.text]).toEqual([409, expect.stringContaining("can no longer be corrected")]);
  });

  test("is a member's in the portal, who manages signature requests; who only views them cannot", async () => {
    const { esignRequestId, recipientId } = await createSentRequest(tenant);
    const correct = (member: SignedInMember, expectedRevision: number, recipient = recipientId) =>
      member.portal.mutate("esignRequests.correctRecipient", {
        esignRequestId,
        recipientId: recipient,
        expectedRevision,
        email: "rosa@new.example",
      });
    const [manager, viewer] = [
      await signInMember(server, tenant, { role: "admin" }),
      await signInMember(server, tenant, { role: "read_only" }),
    ];
    expect((await correct(viewer, 1)).error?.data.code).toBe("FORBIDDEN");
    expect((await correct(manager, 7)).error?.data.code).toBe("STALE_REVISION");
    expect((await correct(manager, 1, "esp_other")).error?.data.code).toBe("NOT_FOUND");
    expect((await correct(manager, 1)).error).toBeUndefined();
    const { body } = await api.get(`/esign-requests/${esignRequestId}`);
    expect(readRequest(body)).toMatchObject({ recipients: [{ email: "rosa@new.example" }] });
    const stranger = await signInMember(server, await createTenant(server.services.database), { role: "admin" });
    expect((await correct(stranger, 2)).error?.data.code).toBe("NOT_FOUND");
  });
});

test("a file that no request knows is not found", async () => {
  const { body } = await api.change("POST", "/esign-requests/verify", { sha256: "0".repeat(64) });
  expect(body).toMatchObject({ found: false, kind: null, isChainIntact: null });
});
