import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildAddressSuppression } from "../../../../prisma/seed/builders/communications.ts";
import { buildEsignRecipient } from "../../../../prisma/seed/builders/esign.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { createOutbound, type Outbound } from "../../../platform/outbound-http/outbound.ts";
import { findTablesWithTexts } from "../../../testing/database/find-texts.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createKey, createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { shortLimits } from "../../../testing/servers/outbound.ts";
import { startFakeTwilio, twilioAccount, type FakeProvider } from "../../../testing/servers/text-providers.ts";
import { createEsignRequest, standings } from "../../esign/fixtures.ts";
import type { EsignRequest } from "../../esign/requests/schema.ts";
import {
  beginAndAgree,
  createSentRequest,
  newSubmissionId,
  openBrowser,
  typedSignature,
} from "../../esign/signing/fixtures.ts";
import { recordUnreachedSigners } from "../../esign/work/domain.bounces.ts";
import { sendEsignReminders } from "../../esign/work/domain.clock.ts";
import { signInMember } from "../../team/fixtures.ts";
import { deliverText, type DeliveryTools } from "../delivery/domain.texts.ts";
import type { Message } from "../messages/schema.ts";
import { connectTexts, setSending } from "./fixtures.ts";

/** Links and codes of signature requests by text. */

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let fake: FakeProvider;
let outbound: Outbound;
let tools: DeliveryTools;
let mails: SeenMails;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer({ trustedProxies: ["127.0.0.1"] });
  fake = await startFakeTwilio();
  mails = await observeMails(server);
  owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
  const { address, port, ca } = fake.receiver;
  outbound = createOutbound({
    networks: [],
    testReceivers: new Map([["api.twilio.com", { address, port }]]),
    ca,
    limits: { ...shortLimits, attempt: 2_500 },
  });
  const { database, installationKeys } = server.services;
  tools = { database, installationKeys, outbound, writeText: () => undefined, baseUrl: "https://caseport.example.com" };
});
afterAll(async () => {
  outbound.close();
  await owner.end();
  await mails.close();
  await fake.close();
  await server.close(1_000);
});
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  await connectTexts(tenant, twilioAccount, ["+13125550100"]);
  fake.setBehavior("accept");
  fake.texts.length = 0;
});

const number = "+15125550182";
const { signal } = new AbortController();
const byText = { delivery: "text", phone: "(512) 555-0182" } as const;
const byCode = { delivery: "link", authentication: "text_code", phone: "(512) 555-0182" } as const;

const consent = (clientId: string, status: "opted_in" | "opted_out" = "opted_in") =>
  api.change("PUT", "/consents", { clientId, channel: "text", status, source: "call" });
const suppress = (address: string) =>
  insertFor(tenant, {
    AddressSuppression: buildAddressSuppression({ organizationId: tenant.organizationId, channel: "text", address }),
  });
const listTexts = async (query = "") =>
  readBody<{ messages: Message[] }>(await api.get(`/messages?channel=text&sort=oldest${query}`)).messages;
const deliver = (messageId: string) => deliverText(tools, { organizationId: tenant.organizationId, messageId }, signal);
async function deliverAll(): Promise<Message[]> {
  for (const { id } of await listTexts("&status=queued")) await deliver(id);
  return listTexts();
}
const readRequest = async (id: string) =>
  readBody<{ esignRequest: EsignRequest }>(await api.get(`/esign-requests/${id}`)).esignRequest;
const readSecrets = () =>
  tenant.inside((transaction) =>
    transaction.selectFrom("Message").select(["sealedSecret"]).where("sealedSecret", "is not", null).execute(),
  );
const typesOf = async (id: string) =>
  (await readEvents(tenant)).flatMap(({ entityId, eventType }) => (entityId === id ? [eventType] : []));

const reached = { order: 1, status: "waiting", email: null, phone: null, delivery: "email", authentication: "none" };

/** A request that is out, whose second signer's turn comes once the first one signed. */
async function createTurn(second: Partial<Values<"EsignRecipient">> = byText) {
  const sent = await createSentRequest(server, tenant, {
    request: { title: "qzcanaryxv" },
    recipients: [
      { ...reached, delivery: "link", status: "sent" },
      { ...reached, order: 2, ...second },
    ],
  });
  const [first, next] = sent.recipients as [(typeof sent.recipients)[0], (typeof sent.recipients)[0]];
  const sign = async () => {
    const browser = openBrowser(server);
    await beginAndAgree(browser, first.token);
    const body = { submissionId: newSubmissionId(), signature: typedSignature, values: {} };
    expect(await browser.post("sign", body)).toMatchObject({ status: 200 });
  };
  return { ...sent, next, sign };
}

