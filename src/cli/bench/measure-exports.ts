import { openDatabase } from "../../platform/database/database.ts";
import { makeAlone, type AloneExport, type MadeAlone } from "../../testing/servers/export-process.ts";
import { createTenant } from "../../testing/harness/tenant.ts";
import { showStep } from "../steps.mjs";
import { fillLists } from "./lists/rows.ts";
import type { Plan } from "./plan.ts";
import { cell, formatTable, showSection, type Verdict } from "./report.ts";
import type { BenchSetup } from "./stage.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** The aim: an export of a million rows in less memory than this. */
const maxMegabytes = 256;

const exported: readonly Pick<AloneExport, "type" | "format" | "filters">[] = [
  { type: "cases", format: "csv", filters: {} },
  { type: "cases", format: "ndjson", filters: {} },
  { type: "cases", format: "xlsx", filters: {} },
  { type: "report", format: "csv", filters: { reportId: "rep_bench", parameters: {} } },
  { type: "full_organization", format: "zip", filters: { files: false } },
];

/**
 * The aim for exports: however many rows there are, the worker needs the memory of few. Each export is made by a
 * process of its own.
 */
export async function measureExports(
  { plan, setup }: { plan: Plan; setup: BenchSetup },
  stopping: AbortSignal,
): Promise<Verdict[]> {
  const { cases } = plan.exports;
  const organizationId = await createBenchTenant(setup);
  const other = await createBenchTenant(setup);
  await showStep(`${cases.toLocaleString("en")} cases and clients`, () =>
    fillLists(setup.ownerUrl, [organizationId, other], plan.exports, stopping),
  );
  await saveReport(setup, organizationId);
  const made: [string, MadeAlone][] = [];
  for (const each of exported) {
    stopping.throwIfAborted();
    const label = `${each.type}, ${each.format}`;
    made.push([
      label,
      await showStep(label, () =>
        makeAlone({ ...each, databaseUrl: setup.applicationUrl, organizationId, folder: setup.folder }),
      ),
    ]);
  }
  showSection(
    "Exports, each in a process of its own: the most that it had in memory (the kernel's high-water mark), from its start to the file in the spool",
    formatMade(made),
  );
  return made.map(([label, { rows, peakBytes }]) => {
    const megabytes = peakBytes / 2 ** 20;
    return {
      outcome: megabytes < maxMegabytes ? "met" : "MISSED",
      text: `memory for ${rows.toLocaleString("en")} rows of ${label}: aim < ${maxMegabytes} MB, measured ${cell(megabytes, 0)} MB`,
    };
  });
}

function formatMade(made: readonly [string, MadeAlone][]): string[] {
  const rows = made.map(([label, { rows: count, sizeBytes, peakBytes, milliseconds, cpuMilliseconds }]) => [
    label,
    count.toLocaleString("en"),
    cell(sizeBytes / 2 ** 20, 1),
    cell(peakBytes / 2 ** 20, 0),
    cell(milliseconds / 1000, 1),
    cell(cpuMilliseconds / 1000, 1),
    cell((count / milliseconds) * 1000, 0),
  ]);
  return formatTable([["", "rows", "file, MB", "memory, MB", "time, s", "CPU, s", "rows a second"], ...rows]);
}

async function createBenchTenant(setup: BenchSetup): Promise<string> {
  const database = openDatabase(setup.applicationUrl, { poolSize: 1, hooks });
  try {
    return (await createTenant(database)).organizationId;
  } finally {
    await database.close();
  }
}

/** A report of every case, with its client and its attorney. */
async function saveReport(setup: BenchSetup, organizationId: string): Promise<void> {
  const fields = [
    "sequenceId",
    "title",
    "matterStage",
    "matterStatus",
    "caseType",
    "caseState",
    "openedOn",
    "closedOn",
  ];
  const definition = JSON.stringify({
    columns: fields.map((field) => ({ key: field, field })),
    sort: [{ column: "sequenceId" }],
  });
  const database = openDatabase(setup.applicationUrl, { poolSize: 1, hooks });
  try {
    await database.withTenantTransaction(organizationId, async (transaction) => {
      const { id: ownerMemberId } = await transaction
        .selectFrom("Member")
        .select("id")
        .where("isAttorney", "=", true)
        .limit(1)
        .executeTakeFirstOrThrow();
      const row = {
        organizationId,
        id: "rep_bench",
        name: "All cases",
        category: "pipeline",
        entity: "cases",
        visibility: "organization",
        apiVisible: true,
        definition,
        ownerMemberId,
      };
      await transaction.insertInto("Report").values(row).execute();
    });
  } finally {
    await database.close();
  }
}
