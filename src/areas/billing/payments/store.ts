import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import { readToday } from "../../../platform/database/organization-day.ts";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { isOneOf, updateRecord } from "../../../platform/database/records.ts";
import type { PaymentStatus } from "./schema.ts";

export interface PaymentRow extends Row<"Payment"> {
  status: PaymentStatus;
  caseId: string;
  clientId: string;
}

type Organization = Pick<Context, "organizationId">;

function selectFrom({ organizationId }: Organization): RawBuilder<PaymentRow> {
  return sql<PaymentRow>`
    SELECT p.*, i."caseId", i."clientId" FROM "Payment" p
    JOIN "Invoice" i ON i."organizationId" = p."organizationId" AND i.id = p."invoiceId"
    WHERE p."organizationId" = ${organizationId} AND i."deletedAt" IS NULL
      AND ${hasLiveOwners(organizationId, "i", ["caseId"])}`;
}

/** Those of these payments that are in the organization, and whose invoice and case are not deleted, by id. */
export async function findPayments(context: Context, paymentIds: readonly string[]): Promise<PaymentRow[]> {
  const { rows } =
    await sql<PaymentRow>`${selectFrom(context)} AND ${isOneOf("p.id", paymentIds)} ORDER BY p.id`.execute(
      context.transaction,
    );
  return rows;
}

export async function findPayment(context: Context, paymentId: string): Promise<PaymentRow | undefined> {
  return (await findPayments(context, [paymentId]))[0];
}

export function selectPayments(
  context: Organization,
  invoiceId: string,
  { status, updatedSince }: { status?: string | undefined; updatedSince?: number | undefined },
  { after, order, limit }: SortedPage,
): RawBuilder<PaymentRow> {
  const conditions: RawBuilder<unknown>[] = [sql`p."invoiceId" = ${invoiceId}`, after];
  if (status !== undefined) conditions.push(sql`p.status = ${status}`);
  if (updatedSince !== undefined)
    conditions.push(sql`p."updatedAt" >= to_timestamp(${Math.max(0, updatedSince)}::float8 / 1000)`);
  return sql<PaymentRow>`${selectFrom(context)} AND ${sql.join(conditions, sql` AND `)} ORDER BY ${order}
    LIMIT ${limit}`;
}

export type NewPaymentRow = Omit<Insertable<Tables["Payment"]>, "organizationId" | "receivedOn" | "clearedOn"> & {
  receivedOn: string | undefined;
};

/** @throws the unique violation of externalId */
export async function insertPayment(context: Context, { receivedOn, ...payment }: NewPaymentRow): Promise<void> {
  const today = await readToday(context);
  await context.transaction
    .insertInto("Payment")
    .values({
      organizationId: context.organizationId,
      ...payment,
      receivedOn: receivedOn ?? today,
      clearedOn: payment.status === "cleared" ? today : null,
    })
    .execute();
}

/**
 * Updates a payment whose invoice the caller has locked.
 *
 * @param clearedOn `today` in the organization's time zone
 * @returns false when If-Match names another revision
 */
export async function updatePayment(
  context: Context,
  paymentId: string,
  columns: Pick<Updateable<Tables["Payment"]>, "status" | "statusReason" | "refundedCents">,
  clearedOn?: "today",
): Promise<boolean> {
  const changes = { ...columns, ...(clearedOn !== undefined && { clearedOn: await readToday(context) }) };
  return (await updateRecord(context, "Payment", paymentId, changes).executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

export interface PaidSums {
  /** Cleared amounts minus refunds. */
  paidCents: number;
  /** Whether any payment is pending or cleared. */
  hasPayments: boolean;
}

/** What payments make of an invoice: US cents that cleared, without refunds, and whether any is pending or cleared. */
export async function sumPayments({ organizationId, transaction }: Context, invoiceId: string): Promise<PaidSums> {
  const { rows } = await sql<PaidSums>`
    SELECT coalesce(sum("amountCents" - "refundedCents") FILTER (WHERE status IN ('cleared', 'refunded')),
      0)::bigint AS "paidCents",
      count(*) FILTER (WHERE status IN ('pending', 'cleared')) > 0 AS "hasPayments"
    FROM "Payment" WHERE "organizationId" = ${organizationId} AND "invoiceId" = ${invoiceId}`.execute(transaction);
  return rows[0] ?? { paidCents: 0, hasPayments: false };
}
