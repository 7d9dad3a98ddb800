import { openDatabase } from "../../../platform/database/database.ts";
import { createInstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { createTenant } from "../../../testing/harness/tenant.ts";
import { showStep } from "../../steps.mjs";
import { explainPages } from "./plans.ts";
import { fillLists } from "./rows.ts";
import { findWalks, pageSize, type FoundWalk } from "./lists.ts";
import type { Plan } from "../plan.ts";
import type { MeasuredServer } from "../programs.ts";
import { cell, formatTable, assess, showSection, showSpread, type Verdict } from "../report.ts";
import { tryRequest } from "../requests.ts";
import { compareRounds, runRounds, spread, type Bench, type Contestant, type Sample } from "../slices.ts";
import type { BenchSetup } from "../stage.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";

interface ListScene {
  plan: Plan;
  setup: BenchSetup;
  bench: Bench;
  server: MeasuredServer;
}

/**
 * The aim for lists: a page far behind costs what the first one does, in time and in CPU, and no page reads a table
 * whole.
 */
export async function measureLists(
  { plan, setup, bench, server }: ListScene,
  stopping: AbortSignal,
): Promise<Verdict[]> {
  const { organizationId, other, secret } = await createBenchTenants(setup);
  const { cases, others } = plan.lists;
  await showStep(`${cases.toLocaleString("en")} cases and clients`, () =>
    fillLists(setup.ownerUrl, [organizationId, other], plan.lists, stopping),
  );
  const walks = await showStep("Far pages", () =>
    findWalks(setup.ownerUrl, organizationId, cases, createInstallationKeys(setup.installationSecret)),
  );
  const describe = (label: string, path: string): Contestant => ({
    label,
    server,
    requests: [{ method: "GET", path, headers: { "x-api-key": secret } }],
  });
  const contestants = walks.flatMap(({ label, firstPage, farPage }) => [
    describe(label, firstPage),
    describe(label, farPage),
  ]);
  const tryAll = async () => {
    for (const { requests } of contestants) for (const request of requests) await tryRequest(server.baseUrl, request);
  };
  await showStep("Each page once", tryAll);
  const samples = await showStep("Pages of lists", () =>
    runRounds(bench, contestants, plan.lists.rounds, { seconds: plan.sliceSeconds, connections: 1 }),
  );
  showSection(
    `Lists, pages of ${pageSize}; ${cases.toLocaleString("en")} cases and clients, ${others.toLocaleString("en")} of each other kind, a tenth of that in another organization; one connection`,
    formatWalks(walks, samples),
  );
  const plans = await showStep("Their plans", () =>
    explainPages(
      setup,
      organizationId,
      secret,
      walks.flatMap(({ firstPage, farPage }) => [firstPage, farPage]),
    ),
  );
  const rows = walks.map(({ label }, index) => {
    const [first, far] = plans.slice(2 * index);
    return [
      label,
      ...[first, far].flatMap((page) => [cell(page?.rowsRead ?? Number.NaN, 1), String(page?.blocks)]),
      [...new Set([...(first?.scanned ?? []), ...(far?.scanned ?? [])])].join(", ") || "none",
    ];
  });
  showSection(
    "EXPLAIN (ANALYZE, BUFFERS) in the application's role: rows that scans read for each that is shown, blocks, tables read whole",
    [...formatTable([["", "first: rows", "blocks", "far: rows", "blocks", "whole tables"], ...rows])],
  );
  const whole = plans.filter(({ scanned }) => scanned.length > 0).length;
  return [
    ...walks.flatMap((walk, index) => assessWalk(walk, samples[2 * index], samples[2 * index + 1])),
    {
      outcome: whole === 0 ? "met" : "MISSED",
      text: `pages of lists that read a table whole: aim 0, measured ${whole}`,
    },
  ];
}

async function createBenchTenants(
  setup: BenchSetup,
): Promise<{ organizationId: string; secret: string; other: string }> {
  const database = openDatabase(setup.applicationUrl, { poolSize: 1, hooks });
  try {
    const { organizationId, secret } = await createTenant(database);
    return { organizationId, secret, other: (await createTenant(database)).organizationId };
  } finally {
    await database.close();
  }
}

const measures = [
  ["time", (sample: Sample) => sample.medianMilliseconds],
  ["CPU", (sample: Sample) => sample.cpuMilliseconds],
  ["PostgreSQL's CPU", (sample: Sample) => sample.databaseCpuMilliseconds ?? Number.NaN],
] as const;

function formatWalks(walks: readonly FoundWalk[], samples: readonly (readonly Sample[])[]): string[] {
  const head = ["", "far page", ...measures.flatMap(([name]) => [`${name}: first, ms`, "far, ms", "far x first"])];
  const rows = walks.map(({ label, number }, index) => {
    const [first = [], far = []] = samples.slice(2 * index);
    const columns = measures.flatMap(([, read]) => [
      cell(spread(first.map(read)).median, 2),
      cell(spread(far.map(read)).median, 2),
      showSpread(compareRounds(far, first, read)),
    ]);
    return [label, number.toLocaleString("en"), ...columns];
  });
  return formatTable([head, ...rows]);
}

function assessWalk(
  { label, number }: FoundWalk,
  first: readonly Sample[] = [],
  far: readonly Sample[] = [],
): Verdict[] {
  return measures
    .slice(0, 2)
    .map(([name, read]) =>
      assess(
        `${name} of page ${number.toLocaleString("en")} against page 1, ${label}`,
        1.2,
        compareRounds(far, first, read),
      ),
    );
}
