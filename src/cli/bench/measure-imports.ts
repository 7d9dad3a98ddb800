import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Readable } from "node:stream";
import { buildImport } from "../../../prisma/seed/builders/imports.ts";
import { createImportHandler } from "../../areas/imports/work/domain.ts";
import type { ImportKind } from "../../areas/imports/mapping/domain.fields.ts";
import { declarationsByName } from "../../composition/router.ts";
import { openTransfers, toJobFiles } from "../../composition/file-transfers.ts";
import { hooks } from "../../composition/transaction-hooks.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { objectKey } from "../../platform/storage/storage.ts";
import { actorOf, changeRow, createTenant, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { showStep } from "../steps.mjs";
import type { Plan } from "./plan.ts";
import { cell, formatTable, showSection, type Verdict } from "./report.ts";
import type { BenchSetup } from "./stage.ts";

/** The aim: 100,000 rows in so many minutes. */
const maxMinutes = 10;
/** Of so many rows one has a fault. */
const faultEvery = 100;

interface MeasuredKind {
  kind: ImportKind;
  /** The table that has its records. */
  table: "Client" | "Contact" | "Case" | "Task" | "Note" | "Expense";
  header: string;
  /** A row; one with a fault lacks what every record of the kind has. */
  describe: (index: number, isFaulty: boolean) => string;
}

const kinds: readonly MeasuredKind[] = [
  {
    kind: "clients",
    table: "Client",
    header: "Client ID,First Name,Last Name,DOB,Cell Phone,Email,Address,City,State,Zip",
    describe: (index, isFaulty) =>
      `C-${index},Elena,${isFaulty ? "" : `Marsh ${index}`},4/17/1988,(512) 555-0182,e${index}@example.com,${index} Main St,Austin,Texas,78704`,
  },
  {
    kind: "contacts",
    table: "Contact",
    header: "Contact ID,Company,Phone,Fax,Email,Roles",
    describe: (index, isFaulty) =>
      `K-${index},${isFaulty ? "" : `Carrier ${index}`},512 555 0183,512 555 0184,c${index}@example.com,Insurance`,
  },
  {
    kind: "providers",
    table: "Contact",
    header: "Provider ID,Provider,Specialty,Phone,Address,City,State,Zip",
    describe: (index, isFaulty) =>
      `P-${index},${isFaulty ? "" : `Clinic ${index}`},Orthopedics,512 555 0185,${index} Main St,Austin,TX,78704`,
  },
  {
    kind: "cases",
    table: "Case",
    header: "Case Number,Client ID,Case Type,Date of Loss,Status,Title",
    describe: (index, isFaulty) => `M-${index},C-${isFaulty ? "none" : soundOf(index)},MVA,3/4/2025,Open,Marsh v. Cole`,
  },
  {
    kind: "tasks",
    table: "Task",
    header: "Task ID,Task Name,Due Date,Case Number,Priority",
    describe: (index, isFaulty) =>
      `T-${index},${isFaulty ? "" : "Call the adjuster"},1/15/2027,M-${soundOf(index)},High`,
  },
  {
    kind: "notes",
    table: "Note",
    header: "Note ID,Case Number,Note Date,Note Type,Note",
    describe: (index, isFaulty) =>
      `N-${index},M-${soundOf(index)},3/5/2025 2:30 PM,Phone,${isFaulty ? "" : "She called."}`,
  },
  {
    kind: "expenses",
    table: "Expense",
    header: "Expense ID,Case Number,Date,Type,Description,Amount",
    describe: (index, isFaulty) =>
      `E-${index},M-${soundOf(index)},3/5/2025,Filing Fee,Petition,${isFaulty ? "" : "$402.00"}`,
  },
];
/** Whose imports are undone at last: nothing hangs on their records. */
const undoneKinds: readonly ImportKind[] = ["expenses", "contacts"];

const isFaulty = (index: number) => index % faultEvery === faultEvery - 1;
/** The row itself, or the one before it, whose record exists. */
const soundOf = (index: number) => (isFaulty(index) ? index - 1 : index);

/**
 * Imports files of each kind with one per cent of faults, as a worker does, one after the other: each row is a call of
 * the operation that creates its record, with events and audit entries. Then undoes two of them.
 */
export async function measureImports(
  { imports: { rows } }: Plan,
  setup: BenchSetup,
  stopping: AbortSignal,
): Promise<Verdict[]> {
  const database = openDatabase(setup.applicationUrl, { poolSize: 2, hooks });
  try {
    const tenant = await createTenant(database);
    const work = await openWork(setup, database);
    const label = (what: string) => `${rows.toLocaleString("en")} ${what}`;
    const measured: Measured[] = [];
    const imported = new Map<ImportKind, string>();
    for (const each of kinds) {
      stopping.throwIfAborted();
      const { importId, ...figures } = await showStep(label(each.kind), () => importFile(tenant, work, each, rows));
      imported.set(each.kind, importId);
      measured.push({ what: each.kind, ...figures });
    }
    for (const kind of undoneKinds) {
      stopping.throwIfAborted();
      const what = `undo of ${kind}`;
      measured.push({
        what,
        ...(await showStep(label(what), () => undoImport(tenant, work, imported.get(kind) ?? "", rows))),
      });
    }
    showSection(
      `Imports of ${rows.toLocaleString("en")} rows of each kind with one per cent of faults, one after the other`,
      formatTable([
        ["", "time, s", "rows a second", "rejected", "peak memory, MiB", "event loop p99, ms", "minutes for 100,000"],
        ...measured.map(({ what, seconds, rejected, peakBytes, delayMilliseconds }) => [
          what,
          cell(seconds, 1),
          cell(rows / seconds, 0),
          String(rejected),
          cell(peakBytes / 1_048_576, 0),
          cell(delayMilliseconds, 1),
          cell(minutesOf(rows, seconds), 1),
        ]),
      ]),
    );
    return measured.map(({ what, seconds }) => {
      const minutes = minutesOf(rows, seconds);
      return {
        outcome: minutes <= maxMinutes ? "met" : "MISSED",
        text: `import of 100,000 rows, ${what}: aim <= ${maxMinutes} minutes, measured ${cell(minutes, 1)}`,
      };
    });
  } finally {
    await database.close();
  }
}

interface Figures {
  seconds: number;
  rejected: number;
  /** The largest resident set of this process. */
  peakBytes: number;
  /** How late the event loop was, of a hundred times all but one: what requests beside the work wait. */
  delayMilliseconds: number;
}

interface Measured extends Figures {
  what: string;
}

const minutesOf = (rows: number, seconds: number) => ((seconds / rows) * 100_000) / 60;

type Work = Awaited<ReturnType<typeof openWork>>;

async function openWork({ folder, installationSecret }: BenchSetup, database: Database) {
  const installationKeys = createInstallationKeys(installationSecret);
  const dataDirectory = join(folder, "imports");
  const files = await openTransfers(
    { baseUrl: "http://localhost", dataDirectory, storage: "disk", s3: null },
    { database, installationKeys },
  );
  const execute = createImportHandler({
    database,
    installationKeys,
    logger: createLogger("silent"),
    operations: declarationsByName,
    files: toJobFiles(files),
    stopping: new AbortController().signal,
  });
  return { storage: files.tools.storage, execute };
}

async function importFile(
  tenant: TestTenant,
  { storage, execute }: Work,
  { kind, table, header, describe }: MeasuredKind,
  count: number,
): Promise<Figures & { importId: string }> {
  const { organizationId, keyId } = tenant;
  const lines = Array.from({ length: count }, (_, index) => describe(index, isFaulty(index)));
  const file = Buffer.from(`${header}\n${lines.join("\n")}\n`);
  const given = { organizationId, keyId, requestedBy: actorOf(tenant), kind, status: "reading" };
  const records = buildImport(given);
  const { id, objectId } = records.Import;
  await storage.put(objectKey(organizationId, String(objectId)), Readable.from([file]), file.length);
  await insertFor(tenant, records);
  const run = () => execute({ organizationId, importId: id }, new AbortController().signal);
  await run();
  await changeRow(tenant, "Import", id, { status: "running" });
  const before = await countRecords(tenant, table);
  const figures = await measureWork(run);
  const { status, created, rejected } = await readCounts(tenant, id);
  const stored = (await countRecords(tenant, table)) - before;
  if (status !== "completed" || created + rejected !== count || rejected !== Math.floor(count / faultEvery))
    throw new Error(`The import of ${kind} is ${status}: ${created} created, ${rejected} rejected`);
  if (stored !== created) throw new Error(`The import of ${kind} says ${created} created, and stored ${stored}`);
  return { ...figures, rejected, importId: id };
}

async function undoImport(tenant: TestTenant, { execute }: Work, importId: string, count: number): Promise<Figures> {
  await changeRow(tenant, "Import", importId, { status: "undoing" });
  const figures = await measureWork(() =>
    execute({ organizationId: tenant.organizationId, importId }, new AbortController().signal),
  );
  const { status, created, rejected, undone, kept } = await readCounts(tenant, importId);
  if (status !== "undone" || undone !== created || created + rejected !== count)
    throw new Error(`The undo is ${status}: ${undone} of ${created} undone, ${kept} kept`);
  return { ...figures, rejected: kept };
}

async function measureWork(run: () => Promise<void>): Promise<Omit<Figures, "rejected">> {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  let peakBytes = 0;
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 250);
  delays.enable();
  const begun = performance.now();
  try {
    await run();
    // The histogram counts the timer's own resolution, too.
    return {
      seconds: (performance.now() - begun) / 1_000,
      peakBytes,
      delayMilliseconds: delays.percentile(99) / 1_000_000 - 10,
    };
  } finally {
    delays.disable();
    clearInterval(timer);
  }
}

function readCounts(tenant: TestTenant, importId: string) {
  return tenant.inside((transaction) =>
    transaction
      .selectFrom("Import")
      .select(["status", "created", "rejected", "undone", "kept"])
      .where("id", "=", importId)
      .executeTakeFirstOrThrow(),
  );
}

/** Records of the organization that are not deleted. */
async function countRecords(tenant: TestTenant, table: MeasuredKind["table"]): Promise<number> {
  const { count } = await tenant.inside((transaction) =>
    transaction
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as("count"))
      .where("organizationId", "=", tenant.organizationId)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}
