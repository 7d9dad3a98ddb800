import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { isOneOf, selectRows } from "../../../platform/database/records.ts";

/** An authorization with fields of other records, and today in the organization's time zone. */
export interface AuthorizationRow extends Row<"HipaaAuthorization"> {
  case: { id: string; sequenceId: string };
  client: { id: string; firstName: string; lastName: string };
  facilities: object[];
  document: object | null;
  today: string;
}

function selectAuthorizations(organizationId: string, condition: RawBuilder<unknown>) {
  return sql<AuthorizationRow>`
    SELECT a.*, (now() AT TIME ZONE o.timezone)::date AS today,
      jsonb_build_object('id', k.id, 'sequenceId', k."sequenceId") AS "case",
      jsonb_build_object('id', p.id, 'firstName', p."firstName", 'lastName', p."lastName") AS client,
      CASE WHEN d.id IS NULL THEN NULL ELSE jsonb_build_object('id', d.id, 'name', d.name) END AS document,
      coalesce(n.facilities, '[]') AS facilities
    FROM "HipaaAuthorization" a
    JOIN "Organization" o ON o.id = a."organizationId"
    JOIN "Case" k ON k."organizationId" = a."organizationId" AND k.id = a."caseId"
    JOIN "Client" p ON p."organizationId" = k."organizationId" AND p.id = k."plaintiffId"
    LEFT JOIN "Document" d ON d."organizationId" = a."organizationId" AND d.id = a."documentId" AND d."deletedAt" IS NULL
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('facilityId', f.id, 'name', c.name) ORDER BY f.id) AS facilities
      FROM unnest(a."facilityIds") named
      JOIN "MedicalFacility" f ON f."organizationId" = ${organizationId} AND f.id = named
      JOIN "Contact" c ON c."organizationId" = f."organizationId" AND c.id = f."contactId"
    ) n ON true
    WHERE ${condition}`;
}

/** Those of these authorizations that are in the organization, and whose case is not deleted, by id. */
export async function findAuthorizations(
  context: Context,
  authorizationIds: readonly string[],
): Promise<AuthorizationRow[]> {
  const condition = sql`a."organizationId" = ${context.organizationId} AND ${isOneOf("a.id", authorizationIds)} AND ${hasLiveOwners(context.organizationId, "a", ["caseId"])}`;
  return (
    await sql<AuthorizationRow>`${selectAuthorizations(context.organizationId, condition)} ORDER BY a.id`.execute(
      context.transaction,
    )
  ).rows;
}

export async function findAuthorization(
  context: Context,
  authorizationId: string,
): Promise<AuthorizationRow | undefined> {
  return (await findAuthorizations(context, [authorizationId]))[0];
}

export function selectAuthorizationPage(
  context: Pick<Context, "organizationId">,
  page: SortedPage,
  filter: { caseId: string; updatedSince?: string | undefined },
) {
  const since =
    filter.updatedSince === undefined ? sql`true` : sql`a."updatedAt" >= ${filter.updatedSince}::timestamptz`;
  const condition = sql`a."organizationId" = ${context.organizationId} AND a."caseId" = ${filter.caseId} AND ${since} AND ${page.after}`;
  return sql<AuthorizationRow>`${selectAuthorizations(context.organizationId, condition)} ORDER BY ${page.order} LIMIT ${page.limit}`;
}

/**
 * Locks live facilities of the case FOR KEY SHARE until commit, in the order of ids.
 *
 * @returns how many there are
 */
export async function lockCaseFacilitiesForShare(
  context: Context,
  caseId: string,
  facilityIds: readonly string[],
): Promise<number> {
  const rows = await selectRows(context, "MedicalFacility")
    .select("id")
    .where("caseId", "=", caseId)
    .where("id", "in", [...facilityIds])
    .where("deletedAt", "is", null)
    .orderBy("id")
    .forKeyShare()
    .execute();
  return rows.length;
}
