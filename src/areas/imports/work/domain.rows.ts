import { AppError, notFound } from "../../../contract/errors/error-codes.ts";
import { externalPrefix, type ExternallyNamed } from "../../../contract/external-ids.ts";
import { shareTransaction } from "../../../platform/database/shared-transaction.ts";
import { createContext, type Context } from "../../../rpc/context.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { findByExternalIds } from "../../../rpc/store.external-ids.ts";
import { asImporter, assertCanWrite } from "../domain.ts";
import { checkCall, describeMissingOwner } from "../mapping/domain.check.ts";
import { findField, importFields, type ImportKind } from "../mapping/domain.fields.ts";
import {
  describeCreation,
  describeUpdate,
  readRecord,
  recordKinds,
  type Mapping,
  type RowFault,
  type RowRecord,
} from "../mapping/domain.record.ts";
import type { TableRow } from "../reading/domain.table.ts";
import type { ImportRecord } from "../store.ts";
import { callForRow, describeRejection } from "./domain.calls.ts";
import { lockImportRequesterForShare } from "./domain.requesters.ts";
import { keepOtherLines } from "./domain.lines.ts";
import type { ImportTools } from "./domain.tools.ts";
import { encryptBefore } from "./domain.before.ts";
import { lockWorkForUpdate, recordRows, type HandledRow } from "./store.ts";

/** Rows that share a transaction at most: PostgreSQL keeps no more than 64 savepoints of one at hand. */
export const rowsAtOnce = 50;

/** A row, and the row before it that has its `externalId`; null if it is the first. */
export interface PendingRow extends TableRow {
  record: RowRecord;
  repeats: number | null;
}

interface RowBatch {
  row: ImportRecord;
  mapping: Mapping;
  /** Behind which the rows stand. */
  position: number;
  rows: readonly PendingRow[];
}

/** What became of a batch: how many rows were handled; or that the worker has lost the import, or its requester. */
type BatchResult = { handled: number; position: number } | "lost" | "not_allowed";

/** Rolls a check's transaction back, after its rows ran in it. */
class OnlyChecked extends Error {}

/**
 * Runs the next rows of an import in one transaction, each behind a savepoint: their records, events, audit entries and
 * results commit together with the position behind them, so that each row is run once whatever happens to the worker.
 * Of a check the transaction is rolled back, and only its faults are stored.
 *
 * A row that may succeed later or alone, as one that waits for a lock, ends the batch before it.
 *
 * @throws if nothing is committed
 */
export async function runRows(tools: ImportTools, batch: RowBatch): Promise<BatchResult> {
  const { row, rows, position } = batch;
  const isCheck = row.status === "checking";
  let handled: HandledRow[] = [];
  let lost: "lost" | "not_allowed" | null = null;
  const options = { isAlone: rows.length === 1 };
  try {
    await shareTransaction(tools.database, row.organizationId, options, async ({ transaction, parts }) => {
      handled = [];
      const context = createPlainContext(tools, batch, transaction);
      lost = await lockBatchForUpdate(tools, context, batch);
      if (lost !== null) return;
      handled = await runInTurn({ ...tools, database: parts }, context, batch);
      if (isCheck) throw new OnlyChecked();
      if (handled.length > 0)
        await recordRows(context, row.id, { position: positionBehind(rows, handled, position), handled });
    });
  } catch (error) {
    if (!(error instanceof OnlyChecked)) throw error;
    const isKept = await tools.database.withTenantTransaction(row.organizationId, async (transaction) => {
      const context = createPlainContext(tools, batch, transaction);
      if ((await lockWorkForUpdate(context, { importId: row.id, status: row.status, position })) === undefined)
        return false;
      const stored = handled.filter(({ outcome }) => outcome === "rejected");
      await recordRows(context, row.id, { position: positionBehind(rows, handled, position), handled, stored });
      return true;
    });
    if (!isKept) return "lost";
  }
  return lost ?? { handled: handled.length, position: positionBehind(rows, handled, position) };
}

