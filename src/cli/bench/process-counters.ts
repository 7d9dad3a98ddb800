import { readFileSync, readdirSync } from "node:fs";

/** Of processes, since each of them began. Null where the system does not show it. */
export interface ProcessCounters {
  /** Times that a thread waited and was woken up. */
  wakeUps: number | null;
  /** `read`, `write` and their kin, on files; on sockets too, but for `recv` and `send`, which PostgreSQL uses. */
  readsAndWrites: number | null;
}

/** Reads /proc, so only on Linux; the counts of input and output only of one's own processes, or with privileges. */
export function readCounters(pids: readonly number[]): ProcessCounters {
  return { wakeUps: sum(pids.map(readWakeUps)), readsAndWrites: sum(pids.map(readTransfers)) };
}

/** What was counted between two readings. */
export function subtractCounters(after: ProcessCounters, before: ProcessCounters): ProcessCounters {
  const difference = (left: number | null, right: number | null) =>
    left === null || right === null ? null : left - right;
  return {
    wakeUps: difference(after.wakeUps, before.wakeUps),
    readsAndWrites: difference(after.readsAndWrites, before.readsAndWrites),
  };
}

/** Null when nothing could be read: processes that have just ended count nothing. */
function sum(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((total, count) => total + count, 0);
}

function readWakeUps(pid: number): number | null {
  const threads = attempt(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return sum(
    threads.map((thread) => readField(`/proc/${pid}/task/${thread}/status`, /^voluntary_ctxt_switches:\s*(\d+)/m)),
  );
}

function readTransfers(pid: number): number | null {
  const file = `/proc/${pid}/io`;
  return sum([readField(file, /^syscr: (\d+)/m), readField(file, /^syscw: (\d+)/m)]);
}

function readField(file: string, pattern: RegExp): number | null {
  const value = attempt(() => pattern.exec(readFileSync(file, "latin1"))?.[1]);
  return value === undefined ? null : Number(value);
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    // It has ended, or belongs to somebody else.
    return undefined;
  }
}
