import { expect, test } from "vitest";
import { Canceled, IdentityRejection } from "../../client/portal-error.ts";
import type { Key } from "../portal-types.ts";
import { replaceResult, runEach, writeEnv, type KeyResult } from "./run-each.ts";

const makeKey = (name: string): Key => ({ id: `key_${name}`, name, keyPrefix: "cpk_00000000", revision: 1 }) as Key;
const keys = ["a", "b", "c"].map(makeKey);

async function run(change: (key: Key) => Promise<{ text: string }>): Promise<unknown[]> {
  let results: KeyResult[] = keys.map((key) => ({ key, state: "waiting" }));
  await runEach(keys, change, (result) => {
    results = replaceResult(results, result);
  });
  return results.map((result) => [result.key.name, result.state, result.state === "waiting" ? "" : result.text]);
}

test("a key that fails says why, and the others are changed", async () => {
  const reject = (key: Key): void => {
    if (key.name === "a") throw new IdentityRejection("stale", { code: "STALE_REVISION" });
    if (key.name === "b")
      throw new IdentityRejection("", {
        code: "VALIDATION_FAILED",
        faults: [{ path: "validUntil", message: "must be in the future" }],
      });
  };
  expect(
    await run((key) =>
      Promise.resolve(key)
        .then(reject)
        .then(() => ({ text: "Changed." })),
    ),
  ).toEqual([
    ["a", "failed", "Changed in another session. Try again to change the key as it is now."],
    ["b", "failed", "Must be in the future."],
    ["c", "done", "Changed."],
  ]);
});

test("without the second factor the remaining keys are not tried", async () => {
  const tried: string[] = [];
  const results = await run(({ name }) => {
    tried.push(name);
    return name === "b" ? Promise.reject(new Canceled()) : Promise.resolve({ text: "Changed." });
  });
  const text = "Not confirmed with the second factor. Nothing was changed.";
  expect(results).toEqual([
    ["a", "done", "Changed."],
    ["b", "failed", text],
    ["c", "failed", text],
  ]);
  expect(tried).toEqual(["a", "b"]);
});

test("each secret has a variable of its own, named after its key", () => {
  const secrets = ["Records vendor, Houston", "records vendor Houston", "Número 7", "同步"].map((name, index) => ({
    name,
    secret: `cpk_${index}`,
  }));
  expect(writeEnv(secrets)).toBe(
    "CASEPORT_API_KEY_RECORDS_VENDOR_HOUSTON=cpk_0\nCASEPORT_API_KEY_RECORDS_VENDOR_HOUSTON_2=cpk_1\nCASEPORT_API_KEY_NUMERO_7=cpk_2\nCASEPORT_API_KEY=cpk_3\n",
  );
});
