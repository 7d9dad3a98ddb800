import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded into a server before its program (`node --import`): how much processor time one round of its event loop takes
 * at most. Processor time of the thread, so that a machine which does something else changes nothing.
 */

let isWatching = false;
let longest = 0;
let last = 0;

function readMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Once a round: rounds follow each other without waiting while it watches. */
function watch(): void {
  const now = readMilliseconds();
  longest = Math.max(longest, now - last);
  last = now;
  if (isWatching) setImmediate(watch);
}

const operations: Record<string, () => number> = {
  "/begin": () => {
    isWatching = true;
    setImmediate(() => {
      last = readMilliseconds();
      longest = 0;
      watch();
    });
    return 0;
  },
  "/end": () => {
    isWatching = false;
    return longest;
  },
};

if (isMainThread) {
  createServer((request, response) => void response.end(String(operations[request.url ?? ""]?.() ?? 0)))
    .listen(process.env["LOOP_PROBE_SOCKET"])
    .unref();
}
