import { exportFailureNames } from "../../contract/reports/export-failures.ts";
import type { ExportFailure } from "../../contract/reports/export-failures.ts";
import { dataPermissionOf } from "../../contract/permissions.ts";
import type { Permission } from "../../contract/permissions.ts";
import type { Scope } from "../../contract/scopes.ts";
import type { Context } from "../../rpc/context.ts";
import { notifyMembers } from "./domain.ts";
import { findScheduleAudience, listHolders } from "./store.exports.ts";

/** What is told of an export: its row has it all. */
export interface DescribedExport {
  id: string;
  fileName: string;
  /** The member who asked, or in whose name its schedule runs; null for a key's, of which nobody is told. */
  memberId: string | null;
  scheduleId: string | null;
  dataPermissions: readonly string[];
  /** Of one that failed. */
  failure: string | null;
}

/**
 * Tells of an export that is over, in the portal and by mail, in the transaction that ends it. That a file is there, hears who
 * asked for it or, of a schedule's, its recipients: whoever of them may still fetch it. That it failed, hears in whose name it ran.
 */
export async function describeExportMail(context: Context, told: DescribedExport, kind: "export.completed" | "export.failed"): Promise<void> {
  const { id: exportId, fileName, memberId, scheduleId, failure } = told;
  if (memberId === null) return;
  const schedule = scheduleId === null ? undefined : await findScheduleAudience(context, scheduleId);
  const named = { exportId, fileName, scheduleName: schedule?.name ?? null };
  if (kind === "export.failed") {
    const notice = { kind, parameters: { ...named, failure: nameFailure(failure) } } as const;
    return notifyMembers(context, notice, await listHolders(context, [memberId], []));
  }
  const needed = listNeeded(told.dataPermissions);
  if (needed === null) return;
  await notifyMembers(context, { kind, parameters: named }, await listHolders(context, schedule?.recipientIds ?? [memberId], needed));
}

/** What fetching the file takes of a member; null where no member may. */
function listNeeded(dataPermissions: readonly string[]): Permission[] | null {
  const needed = dataPermissions.map((scope) => dataPermissionOf(scope as Scope));
  return needed.includes(null) ? null : ["reports:export", ...needed.filter((permission) => permission !== null)];
}

function nameFailure(failure: string | null): ExportFailure {
  return exportFailureNames.find((known) => known === failure) ?? "internal";
}
