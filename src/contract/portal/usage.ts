/**
 * The bounds of the histogram of durations, in milliseconds: what is as long as a bound or longer counts in the next bucket.
 * Each is at most two and a half times the one before, from far below a cached read to beyond the time at which a request is
 * cut off. The one list for writing (the definer function `record_requests` gets it as an argument) and for reading.
 * Never changed in the middle: stored counts would mean something else.
 */
export const durationBounds = [
  0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 25, 40, 60, 100, 160, 250, 500, 1_000, 2_500, 5_000, 12_000, 30_000,
] as const;

/** Days for which single requests are kept; the portal says so. Source: portal.md. */
export const requestDaysKept = 30;
/** Days without use after which a scope is listed as unused. Source: portal.md, "Key". */
export const unusedScopeDays = 90;

/**
 * The duration that this share of the requests stayed below, in milliseconds; null without any. Within a bucket the
 * requests are taken to lie evenly: the error is at most the bucket's width. What took longer than the last bound is told as
 * that bound.
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

/** The counts of several days together. */
export function addBuckets(left: readonly number[], right: readonly number[]): number[] {
  return Array.from({ length: durationBounds.length + 1 }, (_, index) => (left[index] ?? 0) + (right[index] ?? 0));
}
