import { decryptRequest } from "../areas/bulk/domain.items.ts";
import type { JobRow } from "../areas/bulk/store.ts";
import { basePath } from "../contract/base-path.ts";
import { AppError, listFaultPaths } from "../contract/errors/error-codes.ts";
import { detailHeader, reasonHeader } from "../contract/errors/error-reasons.ts";
import type { Logger } from "../platform/observability/logger.ts";
import type { RequestLog } from "../platform/observability/request-log.ts";
import {
  executeOperation,
  type ExecutionTools,
  type OperationCall,
  type Outcome,
} from "../rpc/call/execute-operation.ts";
import type { Claim } from "../rpc/call/idempotency.ts";
import { logCall, type EndedCall } from "../rpc/call/log-call.ts";
import { chooseMessage, toRejection } from "../rpc/call/rejection.ts";
import { findOperation, type RouteTable } from "../rpc/call/route.ts";
import { withIdempotency } from "../rpc/declarations.ts";
import type { IntegrationKeyPrincipal } from "../rpc/principal.ts";
import type { ItemResult, ItemRow } from "./store.ts";

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
  /** That of its idempotency key, in the transaction that the items share. */
  claim: Claim | undefined;
}

/** What became of the call of an item. */
export interface ItemOutcome {
  result: ItemResult;
  rejection: AppError | null;
  /** Writes its line in the request log. */
  log(): void;
}

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
 * Executes an item as the call that it describes, without a request. Its result is not written.
 *
 * @param options.isAlone whether another failure than the operation's rejections is the item's result: it may be that
 *   of a transaction that is shared
 * @throws that failure otherwise
 */
export async function executeItem(
  { execution, logger, requestLog, routes }: ItemTools,
  work: ItemWork,
  { isAlone }: { isAlone: boolean },
): Promise<ItemOutcome> {
  const { job, item } = work;
  const startedAt = performance.now();
  let call: OperationCall | null = null;
  const describe = (result: ItemResult, ending: Ending): ItemOutcome => {
    const endedAt = performance.now();
    const log = () => {
      // Its time ends with the call, not with the transaction that it shares.
      const waitedMilliseconds = performance.now() - endedAt;
      if (call !== null) logCall(requestLog, { ...describeLine(work, call), startedAt, waitedMilliseconds, ...ending });
    };
    return { result, rejection: ending.rejection ?? null, log };
  };
  try {
    const place = { organizationId: job.organizationId, jobId: job.id, index: item.index };
    call = describeCall(routes, work, decryptRequest(execution.installationKeys, place, item.request));
    const outcome = await executeOperation(execution, call);
    const { success, originalRequestId, usedScopes } = outcome;
    return describe(describeSuccess(outcome), { status: success.status, originalRequestId, usedScopes });
  } catch (error) {
    if (!isAlone && !(error instanceof AppError)) throw error;
    const rejection = toRejection(logger, { requestId: nameCall(work), operation: item.operation }, error);
    return describe(describeRejected(rejection), { status: rejection.status, rejection });
  }
}

type Ending = Pick<EndedCall, "status" | "rejection" | "originalRequestId" | "usedScopes">;

const nameCall = ({ job, item }: ItemWork) => `${job.id}.${item.index}`;

/** @throws NOT_FOUND if a later version of the software has no such operation */
function describeCall(
  routes: RouteTable,
  { job, item, key, claim }: ItemWork,
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
    claim,
  };
}

function describeSuccess({ success, originalRequestId }: Outcome): ItemResult {
  const { status, body, etag, location } = success;
  return {
    ...nothing,
    status: "succeeded",
    httpStatus: status,
    isReplay: originalRequestId !== null,
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

export function describeRejected(rejection: AppError): ItemResult {
  return {
    ...nothing,
    status: "failed",
    httpStatus: rejection.status,
    code: rejection.code,
    error: describeError(rejection),
    ...describeReason(rejection),
  };
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
function describeLine(work: ItemWork, { route: { declaration } }: OperationCall) {
  const { job, key } = work;
  return {
    owner: { organizationId: job.organizationId, keyId: job.keyId, keyPrefix: job.keyPrefix },
    requestId: nameCall(work),
    method: declaration.meta.method,
    declaration,
    principal: key,
    allowance: null,
    address: job.address,
    source: "api",
  } as const;
}
