import { sql } from "kysely";
import { classifyFailure } from "../database-errors.ts";
import type { Database } from "../database.ts";
import type { EventChannel } from "./event-channel.ts";
import type { Logger } from "../../observability/logger.ts";

/**
 * The poll interval while requests wait: detects events of other processes; the longer one while these notify this one
 * of theirs.
 */
const pollMilliseconds = { alone: 300, notified: 2_000 };
/** A reader is woken at most this often. */
const restMilliseconds = 300;
/** The delay after this process's own commits; it combines concurrent ones into one statement. */
const soonMilliseconds = 15;
/** Maximum waiting requests per process, organization and key. A waiting request holds only a socket. */
const maxPlaces = 1_000;
const maxPlacesOfOrganization = 200;
const maxPlacesOfKey = 10;

/**
 * `news`: there are newer events, or the poll failed. `over`: timeout. `ended`: the client disconnected, or the process
 * stops.
 */
export type WaitEnd = "news" | "over" | "ended";

/** A request that can wait repeatedly, until it finds events for itself. */
export interface WaitingPlace {
  /** Resolves when the organization has events after the number, or at the timeout. Never rejects. One wait at a time. */
  wait(newest: number, milliseconds: number): Promise<WaitEnd>;
  /** Frees the place and ends a pending wait. */
  leave(): void;
}

/** Wakes the requests that wait for events; they hold no connection. One timer and one statement serve all of them. */
export interface EventNotifier {
  /** @returns null if too many requests wait */
  admit(reader: { organizationId: string; keyId: string }): WaitingPlace | null;
  countWaiting(): number;
  /** For how many seconds the next read for the waiting requests has been overdue; 0 if none wait. */
  lagSeconds(): number;
  /** Ends all waits; later requests are not admitted. */
  close(): void;
}

interface Waiter {
  newest: number;
  /** The earliest next wake-up: in a busy organization a reader of rare events would otherwise read continuously. */
  notBefore: number;
  end(how: WaitEnd): void;
}

/**
 * @param database reports the events that this process commits, and reads the newest event numbers
 * @param channel reports those of other processes; null to find them by polling alone
 */
export function createEventNotifier(
  database: Pick<Database, "withoutTenant" | "onEvents">,
  logger: Logger,
  channel: EventChannel | null = null,
): EventNotifier {
  const waiters = new Map<string, Set<Waiter>>();
  const places = countPlaces();
  let isClosed = false;
  const findInterval = () => (channel?.isOpen() === true ? pollMilliseconds.notified : pollMilliseconds.alone);
  const alarm = createAlarm(
    () => wake(database, waiters, logger),
    findInterval,
    () => waiters.size > 0,
  );
  const look = (organizationId: string) => {
    if (waiters.has(organizationId)) alarm.set(soonMilliseconds);
  };
  database.onEvents(look);
  channel?.onEvents(look);
  return {
    admit({ organizationId, keyId }) {
      if (isClosed || !places.take(organizationId, keyId)) return null;
      let current: Waiter | null = null;
      let hasLeft = false;
      let notBefore = 0;
      return {
        wait: (newest, milliseconds) =>
          new Promise((resolve) => {
            if (hasLeft || isClosed) return resolve("ended");
            const end = (how: WaitEnd) => {
              clearTimeout(timer);
              current = null;
              notBefore = performance.now() + restMilliseconds;
              removeWaiter(waiters, organizationId, waiter);
              resolve(how);
            };
            const timer = setTimeout(() => end("over"), milliseconds);
            const waiter: Waiter = { newest, notBefore, end };
            current = waiter;
            addWaiter(waiters, organizationId, waiter);
            alarm.set(pollMilliseconds.alone);
          }),
        leave() {
          if (!hasLeft) places.free(organizationId, keyId);
          hasLeft = true;
          current?.end("ended");
        },
      };
    },
    countWaiting: () => [...waiters.values()].reduce((sum, own) => sum + own.size, 0),
    lagSeconds: () => alarm.overdueMilliseconds() / 1_000,
    close() {
      isClosed = true;
      alarm.stop();
      for (const waiter of [...waiters.values()].flatMap((of) => [...of])) waiter.end("ended");
    },
  };
}

