import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeySecret } from "../identity/integration-key.ts";
import { decryptResponse, deriveResponseKey, encryptResponse } from "./stored-response.ts";

const { secret } = createKeySecret();
const key = deriveResponseKey(secret);
const place = '["key_1","order 66"]';

test("what is encrypted opens again byte for byte, with the same secret at the same place", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (body, where) => {
      expect(decryptResponse(key, where, encryptResponse(key, where, body))).toBe(body);
    }),
  );
});

test("neither another secret nor another place opens it", () => {
  const stored = encryptResponse(key, place, "{}");
  expect(decryptResponse(deriveResponseKey(createKeySecret().secret), place, stored)).toBeNull();
  expect(decryptResponse(key, '["key_2","order 66"]', stored)).toBeNull();
  expect(decryptResponse(deriveResponseKey(""), place, stored)).toBeNull();
});

test("nothing of the response or of the secret can be read in what is stored", () => {
  const body = JSON.stringify({ success: true, secret: createKeySecret().secret });
  const stored = encryptResponse(key, place, body);
  const bytes = Buffer.from(stored.replace("sealed:", ""), "base64url").toString("latin1");
  for (const text of [body, "success", secret, secret.slice(13, 40), key.toString("latin1")]) {
    expect(stored).not.toContain(text);
    expect(bytes).not.toContain(text);
  }
  // The same response is never encrypted alike: nobody can tell two of them to be one.
  expect(encryptResponse(key, place, body)).not.toBe(stored);
});

test("a changed byte anywhere, a cut and a plain answer do not open", () => {
  const stored = encryptResponse(key, place, '{"success":true}');
  const bytes = Buffer.from(stored.replace("sealed:", ""), "base64url");
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(decryptResponse(key, place, `sealed:${changed.toString("base64url")}`)).toBeNull();
    expect(decryptResponse(key, place, `sealed:${bytes.subarray(0, index).toString("base64url")}`)).toBeNull();
  }
  for (const text of ["", "sealed:", '{"success":true}', stored.replace("sealed:", "")]) expect(decryptResponse(key, place, text)).toBeNull();
});
