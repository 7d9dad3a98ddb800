import { sql } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import { isOneOf, selectRecord, selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { findDeadlines, type DeadlineRow } from "../store.ts";

export type TriggerEvent = Pick<
  Row<"CalendarEvent">,
  "type" | "startOn" | "startAt" | "timeZone" | "allDay" | "status" | "visibility" | "rule"
>;

const selectTriggerEvent = (context: Context, caseId: string, eventId: string) =>
  selectRecord(context, "CalendarEvent", eventId)
    .select(["type", "startOn", "startAt", "timeZone", "allDay", "status", "visibility", "rule"])
    .where("caseId", "=", caseId)
    .where("deletedAt", "is", null);

/** A live calendar event of the case. */
export const findTriggerEvent = (
  context: Context,
  caseId: string,
  eventId: string,
): Promise<TriggerEvent | undefined> => selectTriggerEvent(context, caseId, eventId).executeTakeFirst();

export const lockTriggerEventForShare = (
  context: Context,
  caseId: string,
  eventId: string,
): Promise<TriggerEvent | undefined> => selectTriggerEvent(context, caseId, eventId).forShare().executeTakeFirst();

type TriggerAction = Pick<Row<"CourtAction">, "filedOn">;

const selectTriggerAction = (context: Context, caseId: string, courtActionId: string) =>
  selectRecord(context, "CourtAction", courtActionId)
    .select("filedOn")
    .where("caseId", "=", caseId)
    .where("deletedAt", "is", null);

/** A live court action of the case. */
export const findTriggerAction = (
  context: Context,
  caseId: string,
  courtActionId: string,
): Promise<TriggerAction | undefined> => selectTriggerAction(context, caseId, courtActionId).executeTakeFirst();

export const lockTriggerActionForShare = (
  context: Context,
  caseId: string,
  courtActionId: string,
): Promise<TriggerAction | undefined> =>
  selectTriggerAction(context, caseId, courtActionId).forShare().executeTakeFirst();

type TriggerIncident = Pick<Row<"Incident">, "deathOn" | "injuryDiscoveredOn" | "treatmentEndedOn">;

const selectTriggerIncident = (context: Context, caseId: string, incidentId: string) =>
  selectRecord(context, "Incident", incidentId)
    .select(["deathOn", "injuryDiscoveredOn", "treatmentEndedOn"])
    .where("caseId", "=", caseId);

/** The incident of the case. */
export const findTriggerIncident = (
  context: Context,
  caseId: string,
  incidentId: string,
): Promise<TriggerIncident | undefined> => selectTriggerIncident(context, caseId, incidentId).executeTakeFirst();

export const lockTriggerIncidentForShare = (
  context: Context,
  caseId: string,
  incidentId: string,
): Promise<TriggerIncident | undefined> =>
  selectTriggerIncident(context, caseId, incidentId).forShare().executeTakeFirst();

type EventStart = Pick<Row<"CalendarEvent">, "caseId" | "startOn" | "startAt" | "timeZone" | "allDay">;

/** When a live calendar event begins, of whatever case; none of a deleted one, or of a deleted case. */
export async function findEventStart(
  { organizationId, transaction }: Context,
  eventId: string,
): Promise<EventStart | undefined> {
  const { rows } = await sql<EventStart>`
    SELECT e."caseId", e."startOn", e."startAt", e."timeZone", e."allDay" FROM "CalendarEvent" e
    WHERE e."organizationId" = ${organizationId} AND e.id = ${eventId} AND e."deletedAt" IS NULL AND ${hasLiveOwners(organizationId, "e", ["caseId"])}`.execute(
    transaction,
  );
  return rows[0];
}

/** How many open or missed deadlines are counted from a record, at most this many. */
export async function countFollowing(
  { organizationId, transaction }: Context,
  recordId: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM "Deadline" WHERE "organizationId" = ${organizationId} AND "triggerRecordId" = ${recordId} AND "isOpen" LIMIT ${most}::integer) d`.execute(
    transaction,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Locks the open deadlines that are counted from a record's day, overridden ones too, at most this many.
 *
 * @returns their IDs in order
 */
export async function lockAllTriggeredForUpdate(context: Context, recordId: string, most: number): Promise<string[]> {
  const rows = await selectRows(context, "Deadline")
    .select("id")
    .where("triggerRecordId", "=", recordId)
    .where("status", "in", ["open", "missed"])
    .orderBy("id")
    .limit(most)
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** The IDs of the active chains of a case that follow a record's day. */
const selectFollowingChains = (organizationId: string, caseId: string, recordId: string) => sql`
  SELECT h.id FROM "DeadlineChain" h
  WHERE h."organizationId" = ${organizationId} AND h."caseId" = ${caseId} AND h."triggerRecordId" = ${recordId}
    AND h.status = 'active'`;

/**
 * Locks the closed deadlines that are counted from a record's day in the chains that follow it, at most this many.
 *
 * @returns their IDs in order
 */
export async function lockClosedTriggeredForUpdate(
  { organizationId, transaction }: Context,
  { caseId, recordId }: { caseId: string; recordId: string },
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT d.id FROM "Deadline" d
    WHERE d."organizationId" = ${organizationId} AND d."triggerRecordId" = ${recordId} AND NOT d."isOpen"
      AND d."chainId" IN (${selectFollowingChains(organizationId, caseId, recordId)})
    ORDER BY d.id LIMIT ${most}::integer FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/**
 * The deadlines that a record's day decides, by ID: open and missed ones that are counted from it, at most this many,
 * and all of their chains and of those that follow the record, done ones too. Nothing is locked.
 *
 * @param caseId of the record
 */
export async function listDecided(
  { organizationId, transaction }: Context,
  { caseId, recordId }: { caseId: string; recordId: string },
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH direct AS (
      SELECT id, "chainId" FROM "Deadline"
      WHERE "organizationId" = ${organizationId} AND "triggerRecordId" = ${recordId} AND "isOpen"
      ORDER BY id LIMIT ${most}::integer)
    SELECT id FROM direct
    UNION SELECT d.id FROM "Deadline" d WHERE d."organizationId" = ${organizationId} AND d."chainId" IN (
      SELECT "chainId" FROM direct
      UNION ${selectFollowingChains(organizationId, caseId, recordId)})
    ORDER BY id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** From which item of its chain a deadline is counted. */
export interface ItemSource {
  id: string;
  /** Of the deadline of the item from which it is counted; null for one that is counted from the trigger. */
  sourceId: string | null;
}

/** Of deadlines of chains, in the order of the chains' items: each stands after the one from which it is counted. */
export async function listItemSources(
  { organizationId, transaction }: Context,
  deadlineIds: readonly string[],
): Promise<ItemSource[]> {
  const { rows } = await sql<ItemSource>`
    SELECT d.id, (SELECT s.id FROM "Deadline" s WHERE s."organizationId" = ${organizationId} AND s."chainId" = d."chainId" AND coalesce(i.item->>'anchor', i.item->>'from') = 'item:' || s."itemKey") AS "sourceId"
    FROM "Deadline" d
    JOIN "DeadlineChain" h ON h."organizationId" = ${organizationId} AND h.id = d."chainId"
    CROSS JOIN LATERAL jsonb_array_elements(h.items) WITH ORDINALITY AS i (item, place)
    WHERE d."organizationId" = ${organizationId} AND ${isOneOf("d.id", deadlineIds)} AND i.item->>'key' = d."itemKey"
    ORDER BY h.id, i.place`.execute(transaction);
  return rows;
}

/** Locks deadlines by ID, in order. */
export async function lockDeadlinesForUpdate(
  { organizationId, transaction }: Context,
  deadlineIds: readonly string[],
): Promise<void> {
  await sql`SELECT FROM "Deadline" WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", deadlineIds)} ORDER BY id FOR NO KEY UPDATE`.execute(
    transaction,
  );
}

/** The deadline of the item from which a deadline of a chain is counted. */
export async function findSource(context: Context, deadlineId: string): Promise<DeadlineRow | undefined> {
  const [item] = await listItemSources(context, [deadlineId]);
  return item === undefined || item.sourceId === null ? undefined : (await findDeadlines(context, [item.sourceId]))[0];
}
