import { limitReached, notFound, recordInUse } from "../../../contract/errors/error-codes.ts";
import { maxTeams } from "../../../contract/teams.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { diffRecords, recordEvent, type Context } from "../../../rpc/context.ts";
import { peopleSorts } from "../domain.ts";
import { Team, type GivenTeamMembers, type NewTeam, type TeamChanges, type TeamFilter } from "./schema.ts";
import {
  changeTeamRow,
  countLiveTeams,
  lockPresentMembersForShare,
  findTeam,
  hasLeads,
  insertTeam,
  findLeastLoaded,
  keepPlace,
  listCandidates,
  lockTeamRowForUpdate,
  replaceTeamMembers,
  selectTeamPage,
} from "./store.ts";

export async function listTeams(
  context: Context,
  query: TeamFilter,
): Promise<{ teams: Team[]; nextCursor: string | null }> {
  const list = { name: "teams", alias: "t", sorts: peopleSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) => selectTeamPage(context, query, page));
  return { teams: rows.map((row) => Team.parse(row)), nextCursor };
}

/** @throws NOT_FOUND, also when it was deleted */
export async function getTeam(context: Context, teamId: string): Promise<Team> {
  const row = await findTeam(context, teamId);
  if (row === undefined) throw notFound("Team");
  return Team.parse(row);
}

function recordTeamEvent(context: Context, eventType: EventType, team: Team, before?: Team): Team {
  const members = new Set([...team.members, ...(before?.members ?? [])].map(({ id }) => id));
  const relatedIds = [{ entity: "team", id: team.id }, ...[...members].map((id) => ({ entity: "member", id }))];
  recordEvent(context, {
    eventType,
    entityId: team.id,
    payload: team,
    diff: before === undefined ? {} : diffRecords(before, team),
    relatedIds,
  });
  return team;
}

/** @throws DUPLICATE_ENTRY; INVALID_STATE_TRANSITION beyond 200 teams */
export async function createTeam(context: Context, values: NewTeam): Promise<Team> {
  if ((await countLiveTeams(context)) >= maxTeams) throw limitReached(`An organization has at most ${maxTeams} teams`);
  const id = createId("team");
  await insertTeam(context, { ...values, id });
  return recordTeamEvent(context, "team.created", await getTeam(context, id));
}

/** @throws NOT_FOUND; STALE_REVISION; as {@link createTeam} */
export function updateTeam(context: Context, teamId: string, changes: TeamChanges): Promise<Team> {
  return changeTeam(context, teamId, changes);
}

/**
 * Replaces the members of a team.
 *
 * @throws NOT_FOUND for the team, and for a member who has left; STALE_REVISION
 */
export function replaceMembers(context: Context, teamId: string, members: GivenTeamMembers): Promise<Team> {
  return changeTeam(context, teamId, {}, async () => {
    if (
      (await lockPresentMembersForShare(
        context,
        members.map(({ memberId }) => memberId),
      )) < members.length
    )
      throw notFound("Member");
    await replaceTeamMembers(context, teamId, members);
  });
}

async function changeTeam(
  context: Context,
  teamId: string,
  changes: TeamChanges,
  changeMembers: () => Promise<void> = () => Promise.resolve(),
): Promise<Team> {
  const before = await lockTeamForUpdate(context, teamId);
  await changeMembers();
  if ((await changeTeamRow(context, teamId, changes)) === undefined) throw staleRevision("team");
  return recordTeamEvent(context, "team.updated", await getTeam(context, teamId), before);
}

async function lockTeamForUpdate(context: Context, teamId: string): Promise<Team> {
  if ((await lockTeamRowForUpdate(context, teamId)) === undefined) throw notFound("Team");
  return getTeam(context, teamId);
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION while leads are assigned to it; STALE_REVISION */
export async function deleteTeam(context: Context, teamId: string): Promise<void> {
  const before = await lockTeamForUpdate(context, teamId);
  if (await hasLeads(context, teamId)) {
    throw recordInUse(
      "Leads are assigned to this team; assign them elsewhere first (GET /leads?assignedTeamId= lists them)",
    );
  }
  const deleted = await changeTeamRow(context, teamId, "delete");
  if (deleted === undefined) throw staleRevision("team");
  recordTeamEvent(context, "team.deleted", Team.parse({ ...deleted, members: before.members }), before);
}

export interface TeamAssignment {
  /** null if the rule chooses nobody. */
  memberId: string | null;
  warnings: "no_candidate"[];
}

/**
 * Chooses a member for what is assigned to a team, by its rule. Locks the team until commit, so that of concurrent
 * assignments each continues after the one before.
 *
 * @param isChosen whether the caller has chosen members, so that the rule does not
 * @throws NOT_FOUND
 */
export async function assignToTeam(context: Context, teamId: string, isChosen = false): Promise<TeamAssignment> {
  const team = await lockTeamRowForUpdate(context, teamId);
  if (team === undefined) throw notFound("Team");
  if (isChosen || team.assignmentRule === "manual") return { memberId: null, warnings: [] };
  const candidates = await listCandidates(context, teamId);
  const last = team.lastAssignedMemberId ?? "";
  const memberId =
    team.assignmentRule === "least_loaded"
      ? await findLeastLoaded(context, candidates)
      : (candidates.find((id) => id > last) ?? candidates[0]);
  if (memberId === undefined) return { memberId: null, warnings: ["no_candidate"] };
  await keepPlace(context, teamId, memberId);
  return { memberId, warnings: [] };
}
