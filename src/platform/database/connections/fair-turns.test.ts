import { expect, onTestFinished, test } from "vitest";
import { sql } from "kysely";
import { applicationUrlOf, cloneDatabase } from "../../../testing/database/clone-database.ts";
import { classifyFailure } from "../database-errors.ts";
import { openDatabase } from "../database.ts";
import { createFairTurns } from "./fair-turns.ts";

/** Has each that is named ask for a place at once. @returns the names in the order in which they got it, one place at a time */
async function order(names: readonly string[], places: number): Promise<string[]> {
  const turns = createFairTurns(places, 10_000);
  const seen: string[] = [];
  await Promise.all(names.map(async (name) => {
    const giveBack = await turns.take(name);
    seen.push(name);
    await Promise.resolve();
    giveBack();
  }));
  return seen;
}

test("those who wait get places in turn, each its own in the order of asking", async () => {
  expect(await order(["a", "a", "a", "a", "b", "c", "b"], 1)).toEqual(["a", "a", "b", "c", "a", "b", "a"]);
  expect(await order(["a", "b", "c"], 3)).toEqual(["a", "b", "c"]);
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

test("an organization with hundreds of waiting transactions delays another one's by one turn", async () => {
  const connections = 2;
  const database = openDatabase(applicationUrlOf(await cloneDatabase()), connections);
  onTestFinished(() => database.close());
  const ended: string[] = [];
  const run = (organizationId: string) =>
    database.withTenantTransaction(organizationId, (transaction) => sql`SELECT ${organizationId}::text`.execute(transaction)).then(() => void ended.push(organizationId));
  const noisy = Array.from({ length: 200 }, () => run("org_noisy"));
  expect(database.countWaiting()).toBe(200 - connections);
  const quiet = [run("org_quiet"), database.withTenantReads("org_quiet", (reads) => sql`SELECT ${1}::integer`.execute(reads)).then(() => void ended.push("org_quiet"))];
  await Promise.all([...noisy, ...quiet]);
  expect(database.countWaiting()).toBe(0);
  // One turn of each connection, and one more for each of the two; while a backend waits for a processor, the other connection takes several.
  expect(ended.lastIndexOf("org_quiet")).toBeLessThan(10 * connections);
});
