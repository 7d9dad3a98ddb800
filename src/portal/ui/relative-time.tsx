"use client";

import { useSyncExternalStore } from "react";

const minute = 60_000;
const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 24 * 60 * minute],
  ["month", 30 * 24 * 60 * minute],
  ["day", 24 * 60 * minute],
  ["hour", 60 * minute],
  ["minute", minute],
];
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

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

/** "in 3 days", with the exact instant as a tooltip. */
export function RelativeTime({ instant, fallback = "Never", near = "just now" }: RelativeTimeProps) {
  const now = useClock();
  if (instant === null || instant === undefined) return <span className="text-muted">{fallback}</span>;
  return (
    <time dateTime={instant} title={now === null ? undefined : formatInstant(instant)}>
      {now === null ? instant.slice(0, 10) : formatRelative(instant, now, near)}
    </time>
  );
}

export function ExactTime({ instant, time = true }: { instant: string; time?: boolean }) {
  const now = useClock();
  return (
    <time dateTime={instant} title={now === null ? undefined : formatInstant(instant)}>
      {now === null ? instant.slice(0, 10) : time ? formatInstant(instant) : formatDate(instant)}
    </time>
  );
}

/** "21 Nov 2026, 3:04 PM EST". Only in the browser: the server does not know the reader's time zone. */
export function formatInstant(instant: string): string {
  return new Date(instant).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}

/** "Nov 21, 2026" */
export function formatDate(instant: string): string {
  return new Date(instant).toLocaleDateString("en-US", { dateStyle: "medium" });
}

function formatRelative(instant: string, now: number, near: string): string {
  const distance = Date.parse(instant) - now;
  const step = steps.find(([, size]) => Math.abs(distance) >= size);
  return step === undefined ? near : relative.format(Math.round(distance / step[1]), step[0]);
}
