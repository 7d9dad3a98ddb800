import { Transform, addAbortSignal, pipeline, type Readable } from "node:stream";
import { AppError } from "../../../contract/errors/error-codes.ts";
import type { ExportJob } from "./store.queue.ts";
import { createRequestId } from "../../../platform/database/ids.ts";
import type { Snapshot } from "../../../platform/database/statements/row-stream.ts";
import type { JobFiles } from "../../../platform/storage/job-files.ts";
import type { SpooledFile } from "../../../platform/storage/spool.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import { FileTooLarge } from "../../../platform/file-formats/table-values.ts";
import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { ArchivedTable } from "../../../rpc/archive.ts";
import { createContext } from "../../../rpc/context.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { findRequester, canDownload } from "../domain.requesters.ts";
import type { Contents, ExportWork } from "../contents/domain.ts";
import { completeAttempt, endExport, failAttempt, failLocked, type Failure } from "./domain.endings.ts";
import { expireFile } from "./domain.expiry.ts";
import { describeExport, listDataScopes } from "../domain.ts";
import { readOrganizationName, type ExportRow } from "../store.ts";
import { beginAttempt, findWork, releaseExport, lockWorkForUpdate, updateProgress, type Attempt } from "./store.ts";

export interface ExportTools {
  database: UnitOfWork["database"];
  installationKeys: InstallationKeys;
  files: JobFiles;
  openSnapshot(organizationId: string): Promise<Snapshot>;
  /** Null if there is no replica, or it cannot serve. */
  openReplicaSnapshot(organizationId: string): Promise<Snapshot | null>;
  archivedTables: readonly ArchivedTable[];
  openContents(work: ExportWork): Promise<Contents>;
  /** Aborted when the worker stops: a running export is released without counting the attempt. */
  stopping: AbortSignal;
  logger: {
    info(fields: Record<string, unknown>, message: string): void;
    error(fields: Record<string, unknown>, message: string): void;
  };
  settings?: ExportSettings;
}

/** Only tests set these. */
export interface ExportSettings {
  /** How often progress is saved and a cancellation noticed. */
  progressMilliseconds?: number;
  maxBytes?: number;
}

/** Attempts of an export that fails with an internal error. */
const maxAttempts = 3;
const defaultProgressMilliseconds = 1_000;
const maxBytes = 20 * 2 ** 30;

/** The export was canceled, or another worker claimed it. */
class AttemptLost extends Error {}

/**
 * Runs a queued export, or expires its file. Rejects to have the job retried; `expiry` aborts an attempt that exceeds
 * the lease.
 */
export function createExportJobHandler(tools: ExportTools): (job: ExportJob, expiry: AbortSignal) => Promise<void> {
  return async ({ organizationId, exportId }, expiry) => {
    const row = await tools.database.withTenantTransaction(organizationId, (transaction) =>
      findWork({ organizationId, transaction }, exportId),
    );
    if (row === undefined) return;
    if (!isOpen(row)) return expireFile(tools, row);
    const claimed = await claimExport(tools, row);
    if (claimed !== null) await runAttempt(tools, claimed, expiry);
  };
}

const isOpen = ({ status }: ExportRow) => status === "queued" || status === "running";

type Requester = NonNullable<Awaited<ReturnType<typeof findRequester>>>;

interface ClaimedExport {
  row: ExportRow;
  attempt: Attempt;
  requester: Requester;
}

/** Claims the next attempt after checking permissions again; null if there is nothing to do. */
async function claimExport({ database }: ExportTools, found: ExportRow): Promise<ClaimedExport | null> {
  let claimed: ClaimedExport | null = null;
  // Starting an attempt records no event, so the callback returns false; a failure records one.
  await endExport(database, found, async (context) => {
    claimed = null;
    const before = await lockWorkForUpdate(context, found.id);
    if (before === undefined || !isOpen(before) || before.deletedAt !== null) return false;
    const requester = await findRequester(context, before);
    if (requester === null || !canDownload(requester, before.dataPermissions))
      await failLocked(context, before, "not_allowed");
    // Its workers died every time; the export may be the cause.
    else if (before.attempts >= maxAttempts) await failLocked(context, before, "internal");
    else {
      const row = await beginAttempt(context, before.id);
      claimed = { row, requester, attempt: { exportId: row.id, number: row.attempts } };
    }
    return false;
  });
  return claimed;
}

