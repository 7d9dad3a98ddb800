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
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const fields = readStat(name);
    if (fields === null) continue;
    const [parent, own, children] = fields;
    if (name === String(postmasterPid)) ticks += own + children;
    else if (parent === postmasterPid) ticks += own;
  }
  return ticks * millisecondsPerTick;
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
