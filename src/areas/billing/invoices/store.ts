import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import { organizationToday } from "../../../platform/database/organization-day.ts";
import { createId } from "../../../platform/database/ids.ts";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import type { InvoiceListQuery, InvoiceStatus } from "./schema.ts";
import { insertRows, isOneOf, selectRecord, updateRecord } from "../../../platform/database/records.ts";

/** With line items, names of case and client, and whether it is past due in the organization's time zone. */
export interface InvoiceRow extends Row<"Invoice"> {
  status: InvoiceStatus;
  case: { id: string; sequenceId: string };
  client: { id: string; firstName: string; lastName: string };
  lineItems: unknown;
  isPastDue: boolean;
}

type Organization = Pick<Context, "organizationId">;

/** @param from the table, or one page of it: joins then run for that page only */
function selectFrom(context: Organization, from: RawBuilder<unknown>): RawBuilder<InvoiceRow> {
  return sql<InvoiceRow>`
    SELECT i.*, jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId") AS "case",
      jsonb_build_object('id', p.id, 'firstName', p."firstName", 'lastName', p."lastName") AS client,
      coalesce((
        SELECT jsonb_agg(to_jsonb(l) ORDER BY l.position) FROM "InvoiceLineItem" l
        WHERE l."organizationId" = ${context.organizationId} AND l."invoiceId" = i.id), '[]') AS "lineItems",
      coalesce(i."dueOn" < ${organizationToday(context.organizationId)}, false) AS "isPastDue"
    FROM ${from} i
    JOIN "Case" c ON c."organizationId" = ${context.organizationId} AND c.id = i."caseId"
    JOIN "Client" p ON p."organizationId" = ${context.organizationId} AND p.id = i."clientId"`;
}

/** Those of these invoices that are in the organization and not deleted, nor their case, by id. */
export async function findInvoices(context: Context, invoiceIds: readonly string[]): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`${selectFrom(context, sql.table("Invoice"))}
    WHERE i."organizationId" = ${context.organizationId} AND ${isOneOf("i.id", invoiceIds)} AND i."deletedAt" IS NULL
      AND c."deletedAt" IS NULL ORDER BY i.id`.execute(context.transaction);
  return rows;
}

export async function findInvoice(context: Context, invoiceId: string): Promise<InvoiceRow | undefined> {
  return (await findInvoices(context, [invoiceId]))[0];
}

/** An invoice that this transaction has written. */
export async function getInvoiceRow(context: Context, invoiceId: string): Promise<InvoiceRow> {
  const found = await findInvoice(context, invoiceId);
  if (found === undefined) throw new Error("the invoice that was written is not there");
  return found;
}

/**
 * Locks the invoice, then reads it in a second statement of the same round trip: a statement that waits for a lock
 * re-reads the locked row but not the joined line items.
 *
 * @returns undefined when absent or deleted
 */
export async function lockInvoiceRowForUpdate(context: Context, invoiceId: string): Promise<InvoiceRow | undefined> {
  const locked = selectRecord(context, "Invoice", invoiceId).select("id").forNoKeyUpdate().executeTakeFirst();
  const [, row] = await settleInOrder(locked, findInvoice(context, invoiceId));
  return row;
}

export interface InvoiceFilters extends Pick<
  InvoiceListQuery,
  | "caseId"
  | "clientId"
  | "status"
  | "direction"
  | "externalId"
  | "invoiceNumber"
  | "issuedFrom"
  | "issuedTo"
  | "dueBefore"
  | "overdue"
> {
  /** Milliseconds since 1970, as the years of instants may be ones that PostgreSQL does not write so. */
  updatedSince?: number | undefined;
  hasDueDay: boolean;
}

const equalities = ["caseId", "clientId", "status", "direction", "externalId", "invoiceNumber"] as const;

export function selectInvoices(
  context: Organization,
  filters: InvoiceFilters,
  { after, order, limit }: SortedPage,
): RawBuilder<InvoiceRow> {
  const { issuedFrom, issuedTo, dueBefore, overdue, updatedSince, hasDueDay } = filters;
  const conditions: RawBuilder<unknown>[] = equalities.flatMap((name) =>
    filters[name] === undefined ? [] : [sql`${sql.ref(`i.${name}`)} = ${filters[name]}`],
  );
  if (issuedFrom !== undefined) conditions.push(sql`i."issuedOn" >= ${issuedFrom}::date`);
  if (issuedTo !== undefined) conditions.push(sql`i."issuedOn" <= ${issuedTo}::date`);
  if (dueBefore !== undefined) conditions.push(sql`i."dueOn" < ${dueBefore}::date`);
  if (updatedSince !== undefined)
    conditions.push(sql`i."updatedAt" >= to_timestamp(${Math.max(0, updatedSince)}::float8 / 1000)`);
  if (hasDueDay) conditions.push(sql`i."dueOn" IS NOT NULL`);
  const isPastDue = sql`(i."dueOn" < ${organizationToday(context.organizationId)} AND NOT i."payFromSettlement"
    AND i."totalCents" > i."paidCents")`;
  if (overdue === false)
    conditions.push(sql`(${isPastDue} AND i.status IN ('sent', 'partial', 'overdue')) IS NOT TRUE`);
  const selectPage = (more: RawBuilder<unknown>) => sql`(
    SELECT i.* FROM "Invoice" i WHERE i."organizationId" = ${context.organizationId} AND i."deletedAt" IS NULL
      AND ${hasLiveOwners(context.organizationId, "i", ["caseId"])} AND ${after}
      ${sql.join(
        conditions.map((condition) => sql` AND ${condition}`),
        sql``,
      )} ${more} ORDER BY ${order} LIMIT ${limit}::integer)`;
  // Invoices already marked by the daily job use the index by status; the few that are not marked yet use the due day.
  const overduePages = sql`(SELECT i.* FROM (
    ${selectPage(sql`AND i.status = 'overdue' AND ${isPastDue}`)}
    UNION ALL ${selectPage(sql`AND i.status IN ('sent', 'partial') AND ${isPastDue}`)}
  ) i ORDER BY ${order} LIMIT ${limit}::integer)`;
  return sql<InvoiceRow>`${selectFrom(context, overdue === true ? overduePages : selectPage(sql``))} ORDER BY ${order}`;
}

