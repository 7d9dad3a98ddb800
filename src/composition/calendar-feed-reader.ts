import { buildAgenda } from "../areas/calendar/feeds/domain.calendar.ts";
import { getFeedSubject } from "../areas/calendar/feeds/domain.scopes.ts";
import { findFeedByDigest, findFeedRow, noteFetch, type FoundFeed } from "../areas/calendar/feeds/store.ts";
import { notFound } from "../contract/errors/error-codes.ts";
import type { Database } from "../platform/database/database.ts";
import { createContext } from "../rpc/context.ts";
import { systemPrincipal } from "../rpc/principal.ts";

/** Who reads a feed, and when. */
export interface FeedFetch {
  requestId: string;
  clientIp: string;
  userAgent: string | null;
  now: Date;
}

/** Calendar feeds as the server serves them: for a token instead of a key. */
export interface FeedReader {
  /** The feed of a token's digest; null where there is none, it is revoked, or its member is not active. */
  find(digest: Buffer): Promise<FoundFeed | null>;
  /**
   * The feed as an iCalendar text; records that it was read.
   *
   * @throws NOT_FOUND where its member may not read it any more
   */
  read(feed: FoundFeed, fetch: FeedFetch): Promise<string>;
}

const maxUserAgent = 200;

export function createFeedReader(database: Database): FeedReader {
  return {
    find: async (digest) => (await findFeedByDigest(database, digest)) ?? null,
    read: ({ organizationId, feedId }, { requestId, clientIp, userAgent, now }) =>
      database.withTenantTransaction(organizationId, async (transaction) => {
        const context = createContext(
          { principal: systemPrincipal(organizationId), requestId, clientIp, hooks: database.hooks },
          transaction,
        );
        const feed = await findFeedRow(context, feedId);
        if (feed === undefined) throw notFound("Calendar feed");
        const { text, eventsThroughOn } = await buildAgenda(context, await getFeedSubject(context, feed));
        const reader = userAgent?.slice(0, maxUserAgent) ?? null;
        // The last statement: two reads of one feed wait for each other only here.
        await noteFetch(context, feedId, {
          fetchedAt: now.toISOString(),
          userAgent: reader,
          eventsThroughOn,
          bytes: Buffer.byteLength(text),
        });
        return text;
      }),
  };
}
