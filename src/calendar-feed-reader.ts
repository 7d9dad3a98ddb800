import { buildAgenda } from "./areas/calendar/feeds/domain.calendar.ts";
import { findFeedByDigest, noteFetch, type FoundFeed } from "./areas/calendar/feeds/store.ts";
import type { Database } from "./platform/database/database.ts";
import { createContext } from "./rpc/context.ts";
import { systemPrincipal } from "./rpc/principal.ts";

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
  /** The feed as an iCalendar text, and records that it was read. */
  read(feed: FoundFeed, fetch: FeedFetch): Promise<string>;
}

const maxUserAgent = 200;

export function createFeedReader(database: Database): FeedReader {
  return {
    find: async (digest) => (await findFeedByDigest(database, digest)) ?? null,
    read: ({ organizationId, feedId, memberId }, { requestId, clientIp, userAgent, now }) =>
      database.withTenantTransaction(organizationId, async (transaction) => {
        const context = createContext({ principal: systemPrincipal(organizationId), requestId, clientIp }, transaction);
        const { text, eventsThroughOn } = await buildAgenda(context, { feedId, memberId });
        const reader = userAgent?.slice(0, maxUserAgent) ?? null;
        // The last statement: two reads of one feed wait for each other only here.
        await noteFetch(context, feedId, { fetchedAt: now.toISOString(), userAgent: reader, eventsThroughOn });
        return text;
      }),
  };
}
