import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { member } from "../examples.ts";
import type { Team } from "./schema.ts";

const { id: memberId, firstName, lastName, status } = member;

export const team = {
  id: "tea_01kf3n2g6j8m0q2s4v6x8z1b3d",
  organizationId: ids.organizationId,
  name: "Motor vehicle",
  description: "Car, truck and motorcycle accidents.",
  members: [{ id: memberId, firstName, lastName, status, teamRole: "lead" }],
  caseTypes: ["motor_vehicle_accident", "truck_accident"],
  assignmentRule: "round_robin",
  externalId: null,
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
  deletedAt: null,
} satisfies Team;

const { name, description, caseTypes, assignmentRule } = team;
const parameters = { teamId: team.id };
const changed = { ...team, revision: 2, updatedAt: times.now } satisfies Team;

export const teamExamples = {
  "teams.list": { parameters: { sort: "name" }, response: { teams: [team], nextCursor: null } },
  "teams.get": { parameters, response: { team } },
  "teams.create": {
    body: { name, description, caseTypes, assignmentRule },
    response: { team: { ...team, members: [] } },
  },
  "teams.update": {
    parameters,
    body: { assignmentRule: "manual" },
    response: { team: { ...changed, assignmentRule: "manual" } },
  },
  "teams.members.set": { parameters, body: { members: [{ memberId, teamRole: "lead" }] }, response: { team: changed } },
} satisfies Record<string, OperationExample>;

export const teamDeletionExamples = { "teams.delete": { parameters, response: {} } } satisfies Record<
  string,
  OperationExample
>;
