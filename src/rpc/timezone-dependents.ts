import type { Context } from "./context.ts";

/** The instants of one kind that a change of the time zone moves. */
export interface MovedInstants {
  count: number;
  /** The earliest of them, as it is and as it would be; null if none moves. */
  next: { before: string; after: string } | null;
}

/**
 * Instants that are derived from the organization's local time: what happens at nine in the morning still does after a
 * change. Dates do not change.
 */
export interface TimezoneDependent {
  /**
   * Recomputes them in the transaction of the change. The organization's row is locked, and has the new zone.
   *
   * @param previous the zone until now, IANA name; the same if another setting changed
   */
  recompute: (context: Context, previous: string) => Promise<void>;
  /**
   * Without changing anything.
   *
   * @param timezone IANA name
   */
  preview: (context: Context, timezone: string) => Promise<MovedInstants>;
}

/** What a change moves, in the order of a preview. */
export const movedKinds = [
  "reportSchedules",
  "taskReminders",
  "calendarEvents",
  "deadlines",
  "esignExpiries",
  "esignReminders",
] as const;
export type MovedKind = (typeof movedKinds)[number];

declare module "../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    readonly timezoneDependents: Readonly<Record<MovedKind, TimezoneDependent>>;
  }
}

/**
 * Recomputes all instants that depend on the organization's time zone, which has changed.
 *
 * @param previous the zone until now, IANA name
 */
export async function recomputeLocalTimes(context: Context, previous: string): Promise<void> {
  for (const kind of movedKinds) await context.hooks.timezoneDependents[kind].recompute(context, previous);
}

/** What a change of the organization's time zone would move. */
export async function previewLocalTimes(
  context: Context,
  timezone: string,
): Promise<(MovedInstants & { kind: MovedKind })[]> {
  const found: (MovedInstants & { kind: MovedKind })[] = [];
  for (const kind of movedKinds)
    found.push({ kind, ...(await context.hooks.timezoneDependents[kind].preview(context, timezone)) });
  return found;
}

/** Compares instants with what they would be, given in order of time. */
export function describeMoved(instants: readonly { before: string; after: string }[]): MovedInstants {
  const moved = instants.filter(({ before, after }) => Date.parse(before) !== Date.parse(after));
  return { count: moved.length, next: moved[0] ?? null };
}
