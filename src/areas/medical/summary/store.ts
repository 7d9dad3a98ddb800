import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { MedicalSummary } from "../queue/schema.ts";
import { isOpen } from "../store.rows.ts";

export type SummaryRow = Pick<MedicalSummary, "caseId" | "clientId" | "facilities" | "treatmentTypes">;

export function selectSummary({ organizationId }: Pick<Context, "organizationId">, caseId: string) {
  return sql<SummaryRow>`
    SELECT k.id AS "caseId", k."plaintiffId" AS "clientId",
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('facilityId', f.id, 'name', c.name, 'facilityType', f."facilityType")
          || to_jsonb(b) || to_jsonb(t) || to_jsonb(m) || to_jsonb(r) ORDER BY f.id)
        FROM "MedicalFacility" f
        JOIN "Contact" c ON c."organizationId" = f."organizationId" AND c.id = f."contactId"
        CROSS JOIN LATERAL (
          SELECT count(*)::integer AS "billCount", coalesce(sum("billedCents"), 0)::bigint AS "billedCents",
            coalesce(sum("adjustmentCents" + "writeOffCents"), 0)::bigint AS "adjustedCents",
            coalesce(sum("insurancePaidCents"), 0)::bigint AS "insurancePaidCents", coalesce(sum("clientPaidCents"), 0)::bigint AS "clientPaidCents",
            coalesce(sum("medPayPaidCents"), 0)::bigint AS "medPayPaidCents",
            coalesce(sum("billedCents" - "adjustmentCents" - "writeOffCents" - "insurancePaidCents" - "clientPaidCents" - "medPayPaidCents"), 0)::bigint AS "balanceCents"
          FROM "MedicalBill" x WHERE x."organizationId" = ${organizationId} AND x."facilityId" = f.id AND x."deletedAt" IS NULL
        ) b
        CROSS JOIN LATERAL (
          SELECT count(*)::integer AS "treatmentCount"
          FROM "MedicalTreatment" x WHERE x."organizationId" = ${organizationId} AND x."facilityId" = f.id AND x."deletedAt" IS NULL
        ) t
        CROSS JOIN LATERAL (
          SELECT count(*)::integer AS "recordCount", coalesce(sum("pageCount"), 0)::bigint AS "pageCount"
          FROM "MedicalRecord" x WHERE x."organizationId" = ${organizationId} AND x."facilityId" = f.id AND x."deletedAt" IS NULL
        ) m
        CROSS JOIN LATERAL (
          SELECT count(*)::integer AS "openRequestCount"
          FROM "RetrievalRequest" x WHERE x."organizationId" = ${organizationId} AND x."facilityId" = f.id
            AND ${isOpen("x.status")}
        ) r
        WHERE f."organizationId" = ${organizationId} AND f."caseId" = k.id AND f."deletedAt" IS NULL
      ), '[]') AS facilities,
      coalesce((
        SELECT jsonb_agg(to_jsonb(y) ORDER BY y."treatmentType")
        FROM (
          SELECT x."treatmentType", count(*)::integer AS "treatmentCount", min(x."startOn") AS "firstOn", max(coalesce(x."endOn", x."startOn")) AS "lastOn"
          FROM "MedicalTreatment" x
          JOIN "MedicalFacility" f ON f."organizationId" = x."organizationId" AND f.id = x."facilityId" AND f."deletedAt" IS NULL
          WHERE x."organizationId" = ${organizationId} AND x."caseId" = k.id AND x."deletedAt" IS NULL GROUP BY x."treatmentType"
        ) y
      ), '[]') AS "treatmentTypes"
    FROM "Case" k WHERE k."organizationId" = ${organizationId} AND k.id = ${caseId} AND k."deletedAt" IS NULL`;
}

/** undefined when there is no such case in the organization. */
export async function findSummary(context: Context, caseId: string): Promise<SummaryRow | undefined> {
  return (await selectSummary(context, caseId).execute(context.transaction)).rows[0];
}
