import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeySecret } from "../identity/integration-key.ts";
import { decryptResponse, encryptResponse } from "./stored-response.ts";

const { secret } = createKeySecret();
const place = '["key_1","order 66"]';

test("what is sealed opens again byte for byte, with the same secret at the same place", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (body, where) => {
      expect(decryptResponse(secret, where, encryptResponse(secret, where, body))).toBe(body);
    }),
  );
});

test("neither another secret nor another place opens it", () => {
  const stored = encryptResponse(secret, place, "{}");
  expect(decryptResponse(createKeySecret().secret, place, stored)).toBeNull();
  expect(decryptResponse(secret, '["key_2","order 66"]', stored)).toBeNull();
  expect(decryptResponse("", place, stored)).toBeNull();
});

test("nothing of the answer or of the secret can be read in what is stored", () => {
  const body = JSON.stringify({ success: true, secret: createKeySecret().secret });
  const stored = encryptResponse(secret, place, body);
  const bytes = Buffer.from(stored.replace("sealed:", ""), "base64url").toString("latin1");
  for (const text of [body, "success", secret, secret.slice(13, 40)]) {
    expect(stored).not.toContain(text);
    expect(bytes).not.toContain(text);
  }
  // The same answer is never sealed alike: nobody can tell two of them to be one.
  expect(encryptResponse(secret, place, body)).not.toBe(stored);
});

test("a changed byte anywhere, a cut and a plain answer do not open", () => {
  const stored = encryptResponse(secret, place, '{"success":true}');
  const bytes = Buffer.from(stored.replace("sealed:", ""), "base64url");
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(decryptResponse(secret, place, `sealed:${changed.toString("base64url")}`)).toBeNull();
    expect(decryptResponse(secret, place, `sealed:${bytes.subarray(0, index).toString("base64url")}`)).toBeNull();
  }
  for (const text of ["", "sealed:", '{"success":true}', stored.replace("sealed:", "")]) expect(decryptResponse(secret, place, text)).toBeNull();
});
