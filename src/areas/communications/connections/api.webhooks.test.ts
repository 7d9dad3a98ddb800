import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTextWebhookToken } from "../../../platform/identity/credentials/text-webhook-token.ts";
import { waitForLock } from "../../../testing/database/wait-for-lock.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { countTraces } from "../../../testing/harness/traces.ts";
import {
  signAsTelnyx,
  signAsTwilio,
  telnyxAccount,
  twilioAccount,
  type SignedWebhook,
} from "../../../testing/servers/text-providers.ts";
import { createConversation } from "../conversations/fixtures.ts";
import type { Message } from "../messages/schema.ts";
import { createConnection, type CreatedConnection } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

/** Where providers send. */
const origin = "http://localhost:3000";
const client = "+15125550182";
const firm = "+15125550100";

async function connect(
  provider: "twilio" | "telnyx",
  more: { handlesStop?: boolean } = {},
): Promise<CreatedConnection> {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  const account = provider === "twilio" ? twilioAccount : telnyxAccount;
  return createConnection(tenant, server.services.installationKeys, account, more);
}

async function post(path: string, { headers, body }: SignedWebhook, on = server) {
  const response = await fetch(`${on.baseUrl}${path}`, { method: "POST", headers, body });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

let count = 0;
const newSid = () => {
  count += 1;
  return `SM${String(count).padStart(32, "0")}`;
};
const twilioText = (path: string, body: string, more: Record<string, string> = {}) =>
  signAsTwilio(`${origin}${path}`, {
    MessageSid: newSid(),
    From: client,
    To: firm,
    Body: body,
    NumMedia: "0",
    ...more,
  });
const telnyxText = (text: string, { at = new Date(), ...more }: { at?: Date } & Record<string, unknown> = {}) => {
  count += 1;
  const payload = {
    id: `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`,
    direction: "inbound",
    from: { phone_number: client },
    to: [{ phone_number: firm }],
    text,
    media: [],
    ...more,
  };
  return signAsTelnyx({ event_type: "message.received", payload }, at);
};
const listMessages = async (query = "") =>
  readBody<{ messages: Message[] }>(await api.get(`/messages?sort=oldest${query}`)).messages;

describe("an inbound text", () => {
  test("of Twilio is recorded and linked by its number, once however often it comes", async () => {
    const { webhookPath } = await connect("twilio");
    const { caseId, clientId } = await createCase(tenant);
    await changeRow(tenant, "Client", clientId, { phoneE164: client });
    const webhook = twilioText(webhookPath, "I was at the doctor's today");
    const first = await post(webhookPath, webhook);
    expect(first).toEqual({ status: 200, type: "text/xml", text: "<Response></Response>" });
    const replies = await Promise.all([1, 2, 3].map(() => post(webhookPath, webhook)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await listMessages()).toMatchObject([
      {
        caseId,
        channel: "text",
        direction: "inbound",
        status: "received",
        bodyText: "I was at the doctor's today",
        provider: "twilio",
        from: { address: client, clientId },
        to: [{ address: firm }],
      },
    ]);
  });

  test("of a sender with a name in place of a number is recorded, and nobody replies to it", async () => {
    const { webhookPath } = await connect("twilio");
    for (const body of ["Your parcel is here", "STOP"])
      expect((await post(webhookPath, twilioText(webhookPath, body, { From: "Parcel Co" }))).status).toBe(200);
    const messages = await listMessages();
    expect(messages).toMatchObject([
      { caseId: null, status: "received", from: { address: "Parcel Co" }, bodyText: "Your parcel is here" },
      { optOutKeyword: "stop" },
    ]);
    const { conversationId } = messages[0] as Message;
    const reply = await api.change("POST", "/messages", { conversationId, channel: "text", bodyText: "Thank you" });
    expect([reply.status, reply.headers["x-error-detail"]]).toEqual([409, "no_address"]);
  });

  test.each([
    ["whatsapp:+13125550123", "+13125550123"],
    ["rcs:+13125550123", "+13125550123"],
    ["messenger:3125550123", "messenger:3125550123"],
    ["611", "611"],
    ["88822222", "88822222"],
    ["+266696687", "+266696687"],
    ["Law Firm Reminders", "Law Firm Reminders"],
    ["rosa@example.com", "rosa@example.com"],
    ["Crédito", "Crédito"],
  ])("of the sender %s is recorded as one of %s, whatever it says", async (sender, address) => {
    const { webhookPath } = await connect("twilio");
    for (const body of ["Your code is 1234", "STOP"])
      expect((await post(webhookPath, twilioText(webhookPath, body, { From: sender }))).status).toBe(200);
    expect(await listMessages("&direction=inbound")).toMatchObject([
      { from: { address }, bodyText: "Your code is 1234" },
      { from: { address }, optOutKeyword: "stop" },
    ]);
  });

  test("for an agent of RCS, which has no number, is recorded", async () => {
    const { webhookPath } = await connect("twilio");
    expect((await post(webhookPath, twilioText(webhookPath, "Hi", { To: "rcs:firm_agent" }))).status).toBe(200);
    expect(await listMessages()).toMatchObject([{ to: [{ address: "rcs:firm_agent" }], bodyText: "Hi" }]);
  });

  test("to a group is one to the firm's number, and says that others have it", async () => {
    const { webhookPath } = await connect("telnyx");
    const webhook = telnyxText("See you all there", {
      to: [{ phone_number: "+13125550144" }, { phone_number: firm }],
      cc: [{ phone_number: "+13125550155" }],
    });
    expect((await post(webhookPath, webhook)).status).toBe(200);
    expect(await listMessages()).toMatchObject([
      { to: [{ address: firm }], bodyText: "See you all there\n\n[Also sent to 2 other numbers]" },
    ]);
  });

  test("of Telnyx with nulls in place of what is empty is recorded", async () => {
    const { webhookPath } = await connect("telnyx");
    const webhook = telnyxText("Hi", { media: null, cc: null, errors: null, autoresponse_type: null });
    expect((await post(webhookPath, webhook)).status).toBe(200);
    expect(await listMessages()).toMatchObject([{ bodyText: "Hi" }]);
  });

  test("of Telnyx is recorded, too; of pictures there is a note", async () => {
    const { webhookPath } = await connect("telnyx");
    expect(await post(webhookPath, telnyxText("Here", { media: [{ url: "https://example.com/1.jpg" }, {}] }))).toEqual({
      status: 200,
      type: "application/json",
      text: "{}",
    });
    expect(await listMessages()).toMatchObject([
      {
        caseId: null,
        provider: "telnyx",
        bodyText: "Here\n\n[2 pictures or files, which Caseport does not receive]",
      },
    ]);
  });

  test.each(["twilio", "telnyx"] as const)("STOP by %s has its effect; who replies to it is one", async (provider) => {
    const send = (path: string, body: string) =>
      post(path, provider === "twilio" ? twilioText(path, body) : telnyxText(body));
    const own = await connect(provider);
    const { clientId } = await createCase(tenant);
    await changeRow(tenant, "Client", clientId, { phoneE164: client });
    await send(own.webhookPath, "Stop");
    expect((await api.get(`/consents?clientId=${clientId}`)).body["consents"]).toMatchObject([
      { status: "opted_out", source: "text_reply", suppression: { reason: "stop_keyword" } },
    ]);
    expect(await listMessages("&direction=outbound")).toMatchObject([{ automation: "opt_out_confirmation" }]);
    const theirs = await connect(provider, { handlesStop: true });
    await send(theirs.webhookPath, "Stop");
    expect(await listMessages("&direction=inbound")).toMatchObject([{ optOutKeyword: "stop" }]);
    expect(await listMessages("&direction=outbound")).toEqual([]);
  });

  test.each(["twilio", "telnyx"] as const)("what %s takes as an opt-out is one, whatever it says", async (provider) => {
    const { webhookPath } = await connect(provider);
    const { clientId } = await createCase(tenant);
    await changeRow(tenant, "Client", clientId, { phoneE164: client });
    const webhook =
      provider === "twilio"
        ? twilioText(webhookPath, "Pare ya", { OptOutType: "STOP" })
        : telnyxText("Pare ya", { autoresponse_type: "STOP" });
    expect((await post(webhookPath, webhook)).status).toBe(200);
    expect(await listMessages()).toMatchObject([{ bodyText: "Pare ya", optOutKeyword: "stop" }]);
    expect((await api.get(`/consents?clientId=${clientId}`)).body["consents"]).toMatchObject([
      { status: "opted_out", source: "text_reply", suppression: { reason: "stop_keyword" } },
    ]);
  });

  test("Twilio's own reply to STOP is the only one", async () => {
    const { webhookPath } = await connect("twilio");
    await post(webhookPath, twilioText(webhookPath, "STOP", { OptOutType: "STOP" }));
    expect(await listMessages("&direction=outbound")).toEqual([]);
  });

  test("of a short code, and with what no database stores, is recorded", async () => {
    const { webhookPath } = await connect("twilio");
    expect((await post(webhookPath, twilioText(webhookPath, "Code \0 123", { From: "22395" }))).status).toBe(200);
    expect(await listMessages()).toMatchObject([{ from: { address: "22395" }, bodyText: "Code  123" }]);
  });
});

describe("a report", () => {
  const sentAt = "2026-03-14T15:09:26.535Z";
  const send = (provider: "twilio" | "telnyx", more: object) =>
    createConversation(tenant, {}, { direction: "outbound", status: "sent", sentAt, provider, ...more });

  test("says what became of a message, in whatever order reports come", async () => {
    const { webhookPath } = await connect("twilio");
    const sid = newSid();
    const { messageId } = await send("twilio", { providerMessageId: sid });
    const report = async (MessageStatus: string) => {
      const url = `${origin}${webhookPath}?message=${messageId}`;
      const reply = await post(
        `${webhookPath}?message=${messageId}`,
        signAsTwilio(url, { MessageSid: sid, MessageStatus }),
      );
      expect(reply.status).toBe(200);
    };
    for (const status of ["delivered", "sent", "delivered"]) await report(status);
    expect(await listMessages()).toMatchObject([{ id: messageId, status: "delivered", failure: null }]);
    // Of a phone with receipts; a status that is not known changes nothing.
    for (const status of ["read", "delivered", "teleported", "failed"]) await report(status);
    expect(await listMessages()).toMatchObject([{ status: "read", failure: null, readAt: expect.any(String) }]);
  });

  test("of Telnyx names why a text did not arrive", async () => {
    const { webhookPath } = await connect("telnyx");
    const id = "00000000-0000-4000-9000-000000000001";
    const { messageId } = await send("telnyx", { providerMessageId: id });
    const to = [{ phone_number: client, status: "delivery_failed" }];
    const event = { event_type: "message.finalized", payload: { id, to, errors: [{ code: "40001" }] } };
    expect((await post(webhookPath, signAsTelnyx(event, new Date()))).status).toBe(200);
    expect(await listMessages()).toMatchObject([{ id: messageId, status: "undelivered", failure: "not_mobile" }]);
  });

  test("of an opt-out that the provider has suppresses the number", async () => {
    for (const provider of ["twilio", "telnyx"] as const) {
      const { webhookPath } = await connect(provider);
      const id = provider === "twilio" ? newSid() : "00000000-0000-4000-9000-000000000002";
      const { messageId } = await send(provider, { providerMessageId: id });
      const address = (await listMessages())[0]?.to[0]?.address;
      const report =
        provider === "twilio"
          ? signAsTwilio(`${origin}${webhookPath}`, { MessageSid: id, MessageStatus: "failed", ErrorCode: "21610" })
          : signAsTelnyx(
              {
                event_type: "message.finalized",
                payload: {
                  id,
                  to: [{ phone_number: client, status: "sending_failed" }],
                  errors: [{ code: "40300" }],
                },
              },
              new Date(),
            );
      expect((await post(webhookPath, report)).status).toBe(200);
      expect(await listMessages()).toMatchObject([{ id: messageId, status: "failed", failure: "not_permitted" }]);
      const suppressions = await tenant.inside((transaction) =>
        transaction
          .selectFrom("AddressSuppression")
          .select(["channel", "address", "reason"])
          .where("organizationId", "=", tenant.organizationId)
          .execute(),
      );
      expect(suppressions).toEqual([{ channel: "text", address, reason: "provider_opt_out" }]);
    }
  });

  test("that comes before the provider's ID is known names the message by its URL; one of no message of ours is ignored", async () => {
    const { webhookPath } = await connect("twilio");
    const more = { status: "queued", sentAt: null, queuedAt: sentAt, attemptAt: sentAt, provider: "twilio" };
    const { messageId } = await send("twilio", more);
    const sid = newSid();
    const path = `${webhookPath}?message=${messageId}`;
    const report = signAsTwilio(`${origin}${path}`, { MessageSid: sid, MessageStatus: "sent" });
    expect((await post(path, report)).status).toBe(200);
    expect(await listMessages()).toMatchObject([{ status: "sent", providerMessageId: sid, provider: "twilio" }]);
    const unknown = signAsTwilio(`${origin}${path}`, { MessageSid: newSid(), MessageStatus: "delivered" });
    expect((await post(path, unknown)).status).toBe(200);
    expect(await listMessages()).toMatchObject([{ status: "sent" }]);
  });
});

describe("acceptance 6: what nobody signed", () => {
  /** Without what differs from request to request. */
  const withoutId = (text: string) => text.replaceAll(/req_\w+/g, "req");

  test("has the same 404, and writes nothing", async () => {
    const twilio = await connect("twilio");
    const { webhookPath } = twilio;
    const before = await countTraces(tenant);
    const genuine = twilioText(webhookPath, "Hello");
    const unknown = `/api/text/${createTextWebhookToken().token}`;
    const forged: [string, string, SignedWebhook][] = [
      ["another body", webhookPath, { ...genuine, body: genuine.body.replace("Hello", "Goodbye") }],
      ["another URL", `${webhookPath}?x=1`, genuine],
      ["no signature", webhookPath, { ...genuine, headers: { "content-type": "application/x-www-form-urlencoded" } }],
      ["an unknown token", unknown, twilioText(unknown, "Hello")],
      ["a mistyped token", `${webhookPath}x`, twilioText(`${webhookPath}x`, "Hello")],
      ["no token", "/api/text", genuine],
      ["Telnyx's signature", webhookPath, telnyxText("Hello")],
      ["an empty body", webhookPath, { ...genuine, body: "" }],
    ];
    const replies = [];
    for (const [about, path, webhook] of forged) {
      const { status, text } = await post(path, webhook);
      expect([about, status]).toEqual([about, 404]);
      replies.push(withoutId(text));
    }
    const telnyx = await connect("telnyx");
    const ofTelnyx = await countTraces(tenant);
    const minute = 60_000;
    const old = telnyxText("Hello", { at: new Date(Date.now() - 6 * minute) });
    const early = telnyxText("Hello", { at: new Date(Date.now() + 6 * minute) });
    const changed = telnyxText("Hello");
    for (const webhook of [old, early, { ...changed, body: changed.body.replace("Hello", "Howdy") }])
      replies.push(withoutId((await post(telnyx.webhookPath, webhook)).text));
    await changeRow(tenant, "TextConnection", telnyx.connectionId, { revokedAt: new Date().toISOString() });
    replies.push(withoutId((await post(telnyx.webhookPath, telnyxText("Hello"))).text));
    expect(new Set(replies).size).toBe(1);
    expect(await countTraces(tenant)).toEqual(ofTelnyx);
    expect(await listMessages()).toEqual([]);
    expect(ofTelnyx).toEqual(before);
  });

  test("larger bodies and other methods are rejected before anybody looks", async () => {
    const { webhookPath } = await connect("twilio");
    const large = twilioText(webhookPath, "x".repeat(70_000));
    expect((await post(webhookPath, large)).status).toBe(413);
    const gzip = twilioText(webhookPath, "Hello");
    expect(
      (await post(webhookPath, { ...gzip, headers: { ...gzip.headers, "content-encoding": "gzip" } })).status,
    ).toBe(415);
    expect((await fetch(`${server.baseUrl}${webhookPath}`)).status).toBe(405);
  });

  test("counts against its address, and stops nothing that a provider signs from there", async () => {
    const own = await startOwnServer({ trustedProxies: ["127.0.0.1"] });
    try {
      const firmOfOwn = await createTenant(own.services.database);
      const { webhookPath } = await createConnection(firmOfOwn, own.services.installationKeys, twilioAccount);
      const from = (address: string, { headers, body }: SignedWebhook): SignedWebhook => ({
        headers: { ...headers, "x-forwarded-for": address },
        body,
      });
      const statusOf = async (address: string, path: string, webhook: SignedWebhook) =>
        (await post(path, from(address, webhook), own)).status;
      for (let round = 0; round < 5; round += 1)
        expect(await statusOf("203.0.113.7", webhookPath, twilioText(webhookPath, "Hello"))).toBe(200);
      const statuses = new Set<number>();
      for (let attempt = 0; attempt < 1_300 && !statuses.has(429); attempt += 1)
        statuses.add(await statusOf("203.0.113.8", "/api/text/x", twilioText("/api/text/x", "Hello")));
      expect([...statuses]).toEqual([404, 429]);
      // Of the account's own URL, too: the response says nothing about its token.
      const forged = twilioText(webhookPath, "Hello");
      const wrong = { ...forged, body: `${forged.body}&Body=Howdy` };
      expect(await statusOf("203.0.113.8", webhookPath, wrong)).toBe(429);
      expect(await statusOf("203.0.113.8", webhookPath, twilioText(webhookPath, "Hello"))).toBe(200);
      expect(await statusOf("203.0.113.7", webhookPath, twilioText(webhookPath, "Hello"))).toBe(200);
    } finally {
      await own.close(1_000);
    }
  });
});

test("an inbound text whose case is deleted meanwhile is recorded without it", async () => {
  const { webhookPath } = await connect("twilio");
  const { caseId, clientId } = await createCase(tenant);
  await changeRow(tenant, "Client", clientId, { phoneE164: client });
  const webhook = twilioText(webhookPath, "Hello");
  const watcher = await server.connectOwner();
  // Not committed yet: the text finds the case, and waits for it.
  const reply = await tenant.inside(async (transaction) => {
    const deletedAt = new Date().toISOString();
    await transaction.updateTable("Case").set({ deletedAt }).where("id", "=", caseId).execute();
    const sent = post(webhookPath, webhook);
    await waitForLock(watcher);
    return { sent };
  });
  await watcher.end();
  expect((await reply.sent).status).toBe(200);
  expect(await listMessages()).toMatchObject([{ caseId: null, bodyText: "Hello" }]);
});
