import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeExpiresAt, computeNextReminderAt, formatDayOf } from "./domain.days.ts";

const newYork = "America/New_York";

describe("acceptance 13", () => {
  test("a request expires at the end of the firm's day, also if the clocks change before", () => {
    expect(computeExpiresAt("2026-10-25T15:00:00.000Z", 14, newYork)).toBe("2026-11-09T04:59:59.999Z");
  });

  test("reminders are sent at ten in the morning, before and after a change of the clocks", () => {
    const request = {
      sentAt: "2026-03-05T16:00:00.000Z",
      expiresAt: "2026-04-05T03:59:59.999Z",
      reminders: { firstAfterDays: 3, everyDays: 3, max: 5 },
      reminderCount: 0,
    };
    const first = computeNextReminderAt(request, newYork, request.sentAt);
    expect(first).toBe("2026-03-08T14:00:00.000Z");
    expect(computeNextReminderAt({ ...request, reminderCount: 1 }, newYork, first ?? "")).toBe(
      "2026-03-11T14:00:00.000Z",
    );
  });

  test("the day of signing is the firm's", () => {
    expect(formatDayOf("2026-03-06T04:30:00.000Z", newYork)).toBe("03/05/2026");
  });
});

const request = {
  sentAt: "2026-06-01T20:00:00.000Z",
  expiresAt: "2026-07-02T03:59:59.999Z",
  reminders: { firstAfterDays: 1, everyDays: 7, max: 3 },
  reminderCount: 0,
};

test("a worker that was stopped sends one reminder, and the next one on its day", () => {
  expect(computeNextReminderAt(request, newYork, "2026-06-11T00:00:00.000Z")).toBe("2026-06-16T14:00:00.000Z");
  // On the day itself, before and after ten.
  expect(computeNextReminderAt(request, newYork, "2026-06-16T13:59:59.999Z")).toBe("2026-06-16T14:00:00.000Z");
  expect(computeNextReminderAt(request, newYork, "2026-06-16T14:00:00.000Z")).toBe("2026-06-23T14:00:00.000Z");
});

test("no reminder is sent after the last, nor when the request has expired, nor without any", () => {
  expect(computeNextReminderAt({ ...request, reminderCount: 3 }, newYork, request.sentAt)).toBeNull();
  expect(computeNextReminderAt(request, newYork, "2026-07-01T00:00:00.000Z")).toBeNull();
  const none = { ...request, reminders: { ...request.reminders, max: 0 } };
  expect(computeNextReminderAt(none, newYork, request.sentAt)).toBeNull();
});

test("each reminder is later than the one before, at ten, at most as many as planned, and before the end", () => {
  const reminders = fc.record({
    firstAfterDays: fc.integer({ min: 1, max: 30 }),
    everyDays: fc.integer({ min: 1, max: 30 }),
    max: fc.integer({ min: 0, max: 10 }),
  });
  const zones = fc.constantFrom("America/New_York", "America/Phoenix", "Pacific/Honolulu", "America/St_Johns");
  const instants = fc.date({
    min: new Date("2024-01-01T00:00:00Z"),
    max: new Date("2030-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  const property = fc.property(
    reminders,
    zones,
    instants,
    fc.integer({ min: 1, max: 180 }),
    (plan, zone, sent, days) => {
      const sentAt = sent.toISOString();
      const expiresAt = computeExpiresAt(sentAt, days, zone);
      expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(sentAt) + (days - 1) * 86_400_000);
      let after = sentAt;
      for (let reminderCount = 0; ; reminderCount += 1) {
        const next = computeNextReminderAt({ sentAt, expiresAt, reminders: plan, reminderCount }, zone, after);
        if (next === null) break;
        expect(reminderCount).toBeLessThan(plan.max);
        expect(next > after && next < expiresAt).toBe(true);
        const local = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
        expect(local.format(new Date(next))).toBe("10:00");
        after = next;
      }
    },
  );
  fc.assert(property, { numRuns: 200 });
});
