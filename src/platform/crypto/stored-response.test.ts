import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeySecret } from "../identity/credentials/integration-key.ts";
import { decryptResponse, deriveResponseKey, encryptResponse } from "./stored-response.ts";

const { secret } = createKeySecret();
const key = deriveResponseKey(secret);
const place = '["key_1","order 66"]';

test("an encrypted response decrypts byte for byte with the same secret in the same place", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (body, where) => {
      expect(decryptResponse(key, where, encryptResponse(key, where, body))).toBe(body);
    }),
  );
});

test("it does not decrypt with another secret or in another place", () => {
  const stored = encryptResponse(key, place, "{}");
  expect(decryptResponse(deriveResponseKey(createKeySecret().secret), place, stored)).toBeNull();
  expect(decryptResponse(key, '["key_2","order 66"]', stored)).toBeNull();
  expect(decryptResponse(deriveResponseKey(""), place, stored)).toBeNull();
});

test("the stored bytes contain nothing of the response or of the secret", () => {
  const body = JSON.stringify({ success: true, secret: createKeySecret().secret });
  const stored = encryptResponse(key, place, body);
  const bytes = Buffer.from(stored.replace("sealed:", ""), "base64url").toString("latin1");
  for (const text of [body, "success", secret, secret.slice(13, 40), key.toString("latin1")]) {
    expect(stored).not.toContain(text);
    expect(bytes).not.toContain(text);
  }
  // The same response is never encrypted alike: nobody can see that two of them are one.
  expect(encryptResponse(key, place, body)).not.toBe(stored);
});

test("modified, truncated and plaintext bytes do not decrypt", () => {
  const stored = encryptResponse(key, place, '{"success":true}');
  const bytes = Buffer.from(stored.replace("sealed:", ""), "base64url");
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(decryptResponse(key, place, `sealed:${changed.toString("base64url")}`)).toBeNull();
    expect(decryptResponse(key, place, `sealed:${bytes.subarray(0, index).toString("base64url")}`)).toBeNull();
  }
  for (const text of ["", "sealed:", '{"success":true}', stored.replace("sealed:", "")])
    expect(decryptResponse(key, place, text)).toBeNull();
});
