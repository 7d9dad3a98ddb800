import type { Row } from "../../src/platform/database/tables.ts";
import { buildTeam } from "./builders/organizations.ts";
import type { Values } from "./builders/records.ts";
import type { FirmDefinition } from "./firms.ts";
import { founding, type Founded } from "./offices.ts";
import type { Add } from "./rows.ts";

type Member = Row<"Member">;

const isNamed = (lastName: string) => (member: Pick<Member, "lastName">) => member.lastName === lastName;

const days = (now: number, count: number) => new Date(now + count * 86_400_000).toISOString().slice(0, 10);

/** Admissions that differ from the one in the firm's state: of the demo's exceptions. */
const special: Readonly<Record<string, readonly (readonly [jurisdiction: string, status: string])[]>> = {
  Hartwell: [
    ["PA", "active"],
    ["NJ", "active"],
    ["US", "active"],
  ],
  Menon: [
    ["NJ", "retired"],
    ["NY", "active"],
  ],
  // Recorded, and inactive: cannot act for keys.
  Kessler: [["AZ", "inactive"]],
};

export function describeAdmissions(
  { states: [home] }: FirmDefinition,
  members: readonly Member[],
): Values<"BarAdmission">[] {
  return members
    .filter(({ isAttorney }) => isAttorney)
    .flatMap(({ organizationId, id, lastName }, index) =>
      (special[lastName] ?? [[home, "active"] as const]).map(([jurisdiction, status], position) => ({
        organizationId,
        memberId: id,
        position,
        jurisdiction,
        barNumber: jurisdiction === "US" ? null : String(41_200 + index * 37 + position),
        status,
        admittedOn: `${2_004 + index}-10-12`,
        statusChangedOn: status === "active" ? null : "2024-01-01",
      })),
    );
}

/** What members have besides their names: titles, an absence this week, and what their admissions mean. */
export function completeMembers(members: Member[], now: number): void {
  const titles: Readonly<Record<string, string>> = {
    owner: "Managing Partner",
    of_counsel: "Of Counsel",
    attorney: "Associate",
    admin: "Office Manager",
    paralegal: "Paralegal",
  };
  for (const member of members) {
    member.title = titles[member.role] ?? null;
    member.isBarredOnlyInactive = member.lastName === "Kessler";
  }
  const [absent, delegate] = [members.find(isNamed("Whitlock")), members.find(isNamed("Castellanos"))];
  if (absent === undefined || delegate === undefined) return;
  Object.assign(absent, {
    outOfOfficeStartOn: days(now, -1),
    outOfOfficeEndOn: days(now, 5),
    outOfOfficeDelegateId: delegate.id,
    outOfOfficeNote: "Trial in Pittsburgh",
  });
}

const kinds = [
  {
    name: "Motor vehicle",
    rule: "least_loaded",
    caseTypes: ["motor_vehicle_accident", "truck_accident"],
    roles: ["attorney", "owner", "paralegal"],
  },
  { name: "Intake", rule: "round_robin", caseTypes: [], roles: ["intake_specialist", "case_manager", "admin"] },
  { name: "Records and liens", rule: "manual", caseTypes: [], roles: ["records_clerk", "billing", "paralegal"] },
] as const;

/** Teams of active members by role, each with somebody who leads it. */
export function addTeams(add: Add, founded: Founded, members: readonly Member[]): void {
  const { organizationId } = founded;
  for (const { name, rule, caseTypes, roles } of kinds) {
    const { Team: team } = add({
      Team: buildTeam({ ...founding(founded), name, caseTypes: [...caseTypes], assignmentRule: rule }),
    });
    const chosen = members.filter(({ status, role }) => status === "active" && roles.some((each) => each === role));
    add({
      TeamMember: chosen.map(({ id: memberId }, index) => ({
        organizationId,
        teamId: team.id,
        memberId,
        teamRole: index === 0 ? "lead" : "member",
      })),
    });
  }
}
