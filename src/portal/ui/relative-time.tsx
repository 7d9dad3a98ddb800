import { createContext, useContext, useSyncExternalStore, type SyntheticEvent } from "react";
import { exactTime, formatTime } from "./format.ts";
import { relativeTime as t } from "./strings.ts";

const minute = 60_000;
const year = 365 * 24 * 60 * minute;
/**
 * From how much on a unit is used: as soon as the smaller one would be rounded to a whole of it, so that nothing is 60
 * minutes ago. Of years from two, because one and a half are 18 months.
 */
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, size: number, from: number][] = [
  ["year", year, 2 * year],
  ["month", 30 * 24 * 60 * minute, 29.5 * 24 * 60 * minute],
  ["day", 24 * 60 * minute, 23.5 * 60 * minute],
  ["hour", 60 * minute, 59.5 * minute],
  ["minute", minute, minute],
];
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
/** Of units that are rounded: 40 days from the end of November are not "next month". */
const counted = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });

// One clock for all components.
function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, minute / 2);
  return () => clearInterval(timer);
}
const readClock = () => Math.floor(Date.now() / (minute / 2)) * (minute / 2);
const onServer = () => null;

/** The current half minute; null during server rendering. */
function useClock(): number | null {
  return useSyncExternalStore<number | null>(subscribe, readClock, onServer);
}

interface RelativeTimeProps {
  /** null shows the fallback. */
  instant: string | null | undefined;
  fallback?: string;
  near?: string;
}

/**
 * True inside a table's rows: the row has the focus and shows the exact times, so that they are no tab stops of their
 * own.
 */
export const InRow = createContext(false);

/** "in 3 days", with the exact time on hover and focus. */
export function RelativeTime({ instant, fallback = t.never, near = t.justNow }: RelativeTimeProps) {
  const now = useClock();
  if (instant === null || instant === undefined) return <span className="text-muted">{fallback}</span>;
  if (now === null) return <time dateTime={instant}>{instant.slice(0, 10)}</time>;
  return <Hint instant={instant}>{formatRelative(instant, now, near)}</Hint>;
}

function Hint({ instant, children }: { instant: string; children: string }) {
  const isInRow = useContext(InRow);
  return (
    // The exact time must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
    <time
      dateTime={instant}
      data-exact={formatInstant(instant)}
      className={isInRow ? "lg:whitespace-nowrap" : undefined}
      onPointerEnter={turn}
      onFocus={turn}
      {...(!isInRow && { tabIndex: 0 })}
    >
      {children}
    </time>
  );
}

/** Near the window's right edge the exact time extends to the left. */
function turn({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.dataset["side"] =
    currentTarget.getBoundingClientRect().left > window.innerWidth - 240 ? "end" : "start";
}

/** The time, or its date with the exact time on hover. */
export function ExactTime({ instant, time = true }: { instant: string; time?: boolean }) {
  const now = useClock();
  if (now === null) return <time dateTime={instant}>{instant.slice(0, 10)}</time>;
  return time ? (
    <time dateTime={instant}>{formatInstant(instant)}</time>
  ) : (
    <Hint instant={instant}>{formatDate(instant)}</Hint>
  );
}

/** "Nov 21, 2026, 3:04 PM EST". Only in the browser: the server does not know the reader's time zone. */
export function formatInstant(instant: string): string {
  return formatTime(instant, exactTime);
}

/** "Nov 21, 2026" */
export function formatDate(instant: string): string {
  return formatTime(instant, { dateStyle: "medium" });
}

/** "in 18 months", "tomorrow"; what is less than a minute away is `near`. */
export function formatRelative(instant: string, now: number, near: string): string {
  const distance = Date.parse(instant) - now;
  const step = steps.find(([, , from]) => Math.abs(distance) >= from);
  if (step === undefined) return near;
  const [unit, size] = step;
  const format = unit === "year" || unit === "month" ? counted : relative;
  return format.format(Math.round(distance / size), unit);
}
