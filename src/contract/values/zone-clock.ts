/** How far the clock of a time zone is ahead of UTC at an instant; both in milliseconds. */
export type Clock = (instant: number) => number;

/** The clock of a time zone, by the runtime alone: connectors have no library. */
export function openClock(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const at = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0;
    const local = Date.UTC(at("year"), at("month") - 1, at("day"), at("hour"), at("minute"), at("second"));
    return local - Math.floor(instant / 1_000) * 1_000;
  };
}
