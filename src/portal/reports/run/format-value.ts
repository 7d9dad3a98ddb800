import type { ReportBucket, ReportColumnType } from "../../../contract/reports/definition.ts";
import { exactTime, formatTime } from "../../ui/format.ts";
import { formatValue as t } from "./strings.ts";

interface Written {
  type: ReportColumnType;
  bucket: ReportBucket | null;
}

type Value = string | number | boolean | null | undefined;

export const noValue = "–";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const shortDollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/**
 * `$1,234.50`, `Nov 21, 2026`, `Q4 2026`.
 *
 * @param timeZone the organization's, such as America/New_York
 */
export function writeValue(value: Value, { type, bucket }: Written, timeZone: string): string {
  if (value === null || value === undefined || value === "") return noValue;
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (typeof value === "number") return writeNumber(value, type);
  if (type === "date" || (type === "instant" && bucket !== null)) return writeDay(value, bucket);
  return type === "instant" ? writeInstant(value, timeZone) : value;
}

function writeNumber(value: number, type: ReportColumnType): string {
  if (type === "money") return dollars.format(value / 100);
  return (type === "integer" ? whole : decimal).format(value);
}

/** Short, for an axis: "$1.2K". */
export function writeShort(value: number, type: ReportColumnType): string {
  if (type === "money") return shortDollars.format(value / 100);
  return Math.abs(value) >= 10_000 ? short.format(value) : decimal.format(value);
}

/** In the organization's time zone, which it names, because the reader's may be another: "Nov 21, 2026, 3:04 PM EST". */
export function writeInstant(instant: string, timeZone: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? instant : formatTime(at, { ...exactTime, timeZone });
}

function writeDay(day: string, bucket: ReportBucket | null): string {
  const at = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  const formatDate = (options: Intl.DateTimeFormatOptions) => formatTime(at, { ...options, timeZone: "UTC" });
  if (bucket === "month") return formatDate({ month: "short", year: "numeric" });
  if (bucket === "quarter") return t.quarter(Math.floor(at.getUTCMonth() / 3) + 1, at.getUTCFullYear());
  if (bucket === "year") return String(at.getUTCFullYear());
  return bucket === "week" ? t.weekOf(formatDate({ dateStyle: "medium" })) : formatDate({ dateStyle: "medium" });
}
