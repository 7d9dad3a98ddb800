import { fileURLToPath } from "node:url";
import { measureDeliveries } from "./bench/deliveries/measure.ts";
import { measureExports } from "./bench/measure-exports.ts";
import { measureFairness } from "./bench/measure-fairness.ts";
import { measureFeed } from "./bench/measure-feed.ts";
import { measureLists } from "./bench/lists/measure.ts";
import { measureStart } from "./bench/measure-start.ts";
import { measureWaiting } from "./bench/measure-waiting.ts";
import { measureRequests, prepareRequests } from "./bench/measure-requests.ts";
import { fullPlan, quickPlan, type Plan } from "./bench/plan.ts";
import { createProcesses, type MeasuredServer, type Processes } from "./bench/programs.ts";
import { showSection, type Verdict } from "./bench/report.ts";
import type { Bench } from "./bench/slices.ts";
import { createBenchSetup, type BenchSetup } from "./bench/stage.ts";
import { showStep } from "./steps.mjs";
import { waitForStopSignal } from "./stop-signal.ts";

const parts = ["requests", "feed", "waiting", "fairness", "deliveries", "lists", "exports", "start"] as const;
type Part = (typeof parts)[number];
const isPart = (word: string): word is Part => (parts as readonly string[]).includes(word);
const caseportServer = fileURLToPath(import.meta.resolve("./bench/serve-caseport.ts"));

// Prisma's schema engine leaves timers of ten seconds behind, which nobody shall wait for.
process.exit(await main());

/**
 * `npm run bench`, with `-- --quick` for a few minutes: what requests, the feed, waiting for it, a firm beside another
 * one, deliveries, lists and exports cost, beside bare programs, and the memory of `npm start`, in one run. Names of
 * parts (`-- deliveries`) measure these alone.
 *
 * @returns the exit code: 0 also if a target is missed, because this is a measurement, not a test
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
    console.error(
      stopping.aborted
        ? "\nStopped; everything that the bench had started is gone."
        : `\n${error instanceof Error ? error.message : String(error)}`,
    );
    return stopping.aborted ? 130 : 1;
  }
  console.log(`\nTook ${Math.round((performance.now() - begun) / 1000)} s.`);
  return 0;
}

async function measure(plan: Plan, wanted: readonly Part[], stopping: AbortSignal): Promise<void> {
  const setup = await showStep("PostgreSQL and a firm", () => createBenchSetup());
  const processes = createProcesses(stopping);
  const verdicts: Verdict[] = [];
  try {
    stopping.throwIfAborted();
    if (wanted.includes("requests") || wanted.includes("feed"))
      verdicts.push(...(await measureServers({ plan, setup, processes }, wanted, stopping)));
    if (wanted.includes("waiting"))
      verdicts.push(...(await measureWaiting(plan, setup, processes, () => startCaseport(setup, processes))));
    if (wanted.includes("fairness"))
      verdicts.push(...(await measureFairness(plan, setup, processes, () => startCaseport(setup, processes))));
    if (wanted.includes("deliveries"))
      verdicts.push(...(await measureDeliveries(plan, setup, processes, await startCaseport(setup, processes))));
    // Last: the others' measurements should not have a million cases beside them.
    if (wanted.includes("lists")) verdicts.push(...(await measureListsOf(plan, setup, processes, stopping)));
    if (wanted.includes("start")) verdicts.push(...(await measureStart(plan, setup, processes, stopping)));
    if (wanted.includes("exports")) verdicts.push(...(await measureExports({ plan, setup }, stopping)));
  } finally {
    await processes.close();
    await setup.close();
  }
  const title =
    plan === fullPlan
      ? "Aims"
      : "Aims; this quick run has a smaller feed and fewer requests than they need, so a full run decides";
  showSection(
    title,
    verdicts.map(({ outcome, text }) => `${outcome.padEnd(9)}   ${text}`),
  );
}

async function measureServers(
  { plan, setup, processes }: { plan: Plan; setup: BenchSetup; processes: Processes },
  wanted: readonly Part[],
  stopping: AbortSignal,
): Promise<Verdict[]> {
  const start = () => startCaseport(setup, processes);
  const scene = await prepareRequests({ plan, setup, processes }, start, stopping);
  const bench: Bench = { load: processes.startLoadGenerator(), postgresPid: setup.postgresPid };
  const verdicts = wanted.includes("requests") ? await measureRequests(plan, setup, bench, scene) : [];
  if (!wanted.includes("feed")) return verdicts;
  const { floors, server, feed } = scene;
  return [...verdicts, ...(await measureFeed({ plan, setup, bench, floors, server, walks: feed.walks }))];
}

async function measureListsOf(
  plan: Plan,
  setup: BenchSetup,
  processes: Processes,
  stopping: AbortSignal,
): Promise<Verdict[]> {
  const bench: Bench = { load: processes.startLoadGenerator(), postgresPid: setup.postgresPid };
  return measureLists({ plan, setup, bench, server: await startCaseport(setup, processes) }, stopping);
}

function startCaseport(setup: BenchSetup, processes: Processes): Promise<MeasuredServer> {
  return processes.startServer([caseportServer], {
    BENCH_DATABASE_URL: setup.applicationUrl,
    BENCH_SECRET: setup.installationSecret,
  });
}
