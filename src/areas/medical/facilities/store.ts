import { sql, type RawBuilder } from "kysely";
import { isOneOf } from "../../../platform/database/records.ts";
import { isExpected } from "../../../platform/database/expected-revision.ts";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { asJson } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import type { FacilityChanges, FacilityFilter } from "./schema.ts";
import { lockRowsFor, isOpen } from "../store.rows.ts";

/** A facility's row with the identity of its contact, and how far the firm is with its records and bills. */
export interface FacilityRow extends Row<"MedicalFacility"> {
  contact: { name: string; npi: string | null; phone: string | null; fax: string | null } & FacilityAddress;
  recordsStatus: string;
  billsStatus: string;
}

interface FacilityAddress {
  line1: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
}

/** The status of needed records or bills, from received ones and open requests. */
function describeStatus(needed: RawBuilder<unknown>, come: RawBuilder<unknown>, open: RawBuilder<unknown>) {
  return sql`CASE WHEN ${come} AND ${open} THEN 'partially_received' WHEN ${come} THEN 'received' WHEN ${open} THEN 'requested'
    WHEN ${needed} THEN 'needed' ELSE 'not_needed' END`;
}

const hasLive = (organizationId: string, table: "MedicalRecord" | "MedicalBill") => sql`EXISTS (
  SELECT FROM ${sql.table(table)} x WHERE x."organizationId" = ${organizationId} AND x."facilityId" = f.id AND x."deletedAt" IS NULL)`;

/** @param from the table, or one page of it: joins then run for that page only */
export function selectFacilities(organizationId: string, from: RawBuilder<unknown>) {
  return sql<FacilityRow>`
    SELECT f.*, jsonb_build_object('name', c.name, 'npi', c.npi, 'phone', c.phone, 'fax', c.fax, 'line1', c.line1,
        'city', c.city, 'state', c.state, 'zipCode', c."zipCode") AS contact,
      ${describeStatus(sql`f."recordsNeeded"`, hasLive(organizationId, "MedicalRecord"), sql`coalesce(open."forRecords", false)`)} AS "recordsStatus",
      ${describeStatus(sql`f."billsNeeded"`, hasLive(organizationId, "MedicalBill"), sql`coalesce(open."forBills", false)`)} AS "billsStatus"
    FROM ${from} f
    JOIN "Contact" c ON c."organizationId" = ${organizationId} AND c.id = f."contactId"
    LEFT JOIN LATERAL (
      SELECT bool_or(r."requestType" NOT IN ('bills', 'itemized_statement')) AS "forRecords",
        bool_or(r."requestType" IN ('bills', 'itemized_statement', 'records_and_bills')) AS "forBills"
      FROM "RetrievalRequest" r
      WHERE r."organizationId" = ${organizationId} AND r."facilityId" = f.id
        AND ${isOpen("r.status")}
    ) open ON true`;
}

const selectNamed = (
  { organizationId }: Context,
  facilityId: string,
) => sql<FacilityRow>`${selectFacilities(organizationId, sql.table("MedicalFacility"))}
  WHERE f."organizationId" = ${organizationId} AND f.id = ${facilityId} AND f."deletedAt" IS NULL AND ${hasLiveOwners(organizationId, "f", ["caseId"])}`;

export async function findFacility(context: Context, facilityId: string): Promise<FacilityRow | undefined> {
  const { rows } = await selectNamed(context, facilityId).execute(context.transaction);
  return rows[0];
}

/**
 * Reads the facility and locks its row to the end of the transaction; undefined when it is not in the organization, or
 * deleted.
 */
export async function lockFacilityRowForUpdate(context: Context, facilityId: string): Promise<FacilityRow | undefined> {
  await lockRowsFor(context, "MedicalFacility", [facilityId], "change");
  return findFacility(context, facilityId);
}

