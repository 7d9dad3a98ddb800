import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import { listSetDates } from "../../contract/events/set-dates.ts";
import { interfaceVersion } from "../../contract/interface-version.ts";
import { lastStatement, type LastStatement } from "./commit.ts";
import { isOnCluster, notifyListenersAfterCommit, sendWithCommit, type Transaction } from "./database.ts";
import { composeDateSetters } from "./date-setters.ts";
import { createId } from "./ids.ts";
import type { UnreceivedTypes } from "./events/unreceived-types.ts";
import { composeInsert, prepareForOne } from "./records.ts";

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
  /** What decided how much of the records the response shows, encoded. */
  readingRights: readonly string[];
  hoursKept: number;
}

/** What decides which subscriptions get an event. */
export type AddressedEvent = Pick<LoggedEvent, "eventType" | "visibleTo" | "onlyTo"> & { id: string };

/** The webhook deliveries of events. */
export interface FanOut {
  readonly unreceived: UnreceivedTypes;
  /** Whether a subscription gets event `e`, which is no test. `e` has the columns "eventType" and "visibleTo". */
  hasReceiver(organizationId: string): RawBuilder<boolean>;
  /**
   * The statements that write deliveries. One has rows if there are any.
   *
   * @param numbered the events as rows: id, number, "eventType", "visibleTo" (scopes), "onlyTo"
   */
  insert(
    organizationId: string,
    events: readonly AddressedEvent[],
    numbered: RawBuilder<unknown>,
  ): RawBuilder<unknown>[];
  /**
   * The same in two steps. A row for each delivery: "deliveryId", "eventId", "subscriptionId".
   *
   * @param events as rows: all but the number
   */
  select(organizationId: string, events: readonly AddressedEvent[], rows: RawBuilder<unknown>): RawBuilder<unknown>;
  /** @param deliveries the rows, each with its event */
  compose(
    transaction: Transaction,
    organizationId: string,
    deliveries: readonly (AddressedEvent & { number: number; deliveryId: string; subscriptionId: string })[],
  ): CompiledQuery[];
}

declare module "./transaction-hooks.ts" {
  interface TransactionHooks {
    readonly fanOut: FanOut;
  }
}

/** What the audit entries of one action have in common, and these. */
export interface AuditRecords {
  organizationId: string;
  requestId: string;
  action: string;
  /** Null for jobs. */
  clientIp: string | null;
  actor: { type: string; id: string; name: string };
  onBehalfOfAttorneyId: string | null;
  auditEntries: readonly AuditEntryRecord[];
}

export interface TransactionRecords extends AuditRecords {
  source: "api" | "mcp" | "portal" | "system";
  events: readonly LoggedEvent[];
  fanOut: FanOut;
  storedResponse: StoredResponse | null;
}

/** A job's own changes set no date: they follow from those of somebody. */
const settingActors: ReadonlySet<string> = new Set(["integration_key", "partner_key", "oidc_client", "member"]);

/** By the part of a transaction: what its work has recorded. */
const gathered = new WeakMap<Transaction, TransactionRecords[]>();

/** Has `writeTransactionRecords` gather what a part of a transaction records, instead of writing it. */
export function gatherRecords(part: Transaction, records: TransactionRecords[]): void {
  gathered.set(part, records);
}

/** Whether what is recorded in this part of a transaction is written with that of others, in one organization. */
export const isGathered = (part: Transaction): boolean => gathered.has(part);

/**
 * Writes events, their webhook deliveries, audit entries and the stored response: statements that are sent together
 * with COMMIT. The counter row that numbers the events is locked only from here to the commit. Numbers have no gaps,
 * and none becomes visible after a higher one: with a sequence, a reader that tailed the feed missed a quarter of the
 * events.
 *
 * @param onStored gets the expiry of the stored response after the commit; not that of a part of a transaction
 */
