import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { namedEnum } from "../../../contract/enumeration.ts";
import { CalendarDate, Id, Instant, isUnique, visibleName } from "../../../contract/values/values.ts";

/** Whose calendar a feed has: its member's, or that of several for those who docket for others. */
export const FeedScope = namedEnum("CalendarFeedScope", ["member", "members", "office", "team", "organization"]);
export type FeedScope = z.infer<typeof FeedScope>;

/** Which events a feed has; court dates are also depositions, mediations and arbitrations. */
export const FeedEventTypes = namedEnum("CalendarFeedEventTypes", ["all", "court_dates", "none"]);

/** A feed as its member, and those who manage members, see it. Its token is shown once, when it is created or rotated. */
export const CalendarFeed = z.object({
  id: Id,
  memberId: Id,
  name: z.string(),
  includeDeadlines: z.boolean(),
  scope: FeedScope,
  /** The members, the office or the team; none of one's own agenda, and of the organization. */
  subjectIds: z.array(Id),
  subjectNames: z.array(z.string()),
  eventTypes: FeedEventTypes,
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
  /** How large it was when it was last read; null before. */
  bytes: z.int().nullable(),
  /** Why it cannot be read; null where it can. */
  problem: z.enum(["permission_missing", "subject_deleted"]).nullable(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

/** Without what changes when a client reads the feed, and without names. */
export const CalendarFeedInEvent = CalendarFeed.omit({
  lastFetchedAt: true,
  lastUserAgent: true,
  eventsThroughOn: true,
  bytes: true,
  subjectNames: true,
  problem: true,
}).meta({ id: "CalendarFeed" });
export type CalendarFeedInEvent = z.infer<typeof CalendarFeedInEvent>;

const mostMembers = 50;
/** How many subjects a scope has, at most; at least one where it has any. */
const mostSubjects: Readonly<Record<FeedScope, number>> = {
  member: 0,
  members: mostMembers,
  office: 1,
  team: 1,
  organization: 0,
};

function hasSubjects({ scope, subjectIds }: { scope: FeedScope; subjectIds: readonly string[] }): boolean {
  const most = mostSubjects[scope];
  return subjectIds.length <= most && (subjectIds.length > 0 || most === 0);
}

export const NewFeed = z
  .strictObject({
    name: visibleName(100),
    includeDeadlines: z.boolean().default(true),
    scope: FeedScope.default("member"),
    subjectIds: z.array(Id).max(mostMembers).refine(isUnique, "must not have an ID twice").default([]),
    eventTypes: FeedEventTypes.default("all"),
  })
  .refine(hasSubjects, {
    path: ["subjectIds"],
    message: `must have 1 to ${mostMembers} members, one office or one team, as scope says`,
  })
  .refine(({ includeDeadlines, eventTypes }) => includeDeadlines || eventTypes !== "none", {
    path: ["eventTypes"],
    message: "must not be none without deadlines",
  });
export type NewFeed = z.infer<typeof NewFeed>;

/** A feed with its URL, which is shown once. */
export const FeedWithUrl = z.object({ feed: CalendarFeed, url: z.string() });
export type FeedWithUrl = z.infer<typeof FeedWithUrl>;
