import { sql } from "kysely";
import type { ExternallyNamed } from "../../../contract/external-ids.ts";
import { selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { ImportRecord } from "../store.ts";
import type { RowFault } from "../mapping/domain.record.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;
type WithoutTenant = Pick<Context["transaction"], "getExecutor">;

/** Counts an attempt, until rows are handled. */
export async function beginAttempt({ organizationId, transaction }: Inside, importId: string): Promise<void> {
  await sql`UPDATE "Import" SET attempts = attempts + 1 WHERE "organizationId" = ${organizationId} AND id = ${importId}`.execute(
    transaction,
  );
}

/** Where the worker that locks it takes the import to be. */
interface WorkPosition {
  importId: string;
  status: string;
  position: number;
}

/**
 * Locks an import that is at this work and position: undefined if it was canceled, or another worker has handled its
 * next rows. Waits for whoever holds it: a request that then changes nothing must not end the work.
 */
export async function lockWorkForUpdate(
  context: Inside,
  { importId, status, position }: WorkPosition,
): Promise<{ id: string } | undefined> {
  return selectRows(context, "Import")
    .select("id")
    .where("id", "=", importId)
    .where("status", "=", status)
    .where("position", "=", position)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export interface HandledRow {
  number: number;
  outcome: string;
  recordId: string | null;
  etag: string | null;
  faults: readonly RowFault[];
  before: Buffer | null;
}

/** Rows that were handled, the place of the last, and those of them whose result is stored: all by default. */
interface HandledRows {
  position: number;
  handled: readonly HandledRow[];
  stored?: readonly HandledRow[];
}

/** Inserts what became of rows, and raises the counts and the position of the locked import. */
export async function recordRows(
  { organizationId, transaction }: Inside,
  importId: string,
  { position, handled, stored = handled }: HandledRows,
): Promise<void> {
  const count = (outcome: string) => handled.filter((row) => row.outcome === outcome).length;
  if (stored.length > 0)
    await transaction
      .insertInto("ImportRow")
      .values(
        stored.map(({ faults, ...row }) => ({ organizationId, importId, ...row, faults: JSON.stringify(faults) })),
      )
      .execute();
  await sql`
    UPDATE "Import" SET position = ${position}::integer, attempts = 0, created = created + ${count("created")}::integer, updated = updated + ${count("updated")}::integer,
      skipped = skipped + ${count("skipped")}::integer, rejected = rejected + ${count("rejected")}::integer, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND id = ${importId}`.execute(transaction);
}

export type UndoableRow = Pick<Row<"ImportRow">, "number" | "outcome" | "recordId" | "etag" | "before">;

/** The last rows that were not undone yet, the last first, behind the lock of their import. */
export function lockUndoableForUpdate(context: Inside, importId: string, limit: number): Promise<UndoableRow[]> {
  return selectRows(context, "ImportRow")
    .select(["number", "outcome", "recordId", "etag", "before"])
    .where("importId", "=", importId)
    .where("outcome", "in", ["created", "updated"])
    .orderBy("number", "desc")
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
}

/** What people add to a task or note without changing it. */
const listAdditions = (organizationId: string) => ({
  tasks: sql`SELECT FROM "TaskComment" a WHERE a."organizationId" = ${organizationId} AND a."taskId" = r.id AND a."deletedAt" IS NULL
    UNION ALL SELECT FROM "Task" a WHERE a."organizationId" = ${organizationId} AND a."parentTaskId" = r.id AND a."deletedAt" IS NULL`,
  notes: sql`SELECT FROM "NoteComment" a WHERE a."organizationId" = ${organizationId} AND a."noteId" = r.id AND a."deletedAt" IS NULL`,
});

/** Whether a task or note has comments or subtasks. */
export async function hasAdditions(
  { organizationId, transaction }: Inside,
  kind: "tasks" | "notes",
  recordId: string,
): Promise<boolean> {
  const table = kind === "tasks" ? "Task" : "Note";
  const { rows } = await sql`
    SELECT FROM ${sql.table(table)} r WHERE r."organizationId" = ${organizationId} AND r.id = ${recordId} AND EXISTS (${listAdditions(organizationId)[kind]})`.execute(
    transaction,
  );
  return rows.length > 0;
}

/**
 * Frees the external ID of a record that an undo has deleted, so that the same file can be imported again: a deleted
 * record keeps its own otherwise.
 */
export async function releaseExternalId(
  { organizationId, transaction }: Inside,
  kind: ExternallyNamed,
  recordId: string,
): Promise<void> {
  await sql`UPDATE ${sql.table(kind)} SET "externalId" = NULL
    WHERE "organizationId" = ${organizationId} AND id = ${recordId} AND "deletedAt" IS NOT NULL AND "externalId" IS NOT NULL`.execute(
    transaction,
  );
}

export interface UndoneRow {
  number: number;
  outcome: "undone" | "kept";
  faults: readonly RowFault[];
}

/** Records what became of rows that were to be undone, forgets what they had before, and raises the counts. */
export async function recordUndone(
  { organizationId, transaction }: Inside,
  importId: string,
  rows: readonly UndoneRow[],
): Promise<void> {
  const given = JSON.stringify(rows);
  await sql`
    UPDATE "ImportRow" r SET outcome = g.outcome, faults = g.faults, before = NULL
    FROM jsonb_to_recordset(${given}::jsonb) AS g(number integer, outcome text, faults jsonb)
    WHERE r."organizationId" = ${organizationId} AND r."importId" = ${importId} AND r.number = g.number`.execute(
    transaction,
  );
  const undone = rows.filter(({ outcome }) => outcome === "undone").length;
  await sql`
    UPDATE "Import" SET undone = undone + ${undone}::integer, kept = kept + ${rows.length - undone}::integer, attempts = 0, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND id = ${importId}`.execute(transaction);
}

/** Rejected rows behind a number, in their order. */
export async function listRejected(
  context: Inside,
  importId: string,
  after: number,
  limit: number,
): Promise<{ number: number; faults: RowFault[] }[]> {
  const rows = await selectRows(context, "ImportRow")
    .select(["number", "faults"])
    .where("importId", "=", importId)
    .where("outcome", "=", "rejected")
    .where("number", ">", after)
    .orderBy("number")
    .limit(limit)
    .execute();
  return rows.map(({ number, faults }) => ({ number, faults: faults as RowFault[] }));
}

/** Where the files of an import lie; undefined for one that is not over. */
export async function lockOverForUpdate(
  { organizationId, transaction }: Inside,
  importId: string,
): Promise<Pick<ImportRecord, "objectId" | "reportObjectId"> | undefined> {
  const { rows } = await sql<Pick<ImportRecord, "objectId" | "reportObjectId">>`
    SELECT "objectId", "reportObjectId" FROM "Import"
    WHERE "organizationId" = ${organizationId} AND id = ${importId} AND "expiresAt" <= now()
      AND status <> ALL ('{reading,checking,running,undoing}'::text[]) FOR NO KEY UPDATE`.execute(transaction);
  return rows[0];
}

/** Forgets the files and the first rows of an import, once the bytes are removed. */
export async function detachFiles({ organizationId, transaction }: Inside, importId: string): Promise<void> {
  await sql`UPDATE "Import" SET "objectId" = NULL, "reportObjectId" = NULL, sample = NULL WHERE "organizationId" = ${organizationId} AND id = ${importId}`.execute(
    transaction,
  );
}

interface DueImport {
  organizationId: string;
  id: string;
  /** Whether its time is over; else its job may be lost. */
  isOver: boolean;
}

/** Imports of all organizations whose time is over, or for which no worker did anything for so long. */
export async function listDueImports(
  withoutTenant: WithoutTenant,
  lostMinutes: number,
  batch: number,
): Promise<DueImport[]> {
  const { rows } =
    await sql<DueImport>`SELECT * FROM list_due_imports(${lostMinutes}::integer, ${batch}::integer)`.execute(
      withoutTenant,
    );
  return rows;
}

export interface ReportFile {
  objectId: string;
  sizeBytes: number;
  sha256: string;
}

/** The file of the rejected rows of an import whose time is not over, by the database's clock. */
export async function findReport(
  { organizationId, transaction }: Inside,
  importId: string,
): Promise<(ReportFile & { fileName: string }) | undefined> {
  const { rows } = await sql<ReportFile & { fileName: string }>`
    SELECT "reportObjectId" AS "objectId", "reportSizeBytes" AS "sizeBytes", "reportSha256" AS sha256, "fileName" FROM "Import"
    WHERE "organizationId" = ${organizationId} AND id = ${importId} AND "reportObjectId" IS NOT NULL AND "expiresAt" > now()`.execute(
    transaction,
  );
  return rows[0];
}
