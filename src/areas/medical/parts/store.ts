import { sql, type RawBuilder } from "kysely";
import type { Row } from "../../../platform/database/tables.ts";
import type { MedicalBill, MedicalRecord } from "./schema.ts";

/** Of each record of a facility. */
interface OfFacility {
  facility: MedicalBill["facility"];
  clientId: string;
}
type Named = { id: string; name: string } | null;

const facility = sql`jsonb_build_object('facilityId', f.id, 'name', c.name, 'facilityType', f."facilityType") AS facility, f."clientId"`;
const joinFacility = (organizationId: string) => sql`
  JOIN "MedicalFacility" f ON f."organizationId" = ${organizationId} AND f.id = t."facilityId"
  JOIN "Contact" c ON c."organizationId" = ${organizationId} AND c.id = f."contactId"`;

const document = sql`CASE WHEN d.id IS NULL THEN NULL ELSE jsonb_build_object('id', d.id, 'name', d.name) END AS document`;
/**
 * The end of a treatment, or its start. Written as in the index on live treatments; PostgreSQL does not consider
 * `coalesce` leakproof and would not use the index below row-level security.
 */
const lastDay = sql`greatest(x."endOn", x."startOn")`;
/** The other live treatments of the case of `t`, without those of facilities that were unbound. */
const othersOfCase = (
  organizationId: string,
) => sql`"MedicalTreatment" x WHERE x."organizationId" = ${organizationId} AND x."caseId" = t."caseId" AND x."deletedAt" IS NULL
  AND EXISTS (SELECT FROM "MedicalFacility" y WHERE y."organizationId" = ${organizationId} AND y.id = x."facilityId" AND y."deletedAt" IS NULL)`;
/**
 * Days without care since the latest end of all earlier treatments of the case; null for the first, 0 for overlaps. A
 * treatment never ends before it starts, so the latest end before `t` started is the next index entry.
 */
const gapDays = (organizationId: string) => sql`CASE
  WHEN EXISTS (SELECT FROM ${othersOfCase(organizationId)} AND ${lastDay} >= t."startOn" AND x."startOn" <= t."startOn" AND (x."startOn", x.id) < (t."startOn", t.id)) THEN 0
  ELSE t."startOn" - (SELECT ${lastDay} FROM ${othersOfCase(organizationId)} AND ${lastDay} < t."startOn" ORDER BY ${lastDay} DESC LIMIT 1) END AS "gapDays"`;

export type TreatmentRow = Row<"MedicalTreatment"> & OfFacility & { gapDays: number | null; provider: Named };

export function selectTreatments(organizationId: string, from: RawBuilder<unknown>): RawBuilder<TreatmentRow> {
  return sql<TreatmentRow>`
    SELECT t.*, ${facility}, ${gapDays(organizationId)},
      CASE WHEN v.id IS NULL THEN NULL ELSE jsonb_build_object('id', v.id, 'name', v.name) END AS provider
    FROM ${from} t ${joinFacility(organizationId)}
    LEFT JOIN "Contact" v ON v."organizationId" = ${organizationId} AND v.id = t."providerContactId"`;
}

export type BillRow = Omit<Row<"MedicalBill">, "status"> &
  Pick<MedicalBill, "status"> &
  OfFacility & { document: Named };

export function selectBills(organizationId: string, from: RawBuilder<unknown>): RawBuilder<BillRow> {
  return sql<BillRow>`
    SELECT t.*, ${facility}, ${document}
    FROM ${from} t ${joinFacility(organizationId)}
    LEFT JOIN "Document" d ON d."organizationId" = ${organizationId} AND d.id = t."documentId" AND d."deletedAt" IS NULL`;
}

export type RecordRow = Row<"MedicalRecord"> &
  OfFacility & { document: Named } & Pick<MedicalRecord, "request" | "reviewedBy">;

export function selectRecords(organizationId: string, from: RawBuilder<unknown>): RawBuilder<RecordRow> {
  return sql<RecordRow>`
    SELECT t.*, ${facility}, ${document},
      CASE WHEN r.id IS NULL THEN NULL ELSE jsonb_build_object('id', r.id, 'requestNumber', r."requestNumber") END AS request,
      CASE WHEN m.id IS NULL THEN NULL
        ELSE jsonb_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName") END AS "reviewedBy"
    FROM ${from} t ${joinFacility(organizationId)}
    LEFT JOIN "Document" d ON d."organizationId" = ${organizationId} AND d.id = t."documentId" AND d."deletedAt" IS NULL
    LEFT JOIN "RetrievalRequest" r ON r."organizationId" = ${organizationId} AND r.id = t."requestId"
    LEFT JOIN "Member" m ON m."organizationId" = ${organizationId} AND m.id = t."reviewedById"`;
}
