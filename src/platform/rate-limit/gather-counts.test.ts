import { Pool } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { gatherCounts } from "./gather-counts.ts";

const table = "Counts";
let pool: Pool;
const count = () => gatherCounts(pool, table, 60);

beforeAll(async () => {
  pool = new Pool({ connectionString: await cloneDatabase(), max: 4 });
  await pool.query(`CREATE TABLE "${table}" (key varchar(255) PRIMARY KEY, points integer NOT NULL, expire bigint)`);
});
afterAll(() => pool.end());

test("two processes that count the same keys in opposite orders count each request once", async () => {
  const keys = Array.from({ length: 40 }, (_, at) => `mixed-${at}`);
  const [one, other] = [count(), count()];
  const rounds = Array.from({ length: 10 }, () => [
    ...keys.map((key) => ({ key, consume: one })),
    ...keys.toReversed().map((key) => ({ key, consume: other })),
  ]);
  const counted = await Promise.all(
    rounds.flat().map(async ({ key, consume }) => ({ key, ...(await consume(key)).part })),
  );
  const points = (key: string) =>
    counted.flatMap((each) => (each.key === key ? [each.consumedPoints] : [])).toSorted((left, right) => left - right);
  for (const key of keys) expect(points(key)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

test("counts that arrive together share a statement, so that a flood of one key delays another by at most one statement", async () => {
  const statements = vi.spyOn(pool, "query");
  const consume = count();
  const flood = Array.from({ length: 1_000 }, () => consume("flood"));
  // The flood's statement is under way.
  await vi.waitFor(() => expect(statements).toHaveBeenCalledTimes(1), { timeout: 120_000, interval: 1 });
  const late = Array.from({ length: 1_000 }, () => consume("flood"));
  await consume("other");
  expect(statements).toHaveBeenCalledTimes(2);
  const counted = await Promise.all([...flood, ...late]);
  expect(counted.map(({ part }) => part.consumedPoints)).toEqual(counted.map((_, at) => at + 1));
  expect(statements).toHaveBeenCalledTimes(2);
});

test("a key and its organization share a statement; what is over the key's limit does not count against the organization", async () => {
  const statements = vi.spyOn(pool, "query");
  statements.mockClear();
  const consume = count();
  const whole = { key: "organization", partLimit: 3 };
  const send = (keys: readonly string[]) => Promise.all(keys.map((key) => consume(key, whole)));
  const placesOf = (counted: Awaited<ReturnType<typeof send>>) =>
    counted.map(({ part, whole: ofWhole }) => [part.consumedPoints, ofWhole?.consumedPoints ?? null]);
  expect(placesOf(await send(["one", "one", "another"]))).toEqual([
    [1, 1],
    [2, 2],
    [1, 3],
  ]);
  expect(placesOf(await send(["one", "one", "another", "one"]))).toEqual([
    [3, 4],
    [4, null],
    [2, 5],
    [5, null],
  ]);
  expect(placesOf(await send(["one"]))).toEqual([[6, null]]);
  expect(placesOf(await send(["another"]))).toEqual([[3, 6]]);
  expect(statements).toHaveBeenCalledTimes(4);
});

test("two processes that count keys of the same organizations do not lock each other", async () => {
  const pairs = Array.from({ length: 40 }, (_, at) => ({
    key: `pair-${at}`,
    whole: { key: `organization-${at % 4}`, partLimit: 15 },
  }));
  const [one, other] = [count(), count()];
  const rounds = Array.from({ length: 10 }, () => [
    ...pairs.map((pair) => ({ ...pair, consume: one })),
    ...pairs.toReversed().map((pair) => ({ ...pair, consume: other })),
  ]);
  const counted = await Promise.all(
    rounds.flat().map(async ({ key, whole, consume }) => ({
      organization: whole.key,
      place: (await consume(key, whole)).whole?.consumedPoints,
    })),
  );
  const placesIn = (organization: string) =>
    counted
      .flatMap((each) => (each.organization === organization && each.place !== undefined ? [each.place] : []))
      .toSorted((left, right) => left - right);
  // Of each of ten keys 15 requests of 20.
  for (let at = 0; at < 4; at += 1)
    expect(placesIn(`organization-${at}`)).toEqual(Array.from({ length: 150 }, (_, place) => place + 1));
});
