import { availableParallelism, cpus, loadavg } from "node:os";
import { showStep } from "../steps.mjs";
import type { FilledFeed } from "./feed.ts";
import type { LoadRequest } from "./load.ts";
import { sampleMemory } from "./memory.ts";
import { measureUse } from "./measure-use.ts";
import type { Plan } from "./plan.ts";
import {
  assess,
  cell,
  formatComparison,
  formatMemory,
  formatProfile,
  formatTable,
  showSection,
  showSpread,
  validateMemory,
  type Verdict,
} from "./report.ts";
import { firmCount, type RequestPart, type RequestScene, type Row } from "./request-rows.ts";
import { describeChange, mixRequests, tryRequest } from "./requests.ts";
import type { SelfTimes } from "./self-time.ts";
import { compareRounds, measureSlice, runRounds, spread, type Bench, type Contestant, type Sample } from "./slices.ts";
import type { BenchSetup } from "./stage.ts";

const connections = 16;

export interface RequestMeasurement {
  plan: Plan;
  setup: BenchSetup;
  bench: Bench;
  scene: RequestScene;
}

/** Compares the scene's rows with their floors, and measures what else is wanted. */
export async function measureRequests(
  { plan, setup, bench, scene }: RequestMeasurement,
  wanted: ReadonlySet<RequestPart>,
): Promise<Verdict[]> {
  const { verdicts, samples } = await compare(plan, setup, bench, scene);
  await measureUse({ plan, setup, bench, scene });
  if (wanted.has("processes")) verdicts.push(await compareProcesses(plan, bench, scene));
  if (wanted.has("writers")) verdicts.push(...(await compareWriters(plan, bench, scene)));
  if (wanted.has("pages") && scene.feed !== null)
    verdicts.push(...(await comparePages({ plan, bench, scene, feed: scene.feed })));
  if (wanted.has("memory")) verdicts.push(...(await measureMemory(plan, bench, scene)));
  for (const { contestant } of scene.rows) {
    const cpuMilliseconds = medianOf(samples.get(contestant), (sample) => sample.cpuMilliseconds);
    const times = await showStep(`Profile of ${contestant.label}`, () =>
      profileLoad(plan.profileSeconds, bench, contestant),
    );
    showSection("Where the time goes", formatProfile({ title: contestant.label, cpuMilliseconds, times }, 12));
  }
  return verdicts;
}

const medianOf = (samples: readonly Sample[] = [], read: (sample: Sample) => number) =>
  spread(samples.map(read)).median;
const perSecond = (sample: Sample) => sample.perSecond;
const wholeCpu = ({ cpuMilliseconds, databaseCpuMilliseconds }: Sample) =>
  cpuMilliseconds + (databaseCpuMilliseconds ?? Number.NaN);

const requestColumns = (samples: readonly Sample[] = []) => [
  cell(medianOf(samples, perSecond), 0),
  `${cell(
    medianOf(samples, (sample) => sample.cpuMilliseconds),
    2,
  )} + ${cell(
    medianOf(samples, (sample) => sample.databaseCpuMilliseconds ?? Number.NaN),
    2,
  )}`,
  cell(
    medianOf(samples, (sample) => sample.medianMilliseconds),
    1,
  ),
  cell(
    medianOf(samples, (sample) => sample.p99Milliseconds ?? Number.NaN),
    1,
  ),
];
const requestHead = ["requests/s", "CPU ms, Node + PostgreSQL", "median ms", "p99 ms"];