async function runAttempt(tools: ExportTools, claimed: ClaimedExport, expiry: AbortSignal): Promise<void> {
  const lost = new AbortController();
  try {
    await writeAndStoreFile(tools, claimed, AbortSignal.any([tools.stopping, expiry, lost.signal]), () =>
      lost.abort(new AttemptLost()),
    );
  } catch (error) {
    if (lost.signal.aborted) return;
    await handleFailure(tools, claimed, error);
  }
}

/** Records a failed attempt. Rejects to have the job retried. */
async function handleFailure(
  { database, logger, stopping }: ExportTools,
  { row, attempt }: ClaimedExport,
  error: unknown,
): Promise<void> {
  const { organizationId } = row;
  if (stopping.aborted) {
    await database.withTenantTransaction(organizationId, (transaction) =>
      releaseExport({ organizationId, transaction }, attempt),
    );
    throw new Error("the worker stops; another continues");
  }
  const failure = classifyFailure(error);
  if (failure !== null) return failAttempt(database, row, attempt, failure);
  logger.error({ error, exportId: row.id, attempt: attempt.number }, "an export failed");
  if (attempt.number >= maxAttempts) return failAttempt(database, row, attempt, "internal");
  throw new Error("the export failed; retrying");
}

/** The failure of a request that cannot succeed; null for an internal error. */
function classifyFailure(error: unknown): Failure | null {
  if (error instanceof FileTooLarge) return "too_large";
  if (!(error instanceof AppError)) return null;
  if (error.code === "FORBIDDEN") return "not_allowed";
  // The record was deleted, or is no longer what the export was created for.
  return error.code === "NOT_FOUND" || error.code === "VALIDATION_FAILED" ? "gone" : null;
}

/** @param abandon called when another worker or a cancellation ended this attempt */
async function writeAndStoreFile(
  tools: ExportTools,
  claimed: ClaimedExport,
  signal: AbortSignal,
  abandon: () => void,
): Promise<void> {
  const { database, files, logger } = tools;
  const { row, attempt } = claimed;
  const { organizationId, id: exportId } = row;
  const began = performance.now();
  const progress = followProgress(tools, claimed, abandon);
  let file: SpooledFile | undefined;
  try {
    const written = await writeFile(tools, claimed, signal, progress);
    const { rowCount, accesses } = written;
    ({ file } = written);
    const { sizeBytes, sha256 } = file;
    const objectId = await files.name(organizationId);
    await files.storage
      .put(objectKey(organizationId, objectId), addAbortSignal(signal, file.read()), sizeBytes)
      .catch(async (error: unknown) => {
        await files.drop(organizationId, objectId);
        throw error;
      });
    const isNamed = await completeAttempt(database, row, attempt, { objectId, sizeBytes, sha256, rowCount, accesses });
    if (!isNamed) await files.drop(organizationId, objectId);
    logger.info(
      { exportId, rowCount, sizeBytes, isNamed, durationMilliseconds: Math.round(performance.now() - began) },
      "export made",
    );
  } finally {
    progress.end();
    await file?.drop();
  }
}

interface Written {
  file: SpooledFile;
  rowCount: number;
  accesses: ExportWork["context"]["pending"]["auditEntries"];
}

