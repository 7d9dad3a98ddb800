import { assert, constant, double, integer, oneof, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { attemptDelaySeconds, longestRetryAfterSeconds } from "../../../contract/webhooks/webhooks.ts";
import { delayAfterAttempt, usualSchedule } from "./domain.schedule.ts";

const middle = (attempt: number) => delayAfterAttempt(attempt, null, usualSchedule, 0.5);

describe("the delays of the retry schedule", () => {
  test("are 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h after the first nine failures, and end with the tenth", () => {
    const hour = 3_600;
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(middle)).toEqual([
      5,
      300,
      1_800,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ]);
    expect(middle(10)).toBeNull();
    expect(attemptDelaySeconds).toHaveLength(10);
    expect(attemptDelaySeconds[0]).toBe(0);
  });

  test("vary by up to a fifth", () => {
    expect(delayAfterAttempt(2, null, usualSchedule, 0)).toBe(240);
    expect(delayAfterAttempt(2, null, usualSchedule, 1)).toBe(360);
  });

  test("differ for deliveries that failed together", () => {
    expect(new Set(Array.from({ length: 100 }, () => delayAfterAttempt(3, null))).size).toBeGreaterThan(90);
  });
});

describe("Retry-After", () => {
  test("extends a delay, never shortens it, and is limited to a day", () => {
    expect(delayAfterAttempt(1, 90, usualSchedule, 0.5)).toBe(90);
    expect(delayAfterAttempt(4, 90, usualSchedule, 0.5)).toBe(7_200);
    expect(delayAfterAttempt(1, 10 * 86_400, usualSchedule, 0.5)).toBe(86_400);
    expect(delayAfterAttempt(1, 0, usualSchedule, 0.5)).toBe(5);
  });

  test("does not allow an eleventh attempt", () => {
    expect(delayAfterAttempt(10, 60)).toBeNull();
  });
});

test("every delay is within a fifth of the schedule or equals Retry-After, and never exceeds both", () => {
  const wishes = oneof(constant(null), integer({ min: 0, max: 1_000_000_000 }));
  const chances = double({ min: 0, max: 1, noNaN: true });
  assert(
    property(integer({ min: 1, max: 9 }), wishes, chances, (attempt, wish, chance) => {
      const gap = attemptDelaySeconds[attempt] ?? 0;
      const granted = Math.min(wish ?? 0, longestRetryAfterSeconds);
      const delay = delayAfterAttempt(attempt, wish, usualSchedule, chance) ?? -1;
      expect(delay).toBeGreaterThanOrEqual(Math.max(gap * 0.8 - 1e-6, granted));
      expect(delay).toBeLessThanOrEqual(Math.max(gap * 1.2 + 1e-6, granted));
    }),
  );
});
