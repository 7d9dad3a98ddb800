import { createRequestId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { runSystemAction, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { absentKey, powerlessMember, systemPrincipal, type Principal } from "../../../rpc/principal.ts";
import { describeExportMail } from "../../notifications/domain.exports.ts";
import { findRequester, canDownload } from "../domain.requesters.ts";
import { recordExportEvent } from "../domain.ts";
import type { Export } from "../schema.ts";
import { updateExport, type ExportRow } from "../store.ts";
import { completeWork, lockWorkForUpdate, type Attempt, type FinishedFile } from "./store.ts";

export type Failure = NonNullable<Export["failure"]>;

const action: DeclaredAction = { name: "exports.make", canRecordEvent: ["export.completed", "export.failed"] };
const expiry: DeclaredAction = { name: "exports.expire", canRecordEvent: ["export.expired"] };

type Database = UnitOfWork["database"];

/** The requester as actor of what follows; only the name matters. */
function toPrincipal({ organizationId, keyId, memberId, requestedBy, onBehalfOfAttorneyId }: ExportRow): Principal {
  const { name } = requestedBy as { name: string };
  if (memberId === null) return absentKey(organizationId, { id: keyId ?? "", name }, onBehalfOfAttorneyId);
  return { ...powerlessMember({ organizationId, memberId, firstName: "", lastName: "" }, ""), actorName: name };
}

/** Runs what ends an export in the requester's name, with events, audit entries and notifications. */
export function endExport<Result>(
  database: Database,
  row: ExportRow,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  return runSystemAction(
    { database, principal: toPrincipal(row), requestId: createRequestId(), clientIp: null, action },
    work,
  );
}

/** Ends a locked export as failed, and mails who requested it. */
export async function failLocked(context: Context, before: ExportRow, failure: Failure): Promise<void> {
  const after = await updateExport(context, before.id, { status: "failed", failure, finishedAt: "now" });
  if (after === undefined) throw new Error("the export was deleted");
  await recordExportEvent(context, "export.failed", before, after);
  await describeExportMail(context, after, "export.failed");
}

/** Locks the export if this attempt still owns it. */
async function lockAttemptForUpdate(context: Context, { exportId, number }: Attempt): Promise<ExportRow | null> {
  const row = await lockWorkForUpdate(context, exportId);
  return row !== undefined && row.status === "running" && row.attempts === number && row.deletedAt === null
    ? row
    : null;
}

/** Fails the export unless the attempt has lost it. */
export async function failAttempt(
  database: Database,
  row: ExportRow,
  attempt: Attempt,
  failure: Failure,
): Promise<void> {
  await endExport(database, row, async (context) => {
    const before = await lockAttemptForUpdate(context, attempt);
    if (before === null) return false;
    await failLocked(context, before, failure);
    return true;
  });
}

/**
 * Completes the export after checking permissions again, because writing the file took time.
 *
 * @param accesses audit entries for the records read
 * @returns whether the export now refers to the file; otherwise the caller drops it
 */
export function completeAttempt(
  database: Database,
  row: ExportRow,
  attempt: Attempt,
  { accesses, ...file }: FinishedFile & { accesses: Context["pending"]["auditEntries"] },
): Promise<boolean> {
  return endExport(database, row, async (context) => {
    const before = await lockAttemptForUpdate(context, attempt);
    if (before === null) return false;
    const requester = await findRequester(context, before);
    if (requester === null || !canDownload(requester, before.dataPermissions)) {
      await failLocked(context, before, "not_allowed");
      return false;
    }
    const after = await completeWork(context, before.id, file);
    context.pending.auditEntries.push(...accesses);
    await recordExportEvent(context, "export.completed", before, after);
    await describeExportMail(context, after, "export.completed");
    return true;
  });
}

/** Expires an export's file if its time has passed; signed URLs stop working. */
export async function expireExport(database: Database, organizationId: string, exportId: string): Promise<void> {
  const actor = {
    database,
    principal: systemPrincipal(organizationId),
    requestId: createRequestId(),
    clientIp: null,
    action: expiry,
  };
  await runSystemAction(actor, async (context) => {
    const before = await lockWorkForUpdate(context, exportId);
    if (before === undefined || before.status !== "completed" || !before.isOver || before.deletedAt !== null)
      return false;
    const after = await updateExport(context, exportId, { status: "expired" });
    if (after === undefined) throw new Error("the export was deleted");
    await recordExportEvent(context, "export.expired", before, after);
    return true;
  });
}
