import { formatNumber } from "./format.ts";

const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** "1.9 kB", in powers of 1,000, like file managers. */
export function formatSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1_000 ** step;
  return `${formatNumber(step === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)} ${units[step]}`;
}
