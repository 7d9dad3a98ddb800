import { setTimeout as sleep } from "node:timers/promises";
import type { Backlog } from "./backlog.ts";
import type { SendCommand } from "../conversation.ts";
import { readDatabaseCpu } from "../database-cpu.ts";
import type { BenchTenant } from "../firms.ts";
import type { Usage } from "../meter.ts";
import type { MeasuredProcess } from "../programs.ts";
import type { Arrivals } from "./receivers.ts";
import type { Sample } from "../slices.ts";

export interface DrainScene {
  backlog: Backlog;
  sendToReceivers: SendCommand;
  worker: MeasuredProcess;
  postgresPid: number;
  tenant: BenchTenant;
  /** Of the firm's receivers those that respond; others may stay behind. */
  hosts: readonly string[];
  /** Called at each quarter with the number that has arrived. */
  onQuarter?: ((done: number) => Promise<void>) | undefined;
}

export interface Drained {
  sample: Sample;
  /** Deliveries a second in each quarter. */
  quarters: number[];
  /** The worker's largest resident set that was seen. */
  largestBytes: number;
  /** It took so long to write the backlog. */
  madeSeconds: number;
  /** Deliveries that arrived again. */
  repeated: number;
}

const lookMilliseconds = 50;
const patienceSeconds = 60;

/**
 * Writes a backlog of the firm and watches the worker work it off. The time is that from the first arrival to the last
 * one; the CPU time is that from the backlog's commit until everything is recorded.
 *
 * @throws when a delivery fails, or none arrives for a minute
 */
export async function drain(scene: DrainScene, events: number): Promise<Drained> {
  const { backlog, worker, postgresPid, tenant, hosts } = scene;
  const before = await countArrivals(scene);
  const begun = performance.now();
  await backlog.add(tenant.organizationId, events);
  const madeSeconds = (performance.now() - begun) / 1000;
  const databaseBefore = readDatabaseCpu(postgresPid);
  const usageBefore = (await worker.send({ command: "usage" })) as Usage;
  const expected = events * hosts.length;
  const watched = await recordArrivals(scene, before.count, expected);
  await waitUntilRecorded(scene);
  const usage = (await worker.send({ command: "usage" })) as Usage;
  const databaseAfter = readDatabaseCpu(postgresPid);
  return {
    ...watched,
    madeSeconds,
    repeated: (await countArrivals(scene)).repeated - before.repeated,
    sample: {
      cpuMilliseconds: (usage.cpuMilliseconds - usageBefore.cpuMilliseconds) / expected,
      databaseCpuMilliseconds:
        databaseBefore === null || databaseAfter === null ? null : (databaseAfter - databaseBefore) / expected,
      responses: expected,
      perSecond: watched.perSecond,
      medianMilliseconds: Number.NaN,
      failed: 0,
    },
  };
}

async function countArrivals({ sendToReceivers, hosts }: DrainScene): Promise<{ count: number; repeated: number }> {
  const arrivals = ((await sendToReceivers({ command: "arrivals" })) as Arrivals[]).filter(({ host }) =>
    hosts.includes(host),
  );
  const sum = (read: (each: Arrivals) => number) => arrivals.reduce((total, each) => total + read(each), 0);
  return { count: sum(({ count }) => count), repeated: sum(({ repeated }) => repeated) };
}

interface Mark {
  count: number;
  at: number;
}

const rate = (from: Mark | undefined, to: Mark | undefined) =>
  from === undefined || to === undefined ? Number.NaN : (1000 * (to.count - from.count)) / (to.at - from.at);

async function recordArrivals(
  scene: DrainScene,
  before: number,
  expected: number,
): Promise<{ perSecond: number; quarters: number[]; largestBytes: number }> {
  /** The first look that saw anything, and those that first saw a quarter more. */
  const marks: Mark[] = [];
  let last: Mark = { count: 0, at: performance.now() };
  let largestBytes = 0;
  while (last.count < expected) {
    await sleep(lookMilliseconds);
    const now = { count: (await countArrivals(scene)).count - before, at: performance.now() };
    if (now.count > last.count) last = now;
    if (now.at - last.at > patienceSeconds * 1000)
      throw new Error(`Of ${expected} deliveries ${last.count} arrived, and then no more.`);
    largestBytes = Math.max(largestBytes, ((await scene.worker.send({ command: "usage" })) as Usage).rssBytes);
    const isFirst = marks.length === 0 && now.count > 0;
    const isQuarter = marks.length > 0 && now.count >= (expected * marks.length) / 4;
    if (isFirst || isQuarter) marks.push(now);
    if (isQuarter) await scene.onQuarter?.(now.count);
  }
  return {
    perSecond: rate(marks[0], last),
    quarters: marks.slice(1).map((mark, index) => rate(marks[index], mark)),
    largestBytes,
  };
}

async function waitUntilRecorded({ backlog, tenant, hosts }: DrainScene): Promise<void> {
  for (const end = performance.now() + patienceSeconds * 1000; performance.now() < end; await sleep(lookMilliseconds)) {
    const { pending = 0, failed = 0, cancelled = 0 } = await backlog.countUnfinished(tenant.organizationId, hosts);
    if (failed + cancelled > 0) throw new Error(`${failed} deliveries failed and ${cancelled} were canceled.`);
    if (pending === 0) return;
  }
  throw new Error("Deliveries arrived that were not recorded.");
}
