import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { readHeaders, readSecret, verifyMessage, type Message } from "./verify-message.ts";

const now = Date.parse("2026-11-21T12:00:00.000Z");
const id = "evt_01jc0000000000000000000000";
const body =
  '{"type":"folder.created","timestamp":"2026-11-21T12:00:00.000Z","data":{"entityId":"fld_1","name":"Gutiérrez ✓"}}';
const makeSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const secret = makeSecret();

interface Signed {
  secrets?: readonly string[];
  at?: number;
  text?: string;
}

/** A message as the official library signs it. */
function sign({ secrets = [secret], at = now, text = body }: Signed = {}): Message {
  const signatures = secrets.map((each) => new Webhook(each).sign(id, new Date(at), text));
  const headers = `webhook-id: ${id}\nwebhook-timestamp: ${Math.floor(at / 1000)}\nwebhook-signature: ${signatures.join(" ")}`;
  return { headers, body: text, secret };
}

const verify = (message: Message) => verifyMessage(message, now);

describe("a message that the official library signed", () => {
  test("is verified", async () => {
    expect(await verify(sign())).toEqual({
      isVerified: true,
      missing: [],
      secret: { fault: null, bytes: 32 },
      timestamp: { fault: null, ageSeconds: 0 },
      signatures: [{ version: "v1", fits: true }],
      bodyForm: "as_pasted",
    });
  });

  test("is verified with both secrets of a rotation, and the matching one is named", async () => {
    const message = sign({ secrets: [makeSecret(), secret] });
    expect(await verify(message)).toMatchObject({ isVerified: true, signatures: [{ fits: false }, { fits: true }] });
  });

  test("is not verified with another secret", async () => {
    expect(await verify(sign({ secrets: [makeSecret()] }))).toMatchObject({
      isVerified: false,
      signatures: [{ fits: false }],
      bodyForm: null,
      timestamp: { fault: null },
    });
  });

  test("is not verified with a changed body", async () => {
    expect(await verify({ ...sign(), body: body.replace("fld_1", "fld_2") })).toMatchObject({
      isVerified: false,
      signatures: [{ fits: false }],
      bodyForm: null,
    });
  });

  test.each([
    ["a trailing newline", `${body}\n`, "trimmed"],
    ["spaces and a byte order mark around the JSON", `\uFEFF ${body} `, "trimmed"],
    ["indentation", JSON.stringify(JSON.parse(body), null, 2), "rewritten"],
    [
      "spaces and escapes, as Python writes JSON",
      body
        .replaceAll(":", ": ")
        .replace(/T12: 00: 00/, "T12:00:00")
        .replace("é", String.raw`\u00e9`),
      "rewritten",
    ],
  ])("with %s in the body is reported separately from a changed body", async (_what, text, form) => {
    expect(await verify({ ...sign(), body: text })).toMatchObject({
      isVerified: false,
      signatures: [{ fits: true }],
      bodyForm: form,
    });
  });

  test.each([
    [300, null],
    [301, "too_old"],
    [-300, null],
    [-301, "in_future"],
  ])("%i seconds ago: the timestamp is checked apart from the signature", async (ageSeconds, fault) => {
    const verdict = await verify(sign({ at: now - ageSeconds * 1000 }));
    expect(verdict).toMatchObject({
      isVerified: fault === null,
      timestamp: { fault, ageSeconds },
      signatures: [{ fits: true }],
      bodyForm: "as_pasted",
    });
  });

  test("is not verified with another ID or timestamp", async () => {
    const { headers, ...rest } = sign();
    const forged = [headers.replace("evt_01jc", "evt_02jc"), headers.replace(`${now / 1000}`, `${now / 1000 - 1}`)];
    for (const each of forged)
      expect(await verify({ headers: each, ...rest })).toMatchObject({ isVerified: false, bodyForm: null });
  });
});

test("unknown versions and malformed signatures are ignored", async () => {
  const { headers, ...rest } = sign();
  const message = { headers: headers.replace("v1,", "v1a,AAAA nonsense v1,"), ...rest };
  expect(await verify(message)).toMatchObject({
    isVerified: true,
    signatures: [
      { version: "v1a", fits: null },
      { version: null, fits: null },
      { version: "v1", fits: true },
    ],
  });
});

test("missing headers are named, and nothing is computed", async () => {
  const { headers, ...rest } = sign();
  const message = { headers: headers.split("\n").slice(0, 2).join("\n"), ...rest };
  expect(await verify(message)).toMatchObject({ isVerified: false, missing: ["webhook-signature"], signatures: null });
  expect(await verify({ ...rest, headers: "" })).toMatchObject({
    missing: ["webhook-id", "webhook-timestamp", "webhook-signature"],
    timestamp: null,
  });
});

test.each([
  ["1763726400000", "milliseconds"],
  ["2026-11-21T12:00:00Z", "malformed"],
  ["-5", "malformed"],
])("the timestamp %s is %s", async (text, fault) => {
  const { headers, ...rest } = sign();
  const message = { headers: headers.replace(/(webhook-timestamp: ).*/, `$1${text}`), ...rest };
  expect(await verify(message)).toMatchObject({ isVerified: false, timestamp: { fault, ageSeconds: null } });
});

describe("a secret", () => {
  test.each([
    ["", "missing", false],
    ["whsec_", "missing", false],
    ["cpk_abcdefgh_0123456789", "api_key", false],
    ["whsec_not base64", "not_base64", false],
    [secret.slice(0, -2), "not_base64", false],
    ["my secret", "no_prefix", false],
    [secret.slice("whsec_".length), "no_prefix", true],
    [` ${secret}\n`, null, true],
  ])("%j: %s", (text, fault, isUsable) => {
    const read = readSecret(text);
    expect([read.fault, read.key !== null]).toEqual([fault, isUsable]);
  });

  test("without whsec_ is reported, and the message is not verified until it is corrected", async () => {
    const verdict = await verify({ ...sign(), secret: secret.slice("whsec_".length) });
    expect(verdict).toMatchObject({ isVerified: false, secret: { fault: "no_prefix" }, bodyForm: "as_pasted" });
  });
});

test.each([
  [
    "lines, with others among them",
    `Host: hooks.example.com\r\nWebhook-Id: ${id}\r\nWEBHOOK-TIMESTAMP:1763726400\r\nwebhook-signature:  v1,a= v1,b= \r\nX-Webhook-Id: no`,
  ],
  [
    "curl",
    `curl -H 'webhook-id: ${id}' -H "webhook-timestamp: 1763726400" -H 'webhook-signature: v1,a= v1,b=' https://hooks.example.com`,
  ],
  ["JSON", `{"webhook-id":"${id}","webhook-timestamp":"1763726400","webhook-signature":"v1,a= v1,b="}`],
  [
    "JSON of lists, indented",
    `{\n  "webhook-id": ["${id}"],\n  "webhook-timestamp": ["1763726400"],\n  "webhook-signature": ["v1,a= v1,b="],\n}`,
  ],
])("headers are read from %s", (_what, text) => {
  expect([...readHeaders(text)]).toEqual([
    ["webhook-id", id],
    ["webhook-timestamp", "1763726400"],
    ["webhook-signature", "v1,a= v1,b="],
  ]);
});

test("an empty header counts as missing", () => {
  expect([...readHeaders("webhook-id: \nwebhook-timestamp: 5").keys()]).toEqual(["webhook-timestamp"]);
});
