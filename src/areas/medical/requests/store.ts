import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { wireInstant } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import { vendorOf } from "../../../rpc/principal.ts";
import type { RetrievalFilter, RetrievalStatus } from "./schema.ts";
import { isOpen } from "../store.rows.ts";
import { insertRows, isOneOf } from "../../../platform/database/records.ts";

export interface RetrievalRequestRow extends Row<"RetrievalRequest"> {
  status: RetrievalStatus;
  case: object;
  client: object;
  facility: object;
  vendor: object | null;
  requestedBy: object | null;
  authorization: {
    id: string;
    scope: string;
    signedOn: string | null;
    expiresOn: string | null;
    revokedOn: string | null;
  } | null;
  documents: object[];
  timeline: object[];
  recordsDepartmentInfo: unknown;
  billingDepartmentInfo: unknown;
  today: string;
}

/** A condition on `r`: of a key that is bound to a vendor, the vendor's requests. */
export function isVisible({ principal }: Pick<Context, "principal">): RawBuilder<unknown> {
  const vendorId = vendorOf(principal);
  return vendorId === null ? sql`true` : sql`r."vendorId" = ${vendorId}`;
}

/** How many documents, and how many steps of the timeline, a request shows: the newest. */
const shownIn = { list: 10, detail: 200 } as const;

/**
 * The requests of a condition on `r`, with their related records: one statement. Each is looked up for itself: of ten
 * joined tables PostgreSQL would weigh every order, at each request, which took it longer than the page.
 */
function selectRequests(
  { organizationId }: Pick<Context, "organizationId">,
  condition: RawBuilder<unknown>,
  most: number,
) {
  return sql<RetrievalRequestRow>`
    SELECT r.*, f."recordsDepartmentInfo", f."billingDepartmentInfo",
      (SELECT (now() AT TIME ZONE z.timezone)::date FROM "Organization" z WHERE z.id = ${organizationId}) AS today,
      (SELECT jsonb_build_object('id', k.id, 'sequenceId', k."sequenceId")
        FROM "Case" k WHERE k."organizationId" = ${organizationId} AND k.id = r."caseId") AS "case",
      (SELECT jsonb_build_object('id', p.id, 'firstName', p."firstName", 'lastName', p."lastName")
        FROM "Client" p WHERE p."organizationId" = ${organizationId} AND p.id = r."clientId") AS client,
      jsonb_build_object('facilityId', f.id, 'facilityType', f."facilityType", 'name',
        (SELECT c.name FROM "Contact" c WHERE c."organizationId" = ${organizationId} AND c.id = f."contactId")) AS facility,
      (SELECT jsonb_build_object('id', v.id, 'name', v.name)
        FROM "Contact" v WHERE v."organizationId" = ${organizationId} AND v.id = r."vendorId") AS vendor,
      (SELECT jsonb_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName")
        FROM "Member" m WHERE m."organizationId" = ${organizationId} AND m.id = r."requestedById") AS "requestedBy",
      (SELECT jsonb_build_object('id', a.id, 'scope', a.scope, 'signedOn', a."signedOn", 'expiresOn', a."expiresOn", 'revokedOn', a."revokedOn")
        FROM "HipaaAuthorization" a WHERE a."organizationId" = ${organizationId} AND a.id = r."authorizationId") AS "authorization",
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'attachedAt', ${wireInstant("d.attachedAt")}) ORDER BY d."attachedAt", d.id)
        FROM (
          SELECT o.id, o.name, l."attachedAt"
          FROM "RetrievalRequestDocument" l
          JOIN "Document" o ON o."organizationId" = l."organizationId" AND o.id = l."documentId" AND o."deletedAt" IS NULL
          WHERE l."organizationId" = ${organizationId} AND l."requestId" = r.id ORDER BY l."attachedAt" DESC, o.id DESC LIMIT ${most}::integer
        ) d), '[]') AS documents,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('at', ${wireInstant("t.at")}, 'status', t.status, 'actor', t."actorName", 'note', t.note) ORDER BY t.at, t.id)
        FROM (
          SELECT s.* FROM "RetrievalRequestStep" s
          WHERE s."organizationId" = ${organizationId} AND s."requestId" = r.id ORDER BY s.at DESC, s.id DESC LIMIT ${most}::integer
        ) t), '[]') AS timeline
    FROM "RetrievalRequest" r
    JOIN "MedicalFacility" f ON f."organizationId" = r."organizationId" AND f.id = r."facilityId"
    WHERE ${condition}`;
}

