import { AppError, invalidInput, invalidState, notFound } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { staleRevision } from "../../contract/revision.ts";
import type { Scope } from "../../contract/scopes.ts";
import { createId } from "../../platform/database/ids.ts";
import { smallNumberPosition, readPageBy } from "../../platform/database/lists/cursor.ts";
import { listRecords } from "../../platform/database/lists/sorted-list.ts";
import { authorize, lockAttorneyForShare } from "../../rpc/authorize.ts";
import { diffRecords, recordEvent, type Context } from "../../rpc/context.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { describeActor, type Principal } from "../../rpc/principal.ts";
import { guessColumns, type MappedColumn } from "./mapping/domain.columns.ts";
import { findField, importFields, type ImportKind } from "./mapping/domain.fields.ts";
import { listOperations, type DefaultValue } from "./mapping/domain.record.ts";
import type { ImportSource } from "./mapping/domain.sources.ts";
import {
  Import,
  ImportInEvent,
  ImportRow,
  keptDays,
  keptMilliseconds,
  maxOpenImports,
  type ImportChanges,
  type ImportFilter,
  type ImportRowFilter,
  type NewImport,
} from "./schema.ts";
import {
  deleteRows,
  findImport,
  insertImport,
  listRows,
  lockImportForUpdate,
  lockOpenImportCountForUpdate,
  selectImports,
  updateImportRow,
  type ImportRecord,
  type ImportSight,
} from "./store.ts";
import { enqueueImport } from "./work/store.queue.ts";

/** The operations by name, known once all areas are defined. */
export type Operations = () => ReadonlyMap<string, Declaration>;

/** A key sees its own imports, a member all. */
function sightOf({ principal }: Pick<Context, "principal">): ImportSight {
  return principal.kind === "integration_key" ? { keyId: principal.keyId } : "all";
}

/** The import as keys and members see it, without a URL of its rejected rows. */
export function describeImport(row: ImportRecord): Import {
  return Import.parse({
    ...row,
    handled: row.created + row.updated + row.skipped + row.rejected,
    attorneyId: row.onBehalfOfAttorneyId,
    hasReport: row.reportObjectId !== null,
    downloadUrl: null,
    downloadUrlExpiresAt: null,
  });
}

/**
 * Records what happened to an import.
 *
 * @param before null for a creation
 * @returns the import as it is shown
 */
export function recordImportEvent(
  context: Context,
  eventType: EventType,
  before: ImportRecord | null,
  after: ImportRecord,
): Import {
  const shown = describeImport(after);
  const payload = ImportInEvent.parse(shown);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload,
    diff: before === null ? {} : diffRecords(ImportInEvent.parse(describeImport(before)), payload),
    relatedIds: [{ entity: "import", id: after.id }],
  });
  return shown;
}

/** Retry-After while too many imports are at work. */
const retrySeconds = 60;

/** @throws RATE_LIMITED */
function assertFewOpen(open: number): void {
  if (open < maxOpenImports) return;
  throw new AppError(
    "RATE_LIMITED",
    `The organization has ${maxOpenImports} imports at work. Wait until one ends, or cancel one`,
    { headers: { "Retry-After": String(retrySeconds) }, errorReason: "too_many_concurrent" },
  );
}

/**
 * Creates an import of the request's file, which a worker then reads.
 *
 * @throws VALIDATION_FAILED without a file; RATE_LIMITED while too many are at work
 */
export async function createImport(
  context: Context,
  { fileName, kind, existing = "update", dateOrder = "month_first" }: NewImport,
): Promise<Import> {
  const { principal, file } = context;
  if (file === undefined) throw invalidInput({ path: "content", message: "required, unless a form has the file" });
  if (principal.kind !== "integration_key" && principal.kind !== "member")
    throw new Error("only keys and members import");
  assertFewOpen(await lockOpenImportCountForUpdate(context));
  const isMember = principal.kind === "member";
  const row = await insertImport(context, {
    id: createId("import"),
    fileName,
    kind: kind ?? null,
    existing,
    dateOrder,
    objectId: file.objectId,
    requestedBy: describeActor(principal),
    keyId: isMember ? null : principal.keyId,
    memberId: isMember ? principal.memberId : null,
    onBehalfOfAttorneyId: isMember ? principal.actingAttorneyId : null,
  });
  return recordImportEvent(context, "import.created", null, row);
}

/**
 * A page of the imports that the caller sees: all of them, or those that its key sent.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listImports(
  context: Context,
  { status, ...page }: ImportFilter,
): Promise<{ imports: Import[]; nextCursor: string | null }> {
  const sight = sightOf(context);
  const sorts = {
    newest: { column: null, type: "text", descending: true },
    oldest: { column: null, type: "text", descending: false },
  } as const;
  const list = { name: sight === "all" ? "imports" : `imports ${sight.keyId}`, alias: "i", sorts };
  const { rows, nextCursor } = await listRecords(context, list, page, (sorted) =>
    selectImports(context, { status, sight }, sorted),
  );
  return { imports: rows.map(describeImport), nextCursor };
}

/** @throws NOT_FOUND, also for an import of another key */
export async function getImportRecord(context: Context, importId: string): Promise<ImportRecord> {
  const row = await findImport(context, importId, sightOf(context));
  if (row === undefined) throw notFound("Import");
  return row;
}

