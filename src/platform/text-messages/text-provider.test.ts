import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shortLimits } from "../../testing/servers/outbound.ts";
import {
  signAsTelnyx,
  signAsTwilio,
  startFakeTelnyx,
  startFakeTwilio,
  telnyxAccount,
  twilioAccount,
  type FakeProvider,
  type SignedWebhook,
} from "../../testing/servers/text-providers.ts";
import { createOutbound, type Outbound } from "../outbound-http/outbound.ts";
import { openTextProvider, readTextWebhook } from "./open-provider.ts";
import type { ProviderCredentials } from "./text-provider.ts";
import { signTwilio } from "./twilio.ts";

const text = {
  from: "+13125550100",
  to: "+15125550182",
  body: "Your appointment is at 10:00. ¿Preguntas? 😀 a+b=c&d",
  statusUrl: "https://caseport.example.com/api/text/cpt_x",
};
const { signal } = new AbortController();

describe.each([
  ["twilio", startFakeTwilio, twilioAccount],
  ["telnyx", startFakeTelnyx, telnyxAccount],
] as const)("%s", (name, start, credentials) => {
  let fake: FakeProvider;
  let outbound: Outbound;
  let since: Date;

  beforeAll(async () => {
    fake = await start();
    const { address, port, ca } = fake.receiver;
    outbound = createOutbound({
      networks: [],
      testReceivers: new Map([[`api.${name}.com`, { address, port }]]),
      ca,
      limits: { ...shortLimits, attempt: 800 },
    });
  });
  afterAll(async () => {
    outbound.close();
    await fake.close();
  });
  beforeEach(() => {
    fake.texts.length = 0;
    fake.setBehavior("accept");
    since = new Date();
  });
  const open = () => openTextProvider(credentials, outbound);

  test("accepts a text as it was written, with our credentials", async () => {
    const sent = await open().send(text, signal);
    expect(fake.texts).toMatchObject([text]);
    expect(sent).toEqual({ outcome: "accepted", providerMessageId: fake.texts[0]?.id });
    const { authorization } = fake.receiver.requests.at(-1)?.headers ?? {};
    expect(authorization).toBe(
      credentials.provider === "twilio"
        ? `Basic ${btoa(`${credentials.accountSid}:${credentials.authToken}`)}`
        : `Bearer ${credentials.apiKey}`,
    );
  });

  test.each([
    ["busy", { outcome: "retry_later", afterSeconds: 7 }],
    ["unauthorized", { outcome: "unauthorized" }],
    ["forbidden", { outcome: "rejected", failure: "not_permitted", isOptedOut: true }],
    ["opted_out", { outcome: "rejected", failure: "not_permitted", isOptedOut: true }],
    ["landline", { outcome: "rejected", failure: "not_mobile", isOptedOut: false }],
    ["ignore", { outcome: "unknown" }],
    ["accept_silently", { outcome: "unknown" }],
    ["accept_with_error", { outcome: "unknown" }],
  ] as const)("that is %s", async (behavior, outcome) => {
    fake.setBehavior(behavior);
    expect(await open().send(text, signal)).toEqual(outcome);
    // One request each: nothing below repeats it.
    expect(fake.texts.length).toBe(behavior.startsWith("accept") ? 1 : 0);
  });

  test("finds what was accepted and not confirmed, and nothing that was not", async () => {
    const { statusUrl: _, ...sought } = text;
    expect(await open().find({ ...sought, since }, signal)).toEqual({ outcome: "absent" });
    fake.setBehavior("accept_silently");
    await open().send(text, signal);
    await open().send({ ...text, to: "+15125550183" }, signal);
    expect(await open().find({ ...sought, since }, signal)).toEqual({
      outcome: "found",
      providerMessageIds: [fake.texts[0]?.id],
    });
    expect(await open().find({ ...sought, since: new Date(Date.now() + 5_000) }, signal)).toEqual({
      outcome: "absent",
    });
  });

  test("is asked again later where it does not say", async () => {
    await fake.receiver.close();
    const closed = await open().find({ ...text, since }, signal);
    expect(closed).toEqual({ outcome: "unknown" });
    // Nothing listens, so nothing was sent.
    expect(await open().send(text, signal)).toEqual({ outcome: "retry_later", afterSeconds: 60 });
  });
});

const url = "https://caseport.example.com/api/text/cpt_token";
const now = new Date("2026-03-14T15:09:26.535Z");
const read = (credentials: ProviderCredentials, { headers, body }: SignedWebhook, at = now) =>
  readTextWebhook(credentials, { url, headers, body: Buffer.from(body), now: at });

