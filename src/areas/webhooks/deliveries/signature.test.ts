import { randomBytes } from "node:crypto";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, test } from "vitest";
import { signWebhook } from "./signature.ts";

const makeSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString("base64")}`;
const nowSeconds = () => Math.floor(Date.now() / 1_000);
const id = "evt_01jd9z3w8c0000000000000000";
const body = JSON.stringify({
  type: "case.updated",
  timestamp: "2026-11-21T10:00:00.000Z",
  data: { id, name: "Grüße, “Ünïcode” ❤" },
});

const libraries = [
  ["standardwebhooks", (secret: string) => new StandardWebhook(secret)],
  ["svix", (secret: string) => new SvixWebhook(secret)],
] as const;

function headersFor(secrets: readonly string[], timestamp = nowSeconds(), text = body): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signWebhook(secrets, id, timestamp, text),
  };
}

describe.each(libraries)("the official library %s", (_name, open) => {
  test("verifies our signatures with every secret length of the standard", () => {
    for (const bytes of [24, 25, 26, 32, 64]) {
      const secret = makeSecret(bytes);
      expect(() => open(secret).verify(body, headersFor([secret]))).not.toThrow();
    }
  });

  test("produces the same signatures", () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const secret = makeSecret();
      const at = nowSeconds() - turn;
      expect(signWebhook([secret], id, at, body)).toBe(open(secret).sign(id, new Date(at * 1_000), body));
    }
  });

  test("accepts either of two secrets, as during a rotation, and no third", () => {
    const [newer, older] = [makeSecret(), makeSecret()];
    const headers = headersFor([newer, older]);
    expect(headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of [newer, older]) expect(() => open(secret).verify(body, headers)).not.toThrow();
    expect(() => open(makeSecret()).verify(body, headers)).toThrow("No matching signature");
  });

  test("rejects a changed body, another ID, another time and an old time", () => {
    const secret = makeSecret();
    const headers = headersFor([secret]);
    const verify =
      (changes: Record<string, string>, text = body) =>
      () =>
        open(secret).verify(text, { ...headers, ...changes });
    expect(verify({})).not.toThrow();
    expect(verify({}, body.replace("updated", "created"))).toThrow("No matching signature");
    expect(verify({ "webhook-id": `${id.slice(0, -1)}${id.endsWith("1") ? "2" : "1"}` })).toThrow(
      "No matching signature",
    );
    expect(verify({ "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 1) })).toThrow(
      "No matching signature",
    );
    expect(() => open(secret).verify(body, headersFor([secret], nowSeconds() - 6 * 60))).toThrow("too old");
  });
});

test("an invalid secret cannot sign", () => {
  expect(() => signWebhook([], id, 1, body)).toThrow("no secret");
  for (const secret of [
    "",
    "whsec_",
    "whsec_AAAA",
    `${makeSecret()}!`,
    randomBytes(32).toString("base64"),
    makeSecret(23),
  ]) {
    expect(() => signWebhook([secret], id, 1, body)).toThrow("no signing secret");
  }
});
