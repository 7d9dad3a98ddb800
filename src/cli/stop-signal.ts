import { findParent, identifyProcess, isRunning, type ProcessIdentity } from "./local-postgres/process-table.ts";

const shells = new Set(["sh", "dash", "bash", "zsh", "ksh", "busybox", "ash"]);

/** On Linux a look costs three small reads; elsewhere it runs `ps`. */
const watchIntervalMilliseconds = process.platform === "linux" ? 500 : 5_000;

/**
 * The processes without which this one shall not go on: launch.mjs, unless this process replaced it, and npm when it
 * was npm that ran it. Empty when start.ts was started by itself.
 */
export function findLaunchers(): ProcessIdentity[] {
  const launchedBy = process.env["LAUNCHED_BY"];
  if (!process.connected && launchedBy === undefined) return [];
  const pids = process.connected ? [process.ppid] : [];
  if (process.env["npm_lifecycle_event"] !== undefined) {
    // npm was killed before this process could look for it: no process has this start time.
    if (launchedBy !== undefined && Number(launchedBy) !== process.ppid)
      return [{ pid: Number(launchedBy), startedAt: "" }];
    const parent = findParent(process.connected ? process.ppid : process.pid);
    if (parent !== null) pids.push(parent.pid);
    // npm runs scripts through a shell, which may have stepped aside or not.
    const grandparent = parent !== null && shells.has(parent.name) ? findParent(parent.pid) : null;
    if (grandparent !== null) pids.push(grandparent.pid);
  }
  return pids.map(identifyProcess).filter((identity) => identity !== null);
}

/**
 * A signal that is aborted when this process shall stop: SIGINT, SIGTERM or SIGHUP, however often, or when one of its
 * launchers was killed.
 */
export function waitForStopSignal(launchers: readonly ProcessIdentity[]): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  process.on("disconnect", stop);
  // The reader of the output may be gone; an orderly stop matters more than its messages.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  setInterval(() => {
    if (!launchers.every(isRunning)) stop();
  }, watchIntervalMilliseconds).unref();
  return controller.signal;
}