function addWaiter(waiters: Map<string, Set<Waiter>>, organizationId: string, waiter: Waiter): void {
  waiters.set(organizationId, (waiters.get(organizationId) ?? new Set()).add(waiter));
}

function removeWaiter(waiters: Map<string, Set<Waiter>>, organizationId: string, waiter: Waiter): void {
  const own = waiters.get(organizationId);
  own?.delete(waiter);
  if (own?.size === 0) waiters.delete(organizationId);
}

/**
 * Reads the newest event numbers of the waiting organizations and ends the waits that have newer events. Never rejects.
 *
 * @returns in how many milliseconds a wait can end that has newer events and rests; Infinity if there is none
 */
async function wake(
  { withoutTenant }: Pick<Database, "withoutTenant">,
  waiters: Map<string, Set<Waiter>>,
  logger: Logger,
): Promise<number> {
  let rest = Infinity;
  if (waiters.size === 0) return rest;
  const organizationIds = [...waiters.keys()];
  try {
    const { rows } = await sql<{ organizationId: string; newest: number }>`
      SELECT "organizationId", newest FROM list_newest_events(${organizationIds}::text[])`.execute(withoutTenant);
    const now = performance.now();
    for (const { organizationId, newest } of rows) {
      for (const waiter of waiters.get(organizationId) ?? []) {
        if (newest <= waiter.newest) continue;
        if (now >= waiter.notBefore) waiter.end("news");
        else rest = Math.min(rest, waiter.notBefore - now);
      }
    }
  } catch (error) {
    // Not logged if the database is unavailable: the waiting requests read again and report it.
    if (classifyFailure(error) === "other") logger.error({ error }, "cannot read whether there are new events");
    for (const waiter of organizationIds.flatMap((organizationId) => [...(waiters.get(organizationId) ?? [])]))
      waiter.end("news");
  }
  return rest;
}

/** Calls `ring` at the earliest time set, then at intervals while `isWanted`; earlier if it returns fewer milliseconds. */
function createAlarm(
  ring: () => Promise<number>,
  findInterval: () => number,
  isWanted: () => boolean,
): { set(milliseconds: number): void; overdueMilliseconds(): number; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let isRinging = false;
  /** When the call that runs, or the last one, was due. */
  let rangAt = Infinity;
  /** The delay requested during a call, which may have read too early. */
  let next = Infinity;
  let isStopped = false;
  const set = (milliseconds: number): void => {
    if (isStopped) return;
    if (isRinging) {
      next = Math.min(next, milliseconds);
      return;
    }
    const at = performance.now() + milliseconds;
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void run(), milliseconds);
  };
  const run = async (): Promise<void> => {
    rangAt = dueAt;
    dueAt = Infinity;
    isRinging = true;
    next = Infinity;
    const rest = await ring();
    isRinging = false;
    if (isWanted()) set(Math.min(next, rest, findInterval()));
  };
  return {
    set,
    overdueMilliseconds: () => Math.max(0, performance.now() - (isRinging ? rangAt : dueAt)),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function countPlaces(): {
  take(organizationId: string, keyId: string): boolean;
  free(organizationId: string, keyId: string): void;
} {
  const taken = new Map<string, number>();
  let total = 0;
  const count = (holder: string, by: number): void => {
    const own = (taken.get(holder) ?? 0) + by;
    if (own > 0) taken.set(holder, own);
    else taken.delete(holder);
  };
  return {
    take(organizationId, keyId) {
      if (
        total >= maxPlaces ||
        (taken.get(organizationId) ?? 0) >= maxPlacesOfOrganization ||
        (taken.get(keyId) ?? 0) >= maxPlacesOfKey
      )
        return false;
      total += 1;
      count(organizationId, 1);
      count(keyId, 1);
      return true;
    },
    free(organizationId, keyId) {
      total -= 1;
      count(organizationId, -1);
      count(keyId, -1);
    },
  };
}
