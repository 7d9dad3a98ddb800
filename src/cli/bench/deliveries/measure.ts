import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../../../platform/database/database.ts";
import { usualSlots } from "../../../areas/webhooks/deliveries/slots.ts";
import { showStep } from "../../steps.mjs";
import { openBacklog, type Backlog } from "./backlog.ts";
import type { SendCommand } from "../conversation.ts";
import { drain, type DrainScene } from "./drain.ts";
import { createBenchTenant, subscribe, type BenchTenant } from "../firms.ts";
import type { MemoryReading } from "../memory.ts";
import type { Usage } from "../meter.ts";
import type { Plan } from "../plan.ts";
import type { PostResult } from "../post-floor.ts";
import type { MeasuredProcess, MeasuredServer, Processes } from "../programs.ts";
import type { OpenReceivers } from "./receivers.ts";
import {
  cell,
  formatComparison,
  formatMemory,
  formatProfile,
  formatTable,
  validateMemory,
  showSection,
  showSpread,
  type Verdict,
} from "../report.ts";
import type { SelfTimes } from "../self-time.ts";
import { spread, type Sample } from "../slices.ts";
import type { BenchSetup } from "../stage.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";

const goodHosts = Array.from({ length: 5 }, (_, index) => `hook-${index + 1}.example.com`);
const hangingHost = "hanging.example.com";
const fourHosts = goodHosts.slice(0, 4);

/**
 * Deliveries by one worker, as `npm run worker` starts it, to receivers in a process of their own, beside a bare
 * client.
 */
export async function measureDeliveries(
  plan: Plan,
  setup: BenchSetup,
  processes: Processes,
  server: MeasuredServer,
): Promise<Verdict[]> {
  const database = openDatabase(setup.applicationUrl, { poolSize: 1, hooks });
  const backlog = openBacklog(setup.ownerUrl);
  try {
    const sendToReceivers = processes.startTool("deliveries/receivers.ts");
    const opened = (await sendToReceivers({
      command: "open",
      hosts: [...goodHosts, hangingHost],
      hanging: [hangingHost],
    })) as OpenReceivers;
    const startWorker = await prepareWorker(setup, processes, opened);
    const found = async (hosts: string[]) => {
      const tenant = await createBenchTenant(database, hosts);
      await subscribe(server.baseUrl, tenant, hosts);
      return tenant;
    };
    const scene = {
      plan,
      setup,
      backlog,
      sendToReceivers,
      opened,
      startWorker,
      sendToFloor: processes.startTool("post-floor.ts"),
    };
    const verdicts = await measureWorker(scene, await found(goodHosts));
    await compareHanging(scene, await found(fourHosts), await found([...fourHosts, hangingHost]));
    return verdicts;
  } finally {
    await backlog.close();
    await database.close();
  }
}

interface DeliveryScene {
  plan: Plan;
  setup: BenchSetup;
  backlog: Backlog;
  sendToReceivers: SendCommand;
  opened: OpenReceivers;
  startWorker: () => MeasuredProcess;
  sendToFloor: SendCommand;
}

async function prepareWorker(
  setup: BenchSetup,
  processes: Processes,
  { ca, receivers }: OpenReceivers,
): Promise<() => MeasuredProcess> {
  const authority = join(setup.folder, "authority.pem");
  await writeFile(authority, ca);
  const program = fileURLToPath(import.meta.resolve("../../worker.ts"));
  return () =>
    processes.startMeasured([program], {
      DATABASE_URL: setup.applicationUrl,
      CASEPORT_SECRET: setup.installationSecret,
      CASEPORT_DATA_DIR: setup.folder,
      CASEPORT_BASE_URL: "http://localhost",
      CASEPORT_WEBHOOK_TEST_RECEIVERS: receivers
        .map(({ host, address, port }) => `${host}=${address}:${port}`)
        .join(","),
      NODE_EXTRA_CA_CERTS: authority,
    });
}

/** Throughput and cost beside the floor, memory over a long backlog, and where the time goes: all with one worker. */
async function measureWorker(scene: DeliveryScene, tenant: BenchTenant): Promise<Verdict[]> {
  const { plan, startWorker } = scene;
  const worker = startWorker();
  const run = (deliveries: number, onQuarter?: DrainScene["onQuarter"]) =>
    drain(
      { ...scene, postgresPid: scene.setup.postgresPid, worker, tenant, hosts: goodHosts, onQuarter },
      deliveries / goodHosts.length,
    );
  await showStep("A worker and its warm-up", () => run(plan.deliveries.warmUp));
  const samples: [Sample[], Sample[]] = [[], []];
  await showStep(`${plan.deliveries.rounds} rounds of deliveries`, async () => {
    for (let round = 0; round < plan.deliveries.rounds; round += 1) {
      samples[0].push(await postFloor(scene, plan.deliveries.perRound));
      samples[1].push((await run(plan.deliveries.perRound)).sample);
    }
  });
  showSection(
    `Deliveries of one worker to ${goodHosts.length} receivers over TLS on this machine, ${plan.deliveries.perRound} at a time`,
    [
      ...formatComparison([{ label: "bare node:https, signed" }, { label: "worker" }], samples, {
        first: "bare",
        unit: "delivery",
      }),
      `${usualSlots.perGroup} at once to each receiver; receivers and PostgreSQL have processes of their own on the same cores`,
    ],
  );
  const verdicts = await drainBacklog(plan.deliveries.backlog, worker, run);
  const cpuMilliseconds = spread(samples[1].map((sample) => sample.cpuMilliseconds)).median;
  await worker.send({ command: "startProfile" });
  await showStep("Profile of the worker", () => run(plan.deliveries.perRound));
  const times = (await worker.send({ command: "stopProfile" })) as SelfTimes;
  showSection("Where the time goes", formatProfile({ title: "worker", cpuMilliseconds, times, unit: "delivery" }, 12));
  await worker.end();
  return verdicts;
}

