import type { PortalOutputs } from "../client/trpc.ts";
import { countAll } from "../usage/usage-figures.ts";
import { formatNumber, formatTime } from "../ui/format.ts";
import { overviewFigures as t } from "./strings.ts";

export type Traffic = PortalOutputs["overview"]["traffic"];
export type Cards = PortalOutputs["overview"]["get"];
export type Reason = Traffic["reasons"][number];

/** "12% more than last week", of the hours that are over. */
export function describeWeek(now: number, weekBefore: number): string {
  if (weekBefore === 0) return now === 0 ? t.noneWeekBeforeEither : t.noneWeekBefore;
  const percent = Math.round((Math.abs(now - weekBefore) / weekBefore) * 100);
  if (percent === 0) return t.asManyAsWeek;
  if (percent >= 400) return t.timesAsMany(Math.round(now / weekBefore));
  return t.thanWeekBefore(percent, now, weekBefore);
}

/** "3 PM", in the reader's time zone. */
export function formatHour(instant: string): string {
  return formatTime(instant, { hour: "numeric" });
}

/** The rows of the chart: an hour's requests by result, and the two values of a week before. */
export function listChartHours({ hours }: Traffic) {
  return hours.map(({ hour, now, weekBefore }) => ({
    hour,
    ...now,
    weekBeforeCount: countAll(weekBefore),
    weekBeforeP95Ms: weekBefore.p95Ms,
  }));
}
export type ChartHour = ReturnType<typeof listChartHours>[number];

/** "98.4%"; a dash without deliveries. Never rounded up to 100%. */
export function formatSuccess(succeeded: number, failed: number): string {
  const all = succeeded + failed;
  if (all === 0) return "–";
  return `${formatNumber(Math.floor((succeeded / all) * 1_000) / 10)}%`;
}