export function writeTransactionRecords(
  transaction: Transaction,
  record: TransactionRecords,
  onStored?: (expiresAt: string) => void,
): void {
  const records = gathered.get(transaction);
  if (records === undefined) writeRecordsOf(transaction, [record], onStored);
  else records.push(record);
}

/**
 * Writes what several actions of one request have recorded, in their order: each kind of record by one statement.
 *
 * @param records of one actor and request, at least one
 */
export function writeRecordsOf(
  transaction: Transaction,
  records: readonly [TransactionRecords, ...TransactionRecords[]],
  onStored?: (expiresAt: string) => void,
): void {
  const [record] = records;
  const { organizationId } = record;
  const compose = isOnCluster(transaction) ? composeEventsForCluster : composeEvents;
  const events = describeEvents(records);
  const last = events.length > 0 ? compose(transaction, record, events) : [];
  const auditEntries = records.flatMap(describeAuditEntries);
  if (auditEntries.length > 0) last.push({ statement: composeInsert(transaction, "AuditEntry", auditEntries) });
  const dates = settingActors.has(record.actor.type) ? events.flatMap(listSetDates) : [];
  if (dates.length > 0) {
    const setter = {
      actorType: record.actor.type,
      actorId: record.actor.id,
      onBehalfOfAttorneyId: record.onBehalfOfAttorneyId ?? "",
    };
    last.push(
      ...composeDateSetters({ organizationId, transaction }, dates, setter).map((statement) => ({ statement })),
    );
  }
  const responses = records.flatMap(({ storedResponse }) => (storedResponse === null ? [] : [storedResponse]));
  if (responses.length > 0) {
    const stored = insertStoredResponses(organizationId, record.requestId, responses).compile(transaction);
    last.push(
      lastStatement({
        statement: prepareForOne(responses, stored),
        read: ([row]) => row !== undefined && onStored?.(row.expiresAt),
      }),
    );
  }
  for (const statement of last) sendWithCommit(transaction, statement);
}

/** Writes audit entries without events, together with COMMIT. */
export function writeAuditEntries(transaction: Transaction, record: AuditRecords): void {
  const statement = composeInsert(transaction, "AuditEntry", describeAuditEntries(record));
  sendWithCommit(transaction, { statement });
}

type NewEvent = ReturnType<typeof describeEvents>[number];

function describeEvents(records: readonly [TransactionRecords, ...TransactionRecords[]]) {
  const [{ source, actor, onBehalfOfAttorneyId }] = records;
  const credentialId = source === "api" || source === "mcp" ? actor.id : null;
  const metadata = { source, credentialId, onBehalfOfAttorneyId, apiVersion: interfaceVersion };
  const events = records.flatMap((record) => record.events);
  return events.map((event, index) => ({
    ...event,
    position: index + 1,
    id: createId("event"),
    metadata: { ...metadata, ...event.metadata },
  }));
}

const addressOf = ({ position, id, eventType, visibleTo, onlyTo }: NewEvent) => ({
  position,
  id,
  eventType,
  visibleTo,
  onlyTo,
});

/** Locks the counter's row. Its trigger reads the time, so that times rise with the numbers. */
function advanceCounter(transaction: Transaction, organizationId: string, count: number): LastStatement {
  const advance = sql`
    INSERT INTO "EventCounter" ("organizationId", last) VALUES (${organizationId}, ${count})
    ON CONFLICT ("organizationId") DO UPDATE SET last = "EventCounter".last + excluded.last`;
  return {
    statement: advance.compile(transaction),
    read: () => notifyListenersAfterCommit(transaction, organizationId, { hasDeliveries: false }),
  };
}

/**
 * Without a round trip: the rows are selected from the counter.
 *
 * For event types that lately had no receiver no deliveries are written: the statement, which would write none, costs a
 * tenth of a small mutation. Instead, the statement of the events checks that there is still no receiver. Like that of
 * the deliveries it runs while the counter is locked, so it sees each subscription that was created before, by
 * whichever process. If there is one, the transaction is rolled back and runs again, with deliveries.
 */
