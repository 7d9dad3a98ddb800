import { setTimeout as delay } from "node:timers/promises";
import { buffer } from "node:stream/consumers";
import { classifyFailure } from "../../../platform/database/database-errors.ts";
import { createRequestId } from "../../../platform/database/ids.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import { createContext, type Context } from "../../../rpc/context.ts";
import { runSystemAction, type DeclaredAction } from "../../../rpc/unit-of-work.ts";
import { endNow, recordImportEvent } from "../domain.ts";
import { chooseSample, encryptSample, readMapping } from "../domain.preview.ts";
import { detectKind, detectSource, findHeader, guessColumns } from "../mapping/domain.columns.ts";
import type { ImportKind } from "../mapping/domain.fields.ts";
import type { Mapping } from "../mapping/domain.record.ts";
import { maxRows, maxRowsAbove, openTable, type Table, type TableRow } from "../reading/domain.table.ts";
import { FileUnreadable } from "../reading/domain.unreadable.ts";
import { previewRows } from "../schema.ts";
import { findImport, lockImportForUpdate, updateImportRow, type ImportRecord } from "../store.ts";
import { nameRequester } from "./domain.requesters.ts";
import { storeReport } from "./domain.report.ts";
import { readPending, rejectRow, rowsAtOnce, runRows, type PendingRow } from "./domain.rows.ts";
import type { ImportTools } from "./domain.tools.ts";
import { undoRows } from "./domain.undo.ts";
import type { ImportReference } from "./store.queue.ts";
import { beginAttempt, type ReportFile } from "./store.ts";

/** As often may workers begin without handling a row: the next one may be what they die of. */
const maxAttempts = 20;
/** How often a row that fails for a reason that may pass is tried, and how long is waited before. Milliseconds. */
const retryMilliseconds = [100, 1_000, 5_000, 15_000];

const action: DeclaredAction = {
  name: "imports.work",
  canRecordEvent: ["import.read", "import.checked", "import.completed", "import.failed", "import.undone"],
};

/** Works on an import: reads its file, checks or imports its rows, or undoes them. Rejects to have the job retried. */
export function createImportHandler(
  tools: ImportTools,
): (reference: ImportReference, expiry: AbortSignal) => Promise<void> {
  return async (reference, expiry) => {
    const signal = AbortSignal.any([tools.stopping, expiry]);
    try {
      await work(tools, reference, signal);
    } catch (error) {
      // The queue stores the message.
      if (signal.aborted) throw new Error("the worker stops", { cause: error });
      tools.logger.error({ error, importId: reference.importId }, "an import was interrupted");
      throw new Error("the import was interrupted; retrying", { cause: error });
    }
  };
}

async function work(tools: ImportTools, reference: ImportReference, signal: AbortSignal): Promise<void> {
  const row = await begin(tools, reference);
  if (row === null) return;
  if (row.attempts >= maxAttempts) return fail(tools, row, "internal");
  try {
    if (row.status === "undoing") await undoAll(tools, row, signal);
    else if (row.status === "reading") await readFile(tools, row);
    else await runAll(tools, row, signal);
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    await fail(tools, row, error.reason);
  }
}

/** @returns null if there is nothing to do */
function begin({ database }: ImportTools, { organizationId, importId }: ImportReference): Promise<ImportRecord | null> {
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const context = { organizationId, transaction };
    const row = await lockImportForUpdate(context, importId, "all");
    if (row === undefined || !["reading", "checking", "running", "undoing"].includes(row.status)) return null;
    await beginAttempt(context, importId);
    return row;
  });
}

/**
 * Ends a piece of work in the requester's name, unless the import was canceled meanwhile.
 *
 * @returns whether it ended
 */
function end(
  { database, installationKeys }: ImportTools,
  row: ImportRecord,
  change: (context: Context, before: ImportRecord) => Promise<boolean>,
): Promise<boolean> {
  const unit = {
    database,
    installationKeys,
    principal: nameRequester(row),
    requestId: createRequestId(),
    clientIp: null,
    action,
  };
  return runSystemAction(unit, async (context) => {
    const before = await lockImportForUpdate(context, row.id, "all");
    return before !== undefined && before.status === row.status && (await change(context, before));
  });
}

