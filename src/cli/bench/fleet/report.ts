import { availableParallelism } from "node:os";
import { cell, formatTable, showSection } from "../report.ts";
import type { Findings } from "./check.ts";
import type { Saturation, Volume } from "./machine.ts";
import { countAll, percentile, type Meter, type Meters } from "./meters.ts";

/** One part of a run, as reported. */
export interface MeasuredPart {
  name: string;
  seconds: number;
  meters: Meters;
  saturation: Saturation;
}

export interface FleetReport {
  parts: readonly MeasuredPart[];
  findings: Findings;
  /** Responses of 5xx other than 503, unexpected 4xx, and connections that failed. */
  failed: number;
  before: Volume;
  after: Volume;
}

const percentage = (share: number) => `${cell(100 * share, 1)} %`;
const summarize = (meter: Meter | undefined) =>
  meter === undefined
    ? ["-", "-", "-"]
    : [String(countAll(meter)), cell(percentile(meter, 50), 0), cell(percentile(meter, 99), 0)];
const refusals = ({ limited, unavailable, failed }: Meter) => `${limited} / ${unavailable} / ${failed}`;

export function showReport({ parts, findings, failed, before, after }: FleetReport): void {
  const actions = [...new Set(parts.flatMap(({ meters }) => [...meters.byAction.keys()]))];
  showSection(
    "By operation, quiet firms: requests, p50 and p99 in ms from when a request was due",
    formatTable([
      ["", ...parts.flatMap(({ name }) => [name, "p50", "p99"])],
      ...actions.map((action) => [action, ...parts.flatMap(({ meters }) => summarize(meters.byAction.get(action)))]),
    ]),
  );
  showSection(
    "Fairness: quiet firms; Jain's index over which share of each firm's requests was served within a second",
    formatTable([
      [
        "",
        "requests/s",
        "p50",
        "p99",
        "within 1 s",
        "429 / 503 / failed",
        "Jain",
        "noisy firm: requests/s",
        "p50",
        "p99",
      ],
      ...parts.map(({ name, seconds, meters }) => [
        name,
        cell(countAll(meters.quiet) / seconds, 1),
        cell(percentile(meters.quiet, 50), 0),
        cell(percentile(meters.quiet, 99), 0),
        percentage(meters.quiet.prompt / countAll(meters.quiet)),
        refusals(meters.quiet),
        cell(meters.fairness(), 4),
        cell(countAll(meters.noisy) / seconds, 1),
        ...summarize(meters.noisy).slice(1),
      ]),
    ]),
  );
  const processes = Object.keys(parts[0]?.saturation.cpu ?? {});
  showSection(
    "Saturation: CPU in percent of all cores, and of a request without the simulator's; who waits for a connection; how late the simulator was, in ms",
    formatTable([
      ["", ...processes, "ms per request", "waiting, mean", "max", "load", "late, p99"],
      ...parts.map(
        ({ name, seconds, meters, saturation: { cpu, waitingMean, waitingMax, load, clientDelayMilliseconds } }) => [
          name,
          ...processes.map((process) => cell(cpu[process] ?? Number.NaN, 0)),
          cell((cpuSeconds(cpu, seconds) * 1_000) / (countAll(meters.quiet) + countAll(meters.noisy)), 1),
          cell(waitingMean, 1),
          cell(waitingMax, 0),
          cell(load, 1),
          cell(clientDelayMilliseconds, 0),
        ],
      ),
    ]),
  );
  showSection(
    "Growth: bytes of a row with its index entries",
    formatTable([["", "rows", "bytes each"], ...growth(before, after)]),
  );
  const writes = findings.acknowledged;
  showSection("Check", [
    `${writes} acknowledged writes: ${findings.lost} without an event, ${findings.twice} repetitions carried out again; ${cell((after.wal - before.wal) / 1_000 / writes, 1)} kB of write-ahead log for each`,
    `${findings.delivered} webhook deliveries succeeded, ${findings.undelivered} did not within a minute after the end`,
    `${failed} requests failed: 5xx other than 503, an unexpected 4xx, or no response`,
  ]);
}

const cpuSeconds = (cpu: Record<string, number>, seconds: number) =>
  (Object.entries(cpu).reduce((sum, [name, share]) => sum + (name === "simulator" ? 0 : share), 0) / 100) *
  availableParallelism() *
  seconds;

function growth(before: Volume, after: Volume): string[][] {
  return [...after.tables].flatMap(([name, { rows, bytes }]) => {
    const [moreRows, moreBytes] = [
      rows - (before.tables.get(name)?.rows ?? 0),
      bytes - (before.tables.get(name)?.bytes ?? 0),
    ];
    return moreRows < 1 ? [] : [[name, String(moreRows), cell(moreBytes / moreRows, 0)]];
  });
}