function composeEvents(
  transaction: Transaction,
  { organizationId, requestId, actor, fanOut }: TransactionRecords,
  events: readonly NewEvent[],
): LastStatement[] {
  const { unreceived } = fanOut;
  const isQuiet = unreceived.include(organizationId, events);
  const number = sql`c.last - ${events.length}::bigint + e.position`;
  const checked = isQuiet
    ? sql`CASE WHEN ${fanOut.hasReceiver(organizationId)} THEN reject_undelivered_event() ELSE ${number} END`
    : number;
  const logged = sql`
    INSERT INTO "Event" ("organizationId", number, id, entity, "entityId", "eventType", "occurredAt", actor, payload, diff, "relatedIds", "correlationId", metadata)
    SELECT c."organizationId", ${checked}, e.id, e.entity, e."entityId", e."eventType", c.at, ${JSON.stringify(actor)}::jsonb, e.payload, e.diff,
           e."relatedIds", ${requestId}, e.metadata
    FROM "EventCounter" c, ${eventRows(events)} WHERE c."organizationId" = ${organizationId}`;
  const advance = advanceCounter(transaction, organizationId, events.length);
  const statement = logged.compile(transaction);
  if (isQuiet) return [advance, { statement, onFailure: () => unreceived.forget(organizationId) }];
  const addressed = events.map(addressOf);
  const numbered = sql`(
    SELECT ${number} AS number, e.id, e."eventType", e."visibleTo", e."onlyTo" FROM "EventCounter" c, ${addressedRows(addressed)} WHERE c."organizationId" = ${organizationId})`;
  const delivered = fanOut.insert(organizationId, addressed, numbered);
  const notifyOrRemember = ({ length }: readonly unknown[]) => {
    if (length > 0) notifyListenersAfterCommit(transaction, organizationId, { hasDeliveries: true });
    else unreceived.add(organizationId, addressed);
  };
  return [
    advance,
    { statement },
    ...delivered.map((insert) => ({ statement: insert.compile(transaction), read: notifyOrRemember })),
  ];
}