/** Writes the contents to the spool, from one snapshot: of the replica, or anew of the primary if the replica fails. */
async function writeFile(
  tools: ExportTools,
  claimed: ClaimedExport,
  signal: AbortSignal,
  progress: Progress,
): Promise<Written> {
  const { organizationId } = claimed.row;
  const ofReplica = await tools.openReplicaSnapshot(organizationId);
  if (ofReplica !== null) {
    try {
      return await writeSnapshot(tools, claimed, ofReplica, { signal, progress });
    } catch (error) {
      if (signal.aborted || classifyFailure(error) !== null) throw error;
      tools.logger.info(
        { error, exportId: claimed.row.id },
        "an export is written again from the primary, because its replica failed",
      );
    }
  }
  return writeSnapshot(tools, claimed, await tools.openSnapshot(organizationId), { signal, progress });
}

async function writeSnapshot(
  tools: ExportTools,
  claimed: ClaimedExport,
  snapshot: Snapshot,
  { signal, progress }: { signal: AbortSignal; progress: Progress },
): Promise<Written> {
  // Closing the snapshot also ends the counting statements before the first byte, which ignore the signal.
  const closeSnapshot = () => void snapshot.close();
  signal.addEventListener("abort", closeSnapshot, { once: true });
  try {
    signal.throwIfAborted();
    const work = await describeWork(tools, claimed, snapshot);
    const contents = await tools.openContents(work);
    progress.follow(contents);
    const file = await tools.files.take(
      addAbortSignal(signal, limitBytes(contents.bytes, tools.settings?.maxBytes ?? maxBytes)),
    );
    return { file, rowCount: contents.countRows(), accesses: work.context.pending.auditEntries };
  } finally {
    signal.removeEventListener("abort", closeSnapshot);
    await snapshot.close();
  }
}

async function describeWork(
  { database, installationKeys, files: { storage, baseUrl }, archivedTables }: ExportTools,
  { row, requester }: ClaimedExport,
  snapshot: Snapshot,
): Promise<ExportWork> {
  const { organizationId } = row;
  const { transaction } = snapshot;
  return {
    context: createContext(
      {
        principal: requester,
        requestId: createRequestId(),
        clientIp: null,
        hooks: database.hooks,
        installationKeys,
        files: { storage, baseUrl },
      },
      transaction,
    ),
    snapshot,
    storage,
    archivedTables,
    organization: { id: organizationId, name: await readOrganizationName({ organizationId, transaction }) },
    export: describeExport(row),
    scopes: listDataScopes(requester),
  };
}

/** Ends the stream with FileTooLarge, and destroys its source, after the given number of bytes. */
function limitBytes(bytes: Readable, most: number): Readable {
  let sizeBytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      done(sizeBytes > most ? new FileTooLarge() : null, chunk);
    },
  });
  pipeline(bytes, limited, () => undefined);
  return limited;
}

type ContentsProgress = Pick<Contents, "progress" | "countRows">;

interface Progress {
  follow(contents: ContentsProgress): void;
  end(): void;
}

/** Saves progress periodically and checks that the attempt still owns the export. */
function followProgress(
  { database, settings }: ExportTools,
  { row, attempt }: ClaimedExport,
  abandon: () => void,
): Progress {
  const { organizationId } = row;
  let contents: ContentsProgress = { progress: () => 0, countRows: () => 0 };
  let reported = "";
  let isReporting = false;
  async function reportProgress(): Promise<void> {
    const now = { progress: contents.progress(), rowCount: contents.countRows() };
    const text = JSON.stringify(now);
    const isOwner = await database.withTenantTransaction(organizationId, (transaction) =>
      updateProgress({ organizationId, transaction }, attempt, text === reported ? null : now),
    );
    reported = text;
    if (!isOwner) abandon();
  }
  const timer = setInterval(() => {
    if (isReporting) return;
    isReporting = true;
    // A failed progress update is repeated at the next tick.
    void reportProgress()
      .catch(() => undefined)
      .finally(() => (isReporting = false));
  }, settings?.progressMilliseconds ?? defaultProgressMilliseconds);
  return { follow: (opened) => (contents = opened), end: () => clearInterval(timer) };
}
