import { buildTeam } from "../../../../prisma/seed/builders/organizations.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { aboutRow, changeShown } from "../../../testing/harness/tenant-requests.ts";
import { member } from "../examples.ts";
import { createMember } from "../fixtures.ts";
import { team } from "./examples.ts";

/**
 * A team with these members.
 *
 * @returns the id
 */
export async function createTeam(
  tenant: TestTenant,
  memberIds: readonly string[] = [],
  values: Partial<Values<"Team">> = {},
): Promise<string> {
  const { organizationId } = tenant;
  const row = buildTeam({ organizationId, ...values });
  const members = memberIds.map((memberId) => ({ organizationId, teamId: row.id, memberId }));
  await insertFor(tenant, { Team: row, TeamMember: members });
  return row.id;
}

const relate = (id: string, memberId?: string) => ({
  entity: "team",
  id,
  relatedIds: [{ entity: "team", id }, ...(memberId === undefined ? [] : [{ entity: "member", id: memberId }])],
});

/** A request about a team that is there. */
const onTeam =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const teamId = await createTeam(tenant);
    return {
      ...aboutRow(tenant, "Team", { teamId }, { description: "changed since", revision: 9 }),
      touched: () => relate(teamId),
      standsAlone: true,
      ...more,
    };
  };

export const teamScenarios = {
  "teams.list": async (tenant) => {
    await createTeam(tenant);
    return { query: { sort: "name" } };
  },
  "teams.get": asRead(onTeam({})),
  "teams.create": (tenant) =>
    Promise.resolve({
      ownValues: { [team.name]: newName() },
      change: changeShown(tenant, "Team", "team", { description: "changed since", revision: 9 }),
      touched: (response: ResponseBody) => relate(readId(response, "team")),
      standsAlone: true,
      diff: {},
    }),
  "teams.update": async (tenant) => {
    const arranged = await onTeam({ diff: { assignmentRule: { from: "round_robin", to: "manual" } } })(tenant);
    await changeRow(tenant, "Team", arranged.pathValues?.["teamId"] ?? "", { assignmentRule: "round_robin" });
    return arranged;
  },
  "teams.delete": onTeam({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
  "teams.members.set": async (tenant) => {
    const memberId = await createMember(tenant, { firstName: "Ina", lastName: "Vogt" });
    const arranged = await onTeam({
      ownValues: { [member.id]: memberId },
      diff: {
        members: {
          from: [],
          to: [{ id: memberId, firstName: "Ina", lastName: "Vogt", status: "active", teamRole: "lead" }],
        },
      },
    })(tenant);
    const teamId = arranged.pathValues?.["teamId"] ?? "";
    return { ...arranged, touched: () => relate(teamId, memberId) };
  },
} satisfies Record<string, Scenario>;

export async function createTeamRows(tenant: TestTenant): Promise<void> {
  await createTeam(tenant, [tenant.attorneyId]);
}