describe("a link by text", () => {
  test("goes when the recipient's turn comes; nobody but they can read it, before or after", async () => {
    const { clientId, caseId, requestId, sign } = await createTurn();
    await consent(clientId);
    await sign();
    const [waiting, ...others] = await listTexts();
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({
      caseId,
      status: "queued",
      isAutomated: true,
      automation: "esign",
      provider: "twilio",
      to: [{ address: number, clientId }],
      segments: null,
    });
    expect(waiting?.bodyText).toMatch(/asks you to read and sign documents\. .* \[link of the recipient\]$/);
    expect(await readSecrets()).toHaveLength(1);
    const [sent] = await deliverAll();
    const body = fake.texts[0]?.body ?? "";
    const token = /https:\/\/caseport\.example\.com\/sign\/(\w+)$/.exec(body)?.[1] ?? "";
    expect((await openBrowser(server).post("look", { token })).data).toMatchObject({ authentication: "none" });
    expect(sent).toMatchObject({ status: "sent", bodyText: waiting?.bodyText, segments: 2 });
    expect(body).not.toContain("qzcanaryxv");
    expect(await readSecrets()).toEqual([]);
    expect(await findTablesWithTexts(owner, [token])).toEqual([]);
    // Not the firm's contact with its client, and no answer.
    expect(readBody<object>(await api.get(`/cases/${caseId}/last-client-contact`))).toMatchObject({
      lastClientContact: { lastClientContactOn: null },
    });
    expect((await readRequest(requestId)).recipients.map(({ status }) => status)).toEqual(["signed", "sent"]);
  });

  test("waits for quiet hours to end, also where the firm refuses texts in them", async () => {
    const { clientId, sign } = await createTurn();
    await consent(clientId);
    // Three hours, as far away from now as hours of texts can be.
    const minute = (new Date().getUTCHours() * 60 + 720) % 1_440;
    const textsFrom = Math.min(Math.max(minute, 480), 1_080);
    await setSending(tenant, { provider: "twilio", quietHours: "refuse", textsFrom, textsUntil: textsFrom + 180 });
    await owner.query(`UPDATE "Organization" SET timezone = 'Etc/UTC' WHERE id = $1`, [tenant.organizationId]);
    await sign();
    const [text] = await deliverAll();
    expect(text).toMatchObject({ status: "queued", deferral: { timeZones: ["Etc/UTC"] } });
    expect(fake.texts).toEqual([]);
    expect(await readSecrets()).toHaveLength(1);
  });

  test("that is blocked makes the request need attention; a reminder says why, and a correction reaches them", async () => {
    const { clientId, requestId, next, sign } = await createTurn();
    await consent(clientId);
    await sign();
    await consent(clientId, "opted_out");
    expect(await recordUnreachedSigners(server.services.database)).toBe(0);
    expect(await deliverAll()).toMatchObject([{ status: "blocked", block: "opted_out" }]);
    expect(await readSecrets()).toEqual([]);
    expect(await recordUnreachedSigners(server.services.database)).toBe(1);
    expect(await recordUnreachedSigners(server.services.database)).toBe(0);
    expect(await readRequest(requestId)).toMatchObject({
      needsAttention: true,
      recipients: [{ status: "signed" }, { status: "bounced", isActive: false }],
    });
    expect((await typesOf(requestId)).at(-1)).toBe("esign_request.delivery_failed");
    const reminded = await api.change("POST", `/esign-requests/${requestId}/remind`);
    expect([reminded.status, reminded.headers["x-error-reason"], reminded.headers["x-error-detail"]]).toEqual([
      409,
      "message_blocked",
      "opted_out",
    ]);
    await mails.take();
    const corrected = await api.change("PATCH", `/esign-requests/${requestId}/recipients/${next.id}`, {
      delivery: "email",
      email: "rosa.diaz@example.com",
    });
    expect(readBody<{ esignRequest: EsignRequest }>(corrected).esignRequest).toMatchObject({ needsAttention: false });
    expect((await mails.take()).map(({ to }) => to)).toEqual(["rosa.diaz@example.com"]);
    expect(await recordUnreachedSigners(server.services.database)).toBe(0);
  });

  test("for which the firm has no account any more is not lost silently", async () => {
    const { clientId, requestId, sign } = await createTurn();
    await consent(clientId);
    await setSending(tenant, { provider: "telnyx" });
    await sign();
    expect(await listTexts()).toEqual([]);
    expect(await recordUnreachedSigners(server.services.database)).toBe(1);
    expect(await readRequest(requestId)).toMatchObject({ needsAttention: true });
  });

  test.each<[string, (esign: Awaited<ReturnType<typeof createTurn>>) => Promise<unknown>]>([
    ["was voided", ({ requestId }) => api.change("POST", `/esign-requests/${requestId}/void`, { reason: "Settled" })],
    [
      "has another number for its recipient",
      ({ requestId, next }) =>
        api.change("PATCH", `/esign-requests/${requestId}/recipients/${next.id}`, { phone: "(512) 555-0199" }),
    ],
  ])("of a request that %s while it waited does not go", async (_, end) => {
    const turn = await createTurn();
    await consent(turn.clientId);
    await turn.sign();
    const waiting = (await listTexts())[0]?.id ?? "";
    expect(await end(turn)).toMatchObject({ status: 200 });
    await deliver(waiting);
    expect(await listTexts()).toContainEqual(
      expect.objectContaining({ id: waiting, status: "blocked", block: "record_closed" }),
    );
    expect(fake.texts).toEqual([]);
  });

  test("that the provider took without a response is found there by its link, and is not sent again", async () => {
    const { clientId, sign } = await createTurn();
    await consent(clientId);
    await sign();
    fake.setBehavior("accept_silently");
    expect(await deliverAll()).toMatchObject([{ status: "queued" }]);
    expect(await readSecrets()).toHaveLength(1);
    fake.setBehavior("accept");
    expect(await deliverAll()).toMatchObject([{ status: "sent", providerMessageId: fake.texts[0]?.id }]);
    expect(fake.texts).toHaveLength(1);
    expect(await readSecrets()).toEqual([]);
  });

  test("is sent again by reminders, with a new link", async () => {
    const sentAt = "2026-03-05T16:00:00.000Z";
    const out = { ...standings.sent, sentAt, expiresAt: "2099-03-20T03:59:59.999Z" };
    const due = { ...out, nextReminderAt: "2026-03-08T14:00:00.000Z" };
    const { esignRequestId, clientId } = await createEsignRequest(tenant, due, { status: "viewed", sentAt, ...byText });
    await consent(clientId);
    const at = () => "2026-03-08T14:03:00.000Z";
    expect(await sendEsignReminders(server.services, at)).toBe(1);
    expect(await deliverAll()).toMatchObject([{ status: "sent" }]);
    expect(fake.texts[0]?.body).toMatch(/^Reminder: .*\/sign\/\w+$/);
    expect(await readRequest(esignRequestId)).toMatchObject({ reminderCount: 1 });
  });
});

