import type { Sealer } from "../../../platform/pdf/pdf.ts";
import { createRequestId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { runSystemAction, type DeclaredAction } from "../../../rpc/unit-of-work.ts";
import { lockEffectTargetsForUpdate } from "../effects/domain.ts";
import { findOwners, lockEsignRequestRowForUpdate, type EsignRequestRow } from "../requests/store.ts";
import type { WorkFiles } from "./domain.files.ts";
import type { SealKeyTools } from "./domain.seal-key.ts";
import type { EsignJob } from "./store.queues.ts";
import { beginAttempt, type Attempt, type WorkStatus } from "./store.ts";

/** What the jobs of signature requests need. */
export interface EsignWorkTools extends SealKeyTools {
  files: WorkFiles;
  /** Null where the operator set no timestamp server. */
  sendTimestampQuery: Sealer["sendTimestampQuery"];
  logger: {
    info(fields: Record<string, unknown>, message: string): void;
    error(fields: Record<string, unknown>, message: string): void;
  };
}

/** Runs a part of a job as the system. Resolves `work` to false where it records nothing. */
export function runForRequest<Result>(
  { database, installationKeys }: Pick<EsignWorkTools, "database" | "installationKeys">,
  organizationId: string,
  action: DeclaredAction,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const principal = systemPrincipal(organizationId);
  return runSystemAction(
    { database, installationKeys, principal, requestId: createRequestId(), clientIp: null, action },
    work,
  );
}

/** Claims a request in a status; null where there is nothing to do. */
export function claimRequest(
  { database }: Pick<EsignWorkTools, "database">,
  { organizationId, requestId }: EsignJob,
  status: WorkStatus,
): Promise<Attempt | null> {
  return database.withTenantTransaction(organizationId, (transaction) =>
    beginAttempt({ organizationId, transaction }, requestId, status),
  );
}

/**
 * Locks what the effects of a request change, then the request, if this attempt still owns it.
 *
 * @returns null when another attempt began, or the request was voided: then nothing of this one counts
 */
export async function lockAttemptForUpdate(
  context: Context,
  { requestId, number, since }: Attempt,
  status: WorkStatus,
): Promise<EsignRequestRow | null> {
  const owners = await findOwners(context, requestId);
  if (owners === undefined) return null;
  await lockEffectTargetsForUpdate(context, owners);
  const row = await lockEsignRequestRowForUpdate(context, requestId);
  const isOwn = row?.status === status && row.attempts === number && row.workingSince === since;
  return isOwn ? row : null;
}
