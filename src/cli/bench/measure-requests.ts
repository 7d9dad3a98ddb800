import { mkdir } from "node:fs/promises";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../../platform/database/database.ts";
import { createTenant } from "../../testing/harness/tenant.ts";
import { showStep } from "../steps.mjs";
import { fillFeed, type FilledFeed } from "./feed.ts";
import { buildFloor, nextProcess } from "./floor-next.ts";
import { findFloorStatements, floorEnvironment, readLeftRows, type FloorStatements } from "./floor-statements.ts";
import { fillLists } from "./lists/rows.ts";
import type { LoadRequest } from "./load.ts";
import { sampleMemory } from "./memory.ts";
import type { Plan } from "./plan.ts";
import type { MeasuredServer, Processes } from "./programs.ts";
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
import { describeChange, describeRequests, mixRequests, tryRequest, type MeasuredRequests } from "./requests.ts";
import type { SelfTimes } from "./self-time.ts";
import { compareRounds, measureSlice, runRounds, spread, type Bench, type Contestant, type Sample } from "./slices.ts";
import type { BenchSetup } from "./stage.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

const connections = 16;
const firmCount = 16;
const fastifyServer = fileURLToPath(import.meta.resolve("./serve-fastify.ts"));

/** A kind of request, and the aims for its throughput against floors. */
interface Row {
  contestant: Contestant;
  aims: { floor: Contestant; atLeast: number }[];
}

export interface RequestScene {
  /** Floors (a) and (c). */
  floors: readonly [constant: Contestant, fastify: Contestant];
  /** The first is GET case. */
  rows: readonly [Row, ...Row[]];
  /** The measured server, and a fresh one. */
  server: MeasuredServer;
  startUntouched: () => Promise<MeasuredServer>;
  requests: MeasuredRequests;
  feed: FilledFeed;
  /** One for each firm; the first is the measured one's. */
  secrets: readonly string[];
}

/** Rows, servers and floors. One server of each kind is enough, since only one contestant is measured at a time. */
export async function prepareRequests(
  { plan, setup, processes }: { plan: Plan; setup: BenchSetup; processes: Processes },
  startCaseport: () => Promise<MeasuredServer>,
  stopping: AbortSignal,
): Promise<RequestScene> {
  const floorFolder = join(setup.folder, "floor");
  await mkdir(floorFolder);
  await showStep("Next app for the floors", () => buildFloor(floorFolder, stopping));
  const { cases } = plan.requests;
  const others = await createOtherFirms(setup);
  await showStep(
    `${cases.toLocaleString("en")} cases and clients, a tenth of that in each of ${others.length} other firms`,
    () =>
      fillLists(
        setup.ownerUrl,
        [setup.organizationId, ...others.map(({ organizationId }) => organizationId)],
        { cases, others: 0 },
        stopping,
      ),
  );
  const server = await startCaseport();
  const requests = await describeRequests(setup, plan);
  const { getCase, patchClient, createFolder, feedPages, casePages } = requests;
  // The folder's event is also the pattern for the feed.
  const left = {
    update: await readLeftRows(setup, server.baseUrl, patchClient),
    insert: await readLeftRows(setup, server.baseUrl, createFolder),
  };
  const feed = await showStep(`${plan.feedEvents.toLocaleString("en")} events in the feed`, () =>
    fillFeed(setup, plan.feedEvents, stopping),
  );
  const environment = floorEnvironment(setup, await findFloorStatements(setup, requests, left));
  const [next, fastify] = await showStep("Servers of the floors", () =>
    Promise.all([
      processes.startServer([nextProcess, "start", floorFolder, "-p", "PORT", "-H", "127.0.0.1"], environment),
      processes.startServer([fastifyServer], environment),
    ]),
  );
  const read = (name: keyof FloorStatements, label: string, id: string, records = cases): Contestant => ({
    label,
    server: next,
    requests: [{ ...bareGet(`/statement?name=${name}&id=${id}`), records }],
  });
  const write = (name: keyof FloorStatements, label: string, id: string, value: string): Contestant => ({
    label,
    server: next,
    requests: [
      {
        method: "POST",
        path: `/statement?name=${name}&id=${id}`,
        headers: {},
        body: JSON.stringify({ value }),
        records: cases,
      },
    ],
  });
  const describe = (label: string, sent: readonly LoadRequest[]): Contestant => ({ label, server, requests: sent });
  const rows: RequestScene["rows"] = [
    {
      contestant: describe("GET case", [getCase]),
      aims: [{ floor: read("case", "(b) Next, its statement", "case_@"), atLeast: 2 }],
    },
    {
      contestant: describe("feed page of 100", feedPages),
      aims: [{ floor: read("feed", "Next, its statement", "@", plan.feedEvents), atLeast: 1 }],
    },
    {
      contestant: describe("GET /cases, full view, 100", casePages),
      aims: [{ floor: read("list", "Next, its statement", "case_@"), atLeast: 1 }],
    },
    {
      contestant: describe("PATCH client", [patchClient]),
      aims: [
        { floor: write("update", "Next, the update alone", "cli_@", "555-#"), atLeast: 0.6 },
        { floor: write("updateAndRecords", "Next, update + event + audit + response", "cli_@", "555-#"), atLeast: 0.8 },
      ],
    },
    {
      contestant: describe("POST folder", [createFolder]),
      aims: [
        {
          floor: write("insertAndRecords", "Next, insert + event + audit + response", "case_@", "Floor #"),
          atLeast: 0.8,
        },
      ],
    },
  ];
  const constant: Contestant = { label: "(a) Next, constant", server: next, requests: [bareGet("/constant")] };
  const plain: Contestant = { ...read("case", "(c) Fastify, one statement", "case_@"), server: fastify };
  for (const contestant of [
    constant,
    plain,
    ...rows.flatMap(({ aims }) => aims.map(({ floor }) => floor)),
    ...rows.slice(0, 3).map((row) => row.contestant),
  ]) {
    for (const request of contestant.requests.slice(0, 1)) await tryRequest(contestant.server.baseUrl, request);
  }
  return {
    floors: [constant, plain],
    rows,
    server,
    startUntouched: startCaseport,
    requests,
    feed,
    secrets: [setup.secret, ...others.map(({ secret }) => secret)],
  };
}