describe("a webhook of Twilio", () => {
  const fields = { MessageSid: "SM1", From: "+15125550182", To: "+13125550100", Body: " Stop. ¿Qué? ", NumMedia: "0" };

  test("has the signature of the documented example", () => {
    // twilio.com/docs/usage/security, the example of a voice request.
    const documented = new URLSearchParams({
      CallSid: "CA1234567890ABCDE",
      Caller: "+14158675309",
      Digits: "1234",
      From: "+14158675309",
      To: "+18005551212",
    });
    expect(signExample("12345", "https://mycompany.com/myapp.php?foo=1&bar=2", documented)).toBe(
      "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
    );
    const repeated = new URLSearchParams("Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234");
    expect(signExample("12345", "https://mycompany.com/myapp.php?foo=1&bar=2", repeated)).toBe(
      "IK+Dwps556ElfBT0I3Rgjkr1wJU=",
    );
  });

  test("is an inbound text", () => {
    expect(read(twilioAccount, signAsTwilio(url, fields))).toEqual({
      kind: "inbound",
      providerMessageId: "SM1",
      from: fields.From,
      to: [fields.To],
      body: fields.Body,
      mediaCount: 0,
      at: now,
      isAnswered: false,
      isOptOut: false,
    });
    for (const [OptOutType, isOptOut] of [
      ["STOP", true],
      ["HELP", false],
    ] as const)
      expect(read(twilioAccount, signAsTwilio(url, { ...fields, OptOutType }))).toMatchObject({
        isAnswered: true,
        isOptOut,
      });
  });

  test.each([
    [{ MessageStatus: "sent" }, "sent", null],
    [{ MessageStatus: "delivered" }, "delivered", null],
    [{ MessageStatus: "undelivered", ErrorCode: "30007" }, "undelivered", "carrier_filtered"],
    [{ MessageStatus: "failed", ErrorCode: "99999" }, "failed", "other"],
    [{ MessageStatus: "read" }, "read", null],
    [{ MessageStatus: "canceled" }, "failed", "other"],
  ])("reports %j", (reported, status, failure) => {
    expect(read(twilioAccount, signAsTwilio(url, { MessageSid: "SM1", ...reported }))).toEqual({
      kind: "report",
      providerMessageId: "SM1",
      status,
      failure,
      isOptedOut: false,
    });
  });

  test("is signed with the standard port, too", () => {
    const signed = signAsTwilio("https://caseport.example.com:443/api/text/cpt_token", fields);
    expect(read(twilioAccount, signed)?.kind).toBe("inbound");
  });

  test.each([
    ["another URL", signAsTwilio(`${url}x`, fields)],
    ["another body", { ...signAsTwilio(url, fields), body: "MessageSid=SM2&Body=Hi" }],
    ["no signature", { body: signAsTwilio(url, fields).body, headers: {} }],
    ["an empty one", { ...signAsTwilio(url, fields), headers: { "x-twilio-signature": "" } }],
  ])("is none with %s", (_, signed) => expect(read(twilioAccount, signed)).toBeNull());

  test("of another account says nothing", () => {
    expect(read(twilioAccount, signAsTwilio(url, { ...fields, AccountSid: "AC0" }))).toEqual({ kind: "other" });
  });
});

const signExample = (token: string, address: string, fields: URLSearchParams) =>
  signTwilio(token, address, fields).toString("base64");

describe("a webhook of Telnyx", () => {
  const received = {
    event_type: "message.received",
    payload: {
      id: "m1",
      direction: "inbound",
      from: { phone_number: "+15125550182" },
      to: [{ phone_number: "+13125550100", status: "webhook_delivered" }],
      text: "STOP",
      media: [],
    },
  };

  test("is an inbound text", () => {
    expect(read(telnyxAccount, signAsTelnyx(received, now))).toEqual({
      kind: "inbound",
      providerMessageId: "m1",
      from: "+15125550182",
      to: ["+13125550100"],
      body: "STOP",
      mediaCount: 0,
      at: now,
      isAnswered: false,
      isOptOut: false,
    });
    const payload = { ...received.payload, autoresponse_type: "STOP" };
    expect(read(telnyxAccount, signAsTelnyx({ ...received, payload }, now))).toMatchObject({
      isAnswered: true,
      isOptOut: true,
    });
  });

  test.each([
    ["message.sent", "sent", "sent", null],
    ["message.finalized", "delivered", "delivered", null],
    ["message.finalized", "delivery_failed", "undelivered", "not_mobile"],
    ["message.finalized", "delivery_unconfirmed", "sent", null],
    ["message.finalized", "expired", "undelivered", "not_mobile"],
  ])("%s with %s is reported", (event_type, reported, status, failure) => {
    const payload = { id: "m1", to: [{ phone_number: "+15125550182", status: reported }], errors: [{ code: "40001" }] };
    expect(read(telnyxAccount, signAsTelnyx({ event_type, payload }, now))).toEqual({
      kind: "report",
      providerMessageId: "m1",
      status,
      failure,
      isOptedOut: false,
    });
  });

  test("of a group has all its numbers; without a time that can be read it came now", () => {
    const payload = { ...received.payload, cc: [{ phone_number: "+13125550144" }], media: null, errors: null };
    const event = { event_type: received.event_type, payload, occurred_at: "today" };
    expect(read(telnyxAccount, signAsTelnyx(event, now))).toMatchObject({
      kind: "inbound",
      to: ["+13125550100", "+13125550144"],
      mediaCount: 0,
      at: now,
    });
  });

  test.each([
    ["six minutes old", new Date(now.getTime() - 360_000)],
    ["of tomorrow", new Date(now.getTime() + 86_400_000)],
  ])("that is %s is none", (_, at) => expect(read(telnyxAccount, signAsTelnyx(received, at))).toBeNull());

  test("of another key, another body or another timestamp is none", () => {
    const signed = signAsTelnyx(received, now);
    const other = { ...telnyxAccount, publicKey: Buffer.alloc(32, 1).toString("base64") };
    expect(read(other, signed)).toBeNull();
    expect(read({ ...telnyxAccount, publicKey: "short" }, signed)).toBeNull();
    expect(read(telnyxAccount, { ...signed, body: signed.body.replace("STOP", "GO") })).toBeNull();
    const timestamp = String(Number(signed.headers["telnyx-timestamp"]) + 1);
    const later = { ...signed, headers: { ...signed.headers, "telnyx-timestamp": timestamp } };
    expect(read(telnyxAccount, later)).toBeNull();
  });

  test.each([
    { event_type: "message.read", payload: { id: "m1" } },
    { event_type: "x", payload: {} },
  ])("of another kind says nothing: %j", (event) =>
    expect(read(telnyxAccount, signAsTelnyx(event, now))).toEqual({ kind: "other" }),
  );
});
