import { sql } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import { wireInstant } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import type { EsignVerification } from "./schema.ts";

export interface FoundFile {
  kind: NonNullable<EsignVerification["kind"]>;
  esignRequestId: string;
  sealedAt: string | null;
}

/** The newest request with a file of this hash, sealed files and certificates first. */
export async function findFileByHash(
  { organizationId, transaction }: Context,
  sha256: string,
): Promise<FoundFile | undefined> {
  const { rows } = await sql<FoundFile>`
    SELECT f.kind, t.id AS "esignRequestId", ${wireInstant("t.completedAt")} AS "sealedAt"
    FROM (
      SELECT 1 AS rank, 'sealed' AS kind, d."requestId" FROM "EsignDocument" d
      WHERE d."organizationId" = ${organizationId} AND d."sealedSha256" = ${sha256}
      UNION ALL
      SELECT 2, 'certificate', c.id FROM "EsignRequest" c
      WHERE c."organizationId" = ${organizationId} AND c."certificateSha256" = ${sha256}
      UNION ALL
      SELECT 3, 'source', d."requestId" FROM "EsignDocument" d
      WHERE d."organizationId" = ${organizationId} AND d.sha256 = ${sha256}) f
    JOIN "EsignRequest" t ON t."organizationId" = ${organizationId} AND t.id = f."requestId"
    WHERE t."deletedAt" IS NULL AND ${hasLiveOwners(organizationId, "t", ["caseId"])}
    ORDER BY f.rank, t.id DESC LIMIT 1`.execute(transaction);
  return rows[0];
}
