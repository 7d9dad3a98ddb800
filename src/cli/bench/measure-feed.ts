import { openDatabase, type Database } from "../../platform/database/database.ts";
import { showStep } from "../steps.mjs";
import { openBacklog } from "./deliveries/backlog.ts";
import type { Walk } from "./feed.ts";
import { createBenchTenant, subscribe, tryChange } from "./firms.ts";
import type { Plan } from "./plan.ts";
import type { MeasuredServer } from "./programs.ts";
import { formatComparison, assess, showSection, type Verdict } from "./report.ts";
import { tryRequest } from "./requests.ts";
import { compareRounds, runRounds, type Bench, type Contestant } from "./slices.ts";
import type { BenchSetup } from "./stage.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** What is measured besides reads and writes: the feed, and the deliveries that a mutation leaves. */
interface FeedScene {
  plan: Plan;
  setup: BenchSetup;
  bench: Bench;
  /** Compared with: (a) and (c). */
  floors: readonly Contestant[];
  server: MeasuredServer;
  walks: readonly Walk[];
  /** On the application role's URL. */
  database: Database;
}

/** Opens what the parts need beside the scene, and measures them. */
export async function measureFeed(opened: Omit<FeedScene, "database">): Promise<Verdict[]> {
  const database = openDatabase(opened.setup.applicationUrl, { poolSize: 2, hooks });
  try {
    const scene = { ...opened, database };
    const verdicts = await compareWalks(scene);
    await compareFanOut(scene);
    return verdicts;
  } finally {
    await database.close();
  }
}

/** First and last page of each way to read the feed; one request at a time, so that the time is the request's own. */
async function compareWalks({ plan, setup, bench, floors, server, walks }: FeedScene): Promise<Verdict[]> {
  const describe = (label: string, path: string, secret = setup.secret): Contestant => ({
    label,
    server,
    requests: [{ method: "GET", path, headers: { "x-api-key": secret } }],
  });
  const pages = walks.flatMap(({ label, firstPage, lastPage }) => [
    describe(`${label}, first page`, firstPage),
    describe(`${label}, last page`, lastPage),
  ]);
  const redacted = describe("all events, first page, redacted", walks[0]?.firstPage ?? "", setup.eventsSecret);
  const contestants = [...floors, ...pages, redacted];
  for (const { requests } of contestants.slice(floors.length))
    for (const request of requests) await tryRequest(server.baseUrl, request);
  const samples = await showStep("Pages of the feed", () =>
    runRounds(bench, contestants, plan.feedRounds, { seconds: plan.sliceSeconds, connections: 1 }),
  );
  showSection("GET /events, pages of 100; one connection", formatComparison(contestants, samples));
  return walks.flatMap(({ label }, index) => {
    const [first = [], last = []] = samples.slice(floors.length + 2 * index);
    return [
      assess(
        `median time of the last page against the first, ${label}`,
        1.2,
        compareRounds(last, first, (sample) => sample.medianMilliseconds),
      ),
      assess(
        `CPU of the last page against the first, ${label}`,
        1.2,
        compareRounds(last, first, (sample) => sample.cpuMilliseconds),
      ),
    ];
  });
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
    const samples = await showStep("Fan-out", () =>
      runRounds(bench, contestants, plan.feedRounds, { seconds: plan.sliceSeconds, connections: 16 }),
    );
    showSection(
      "What webhook subscriptions cost a mutation; 16 connections",
      formatComparison(contestants, samples, { first: "none" }),
    );
    await backlog.clear();
  } finally {
    await backlog.close();
  }
}
