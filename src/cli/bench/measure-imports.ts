import { join } from "node:path";
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
  header: string;
  /** A row; one with a fault lacks what every record of the kind has. */
  describe: (index: number, isFaulty: boolean) => string;
}

const kinds: readonly MeasuredKind[] = [
  {
    kind: "clients",
    header: "Client ID,First Name,Last Name,DOB,Cell Phone,Email,Address,City,State,Zip",
    describe: (index, isFaulty) =>
      `C-${index},Elena,${isFaulty ? "" : `Marsh ${index}`},4/17/1988,(512) 555-0182,e${index}@example.com,${index} Main St,Austin,Texas,78704`,
  },
  {
    kind: "contacts",
    header: "Contact ID,Company,Phone,Fax,Email,Roles",
    describe: (index, isFaulty) =>
      `K-${index},${isFaulty ? "" : `Carrier ${index}`},512 555 0183,512 555 0184,c${index}@example.com,Insurance`,
  },
  {
    kind: "cases",
    header: "Case Number,Client ID,Case Type,Date of Loss,Status,Title",
    describe: (index, isFaulty) => `M-${index},C-${isFaulty ? "none" : soundOf(index)},MVA,3/4/2025,Open,Marsh v. Cole`,
  },
  {
    kind: "tasks",
    header: "Task ID,Task Name,Due Date,Case Number,Priority",
    describe: (index, isFaulty) =>
      `T-${index},${isFaulty ? "" : "Call the adjuster"},1/15/2027,M-${soundOf(index)},High`,
  },
  {
    kind: "notes",
    header: "Note ID,Case Number,Note Date,Note Type,Note",
    describe: (index, isFaulty) =>
      `N-${index},M-${soundOf(index)},3/5/2025 2:30 PM,Phone,${isFaulty ? "" : "She called."}`,
  },
];

const isFaulty = (index: number) => index % faultEvery === faultEvery - 1;
/** The row itself, or the one before it, whose record exists. */
const soundOf = (index: number) => (isFaulty(index) ? index - 1 : index);

/**
 * Imports files of each kind with one per cent of faults, as a worker does, one after the other: each row is a call of
 * the operation that creates its record, with events and audit entries.
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
    const measured: { kind: string; seconds: number; rejected: number }[] = [];
    for (const each of kinds) {
      stopping.throwIfAborted();
      const label = `${rows.toLocaleString("en")} ${each.kind}`;
      measured.push({ kind: each.kind, ...(await showStep(label, () => importFile(tenant, work, each, rows))) });
    }
    showSection(
      `Imports of ${rows.toLocaleString("en")} rows of each kind with one per cent of faults, one after the other`,
      formatTable([
        ["", "time, s", "rows a second", "rejected", "minutes for 100,000"],
        ...measured.map(({ kind, seconds, rejected }) => [
          kind,
          cell(seconds, 1),
          cell(rows / seconds, 0),
          String(rejected),
          cell(minutesOf(rows, seconds), 1),
        ]),
      ]),
    );
    return measured.map(({ kind, seconds }) => {
      const minutes = minutesOf(rows, seconds);
      return {
        outcome: minutes <= maxMinutes ? "met" : "MISSED",
        text: `import of 100,000 ${kind}: aim <= ${maxMinutes} minutes, measured ${cell(minutes, 1)}`,
      };
    });
  } finally {
    await database.close();
  }
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
  { kind, header, describe }: MeasuredKind,
  count: number,
): Promise<{ seconds: number; rejected: number }> {
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
  const begun = performance.now();
  await run();
  const seconds = (performance.now() - begun) / 1_000;
  const { status, created, rejected } = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Import")
      .select(["status", "created", "rejected"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
  if (status !== "completed" || created + rejected !== count || rejected !== Math.floor(count / faultEvery))
    throw new Error(`The import of ${kind} is ${status}: ${created} created, ${rejected} rejected`);
  return { seconds, rejected };
}
