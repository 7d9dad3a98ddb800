import type { PortalOutputs } from "../../client/trpc.ts";
import { formatTime } from "../../ui/format.ts";

export type Schedule = PortalOutputs["reports"]["schedules"]["list"]["schedules"][number];

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export const frequencyLabels: Readonly<Record<Schedule["frequency"], string>> = {
  daily: "Every day",
  weekly: "Once a week",
  monthly: "Once a month",
};

export const formatLabels: Readonly<Record<Schedule["format"], string>> = {
  csv: "CSV",
  xlsx: "Excel",
  ndjson: "JSON lines",
};

/** "7 AM" for an hour from 0 to 23. */
export function formatHour(hour: number): string {
  if (hour === 0) return "midnight";
  if (hour === 12) return "noon";
  return hour < 12 ? `${hour} AM` : `${hour - 12} PM`;
}

const ordinals = new Intl.PluralRules("en-US", { type: "ordinal" });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

function formatOrdinal(day: number): string {
  return `${day}${endings[ordinals.select(day)] ?? "th"}`;
}

/** "Every Monday at 7 AM", in the organization's time zone. */
export function describeTiming({
  frequency,
  weekday,
  dayOfMonth,
  hour,
}: Pick<Schedule, "frequency" | "weekday" | "dayOfMonth" | "hour">): string {
  const at = `at ${formatHour(hour)}`;
  if (frequency === "weekly") return `Every ${weekdays[(weekday ?? 1) - 1]} ${at}`;
  return frequency === "monthly" ? `On the ${formatOrdinal(dayOfMonth ?? 1)} of every month ${at}` : `Every day ${at}`;
}

/**
 * "Monday, November 23 at 7:00 AM EST".
 *
 * @param timeZone the organization's, such as America/New_York
 */
export function describeNextRun(instant: string, timeZone: string): string {
  return formatTime(instant, {
    weekday: "long",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
}

export const pauseLabels: Readonly<Record<NonNullable<Schedule["pauseReason"]>, string>> = {
  by_hand: "Paused by a member.",
  not_allowed:
    "Its owner no longer has permission to export this report. A member with the permission can create a new schedule.",
  report_changed: "The report changed and the schedule is no longer valid. Edit the schedule, then resume it.",
  report_gone: "Report not found.",
};
