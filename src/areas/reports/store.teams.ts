import { sql } from "kysely";
import { isOneOf, selectRows } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";

/** The teams to which a member belongs. */
export async function listTeamIdsOf({ organizationId, transaction }: Context, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM "TeamMember" x JOIN "Team" t ON t."organizationId" = x."organizationId" AND t.id = x."teamId"
    WHERE x."organizationId" = ${organizationId} AND x."memberId" = ${memberId} AND t."deletedAt" IS NULL`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks the teams with which a report is to be shared, so that none is deleted before commit. Lock order: teams before
 * the report, as the deletion of a team locks them.
 *
 * @returns the IDs of those that are not deleted
 */
export async function lockTeamsForShare(context: Context, teamIds: readonly string[]): Promise<string[]> {
  if (teamIds.length === 0) return [];
  const rows = await selectRows(context, "Team")
    .select("id")
    .where(isOneOf("id", teamIds))
    .where("deletedAt", "is", null)
    .orderBy("id")
    .forShare()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Ends the sharing of reports with a team.
 *
 * @returns the IDs of these reports
 */
export async function removeTeamFromReports(
  { organizationId, transaction }: Context,
  teamId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE "Report" SET "sharedWithTeamIds" = array_remove("sharedWithTeamIds", ${teamId}), revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND "deletedAt" IS NULL AND ${teamId} = ANY("sharedWithTeamIds") RETURNING id`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}
