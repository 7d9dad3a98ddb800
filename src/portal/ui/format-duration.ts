import { formatTenths } from "./format.ts";

/** "0.8 ms", "34 ms", "1.2 s"; a dash for none. */
export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null) return "–";
  if (milliseconds >= 9_950) return `${Math.round(milliseconds / 1000)} s`;
  if (milliseconds >= 999.5) return `${formatTenths(milliseconds / 1000)} s`;
  if (milliseconds >= 9.95) return `${Math.round(milliseconds)} ms`;
  if (milliseconds === 0) return "0 ms";
  return milliseconds < 0.1 ? "< 0.1 ms" : `${formatTenths(milliseconds)} ms`;
}
