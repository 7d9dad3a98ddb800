import { readPath, type Connection, type Json } from "./call.ts";
import { ConnectorError } from "./errors.ts";

export interface FeedEvent extends Json {
  id: string;
  cursor: string;
  eventType: string;
}

interface FeedPage {
  events: FeedEvent[];
  nextCursor: string;
}

/** Whether a trigger wants an event: none chosen, or `*`, is all. */
export function isWanted(eventType: string, eventTypes: readonly string[]): boolean {
  return eventTypes.length === 0 || eventTypes.includes("*") || eventTypes.includes(eventType);
}

/** The feed can be filtered by one type: more are filtered here. */
const filterOf = (eventTypes: readonly string[]) =>
  eventTypes.length === 1 && eventTypes[0] !== "*" ? { eventType: eventTypes[0] } : {};

function readFeedPage(connection: Connection, query: Json): Promise<FeedPage> {
  return readPath(connection, "/events", { limit: 500, ...query }) as Promise<unknown> as Promise<FeedPage>;
}

/** The end of the feed, from which a trigger that is turned on begins. */
export async function readFeedEnd(connection: Connection): Promise<string> {
  const { nextCursor } = await readPath(connection, "/events", { limit: 1, since: "2999-01-01T00:00:00Z" });
  return String(nextCursor);
}

/**
 * The events after a cursor, and the cursor behind them, which the caller stores after its work. A cursor that is older
 * than the feed begins with what the feed still has, so nothing that can be read is left out.
 *
 * @param pages at most so many pages of 500: the rest comes with the next poll
 */
export async function readNewEvents(
  connection: Connection,
  after: string,
  eventTypes: readonly string[],
  pages = 4,
): Promise<{ events: FeedEvent[]; cursor: string }> {
  const events: FeedEvent[] = [];
  let cursor: string | undefined = after;
  for (let page = 0; page < pages; page += 1) {
    const { events: read, nextCursor }: FeedPage = await readFeedPage(connection, {
      ...filterOf(eventTypes),
      ...(cursor !== undefined && { after: cursor }),
    }).catch((error: unknown) => {
      if (!(error instanceof ConnectorError) || error.reason !== "cursor_expired" || page > 0) throw error;
      return readFeedPage(connection, filterOf(eventTypes));
    });
    events.push(...read.filter(({ eventType }) => isWanted(eventType, eventTypes)));
    cursor = nextCursor;
    // Only an empty page is the end.
    if (read.length === 0) break;
  }
  return { events, cursor: cursor ?? after };
}

/** What a poll of a day reads at most; more is no matter of polling. */
const largestPoll = 10_000;

/**
 * The events since an instant, newest first.
 *
 * @throws ConnectorError if there are more than a poll can take: to return some would leave out others for good
 */
export async function readEventsSince(
  connection: Connection,
  since: string,
  eventTypes: readonly string[],
): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for (let after: string | undefined, count = 0; ;) {
    const page = await readFeedPage(connection, {
      ...filterOf(eventTypes),
      since,
      ...(after !== undefined && { after }),
    });
    if (page.events.length === 0) return events.toReversed();
    count += page.events.length;
    if (count > largestPoll)
      throw new ConnectorError(
        `More than ${largestPoll.toLocaleString("en-US")} events since ${since}. Choose event types, or use a trigger by webhook.`,
      );
    events.push(...page.events.filter(({ eventType }) => isWanted(eventType, eventTypes)));
    after = page.nextCursor;
  }
}

/** The hours in which samples are looked for, one span after the other: a busy hour is enough. */
const sampleHours = [1, 24, 168];

/** Some of the newest events of the last week, for a person who sets up a trigger. */
export async function readSampleEvents(
  connection: Connection,
  eventTypes: readonly string[],
  limit: number,
): Promise<FeedEvent[]> {
  for (const hours of sampleHours) {
    const since = new Date(Date.now() - hours * 3_600_000).toISOString();
    const found = await readEventsSince(connection, since, eventTypes);
    if (found.length > 0) return found.slice(0, limit);
  }
  return [];
}

/** The whole event, with the record's values that the key may read. */
export async function readEvent(connection: Connection, eventId: string): Promise<FeedEvent> {
  const { event } = await readPath(connection, `/events/${encodeURIComponent(eventId)}`);
  return event as FeedEvent;
}
