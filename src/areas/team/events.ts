import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors, times } from "../../contract/examples/example-story.ts";
import { MemberRecord } from "../../contract/portal/member-record.ts";
import { member } from "./examples.ts";

const { manager } = actors;

export const memberEvents = defineEvents({
  entity: "member",
  area: "org",
  scope: "org:read",
  payload: MemberRecord,
  exampleRelatedIds: (id) => [{ entity: "member", id }],
  types: {
    "member.invited": {
      description: "A person was invited to the organization, or was invited again.",
      example: { by: manager, payload: { ...member, status: "invited", permissions: [], revision: 1 } },
    },
    "member.updated": {
      description: "A member was changed.",
      example: { by: manager, payload: member, before: { permissions: [] } },
    },
    "member.suspended": {
      description: "A member was suspended.",
      example: { by: manager, payload: { ...member, status: "suspended", revision: 3 }, before: { status: "active" } },
    },
    "member.deactivated": {
      description: "A member was deactivated.",
      example: {
        by: manager,
        payload: { ...member, status: "deactivated", deactivatedAt: times.now, revision: 3 },
        before: { status: "active", deactivatedAt: null },
      },
    },
    "member.reactivated": {
      description: "A member was reactivated.",
      example: {
        by: manager,
        payload: { ...member, revision: 4 },
        before: { status: "deactivated", deactivatedAt: times.stage },
      },
    },
  },
});
