import { isDeepStrictEqual } from "node:util";
import { decryptRequest } from "../areas/bulk/domain.items.ts";
import type { JobRow } from "../areas/bulk/store.ts";
import { basePath } from "../contract/base-path.ts";
import { listFaultPaths, type AppError } from "../contract/errors/error-codes.ts";
import { detailHeader, reasonHeader } from "../contract/errors/error-reasons.ts";
import type { Logger } from "../platform/observability/logger.ts";
import type { RequestLog } from "../platform/observability/request-log.ts";
import { executeOperation, type ExecutionTools, type OperationCall } from "../rpc/call/execute-operation.ts";
import type { IdempotentResult } from "../rpc/call/idempotency.ts";
import { logCall } from "../rpc/call/log-call.ts";
import { chooseMessage, toRejection } from "../rpc/call/rejection.ts";
import { findOperation, type RouteTable } from "../rpc/call/route.ts";
import { lockLiveKeyForShare } from "../rpc/call/store.live-key.ts";
import { withIdempotency } from "../rpc/declarations.ts";
import type { IntegrationKeyPrincipal } from "../rpc/principal.ts";
import { endItem, lockItemForUpdate, type ItemResult, type ItemRow } from "./store.ts";

export interface ItemTools {
  execution: ExecutionTools;
  logger: Logger;
  requestLog: Pick<RequestLog, "note">;
  routes: RouteTable;
}

export interface ItemWork {
  job: JobRow;
  item: ItemRow;
  key: IntegrationKeyPrincipal;
}

/** The job, the item or the key is no longer what it was when the item was read: nothing was done. */
class Moved extends Error {}

const nothing = {
  code: null,
  error: null,
  reason: null,
  detail: null,
  isReplay: false,
  resourceId: null,
  location: null,
  etag: null,
};

/**
 * Executes an item as the call that it describes, without a request: its effect and its result commit together.
 *
 * @returns null if that is done, or if the item must be read again; otherwise why the call was rejected, which is not
 *   written yet
 */
export async function executeItem(tools: ItemTools, work: ItemWork): Promise<AppError | null> {
  const { job, item } = work;
  const { execution, logger, requestLog, routes } = tools;
  const arrival = { requestId: `${job.id}.${item.index}`, startedAt: performance.now() };
  let call: OperationCall | null = null;
  try {
    const place = { organizationId: job.organizationId, jobId: job.id, index: item.index };
    call = describeCall(routes, work, decryptRequest(execution.installationKeys, place, item.request));
    const { success, originalRequestId } = await executeOperation(execution, call);
    logCall(requestLog, { ...describeLine(work, call), ...arrival, status: success.status, originalRequestId });
    return null;
  } catch (error) {
    if (error instanceof Moved) return null;
    const rejection = toRejection(logger, { requestId: arrival.requestId, operation: item.operation }, error);
    if (call !== null)
      logCall(requestLog, { ...describeLine(work, call), ...arrival, status: rejection.status, rejection });
    return rejection;
  }
}

/** @throws NOT_FOUND if a later version of the software has no such operation */
function describeCall(
  routes: RouteTable,
  { job, item, key }: ItemWork,
  { method, path: itemPath, query = {}, body, ifMatch }: ReturnType<typeof decryptRequest>,
): OperationCall {
  const path = `${basePath}${itemPath}`;
  const { declaration, pathValues } = findOperation(routes, method, path);
  return {
    route: { declaration: withIdempotency(declaration), pathValues },
    path,
    // A single call of an operation that ignores the key stores nothing: what an item stores must not be taken for its
    // response.
    keySpace: declaration.meta.idempotency === "ignored" ? "bulk" : undefined,
    principal: key,
    // The key may have got other networks since the job was created.
    clientIp: job.address,
    requestId: job.id,
    sent: {
      query: Object.entries(query),
      body: body as Record<string, unknown> | undefined,
      ifMatch,
      idempotencyKey: item.idempotencyKey,
    },
    responseKey: null,
    job: {
      begin: async (context) => {
        if (!(await lockItemForUpdate(context, job.id, item.index))) throw new Moved();
        // Locked: after a revocation has committed, nothing is written.
        if (!isDeepStrictEqual(await lockLiveKeyForShare(context, job.keyId), key)) throw new Moved();
      },
      end: (context, result) => endItem(context, job.id, item.index, describeSuccess(result)),
    },
  };
}

function describeSuccess({ success: { status, body, etag, location }, replayed }: IdempotentResult): ItemResult {
  return {
    ...nothing,
    status: "succeeded",
    httpStatus: status,
    isReplay: replayed !== null,
    resourceId: findRecordId(body),
    location,
    etag,
  };
}

/** The ID of the first record of a response. */
function findRecordId(body: string): string | null {
  const ids = Object.values(JSON.parse(body) as Record<string, unknown>).map((member) =>
    typeof member === "object" && member !== null && "id" in member ? member.id : null,
  );
  return ids.find((id): id is string => typeof id === "string") ?? null;
}

/** Writes why the item failed, unless it has ended meanwhile. */
export async function failItem(
  { execution: { database } }: Pick<ItemTools, "execution">,
  { job, item }: ItemWork,
  rejection: AppError,
): Promise<void> {
  const { organizationId } = job;
  await database.withTenantTransaction(organizationId, async (transaction) => {
    const context = { organizationId, transaction };
    if (!(await lockItemForUpdate(context, job.id, item.index))) return;
    endItem(context, job.id, item.index, {
      ...nothing,
      status: "failed",
      httpStatus: rejection.status,
      code: rejection.code,
      error: describeError(rejection),
      ...describeReason(rejection),
    });
  });
}

/** What the response would have had in `X-Error-Reason` and `X-Error-Detail`. */
function describeReason({ headers }: AppError): Pick<ItemResult, "reason" | "detail"> {
  return { reason: headers[reasonHeader] ?? null, detail: headers[detailHeader] ?? null };
}

/**
 * The response's text. Of invalid input only declared names: what only the call named may be a value, and the result
 * outlives the call.
 */
function describeError(rejection: AppError): string {
  if (rejection.code !== "VALIDATION_FAILED" || rejection.faults.length === 0)
    return chooseMessage(rejection, rejection.status);
  return rejection.faults
    .slice(0, 50)
    .map((fault) => `${listFaultPaths([fault]).join("")}: ${fault.message}`)
    .join("; ");
}

/** The item's line in the request log: as of its single call, without allowances. */
function describeLine({ job, key }: ItemWork, { route: { declaration } }: OperationCall) {
  return {
    owner: { organizationId: job.organizationId, keyId: job.keyId, keyPrefix: job.keyPrefix },
    method: declaration.meta.method,
    declaration,
    principal: key,
    allowance: null,
    address: job.address,
    source: "api",
  } as const;
}