async function fail(tools: ImportTools, row: ImportRecord, failure: string): Promise<void> {
  await end(tools, row, async (context, before) => {
    // What an import that cannot go on has written can be undone; of one that is being undone the rest stays.
    const status = row.status === "running" || row.status === "undoing" ? "cancelled" : "failed";
    const after = await updateImportRow(context, row.id, { status, failure, ...endNow() });
    if (after === undefined) return false;
    recordImportEvent(context, "import.failed", before, after);
    return true;
  });
}

async function openFile({ files }: ImportTools, { organizationId, objectId }: ImportRecord): Promise<Table> {
  if (objectId === null) throw new FileUnreadable("not_a_table");
  return openTable(organizationId, await buffer(await files.storage.read(objectKey(organizationId, objectId))));
}

/** Finds the names of the columns, the kind of the rows and the first of them, and counts the rows. */
async function readFile(tools: ImportTools, row: ImportRecord): Promise<void> {
  const table = await openFile(tools, row);
  const first: TableRow[] = [];
  let filled = 0;
  for await (const read of table.readRows()) {
    filled += 1;
    if (first.length < maxRowsAbove + previewRows + 1) first.push(read);
  }
  const header = findHeader(first.slice(0, maxRowsAbove + 1));
  const above = header === undefined ? 0 : first.indexOf(header.row) + 1;
  const rowCount = filled - above;
  if (header === undefined || rowCount <= 0) throw new FileUnreadable("no_rows");
  if (rowCount > maxRows) throw new FileUnreadable("too_many_rows");
  const { names } = header;
  const source = detectSource(names);
  const kind = (row.kind as ImportKind | null) ?? detectKind(names, source);
  await end(tools, row, async (context, before) => {
    const after = await updateImportRow(context, row.id, {
      status: "ready",
      format: table.format,
      kind,
      source,
      columns: guessColumns(names, kind, source),
      sample: encryptSample(tools.installationKeys, row, chooseSample(first.slice(above))),
      headerRow: header.row.number,
      rowCount,
      attempts: 0,
    });
    if (after === undefined) return false;
    recordImportEvent(context, "import.read", before, after);
    return true;
  });
}

/** Runs the rows behind the import's position, and ends the check or the import. */
async function runAll(tools: ImportTools, row: ImportRecord, signal: AbortSignal): Promise<void> {
  const table = await openFile(tools, row);
  const mapping = await readMappingOf(tools, row);
  const seen = new Map<string, number>();
  const state = { position: row.position, alone: row.attempts > 0 ? rowsAtOnce : 0 };
  let pending: PendingRow[] = [];
  for await (const read of table.readRows()) {
    if (read.number <= (row.headerRow ?? 0)) continue;
    const next = readPending(mapping, seen, read);
    if (read.number <= row.position) continue;
    pending.push(next);
    while (pending.length >= rowsAtOnce) {
      const left = await runSome(tools, { row, mapping, signal }, state, pending);
      if (left === null) return;
      pending = left;
    }
  }
  while (pending.length > 0) {
    const left = await runSome(tools, { row, mapping, signal }, state, pending);
    if (left === null) return;
    pending = left;
  }
  await endRows(tools, row, table);
}

function readMappingOf({ database }: ImportTools, row: ImportRecord): Promise<Mapping> {
  const { organizationId } = row;
  return database.withTenantReads(organizationId, (transaction) =>
    readMapping(
      createContext(
        { principal: nameRequester(row), requestId: row.id, clientIp: null, hooks: database.hooks },
        transaction,
      ),
      row,
    ),
  );
}

interface Running {
  row: ImportRecord;
  mapping: Mapping;
  signal: AbortSignal;
}

/**
 * Runs the first of the rows.
 *
 * @param state how many of the next rows run alone, because of those before one could not share their transaction
 * @returns the rows that are left; null if the work has ended
 */
