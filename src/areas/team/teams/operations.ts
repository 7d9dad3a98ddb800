import * as z from "zod";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { createTeam, getTeam, listTeams, replaceMembers, updateTeam } from "./domain.ts";
import { GivenTeamMembers, NewTeam, Team, TeamChanges, TeamFilter } from "./schema.ts";

const reading = { area: "Org & Team", scope: "org:read" } as const;
const writing = { area: "Org & Team", scope: "org:write", readBy: "org:read" } as const;
const changing = {
  ...writing,
  emits: ["team.updated"],
  errors: ["STALE_REVISION", "DUPLICATE_ENTRY"],
  etag: "team.revision",
} as const;
const Chosen = z.strictObject({ teamId: Id });
const Shown = z.object({ team: Team });

export const teamProcedures = {
  "teams.list": operation({
    ...reading,
    route: "GET /teams",
    summary: "List teams",
    description: "Returns the organization's teams with their members, by name. Teams do not restrict access to cases.",
  })
    .input(TeamFilter)
    .output(z.object({ teams: z.array(Team), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listTeams(ctx, input)),

  // Names and statuses of its members change without a new revision.
  "teams.get": operation({
    ...reading,
    route: "GET /teams/{teamId}",
    summary: "Get a team",
    etag: "team.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ team: await getTeam(ctx, input.teamId) })),

  "teams.create": operation({
    ...writing,
    route: "POST /teams",
    summary: "Create a team",
    description: "Fails with 409 if another team has the name, ignoring case, or if the organization has 200 teams.",
    emits: ["team.created"],
    created: { location: "/teams/{team.id}" },
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "team.revision",
  })
    .input(NewTeam)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ team: await createTeam(ctx, input) })),

  "teams.update": operation({
    ...changing,
    route: "PATCH /teams/{teamId}",
    summary: "Update a team",
    description: "Changes the fields that you send, at least one; `null` clears a field.",
  })
    .input(TeamChanges.extend({ teamId: Id }).refine(...changesSomething("teamId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { teamId, ...changes } }) => ({ team: await updateTeam(ctx, teamId, changes) })),

  "teams.members.set": operation({
    ...changing,
    route: "PUT /teams/{teamId}/members",
    summary: "Replace a team's members",
    description:
      "Replaces the members; an empty list removes all. At most one of them leads the team. Unknown and deactivated members fail with 404.",
    errors: ["STALE_REVISION"],
  })
    .input(Chosen.extend({ members: GivenTeamMembers }))
    .output(Shown)
    .mutation(async ({ ctx, input: { teamId, members } }) => ({ team: await replaceMembers(ctx, teamId, members) })),
};
