import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { namedEnum } from "../../../contract/enumeration.ts";
import { CalendarDate, Id, Instant, visibleName } from "../../../contract/values/values.ts";

/** A feed as its member, and those who manage members, see it. Its token is shown once, when it is created or rotated. */
export const CalendarFeed = z.object({
  id: Id,
  memberId: Id,
  name: z.string(),
  includeDeadlines: z.boolean(),
  status: namedEnum("CalendarFeedStatus", ["active", "revoked"]),
  tokenPrefix: z.string(),
  createdAt: Instant,
  rotatedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  revokedBy: Actor.nullable(),
  lastFetchedAt: Instant.nullable(),
  lastUserAgent: z.string().nullable(),
  /** The last day whose events were in it when it was last read; null where all were. */
  eventsThroughOn: CalendarDate.nullable(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

/** Without what changes when a client reads the feed. */
export const CalendarFeedInEvent = CalendarFeed.omit({ lastFetchedAt: true, lastUserAgent: true, eventsThroughOn: true }).meta({ id: "CalendarFeed" });
export type CalendarFeedInEvent = z.infer<typeof CalendarFeedInEvent>;

export const NewFeed = z.strictObject({ name: visibleName(100), includeDeadlines: z.boolean().default(true) });
export type NewFeed = z.infer<typeof NewFeed>;

/** A feed with its URL, which is shown once. */
export const FeedWithUrl = z.object({ feed: CalendarFeed, url: z.string() });
export type FeedWithUrl = z.infer<typeof FeedWithUrl>;
