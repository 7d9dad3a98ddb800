import { limitReached, notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { createId } from "../../../platform/database/ids.ts";
import { calendarFeedPath, createFeedToken } from "../../../platform/identity/credentials/feed-token.ts";
import { diffRecords, recordEvent, type Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { CalendarFeed, CalendarFeedInEvent, type FeedWithUrl, type NewFeed } from "./schema.ts";
import { describeFeed, checkSubject } from "./domain.scopes.ts";
import {
  findFeedRow,
  insertFeed,
  listActiveFeeds,
  lockActiveMemberForUpdate,
  lockFeedRowForUpdate,
  replaceToken,
  revokeFeeds,
  type FeedRow,
} from "./store.ts";

const maxActive = 5;

function ownMemberId({ principal }: Context): string {
  if (principal.kind !== "member") throw new Error("only members have calendar feeds");
  return principal.memberId;
}

export async function listFeeds(context: Context, memberId: string = ownMemberId(context)): Promise<CalendarFeed[]> {
  const feeds: CalendarFeed[] = [];
  for (const row of await listActiveFeeds(context, memberId))
    feeds.push(CalendarFeed.parse(await describeFeed(context, row)));
  return feeds;
}

/**
 * Creates a feed of the member, for their own calendar or for those of others.
 *
 * @throws FORBIDDEN for those of others without the permissions; NOT_FOUND for whom it is of;
 *   INVALID_STATE_TRANSITION with five active ones
 */
export async function createFeed(context: Context, given: NewFeed): Promise<FeedWithUrl> {
  const memberId = ownMemberId(context);
  await checkSubject(context, given, memberId);
  if (!(await lockActiveMemberForUpdate(context, memberId))) throw notFound("Member");
  if ((await listActiveFeeds(context, memberId)).length >= maxActive)
    throw limitReached(`You have ${maxActive} active calendar feeds; revoke one first`);
  const { token, prefix, digest } = createFeedToken();
  const id = createId("calendarFeed");
  await insertFeed(context, { ...given, id, memberId, tokenPrefix: prefix, tokenDigest: digest });
  return { feed: await recordFeed(context, "calendar_feed.created", null, id), url: describeUrl(context, token) };
}

/**
 * Replaces the token of one's own feed: the previous URL stops working.
 *
 * @throws NOT_FOUND, also for a feed of others or a revoked one
 */
export async function rotateFeed(context: Context, feedId: string): Promise<FeedWithUrl> {
  const before = await lockActiveFeedForUpdate(context, feedId, ownMemberId(context));
  const created = createFeedToken();
  await replaceToken(context, feedId, created);
  return {
    feed: await recordFeed(context, "calendar_feed.rotated", before, feedId),
    url: describeUrl(context, created.token),
  };
}

/**
 * Revokes a feed of a member, by default one's own.
 *
 * @throws NOT_FOUND, also for a revoked one
 */
export async function revokeFeed(
  context: Context,
  feedId: string,
  memberId: string = ownMemberId(context),
): Promise<void> {
  await revoke(context, [await lockActiveFeedForUpdate(context, feedId, memberId)]);
}

/** Revokes all feeds of a member who is suspended or deactivated; a reactivated member creates new ones. */
export async function revokeFeedsOfMember(context: Context, memberId: string): Promise<void> {
  await revoke(context, await listActiveFeeds(context, memberId));
}

async function revoke(context: Context, feeds: readonly FeedRow[]): Promise<void> {
  if (feeds.length === 0) return;
  await revokeFeeds(
    context,
    feeds.map(({ id }) => id),
    JSON.stringify(describeActor(context.principal)),
  );
  for (const before of feeds) await recordFeed(context, "calendar_feed.revoked", before, before.id);
}

async function lockActiveFeedForUpdate(context: Context, feedId: string, memberId: string): Promise<FeedRow> {
  const row = await lockFeedRowForUpdate(context, feedId);
  if (row === undefined || row.memberId !== memberId || row.status !== "active") throw notFound("Calendar feed");
  return row;
}

/**
 * Records what happened to a feed.
 *
 * @returns it as it is now
 */
async function recordFeed(
  context: Context,
  eventType: EventType,
  before: FeedRow | null,
  feedId: string,
): Promise<CalendarFeed> {
  const row = await findFeedRow(context, feedId);
  if (row === undefined) throw new Error("a feed is gone that its transaction locked");
  const after = CalendarFeed.parse(await describeFeed(context, row));
  const payload = CalendarFeedInEvent.parse(after);
  const diff = before === null ? {} : diffRecords(CalendarFeedInEvent.parse(before), payload);
  recordEvent(context, {
    eventType,
    entityId: feedId,
    payload,
    diff,
    relatedIds: [
      { entity: "calendar_feed", id: feedId },
      { entity: "member", id: after.memberId },
    ],
  });
  return after;
}

function describeUrl({ files }: Context, token: string): string {
  if (files === undefined) throw new Error("no base URL is configured for this transaction");
  return `${files.baseUrl}${calendarFeedPath}/${token}.ics`;
}
