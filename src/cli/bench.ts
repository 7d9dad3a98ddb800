import { mkdir } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildFloor, nextProcess } from "./bench/floor-next.ts";
import { fillFeed } from "./bench/feed.ts";
import type { FilledFeed } from "./bench/feed.ts";
import { measureDeliveries } from "./bench/deliveries/measure.ts";
import { measureExports } from "./bench/measure-exports.ts";
import { measureFeed } from "./bench/measure-feed.ts";
import { measureLists } from "./bench/lists/measure.ts";
import type { LoadRequest } from "./bench/load.ts";
import { sampleMemory } from "./bench/memory.ts";
import { fullPlan, quickPlan } from "./bench/plan.ts";
import type { Plan } from "./bench/plan.ts";
import { createProcesses } from "./bench/programs.ts";
import type { MeasuredServer, Processes } from "./bench/programs.ts";
import { formatComparison, formatMemory, formatProfile, assess, validateMemory, showSection } from "./bench/report.ts";
import type { Verdict } from "./bench/report.ts";
import { createFolder, describeRequests, mixRequests, tryRequest } from "./bench/requests.ts";
import type { MeasuredRequests } from "./bench/requests.ts";
import type { SelfTimes } from "./bench/self-time.ts";
import { compareRounds, measureSlice, runRounds, spread } from "./bench/slices.ts";
import type { Bench, Contestant, Sample } from "./bench/slices.ts";
import { createBenchSetup } from "./bench/stage.ts";
import type { BenchSetup } from "./bench/stage.ts";
import { showStep } from "./steps.mjs";
import { waitForStopSignal } from "./stop-signal.ts";

const connections = 16;
/** So many of the contestants are floors; they come first. */
const floors = 3;
const parts = ["requests", "feed", "deliveries", "lists", "exports"] as const;
type Part = (typeof parts)[number];
const isPart = (word: string): word is Part => (parts as readonly string[]).includes(word);
const caseportServer = fileURLToPath(import.meta.resolve("./bench/serve-caseport.ts"));
const fastifyServer = fileURLToPath(import.meta.resolve("./bench/serve-fastify.ts"));

// Prisma's schema engine leaves timers of ten seconds behind, which nobody shall wait for.
process.exit(await main());

/**
 * `npm run bench`, with `-- --quick` for about four minutes: what requests, the feed, deliveries, lists and exports cost, beside bare
 * programs, in one run. Names of parts (`-- deliveries`) measure these alone.
 * Answers the exit code: 0 also when an aim is missed, for this is a measurement and no test.
 */
