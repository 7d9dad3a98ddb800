import { createRequestId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { runSystemAction } from "../../../rpc/unit-of-work.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { absentKey, powerlessMember, systemPrincipal } from "../../../rpc/principal.ts";
import type { Principal } from "../../../rpc/principal.ts";
import { describeExportMail } from "../../notifications/domain.exports.ts";
import { findRequester, canDownload } from "../domain.requesters.ts";
import { recordExportEvent } from "../domain.ts";
import type { Export } from "../schema.ts";
import { updateExport } from "../store.ts";
import type { ExportRow } from "../store.ts";
import { completeWork, lockWorkForUpdate } from "./store.ts";
import type { Attempt, FinishedFile } from "./store.ts";

export type Failure = NonNullable<Export["failure"]>;

const action: DeclaredAction = { name: "exports.make", canRecordEvent: ["export.completed", "export.failed"] };
const expiry: DeclaredAction = { name: "exports.expire", canRecordEvent: ["export.expired"] };

type Database = UnitOfWork["database"];

/** Whoever asked, in what follows from it: only the name counts. */
function toPrincipal({ organizationId, keyId, memberId, requestedBy, onBehalfOfAttorneyId }: ExportRow): Principal {
  const { name } = requestedBy as { name: string };
  if (memberId === null) return absentKey(organizationId, { id: keyId ?? "", name }, onBehalfOfAttorneyId);
  return { ...powerlessMember({ organizationId, memberId, firstName: "", lastName: "" }, ""), actorName: name };
}

/** Runs what ends an export in the name of whoever asked for it, with its events, audit entries and notices. */
export function endExport<Result>(database: Database, row: ExportRow, work: (context: Context) => Promise<Result>): Promise<Result> {
  return runSystemAction({ database, principal: toPrincipal(row), requestId: createRequestId(), clientIp: null, action }, work);
}

/** Says that an export could not be made; the caller holds it. */
export async function failLocked(context: Context, before: ExportRow, failure: Failure): Promise<void> {
  const after = await updateExport(context, before.id, { status: "failed", failure, finishedAt: "now" });
  if (after === undefined) throw new Error("the export was deleted");
  await recordExportEvent(context, "export.failed", before, after);
  await describeExportMail(context, after, "export.failed");
}

/** The export, held, as long as it is this attempt's to end. */
async function requireAttemptForUpdate(context: Context, { exportId, number }: Attempt): Promise<ExportRow | null> {
  const row = await lockWorkForUpdate(context, exportId);
  return row !== undefined && row.status === "running" && row.attempts === number && row.deletedAt === null ? row : null;
}

/** Fails the attempt's export; nothing when it is the attempt's no more. */
export async function failAttempt(database: Database, row: ExportRow, attempt: Attempt, failure: Failure): Promise<void> {
  await endExport(database, row, async (context) => {
    const before = await requireAttemptForUpdate(context, attempt);
    if (before === null) return false;
    await failLocked(context, before, failure);
    return true;
  });
}

/**
 * Completes the attempt's export, whose file is in the storage: checked once more, since the file took its time.
 * @param accesses what was read of others' records, for the audit log
 * @returns whether its file is named now; else nobody will have it
 */
export function completeAttempt(database: Database, row: ExportRow, attempt: Attempt, file: FinishedFile, accesses: Context["pending"]["auditEntries"]): Promise<boolean> {
  return endExport(database, row, async (context) => {
    const before = await requireAttemptForUpdate(context, attempt);
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

/** Says that the time of an export's file is over, when it is. From then on no address of it holds. */
export async function expireExport(database: Database, organizationId: string, exportId: string): Promise<void> {
  const actor = { database, principal: systemPrincipal(organizationId), requestId: createRequestId(), clientIp: null, action: expiry };
  await runSystemAction(actor, async (context) => {
    const before = await lockWorkForUpdate(context, exportId);
    if (before === undefined || before.status !== "completed" || !before.isOver || before.deletedAt !== null) return false;
    const after = await updateExport(context, exportId, { status: "expired" });
    if (after === undefined) throw new Error("the export was deleted");
    await recordExportEvent(context, "export.expired", before, after);
    return true;
  });
}
