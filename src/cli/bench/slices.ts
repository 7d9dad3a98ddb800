import type { LoadGenerator, MeasuredServer } from "./programs.ts";
import type { LoadOrder, LoadRequest } from "./load.ts";
import type { Usage } from "./meter.ts";
import { readDatabaseCpu } from "./database-cpu.ts";

/** One line of the comparison: a server and what is requested of it. */
export interface Contestant {
  label: string;
  server: MeasuredServer;
  /** Another process that some of the requests go to, by their `baseUrl`. */
  beside?: MeasuredServer;
  requests: readonly LoadRequest[];
  /** Instead of those of the comparison. */
  connections?: number;
}

/** What one slice showed, per request. */
export interface Sample {
  cpuMilliseconds: number;
  /** Null where it cannot be read. */
  databaseCpuMilliseconds: number | null;
  responses: number;
  perSecond: number;
  medianMilliseconds: number;
  p99Milliseconds?: number;
  failed: number;
}

export interface Bench {
  load: LoadGenerator;
  postgresPid: number;
}

/**
 * Before each slice, unmeasured: a database connection that was idle for some seconds is closed by its pool, and
 * logging in again (16 times a key derivation) is no part of a request.
 */
const leadInSeconds = 0.15;

export interface SliceOptions {
  seconds: number;
  /** It ends earlier with so many requests. */
  count?: number;
  connections: number;
}

/** Puts load on one contestant for a moment. The CPU time is the server's own, read before and after. */
export async function measureSlice(bench: Bench, contestant: Contestant, options: SliceOptions): Promise<Sample> {
  const processes = listServers(contestant);
  const readUsage = async () => {
    const usages = (await Promise.all(processes.map((each) => each.send({ command: "usage" })))) as Usage[];
    return usages.reduce((sum, { cpuMilliseconds }) => sum + cpuMilliseconds, 0);
  };
  const order = await leadIn(bench, contestant, options);
  const databaseBefore = readDatabaseCpu(bench.postgresPid);
  const before = await readUsage();
  const result = await bench.load.run(order);
  const after = await readUsage();
  const databaseAfter = readDatabaseCpu(bench.postgresPid);
  const { responses, failed, seconds, medianMilliseconds, p99Milliseconds } = result;
  if (failed > responses / 100) throw new Error(`${contestant.label}: ${failed} of ${responses} requests failed.`);
  return {
    cpuMilliseconds: (after - before) / responses,
    databaseCpuMilliseconds:
      databaseBefore === null || databaseAfter === null ? null : (databaseAfter - databaseBefore) / responses,
    responses,
    perSecond: responses / seconds,
    medianMilliseconds,
    p99Milliseconds,
    failed,
  };
}

/** The processes that serve a contestant's requests. */
export const listServers = ({ server, beside }: Contestant): MeasuredServer[] =>
  beside === undefined ? [server] : [server, beside];

/**
 * Sends a contestant's requests, unmeasured, until its connections are open.
 *
 * @returns what the slice then sends
 */
export async function leadIn(
  { load }: Pick<Bench, "load">,
  { server, requests, connections }: Contestant,
  options: SliceOptions,
): Promise<LoadOrder> {
  const order = {
    count: Number.MAX_SAFE_INTEGER,
    ...options,
    connections: connections ?? options.connections,
    baseUrl: server.baseUrl,
    requests,
  };
  await load.run({ ...order, seconds: leadInSeconds });
  return order;
}

/**
 * Does something with each contestant in turn, several times with one that is listed so, while the servers of all
 * others are paused.
 */
export async function runInTurn<Result>(
  contestants: readonly Contestant[],
  work: (contestant: Contestant) => Promise<Result>,
): Promise<Result[]> {
  const all = contestants.flatMap(listServers);
  for (const server of all) server.pause();
  const results: Result[] = [];
  for (const contestant of contestants) {
    for (const server of listServers(contestant)) server.resume();
    results.push(await work(contestant));
    for (const server of listServers(contestant)) server.pause();
  }
  for (const server of all) server.resume();
  return results;
}

/**
 * All contestants take turns. Each round begins with another one, and every second one runs backwards, so that none
 * always follows the same other. Servers that are not measured are paused.
 *
 * @returns the samples of each, by round
 */
export async function runRounds(
  bench: Bench,
  contestants: readonly Contestant[],
  rounds: number,
  options: SliceOptions,
): Promise<Sample[][]> {
  const turns = Array.from({ length: rounds }, (_, round) =>
    contestants.map((_contestant, turn) => {
      const step = round % 2 === 0 ? turn : contestants.length - turn;
      return (round + step) % contestants.length;
    }),
  ).flat();
  const taken = await runInTurn(
    turns.flatMap((index) => contestants[index] ?? []),
    (contestant) => measureSlice(bench, contestant, options),
  );
  return contestants.map((_, index) => taken.filter((_sample, turn) => turns[turn] === index));
}

export interface Spread {
  median: number;
  /** Nine tenths of the values lie above the first and below the second. */
  low: number;
  high: number;
}

export function spread(values: readonly number[]): Spread {
  const at = (share: number) => quantile(values, share);
  return { median: at(0.5), low: at(0.1), high: at(0.9) };
}

/** @param share 0.5 for the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  return below + ((sorted[Math.ceil(place)] ?? below) - below) * (place % 1);
}

/** The ratio of each round by itself: what slows a whole round down slows both of its parts. */
export function compareRounds(
  samples: readonly Sample[],
  floor: readonly Sample[],
  read: (sample: Sample) => number,
): Spread {
  return spread(
    samples.flatMap((sample, round) => (floor[round] === undefined ? [] : [read(sample) / read(floor[round])])),
  );
}
