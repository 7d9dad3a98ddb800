import { Session } from "node:inspector/promises";
import { respondToParent } from "./conversation.ts";
import { sumSelfTime } from "./self-time.ts";

/**
 * Loaded before each measured server (`node --import`): sends the figures of its own process over IPC. It costs the
 * server nothing between requests for figures.
 */
export type MeterCommand =
  | { command: "usage" }
  | { command: "collect" }
  | { command: "startProfile" }
  | { command: "stopProfile" };

export interface Usage {
  /** User and system time of all threads since the process began. */
  cpuMilliseconds: number;
  rssBytes: number;
  heapBytes: number;
}

const profileIntervalMicroseconds = 250;
let profiling: Session | null = null;

respondToParent(async (command) => {
  const { command: name } = command as MeterCommand;
  switch (name) {
    case "usage":
      return readUsage();
    case "collect":
      // Twice: what finalizers of the first let go is collected by the second.
      globalThis.gc?.();
      globalThis.gc?.();
      return readUsage();
    case "startProfile":
      return startProfile();
    case "stopProfile":
      return stopProfile();
  }
});

function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return { cpuMilliseconds: (user + system) / 1000, rssBytes: rss, heapBytes: heapUsed };
}

async function startProfile(): Promise<void> {
  profiling = new Session();
  profiling.connect();
  await profiling.post("Profiler.enable");
  await profiling.post("Profiler.setSamplingInterval", { interval: profileIntervalMicroseconds });
  await profiling.post("Profiler.start");
}

async function stopProfile() {
  if (profiling === null) throw new Error("No profile was started.");
  const { profile } = await profiling.post("Profiler.stop");
  profiling.disconnect();
  profiling = null;
  return sumSelfTime(profile);
}
