import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** System calls by name, and all of them. */
export interface SystemCalls {
  all: number;
  byName: ReadonlyMap<string, number>;
}

/** What servers and databases spend most calls on; the sum counts the others, too. */
const names = [
  "read readv pread64 preadv recvfrom recvmsg write writev pwrite64 pwritev sendto sendmsg fdatasync fsync",
  "epoll_wait epoll_pwait epoll_ctl poll futex kill io_uring_enter lseek openat close setitimer getpid",
].flatMap((line) => line.split(" "));
const all = "raw_syscalls:sys_enter";
const events = [all, ...names.map((name) => `syscalls:sys_enter_${name}`)];
/** Until perf has attached to all threads. */
const attachMilliseconds = 300;

/**
 * Counts the system calls of processes with `perf stat`, which slows them down hardly at all.
 *
 * @returns ends the counting; null where perf is missing or not allowed to count
 */
export async function countSystemCalls(pids: readonly number[]): Promise<() => Promise<SystemCalls | null>> {
  // Not every machine has each call by this name; perf then counts none.
  return (await startCounting(pids, events)) ?? (await startCounting(pids, [all])) ?? (() => Promise.resolve(null));
}

/** Null when perf has ended at once. */
async function startCounting(pids: readonly number[], list: readonly string[]) {
  const perf = spawn("perf", ["stat", "-x", ",", "-e", list.join(","), "-p", pids.join(",")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output: Buffer[] = [];
  perf.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const ended = new Promise<null>((resolve) =>
    perf.once("close", () => resolve(null)).once("error", () => resolve(null)),
  );
  const end = async (): Promise<SystemCalls | null> => {
    perf.kill("SIGINT");
    await ended;
    return readCounts(Buffer.concat(output).toString());
  };
  return Promise.race([ended, sleep(attachMilliseconds, end)]);
}

/** Lines of `count,unit,event,…`; a count that is none is `<not counted>`. */
function readCounts(text: string): SystemCalls | null {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [count = "", , event] = line.split(",");
    if (event !== undefined && /^\d+$/.test(count)) counts.set(event, Number(count));
  }
  const sum = counts.get(all);
  if (sum === undefined) return null;
  const byName = new Map(names.map((name) => [name, counts.get(`syscalls:sys_enter_${name}`) ?? 0]));
  return { all: sum, byName };
}
