import { Temporal } from "temporal-polyfill/full";

/**
 * Days of calendars of the moon, as dates `YYYY-MM-DD` of the Gregorian one. Each calendar is known for the years alone
 * for which a source publishes it: other years have no days here.
 */

export const lunarCalendars = ["chinese", "hebrew", "islamic_umalqura"] as const;
export type LunarCalendar = (typeof lunarCalendars)[number];

export interface LunarDay {
  calendar: LunarCalendar;
  /**
   * Of a year without a leap month: Tishri is 1, Nisan 7; Shawwal is 10. The Chinese calendar is known in month 1
   * alone.
   */
  month: number;
  day: number;
}

/** The years of the Gregorian calendar in which each is known, and the largest month. */
export const lunarBounds: Readonly<Record<LunarCalendar, { firstYear: number; lastYear: number; months: number }>> = {
  chinese: { firstYear: 2020, lastYear: 2050, months: 1 },
  // Calculated by arithmetic since the fourth century; the years in which a firm counts.
  hebrew: { firstYear: 1900, lastYear: 2200, months: 12 },
  // Published to the end of 1500 AH, in November 2077.
  islamic_umalqura: { firstYear: 1950, lastYear: 2076, months: 12 },
};

/**
 * The first day of each Chinese year. Not from `Intl`: ICU 78 has 2027 a day late and 2030 a day early, years in which
 * the new moon is within ten minutes of midnight in Beijing (findings/lunar-new-year-of-icu.sh).
 */
const chineseNewYears: readonly string[] = [
  "2020-01-25",
  "2021-02-12",
  "2022-02-01",
  "2023-01-22",
  "2024-02-10",
  "2025-01-29",
  "2026-02-17",
  "2027-02-06",
  "2028-01-26",
  "2029-02-13",
  "2030-02-03",
  "2031-01-23",
  "2032-02-11",
  "2033-01-31",
  "2034-02-19",
  "2035-02-08",
  "2036-01-28",
  "2037-02-15",
  "2038-02-04",
  "2039-01-24",
  "2040-02-12",
  "2041-02-01",
  "2042-01-22",
  "2043-02-10",
  "2044-01-30",
  "2045-02-17",
  "2046-02-06",
  "2047-01-26",
  "2048-02-14",
  "2049-02-02",
  "2050-01-23",
];

/** Years of a calendar of the moon that `Temporal` converted: at most those within {@link lunarBounds}. */
const known = new Map<string, readonly string[]>();

/**
 * The dates of a Gregorian year on which a day of the moon falls: none outside of its bounds, and sometimes two of an
 * Islamic one.
 */
export function listLunarDates({ calendar, month, day }: LunarDay, year: number): readonly string[] {
  const { firstYear, lastYear, months } = lunarBounds[calendar];
  if (year < firstYear || year > lastYear || month > months) return [];
  const key = `${calendar} ${month} ${day} ${year}`;
  const found = known.get(key) ?? findDates({ calendar, month, day }, year);
  known.set(key, found);
  return found;
}

function findDates({ calendar, month, day }: LunarDay, year: number): readonly string[] {
  if (calendar === "chinese") {
    const newYear = chineseNewYears.find((on) => on.startsWith(`${year}-`));
    return newYear === undefined
      ? []
      : [
          Temporal.PlainDate.from(newYear)
            .add({ days: day - 1 })
            .toString(),
        ];
  }
  const id = calendar === "hebrew" ? "hebrew" : "islamic-umalqura";
  const monthCode = `M${String(month).padStart(2, "0")}`;
  const lunarYear = Temporal.PlainDate.from(`${year}-01-01`).withCalendar(id).year;
  // A year of the moon begins and ends in another Gregorian year; a month of 29 days has no 30th.
  const dates = [0, 1, 2].flatMap((later) => {
    const first = Temporal.PlainDate.from({ calendar: id, year: lunarYear + later, monthCode, day: 1 });
    return day > first.daysInMonth
      ? []
      : [
          first
            .add({ days: day - 1 })
            .withCalendar("iso8601")
            .toString(),
        ];
  });
  return dates.filter((on) => on.startsWith(`${year}-`));
}
