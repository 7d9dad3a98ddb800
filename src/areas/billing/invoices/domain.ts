import { valuesOf } from "../../../contract/enumeration.ts";
import { invoiceEnumerations } from "./enumerations.ts";
import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { createId } from "../../../platform/database/ids.ts";
import { allocateNumber } from "../../../platform/database/number-sequence.ts";
import type { DeletedRecord } from "../../../contract/deleted-records.ts";
import { listWithDeleted } from "../../../platform/database/lists/deleted-records.ts";
import { commonSorts, type Sort } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import { lockLiveCaseOfForShare, lockCaseForShare, getLiveCase } from "../../cases/domain.ts";
import { recordInvoiceEvent, describeInvoice } from "./domain.describe.ts";
import { computeLines, computeTotals } from "./domain.money.ts";
import {
  Invoice,
  InvoiceAging,
  type AgingQuery,
  type GivenLineItem,
  type InvoiceChanges,
  type InvoiceListQuery,
  type NewInvoice,
} from "./schema.ts";
import {
  findInvoice,
  insertInvoice,
  selectInvoices,
  lockInvoiceRowForUpdate,
  listAgingBuckets,
  getInvoiceRow,
  replaceLines,
  updateInvoiceRow,
  type InvoiceRow,
  type NewLine,
} from "./store.ts";

const sorts = { ...commonSorts, dueOn: { column: "dueOn", type: "date", descending: false } } as const satisfies Record<
  string,
  Sort
>;

/**
 * A page of the organization's invoices.
 *
 * @param caseId only invoices of this case
 * @throws NOT_FOUND for the case
 */
export async function listInvoices(
  context: Context,
  query: InvoiceListQuery,
  caseId?: string,
): Promise<{ invoices: (Invoice | DeletedRecord)[]; nextCursor: string | null }> {
  if (caseId !== undefined) await getLiveCase(context, caseId);
  const { sort, updatedSince, ...given } = query;
  const filters = {
    ...given,
    ...(caseId !== undefined && { caseId }),
    updatedSince: updatedSince === undefined ? undefined : Date.parse(updatedSince),
    hasDueDay: sort === "dueOn",
  };
  const name = caseId === undefined ? "invoices" : `invoices of ${caseId}`;
  const list = { name, alias: "i", sorts, deleted: { table: "Invoice", caseId: caseId ?? query.caseId } } as const;
  const { rows, nextCursor } = await listWithDeleted(context, list, query, {
    select: (page) => selectInvoices(context, filters, page),
    show: describeInvoice,
  });
  return { invoices: rows, nextCursor };
}

/** @throws NOT_FOUND, also when it was deleted */
export async function getInvoice(context: Context, invoiceId: string): Promise<Invoice> {
  const row = await findInvoice(context, invoiceId);
  if (row === undefined) throw notFound("Invoice");
  return describeInvoice(row);
}

/**
 * Locks the case (archived or not) FOR SHARE, then the invoice FOR NO KEY UPDATE, in one round trip.
 *
 * @throws NOT_FOUND, also when the case is deleted
 */
export async function lockInvoiceForUpdate(context: Context, invoiceId: string): Promise<InvoiceRow> {
  const [ofCase, row] = await settleInOrder(
    lockLiveCaseOfForShare(context, "Invoice", invoiceId),
    lockInvoiceRowForUpdate(context, invoiceId),
  );
  if (ofCase === undefined || row === undefined) throw notFound("Invoice");
  return row;
}

const taken = { Invoice_organizationId_externalId_key: "externalId: used by another invoice" };

function completeLines(lines: readonly GivenLineItem[]): NewLine[] {
  return computeLines(lines).map(({ unit = null, serviceOn = null, code = null, ...line }) => ({
    ...line,
    unit,
    serviceOn,
    code,
  }));
}

function validatePeriod({
  periodStartOn,
  periodEndOn,
}: {
  periodStartOn?: string | null | undefined;
  periodEndOn?: string | null | undefined;
}): void {
  if (typeof periodStartOn === "string" && typeof periodEndOn === "string" && periodStartOn > periodEndOn) {
    throw invalidInput({ path: "periodEndOn", message: "must not be before periodStartOn" });
  }
}

