import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createPiiKeyRing, readPiiKeys } from "./pii-keys.ts";

const secret = "an installation's secret, of at least 32 characters";
const [first, second] = [1, 2].map((number) => ({ number, key: randomBytes(32).toString("base64") }));
if (first === undefined || second === undefined) throw new Error("no keys");

test("without keys it encrypts with a key derived from the secret, which still decrypts once keys are set", () => {
  const encrypted = createPiiKeyRing(secret, []).encrypt("here", "219644821");
  expect(encrypted.keyNumber).toBe(0);
  expect(createPiiKeyRing(secret, [first]).decrypt("here", encrypted)).toBe("219644821");
  expect(createPiiKeyRing(`${secret}!`, [first]).decrypt("here", encrypted)).toBeNull();
});

test("the first key encrypts, every listed key decrypts, and no other does", () => {
  const encrypted = createPiiKeyRing(secret, [first]).encrypt("here", "219644821");
  const rotated = createPiiKeyRing(secret, [second, first]);
  expect([encrypted.keyNumber, rotated.current, rotated.numbers]).toEqual([1, 2, [2, 1, 0]]);
  expect(rotated.encrypt("here", "x").keyNumber).toBe(2);
  expect(rotated.decrypt("here", encrypted)).toBe("219644821");
  expect(createPiiKeyRing(secret, [second]).decrypt("here", encrypted)).toBeNull();
  expect(createPiiKeyRing(secret, [{ number: 1, key: second.key }]).decrypt("here", encrypted)).toBeNull();
});

test("a ciphertext reveals nothing, and does not decrypt in another place or modified", () => {
  const installationKeys = createPiiKeyRing(secret, [first]);
  const encrypted = installationKeys.encrypt("here", "219644821");
  expect(installationKeys.decrypt("there", encrypted)).toBeNull();
  const changed = Buffer.from(encrypted.sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(installationKeys.decrypt("here", { ...encrypted, sealed: changed })).toBeNull();
  expect(encrypted.sealed.toString("latin1")).not.toContain("219");
  expect(installationKeys.encrypt("here", "219644821").sealed.equals(encrypted.sealed)).toBe(false);
});

describe("CASEPORT_PII_KEYS", () => {
  test("is read in order", () => {
    expect(readPiiKeys(`2=${second.key}, 1=${first.key}`)).toEqual([second, first]);
    expect(readPiiKeys(`32767=${first.key}`)).toEqual([{ number: 32_767, key: first.key }]);
  });

  test.each([
    ["no number", first.key],
    ["number 0, which is the derived key's", `0=${first.key}`],
    ["a number too large", `32768=${first.key}`],
    ["two of one number", `1=${first.key},1=${second.key}`],
    ["31 bytes", `1=${Buffer.alloc(31).toString("base64")}`],
    ["33 bytes", `1=${Buffer.alloc(33).toString("base64")}`],
    ["base64url", `1=${"-".repeat(43)}=`],
    ["a second that is none", `1=${first.key},2`],
    ["nothing", ""],
  ])("rejects %s", (_, text) => {
    expect(readPiiKeys(text)).toBeNull();
  });
});
