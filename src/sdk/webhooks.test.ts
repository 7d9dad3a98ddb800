import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { signWebhook as signOnServer } from "../areas/webhooks/deliveries/signature.ts";
import { WebhookVerificationError } from "./errors.ts";
import { signWebhook, verifyWebhook } from "./webhooks.ts";

const secret = `whsec_${btoa("a secret of at least 24 bytes")}`;
const other = `whsec_${btoa("another one of at least 24 bytes")}`;
const message = {
  type: "case.updated",
  timestamp: "2026-03-14T15:09:26.535Z",
  data: { id: "evt_1", organizationId: "org_1", entity: "case", entityId: "case_1", cursor: "x" },
};
const body = JSON.stringify({ ...message, note: "Renée" });
const seconds = Math.floor(Date.now() / 1_000);
const headersFor = (secrets: readonly string[], time = seconds) => ({
  "webhook-id": "evt_1",
  "webhook-timestamp": String(time),
  "webhook-signature": signOnServer(secrets, "evt_1", time, body),
});

describe("verify", () => {
  test.each<[string, string | Uint8Array, Headers | Record<string, string>]>([
    ["a text", body, headersFor([secret])],
    ["bytes", new TextEncoder().encode(body), headersFor([secret])],
    ["Headers", body, new Headers(headersFor([secret]))],
    [
      "headers in another case",
      body,
      Object.fromEntries(Object.entries(headersFor([secret])).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    ["the two signatures of a rotation", body, headersFor([other, secret])],
  ])("returns the message of %s", async (_name, raw, headers) => {
    expect(await verifyWebhook(raw, headers, [secret])).toMatchObject(message);
  });

  test("accepts any of several secrets, and one alone", async () => {
    expect(await verifyWebhook(body, headersFor([other]), [secret, other])).toMatchObject(message);
    expect(await verifyWebhook(body, headersFor([secret]), secret)).toMatchObject(message);
  });

  test.each<[string, string, Record<string, string>, string[], string]>([
    ["another secret", body, headersFor([other]), [secret], "No signature matches"],
    ["a changed body", body.replace("case_1", "case_2"), headersFor([secret]), [secret], "No signature matches"],
    ["an old message", body, headersFor([secret], seconds - 301), [secret], "too old"],
    ["one of the future", body, headersFor([secret], seconds + 302), [secret], "too new"],
    [
      "a changed time",
      body,
      { ...headersFor([secret], seconds - 10), "webhook-timestamp": String(seconds) },
      [secret],
      "No signature matches",
    ],
    [
      "no signature",
      body,
      { ...headersFor([secret]), "webhook-signature": "v1a,abc v1,%%%" },
      [secret],
      "No signature matches",
    ],
    ["missing headers", body, {}, [secret], "are required"],
    ["an API key as secret", body, headersFor([secret]), ["cpk_12345678"], "must be whsec_"],
    ["no secret", body, headersFor([secret]), [], "No signature matches"],
  ])("rejects %s", async (...[, raw, headers, secrets, expected]) => {
    const work = verifyWebhook(raw, headers, secrets);
    await expect(work).rejects.toBeInstanceOf(WebhookVerificationError);
    await expect(work).rejects.toThrow(expected);
  });
});

test("what caseport listen signs is what the server and the official library sign", async () => {
  const headers = await signWebhook(secret, "evt_1", body, seconds);
  expect(headers).toEqual(headersFor([secret]));
  expect(new Webhook(secret).verify(body, headers)).toMatchObject(message);
});