/**
 * Creates a draft of an invoice of a case, for its client, with computed amounts and totals.
 *
 * @throws NOT_FOUND for the case; VALIDATION_FAILED; DUPLICATE_ENTRY for the externalId
 */
export async function createInvoice(
  context: Context,
  caseId: string,
  { lineItems, totalCents: expectedCents, ...given }: NewInvoice,
): Promise<Invoice> {
  const related = await lockCaseForShare(context, caseId);
  const clientId = related.find(({ entity }) => entity === "client")?.id;
  if (clientId === undefined) throw new Error("the case has no client");
  validatePeriod(given);
  const lines = completeLines(lineItems);
  const totals = computeTotals(lines, {
    discountCents: given.discountCents ?? 0,
    taxCents: given.taxCents ?? 0,
    expectedCents,
  });
  const id = createId("invoice");
  const invoiceNumber = await allocateNumber(context.transaction, context.organizationId, "invoice");
  await rejectDuplicates(
    taken,
    insertInvoice(context, { ...given, ...totals, id, caseId, clientId, invoiceNumber }),
    given,
  );
  await replaceLines(context, id, lines);
  return recordInvoiceEvent(context, "invoice.created", null, await getInvoiceRow(context, id));
}

function assertDraft(row: InvoiceRow, what: string): void {
  if (row.status !== "draft") throw invalidState(`Only a draft can be ${what}`);
}

/**
 * Updates a draft; null clears a field. Totals are computed again.
 *
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION when it is not a draft; VALIDATION_FAILED;
 *   DUPLICATE_ENTRY for the externalId
 */
export async function updateInvoice(context: Context, invoiceId: string, changes: InvoiceChanges): Promise<Invoice> {
  const before = await lockInvoiceForUpdate(context, invoiceId);
  assertDraft(before, "changed");
  const { lineItems, totalCents: expectedCents, ...columns } = changes;
  validatePeriod({ periodStartOn: before.periodStartOn, periodEndOn: before.periodEndOn, ...columns });
  const lines = lineItems === undefined ? undefined : completeLines(lineItems);
  const { discountCents = before.discountCents, taxCents = before.taxCents } = columns;
  const totals = computeTotals(lines ?? Invoice.shape.lineItems.parse(before.lineItems), {
    discountCents,
    taxCents,
    expectedCents,
  });
  const changed = await rejectDuplicates(
    taken,
    updateInvoiceRow(context, invoiceId, { ...columns, ...totals }),
    columns,
  );
  if (changed === undefined) throw staleRevision("invoice");
  if (lines !== undefined) await replaceLines(context, invoiceId, lines);
  return recordInvoiceEvent(context, "invoice.updated", before, await getInvoiceRow(context, invoiceId));
}

/**
 * Soft-deletes a draft. Its number is not reused.
 *
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION when it is not a draft
 */
export async function deleteInvoice(context: Context, invoiceId: string): Promise<void> {
  const before = await lockInvoiceForUpdate(context, invoiceId);
  assertDraft(before, "deleted");
  const changed = await updateInvoiceRow(context, invoiceId, {}, { deletedAt: "now" });
  if (changed === undefined) throw staleRevision("invoice");
  recordInvoiceEvent(context, "invoice.deleted", before, { ...before, ...changed });
}

/** What is owed on open invoices by how long it is past due, in US cents. Every bucket is there, also an empty one. */
export async function getInvoiceAging(context: Context, query: AgingQuery): Promise<InvoiceAging> {
  const rows = await listAgingBuckets(context, query);
  const buckets = valuesOf(invoiceEnumerations.agingBucket).map((bucket) => {
    const { invoiceCount = 0, balanceCents = 0 } = rows.find((row) => row.bucket === bucket) ?? {};
    return { bucket, invoiceCount, balanceCents };
  });
  return InvoiceAging.parse({
    asOf: rows[0]?.asOf,
    direction: query.direction,
    currency: "USD",
    invoiceCount: buckets.reduce((sum, { invoiceCount }) => sum + invoiceCount, 0),
    balanceCents: buckets.reduce((sum, { balanceCents }) => sum + balanceCents, 0),
    buckets,
  });
}
