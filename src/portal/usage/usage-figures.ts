import { addDays } from "../ui/calendar-days.ts";
import { formatNumber, formatTenths, formatTime } from "../ui/format.ts";
import { usageFigures as t } from "./strings.ts";

/** One day (UTC): requests by result, and the 95th percentile of latency. */
export interface UsageDay extends Counts {
  day: string;
  p95Ms: number | null;
}

export const usageClasses = [
  { name: "succeeded", label: t.succeeded, hint: "2xx, 304" },
  { name: "refused", label: t.rejected, hint: t.except429 },
  { name: "limited", label: t.rateLimited, hint: "429" },
  { name: "failed", label: t.failed, hint: "5xx" },
] as const;
export type UsageClass = (typeof usageClasses)[number]["name"];

export const usagePeriods = [7, 30, 90] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

/** The next longer period, which contains the previous one; null for the longest. */
export function findLongerPeriod(period: UsagePeriod): UsagePeriod | null {
  return usagePeriods.find((longer) => longer >= 2 * period) ?? null;
}

export type Counts = Record<UsageClass, number>;

function addUp(days: readonly UsageDay[]): Counts {
  const counts: Counts = { succeeded: 0, refused: 0, limited: 0, failed: 0 };
  for (const each of days) for (const { name } of usageClasses) counts[name] += each[name];
  return counts;
}

export function countAll(counts: Counts): number {
  return usageClasses.reduce((sum, { name }) => sum + counts[name], 0);
}

/**
 * Totals of the previous period, from the days of a longer one.
 *
 * @param today the last day of the period (UTC)
 * @param observedSince start of observation, if recent; a partly observed period is not compared
 * @returns null if there is nothing to compare with
 */
export function countPeriodBefore(
  days: readonly UsageDay[],
  period: UsagePeriod,
  today: string,
  observedSince: string | null,
): Counts | null {
  const [from, until] = [addDays(today, 1 - 2 * period), addDays(today, -period)];
  if (observedSince !== null && observedSince.slice(0, 10) > from) return null;
  return addUp(days.filter(({ day }) => day >= from && day <= until));
}

/** "12% more than in the 7 days before"; null if there is nothing to compare with. */
export function describeChange(now: number, before: number, period: UsagePeriod): string | null {
  if (before === 0) return now === 0 ? null : t.noneInPreviousDays(period);
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (percent === 0) return t.sameAsPreviousDays(period);
  // "2,748% more" is more than one can picture.
  if (percent >= 400) return t.timesPreviousDays(formatNumber(Math.round(now / before)), period);
  return t.thanInPreviousDays(percent, now, before, period);
}

/** "Nov 21", for an axis. Days are UTC. */
export function formatDay(day: string): string {
  return formatTime(`${day}T00:00:00Z`, { month: "short", day: "numeric", timeZone: "UTC" });
}

/** "0.4%", "12%"; small values are not rounded to zero. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return "–";
  const percent = (part / whole) * 100;
  if (part > 0 && percent < 0.1) return "< 0.1%";
  if (part < whole && percent > 99.9) return "> 99.9%";
  return `${percent >= 10 || Number.isInteger(percent) ? Math.round(percent) : formatTenths(percent)}%`;
}
