import type { MemoryReading } from "./memory.ts";
import type { SelfTimes } from "./self-time.ts";
import { compareRounds, spread, type Contestant, type Sample, type Spread } from "./slices.ts";

/** Prints lines under a title. */
export function showSection(title: string, lines: readonly string[]): void {
  console.log(`\n${title}\n${lines.map((line) => `  ${line}`).join("\n")}\n`);
}

/** An aim and what was measured. */
export interface Verdict {
  text: string;
  outcome: "met" | "MISSED" | "cut short";
}

export const cell = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : "-");
export const showSpread = ({ median, low, high }: Spread, digits = 2) =>
  `${cell(median, digits)} (${cell(low, digits)}-${cell(high, digits)})`;

/** Lines of a plain table; the first column is left-aligned, the others right-aligned. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join("   ")
      .trimEnd(),
  );
}

/**
 * The comparison: each contestant by itself and against the first.
 *
 * @param first what the first one is called: floor (a)
 */
export function formatComparison(
  contestants: readonly Pick<Contestant, "label">[],
  samples: readonly (readonly Sample[])[],
  { first = "(a)", unit = "request" } = {},
): string[] {
  const floor = samples[0] ?? [];
  const head = [
    "",
    `${unit === "delivery" ? "deliveries" : "requests"}/s`,
    `CPU ms/${unit}`,
    `CPU x ${first}`,
    `throughput x ${first}`,
    "median ms",
    "PostgreSQL CPU ms",
  ];
  const rows = contestants.map(({ label }, index) => {
    const own = samples[index] ?? [];
    const median = (read: (sample: Sample) => number) => spread(own.map(read)).median;
    return [
      label,
      cell(
        median((sample) => sample.perSecond),
        0,
      ),
      showSpread(spread(own.map((sample) => sample.cpuMilliseconds)), 3),
      showSpread(compareRounds(own, floor, (sample) => sample.cpuMilliseconds)),
      showSpread(compareRounds(own, floor, (sample) => sample.perSecond)),
      cell(
        median((sample) => sample.medianMilliseconds),
        1,
      ),
      cell(
        median((sample) => sample.databaseCpuMilliseconds ?? Number.NaN),
        2,
      ),
    ];
  });
  return formatTable([head, ...rows]);
}

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1);

/** @param what was done between the readings */
export function formatMemory(readings: readonly MemoryReading[], what = "requests"): string[] {
  const head = [`${what} after the warm-up`, ...readings.map(({ requests }) => String(requests))];
  return formatTable([
    head,
    ["heap after collection, MiB", ...readings.map(({ heapBytes }) => megabytes(heapBytes))],
    ["resident set, MiB", ...readings.map(({ rssBytes }) => megabytes(rssBytes))],
  ]);
}

export interface Profile {
  title: string;
  /** Of a request as the comparison measured it, without the profiler. */
  cpuMilliseconds: number;
  /** Of what one was measured; a request. */
  unit?: string;
  times: SelfTimes;
}

/**
 * Where a server's main thread spent its time. A profile's samples also count the time in which the thread waited for a
 * core, so it gives the shares alone; the microseconds are the share of the request's CPU time.
 */
export function formatProfile(
  { title, cpuMilliseconds, times, unit = "request" }: Profile,
  functionRows: number,
): string[] {
  const total = times.groups.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  const row = ([place, milliseconds]: [string, number]) => [
    place,
    `${((100 * milliseconds) / total).toFixed(1)} %`,
    `${((1000 * cpuMilliseconds * milliseconds) / total).toFixed(1)} us`,
  ];
  const shown = times.groups.filter(([, milliseconds]) => milliseconds >= total / 100);
  const rest = times.groups
    .filter(([, milliseconds]) => milliseconds < total / 100)
    .reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  const ours = times.functions.slice(functionRows).filter(([place]) => place.startsWith("ours: "));
  return [
    `${title}: shares of the main thread's time, applied to ${(1000 * cpuMilliseconds).toFixed(0)} us of CPU per ${unit}`,
    ...formatTable([...shown, ["everything below 1 %", rest] as [string, number]].map(row)),
    "the same by function, the largest of all and the largest of ours:",
    ...formatTable([...times.functions.slice(0, functionRows), ...ours.slice(0, functionRows)].map(row)),
  ];
}

export function assess(name: string, limit: number, measured: Spread, aim: "<=" | ">=" = "<="): Verdict {
  const isMet = aim === "<=" ? measured.median <= limit : measured.median >= limit;
  return {
    outcome: isMet ? "met" : "MISSED",
    text: `${name}: aim ${aim} ${limit.toFixed(2)} x, measured ${showSpread(measured)} x`,
  };
}

/**
 * Change from the reading after the warm-up to the last.
 *
 * @param options `wanted`: requests in between; fewer when the time was up
 */
export function validateMemory(
  name: string,
  readings: readonly MemoryReading[],
  { wanted, read, what = "requests" }: { wanted: number; read: (reading: MemoryReading) => number; what?: string },
): Verdict {
  const [first, last] = [readings[0], readings.at(-1)];
  const growth = first === undefined || last === undefined ? Number.NaN : read(last) / read(first) - 1;
  const done = last?.requests ?? 0;
  const flat = growth <= 0.1 ? "met" : "MISSED";
  return {
    outcome: done < wanted ? "cut short" : flat,
    text: `${name} over ${done} of ${wanted} ${what}: aim at most +10 %, measured ${growth < 0 ? "" : "+"}${cell(growth * 100, 1)} %`,
  };
}
