import { Client } from "pg";
import { eventList } from "../../areas/events/domain.cursors.ts";
import { cursorOfEvent } from "../../areas/events/domain.ts";
import { encodeCursor } from "../../platform/database/lists/cursor.ts";
import type { BenchSetup } from "./stage.ts";

const pageSize = 100;
const rowsPerInsert = 50_000;

/** Of so many events one is of a rare kind, and one of a record that is otherwise quiet. */
const rareness = 500;
const quietRecord = "cli_quiet";

/** Every third event is of another kind than documents, so that the feed has to pass over something. */
const insertEvents = `
  INSERT INTO "Event"
  SELECT e."organizationId", $2::bigint + n, left(e.id, 14) || lpad(to_hex($2::bigint + n), 16, '0'),
    split_part(k.type, '.', 1), CASE WHEN n % ${rareness} = 2 THEN '${quietRecord}' ELSE e."entityId" END, k.type, e."occurredAt",
    e.actor, e.payload, e.diff, e."relatedIds", e."correlationId", e.metadata
  FROM (SELECT * FROM "Event" WHERE "organizationId" = $1 AND entity = 'folder' ORDER BY number LIMIT 1) e,
    generate_series($3::integer, $4::integer) n,
    LATERAL (SELECT CASE WHEN n % ${rareness} = 1 THEN 'invoice.status_changed' WHEN n % 3 = 0 OR n % ${rareness} = 2 THEN 'client.updated'
                         ELSE e."eventType" END AS type) k`;

/** What GET /events is requested for, and which events these are. */
const walks = [
  { label: "all events", query: "", condition: "true" },
  { label: "a rare entity", query: "&entity=invoice", condition: "entity = 'invoice'" },
  { label: "a quiet record", query: `&entityId=${quietRecord}`, condition: `"entityId" = '${quietRecord}'` },
] as const;

/** One way to read the feed: its first page and its last full one. */
export interface Walk {
  label: string;
  firstPage: string;
  lastPage: string;
}

export interface FilledFeed {
  /** A page of the documents-only feed, after nine tenths of it. */
  farDocuments: string;
  walks: Walk[];
}

/**
 * Copies the firm's one real folder event until its feed has about `documents` events of documents and folders, as the
 * superuser and in bulk.
 */
export async function fillFeed(setup: BenchSetup, documents: number, stopping: AbortSignal): Promise<FilledFeed> {
  const { organizationId } = setup;
  // Not the product's pool: its 5 s for a statement are for requests.
  const client = new Client({ connectionString: setup.ownerUrl });
  await client.connect();
  try {
    await client.query("SET synchronous_commit = off");
    const total = Math.ceil(documents * 1.5);
    const base = await readNumber(
      client,
      `SELECT last AS number FROM "EventCounter" WHERE "organizationId" = $1`,
      organizationId,
    );
    for (let from = 1; from <= total; from += rowsPerInsert) {
      stopping.throwIfAborted();
      await client.query(insertEvents, [organizationId, base, from, Math.min(from + rowsPerInsert - 1, total)]);
    }
    await client.query(`UPDATE "EventCounter" SET last = last + $2 WHERE "organizationId" = $1`, [
      organizationId,
      total,
    ]);
    stopping.throwIfAborted();
    // Now, rather than as autovacuum and a checkpoint in the midst of the measurements.
    await client.query("VACUUM (FREEZE, ANALYZE)");
    await client.query("CHECKPOINT");
    const farNumber = await findNumber(
      client,
      organizationId,
      "entity IN ('document', 'folder')",
      `ASC OFFSET ${documents * 0.9 - pageSize - 1}`,
    );
    const farDocuments = `${documentsPath}&after=${encodeCursor(eventList({ organizationId }, "document-events"), farNumber)}`;
    const found: Walk[] = [];
    for (const walk of walks) found.push(await findPages(client, organizationId, walk));
    return { farDocuments, walks: found };
  } finally {
    await client.end();
  }
}

async function findPages(
  client: Client,
  organizationId: string,
  { label, query, condition }: (typeof walks)[number],
): Promise<Walk> {
  const firstPage = `/api/v1/events?limit=${pageSize}${query}`;
  const number = await findNumber(client, organizationId, condition, `DESC OFFSET ${pageSize}`);
  return { label, firstPage, lastPage: `${firstPage}&after=${cursorOfEvent(organizationId, number)}` };
}

function findNumber(client: Client, organizationId: string, condition: string, place: string): Promise<number> {
  return readNumber(
    client,
    `SELECT number FROM "Event" WHERE "organizationId" = $1 AND ${condition} ORDER BY number ${place} LIMIT 1`,
    organizationId,
  );
}

async function readNumber(client: Client, statement: string, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ number: string }>(statement, [organizationId]);
  if (rows[0] === undefined) throw new Error("The bench's feed is too short.");
  return Number(rows[0].number);
}

export const documentsPath = `/api/v1/document-events?limit=${pageSize}`;
