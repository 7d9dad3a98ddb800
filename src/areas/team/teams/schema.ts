import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { MemberName, MemberStatus } from "../../../contract/portal/member-record.ts";
import { NamedListSort, sortedPageInput } from "../../../contract/page.ts";
import { Id, Instant, text, versionFields, visibleName } from "../../../contract/values/values.ts";
import { teamEnumerations } from "./enumerations.ts";

const TeamRole = oneOf(teamEnumerations.teamRole);
const CaseType = oneOf(sharedEnumerations.caseType);
const AssignmentRule = oneOf(teamEnumerations.teamAssignmentRule);

const values = {
  name: visibleName(100),
  description: text(1, 1_000).nullable(),
  caseTypes: z
    .array(CaseType)
    .max(30)
    .refine((given) => new Set(given).size === given.length, "must not contain a case type twice")
    .meta({ description: "For your routing; without effect here." }),
  assignmentRule: AssignmentRule,
  externalId: text(1, 200).nullable().meta({ description: "The ID in your system; unique in the organization." }),
};

export const TeamChanges = z.strictObject(values).partial();
export type TeamChanges = z.infer<typeof TeamChanges>;
export const NewTeam = TeamChanges.required({ name: true });
export type NewTeam = z.infer<typeof NewTeam>;

export const TeamPerson = MemberName.extend({ status: MemberStatus, teamRole: TeamRole }).meta({ id: "TeamPerson" });

export const Team = z
  .object({
    id: Id,
    organizationId: Id,
    name: z.string(),
    description: z.string().nullable(),
    members: z.array(TeamPerson).meta({ description: "The lead first, then by name." }),
    caseTypes: z.array(CaseType),
    assignmentRule: AssignmentRule,
    externalId: z.string().nullable(),
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted team.",
    }),
  })
  .meta({ id: "Team" });
export type Team = z.infer<typeof Team>;

export const TeamFilter = z.strictObject({
  ...sortedPageInput,
  sort: NamedListSort.default("name"),
  memberId: Id.optional(),
  caseType: CaseType.optional(),
});
export type TeamFilter = z.infer<typeof TeamFilter>;

export const GivenTeamMembers = z
  .array(z.strictObject({ memberId: Id, teamRole: TeamRole.default("member") }))
  .max(100)
  .refine(
    (given) => new Set(given.map(({ memberId }) => memberId)).size === given.length,
    "must not contain a member twice",
  )
  .refine((given) => given.filter(({ teamRole }) => teamRole === "lead").length <= 1, "must contain at most one lead");
export type GivenTeamMembers = z.infer<typeof GivenTeamMembers>;
