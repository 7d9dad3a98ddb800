import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addBuckets, durationBounds, estimateQuantile } from "./usage.ts";

test("bounds increase by at most a factor of two and a half", () => {
  for (const [index, bound] of durationBounds.entries()) {
    const before = durationBounds[index - 1];
    if (before === undefined) continue;
    expect(bound).toBeGreaterThan(before);
    expect(bound).toBeLessThanOrEqual(before * 2.5);
  }
});

describe("the 95th percentile from the histogram", () => {
  const bucketOf = (milliseconds: number) => durationBounds.filter((bound) => bound <= milliseconds).length;
  const histogram = (durations: readonly number[]) => {
    const buckets = durationBounds.map(() => 0).concat(0);
    for (const each of durations) buckets[bucketOf(each)] = (buckets[bucketOf(each)] ?? 0) + 1;
    return buckets;
  };

  test("differs from the exact one by no more than the width of the bucket", () => {
    const durations = fc.array(fc.double({ min: 0, max: 29_999, noNaN: true }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99, 1), (each, share) => {
        const exact = each.toSorted((left, right) => left - right)[Math.ceil(share * each.length) - 1] ?? 0;
        const bucket = bucketOf(exact);
        const estimate = estimateQuantile(histogram(each), share) ?? Number.NaN;
        expect(estimate).toBeGreaterThanOrEqual(durationBounds[bucket - 1] ?? 0);
        expect(estimate).toBeLessThanOrEqual(durationBounds[bucket] ?? 30_000);
      }),
    );
  });

  test("is null for no values, and the last bound beyond it", () => {
    expect(estimateQuantile(histogram([]), 0.95)).toBeNull();
    expect(estimateQuantile(histogram([45_000, 60_000]), 0.95)).toBe(30_000);
  });

  test("of several days is that of the summed histogram", () => {
    expect(addBuckets(histogram([1, 3]), histogram([3, 700]))).toEqual(histogram([1, 3, 3, 700]));
    expect(addBuckets([], histogram([3]))).toEqual(histogram([3]));
  });
});