async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const quick = words.includes("--quick");
  const unknown = words.filter((word) => word !== "--quick" && !isPart(word));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(", ")}: --quick, ${parts.join(", ")}.`);
    return 1;
  }
  const named = words.filter(isPart);
  const stopping = waitForStopSignal([]);
  const begun = performance.now();
  console.log(`\nCaseport: bench${quick ? ", quick" : ""}\n`);
  try {
    await measure(quick ? quickPlan : fullPlan, named.length > 0 ? named : parts, stopping);
  } catch (error) {
    console.error(stopping.aborted ? "\nStopped; everything that the bench had started is gone." : `\n${error instanceof Error ? error.message : String(error)}`);
    return stopping.aborted ? 130 : 1;
  }
  console.log(`\nTook ${Math.round((performance.now() - begun) / 1000)} s.`);
  return 0;
}

interface Line {
  contestants: Contestant[];
  /** Fresh, for the memory. */
  untouched: MeasuredServer;
  requests: MeasuredRequests;
  feed: FilledFeed;
}

async function measure(plan: Plan, wanted: readonly Part[], stopping: AbortSignal): Promise<void> {
  const setup = await showStep("PostgreSQL and a firm", () => createBenchSetup());
  const processes = createProcesses(stopping);
  const verdicts: Verdict[] = [];
  try {
    stopping.throwIfAborted();
    if (wanted.includes("requests") || wanted.includes("feed")) verdicts.push(...(await measureServers(plan, wanted, setup, processes, stopping)));
    if (wanted.includes("deliveries")) verdicts.push(...(await measureDeliveries(plan, setup, processes, await startCaseport(setup, processes))));
    // Last: the others' measurements should not have a million cases beside them.
    if (wanted.includes("lists")) verdicts.push(...(await measureListsOf(plan, setup, processes, stopping)));
    if (wanted.includes("exports")) verdicts.push(...(await measureExports({ plan, setup }, stopping)));
  } finally {
    await processes.close();
    await setup.close();
  }
  const title = plan === fullPlan ? "Aims" : "Aims; this quick run has a smaller feed and fewer requests than they ask for, so a full run decides";
  showSection(title, verdicts.map(({ outcome, text }) => `${outcome.padEnd(9)}   ${text}`));
}

async function measureServers(plan: Plan, wanted: readonly Part[], setup: BenchSetup, processes: Processes, stopping: AbortSignal): Promise<Verdict[]> {
  const line = await prepare(plan, setup, processes, stopping);
  const bench: Bench = { load: processes.startLoadGenerator(), postgresPid: setup.postgresPid };
  await showStep("Warm-up", () => runRounds(bench, line.contestants, 1, { seconds: plan.warmUpSeconds, connections }));
  const verdicts = wanted.includes("requests") ? await measureRequests(plan, setup, bench, line) : [];
  if (!wanted.includes("feed")) return verdicts;
  const [constant, , fastify] = line.contestants;
  const scene = {
    plan, setup, bench,
    floors: [constant, fastify].filter((floor) => floor !== undefined),
    server: feedServer(line.contestants).server,
    other: line.untouched,
    walks: line.feed.walks,
    readers: processes.startTool("readers.ts"),
  };
  return [...verdicts, ...(await measureFeed(scene))];
}

async function measureRequests(plan: Plan, setup: BenchSetup, bench: Bench, line: Line): Promise<Verdict[]> {
  const samples = await compare(plan, setup, bench, line);
  const verdicts = [
    assess("CPU of GET case against (a)", 1.6, compareRounds(samples[floors] ?? [], samples[0] ?? [], (sample) => sample.cpuMilliseconds)),
    ...(await comparePages(plan, bench, line)),
    ...(await measureMemory(plan, bench, line)),
  ];
  await profile(plan, bench, line, samples);
  return verdicts;
}

async function measureListsOf(plan: Plan, setup: BenchSetup, processes: Processes, stopping: AbortSignal): Promise<Verdict[]> {
  const bench: Bench = { load: processes.startLoadGenerator(), postgresPid: setup.postgresPid };
  return measureLists({ plan, setup, bench, server: await startCaseport(setup, processes) }, stopping);
}

function startCaseport(setup: BenchSetup, processes: Processes): Promise<MeasuredServer> {
  return processes.startServer([caseportServer], { BENCH_DATABASE_URL: setup.applicationUrl, BENCH_SECRET: setup.installationSecret });
}

async function prepare(plan: Plan, setup: BenchSetup, processes: Processes, stopping: AbortSignal): Promise<Line> {
  const floorFolder = join(setup.folder, "floor");
  await mkdir(floorFolder);
  await showStep("Next app for the floors", () => buildFloor(floorFolder, stopping));
  const requests = describeRequests(setup);
  const startNext = () => processes.startServer([nextProcess, "start", floorFolder, "-p", "PORT", "-H", "127.0.0.1"], setup.floor);
  const contestants = await showStep("Six servers", async (): Promise<Contestant[]> => {
    return [
      { label: "(a) Next, constant", server: await startNext(), requests: [bareGet("/constant")] },
      { label: "(b) Next, one statement", server: await startNext(), requests: [bareGet("/statement")] },
      { label: "(c) Fastify, one statement", server: await processes.startServer([fastifyServer], setup.floor), requests: [bareGet("/statement")] },
      { label: "GET case", server: await startCaseport(setup, processes), requests: requests.getCase },
      { label: "PATCH client", server: await startCaseport(setup, processes), requests: requests.patchClient },
      { label: "feed page of 100", server: await startCaseport(setup, processes), requests: requests.firstPage },
    ];
  });
  await createFolder(feedServer(contestants).server.baseUrl, setup);
  const feed = await showStep(`${plan.feedEvents.toLocaleString("en")} events in the feed`, () => fillFeed(setup, plan.feedEvents, stopping));
  for (const { server, requests: asked } of contestants) {
    for (const request of asked.slice(0, 1)) await tryRequest(server.baseUrl, request);
  }
  return { contestants, untouched: await startCaseport(setup, processes), requests, feed };
}

function bareGet(path: string): LoadRequest {
  return { method: "GET", path, headers: {} };
}

function feedServer(contestants: readonly Contestant[]): Contestant {
  const found = contestants.at(-1);
  if (found === undefined) throw new Error("There is no contestant for the feed.");
  return found;
}

async function compare(plan: Plan, setup: BenchSetup, bench: Bench, { contestants }: Line): Promise<Sample[][]> {
  const { rounds, sliceSeconds } = plan;
  const samples = await showStep(`${rounds} rounds of slices`, () => runRounds(bench, contestants, rounds, { seconds: sliceSeconds, connections }));
  showSection("Cost of a request: medians of the rounds, in brackets the middle 80 %; ratios are taken round by round", [
    ...formatComparison(contestants, samples),
    `${connections} connections, slices of ${sliceSeconds} s in turn; load generator, servers and PostgreSQL share the machine's cores`,
    `CPU: user + system of the server's process. PostgreSQL ${setup.postgresVersion} with durable commits. Log level info, written to the null device.`,
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    `requests that were not answered with 200: ${samples.flat().reduce((sum, { failed }) => sum + failed, 0)}`,
  ]);
  return samples;
}

