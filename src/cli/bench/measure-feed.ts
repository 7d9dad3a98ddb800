import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { showStep } from "../steps.mjs";
import { openBacklog } from "./deliveries/backlog.ts";
import type { Ask } from "./conversation.ts";
import { readDatabaseCpu } from "./database-cpu.ts";
import type { Walk } from "./feed.ts";
import { createBenchTenant, subscribe, tryChange } from "./firms.ts";
import type { Usage } from "./meter.ts";
import type { Plan } from "./plan.ts";
import type { MeasuredServer } from "./programs.ts";
import type { WaitOrder, WaitResult } from "./readers.ts";
import { cell, formatComparison, formatTable, assess, showSection, type Verdict } from "./report.ts";
import { tryRequest } from "./requests.ts";
import { compareRounds, quantile, runRounds, type Bench, type Contestant } from "./slices.ts";
import type { BenchSetup } from "./stage.ts";

/** What is measured besides reads and writes: the feed, waiting for it, and the deliveries that a mutation leaves. */
interface FeedScene {
  plan: Plan;
  setup: BenchSetup;
  bench: Bench;
  /** Compared with: (a) and (c). */
  floors: readonly Contestant[];
  /** A server for all requests, and another one on the same database. */
  server: MeasuredServer;
  other: MeasuredServer;
  walks: readonly Walk[];
  readers: Ask;
  /** On the application role's URL. */
  database: Database;
}

/** Opens what the parts need beside the scene, and measures them. */
export async function measureFeed(opened: Omit<FeedScene, "database">): Promise<Verdict[]> {
  const database = openDatabase(opened.setup.applicationUrl, 2);
  try {
    const scene = { ...opened, database };
    const verdicts = await compareWalks(scene);
    await measureWaiting(scene);
    await compareFanOut(scene);
    return verdicts;
  } finally {
    await database.close();
  }
}

/** First and last page of each way to read the feed; one request at a time, so that the time is the request's own. */
async function compareWalks({ plan, setup, bench, floors, server, walks }: FeedScene): Promise<Verdict[]> {
  const ask = (label: string, path: string, secret = setup.secret): Contestant => ({ label, server, requests: [{ method: "GET", path, headers: { "x-api-key": secret } }] });
  const pages = walks.flatMap(({ label, firstPage, lastPage }) => [ask(`${label}, first page`, firstPage), ask(`${label}, last page`, lastPage)]);
  const redacted = ask("all events, first page, redacted", walks[0]?.firstPage ?? "", setup.eventsSecret);
  const contestants = [...floors, ...pages, redacted];
  for (const { requests } of contestants.slice(floors.length)) for (const request of requests) await tryRequest(server.baseUrl, request);
  const samples = await showStep("Pages of the feed", () => runRounds(bench, contestants, plan.feedRounds, { seconds: plan.sliceSeconds, connections: 1 }));
  showSection("GET /events, pages of 100; one connection", formatComparison(contestants, samples));
  return walks.flatMap(({ label }, index) => {
    const [first = [], last = []] = samples.slice(floors.length + 2 * index);
    return [
      assess(`median time of the last page against the first, ${label}`, 1.2, compareRounds(last, first, (sample) => sample.medianMilliseconds)),
      assess(`CPU of the last page against the first, ${label}`, 1.2, compareRounds(last, first, (sample) => sample.cpuMilliseconds)),
    ];
  });
}

const manyReaders = 200;
/** A key may have ten places to wait. */
const readersPerKey = 10;
const idleSeconds = 2;

/** How soon waiting readers get a response, and what they cost while nothing happens. */
async function measureWaiting(scene: FeedScene): Promise<void> {
  const { plan, database, server, other, readers } = scene;
  const tenant = await createBenchTenant(database);
  await tryChange(server.baseUrl, tenant);
  const keys = await tenant.addKeys(manyReaders / readersPerKey);
  const all = Array.from({ length: readersPerKey }, () => keys).flat();
  const crowds = [
    { label: "1 reader", secrets: keys.slice(0, 1), changes: tenant.changes.slice(0, plan.changesForOne) },
    { label: `${manyReaders} readers`, secrets: all, changes: tenant.changes.slice(0, plan.changesForMany) },
  ];
  const rows: string[][] = [["", "changes", "median ms", "95th percentile ms", "largest ms"]];
  for (const { label, secrets, changes } of crowds) {
    for (const [where, writer] of [["the same process", server], ["another process", other]] as const) {
      const order: WaitOrder = { baseUrl: server.baseUrl, writerUrl: writer.baseUrl, secrets, changes, waitSeconds: 25 };
      const waited = (await showStep(`Waiting: ${label}, ${where}`, () => readers(order))) as WaitResult;
      rows.push([`${label}, changed through ${where}`, String(changes.length), ...[0.5, 0.95, 1].map((share) => cell(quantile(waited, share), 1))]);
    }
  }
  const idle = await showStep("Waiting in vain", async () => [await measureIdle(scene, []), await measureIdle(scene, all)]);
  showSection("GET /events?wait=25: from the response to a change until the response to a waiting reader", [
    ...formatTable(rows),
    ...formatTable([["while nothing happens", "server's CPU ms/s", "PostgreSQL CPU ms/s", "resident set, MiB"], ...idle]),
  ]);
}

/** What a server costs in which readers wait and nothing happens. */
async function measureIdle({ server, bench, readers }: FeedScene, secrets: readonly string[]): Promise<string[]> {
  const order: WaitOrder = { baseUrl: server.baseUrl, writerUrl: server.baseUrl, secrets, changes: [], waitSeconds: idleSeconds + 1 };
  const waiting = secrets.length === 0 ? Promise.resolve() : readers(order);
  await sleep(700);
  const read = async () => ({ usage: (await server.ask({ ask: "usage" })) as Usage, database: readDatabaseCpu(bench.postgresPid) ?? Number.NaN });
  const before = await read();
  await sleep(idleSeconds * 1_000);
  const after = await read();
  await waiting;
  return [
    `${secrets.length} readers`,
    cell((after.usage.cpuMilliseconds - before.usage.cpuMilliseconds) / idleSeconds, 1),
    cell((after.database - before.database) / idleSeconds, 1),
    cell(after.usage.rssBytes / 1_048_576, 1),
  ];
}

/** The same mutation with no, one and five subscriptions; nothing is delivered meanwhile. */
async function compareFanOut({ plan, setup, database, bench, server }: FeedScene): Promise<void> {
  const contestants: Contestant[] = [];
  const backlog = openBacklog(setup.ownerUrl);
  try {
    for (const count of [0, 1, 5]) {
      const hosts = Array.from({ length: count }, (_, index) => `hook-${index + 1}.example.com`);
      const tenant = await createBenchTenant(database, hosts);
      await subscribe(server.baseUrl, tenant, hosts);
      await tryChange(server.baseUrl, tenant);
      const { pending = 0 } = await backlog.countUnfinished(tenant.organizationId, hosts);
      if (pending !== count) throw new Error(`A mutation left ${pending} deliveries in place of ${count}.`);
      contestants.push({ label: `PATCH client, ${count} subscriptions`, server, requests: tenant.changes });
    }
    const samples = await showStep("Fan-out", () => runRounds(bench, contestants, plan.feedRounds, { seconds: plan.sliceSeconds, connections: 16 }));
    showSection("What webhook subscriptions cost a mutation; 16 connections", formatComparison(contestants, samples, { first: "none" }));
    await backlog.clear();
  } finally {
    await backlog.close();
  }
}
