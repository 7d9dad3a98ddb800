import { fileURLToPath } from "node:url";
import { measureDeliveries } from "./bench/deliveries/measure.ts";
import { measureBulk } from "./bench/measure-bulk.ts";
import { measureImports } from "./bench/measure-imports.ts";
import { measureExports } from "./bench/measure-exports.ts";
import { measureFairness } from "./bench/measure-fairness.ts";
import { measureFeed } from "./bench/measure-feed.ts";
import { measureLists } from "./bench/lists/measure.ts";
import { measureStart } from "./bench/measure-start.ts";
import { measureWaiting } from "./bench/measure-waiting.ts";
import { measureRequests } from "./bench/measure-requests.ts";
import { fullPlan, quickPlan, type Plan } from "./bench/plan.ts";
import { createProcesses, type MeasuredServer, type Processes } from "./bench/programs.ts";
import { showSection, type Verdict } from "./bench/report.ts";
import { isRequestPart, prepareRequests, requestParts, type RequestPart } from "./bench/request-rows.ts";
import type { Bench } from "./bench/slices.ts";
import { createBenchSetup, type BenchSetup } from "./bench/stage.ts";
import { showStep } from "./steps.mjs";
import { waitForStopSignal } from "./stop-signal.ts";

const parts = [
  "requests",
  "feed",
  "waiting",
  "fairness",
  "deliveries",
  "bulk",
  "imports",
  "lists",
  "exports",
  "start",
] as const;
type Part = (typeof parts)[number];
const isPart = (word: string): word is Part => (parts as readonly string[]).includes(word);

/** What is measured, and of the part `requests` what of it. */
interface Wanted {
  parts: ReadonlySet<Part>;
  requests: ReadonlySet<RequestPart>;
}
/** What reads the feed, which takes a while to fill. */
const feedReaders: readonly RequestPart[] = ["feed-page", "pages", "memory"];
const caseportServer = fileURLToPath(import.meta.resolve("./bench/serve-caseport.ts"));

// Prisma's schema engine leaves timers of ten seconds behind, which nobody shall wait for.
process.exit(await main());

/**
 * `npm run bench`, with `-- --quick` for a few minutes: what requests, the feed, waiting for it, a firm beside another
 * one, deliveries, lists and exports cost, beside bare programs, and the memory of `npm start`, in one run. Names of
 * parts (`-- deliveries`) measure these alone, and `-- requests=get-case,post-folder` only these requests.
 *
 * @returns the exit code: 0 also if a target is missed, because this is a measurement, not a test
 */
async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const quick = words.includes("--quick");
  const { wanted, unknown } = readWords(words.filter((word) => word !== "--quick"));
  if (unknown.length > 0) {
    console.error(
      `There is no ${unknown.join(", ")}: --quick, ${parts.join(", ")}; requests=${requestParts.join(",")}.`,
    );
    return 1;
  }
  const stopping = waitForStopSignal([]);
  const begun = performance.now();
  console.log(`\nCaseport: bench${quick ? ", quick" : ""}\n`);
  try {
    await measure(quick ? quickPlan : fullPlan, wanted, stopping);
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

function readWords(words: readonly string[]): { wanted: Wanted; unknown: string[] } {
  const named = words.map((word) => word.split("="));
  const ofRequests = named.flatMap(([part, list]) =>
    part === "requests" && list !== undefined ? list.split(",") : [],
  );
  const chosen = named.map(([part = ""]) => part);
  const wanted = {
    parts: new Set(words.length > 0 ? chosen.filter(isPart) : parts),
    requests: new Set(ofRequests.length > 0 ? ofRequests.filter(isRequestPart) : requestParts),
  };
  return {
    wanted,
    unknown: [
      ...words.filter((word) => !isPart(word.startsWith("requests=") ? "requests" : word)),
      ...ofRequests.filter((name) => !isRequestPart(name)),
    ],
  };
}

async function measure(plan: Plan, { parts: wanted, requests }: Wanted, stopping: AbortSignal): Promise<void> {
  const setup = await showStep("PostgreSQL and a firm", () => createBenchSetup());
  const processes = createProcesses(stopping);
  const verdicts: Verdict[] = [];
  try {
    stopping.throwIfAborted();
    if (wanted.has("requests") || wanted.has("feed"))
      verdicts.push(...(await measureServers({ plan, setup, processes }, { parts: wanted, requests }, stopping)));
    if (wanted.has("waiting"))
      verdicts.push(...(await measureWaiting(plan, setup, processes, () => startCaseport(setup, processes))));
    if (wanted.has("fairness"))
      verdicts.push(...(await measureFairness(plan, setup, processes, () => startCaseport(setup, processes))));
    if (wanted.has("deliveries"))
      verdicts.push(...(await measureDeliveries(plan, setup, processes, await startCaseport(setup, processes))));
    if (wanted.has("bulk"))
      verdicts.push(...(await measureBulk(plan, setup, processes, () => startCaseport(setup, processes))));
    if (wanted.has("imports")) verdicts.push(...(await measureImports(plan, setup, stopping)));
    // Last: the others' measurements should not have a million cases beside them.
    if (wanted.has("lists")) verdicts.push(...(await measureListsOf(plan, setup, processes, stopping)));
    if (wanted.has("start")) verdicts.push(...(await measureStart(plan, setup, processes, stopping)));
    if (wanted.has("exports")) verdicts.push(...(await measureExports({ plan, setup }, stopping)));
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
  { parts: wanted, requests }: Wanted,
  stopping: AbortSignal,
): Promise<Verdict[]> {
  const start = () => startCaseport(setup, processes);
  const ofRequests = wanted.has("requests") ? requests : new Set<RequestPart>();
  const withFeed = wanted.has("feed") || feedReaders.some((name) => ofRequests.has(name));
  const scene = await prepareRequests({ plan, setup, processes, wanted: ofRequests, withFeed }, start, stopping);
  const bench: Bench = { load: processes.startLoadGenerator(), postgresPid: setup.postgresPid };
  const verdicts = await measureRequests({ plan, setup, bench, scene }, ofRequests);
  const { floors, server, feed } = scene;
  if (!wanted.has("feed") || feed === null) return verdicts;
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