export type InvoiceColumns = Omit<
  Updateable<Tables["Invoice"]>,
  "organizationId" | "id" | "revision" | "sentAt" | "paidAt"
>;

/** @throws the unique violation of externalId */
export async function insertInvoice(
  { organizationId, transaction }: Context,
  values: Omit<Insertable<Tables["Invoice"]>, "organizationId">,
): Promise<void> {
  await transaction
    .insertInto("Invoice")
    .values({ organizationId, ...values })
    .execute();
}

export type NewLine = Pick<
  Row<"InvoiceLineItem">,
  "kind" | "description" | "unit" | "rateCents" | "amountCents" | "serviceOn" | "code"
> & { quantity: number };

/** Replaces the line items of an invoice, numbered from 1 in the given order. */
export async function replaceLines(
  { organizationId, transaction }: Context,
  invoiceId: string,
  lines: readonly NewLine[],
): Promise<void> {
  await transaction
    .deleteFrom("InvoiceLineItem")
    .where("organizationId", "=", organizationId)
    .where("invoiceId", "=", invoiceId)
    .execute();
  await insertRows(
    { organizationId, transaction },
    "InvoiceLineItem",
    lines.map((line, index) => ({ id: createId("invoiceLineItem"), invoiceId, position: index + 1, ...line })),
  );
}

/** What else is written; the database's clock gives instants. */
export interface InvoiceEffects {
  /** The day on which it becomes sent, in the organization's time zone. */
  sentOn?: string | undefined;
  /** null when the invoice is no longer paid. */
  paidAt?: "now" | null;
  deletedAt?: "now";
  /** The revisions that If-Match names; null where it names those of another record. */
  expected?: Context["expectedRevisions"];
}

/**
 * Updates a locked invoice.
 *
 * @returns undefined when If-Match names another revision
 * @throws the unique violation of externalId
 */
export async function updateInvoiceRow(
  context: Context,
  invoiceId: string,
  columns: InvoiceColumns,
  { sentOn, paidAt, deletedAt, expected = context.expectedRevisions }: InvoiceEffects = {},
): Promise<(Row<"Invoice"> & { status: InvoiceStatus }) | undefined> {
  const changes = {
    ...columns,
    ...(paidAt !== undefined && { paidAt: paidAt === null ? null : sql<string>`now()` }),
    ...(deletedAt !== undefined && { deletedAt: sql<string>`now()` }),
    ...(sentOn !== undefined && {
      sentAt: sql<string>`now()`,
      issuedOn: sql<string>`coalesce("issuedOn", ${sentOn}::date)`,
      dueOn: sql<string>`coalesce("dueOn", ${sentOn}::date + "paymentTermsDays")`,
    }),
  };
  return updateRecord({ ...context, expectedRevisions: expected }, "Invoice", invoiceId, changes)
    .returningAll()
    .$narrowType<{ status: InvoiceStatus }>()
    .executeTakeFirst();
}

export interface AgingRow {
  asOf: string;
  bucket: string | null;
  invoiceCount: number;
  balanceCents: number;
}

/** The balance by aging bucket: one row for each bucket that is not empty, and at least one row, for the day. */
export function selectAging(
  context: Organization,
  {
    asOf,
    direction,
    clientId,
    caseId,
  }: { asOf?: string | undefined; direction: string; clientId?: string | undefined; caseId?: string | undefined },
): RawBuilder<AgingRow> {
  const of = [
    ...(clientId === undefined ? [] : [sql` AND i."clientId" = ${clientId}`]),
    ...(caseId === undefined ? [] : [sql` AND i."caseId" = ${caseId}`]),
  ];
  return sql<AgingRow>`
    WITH day AS (SELECT coalesce(${asOf ?? null}::date, ${organizationToday(context.organizationId)}) AS "asOf")
    SELECT day."asOf", o.bucket, coalesce(o."invoiceCount", 0) AS "invoiceCount",
      coalesce(o."balanceCents", 0) AS "balanceCents"
    FROM day LEFT JOIN LATERAL (
      SELECT CASE WHEN i."dueOn" IS NULL OR i."dueOn" >= day."asOf" THEN 'current'
        WHEN day."asOf" - i."dueOn" <= 30 THEN 'days_1_30'
        WHEN day."asOf" - i."dueOn" <= 60 THEN 'days_31_60'
        WHEN day."asOf" - i."dueOn" <= 90 THEN 'days_61_90'
        ELSE 'days_over_90' END AS bucket,
        count(*)::integer AS "invoiceCount", sum(i."totalCents" - i."paidCents")::bigint AS "balanceCents"
      FROM "Invoice" i
      WHERE i."organizationId" = ${context.organizationId} AND i.direction = ${direction} AND i."deletedAt" IS NULL
        AND i.status IN ('sent', 'partial', 'overdue', 'to_be_paid')
        AND i."totalCents" > i."paidCents" ${sql.join(of, sql``)}
      GROUP BY 1
    ) o ON true`;
}

export async function listAgingBuckets(
  context: Context,
  query: Parameters<typeof selectAging>[1],
): Promise<AgingRow[]> {
  const { rows } = await selectAging(context, query).execute(context.transaction);
  return rows;
}
