import { exportFailureNames, type ExportFailure } from "../../contract/reports/export-failures.ts";
import { listMissingData, type Permission } from "../../contract/permissions.ts";
import type { Scope } from "../../contract/scopes.ts";
import type { Context } from "../../rpc/context.ts";
import { notifyMembers } from "./domain.ts";
import { findScheduleAudience, listHolders } from "./store.exports.ts";

export interface DescribedExport {
  id: string;
  fileName: string;
  /** The member who requested it, or the schedule's owner; null for a key's export, about which no member is notified. */
  memberId: string | null;
  scheduleId: string | null;
  dataPermissions: readonly string[];
  /** If it failed. */
  failure: string | null;
}

/**
 * Notifies about a finished export, in the transaction that ends it. Completed: the requester or the schedule's
 * recipients, if they can still download it. Failed: the requester or the schedule's owner.
 */
export async function describeExportMail(
  context: Context,
  described: DescribedExport,
  kind: "export.completed" | "export.failed",
): Promise<void> {
  const { id: exportId, fileName, memberId, scheduleId, failure } = described;
  if (memberId === null) return;
  const schedule = scheduleId === null ? undefined : await findScheduleAudience(context, scheduleId);
  const named = { exportId, fileName, scheduleName: schedule?.name ?? null };
  if (kind === "export.failed") {
    const notice = { kind, parameters: { ...named, failure: nameFailure(failure) } } as const;
    return notifyMembers(context, notice, await listHolders(context, [memberId], []));
  }
  const needed = listNeeded(described.dataPermissions);
  if (needed === null) return;
  await notifyMembers(
    context,
    { kind, parameters: named },
    await listHolders(context, schedule?.recipientIds ?? [memberId], needed),
  );
}

/** Permissions required to download the file; null if no member can. */
function listNeeded(dataPermissions: readonly string[]): Permission[] | null {
  const needed = listMissingData(dataPermissions as Scope[], new Set()).map(({ permission }) => permission);
  return needed.includes(null) ? null : ["reports:export", ...needed.filter((permission) => permission !== null)];
}

function nameFailure(failure: string | null): ExportFailure {
  return exportFailureNames.find((known) => known === failure) ?? "internal";
}
