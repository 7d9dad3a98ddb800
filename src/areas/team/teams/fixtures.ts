import { buildTeam } from "../../../../prisma/seed/builders/organizations.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { asRead, newName, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { describeFirmRecord } from "../../../testing/harness/tenant-requests.ts";
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

const teams = describeFirmRecord({
  table: "Team",
  entity: "team",
  key: "team",
  parameter: "teamId",
  changed: () => ({ description: "changed since", revision: 9 }),
  create: (tenant) => createTeam(tenant),
});

export const teamScenarios = {
  "teams.list": teams.listed,
  "teams.get": asRead(teams.on({})),
  "teams.create": teams.created(() => ({ [team.name]: newName() })),
  "teams.update": async (tenant) => {
    const arranged = await teams.on({ diff: { assignmentRule: { from: "round_robin", to: "manual" } } })(tenant);
    await changeRow(tenant, "Team", arranged.pathValues?.["teamId"] ?? "", { assignmentRule: "round_robin" });
    return arranged;
  },
  "teams.delete": teams.deleted,
  "teams.members.set": async (tenant) => {
    const memberId = await createMember(tenant, { firstName: "Ina", lastName: "Vogt" });
    const arranged = await teams.on({
      ownValues: { [member.id]: memberId },
      diff: {
        members: {
          from: [],
          to: [{ id: memberId, firstName: "Ina", lastName: "Vogt", status: "active", teamRole: "lead" }],
        },
      },
    })(tenant);
    const teamId = arranged.pathValues?.["teamId"] ?? "";
    const relatedIds = [
      { entity: "team", id: teamId },
      { entity: "member", id: memberId },
    ];
    return { ...arranged, touched: () => ({ entity: "team", id: teamId, relatedIds }) };
  },
} satisfies Record<string, Scenario>;

export async function createTeamRows(tenant: TestTenant): Promise<void> {
  await createTeam(tenant, [tenant.attorneyId]);
}
