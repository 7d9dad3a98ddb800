import type { Context } from "./context.ts";

/**
 * Recomputes, after a change of the organization's time zone and in its transaction, the instants that were derived from local time: what
 * happens at nine in the morning still does. Dates do not change. The organization's row is locked, and has the new zone.
 */
export type TimezoneDependent = (context: Context) => Promise<void>;

/** By area. `src/timezone-dependents.ts` sets it: this layer knows no area. */
export const timezoneDependents: Record<string, TimezoneDependent> = {};

export async function recomputeLocalTimes(context: Context): Promise<void> {
  const all = Object.values(timezoneDependents);
  if (all.length === 0) throw new Error("src/timezone-dependents.ts was not imported: instants would keep the old zone");
  for (const recompute of all) await recompute(context);
}