export function selectFacilityPage(
  context: Pick<Context, "organizationId">,
  page: SortedPage,
  filter: Omit<FacilityFilter, "sort" | "limit">,
) {
  const { caseId, clientId, contactId, facilityType, recordsNeeded, billsNeeded, updatedSince } = filter;
  const conditions = [
    sql`f."organizationId" = ${context.organizationId} AND f."deletedAt" IS NULL AND ${hasLiveOwners(context.organizationId, "f", ["caseId"])} AND ${page.after}`,
    caseId !== undefined && sql`f."caseId" = ${caseId}`,
    clientId !== undefined && sql`f."clientId" = ${clientId}`,
    contactId !== undefined && sql`f."contactId" = ${contactId}`,
    facilityType !== undefined && sql`f."facilityType" = ${facilityType}`,
    recordsNeeded !== undefined && sql`f."recordsNeeded" = ${recordsNeeded}`,
    billsNeeded !== undefined && sql`f."billsNeeded" = ${billsNeeded}`,
    updatedSince !== undefined && sql`f."updatedAt" >= ${updatedSince}::timestamptz`,
  ].filter((condition) => condition !== false);
  const found = sql`(SELECT f.* FROM "MedicalFacility" f WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${page.order} LIMIT ${page.limit}::integer)`;
  return sql<FacilityRow>`${selectFacilities(context.organizationId, found)} ORDER BY ${page.order}`;
}

/** Applies the changes where the version is the expected one, and one that If-Match allows; undefined where it is not. */
export function updateFacilityRow(
  context: Context,
  facilityId: string,
  expectedVersion: number,
  changes: FacilityChanges,
): Promise<Row<"MedicalFacility"> | undefined> {
  const { organizationId, expectedRevisions } = context;
  const { recordsDepartmentInfo, billingDepartmentInfo, ...columns } = changes;
  return context.transaction
    .updateTable("MedicalFacility")
    .set({
      ...columns,
      ...(recordsDepartmentInfo !== undefined && { recordsDepartmentInfo: asJson(recordsDepartmentInfo) }),
      ...(billingDepartmentInfo !== undefined && { billingDepartmentInfo: asJson(billingDepartmentInfo) }),
      version: sql<number>`version + 1`,
    })
    .where("organizationId", "=", organizationId)
    .where("id", "=", facilityId)
    .where("version", "=", expectedVersion)
    .where(isExpected("version", expectedRevisions))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Marks the facility as deleted where its version is one that If-Match allows.
 *
 * @returns whether it was
 */
export async function deleteFacilityRow(context: Context, facilityId: string): Promise<boolean> {
  const { organizationId, expectedRevisions } = context;
  const { numUpdatedRows } = await context.transaction
    .updateTable("MedicalFacility")
    .set({ deletedAt: sql<string>`now()`, version: sql<number>`version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", facilityId)
    .where(isExpected("version", expectedRevisions))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function hasOpenRequests(context: Context, facilityId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM "RetrievalRequest" WHERE "organizationId" = ${context.organizationId} AND "facilityId" = ${facilityId}
      AND ${isOpen("status")}) AS found`.execute(context.transaction);
  return rows[0]?.found === true;
}

/** Recomputes the totals from live bills. The version stays: it counts changes of the routing config. */
export async function addUpBills(context: Context, facilityId: string): Promise<void> {
  await sql`
    UPDATE "MedicalFacility" f SET "totalBilledCents" = b.billed, "totalAdjustedCents" = b.adjusted, "totalPaidCents" = b.paid
    FROM (
      SELECT coalesce(sum("billedCents"), 0)::bigint AS billed, coalesce(sum("adjustmentCents" + "writeOffCents"), 0)::bigint AS adjusted,
        coalesce(sum("insurancePaidCents" + "clientPaidCents" + "medPayPaidCents"), 0)::bigint AS paid
      FROM "MedicalBill" WHERE "organizationId" = ${context.organizationId} AND "facilityId" = ${facilityId} AND "deletedAt" IS NULL
    ) b
    WHERE f."organizationId" = ${context.organizationId} AND f.id = ${facilityId}
      AND (f."totalBilledCents", f."totalAdjustedCents", f."totalPaidCents") IS DISTINCT FROM (b.billed, b.adjusted, b.paid)`.execute(
    context.transaction,
  );
}

export async function findFacilities(
  { organizationId, transaction }: Context,
  facilityIds: readonly string[],
): Promise<FacilityRow[]> {
  const { rows } = await sql<FacilityRow>`${selectFacilities(organizationId, sql.table("MedicalFacility"))}
    WHERE f."organizationId" = ${organizationId} AND ${isOneOf("f.id", facilityIds)} AND f."deletedAt" IS NULL ORDER BY f.id`.execute(
    transaction,
  );
  return rows;
}
