import { expect, onTestFinished, test } from "vitest";
import { sql } from "kysely";
import { applicationUrlOf, cloneDatabase } from "../../../testing/database/clone-database.ts";
import { classifyFailure } from "../database-errors.ts";
import { openDatabase } from "../database.ts";
import { createFairTurns } from "./fair-turns.ts";
import { noHooks } from "../transaction-hooks.ts";

/**
 * Each that is named takes a place at once, and holds it for as many milliseconds.
 *
 * @returns the names in the order in which they got it
 */
async function order(
  names: readonly string[],
  places: number,
  durations: Readonly<Record<string, number>> = {},
): Promise<string[]> {
  let time = 0;
  const turns = createFairTurns(places, 10_000, () => time);
  const seen: string[] = [];
  await Promise.all(
    names.map(async (name) => {
      const giveBack = await turns.take(name);
      seen.push(name);
      await Promise.resolve();
      time += durations[name] ?? 0;
      giveBack();
    }),
  );
  return seen;
}

test("those who wait get places in turn, each its own in the order of their requests", async () => {
  expect(await order(["a", "a", "a", "a", "b", "c", "b"], 1)).toEqual(["a", "a", "b", "c", "a", "b", "a"]);
  expect(await order(["a", "b", "c"], 3)).toEqual(["a", "b", "c"]);
});

test("a turn that takes long counts for as many short ones: each gets the same time", async () => {
  const names = ["a", "a", "a", "a", ...Array.from({ length: 10 }, () => "b")];
  const seen = (await order(names, 1, { a: 50, b: 10 })).join("");
  expect(seen).toBe("abbbbbabbbbbaa");
});

test("who used little before has saved nothing up: its turns alternate with the other one's", async () => {
  let time = 0;
  const turns = createFairTurns(1, 10_000, () => time);
  let seen = "";
  const taken: Promise<void>[] = [];
  const take = async (name: string) => {
    const giveBack = await turns.take(name);
    seen += name;
    time += 10;
    if (seen === "xbaaaaa") for (let count = 0; count < 4; count += 1) taken.push(take("b"));
    giveBack();
  };
  for (const name of ["x", "b", ...Array.from({ length: 9 }, () => "a")]) taken.push(take(name));
  await expect.poll(() => seen, { timeout: 2_000 }).toBe("xbaaaaaabababab");
});

test("short turns save up one share, not all that they left", async () => {
  let time = 0;
  const turns = createFairTurns(1, 10_000, () => time);
  let seen = "";
  const take = async (name: string, milliseconds: number) => {
    const giveBack = await turns.take(name);
    seen += milliseconds === 50 ? name.toUpperCase() : name;
    time += milliseconds;
    giveBack();
  };
  const waiting = Array.from({ length: 10 }, () => [take("a", 10), take("b", 0)]).flat();
  waiting.push(take("b", 50), take("b", 50), ...Array.from({ length: 7 }, () => take("a", 10)));
  await Promise.all(waiting);
  expect(seen.slice(seen.indexOf("B"))).toBe("BaaaaaBaa");
});

test("who waits too long fails as when the pool has no connection, and takes no place", async () => {
  const turns = createFairTurns(1, 10);
  const giveBack = await turns.take("a");
  const failure: unknown = await turns.take("b").catch((error: unknown) => error);
  expect(classifyFailure(failure)).toBe("away");
  giveBack();
  (await turns.take("c"))();
  (await turns.take("d"))();
});

test("an organization with hundreds of waiting transactions delays another one's by few of them", async () => {
  const connections = 2;
  const database = openDatabase(applicationUrlOf(await cloneDatabase()), {
    poolSize: connections,
    hooks: noHooks,
    // The order counts, not how long hundreds take on a busy machine.
    connectWithin: 120_000,
  });
  onTestFinished(() => database.close());
  const ended: string[] = [];
  const run = (organizationId: string) =>
    database
      .withTenantTransaction(organizationId, (transaction) => sql`SELECT ${organizationId}::text`.execute(transaction))
      .then(() => void ended.push(organizationId));
  const noisy = Array.from({ length: 200 }, () => run("org_noisy"));
  expect(database.countWaiting()).toBe(200 - connections);
  const quiet = [
    run("org_quiet"),
    database
      .withTenantReads("org_quiet", (reads) => sql`SELECT ${1}::integer`.execute(reads))
      .then(() => void ended.push("org_quiet")),
  ];
  await Promise.all([...noisy, ...quiet]);
  expect(database.countWaiting()).toBe(0);
  // By turns it would be four. By time it may be more: a backend that waits for a processor uses its turn up.
  expect(ended.lastIndexOf("org_quiet")).toBeLessThan(100);
});
