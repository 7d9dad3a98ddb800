import { describe, expect, test } from "vitest";
import type { Parameter } from "../report-types.ts";
import { validateSchedule, newSchedule, readSchedule, writeSchedule } from "./schedule-form.ts";
import { formatHour, describeNextRun, describeTiming, type Schedule } from "./schedule-labels.ts";

const days: Parameter = {
  key: "days",
  label: "Days ahead",
  type: "integer",
  list: false,
  required: true,
  default: 180,
  options: null,
};
const schedule = {
  id: "rsc_1",
  reportId: "rpt_1",
  name: "Monday",
  format: "xlsx",
  parameters: { days: 30 },
  frequency: "weekly",
  weekday: 2,
  dayOfMonth: null,
  hour: 7,
  recipientIds: ["mem_1"],
  nextRunAt: "2026-11-23T12:00:00.000Z",
  lastRunAt: null,
  lastExportId: null,
  pausedAt: null,
  pauseReason: null,
  ownerMemberId: "mem_1",
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z",
  revision: 1,
  reportName: "Deadlines",
  ownerName: "Margaret Okafor",
} satisfies Schedule;

describe("the description of a schedule", () => {
  test("uses the firm's time zone", () => {
    expect(describeTiming({ frequency: "daily", weekday: null, dayOfMonth: null, hour: 0 })).toBe(
      "Every day at midnight",
    );
    expect(describeTiming({ frequency: "weekly", weekday: 7, dayOfMonth: null, hour: 18 })).toBe(
      "Every Sunday at 6 PM",
    );
    expect(["1st", "2nd", "3rd", "11th", "22nd"]).toEqual(
      [1, 2, 3, 11, 22].map(
        (dayOfMonth) =>
          /the (\w+) of/.exec(describeTiming({ frequency: "monthly", weekday: null, dayOfMonth, hour: 12 }))?.[1],
      ),
    );
    expect([formatHour(12), formatHour(11), formatHour(23)]).toEqual(["noon", "11 AM", "11 PM"]);
    expect(describeNextRun(schedule.nextRunAt, "America/New_York")).toBe("Monday, November 23 at 7:00 AM EST");
  });
});

describe("the dialog", () => {
  test("starts with the report's defaults and sends only the timing of its frequency", () => {
    const values = newSchedule("Deadlines", "mem_1", [days]);
    expect(writeSchedule(values, [days])).toEqual({
      name: "Deadlines",
      format: "xlsx",
      recipientIds: ["mem_1"],
      parameters: { days: 180 },
      timing: { frequency: "weekly", weekday: 1, dayOfMonth: null, hour: 7 },
    });
    expect(writeSchedule({ ...values, frequency: "monthly", dayOfMonth: 28 }, [days]).timing).toEqual({
      frequency: "monthly",
      weekday: null,
      dayOfMonth: 28,
      hour: 7,
    });
    expect(writeSchedule({ ...values, frequency: "daily" }, [days]).timing).toEqual({
      frequency: "daily",
      weekday: null,
      dayOfMonth: null,
      hour: 7,
    });
  });

  test("shows the values of a saved schedule", () => {
    expect(readSchedule(schedule, [days])).toMatchObject({ parameters: { days: "30" }, weekday: 2, dayOfMonth: 1 });
  });

  test("does not change parameters whose values are hidden", () => {
    expect(Object.keys(writeSchedule(readSchedule({ ...schedule, parameters: null }, []), null)).toSorted()).toEqual([
      "format",
      "name",
      "recipientIds",
      "timing",
    ]);
  });

  test("a missing value is an error at its field", () => {
    const values = newSchedule("Deadlines", "mem_1", [days]);
    expect(validateSchedule(values, [days])).toEqual({});
    expect(
      Object.keys(validateSchedule({ ...values, name: " ", recipientIds: [], parameters: { days: "soon" } }, [days])),
    ).toEqual(["name", "recipientIds", "parameters.days"]);
  });
});
