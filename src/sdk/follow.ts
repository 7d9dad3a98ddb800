import { ApiError, ConnectionError } from "./errors.ts";
import type { Pages } from "./pages.ts";
import type { RequestOptions, Sleep } from "./send.ts";

/**
 * Stores the position in the feed. Save it in the transaction that saves what you made of the events, and each
 * takes effect once.
 */
export interface CursorStore {
  load(): Promise<string | null | undefined> | string | null | undefined;
  save(cursor: string): Promise<void> | void;
}

export interface FollowOptions<Filter = object> {
  cursorStore: CursorStore;
  /** Where to begin if the store is empty: at the oldest event that is kept (default), or with the events from now on. */
  from?: "oldest" | "now";
  /** Of `GET /events`. */
  filter?: Filter;
  /** Events per page, at most 500. */
  limit?: number;
  /** Ends the loop. */
  signal?: AbortSignal;
}

export interface EventPage<Event> {
  events: Event[];
  /** The place after these events. */
  cursor: string;
  /** Saves the place: call it when the events are processed. Requesting the next page does it, too. */
  commit(): Promise<void>;
}

interface Feed<Event> {
  events: Event[];
  nextCursor: string;
}
export type ReadFeed<Event> = (
  query: Readonly<Record<string, unknown>>,
  options: RequestOptions,
) => Pages<Event, Feed<Event>>;

const waitSeconds = 25;

/** Whether the caller's signal ended it, rather than a failure. */
function isStopped(signal: AbortSignal | undefined, error: unknown): boolean {
  return signal?.aborted === true && !(error instanceof ApiError) && !(error instanceof ConnectionError);
}

/** The place after the newest event. */
export async function readEnd<Event>(read: ReadFeed<Event>, options: RequestOptions = {}): Promise<string> {
  return (await read({ limit: 1, since: "2099-01-01T00:00:00Z" }, options)).nextCursor;
}

/**
 * Reads the feed for ever, and waits where it ends. A place is saved only after its events were processed, so that a
 * process that is killed begins again with the events that it had not finished. Interruptions are waited for.
 *
 * @throws CursorExpiredError, and what else no retry mends, such as a revoked key
 */
export async function* follow<Event>(
  read: ReadFeed<Event>,
  sleep: Sleep,
  options: FollowOptions,
): AsyncGenerator<EventPage<Event>, void, undefined> {
  const { cursorStore, from = "oldest", filter, limit = 100, signal } = options;
  const patient: RequestOptions = { maxRetries: Number.POSITIVE_INFINITY, ...(signal !== undefined && { signal }) };
  try {
    let after = (await cursorStore.load()) ?? undefined;
    if (after === undefined && from === "now") await cursorStore.save((after = await readEnd(read, patient)));
    for (;;) {
      const begun = Date.now();
      const { events, nextCursor } = await read(
        { ...filter, limit, wait: waitSeconds, ...(after !== undefined && { after }) },
        patient,
      );
      let isSaved = nextCursor === after;
      const commit = async () => {
        if (!isSaved) await cursorStore.save(nextCursor);
        isSaved = true;
      };
      if (events.length > 0) yield { events, cursor: nextCursor, commit };
      // The server did not let this request wait: too many do, or it is stopping.
      else if (Date.now() - begun < 1_000) await sleep(1_000 + Math.random() * 4_000, signal);
      // The place also moves past events that the filter or the key's scopes hide.
      await commit();
      after = nextCursor;
    }
  } catch (error) {
    if (!isStopped(signal, error)) throw error;
  }
}