/** Rejects a row that fails again and again for a reason that is not its own, so that those behind it are imported. */
export function rejectRow(tools: ImportTools, batch: RowBatch): Promise<BatchResult> {
  const { row, rows, position } = batch;
  return tools.database.withTenantTransaction(row.organizationId, async (transaction): Promise<BatchResult> => {
    const context = createPlainContext(tools, batch, transaction);
    const [failed] = rows;
    const locked = await lockWorkForUpdate(context, { importId: row.id, status: row.status, position });
    if (locked === undefined || failed === undefined) return "lost";
    const faults = [{ column: null, message: "Something went wrong on our side. Send the row again" }];
    const { number } = failed;
    const handled: HandledRow[] = [{ ...nothing, number, outcome: "rejected", faults }];
    await recordRows(context, row.id, { position: number, handled });
    return { handled: 1, position: number };
  });
}

const positionBehind = (rows: readonly PendingRow[], handled: readonly HandledRow[], before: number) =>
  rows[handled.length - 1]?.number ?? before;

/** For the batch's own statements: as whom the rows are written is known behind its lock. */
function createPlainContext(
  { database, installationKeys }: ImportTools,
  { row }: Pick<RowBatch, "row">,
  transaction: Context["transaction"],
): Context {
  const principal = systemPrincipal(row.organizationId);
  return createContext(
    { principal, requestId: row.id, clientIp: null, hooks: database.hooks, installationKeys },
    transaction,
  );
}

async function lockBatchForUpdate(
  tools: ImportTools,
  context: Context,
  batch: RowBatch,
): Promise<"lost" | "not_allowed" | null> {
  const { row, position } = batch;
  const locked = await lockWorkForUpdate(context, { importId: row.id, status: row.status, position });
  if (locked === undefined) return "lost";
  const importer = await lockImporterForShare(tools, context, row);
  if (importer === null) return "not_allowed";
  context.principal = importer;
  return null;
}

