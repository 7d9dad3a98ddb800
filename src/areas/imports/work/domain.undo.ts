import { listHanging, type hangingTables } from "../../../platform/database/lists/hanging-records.ts";
import { shareTransaction } from "../../../platform/database/shared-transaction.ts";
import { createContext, type Context } from "../../../rpc/context.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { checkCall } from "../mapping/domain.check.ts";
import type { ImportKind } from "../mapping/domain.fields.ts";
import {
  describeDeletion,
  describeReversal,
  recordKinds,
  type Mapping,
  type RecordCall,
} from "../mapping/domain.record.ts";
import type { ImportRecord } from "../store.ts";
import { decryptBefore } from "./domain.before.ts";
import { callForRow, describeRejection } from "./domain.calls.ts";
import { lockImporterForShare, rowsAtOnce } from "./domain.rows.ts";
import type { ImportTools } from "./domain.tools.ts";
import {
  hasAdditions,
  lockUndoableForUpdate,
  lockWorkForUpdate,
  recordUndone,
  releaseExternalId,
  type UndoableRow,
  type UndoneRow,
} from "./store.ts";

type UndoResult = { undone: number } | "lost" | "not_allowed" | "over";

/**
 * Undoes the last rows of an import that are not undone yet, in one transaction: what a row created is deleted, what it
 * updated is set back, by the operations that a person would use. A record that changed since, on which something
 * hangs, or whose deletion is rejected, is kept, and the row says why.
 *
 * @param isAlone whether only one row is undone, because of several one may have to be alone
 * @throws if nothing is committed
 */
export function undoRows(tools: ImportTools, row: ImportRecord, isAlone: boolean): Promise<UndoResult> {
  const { organizationId, id: importId } = row;
  return shareTransaction(
    tools.database,
    organizationId,
    { isAlone },
    async ({ transaction, parts }): Promise<UndoResult> => {
      const { hooks } = tools.database;
      const context = createContext(
        { principal: systemPrincipal(organizationId), requestId: importId, clientIp: null, hooks },
        transaction,
      );
      const position = { importId, status: row.status, position: row.position };
      if ((await lockWorkForUpdate(context, position)) === undefined) return "lost";
      const importer = await lockImporterForShare(tools, context, row);
      if (importer === null) return "not_allowed";
      const rows = await lockUndoableForUpdate(context, importId, isAlone ? 1 : rowsAtOnce);
      if (rows.length === 0) return "over";
      const undone = await undoInTurn({ ...tools, database: parts }, { context, importer, row }, rows, isAlone);
      if (undone.length > 0) await recordUndone(context, importId, undone);
      return { undone: undone.length };
    },
  );
}

async function undoInTurn(
  tools: ImportTools,
  undoing: Undoing,
  rows: readonly UndoableRow[],
  isAlone: boolean,
): Promise<UndoneRow[]> {
  const undone: UndoneRow[] = [];
  for (const each of rows) {
    const done = await undoRow(tools, undoing, each).catch((error: unknown) => {
      if (isAlone) throw error;
      return null;
    });
    if (done === null) break;
    undone.push(done);
  }
  return undone;
}

interface Undoing {
  context: Context;
  importer: Context["principal"];
  row: ImportRecord;
}

async function undoRow(
  tools: ImportTools,
  { context, importer, row }: Undoing,
  { number, outcome, recordId, etag, before }: UndoableRow,
): Promise<UndoneRow> {
  const kind = row.kind as ImportKind;
  const keep = (message: string): UndoneRow => ({ number, outcome: "kept", faults: [{ column: null, message }] });
  if (recordId === null) return keep("The row has no record");
  if (outcome === "created" && (await isInUse(context, kind, recordId)))
    return keep("Other records were added to it since");
  const call = describeUndoing(tools, { row, number }, { outcome, recordId, before, kind });
  if (call === null) return keep("What it was before is not known");
  if (call === "unchanged") return { number, outcome: "undone", faults: [] };
  const mapping: Pick<Mapping, "kind" | "columns"> = { kind, columns: [] };
  const checked = checkCall(tools.operations, mapping, call, etag ?? undefined);
  if ("faults" in checked) return keep(checked.faults.map(({ message }) => message).join("; "));
  try {
    await callForRow(tools, { principal: importer, importId: row.id }, checked, recordId);
  } catch (error) {
    const faults = describeRejection(mapping, error);
    if (faults === null) throw error;
    return keep(faults.map(({ message }) => message).join("; "));
  }
  if (outcome === "created") await releaseExternalId(context, recordKinds[kind], recordId);
  return { number, outcome: "undone", faults: [] };
}

function describeUndoing(
  { installationKeys }: Pick<ImportTools, "installationKeys">,
  place: { row: ImportRecord; number: number },
  { outcome, recordId, before, kind }: { outcome: string; recordId: string; before: Buffer | null; kind: ImportKind },
): RecordCall | "unchanged" | null {
  if (outcome === "created") return describeDeletion(kind, recordId);
  const members = before === null ? null : decryptBefore(installationKeys, place, before);
  if (members === null) return null;
  return Object.keys(members).length === 0 ? "unchanged" : describeReversal(kind, recordId, members);
}

/** Whether records hang on one that would be gone with it, or comments that do not change its revision. */
async function isInUse(context: Context, kind: ImportKind, recordId: string): Promise<boolean> {
  if (kind === "tasks" || kind === "notes") return hasAdditions(context, kind, recordId);
  const owner = recordKinds[kind];
  if (!isOwner(owner)) return false;
  const { hanging } = await listHanging(context, owner, recordId);
  return hanging.length > 0;
}

const owners: ReadonlySet<string> = new Set(["Case", "Client", "Contact"] satisfies (keyof typeof hangingTables)[]);
const isOwner = (kind: string): kind is keyof typeof hangingTables => owners.has(kind);
