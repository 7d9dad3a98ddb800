import { sql, type RawBuilder } from "kysely";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { isOpen } from "../store.rows.ts";

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
  SELECT FROM ${sql.table(table)} x WHERE x."organizationId" = ${organizationId} AND x."facilityId" = t.id AND x."deletedAt" IS NULL)`;

export function selectFacilities(organizationId: string, from: RawBuilder<unknown>) {
  const [hasRecords, hasBills] = [hasLive(organizationId, "MedicalRecord"), hasLive(organizationId, "MedicalBill")];
  const recordsStatus = describeStatus(sql`t."recordsNeeded"`, hasRecords, sql`coalesce(open."forRecords", false)`);
  const billsStatus = describeStatus(sql`t."billsNeeded"`, hasBills, sql`coalesce(open."forBills", false)`);
  return sql<FacilityRow>`
    SELECT t.*, jsonb_build_object('name', c.name, 'npi', c.npi, 'phone', c.phone, 'fax', c.fax, 'line1', c.line1,
        'city', c.city, 'state', c.state, 'zipCode', c."zipCode") AS contact,
      ${recordsStatus} AS "recordsStatus", ${billsStatus} AS "billsStatus"
    FROM ${from} t
    JOIN "Contact" c ON c."organizationId" = ${organizationId} AND c.id = t."contactId"
    LEFT JOIN LATERAL (
      SELECT bool_or(r."requestType" NOT IN ('bills', 'itemized_statement')) AS "forRecords",
        bool_or(r."requestType" IN ('bills', 'itemized_statement', 'records_and_bills')) AS "forBills"
      FROM "RetrievalRequest" r
      WHERE r."organizationId" = ${organizationId} AND r."facilityId" = t.id
        AND ${isOpen("r.status")}
    ) open ON true`;
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