async function compare(plan: Plan, setup: BenchSetup, bench: Bench, { floors, rows, feed }: RequestScene) {
  if (rows.length === 0) return { verdicts: [], samples: new Map<Contestant, Sample[]>() };
  const { rounds, seconds, cases } = plan.requests;
  const getCase = rows.find(({ name }) => name === "get-case");
  const contestants = [
    ...(getCase === undefined ? [] : floors),
    ...rows.flatMap(({ contestant, aims }) => [...aims.map(({ floor }) => floor), contestant]),
  ];
  await showStep("Warm-up", () => runRounds(bench, contestants, 1, { ...plan.warmUp, connections }));
  const measured = await showStep(`${rounds} rounds of slices`, () =>
    runRounds(bench, contestants, rounds, { seconds, connections }),
  );
  const samples = new Map(contestants.map((contestant, index) => [contestant, measured[index] ?? []]));
  const verdicts = getCase === undefined ? [] : [compareSingle(samples, floors, getCase)];
  const ratioOf = (contestant: Contestant, floor: Contestant, read: (sample: Sample) => number) =>
    compareRounds(samples.get(contestant) ?? [], samples.get(floor) ?? [], read);
  const assessed = rows.flatMap(({ contestant, aims }) =>
    aims.map((aim) => ({ ...aim, contestant, ratio: ratioOf(contestant, aim.floor, perSecond) })),
  );
  showSection(
    `Throughput against the floors; random records of ${cases.toLocaleString("en")} cases and clients, ${feed === null ? "empty feed" : `feed of ${plan.feedEvents.toLocaleString("en")} document events`}`,
    [
      ...formatTable([
        [
          "",
          ...requestHead,
          "floor",
          "its requests/s",
          "CPU ms, Node + PostgreSQL",
          "CPU x floor",
          "throughput x floor",
          "aim",
        ],
        ...assessed.map(({ contestant, floor, ratio, atLeast }) => [
          contestant.label,
          ...requestColumns(samples.get(contestant)),
          floor.label,
          ...requestColumns(samples.get(floor)).slice(0, 2),
          showSpread(ratioOf(contestant, floor, wholeCpu)),
          showSpread(ratio),
          `>= ${atLeast.toFixed(2)}`,
        ]),
      ]),
      `${connections} connections, slices of ${seconds} s in turn; servers that are not measured are paused; load generator, servers and PostgreSQL share the machine's cores`,
      `CPU: user + system of the server's process. PostgreSQL ${setup.postgresVersion} with durable commits. Log level info, written to the null device.`,
      `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), load average ${loadavg()
        .map((load) => load.toFixed(1))
        .join(", ")}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
      `failed requests: ${measured.flat().reduce((sum, { failed }) => sum + failed, 0)}`,
    ],
  );
  verdicts.push(
    ...assessed.map(({ contestant, floor, ratio, atLeast }) =>
      assess(`throughput of ${contestant.label} against ${floor.label}`, atLeast, ratio, ">="),
    ),
  );
  return { verdicts, samples };
}

/** GET case beside all floors that do the same or less. */
function compareSingle(
  samples: ReadonlyMap<Contestant, Sample[]>,
  [constant, fastify]: RequestScene["floors"],
  { contestant, aims }: Row,
): Verdict {
  const single = [constant, ...aims.map(({ floor }) => floor), fastify, contestant];
  showSection(
    "GET case: medians of the rounds, in brackets the middle 80 %; ratios are taken round by round",
    formatComparison(
      single,
      single.map((each) => samples.get(each) ?? []),
    ),
  );
  return assess(
    "CPU of GET case against (a)",
    1.6,
    compareRounds(samples.get(contestant) ?? [], samples.get(constant) ?? [], (sample) => sample.cpuMilliseconds),
  );
}

/** Writers of one firm take turns at its event counter; those of sixteen firms do not. */
async function compareWriters(
  plan: Plan,
  bench: Bench,
  { server, secrets, requests }: RequestScene,
): Promise<Verdict[]> {
  const { rounds, seconds, cases } = plan.requests;
  const ofAll = secrets.map((secret, place) => ({
    ...describeChange(secret, "cli_@"),
    records: place === 0 ? cases : cases / 10,
  }));
  const crowd = (writers: number): Contestant[] => [
    { label: `${writers} at once, one firm`, server, connections: writers, requests: [requests.patchClient] },
    { label: `${writers} at once, ${firmCount} firms`, server, connections: writers, requests: ofAll },
  ];
  const contestants = [1, 4, 16].flatMap(crowd);
  for (const request of ofAll.slice(1)) await tryRequest(server.baseUrl, request);
  await runRounds(bench, contestants.slice(-1), 1, { ...plan.warmUp, connections });
  const samples = await showStep("Writers", () => runRounds(bench, contestants, rounds, { seconds, connections }));
  const ratios = [0, 2, 4].map((index) => compareRounds(samples[index] ?? [], samples[index + 1] ?? [], perSecond));
  showSection(
    "PATCH client by several writers",
    formatTable([
      ["", ...requestHead, `throughput x ${firmCount} firms`],
      ...contestants.map(({ label }, index) => [
        label,
        ...requestColumns(samples[index]),
        index % 2 === 0 ? showSpread(ratios[index / 2] ?? spread([])) : "",
      ]),
    ]),
  );
  return [
    assess(`throughput of 16 writers of one firm against ${firmCount} firms`, 0.7, ratios[2] ?? spread([]), ">="),
  ];
}

/** The same load on one process, and shared by two on the same database. */
async function compareProcesses(
  plan: Plan,
  bench: Bench,
  { server, startUntouched, requests: { getCase, patchClient } }: RequestScene,
): Promise<Verdict> {
  const { rounds, seconds } = plan.requests;
  const beside = await startUntouched();
  const pair = (label: string, request: LoadRequest): Contestant[] => [
    { label: `${label}, one process`, server, requests: [request] },
    { label: `${label}, two processes`, server, beside, requests: [request, { ...request, baseUrl: beside.baseUrl }] },
  ];
  const contestants = [...pair("GET case", getCase), ...pair("PATCH client", patchClient)];
  await runRounds(bench, contestants, 1, { ...plan.warmUp, connections });
  const samples = await showStep("Two processes", () =>
    runRounds(bench, contestants, rounds, { seconds, connections }),
  );
  await beside.end();
  const ratioOf = (index: number) => compareRounds(samples[index] ?? [], samples[index - 1] ?? [], perSecond);
  showSection(
    `One and two processes on one database, ${connections} connections in all; load generator, servers and PostgreSQL share ${availableParallelism()} cores`,
    formatTable([
      ["", ...requestHead, "throughput x one process"],
      ...contestants.map(({ label }, index) => [
        label,
        ...requestColumns(samples[index]),
        index % 2 === 1 ? showSpread(ratioOf(index)) : "",
      ]),
    ]),
  );
  return assess("throughput of PATCH client by two processes against one", 1, ratioOf(3), ">=");
}

/** The first page against one at nine tenths of the feed; one request at a time, so that the time is the request's own. */
async function comparePages({
  plan,
  bench,
  scene: {
    server,
    requests: { firstPage },
  },
  feed: { farDocuments },
}: Omit<RequestMeasurement, "setup"> & { feed: FilledFeed }): Promise<Verdict[]> {
  const number = ((plan.feedEvents * 0.9) / 100).toLocaleString("en");
  const first: Contestant = { label: "page 1", server, requests: [firstPage] };
  const far: Contestant = { label: `page ${number}`, server, requests: [{ ...firstPage, path: farDocuments }] };
  for (const request of far.requests) await tryRequest(server.baseUrl, request);
  await runRounds(bench, [first], 1, { ...plan.warmUp, connections });
  const [near = [], distant = []] = await showStep("First page and far page", () =>
    runRounds(bench, [first, far], plan.pageRounds, { seconds: plan.sliceSeconds, connections: 1 }),
  );
  showSection(
    `Feed of ${plan.feedEvents.toLocaleString("en")} document events among half as many others; one connection`,
    formatComparison([first, far], [near, distant], { first: "page 1" }),
  );
  return [
    assess(
      `median time of page ${number} against page 1`,
      1.2,
      compareRounds(distant, near, (sample) => sample.medianMilliseconds),
    ),
    assess(
      `CPU of page ${number} against page 1`,
      1.2,
      compareRounds(distant, near, (sample) => sample.cpuMilliseconds),
    ),
  ];
}

async function measureMemory(plan: Plan, bench: Bench, { startUntouched, requests }: RequestScene): Promise<Verdict[]> {
  const untouched = await startUntouched();
  const readings = await showStep("Memory", () =>
    sampleMemory(bench.load, untouched, mixRequests(requests), plan.memory),
  );
  await untouched.end();
  showSection(
    `Memory of a fresh server, warmed up with ${plan.memory.warmUp} requests; of eleven requests eight GET case, two PATCH client, one feed page`,
    formatMemory(readings),
  );
  return [
    validateMemory("heap", readings, { wanted: plan.memory.requests, read: ({ heapBytes }) => heapBytes }),
    validateMemory("resident set", readings, { wanted: plan.memory.requests, read: ({ rssBytes }) => rssBytes }),
  ];
}

async function profileLoad(seconds: number, bench: Bench, contestant: Contestant): Promise<SelfTimes> {
  // Its database connections are made before the profile begins.
  await measureSlice(bench, contestant, { seconds: 0.5, connections });
  await contestant.server.send({ command: "startProfile" });
  await measureSlice(bench, contestant, { seconds, connections });
  return (await contestant.server.send({ command: "stopProfile" })) as SelfTimes;
}