/** @throws NOT_FOUND */
export async function getImport(context: Context, importId: string): Promise<Import> {
  return describeImport(await getImportRecord(context, importId));
}

/** @throws NOT_FOUND; VALIDATION_FAILED for an invalid cursor */
export async function listImportRows(
  context: Context,
  importId: string,
  { outcome, ...page }: ImportRowFilter,
): Promise<{ rows: ImportRow[]; nextCursor: string | null }> {
  await getImportRecord(context, importId);
  const list = {
    organizationId: context.organizationId,
    name: `import rows ${importId}`,
    position: smallNumberPosition,
  };
  const { rows, nextCursor } = await readPageBy(
    list,
    page,
    (range) => listRows(context, importId, outcome, range),
    ({ number }) => number,
  );
  return { rows: rows.map((row) => ImportRow.parse(row)), nextCursor };
}

/** @throws NOT_FOUND */
async function lockOwnForUpdate(context: Context, importId: string): Promise<ImportRecord> {
  const row = await lockImportForUpdate(context, importId, sightOf(context));
  if (row === undefined) throw notFound("Import");
  return row;
}

/** @throws INVALID_STATE_TRANSITION */
function assertStatus(row: ImportRecord, allowed: readonly ImportRecord["status"][], action: string): void {
  if (allowed.includes(row.status)) return;
  throw invalidState(`The import is ${row.status}: only one that is ${allowed.join(" or ")} can be ${action}`, {
    detail: row.status,
  });
}

/**
 * Changes the mapping or the options of an import whose file was read.
 *
 * @throws NOT_FOUND, also for the attorney; INVALID_STATE_TRANSITION, STALE_REVISION; VALIDATION_FAILED for a column or
 *   field that there is not
 */
export async function updateImport(context: Context, importId: string, changes: ImportChanges): Promise<Import> {
  const before = await lockOwnForUpdate(context, importId);
  assertStatus(before, ["ready"], "changed");
  const { kind, existing, dateOrder, columns, defaults, attorneyId } = changes;
  if (attorneyId !== undefined) await lockChosenAttorneyForShare(context, before, attorneyId);
  const newKind = kind ?? (before.kind as ImportKind);
  const hasOtherKind = newKind !== before.kind;
  const known = before.columns as MappedColumn[];
  const guessed = hasOtherKind
    ? guessColumns(
        known.map(({ name }) => name),
        newKind,
        before.source as ImportSource,
      )
    : known;
  const keptDefaults = (before.defaults as DefaultValue[]).filter(
    ({ field }) => findField(newKind, field) !== undefined,
  );
  const after = await updateImportRow(context, importId, {
    kind: newKind,
    ...(existing !== undefined && { existing }),
    ...(dateOrder !== undefined && { dateOrder }),
    ...(attorneyId !== undefined && { onBehalfOfAttorneyId: attorneyId }),
    columns: mapColumns(newKind, guessed, columns ?? []),
    defaults: readDefaults(newKind, defaults ?? keptDefaults),
    checkedAt: null,
  });
  if (after === undefined) throw staleRevision("import");
  return recordImportEvent(context, "import.updated", before, after);
}

/** @throws VALIDATION_FAILED for an import of a key; NOT_FOUND */
async function lockChosenAttorneyForShare(
  context: Context,
  { keyId }: ImportRecord,
  attorneyId: string | null,
): Promise<void> {
  if (keyId !== null)
    throw invalidInput({
      path: "attorneyId",
      message: "is the acting attorney of the key; choose it on the key's page",
    });
  if (attorneyId !== null && !(await lockAttorneyForShare(context, attorneyId))) throw notFound("Attorney");
}

/** @throws VALIDATION_FAILED */
function mapColumns(
  kind: ImportKind,
  known: readonly MappedColumn[],
  changed: NonNullable<ImportChanges["columns"]>,
): MappedColumn[] {
  const faults = changed.flatMap(({ index, field }, place) => [
    ...(index < known.length ? [] : [{ path: `columns.${place}.index`, message: "is not a column of the file" }]),
    ...(field === null || findField(kind, field) !== undefined
      ? []
      : [{ path: `columns.${place}.field`, message: `must be one of ${nameFields(kind)}` }]),
    ...(field !== null && changed.some((other, before) => before < place && other.field === field)
      ? [{ path: `columns.${place}.field`, message: "is filled by another column" }]
      : []),
  ]);
  if (faults.length > 0) throw invalidInput(...faults.slice(0, 50));
  const taken = new Set(changed.map(({ field }) => field));
  return known.map((column) => {
    const change = changed.find(({ index }) => index === column.index);
    if (change !== undefined) return { ...column, field: change.field };
    return taken.has(column.field) ? { ...column, field: null } : column;
  });
}

const nameFields = (kind: ImportKind) => importFields[kind].map(({ name }) => name).join(", ");

