import { AppError } from "../../../contract/errors/error-codes.ts";
import { callProcedure } from "../../../rpc/call/call-procedure.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Principal } from "../../../rpc/principal.ts";
import { describeAction, runInTransaction } from "../../../rpc/unit-of-work.ts";
import type { ValidRecordCall } from "../mapping/domain.check.ts";
import { nameFaults, type Mapping, type RowFault } from "../mapping/domain.record.ts";
import type { ImportTools } from "./domain.tools.ts";

/** For whom, and for which import, rows are written. */
export interface Importer {
  principal: Principal;
  importId: string;
}

/** What a call left behind. */
export interface CallResult {
  recordId: string;
  etag: string | null;
  /** What the event of the record says that changed. */
  diff: Readonly<Record<string, { from: unknown; to: unknown }>>;
}

/**
 * Runs an operation for a row, in a transaction or a part of one: the same procedure with the same checks, events and
 * audit entries as a request's, which have the import's ID as `correlationId`. Nothing is stored for a repetition: the
 * row's own result commits with it.
 *
 * @param recordId of an update; a creation's is that of its location
 * @throws the operation's rejections
 */
export async function callForRow(
  { database, installationKeys, files }: Pick<ImportTools, "database" | "installationKeys" | "files">,
  { principal, importId }: Importer,
  valid: ValidRecordCall,
  recordId?: string,
): Promise<CallResult> {
  const { declaration, input } = valid;
  const unit = {
    database,
    installationKeys,
    files: { storage: files.storage, baseUrl: files.baseUrl },
    principal,
    requestId: importId,
    clientIp: null,
    action: describeAction(declaration.name, declaration.meta),
    expectedRevisions: input.expectedRevisions,
  };
  const { result } = await runInTransaction(unit, async (context) => ({
    result: await call(context, principal, valid, recordId),
    mustRecord: true,
  }));
  return result;
}

async function call(
  context: Context,
  principal: Principal,
  valid: ValidRecordCall,
  given: string | undefined,
): Promise<CallResult> {
  const { location, etag } = await callProcedure({ ...valid, principal }, context);
  const recordId = given ?? location?.split("/").at(-1);
  if (recordId === undefined) throw new Error(`${valid.declaration.name} created no record`);
  const event = context.pending.eventsToRecord.find(({ entityId }) => entityId === recordId);
  return { recordId, etag, diff: event?.diff ?? {} };
}

/**
 * The faults of a row that its operation rejected; null where the same call may succeed later, or by itself: the
 * failure is not the row's.
 */
export function describeRejection(mapping: Pick<Mapping, "kind" | "columns">, error: unknown): RowFault[] | null {
  if (!(error instanceof AppError) || error.status >= 500) return null;
  if (error.faults.length > 0) return nameFaults(mapping, error.faults);
  return [{ column: null, message: error.message }];
}
