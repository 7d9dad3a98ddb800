import { writeCursor } from "../../areas/events/cursor.ts";
import { openDatabase } from "../../platform/database.ts";
import type { Database } from "../../platform/database.ts";
import type { Stage } from "./stage.ts";

export const pageSize = 100;
const rowsPerInsert = 50_000;

/** Every third event is of another kind, so that the feed has to pass over something. */
const insertEvents = `
  INSERT INTO "Event"
  SELECT e."organizationId", $2::bigint + n, 'evt_' || lpad(to_hex($2::bigint + n), 26, '0'),
    CASE WHEN n % 3 = 0 THEN 'client' ELSE e.entity END, e."entityId",
    CASE WHEN n % 3 = 0 THEN 'client.updated' ELSE e."eventType" END, e."occurredAt",
    e.actor, e.payload, e.diff, e."relatedIds", e."correlationId", e.metadata
  FROM (SELECT * FROM "Event" WHERE "organizationId" = $1 AND entity = 'folder' ORDER BY number LIMIT 1) e,
    generate_series($3::integer, $4::integer) n`;

/**
 * Copies the firm's one real folder event until its feed has about `documents` events of documents and folders, as the superuser
 * and in bulk. @returns the path of the page that begins after nine tenths of them
 */
export async function fillFeed(stage: Stage, documents: number, stopping: AbortSignal): Promise<string> {
  const database = openDatabase(stage.ownerUrl, 1);
  try {
    const client = await database.pool.connect();
    // The pool's 5 s are for requests.
    await client.query("SET statement_timeout = 0; SET synchronous_commit = off");
    client.release();
    const total = Math.ceil(documents * 1.5);
    const base = await readLastNumber(database, stage.organizationId);
    for (let from = 1; from <= total; from += rowsPerInsert) {
      stopping.throwIfAborted();
      await database.pool.query(insertEvents, [stage.organizationId, base, from, Math.min(from + rowsPerInsert - 1, total)]);
    }
    await database.pool.query(`UPDATE "EventCounter" SET last = last + $2 WHERE "organizationId" = $1`, [stage.organizationId, total]);
    stopping.throwIfAborted();
    // Now, rather than as autovacuum and a checkpoint in the midst of the measurements.
    await database.pool.query("VACUUM (FREEZE, ANALYZE)");
    await database.pool.query("CHECKPOINT");
    return await findFarPage(database, stage.organizationId, documents * 0.9 - pageSize);
  } finally {
    await database.close();
  }
}

async function readLastNumber(database: Database, organizationId: string): Promise<number> {
  const { rows } = await database.pool.query<{ last: number }>(`SELECT last FROM "EventCounter" WHERE "organizationId" = $1`, [organizationId]);
  const [row] = rows;
  if (row === undefined) throw new Error("The firm has no event to copy.");
  return row.last;
}

async function findFarPage(database: Database, organizationId: string, passed: number): Promise<string> {
  const { rows } = await database.pool.query<{ number: number }>(
    `SELECT number FROM "Event" WHERE "organizationId" = $1 AND entity IN ('document', 'folder') ORDER BY number OFFSET $2 LIMIT 1`,
    [organizationId, passed - 1],
  );
  return `${feedPath}&after=${writeCursor(organizationId, "document-events", rows[0]?.number ?? 0)}`;
}

export const feedPath = `/api/v1/document-events?limit=${pageSize}`;