function bareGet(path: string): LoadRequest {
  return { method: "GET", path, headers: {} };
}

async function createOtherFirms({ applicationUrl }: BenchSetup) {
  const database = openDatabase(applicationUrl, { poolSize: 1, hooks });
  try {
    const firms: { organizationId: string; secret: string }[] = [];
    while (firms.length < firmCount - 1) firms.push(await createTenant(database));
    return firms;
  } finally {
    await database.close();
  }
}

export async function measureRequests(
  plan: Plan,
  setup: BenchSetup,
  bench: Bench,
  scene: RequestScene,
): Promise<Verdict[]> {
  const { verdicts, samples } = await compare(plan, setup, bench, scene);
  await compareProcesses(plan, bench, scene);
  verdicts.push(
    ...(await compareWriters(plan, bench, scene)),
    ...(await comparePages(plan, bench, scene)),
    ...(await measureMemory(plan, bench, scene)),
  );
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

async function compare(plan: Plan, setup: BenchSetup, bench: Bench, { floors, rows }: RequestScene) {
  const { rounds, seconds, cases } = plan.requests;
  const contestants = [
    ...floors,
    ...rows.flatMap(({ contestant, aims }) => [...aims.map(({ floor }) => floor), contestant]),
  ];
  await showStep("Warm-up", () => runRounds(bench, contestants, 1, { ...plan.warmUp, connections }));
  const measured = await showStep(`${rounds} rounds of slices`, () =>
    runRounds(bench, contestants, rounds, { seconds, connections }),
  );
  const samples = new Map(contestants.map((contestant, index) => [contestant, measured[index] ?? []]));
  const [getCase] = rows;
  const single = [floors[0], ...getCase.aims.map(({ floor }) => floor), floors[1], getCase.contestant];
  showSection(
    "GET case: medians of the rounds, in brackets the middle 80 %; ratios are taken round by round",
    formatComparison(
      single,
      single.map((contestant) => samples.get(contestant) ?? []),
    ),
  );
  const ratioOf = (contestant: Contestant, floor: Contestant, read: (sample: Sample) => number) =>
    compareRounds(samples.get(contestant) ?? [], samples.get(floor) ?? [], read);
  const assessed = rows.flatMap(({ contestant, aims }) =>
    aims.map((aim) => ({ ...aim, contestant, ratio: ratioOf(contestant, aim.floor, perSecond) })),
  );
  showSection(
    `Throughput against the floors; random records of ${cases.toLocaleString("en")} cases and clients, feed of ${plan.feedEvents.toLocaleString("en")} document events`,
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
          `>= ${atLeast.toFixed(1)}`,
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
  const verdicts = [
    assess(
      "CPU of GET case against (a)",
      1.6,
      compareRounds(
        samples.get(getCase.contestant) ?? [],
        samples.get(floors[0]) ?? [],
        (sample) => sample.cpuMilliseconds,
      ),
    ),
    ...assessed.map(({ contestant, floor, ratio, atLeast }) =>
      assess(`throughput of ${contestant.label} against ${floor.label}`, atLeast, ratio, ">="),
    ),
  ];
  return { verdicts, samples };
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
): Promise<void> {
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
  showSection(
    `One and two processes on one database, ${connections} connections in all; load generator, servers and PostgreSQL share ${availableParallelism()} cores`,
    formatTable([
      ["", ...requestHead, "throughput x one process"],
      ...contestants.map(({ label }, index) => [
        label,
        ...requestColumns(samples[index]),
        index % 2 === 1 ? showSpread(compareRounds(samples[index] ?? [], samples[index - 1] ?? [], perSecond)) : "",
      ]),
    ]),
  );
}

/** The first page against one at nine tenths of the feed; one request at a time, so that the time is the request's own. */
async function comparePages(
  plan: Plan,
  bench: Bench,
  { server, requests: { firstPage }, feed: { farDocuments } }: RequestScene,
): Promise<Verdict[]> {
  const number = ((plan.feedEvents * 0.9) / 100).toLocaleString("en");
  const first: Contestant = { label: "page 1", server, requests: [firstPage] };
  const far: Contestant = { label: `page ${number}`, server, requests: [{ ...firstPage, path: farDocuments }] };
  for (const request of far.requests) await tryRequest(server.baseUrl, request);
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
