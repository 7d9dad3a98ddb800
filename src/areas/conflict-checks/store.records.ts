import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../rpc/context.ts";

export interface FoundRecord {
  /** The record's id; of a party the party's. */
  id: string;
  /** The id found by the search: of a party, its contact's. */
  foundId: string;
  displayName: string;
  caseId: string | null;
  caseTitle: string | null;
  role: string | null;
  side: string | null;
  matterStatus: string | null;
  attorneyName: string | null;
}

const ofCase = (
  organizationId: string,
) => sql`k.id AS "caseId", coalesce(k.title, k."sequenceId") AS "caseTitle", k."matterStatus",
  (SELECT concat_ws(' ', m."firstName", m."lastName") FROM "Member" m WHERE m."organizationId" = ${organizationId} AND m.id = k."attorneyId") AS "attorneyName"`;

const statements = {
  /** With the newest case. */
  client: (organizationId: string, ids: readonly string[]) => sql`
    SELECT r.id, r.id AS "foundId", concat_ws(' ', nullif(r."firstName", ''), r."middleName", r."lastName") AS "displayName", NULL AS role, NULL AS side, k.*
    FROM "Client" r LEFT JOIN LATERAL (
      SELECT ${ofCase(organizationId)} FROM "Case" k WHERE k."organizationId" = ${organizationId} AND k."plaintiffId" = r.id AND k."deletedAt" IS NULL ORDER BY k.id DESC LIMIT 1
    ) k ON true
    WHERE r."organizationId" = ${organizationId} AND r.id = ANY (${ids})`,
  contact: (organizationId: string, ids: readonly string[]) => sql`
    SELECT r.id, r.id AS "foundId", r.name AS "displayName", NULL AS side, NULL AS "caseId", NULL AS "caseTitle", NULL AS "matterStatus", NULL AS "attorneyName",
      (SELECT string_agg(o.role, ', ' ORDER BY o.role) FROM "ContactRole" o WHERE o."organizationId" = ${organizationId} AND o."contactId" = r.id) AS role
    FROM "Contact" r WHERE r."organizationId" = ${organizationId} AND r.id = ANY (${ids})`,
  party: (organizationId: string, contactIds: readonly string[]) => sql`
    SELECT r.id, r."contactId" AS "foundId", c.name AS "displayName", r.role, r.side, ${ofCase(organizationId)}
    FROM "CaseParty" r JOIN "Contact" c ON c."organizationId" = r."organizationId" AND c.id = r."contactId"
    JOIN "Case" k ON k."organizationId" = r."organizationId" AND k.id = r."caseId" AND k."deletedAt" IS NULL
    WHERE r."organizationId" = ${organizationId} AND r."contactId" = ANY (${contactIds}) AND r."deletedAt" IS NULL`,
  lead: (organizationId: string, ids: readonly string[]) => sql`
    SELECT r.id, r.id AS "foundId", concat_ws(' ', r."firstName", r."middleName", r."lastName") AS "displayName", NULL AS role, NULL AS side,
      r."convertedCaseId" AS "caseId", NULL AS "caseTitle", r.status AS "matterStatus",
      (SELECT concat_ws(' ', m."firstName", m."lastName") FROM "Member" m WHERE m."organizationId" = ${organizationId} AND m.id = r."assignedToMemberId") AS "attorneyName"
    FROM "Lead" r WHERE r."organizationId" = ${organizationId} AND r.id = ANY (${ids})`,
  member: (organizationId: string, ids: readonly string[]) => sql`
    SELECT r.id, r.id AS "foundId", concat_ws(' ', r."firstName", r."lastName") AS "displayName", r.role, NULL AS side,
      NULL AS "caseId", NULL AS "caseTitle", r.status AS "matterStatus", NULL AS "attorneyName"
    FROM "Member" r WHERE r."organizationId" = ${organizationId} AND r.id = ANY (${ids})`,
  referral: (organizationId: string, ids: readonly string[]) => sql`
    SELECT r.id, r.id AS "foundId", concat_ws(', ', r."sequenceId", p.name) AS "displayName", NULL AS role, NULL AS side,
      r."caseId", NULL AS "caseTitle", r.status AS "matterStatus", r."handlingAttorneyName" AS "attorneyName"
    FROM "Referral" r JOIN "PartnerFirm" p ON p."organizationId" = r."organizationId" AND p.id = r."partnerFirmId"
    WHERE r."organizationId" = ${organizationId} AND r.id = ANY (${ids})`,
} as const satisfies Record<string, (organizationId: string, ids: readonly string[]) => RawBuilder<unknown>>;

/** @param ids of parties, their contacts' ids */
export async function describeRecords(
  { transaction, organizationId }: Context,
  entity: keyof typeof statements,
  ids: readonly string[],
  limit: number,
): Promise<FoundRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundRecord>`${statements[entity](organizationId, ids)} ORDER BY 1 LIMIT ${limit}`.execute(
    transaction,
  );
  return rows;
}
