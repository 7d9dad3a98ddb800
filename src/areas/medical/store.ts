import { sql } from "kysely";
import { isExpected } from "../../platform/expected-revision.ts";
import type { Row } from "../../platform/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { FacilityChanges } from "./schema.ts";

/** A facility's row with the identity of its contact. */
export interface FacilityRow extends Row<"MedicalFacility"> {
  contact: { name: string; npi: string | null; phone: string | null; fax: string | null } & FacilityAddress;
}

interface FacilityAddress {
  line1: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
}

/** Reads the facility and locks its row to the end of the transaction; undefined when it is not in the organization. */
export async function lockFacility(context: Context, facilityId: string): Promise<FacilityRow | undefined> {
  const { rows } = await sql<FacilityRow>`
    SELECT f.*, jsonb_build_object('name', c.name, 'npi', c.npi, 'phone', c.phone, 'fax', c.fax, 'line1', c.line1,
      'city', c.city, 'state', c.state, 'zipCode', c."zipCode") AS contact
    FROM "MedicalFacility" f
    JOIN "Contact" c ON c."organizationId" = f."organizationId" AND c.id = f."contactId"
    WHERE f."organizationId" = ${context.organizationId} AND f.id = ${facilityId}
    FOR UPDATE OF f`.execute(context.transaction);
  return rows[0];
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

/** SQL NULL for null: a JSON null would be a third way of saying "none". */
function asJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** A retrieval request's row with what it shows of other records. */
export interface RetrievalRequestRow extends Row<"RetrievalRequest"> {
  case: object;
  client: object;
  facility: object;
  vendor: object | null;
  requestedBy: object | null;
  recordsDepartmentInfo: unknown;
  billingDepartmentInfo: unknown;
}

/** The request with its related records, in one statement; undefined when it is not in the organization. */
export async function findRetrievalRequest(context: Context, requestId: string): Promise<RetrievalRequestRow | undefined> {
  const { rows } = await sql<RetrievalRequestRow>`
    SELECT r.*, f."recordsDepartmentInfo", f."billingDepartmentInfo",
      jsonb_build_object('id', k.id, 'sequenceId', k."sequenceId") AS "case",
      jsonb_build_object('id', p.id, 'firstName', p."firstName", 'lastName', p."lastName") AS client,
      jsonb_build_object('facilityId', f.id, 'name', c.name, 'facilityType', f."facilityType") AS facility,
      CASE WHEN v.id IS NULL THEN NULL ELSE jsonb_build_object('id', v.id, 'name', v.name) END AS vendor,
      CASE WHEN m.id IS NULL THEN NULL
        ELSE jsonb_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName") END AS "requestedBy"
    FROM "RetrievalRequest" r
    JOIN "Case" k ON k."organizationId" = r."organizationId" AND k.id = r."caseId"
    JOIN "Client" p ON p."organizationId" = r."organizationId" AND p.id = r."clientId"
    JOIN "MedicalFacility" f ON f."organizationId" = r."organizationId" AND f.id = r."facilityId"
    JOIN "Contact" c ON c."organizationId" = f."organizationId" AND c.id = f."contactId"
    LEFT JOIN "Contact" v ON v."organizationId" = r."organizationId" AND v.id = r."vendorId"
    LEFT JOIN "Member" m ON m."organizationId" = r."organizationId" AND m.id = r."requestedById"
    WHERE r."organizationId" = ${context.organizationId} AND r.id = ${requestId}`.execute(context.transaction);
  return rows[0];
}

/** The steps of a request, oldest first. */
export function listRetrievalSteps(context: Context, requestId: string) {
  return context.transaction
    .selectFrom("RetrievalRequestStep")
    .select(["at", "status", "actorName as actor", "note"])
    .where("organizationId", "=", context.organizationId)
    .where("requestId", "=", requestId)
    .orderBy("at")
    .orderBy("id")
    .execute();
}