/** The first page against one at nine tenths of the feed; one request at a time, so that the time is the request's own. */
async function comparePages(plan: Plan, bench: Bench, { contestants, requests, feed: { farDocuments } }: Line): Promise<Verdict[]> {
  const { server } = feedServer(contestants);
  const number = ((plan.feedEvents * 0.9) / 100).toLocaleString("en");
  const first: Contestant = { label: "page 1", server, requests: requests.firstPage };
  const far: Contestant = { label: `page ${number}`, server, requests: requests.firstPage.map((request) => ({ ...request, path: farDocuments })) };
  await tryRequest(server.baseUrl, far.requests[0] ?? bareGet(farDocuments));
  const [near = [], distant = []] = await showStep("First page and far page", () =>
    runRounds(bench, [first, far], plan.pageRounds, { seconds: plan.sliceSeconds, connections: 1 }),
  );
  showSection(`Feed of ${plan.feedEvents.toLocaleString("en")} document events among half as many others; one connection`, formatComparison([first, far], [near, distant], { first: "page 1" }));
  return [
    assess(`median time of page ${number} against page 1`, 1.2, compareRounds(distant, near, (sample) => sample.medianMilliseconds)),
    assess(`CPU of page ${number} against page 1`, 1.2, compareRounds(distant, near, (sample) => sample.cpuMilliseconds)),
  ];
}

async function measureMemory(plan: Plan, bench: Bench, { untouched, requests }: Line): Promise<Verdict[]> {
  const readings = await showStep("Memory", () => sampleMemory(bench.load, untouched, mixRequests(requests), plan.memory));
  showSection(`Memory of a fresh server, warmed up with ${plan.memory.warmUp} requests; of eleven requests eight GET case, two PATCH client, one feed page`, formatMemory(readings));
  return [
    validateMemory("heap", readings, plan.memory.requests, ({ heapBytes }) => heapBytes),
    validateMemory("resident set", readings, plan.memory.requests, ({ rssBytes }) => rssBytes),
  ];
}

async function profile(plan: Plan, bench: Bench, { contestants }: Line, samples: readonly (readonly Sample[])[]): Promise<void> {
  for (const [index, contestant] of contestants.entries()) {
    if (index < floors) continue;
    const cpuMilliseconds = spread((samples[index] ?? []).map((sample) => sample.cpuMilliseconds)).median;
    const times = await showStep(`Profile of ${contestant.label}`, () => profileLoad(plan.profileSeconds, bench, contestant));
    showSection("Where the time goes", formatProfile({ title: contestant.label, cpuMilliseconds, times }, 12));
  }
}

async function profileLoad(seconds: number, bench: Bench, contestant: Contestant): Promise<SelfTimes> {
  // Its database connections are made before the profile begins.
  await measureSlice(bench, contestant, { seconds: 0.5, connections });
  await contestant.server.ask({ ask: "startProfile" });
  await measureSlice(bench, contestant, { seconds, connections });
  return (await contestant.server.ask({ ask: "stopProfile" })) as SelfTimes;
}