async function runSome(
  tools: ImportTools,
  { row, mapping, signal }: Running,
  state: { position: number; alone: number },
  pending: readonly PendingRow[],
): Promise<PendingRow[] | null> {
  signal.throwIfAborted();
  const rows = pending.slice(0, state.alone > 0 ? 1 : rowsAtOnce);
  const batch = { row, mapping, position: state.position, rows };
  const result =
    (await tryRows(tools, rows.length, signal, () => runRows(tools, batch))) ??
    (rows.length > 1 ? { handled: 0, position: state.position } : await rejectRow(tools, batch));
  if (result === "lost") return null;
  if (result === "not_allowed") {
    await fail(tools, row, "not_allowed");
    return null;
  }
  state.alone = result.handled < rows.length ? 1 : Math.max(0, state.alone - result.handled);
  state.position = result.position;
  return pending.slice(result.handled);
}

/**
 * Works on rows; what fails of one alone is tried again, because the reason may pass.
 *
 * @returns null if nothing of them is committed: several are then tried one by one
 * @throws while the database is away, and when the worker stops
 */
async function tryRows<Result>(
  { logger, retryMilliseconds: waits = retryMilliseconds }: ImportTools,
  count: number,
  signal: AbortSignal,
  run: () => Promise<Result>,
): Promise<Result | null> {
  for (const wait of [...waits, null]) {
    try {
      return await run();
    } catch (error) {
      // Of several rows the wait for a lock is short: alone they wait as every request does.
      if (signal.aborted || (count === 1 && classifyFailure(error) === "away")) throw error;
      logger.warn({ error, count }, "rows of an import failed");
      if (count > 1 || wait === null) return null;
      await delay(wait, undefined, { signal });
    }
  }
  return null;
}

/** Stores the file of rejected rows, and completes the check or the import. */
async function endRows(tools: ImportTools, row: ImportRecord, table: Table): Promise<void> {
  const { organizationId } = row;
  const now = await tools.database.withTenantReads(organizationId, (transaction) =>
    findImport({ organizationId, transaction }, row.id, "all"),
  );
  if (now === undefined || now.status !== row.status) return;
  const report = await storeReport(tools, now, table);
  const before = now.reportObjectId;
  const isEnded = await end(tools, row, async (context, locked) => {
    const isCheck = row.status === "checking";
    const after = await updateImportRow(context, row.id, {
      ...describeReport(report),
      attempts: 0,
      ...(isCheck ? { status: "ready", checkedAt: new Date().toISOString() } : { status: "completed", ...endNow() }),
    });
    if (after === undefined) return false;
    recordImportEvent(context, isCheck ? "import.checked" : "import.completed", locked, after);
    return true;
  });
  const unused = isEnded ? before : (report?.objectId ?? null);
  if (unused !== null) await tools.files.drop(organizationId, unused);
}

const describeReport = (report: ReportFile | null) => ({
  reportObjectId: report?.objectId ?? null,
  reportSizeBytes: report?.sizeBytes ?? null,
  reportSha256: report?.sha256 ?? null,
});

async function undoAll(tools: ImportTools, row: ImportRecord, signal: AbortSignal): Promise<void> {
  let alone = row.attempts > 0 ? rowsAtOnce : 0;
  for (;;) {
    signal.throwIfAborted();
    const isAlone = alone > 0;
    const result = await tryRows(tools, isAlone ? 1 : rowsAtOnce, signal, () => undoRows(tools, row, isAlone));
    if (result === null && isAlone) throw new Error("a row of an import could not be undone");
    if (result === "lost") return;
    if (result === "not_allowed") return fail(tools, row, "not_allowed");
    if (result === "over") break;
    const undone = result?.undone ?? 0;
    alone = undone === 0 ? 1 : Math.max(0, alone - undone);
  }
  await end(tools, row, async (context, before) => {
    const after = await updateImportRow(context, row.id, { status: "undone", attempts: 0 });
    if (after === undefined) return false;
    recordImportEvent(context, "import.undone", before, after);
    return true;
  });
}
