import { invalidInput } from "../../contract/errors/error-codes.ts";
import { recordAuditEntry, type Context } from "../../rpc/context.ts";
import { listTeamIdsOf, removeTeamFromReports } from "./store.teams.ts";

/**
 * @param known the teams that exist
 * @throws VALIDATION_FAILED at each other one
 */
export function validateTeams(teamIds: readonly string[], known: readonly string[]): void {
  const faults = teamIds.flatMap((teamId, place) =>
    known.includes(teamId)
      ? []
      : [{ path: `sharedWithTeamIds.${place}`, message: "is not a team of the organization" }],
  );
  if (faults.length > 0) throw invalidInput(...faults);
}

/** Whether a member belongs to one of the teams. */
export async function isInOneOf(context: Context, memberId: string, teamIds: readonly string[]): Promise<boolean> {
  if (teamIds.length === 0) return false;
  const ownTeamIds = await listTeamIdsOf(context, memberId);
  return teamIds.some((teamId) => ownTeamIds.includes(teamId));
}

/**
 * Removes a deleted team from the reports that are shared with it. Audit entries only: API keys see no report that is
 * shared with teams.
 */
export async function unshareReports(context: Context, teamId: string): Promise<void> {
  for (const reportId of await removeTeamFromReports(context, teamId))
    recordAuditEntry(context, { entity: "report", id: reportId }, [{ entity: "team", id: teamId }]);
}
