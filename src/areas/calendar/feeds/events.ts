import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import { CalendarFeedInEvent } from "./schema.ts";

const feed: CalendarFeedInEvent = {
  id: "icf_01kf3mh0t7w9y1a3c5e7g9j1m3",
  memberId: ids.attorneyId,
  name: "Phone",
  includeDeadlines: true,
  scope: "member",
  subjectIds: [],
  eventTypes: "all",
  status: "active",
  tokenPrefix: "cpc_4fK9xQ2b",
  createdAt: times.stage,
  rotatedAt: null,
  revokedAt: null,
  revokedBy: null,
};
const by = { type: "member", id: ids.attorneyId, name: "Nadia Okafor" } as const;
const { manager } = actors;

export const calendarFeedEvents = defineEvents({
  entity: "calendar_feed",
  area: "org",
  scope: "org:manage",
  payload: CalendarFeedInEvent,
  exampleRelatedIds: (id) => [
    { entity: "calendar_feed", id },
    { entity: "member", id: ids.attorneyId },
  ],
  types: {
    "calendar_feed.created": {
      description: "A member created a calendar feed. No event has its token.",
      example: { by, payload: feed },
    },
    "calendar_feed.rotated": {
      description: "A member replaced the token of a calendar feed; the previous URL stopped working.",
      example: {
        by,
        payload: { ...feed, tokenPrefix: "cpc_7mT3vLw8", rotatedAt: times.now },
        before: { tokenPrefix: feed.tokenPrefix, rotatedAt: null },
      },
    },
    "calendar_feed.revoked": {
      description:
        "A calendar feed was revoked, by its member, by a member who manages members, or because its member was suspended or deactivated.",
      example: {
        by: manager,
        payload: { ...feed, status: "revoked", revokedAt: times.now, revokedBy: manager },
        before: { status: "active", revokedAt: null, revokedBy: null },
      },
    },
  },
});
