import { sql } from "kysely";
import { commitAsynchronously } from "../../../platform/database/database.ts";
import { hasOpenJob } from "../../../platform/jobs/job-rows.ts";
import { enqueueExport, exportQueue } from "./store.queue.ts";
import type { Context } from "../../../rpc/context.ts";
import { keptDays } from "../schema.ts";
import type { ExportRow } from "../store.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

export interface FileRow {
  objectId: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  dataPermissions: string[];
}

/** The file of a completed export that is neither deleted nor expired by the database's clock. */
export async function findFile(
  { organizationId, transaction }: Inside,
  exportId: string,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    SELECT "objectId", "fileName", "contentType", "sizeBytes", sha256, "dataPermissions" FROM "Export"
    WHERE "organizationId" = ${organizationId} AND id = ${exportId} AND status = 'completed' AND "expiresAt" > now() AND "deletedAt" IS NULL`.execute(
    transaction,
  );
  return rows[0];
}

/** An export, even if deleted. */
export interface WorkRow extends ExportRow {
  /** Whether its file has expired, by the database's clock. */
  isOver: boolean;
}

/** An export as the worker has it, whoever may see it. */
export async function findWork(
  { organizationId, transaction }: Inside,
  exportId: string,
): Promise<WorkRow | undefined> {
  const { rows } = await sql<WorkRow>`
    SELECT e.*, coalesce(e."expiresAt" <= now(), false) AS "isOver" FROM "Export" e
    WHERE e."organizationId" = ${organizationId} AND e.id = ${exportId}`.execute(transaction);
  return rows[0];
}

export async function lockWorkForUpdate(context: Inside, exportId: string): Promise<WorkRow | undefined> {
  const { organizationId, transaction } = context;
  await sql`SELECT FROM "Export" WHERE "organizationId" = ${organizationId} AND id = ${exportId} FOR NO KEY UPDATE`.execute(
    transaction,
  );
  return findWork(context, exportId);
}

/** Starts an attempt from the beginning; the caller has locked the export. */
export async function beginAttempt({ organizationId, transaction }: Inside, exportId: string): Promise<ExportRow> {
  const { rows } = await sql<ExportRow>`
    UPDATE "Export" SET status = 'running', attempts = attempts + 1, progress = 0, "rowCount" = NULL,
      "startedAt" = date_trunc('milliseconds', now()), revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND id = ${exportId} RETURNING *`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error("the export was deleted");
  return row;
}

/** An attempt may change the row only until another one starts or the export ends. */
export interface Attempt {
  exportId: string;
  number: number;
}

const isOurs = ({ organizationId }: Inside, { exportId, number }: Attempt) =>
  sql<boolean>`"organizationId" = ${organizationId} AND id = ${exportId} AND attempts = ${number} AND status = 'running' AND "deletedAt" IS NULL`;

/**
 * Saves progress with an asynchronous commit; the revision stays.
 *
 * @param shown null if unchanged
 * @returns whether the attempt still owns the export
 */
export async function updateProgress(
  context: Inside,
  attempt: Attempt,
  shown: { progress: number; rowCount: number } | null,
): Promise<boolean> {
  const { transaction } = context;
  await commitAsynchronously(transaction);
  const { rows } =
    shown === null
      ? await sql`SELECT FROM "Export" WHERE ${isOurs(context, attempt)}`.execute(transaction)
      : await sql`UPDATE "Export" SET progress = ${shown.progress}, "rowCount" = ${shown.rowCount} WHERE ${isOurs(context, attempt)} RETURNING id`.execute(
          transaction,
        );
  return rows.length > 0;
}

/** Requeues the export as if the attempt had not started, because the worker was signaled to stop. */
export async function releaseExport(context: Inside, attempt: Attempt): Promise<void> {
  await sql`UPDATE "Export" SET status = 'queued', attempts = attempts - 1, progress = 0, "rowCount" = NULL, "startedAt" = NULL, revision = revision + 1
    WHERE ${isOurs(context, attempt)}`.execute(context.transaction);
}

export interface FinishedFile {
  objectId: string;
  sizeBytes: number;
  sha256: string;
  rowCount: number;
}

export async function completeWork(
  { organizationId, transaction }: Inside,
  exportId: string,
  file: FinishedFile,
): Promise<ExportRow> {
  const { rows } = await sql<ExportRow>`
    UPDATE "Export" SET status = 'completed', progress = 100, "objectId" = ${file.objectId}, "sizeBytes" = ${file.sizeBytes}, sha256 = ${file.sha256},
      "rowCount" = ${file.rowCount}, "finishedAt" = date_trunc('milliseconds', now()),
      "expiresAt" = date_trunc('milliseconds', now()) + make_interval(days => ${keptDays}::integer), revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND id = ${exportId} RETURNING *`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error("the export was deleted");
  return row;
}

/** Forgets the object of an export that was not completed, or was deleted, unless it has another by now. */
export async function detachFile(
  { organizationId, transaction }: Inside,
  exportId: string,
  objectId: string,
): Promise<void> {
  await sql`UPDATE "Export" SET "objectId" = NULL
    WHERE "organizationId" = ${organizationId} AND id = ${exportId} AND "objectId" = ${objectId} AND (status <> 'completed' OR "deletedAt" IS NOT NULL)`.execute(
    transaction,
  );
}

export interface DueExport {
  organizationId: string;
  id: string;
}

/** Exports of all organizations that are due for work, paged by id. */
export async function listDueExports(
  withoutTenant: Pick<Context["transaction"], "getExecutor">,
  lostMinutes: number,
  afterId: string,
  batch: number,
): Promise<DueExport[]> {
  const { rows } =
    await sql<DueExport>`SELECT * FROM list_due_exports(${lostMinutes}::integer, ${afterId}, ${batch}::integer)`.execute(
      withoutTenant,
    );
  return rows;
}

/**
 * Enqueues the export unless its job is queued or running.
 *
 * @returns whether it did
 */
export async function enqueueUnlessQueued({ organizationId, transaction }: Inside, exportId: string): Promise<boolean> {
  if (await hasOpenJob(transaction, exportQueue.name, "exportId", exportId)) return false;
  await enqueueExport(transaction, { organizationId, exportId });
  return true;
}
