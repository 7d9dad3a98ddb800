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
  const rounds = Array.from({ length: 10 }, () => [...keys.map((key) => ({ key, consume: one })), ...keys.toReversed().map((key) => ({ key, consume: other }))]);
  const counted = await Promise.all(rounds.flat().map(async ({ key, consume }) => ({ key, ...(await consume(key)) })));
  const points = (key: string) => counted.flatMap((each) => (each.key === key ? [each.consumedPoints] : [])).toSorted((left, right) => left - right);
  for (const key of keys) expect(points(key)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

test("counts that arrive together share a statement, so that a flood of one key delays another by at most one statement", async () => {
  const statements = vi.spyOn(pool, "query");
  const consume = count();
  const flood = Array.from({ length: 1_000 }, () => consume("flood"));
  // The flood's statement is under way.
  await vi.waitFor(() => expect(statements).toHaveBeenCalledTimes(1), { interval: 1 });
  const late = Array.from({ length: 1_000 }, () => consume("flood"));
  await consume("other");
  expect(statements).toHaveBeenCalledTimes(2);
  const counted = await Promise.all([...flood, ...late]);
  expect(counted.map(({ consumedPoints }) => consumedPoints)).toEqual(counted.map((_, at) => at + 1));
  expect(statements).toHaveBeenCalledTimes(2);
});
