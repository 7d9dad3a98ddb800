import { actors, times } from "../../../contract/examples/example-story.ts";
import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { team } from "./examples.ts";
import { Team } from "./schema.ts";

const { manager } = actors;

export const teamEvents = defineEvents({
  entity: "team",
  area: "org",
  scope: "org:read",
  payload: Team,
  exampleRelatedIds: (id) => [{ entity: "team", id }],
  types: {
    "team.created": { description: "A team was created.", example: { by: manager, payload: { ...team, members: [] } } },
    "team.updated": {
      description: "A team or its members were changed.",
      example: { by: manager, payload: { ...team, revision: 2 }, before: { assignmentRule: "manual" } },
    },
    "team.deleted": {
      description: "A team was deleted.",
      example: { by: manager, payload: { ...team, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
    },
  },
});