/** @throws VALIDATION_FAILED */
function readDefaults(kind: ImportKind, defaults: readonly DefaultValue[]): readonly DefaultValue[] {
  const faults = defaults.flatMap(({ field }, place) =>
    findField(kind, field) === undefined || field === "externalId"
      ? [{ path: `defaults.${place}.field`, message: `must be one of ${nameFields(kind)}, and not externalId` }]
      : [],
  );
  if (faults.length > 0) throw invalidInput(...faults);
  return defaults;
}

/** The operations that rows of a kind may call. */
function declarationsOf(operations: Operations, kind: ImportKind): Declaration[] {
  return listOperations(kind).flatMap((name) => operations().get(name) ?? []);
}

/**
 * The principal as whom the rows are written: a key as it is; a member, whose permission to import records is what
 * allows it, with the scopes of the kind, on behalf of the chosen attorney.
 */
export function asImporter<Importer extends Principal>(
  principal: Importer,
  operations: Operations,
  { kind, onBehalfOfAttorneyId }: Pick<ImportRecord, "kind" | "onBehalfOfAttorneyId">,
): Importer {
  if (principal.kind !== "member") return principal;
  const needed = declarationsOf(operations, kind as ImportKind).flatMap(({ meta: { scope } }): Scope[] =>
    scope === null ? [] : [scope],
  );
  return {
    ...principal,
    scopes: new Set([...principal.scopes, ...needed]),
    actingAttorneyId: onBehalfOfAttorneyId,
    actingAttorneyActive: onBehalfOfAttorneyId !== null,
  };
}

/** @throws FORBIDDEN without a scope of the kind; INTEGRATION_NOT_CONFIGURED where it needs an attorney */
export function assertCanWrite(importer: Principal, operations: Operations, kind: ImportKind): void {
  for (const { meta } of declarationsOf(operations, kind)) authorize(importer, meta);
}

/**
 * Begins to check, import or undo: the rows' job is enqueued.
 *
 * @throws NOT_FOUND, STALE_REVISION, INVALID_STATE_TRANSITION; as `assertCanWrite`; RATE_LIMITED while too many are at
 *   work
 */
export async function beginWork(
  context: Context,
  operations: Operations,
  importId: string,
  work: "checking" | "running" | "undoing",
): Promise<Import> {
  const before = await lockOwnForUpdate(context, importId);
  if (work === "undoing") {
    assertStatus(before, ["completed", "cancelled"], "undone");
    assertUndoable(before);
  } else {
    assertStatus(before, ["ready"], work === "checking" ? "checked" : "started");
    assertKept(before);
  }
  assertCanWrite(asImporter(context.principal, operations, before), operations, before.kind as ImportKind);
  assertFewOpen(await lockOpenImportCountForUpdate(context));
  // What a check has found is found anew.
  if (work !== "undoing") await deleteRows(context, importId);
  const after = await updateImportRow(context, importId, {
    status: work,
    attempts: 0,
    failure: null,
    ...(work !== "undoing" && { ...noRows, startedAt: new Date().toISOString() }),
  });
  if (after === undefined) throw staleRevision("import");
  await enqueueImport(context, importId);
  return recordImportEvent(context, "import.started", before, after);
}

/** @throws INVALID_STATE_TRANSITION for an import whose file is deleted, or is being deleted */
function assertKept({ expiresAt }: ImportRecord): void {
  if (Date.parse(expiresAt) > Date.now()) return;
  throw invalidState(`The file was deleted ${keptDays} days after it was sent: send it again`, { detail: "expired" });
}

const noRows = { position: 0, created: 0, updated: 0, skipped: 0, rejected: 0 };

/** @throws INVALID_STATE_TRANSITION */
function assertUndoable({ startedAt, finishedAt, expiresAt, created, updated }: ImportRecord): void {
  const isOver = Date.parse(expiresAt) <= Date.now();
  const hasWritten = startedAt !== null && finishedAt !== null && created + updated > 0;
  if (!isOver && hasWritten) return;
  throw invalidState(
    isOver
      ? "The import can no longer be undone: its rows were deleted seven days after its end"
      : "The import has written nothing that could be undone",
  );
}

/**
 * Cancels an import: rows under way are handled first, and what was written stays.
 *
 * @throws NOT_FOUND, STALE_REVISION, INVALID_STATE_TRANSITION
 */
export async function cancelImport(context: Context, importId: string): Promise<Import> {
  const before = await lockOwnForUpdate(context, importId);
  assertStatus(before, ["reading", "ready", "checking", "running"], "canceled");
  // What a check counted was never written.
  const counts = before.status === "running" ? {} : noRows;
  const after = await updateImportRow(context, importId, { status: "cancelled", ...counts, ...endNow() });
  if (after === undefined) throw staleRevision("import");
  return recordImportEvent(context, "import.cancelled", before, after);
}

/** The end of an import: from now on its files and rows are kept for seven days. */
export function endNow(): { finishedAt: string; expiresAt: string } {
  const now = Date.now();
  return {
    finishedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + keptMilliseconds).toISOString(),
  };
}