describe("what a request with texts requires", () => {
  async function createDraft(recipients: Partial<Values<"EsignRecipient">> = byText) {
    const { organizationId } = tenant;
    const draft = await createEsignRequest(tenant, {}, { email: null, ...recipients });
    const send = () => api.change("POST", `/esign-requests/${draft.esignRequestId}/send`);
    return { ...draft, organizationId, send };
  }

  test.each<[string, object, (clientId: string) => Promise<unknown>, string]>([
    ["consent", byText, () => Promise.resolve(), "record their consent with PUT /consents"],
    [
      "a number that did not opt out",
      byText,
      async (clientId) => {
        await consent(clientId);
        await suppress(number);
      },
      "the number or address is suppressed",
    ],
    ["the same for a code", byCode, () => suppress(number), "suppressed"],
    ["a number", { ...byText, phone: "unknown" }, (clientId) => consent(clientId), "no phone number for texts"],
    [
      "an account",
      byText,
      async (clientId) => {
        await consent(clientId);
        await setSending(tenant, { provider: "telnyx" });
      },
      "connect a provider in Settings → Communications",
    ],
  ])("is %s", async (_what, recipient, arrange, message) => {
    const { send, clientId } = await createDraft(recipient);
    await arrange(clientId);
    const rejected = await send();
    expect(rejected.status).toBe(409);
    expect(rejected.text).toMatch(/The request cannot be sent: .*cannot get texts \(/);
    expect(rejected.text).toContain(message);
  });

  test("is nothing else: with consent it is sent, and a code needs none", async () => {
    const { send, clientId } = await createDraft();
    await consent(clientId);
    expect((await send()).status).toBe(200);
    expect((await (await createDraft(byCode)).send()).status).toBe(200);
  });

  test("is a passcode each of signers with one number", async () => {
    const { esignRequestId, clientId, send } = await createDraft();
    await consent(clientId);
    const { organizationId } = tenant;
    const other = { ...byText, phone: number, clientId, email: null };
    await insertFor(tenant, {
      EsignRecipient: buildEsignRecipient({ organizationId, requestId: esignRequestId, key: "spouse", ...other }),
    });
    expect((await send()).text).toContain("signers with one phone number for texts need a passcode each");
  });

  test("is documents:read for another number than the record's", async () => {
    const { requestId, next, clientId } = await createTurn({ email: "rosa@example.com", phone: number });
    await consent(clientId);
    const writer = openApi(server, (await createKey(tenant, { scopes: ["esign:write", "esign:read"] })).secret);
    const path = `/esign-requests/${requestId}/recipients/${next.id}`;
    for (const changes of [{ delivery: "text" }, { authentication: "text_code", phone: "+15125550199" }])
      expect((await writer.change("PATCH", path, changes)).status).toBe(403);
    expect((await api.change("PATCH", path, { delivery: "text" })).status).toBe(200);
    const rejected = await api.change("PATCH", path, { phone: null });
    expect(rejected.status).toBe(400);
    expect(rejected.text).toContain("required with delivery text and authentication text_code");
  });

  test("is shown to members before they choose it", async () => {
    const { requestId, next, clientId } = await createTurn({ email: "rosa@example.com", phone: number });
    const { portal } = await signInMember(server, tenant, { role: "admin" });
    const ask = async () =>
      (
        await portal.query<object>("esignRequests.findTextObstacles", {
          esignRequestId: requestId,
          recipientId: next.id,
        })
      ).data;
    expect(await ask()).toEqual({ link: "no_consent", code: null });
    await consent(clientId);
    expect(await ask()).toEqual({ link: null, code: null });
  });
});

describe("a code by text", () => {
  test("is sent at once without a consent, opens the documents, and stands nowhere", async () => {
    await setSending(tenant, { provider: "twilio", quietHours: "refuse", textsFrom: 480, textsUntil: 660 });
    const { recipients, requestId } = await createSentRequest(server, tenant, { recipients: [byCode] });
    const [{ token, id }] = recipients as [(typeof recipients)[0]];
    const browser = openBrowser(server);
    expect((await browser.post("look", { token })).data).toMatchObject({
      authentication: "text_code",
      maskedAddress: "••• 0182",
    });
    expect((await browser.post("code", { token })).data).toEqual({ maskedAddress: "••• 0182" });
    const [sent] = await deliverAll();
    const code = /^\d{6}/.exec(fake.texts[0]?.body ?? "")?.[0] ?? "";
    expect(sent).toMatchObject({ status: "sent", automation: "esign" });
    expect(sent?.bodyText).toMatch(/^•••••• is your code to sign documents from /);
    expect(await findTablesWithTexts(owner, [`${code} is your code`])).toEqual([]);
    expect((await browser.post("begin", { token, code: "000000" === code ? "000001" : "000000" })).status).toBe(403);
    expect((await browser.post("begin", { token, code })).status).toBe(200);
    expect(await typesOf(requestId)).toEqual(["esign_request.viewed"]);
    expect(id).toMatch(/^esp_/);
  });

  test("is not sent after STOP, nor more than six times in an hour, nor once it is worth nothing", async () => {
    const { recipients } = await createSentRequest(server, tenant, { recipients: [byCode] });
    const [{ token, id }] = recipients as [(typeof recipients)[0]];
    const browser = openBrowser(server);
    const ask = async () => {
      await changeRow(tenant, "EsignRecipient", id, { codeSentAt: new Date(Date.now() - 31_000).toISOString() });
      return (await browser.post("code", { token })).status;
    };
    const statuses: number[] = [];
    for (let times = 0; times < 7; times += 1) statuses.push(await ask());
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const [first] = await listTexts();
    await changeRow(tenant, "Message", first?.id ?? "", { queuedAt: new Date(Date.now() - 601_000).toISOString() });
    await deliver(first?.id ?? "");
    expect((await listTexts())[0]).toMatchObject({ status: "failed", failure: "too_late" });

    const other = await createSentRequest(server, tenant, { recipients: [{ ...byCode, phone: "+15125550183" }] });
    await suppress("+15125550183");
    expect((await browser.post("code", { token: other.recipients[0]?.token })).status).toBe(409);
    expect(fake.texts).toEqual([]);
  });
});
