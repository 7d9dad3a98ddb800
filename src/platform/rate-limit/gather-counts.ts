import { setImmediate, setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import { withTimeout } from "./with-timeout.ts";

/** What a window has counted, this request included. */
export interface Counted {
  consumedPoints: number;
  msBeforeNext: number;
}

/**
 * A window that includes another, its part, as an organization's includes a key's. It counts the part's requests up to
 * the part's limit.
 */
export interface Whole {
  key: string;
  /** Of the part: a request beyond it does not count against the whole. */
  partLimit: number;
}

/** The whole's count is null for a request that does not count against it. */
export interface CountedParts {
  part: Counted;
  whole: Counted | null;
}

interface Waiting {
  key: string;
  whole: Whole | null;
  resolve: (counted: CountedParts) => void;
  reject: (error: unknown) => void;
}

/**
 * After a statement for at least so many requests, the next one begins this much later, with more of them: it costs
 * little more for ten than for one.
 */
const crowd = 3;
const gatherMilliseconds = 5;

/**
 * Counts requests in a table of rate-limiter-flexible, those that arrive together in one statement: one is under way at
 * a time, and what arrives in the meantime goes with the next. Each request gets its own count, in the order of
 * arrival, so limits are exact.
 *
 * @returns a function that rejects if the statement fails or takes too long
 */
export function gatherCounts(
  pool: Pool,
  table: string,
  windowSeconds: number,
): (key: string, whole?: Whole) => Promise<CountedParts> {
  let waiting: Waiting[] = [];
  let isUnderWay = false;
  let last = { size: 0, at: 0 };

  async function send(): Promise<void> {
    isUnderWay = true;
    while (waiting.length > 0) {
      // The batch includes requests that arrive with the results just delivered.
      const early = last.size < crowd ? 0 : last.at + gatherMilliseconds - performance.now();
      await (early > 0 ? delay(early) : setImmediate());
      const batch = waiting;
      waiting = [];
      last = { size: batch.length, at: performance.now() };
      await countBatch(pool, table, windowSeconds, batch);
    }
    isUnderWay = false;
  }

  return (key, whole) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, whole: whole ?? null, resolve, reject });
      if (!isUnderWay) void send();
    });
}

interface Row {
  key: string;
  points: number;
  expire: number | string;
}

/** The windows of many keys in one statement; null for a key without one. */
export async function readWindows(pool: Pool, table: string, keys: readonly string[]): Promise<(Counted | null)[]> {
  const { rows } = await pool.query<Row>({
    name: "read-windows",
    text: `SELECT key, points, expire FROM "${table}" WHERE key = ANY($1)`,
    values: [keys],
  });
  const found = new Map(rows.map((row) => [row.key, row]));
  return keys.map((key) => {
    const row = found.get(key);
    return row === undefined
      ? null
      : { consumedPoints: row.points, msBeforeNext: Math.max(Number(row.expire) - Date.now(), 0) };
  });
}

/** Counts a batch in one statement, and gives each its place in its windows. Never rejects. */
async function countBatch(pool: Pool, table: string, windowSeconds: number, batch: readonly Waiting[]): Promise<void> {
  const byKey = [...Map.groupBy(batch, ({ key }) => key).values()].map((requests) => ({
    requests,
    key: requests[0]?.key ?? "",
    whole: requests.at(-1)?.whole ?? null,
  }));
  const now = Date.now();
  const values = [
    byKey.map(({ key }) => key),
    byKey.map(({ requests }) => requests.length),
    byKey.map(({ whole }) => whole?.key ?? null),
    byKey.map(({ whole }) => whole?.partLimit ?? null),
    now + windowSeconds * 1_000,
    now,
  ];
  try {
    const { rows } = await withTimeout(
      pool.query<Row>({ name: "count-requests", text: writeStatement(table), values }),
    );
    const found = new Map(rows.map((row) => [row.key, row]));
    const parts = new Map(byKey.flatMap(({ key, requests }) => assignPlaces(found.get(key), requests)));
    const limits = new Map(byKey.map(({ key, whole }) => [key, whole]));
    const isInWhole = (request: Waiting) =>
      (parts.get(request)?.consumedPoints ?? 0) <= (limits.get(request.key)?.partLimit ?? -1);
    const inWholes = Map.groupBy(batch.filter(isInWhole), ({ key }) => limits.get(key)?.key ?? "");
    const wholes = new Map([...inWholes].flatMap(([key, requests]) => assignPlaces(found.get(key), requests)));
    for (const [request, part] of parts) request.resolve({ part, whole: wholes.get(request) ?? null });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** The last places of a window, in the order of arrival. */
function assignPlaces(row: Row | undefined, requests: readonly Waiting[]): [Waiting, Counted][] {
  if (row === undefined) throw new Error("A window was not counted");
  const msBeforeNext = Math.max(Number(row.expire) - Date.now(), 0);
  return requests.map((request, index) => [
    request,
    { consumedPoints: row.points - requests.length + index + 1, msBeforeNext },
  ]);
}

/** In the order of the keys, and the wholes after all parts: two processes would lock each other's rows otherwise. */
function writeStatement(table: string): string {
  const add = `ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN w.expire <= $6 THEN excluded.points ELSE w.points + excluded.points END,
      expire = CASE WHEN w.expire <= $6 THEN excluded.expire ELSE w.expire END
    RETURNING key, points, expire`;
  return `WITH part AS (
    INSERT INTO "${table}" AS w (key, points, expire)
    SELECT c.key, c.points, $5 FROM unnest($1::text[], $2::integer[]) AS c(key, points) ORDER BY c.key ${add}
  ), whole AS (
    INSERT INTO "${table}" AS w (key, points, expire)
    SELECT c.whole, sum(greatest(least(c.points, c."partLimit" - (p.points - c.points)), 0))::integer, $5
    FROM unnest($1::text[], $2::integer[], $3::text[], $4::bigint[]) AS c(key, points, whole, "partLimit") JOIN part p USING (key)
    WHERE c.whole IS NOT NULL AND c."partLimit" > p.points - c.points GROUP BY c.whole ORDER BY c.whole ${add}
  ) SELECT * FROM part UNION ALL SELECT * FROM whole`;
}
