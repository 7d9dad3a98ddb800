import { setImmediate } from "node:timers/promises";
import type { Pool } from "pg";
import { withTimeout } from "./with-timeout.ts";

/** What a window has counted, this request included. */
export interface Counted {
  consumedPoints: number;
  msBeforeNext: number;
}

interface Waiting {
  key: string;
  resolve: (counted: Counted) => void;
  reject: (error: unknown) => void;
}

/**
 * Counts requests in a table of rate-limiter-flexible, those that arrive together in one statement: one is under way at a time, and
 * what arrives in the meantime goes with the next. Each request gets its own count, in the order of arrival, so limits are exact.
 * @returns a function that rejects if the statement fails or takes too long
 */
export function gatherCounts(pool: Pool, table: string, windowSeconds: number): (key: string) => Promise<Counted> {
  let waiting: Waiting[] = [];
  let isUnderWay = false;

  async function send(): Promise<void> {
    isUnderWay = true;
    while (waiting.length > 0) {
      // Also those go along that arrive with the results just delivered, such as the organization's count after the key's.
      await setImmediate();
      const batch = waiting;
      waiting = [];
      await countBatch(pool, table, windowSeconds, batch);
    }
    isUnderWay = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isUnderWay) void send();
    });
}

/** Counts a batch in one statement, and gives each its place in its window. Never rejects. */
async function countBatch(pool: Pool, table: string, windowSeconds: number, batch: readonly Waiting[]): Promise<void> {
  const byKey = Map.groupBy(batch, ({ key }) => key);
  const now = Date.now();
  const values = [[...byKey.keys()], [...byKey.values()].map(({ length }) => length), now + windowSeconds * 1_000, now];
  try {
    const { rows } = await withTimeout(pool.query<{ key: string; points: number; expire: number | string }>({ name: "count-requests", text: writeStatement(table), values }));
    for (const { key, points, expire } of rows) {
      const requests = byKey.get(key) ?? [];
      const msBeforeNext = Math.max(Number(expire) - Date.now(), 0);
      for (const [index, { resolve }] of requests.entries()) resolve({ consumedPoints: points - requests.length + index + 1, msBeforeNext });
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** In the order of the keys: two processes would lock each other's rows otherwise. */
function writeStatement(table: string): string {
  return `INSERT INTO "${table}" AS w (key, points, expire)
    SELECT c.key, c.points, $3 FROM unnest($1::text[], $2::integer[]) AS c(key, points) ORDER BY c.key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN w.expire <= $4 THEN excluded.points ELSE w.points + excluded.points END,
      expire = CASE WHEN w.expire <= $4 THEN excluded.expire ELSE w.expire END
    RETURNING key, points, expire`;
}
