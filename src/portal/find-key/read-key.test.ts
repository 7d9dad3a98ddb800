import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createKeySecret, readKeySecret } from "../../platform/identity/credentials/integration-key.ts";
import { digestKey, readKey } from "./read-key.ts";

describe("a pasted key", () => {
  test("is parsed as on the server and has the stored digest", async () => {
    for (let round = 0; round < 200; round += 1) {
      const { secret, prefix, digest } = createKeySecret();
      expect(readKey(secret)).toEqual({ secret, prefix, fault: null });
      expect(await digestKey(secret)).toBe(digest.toString("hex"));
    }
  });

  test("is found in a pasted line", () => {
    const { secret, prefix } = createKeySecret();
    for (const text of [
      `  ${secret}\n`,
      `x-api-key: ${secret}`,
      `CASEPORT_API_KEY="${secret}"`,
      `${secret}\n${secret}`,
    ]) {
      expect(readKey(text)).toEqual({ secret, prefix, fault: null });
    }
  });

  test("is found with a blank or a line break inside", () => {
    const { secret, prefix } = createKeySecret();
    for (const place of [7, 12, 13, 40, secret.length - 1]) {
      for (const blank of [" ", "\n", "\r\n  "]) {
        const text = `x-api-key: ${secret.slice(0, place)}${blank}${secret.slice(place)} `;
        expect(readKey(text)).toEqual({ secret, prefix, fault: null });
      }
    }
  });

  test("a partner key is recognized", () => {
    expect(readKey(createKeySecret("cpp").secret).fault).toBeNull();
  });

  test("with any one character changed is invalid, on server and client", () => {
    const { secret } = createKeySecret();
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: secret.length - 1 }).filter((place) => secret[place] !== "_"),
        fc.constantFrom("0", "9", "A", "Z", "a", "z"),
        (place, character) => {
          const changed = secret.slice(0, place) + character + secret.slice(place + 1);
          expect(readKey(changed).fault).toBe(changed === secret ? null : "mistyped");
          expect(readKeySecret(changed) === null).toBe(changed !== secret);
        },
      ),
    );
  });

  test("other texts are not recognized", () => {
    expect(readKey("   ")).toEqual({ fault: "empty" });
    expect(readKey("hunter2")).toEqual({ fault: "not_a_key" });
    expect(readKey(createKeySecret().secret.slice(0, -1))).toEqual({ fault: "not_a_key" });
    expect(readKey(`${createKeySecret().secret}a`)).toEqual({ fault: "not_a_key" });
    expect(readKey(`${createKeySecret().secret} ${createKeySecret().secret}`)).toEqual({ fault: "several" });
  });
});
