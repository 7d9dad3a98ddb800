import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { definePortalArea } from "../../../rpc/area.ts";
import { Nothing, nothing, portalOperation } from "../../../rpc/operation.ts";
import { createFeed, listFeeds, revokeFeed, rotateFeed } from "./domain.ts";
import { listSubjects } from "./domain.scopes.ts";
import { calendarFeedEvents } from "./events.ts";
import { CalendarFeed, FeedWithUrl, NewFeed } from "./schema.ts";

const own = { permission: null, tier: "write" } as const;
const Named = z.object({ id: Id, name: z.string() });
const ofFeed = z.strictObject({ feedId: Id });

export const calendarFeeds = definePortalArea(
  {
    list: portalOperation({ summary: "List your active calendar feeds", permission: null, tier: "read" })
      .input(z.strictObject({}))
      .output(z.object({ feeds: z.array(CalendarFeed) }))
      .query(async ({ ctx }) => ({ feeds: await listFeeds(ctx) })),

    subjects: portalOperation({
      summary: "List whose calendars a feed can have",
      permission: "calendar:view",
      tier: "read",
    })
      .input(z.strictObject({}))
      .output(z.object({ members: z.array(Named), offices: z.array(Named), teams: z.array(Named) }))
      .query(({ ctx }) => listSubjects(ctx)),

    create: portalOperation({
      ...own,
      summary: "Create a calendar feed",
      emits: ["calendar_feed.created"],
      errors: ["INVALID_STATE_TRANSITION", "NOT_FOUND"],
      confirm: "second_factor",
    })
      .input(NewFeed)
      .output(FeedWithUrl)
      .mutation(({ ctx, input }) => createFeed(ctx, input)),

    rotate: portalOperation({
      ...own,
      summary: "Replace the URL of a calendar feed",
      emits: ["calendar_feed.rotated"],
      errors: ["NOT_FOUND"],
      confirm: "second_factor",
    })
      .input(ofFeed)
      .output(FeedWithUrl)
      .mutation(({ ctx, input }) => rotateFeed(ctx, input.feedId)),

    revoke: portalOperation({
      ...own,
      summary: "Revoke a calendar feed",
      emits: ["calendar_feed.revoked"],
      errors: ["NOT_FOUND"],
    })
      .input(ofFeed)
      .output(Nothing)
      .mutation(nothing(({ ctx, input }) => revokeFeed(ctx, input.feedId))),
  },
  {
    events: [calendarFeedEvents],
    archive: [
      { table: "CalendarFeed", omitted: "Secrets, and personal to a member." },
      { table: "CalendarFeedFetch", omitted: "Personal to a member." },
    ],
  },
);

const managing = { permission: "members:manage", errors: ["NOT_FOUND"] } as const;

/** What members who manage members do with the feeds of others; part of `members.` in the portal's router. */
export const memberFeedsPortal = {
  "members.calendarFeeds.list": portalOperation({
    ...managing,
    summary: "List a member's active calendar feeds",
    tier: "read",
  })
    .input(z.strictObject({ memberId: Id }))
    .output(z.object({ feeds: z.array(CalendarFeed) }))
    .query(async ({ ctx, input }) => ({ feeds: await listFeeds(ctx, input.memberId) })),

  "members.calendarFeeds.revoke": portalOperation({
    ...managing,
    summary: "Revoke a member's calendar feed",
    tier: "write",
    emits: ["calendar_feed.revoked"],
  })
    .input(z.strictObject({ memberId: Id, feedId: Id }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => revokeFeed(ctx, input.feedId, input.memberId))),
};
