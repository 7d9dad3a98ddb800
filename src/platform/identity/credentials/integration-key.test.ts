import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryText } from "../../../testing/harness/arbitrary-text.ts";
import { createKeySecret, readKeySecret } from "./integration-key.ts";

describe("a new key secret", () => {
  test("has the documented form, 62 characters long", () => {
    for (let count = 0; count < 200; count += 1) {
      const { secret, prefix } = createKeySecret();
      expect(secret).toMatch(/^cpk_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
      expect(secret.slice(0, 12)).toBe(prefix);
    }
  });

  test("carries the SHA-256 of the whole text", () => {
    const { secret, digest } = createKeySecret();
    expect(digest.toString("hex")).toBe(createHash("sha256").update(secret).digest("hex"));
  });

  test("is evenly distributed over the alphabet and unique", () => {
    const rounds = 4_000;
    const seen = new Set<string>();
    const counts = new Map<string, number>();
    for (let count = 0; count < rounds; count += 1) {
      const { secret } = createKeySecret();
      seen.add(secret);
      // The first character of the secret takes only as many values as 2^256 / 62^42 leaves; all others take 62.
      for (const character of secret.slice(4, 12) + secret.slice(14, 56))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(seen.size).toBe(rounds);
    expect(counts.size).toBe(62);
    const expected = (rounds * 50) / 62;
    // Six standard deviations: one false alarm in some ten million runs.
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
  });
});

describe("parsing a key secret", () => {
  test("returns prefix and digest", () => {
    const { secret, prefix, digest } = createKeySecret();
    expect(readKeySecret(secret)).toEqual({ prefix, digest });
  });

  test("distinguishes integration keys from partner keys", () => {
    const partner = createKeySecret("cpp");
    expect(partner.secret.startsWith("cpp_")).toBe(true);
    expect(readKeySecret(partner.secret, "cpp")).toEqual({ prefix: partner.prefix, digest: partner.digest });
    expect(readKeySecret(partner.secret)).toBeNull();
    // The kind is under the checksum too.
    expect(readKeySecret(`cpk${partner.secret.slice(3)}`)).toBeNull();
  });

  test("rejects every single wrong character", () => {
    const { secret } = createKeySecret();
    for (let at = 0; at < secret.length; at += 1) {
      for (const wrong of "0Zaz_ -\u0000é") {
        if (secret[at] === wrong) continue;
        expect(readKeySecret(secret.slice(0, at) + wrong + secret.slice(at + 1))).toBeNull();
      }
    }
  });

  test("rejects swapped neighbors, missing or doubled characters, and surrounding space", () => {
    const { secret } = createKeySecret();
    for (let at = 0; at < secret.length - 1; at += 1) {
      const [left, right] = [secret.charAt(at), secret.charAt(at + 1)];
      if (left !== right) expect(readKeySecret(secret.slice(0, at) + right + left + secret.slice(at + 2))).toBeNull();
      expect(readKeySecret(secret.slice(0, at) + secret.slice(at + 1))).toBeNull();
      expect(readKeySecret(secret.slice(0, at) + left + secret.slice(at))).toBeNull();
    }
    for (const text of [` ${secret}`, `${secret} `, `${secret}\n`, `${secret},${secret}`])
      expect(readKeySecret(text)).toBeNull();
  });

  test("never throws, and accepts no random text", () => {
    fc.assert(
      fc.property(arbitraryText({ maxLength: 200 }), (text) => readKeySecret(text) === null),
      { numRuns: 2_000 },
    );
    const wellFormed = fc.stringMatching(/^cpk_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
    fc.assert(
      fc.property(wellFormed, (text) => readKeySecret(text) === null),
      { numRuns: 2_000 },
    );
    expect(readKeySecret("cpk_".repeat(1_000_000))).toBeNull();
  });
});
