import { readFileSync, readdirSync } from "node:fs";

/** Of Linux on every machine that Node runs on. */
const millisecondsPerTick = 10;

/**
 * CPU time of a PostgreSQL server with all its processes, the ended ones too, in milliseconds; with a resolution of 10
 * ms per process. Null without /proc.
 */
export function readDatabaseCpu(postmasterPid: number): number | null {
  if (process.platform !== "linux") return null;
  let ticks = 0;
  for (const { pid, own, children } of listProcesses(postmasterPid))
    ticks += pid === postmasterPid ? own + children : own;
  return ticks * millisecondsPerTick;
}

/** The processes of a PostgreSQL server; none without /proc. */
export function listDatabaseProcesses(postmasterPid: number): number[] {
  return process.platform === "linux" ? listProcesses(postmasterPid).map(({ pid }) => pid) : [];
}

function listProcesses(postmasterPid: number): { pid: number; own: number; children: number }[] {
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    const fields = Number.isInteger(pid) ? readStat(name) : null;
    if (fields === null) return [];
    const [parent, own, children] = fields;
    return pid === postmasterPid || parent === postmasterPid ? [{ pid, own, children }] : [];
  });
}

/** Parent, own time and time of its ended children, in ticks; null when the process has just gone. */
function readStat(pid: string): [parent: number, own: number, children: number] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in brackets may hold brackets and spaces itself.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const at = (index: number) => fields[index] ?? 0;
    return [at(1), at(11) + at(12), at(13) + at(14)];
  } catch {
    return null;
  }
}