async function postFloor({ sendToFloor, opened: { ca, receivers } }: DeliveryScene, count: number): Promise<Sample> {
  const order = {
    ca,
    receivers: receivers.filter(({ host }) => host !== hangingHost),
    count,
    perReceiver: usualSlots.perGroup,
  };
  const { seconds, cpuMilliseconds } = (await sendToFloor(order)) as PostResult;
  return {
    cpuMilliseconds: cpuMilliseconds / count,
    databaseCpuMilliseconds: null,
    responses: count,
    perSecond: count / seconds,
    medianMilliseconds: Number.NaN,
    failed: 0,
  };
}

type Run = (deliveries: number, onQuarter?: DrainScene["onQuarter"]) => ReturnType<typeof drain>;

/** A long backlog at a stretch: the worker's memory before it and at its quarters, and whether it stays as quick. */
async function drainBacklog(deliveries: number, worker: MeasuredProcess, run: Run): Promise<Verdict[]> {
  const read = async (done: number): Promise<MemoryReading> => {
    const { rssBytes, heapBytes } = (await worker.send({ command: "collect" })) as Usage;
    return { requests: done, rssBytes, heapBytes };
  };
  const readings = [await read(0)];
  const { sample, quarters, largestBytes, madeSeconds, repeated } = await showStep(
    `A backlog of ${deliveries.toLocaleString("en")} deliveries`,
    () => run(deliveries, async (done) => void readings.push(await read(done))),
  );
  showSection(
    `A backlog of ${deliveries.toLocaleString("en")} deliveries, written in ${cell(madeSeconds, 1)} s, drained by one worker`,
    [
      ...formatMemory(readings, "deliveries"),
      `largest resident set at any time: ${cell(largestBytes / 1_048_576, 1)} MiB`,
      ...formatTable([
        ["", "deliveries/s", "CPU ms/delivery", "PostgreSQL CPU ms"],
        [
          "the whole",
          cell(sample.perSecond, 0),
          cell(sample.cpuMilliseconds, 3),
          cell(sample.databaseCpuMilliseconds ?? Number.NaN, 2),
        ],
      ]),
      `deliveries/s in each quarter: ${quarters.map((perSecond) => cell(perSecond, 0)).join(", ")}`,
      `arrived more than once: ${repeated}`,
    ],
  );
  const memory = { wanted: deliveries, what: "deliveries" };
  return [
    validateMemory("worker's heap", readings, { ...memory, read: ({ heapBytes }) => heapBytes }),
    validateMemory("worker's resident set", readings, { ...memory, read: ({ rssBytes }) => rssBytes }),
  ];
}

/**
 * Four receivers that respond, without and with a fifth that accepts requests and never responds. A fresh worker each
 * time.
 */
async function compareHanging(scene: DeliveryScene, four: BenchTenant, five: BenchTenant): Promise<void> {
  const { rounds, perReceiver, warmUp } = { ...scene.plan.deliveries, rounds: scene.plan.deliveries.hangingRounds };
  const perSecond: [number[], number[]] = [[], []];
  await showStep("One receiver that hangs among five", async () => {
    for (let round = 0; round < rounds; round += 1) {
      for (const [place, tenant] of [
        [0, four],
        [1, five],
      ] as const) {
        const worker = scene.startWorker();
        const run = (own: BenchTenant, count: number) =>
          drain({ ...scene, postgresPid: scene.setup.postgresPid, worker, tenant: own, hosts: fourHosts }, count);
        await run(four, Math.min(warmUp, 1_000) / fourHosts.length);
        perSecond[place].push((await run(tenant, perReceiver)).sample.perSecond);
        await worker.end();
        await scene.backlog.clear();
        await sleep(100);
      }
    }
  });
  const ratios = perSecond[1].map((value, round) => value / (perSecond[0][round] ?? Number.NaN));
  showSection(`One receiver that hangs among five; ${perReceiver} deliveries for each`, [
    ...formatTable([
      ["", "deliveries/s to the other four"],
      ["without it", showSpread(spread(perSecond[0]), 0)],
      ["with it", showSpread(spread(perSecond[1]), 0)],
      ["ratio", showSpread(spread(ratios))],
    ]),
  ]);
}