/** One alone is written as columns: PostgreSQL reads its JSON once instead of twice, and expects one row. */
function eventRows(events: readonly NewEvent[]): RawBuilder<unknown> {
  const [first] = events;
  if (first !== undefined && events.length === 1) {
    const { id, entity, entityId, eventType, payload, diff, relatedIds, metadata, visibleTo } = first;
    return sql`(
      SELECT 1 AS position, ${id}::text AS id, ${entity}::text AS entity, ${entityId}::text AS "entityId", ${eventType}::text AS "eventType",
        ${JSON.stringify(payload)}::json AS payload, ${JSON.stringify(diff)}::json AS diff, ${JSON.stringify(relatedIds)}::jsonb AS "relatedIds",
        ${JSON.stringify(metadata)}::jsonb AS metadata, ${[...visibleTo]}::text[] AS "visibleTo") e`;
  }
  const rows = events.map(
    ({ position, id, entity, entityId, eventType, payload, diff, relatedIds, metadata, visibleTo }) => ({
      position,
      id,
      entity,
      entityId,
      eventType,
      payload,
      diff,
      relatedIds,
      metadata,
      visibleTo,
    }),
  );
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) AS e(
      position integer, id text, entity text, "entityId" text, "eventType" text, payload json, diff json, "relatedIds" jsonb, metadata jsonb,
      "visibleTo" text[])`;
}

const addressedRows = (events: readonly object[]) =>
  sql`json_to_recordset(${JSON.stringify(events)}::json) AS e(position integer, id text, "eventType" text, "visibleTo" text[], "onlyTo" text)`;

interface SelectedDelivery {
  last: number;
  at: string;
  deliveryId: string | null;
  eventId: string | null;
  subscriptionId: string | null;
}

/**
 * With one: a cluster writes rows that are selected on all nodes at once, and locks all firms' shards until the commit;
 * only VALUES go to one (0074).
 */
function composeEventsForCluster(
  transaction: Transaction,
  { organizationId, requestId, actor, fanOut }: TransactionRecords,
  events: readonly NewEvent[],
): LastStatement[] {
  const selected = sql<SelectedDelivery>`
    SELECT c.last, c.at, d."deliveryId", d."eventId", d."subscriptionId"
    FROM "EventCounter" c LEFT JOIN (${fanOut.select(organizationId, events, addressedRows(events.map(addressOf)))}) d ON true WHERE c."organizationId" = ${organizationId}`;
  const continueWith = (rows: readonly SelectedDelivery[]) => {
    const [first] = rows;
    if (first === undefined) throw new Error("the counter that was written is not there");
    const numbered = events.map((event) => ({ ...event, number: first.last - events.length + event.position }));
    const logged = numbered.map(({ number, id, entity, entityId, eventType, payload, diff, relatedIds, metadata }) => ({
      organizationId,
      number,
      id,
      entity,
      entityId,
      eventType,
      occurredAt: first.at,
      actor: JSON.stringify(actor),
      payload: JSON.stringify(payload),
      diff: JSON.stringify(diff),
      relatedIds: JSON.stringify(relatedIds),
      correlationId: requestId,
      metadata: JSON.stringify(metadata),
    }));
    const deliveries = rows.flatMap(({ deliveryId, eventId, subscriptionId }) => {
      const event = numbered.find(({ id }) => id === eventId);
      return event === undefined || deliveryId === null || subscriptionId === null
        ? []
        : [{ ...event, deliveryId, subscriptionId }];
    });
    if (deliveries.length > 0) notifyListenersAfterCommit(transaction, organizationId, { hasDeliveries: true });
    return [composeInsert(transaction, "Event", logged), ...fanOut.compose(transaction, organizationId, deliveries)];
  };
  return [
    advanceCounter(transaction, organizationId, events.length),
    lastStatement({ statement: selected.compile(transaction), continueWith }),
  ];
}

function describeAuditEntries({
  organizationId,
  action,
  actor,
  onBehalfOfAttorneyId,
  requestId,
  clientIp,
  auditEntries,
}: AuditRecords) {
  const common = {
    organizationId,
    action,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    onBehalfOfAttorneyId,
    requestId,
    address: clientIp,
  };
  return auditEntries.map(({ entity, entityId, relatedIds, changes }) => ({
    ...common,
    id: createId("auditEntry"),
    entity,
    entityId,
    relatedIds: JSON.stringify(relatedIds),
    changes: JSON.stringify(changes),
  }));
}

/**
 * Replaces only an expired response under the same key. Of another one, which the caller's lock prevents, the status
 * becomes null, which fails.
 */
function insertStoredResponses(organizationId: string, requestId: string, responses: readonly StoredResponse[]) {
  const rows = responses.map(
    (response) => sql`
            (${organizationId}, ${response.keyId}, ${response.idempotencyKey}, ${response.fingerprint}, ${response.status}, ${response.body},
            ${response.etag}, ${response.location}, ${response.readingRights}, ${requestId}, now() + make_interval(hours => ${response.hoursKept}::integer))`,
  );
  return sql<{ expiresAt: string }>`
    INSERT INTO "IdempotencyRecord" AS r ("organizationId", "keyId", "idempotencyKey", fingerprint, status, body, etag, location, "readingRights", "requestId", "expiresAt")
    VALUES ${sql.join(rows)}
    ON CONFLICT ("organizationId", "keyId", "idempotencyKey") DO UPDATE
    SET fingerprint = excluded.fingerprint, body = excluded.body, etag = excluded.etag, location = excluded.location,
        "readingRights" = excluded."readingRights", "requestId" = excluded."requestId", "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt",
        status = CASE WHEN r."expiresAt" <= excluded."createdAt" THEN excluded.status END
    RETURNING "expiresAt"`;
}
