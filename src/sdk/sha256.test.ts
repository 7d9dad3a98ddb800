import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSha256, Sha256 } from "./sha256.ts";

test.each([0, 1, 55, 56, 63, 64, 65, 119, 128, 1_000, 70_001])(
  "%i bytes in pieces of any size have the hash of the whole",
  (length) => {
    const bytes = randomBytes(length);
    const expected = createHash("sha256").update(bytes).digest("hex");
    for (const piece of [1, 7, 64, 100_000]) {
      for (const hash of [new Sha256(), createSha256()]) {
        for (let at = 0; at < length; at += piece) hash.update(bytes.subarray(at, at + piece));
        expect(hash.digest()).toBe(expected);
      }
    }
  },
);