/**
 * The requests with their related records, in one statement: those of these ids that the caller sees, in the order of
 * the ids.
 */
export function findRetrievalRequests(
  context: Context,
  requestIds: readonly string[],
  as: keyof typeof shownIn = "detail",
): Promise<RetrievalRequestRow[]> {
  return findRequests(context, requestIds, as, isVisible(context));
}

/** As `findRetrievalRequests`, of every vendor: a change of another record is recorded for each request that shows it. */
export function snapshotRequests(context: Context, requestIds: readonly string[]): Promise<RetrievalRequestRow[]> {
  return findRequests(context, requestIds, "detail", sql`true`);
}

async function findRequests(
  context: Context,
  requestIds: readonly string[],
  as: keyof typeof shownIn,
  visible: RawBuilder<unknown>,
): Promise<RetrievalRequestRow[]> {
  const condition = sql`r."organizationId" = ${context.organizationId} AND ${isOneOf("r.id", requestIds)} AND ${visible} AND ${hasLiveOwners(context.organizationId, "r", ["caseId"])}`;
  const { rows } = await selectRequests(context, condition, shownIn[as]).execute(context.transaction);
  return requestIds.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** The request with its related records; undefined when the caller sees none. */
export async function findRetrievalRequest(
  context: Context,
  requestId: string,
): Promise<RetrievalRequestRow | undefined> {
  return (await findRetrievalRequests(context, [requestId]))[0];
}

export function selectRequestPage(
  context: Pick<Context, "organizationId" | "principal">,
  page: SortedPage,
  filter: Omit<RetrievalFilter, "sort" | "limit">,
) {
  const { status, caseId, facilityId, vendorId, externalId, readyForPickup, dueBefore, updatedSince } = filter;
  const isWaiting = sql`(r.status = 'ready' AND (r."leasedUntil" IS NULL OR r."leasedUntil" <= now()))`;
  const conditions = [
    sql`r."organizationId" = ${context.organizationId} AND ${isVisible(context)} AND ${hasLiveOwners(context.organizationId, "r", ["caseId"])} AND ${page.after}`,
    status !== undefined && sql`r.status = ${status}`,
    caseId !== undefined && sql`r."caseId" = ${caseId}`,
    facilityId !== undefined && sql`r."facilityId" = ${facilityId}`,
    vendorId !== undefined && sql`r."vendorId" = ${vendorId}`,
    externalId !== undefined && sql`r."externalId" = ${externalId}`,
    readyForPickup !== undefined && (readyForPickup ? isWaiting : sql`NOT ${isWaiting}`),
    dueBefore !== undefined && sql`r."dueOn" < ${dueBefore}::date`,
    updatedSince !== undefined && sql`r."updatedAt" >= ${updatedSince}::timestamptz`,
  ].filter((condition) => condition !== false);
  return sql<RetrievalRequestRow>`${selectRequests(context, sql.join(conditions, sql` AND `), shownIn.list)} ORDER BY ${page.order} LIMIT ${page.limit}`;
}

/** Locked before a request: its case, which never changes, and its current authorization. */
export interface RequestHead {
  id: string;
  caseId: string;
  authorizationId: string | null;
}

/** The heads of the requests that the caller sees. */
export async function findRequestHeads(context: Context, requestIds: readonly string[]): Promise<RequestHead[]> {
  const { rows } = await sql<RequestHead>`
    SELECT r.id, r."caseId", r."authorizationId" FROM "RetrievalRequest" r
    WHERE r."organizationId" = ${context.organizationId} AND ${isOneOf("r.id", requestIds)} AND ${isVisible(context)}`.execute(
    context.transaction,
  );
  return rows;
}

/** The ids of the authorization's requests that are not at their end, at most so many. */
export async function listOpenRequestIds(context: Context, authorizationId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "RetrievalRequest" WHERE "organizationId" = ${context.organizationId} AND "authorizationId" = ${authorizationId}
      AND ${isOpen("status")} LIMIT ${limit}::integer`.execute(context.transaction);
  return rows.map(({ id }) => id);
}

/** The IDs of the requests that wait for the authorization's signature, in their order. */
export async function listWaitingRequestIds(context: Context, authorizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "RetrievalRequest" WHERE "organizationId" = ${context.organizationId} AND "authorizationId" = ${authorizationId}
      AND status = 'awaiting_authorization' ORDER BY id`.execute(context.transaction);
  return rows.map(({ id }) => id);
}

/** Increments the revisions of the authorization's open requests, which show it. */
export async function raiseOpenRequests(context: Context, authorizationId: string): Promise<void> {
  await sql`
    UPDATE "RetrievalRequest" SET revision = revision + 1
    WHERE "organizationId" = ${context.organizationId} AND "authorizationId" = ${authorizationId} AND ${isOpen("status")}`.execute(
    context.transaction,
  );
}

/**
 * Puts the authorization's ready requests on hold.
 *
 * @returns their ids
 */
export async function postponeReady(context: Context, authorizationId: string, reason: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE "RetrievalRequest" SET status = 'on_hold', "statusReason" = ${reason}, "statusChangedAt" = now(), "leaseToken" = NULL, "leasedUntil" = NULL
    WHERE "organizationId" = ${context.organizationId} AND "authorizationId" = ${authorizationId} AND status = 'ready' RETURNING id`.execute(
    context.transaction,
  );
  return rows.map(({ id }) => id);
}

export interface NewStep {
  id: string;
  requestId: string;
  status: string;
  note: string | null;
}

/**
 * Adds a line to the timeline of each of these requests; always later than the lines before it, so that its order is
 * one.
 */
export async function insertSteps(context: Context, steps: readonly NewStep[]): Promise<void> {
  const { organizationId, principal } = context;
  const { rows: times } = await sql<{ requestId: string; at: string }>`
    SELECT r.id AS "requestId", greatest(date_trunc('milliseconds', clock_timestamp()), (
      SELECT max(s.at) + interval '1 millisecond' FROM "RetrievalRequestStep" s WHERE s."organizationId" = ${organizationId} AND s."requestId" = r.id)) AS at
    FROM unnest(${steps.map(({ requestId }) => requestId)}::text[]) AS r(id)`.execute(context.transaction);
  const atOf = new Map(times.map(({ requestId, at }) => [requestId, at]));
  await insertRows(
    context,
    "RetrievalRequestStep",
    steps.map((step) => ({ ...step, at: atOf.get(step.requestId) ?? "", actorName: principal.actorName })),
  );
}

/**
 * Links a document to a request.
 *
 * @returns false when it is linked already
 */
export async function insertDocumentLink(context: Context, requestId: string, documentId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await context.transaction
    .insertInto("RetrievalRequestDocument")
    .values({ organizationId: context.organizationId, requestId, documentId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function listFollowUpRows(context: Context, page: SortedPage, requestId: string) {
  return context.transaction
    .selectFrom("RetrievalFollowUp as u")
    .select(["u.id", "u.requestId", "u.method", "u.note", "u.nextFollowUpOn", "u.actorName as actor", "u.createdAt"])
    .where("u.organizationId", "=", context.organizationId)
    .where("u.requestId", "=", requestId)
    .where(page.after)
    .orderBy(page.order)
    .limit(page.limit)
    .execute();
}
