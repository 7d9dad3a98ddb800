import { expect, test } from "vitest";
import {
  createTotpCode,
  createTotpSecret,
  decodeTotpSecret,
  encodeTotpSecret,
  findTotpStep,
  millisecondsUntilNextTotpStep,
  totpStepAt,
} from "./totp.ts";

test("matches the test vectors of RFC 6238 in their last six digits", () => {
  const secret = "12345678901234567890";
  const vectors = [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ] as const;
  for (const [seconds, code] of vectors) expect(createTotpCode(secret, totpStepAt(seconds * 1_000))).toBe(code);
});

test("an authenticator app decodes the same secret from the base32 text", () => {
  // The base32 text of RFC 6238's secret, as every authenticator app documents it.
  expect(encodeTotpSecret("12345678901234567890")).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  for (let count = 0; count < 50; count += 1) {
    const secret = createTotpSecret();
    expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(decodeTotpSecret(encodeTotpSecret(secret))).toBe(secret);
  }
  expect(() => decodeTotpSecret("not base32!")).toThrow();
});

test("a code is accepted in the previous, the current and the next time step only", () => {
  const [secret, now] = [createTotpSecret(), 1_800_000_015_000];
  const step = totpStepAt(now);
  const found = [-2, -1, 0, 1, 2].map((offset) => findTotpStep(secret, createTotpCode(secret, step + offset), now));
  expect(found).toEqual([null, step - 1, step, step + 1, null]);
  for (const code of ["", "0", "1234567", "12345é"]) expect(findTotpStep(secret, code, now)).toBeNull();
  expect(millisecondsUntilNextTotpStep(now)).toBe(15_000);
});
