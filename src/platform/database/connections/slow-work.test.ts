import { expect, test } from "vitest";
import { limitSlowWork } from "./slow-work.ts";

/** Work that runs until it is ended. */
function begin(run: ReturnType<typeof limitSlowWork>, organizationId: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { done: run(organizationId, () => promise), end: () => resolve(organizationId) };
}

const rejected = (who: string) => ({
  code: "RATE_LIMITED",
  message: expect.stringContaining(`The ${who} is running`),
  errorReason: "too_many_concurrent",
});

test("one organization leaves a place of long reads to others, and gets its own again when one ends", async () => {
  const run = limitSlowWork(3);
  const [first, second] = [begin(run, "org_1"), begin(run, "org_1")];
  await expect(begin(run, "org_1").done).rejects.toMatchObject(rejected("organization"));
  const other = begin(run, "org_2");
  await expect(begin(run, "org_2").done).rejects.toMatchObject(rejected("server"));
  first.end();
  expect(await first.done).toBe("org_1");
  const third = begin(run, "org_1");
  for (const each of [second, other, third]) each.end();
  expect(await Promise.all([second.done, other.done, third.done])).toEqual(["org_1", "org_2", "org_1"]);
});

test("one that fails gives its place back, and a pool with one place serves everybody", async () => {
  const run = limitSlowWork(1);
  await expect(run("org_1", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  const only = begin(run, "org_1");
  await expect(begin(run, "org_2").done).rejects.toMatchObject(rejected("server"));
  only.end();
  await only.done;
  expect(await run("org_2", () => Promise.resolve(1))).toBe(1);
});
