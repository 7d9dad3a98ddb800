import { sql, type RawBuilder } from "kysely";
import { interfaceVersion } from "../../contract/interface-version.ts";
import { notifyListenersAfterCommit, sendWithCommit, type Transaction } from "./database.ts";
import { createId } from "./ids.ts";

/** An event as a row; its number is assigned when it is written. */
export interface LoggedEvent {
  entity: string;
  entityId: string;
  eventType: string;
  payload: object;
  diff: object;
  relatedIds: readonly object[];
  /** A subscription's key needs one of these scopes to get the event. */
  visibleTo: readonly string[];
  /** The only subscription that gets the event, whatever its event types; null for all that match. */
  onlyTo: string | null;
  /** Of this event alone. */
  metadata?: object | undefined;
}

/** The part of an audit entry that differs between the entries of one request. */
export interface AuditEntryRecord {
  entity: string;
  entityId: string;
  relatedIds: readonly object[];
  /** `{ field: { from, to } }`; empty where the values may be PHI. */
  changes: object;
}

export interface StoredResponse {
  keyId: string;
  idempotencyKey: string;
  fingerprint: Buffer;
  status: number;
  body: string;
  etag: string | null;
  location: string | null;
  hoursKept: number;
}

/**
 * The webhook deliveries of events, as common table expressions with trailing commas; `delivered` has one row per delivery.
 * @param events name of the expression with the events: id, number, "eventType", "visibleTo" (scopes), "onlyTo"
 */
export type FanOut = (organizationId: string, events: string) => RawBuilder<unknown>;

/** Set for every process by src/event-deliveries.ts, since the platform knows no area. */
export const eventDelivery: { fanOut: FanOut | null } = { fanOut: null };

export interface TransactionRecords {
  organizationId: string;
  requestId: string;
  action: string;
  /** Null for jobs. */
  clientIp: string | null;
  actor: { type: string; id: string; name: string };
  onBehalfOfAttorneyId: string | null;
  source: "api" | "mcp" | "portal" | "system";
  events: readonly LoggedEvent[];
  auditEntries: readonly AuditEntryRecord[];
  storedResponse: StoredResponse | null;
}

/**
 * Writes events, their webhook deliveries, audit entries and the stored response in one statement, which is sent with COMMIT.
 * The counter row that numbers the events is locked only from here to the commit. Numbers have no gaps, and none becomes visible
 * after a higher one: with a sequence, a reader that tailed the feed missed a quarter of the events.
 * A response that is already stored under the key, which the caller's lock prevents, divides by zero: the transaction rolls back.
 * @param onStored gets the expiry of the stored response after the commit
 */
export function writeTransactionRecords(transaction: Transaction, record: TransactionRecords, onStored?: (expiresAt: string) => void): void {
  const { storedResponse, events } = record;
  const statement = sql<{ expiresAt: string | null; hasDeliveries: boolean }>`
    WITH ${insertEvents(record)} ${insertAuditEntries(record)} ${insertStoredResponse(record, storedResponse)}
    SELECT (SELECT "expiresAt" FROM stored) AS "expiresAt", ${events.length > 0 ? sql`EXISTS (SELECT FROM delivered)` : sql`false`} AS "hasDeliveries",
      ${storedResponse === null ? sql`1` : sql`1 / (SELECT count(*)::integer FROM stored)`} AS once`;
  sendWithCommit(transaction, statement.compile(transaction), ([row]) => {
    if (events.length > 0) notifyListenersAfterCommit(transaction, record.organizationId, row?.hasDeliveries === true);
    if (row !== undefined && row.expiresAt !== null) onStored?.(row.expiresAt);
  });
}

function insertEvents(record: TransactionRecords) {
  const { organizationId, events } = record;
  if (events.length === 0) return sql``;
  const { fanOut } = eventDelivery;
  if (fanOut === null) throw new Error("src/event-deliveries.ts was not imported: events would be written without webhook deliveries");
  const rows = events.map((event, index) => ({ ...event, position: index + 1, id: createId("event") }));
  const metadata = {
    source: record.source,
    credentialId: record.source === "api" || record.source === "mcp" ? record.actor.id : null,
    onBehalfOfAttorneyId: record.onBehalfOfAttorneyId,
    apiVersion: interfaceVersion,
  };
  return sql`counter AS (
      INSERT INTO "EventCounter" ("organizationId", last) VALUES (${organizationId}, ${events.length})
      ON CONFLICT ("organizationId") DO UPDATE SET last = "EventCounter".last + excluded.last
      RETURNING last - ${events.length}::bigint AS base, date_trunc('milliseconds', clock_timestamp()) AS at
    ), numbered AS (
      SELECT e.*, c.base + e.position AS number, c.at
      FROM counter c, json_to_recordset(${JSON.stringify(rows)}::json) AS e(
        position integer, id text, entity text, "entityId" text, "eventType" text, payload json, diff json, "relatedIds" jsonb,
        "visibleTo" text[], "onlyTo" text, metadata jsonb)
    ), logged AS (
      INSERT INTO "Event" ("organizationId", number, id, entity, "entityId", "eventType", "occurredAt", actor, payload, diff,
                           "relatedIds", "correlationId", metadata)
      SELECT ${organizationId}, number, id, entity, "entityId", "eventType", at, ${JSON.stringify(record.actor)}::jsonb, payload, diff,
             "relatedIds", ${record.requestId}, ${JSON.stringify(metadata)}::jsonb || coalesce(metadata, '{}')
      FROM numbered
    ), ${fanOut(organizationId, "numbered")}`;
}

function insertAuditEntries(record: TransactionRecords) {
  const { actor } = record;
  const rows = record.auditEntries.map((access) => ({ ...access, id: createId("auditEntry") }));
  return sql`audited AS (
      INSERT INTO "AuditEntry" ("organizationId", id, action, "actorType", "actorId", "actorName", "onBehalfOfAttorneyId",
                                entity, "entityId", "relatedIds", changes, "requestId", address)
      SELECT ${record.organizationId}, a.id, ${record.action}, ${actor.type}, ${actor.id}, ${actor.name},
             ${record.onBehalfOfAttorneyId}, a.entity, a."entityId", a."relatedIds", a.changes, ${record.requestId}, ${record.clientIp}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS a(id text, entity text, "entityId" text, "relatedIds" jsonb, changes jsonb)
    ),`;
}

/** Replaces only an expired response under the same key. */
function insertStoredResponse(record: TransactionRecords, response: StoredResponse | null) {
  if (response === null) return sql`stored AS (SELECT NULL::timestamptz AS "expiresAt" WHERE false)`;
  return sql`stored AS (
      INSERT INTO "IdempotencyRecord" AS r ("organizationId", "keyId", "idempotencyKey", fingerprint, status, body, etag, location,
                                            "requestId", "expiresAt")
      VALUES (${record.organizationId}, ${response.keyId}, ${response.idempotencyKey}, ${response.fingerprint}, ${response.status},
              ${response.body}, ${response.etag}, ${response.location}, ${record.requestId},
              now() + make_interval(hours => ${response.hoursKept}::integer))
      ON CONFLICT ("organizationId", "keyId", "idempotencyKey") DO UPDATE
      SET fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, etag = excluded.etag,
          location = excluded.location, "requestId" = excluded."requestId", "createdAt" = excluded."createdAt",
          "expiresAt" = excluded."expiresAt"
      WHERE r."expiresAt" <= now()
      RETURNING r."expiresAt"
    )`;
}
