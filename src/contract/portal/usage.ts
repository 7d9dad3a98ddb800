/**
 * The bounds of the histogram of durations, in milliseconds; a duration equal to a bound is in the next bucket. Used
 * for writing (an argument of `record_requests`) and reading. Do not change them: stored counts would change their
 * meaning.
 */
export const durationBounds = [
  0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 25, 40, 60, 100, 160, 250, 500, 1_000, 2_500, 5_000, 12_000, 30_000,
] as const;

export const requestDaysKept = 30;
/** Counts by day are kept as long, and so many days are shown at once. */
export const usageDaysKept = 400;
export const usageDaysShown = 92;
/** Days without use after which a scope is listed as unused. */
export const unusedScopeDays = 90;
/** What was not used since then is unused. */
export const findUnusedBoundary = (): Date => new Date(Date.now() - unusedScopeDays * 86_400_000);
/** The first of the last 24 hours (UTC), the current one included: figures are counted by hour. */
export const findStartOfDay = (): Date => new Date((Math.floor(Date.now() / 3_600_000) - 23) * 3_600_000);
/** A use of a scope is recent for as many days. */
export const recentScopeDays = 30;

/**
 * A quantile of the durations, in milliseconds, interpolated within its bucket and at most the last bound; null without
 * requests.
 *
 * @param buckets counts, one more than there are bounds
 * @param share 0.95 for the 95th percentile
 */
export function estimateQuantile(buckets: readonly number[], share: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = share * total;
  let below = 0;
  for (const [index, count] of buckets.entries()) {
    if (below + count >= rank && count > 0) {
      const lower = durationBounds[index - 1] ?? 0;
      const upper = durationBounds[index] ?? lower;
      return lower + ((rank - below) / count) * (upper - lower);
    }
    below += count;
  }
  return durationBounds.at(-1) ?? null;
}

export function addBuckets(left: readonly number[], right: readonly number[]): number[] {
  return Array.from({ length: durationBounds.length + 1 }, (_, index) => (left[index] ?? 0) + (right[index] ?? 0));
}