/** As whom an import's rows are written; null if that is no longer allowed. */
export async function lockImporterForShare(
  { operations }: Pick<ImportTools, "operations">,
  context: Context,
  row: ImportRecord,
): Promise<Context["principal"] | null> {
  const requester = await lockImportRequesterForShare(context, row);
  if (requester === null) return null;
  const importer = asImporter(requester, () => operations, row);
  try {
    assertCanWrite(importer, () => operations, row.kind as ImportKind);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
  return importer;
}

async function runInTurn(tools: ImportTools, context: Context, batch: RowBatch): Promise<HandledRow[]> {
  const { row, mapping, rows } = batch;
  const found = await findByExternalIds(context, listReferences(mapping.kind, rows));
  const isAlone = rows.length === 1;
  const handled: HandledRow[] = [];
  for (const pending of rows) {
    const done = await runRow(tools, context, { row, mapping, found }, pending).catch((error: unknown) => {
      if (isAlone) throw error;
      return null;
    });
    if (done === null) break;
    handled.push(done);
  }
  return handled;
}

type Found = Awaited<ReturnType<typeof findByExternalIds>>;

/** All records that rows name by an `externalId`: their own, and those that they refer to. */
function listReferences(
  kind: ImportKind,
  rows: readonly PendingRow[],
): { kind: ExternallyNamed; externalId: string }[] {
  return rows.flatMap(({ record: { externalId, values } }) => [
    ...(externalId === null ? [] : [{ kind: recordKinds[kind], externalId }]),
    ...importFields[kind].flatMap(({ name, refersTo }) => {
      const value = values.get(name);
      return refersTo !== undefined && typeof value === "string" && value.startsWith(externalPrefix)
        ? [{ kind: refersTo, externalId: value.slice(externalPrefix.length) }]
        : [];
    }),
  ]);
}

interface Place {
  row: ImportRecord;
  mapping: Mapping;
  found: Found;
}

/** @throws what may pass, or is no rejection of the row */
async function runRow(
  tools: ImportTools,
  context: Context,
  { row, mapping, found }: Place,
  { number, record, repeats }: PendingRow,
): Promise<HandledRow> {
  const reject = (faults: readonly RowFault[]): HandledRow => ({ ...nothing, number, outcome: "rejected", faults });
  const faults = listFaults(mapping, found, { record, repeats });
  if (faults.length > 0) return reject(faults);
  const existing =
    record.externalId === null ? undefined : found.get(recordKinds[mapping.kind])?.get(record.externalId);
  if (existing !== undefined && row.existing === "skip") return { ...nothing, number, outcome: "skipped" };
  const call =
    existing === undefined
      ? describeCreation(mapping.kind, record)
      : await describeUpdateOf(context, mapping.kind, existing, record);
  if (call === null)
    return existing === undefined
      ? reject([describeMissingOwner(mapping.kind)])
      : { ...nothing, number, outcome: "skipped" };
  const checked = checkCall(tools.operations, mapping, call);
  if ("faults" in checked) return reject(checked.faults);
  const result = await callForRow(tools, { principal: context.principal, importId: row.id }, checked, existing).catch(
    (error: unknown) => {
      const rejection = describeRejection(mapping, error);
      if (rejection === null) throw error;
      return existing !== undefined && isMissing(mapping.kind, error) ? [externalIdOfDeleted(mapping)] : rejection;
    },
  );
  if (Array.isArray(result)) return reject(result);
  const { recordId, etag, diff } = result;
  const before =
    existing === undefined ? null : encryptBefore(tools.installationKeys, { row, number }, { body: call.body, diff });
  return { ...nothing, number, outcome: existing === undefined ? "created" : "updated", recordId, etag, before };
}

/** Whether an update found no record of the kind: a deleted one keeps its external ID. */
const isMissing = (kind: ImportKind, error: unknown): boolean =>
  error instanceof AppError && error.code === "NOT_FOUND" && error.message === notFound(recordKinds[kind]).message;

const externalIdOfDeleted = (mapping: Mapping): RowFault =>
  nameField(mapping, "externalId", "is that of a record that was deleted, and cannot be used again");

async function describeUpdateOf(context: Context, kind: ImportKind, id: string, record: RowRecord) {
  const call = describeUpdate(kind, id, record);
  return call !== null && recordKinds[kind] === "Contact" ? keepOtherLines(context, id, call) : call;
}

/** What is wrong with a row before its operation is called. */
function listFaults(
  mapping: Mapping,
  found: Found,
  { record, repeats }: Pick<PendingRow, "record" | "repeats">,
): readonly RowFault[] {
  if (record.faults.length > 0) return record.faults;
  if (repeats !== null) return [nameField(mapping, "externalId", `is that of row ${repeats}, too`)];
  return listUnknown(mapping, record, found);
}

const nothing = { recordId: null, etag: null, faults: [], before: null };

function nameField({ kind, columns }: Mapping, name: string, message: string): RowFault {
  const column = columns.find(({ field }) => field === name)?.name ?? findField(kind, name)?.label ?? null;
  return { column, message };
}

const nouns: Partial<Record<ExternallyNamed, string>> = {
  Client: "client",
  Contact: "contact",
  Case: "case",
  Member: "member of the firm",
};

/** References that name no record: import the file of these first. */
function listUnknown(mapping: Mapping, { values }: RowRecord, found: Found): RowFault[] {
  return importFields[mapping.kind].flatMap(({ name, refersTo }) => {
    const value = values.get(name);
    if (refersTo === undefined || typeof value !== "string" || !value.startsWith(externalPrefix)) return [];
    if (found.get(refersTo)?.has(value.slice(externalPrefix.length)) === true) return [];
    return [nameField(mapping, name, `names no ${nouns[refersTo] ?? "record"}: none has this external ID`)];
  });
}

/** Reads a row's cells, and whether an earlier row has its `externalId`. */
export function readPending(mapping: Mapping, seen: Map<string, number>, { number, cells }: TableRow): PendingRow {
  const record = readRecord(mapping, cells);
  const { externalId } = record;
  const repeats = externalId === null ? null : (seen.get(externalId) ?? null);
  if (externalId !== null && repeats === null) seen.set(externalId, number);
  return { number, cells, record, repeats };
}
