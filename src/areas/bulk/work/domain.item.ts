import { isDeepStrictEqual } from "node:util";
import { basePath } from "../../../contract/base-path.ts";
import { detailHeader, reasonHeader } from "../../../contract/errors/error-reasons.ts";
import { listFaultPaths, type AppError } from "../../../contract/errors/error-codes.ts";
import { authorize, requireNetwork, scopeOf } from "../../../rpc/authorize.ts";
import type { RequestLog, RequestNote } from "../../../platform/observability/request-log.ts";
import type { Logger } from "../../../platform/observability/logger.ts";
import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { Call } from "../../../rpc/call/call-procedure.ts";
import { lockNumber, runIdempotently, type IdempotentResult } from "../../../rpc/call/idempotency.ts";
import { idempotencyHeader, readInput } from "../../../rpc/call/read-input.ts";
import { chooseMessage, describeForLog, toRejection } from "../../../rpc/call/rejection.ts";
import { findOperation, type Route, type RouteTable } from "../../../rpc/call/route.ts";
import { findLiveKey } from "../../../rpc/call/store.live-key.ts";
import type { FileStore } from "../../../rpc/context.ts";
import type { IntegrationKeyPrincipal } from "../../../rpc/principal.ts";
import { describeAction, runInTransaction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { decryptRequest } from "../domain.items.ts";
import type { JobRow } from "../store.ts";
import { endItem, lockItem, type ItemResult, type ItemRow } from "./store.ts";

export interface ItemTools {
  database: UnitOfWork["database"];
  installationKeys: InstallationKeys;
  files: FileStore;
  logger: Logger;
  requestLog: Pick<RequestLog, "note">;
  routes: RouteTable;
  /** How long stored responses are kept. */
  idempotencyHours: number;
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
  const startedAt = performance.now();
  const requestId = `${work.job.id}.${work.item.index}`;
  let route: Route | null = null;
  try {
    const { path, method, ...sent } = decryptRequest(
      tools.installationKeys,
      { organizationId: work.job.organizationId, jobId: work.job.id, index: work.item.index },
      work.item.request,
    );
    route = findOperation(tools.routes, method, `${basePath}${path}`);
    const done = await run(tools, work, route, `${basePath}${path}`, sent);
    tools.requestLog.note(describeLine(work, route, startedAt, { requestId, status: done.success.status, done }));
    return null;
  } catch (error) {
    if (error instanceof Moved) return null;
    const rejection = toRejection(tools.logger, { requestId, operation: work.item.operation }, error);
    if (route !== null)
      tools.requestLog.note(describeLine(work, route, startedAt, { requestId, status: rejection.status, rejection }));
    return rejection;
  }
}

type Sent = Omit<ReturnType<typeof decryptRequest>, "path" | "method">;

async function run(
  tools: ItemTools,
  { job, item, key }: ItemWork,
  route: Route,
  path: string,
  { query = {}, body, ifMatch }: Sent,
): Promise<IdempotentResult> {
  const { declaration } = route;
  const { meta } = declaration;
  // The key may have got other networks since the job was created.
  requireNetwork(key, job.address);
  authorize(key, meta);
  const search = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  const headers = { [idempotencyHeader.toLowerCase()]: item.idempotencyKey, "if-match": ifMatch };
  const input = {
    ...readInput(route, search, headers, Buffer.from(body === undefined ? "" : JSON.stringify(body))),
    idempotencyKey: item.idempotencyKey,
  };
  const call: Call = {
    database: tools.database,
    installationKeys: tools.installationKeys,
    files: tools.files,
    declaration,
    principal: key,
    input,
    responseKey: null,
    requestId: job.id,
    clientIp: job.address,
    action: describeAction(declaration.name, meta),
    expectedRevisions: input.expectedRevisions,
  };
  // A single call of an operation that ignores the key stores nothing: what an item stores must not be taken for its response.
  const target = [...(meta.idempotency === "ignored" ? ["bulk"] : []), meta.method, path, ifMatch ?? ""];
  const { result } = await runInTransaction({ ...call, lock: lockNumber(call) }, async (context) => {
    if (!(await lockItem(context, job.id, item.index))) throw new Moved();
    // Locked: after a revocation has committed, nothing is written.
    if (!isDeepStrictEqual(await findLiveKey(context, job.keyId, "share"), key)) throw new Moved();
    const done = await runIdempotently(call, context, target, tools.idempotencyHours);
    endItem(context, job.id, item.index, describeSuccess(done.result));
    return done;
  });
  return result;
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
  { database }: Pick<ItemTools, "database">,
  { job, item }: ItemWork,
  rejection: AppError,
): Promise<void> {
  const { organizationId } = job;
  await database.withTenantTransaction(organizationId, async (transaction) => {
    const context = { organizationId, transaction };
    if (!(await lockItem(context, job.id, item.index))) return;
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

interface Outcome {
  requestId: string;
  status: number;
  done?: IdempotentResult;
  rejection?: AppError;
}

/** The item's line in the request log: as of its single call, without allowances. */
function describeLine(
  { job, key }: ItemWork,
  { declaration: { name, meta } }: Route,
  startedAt: number,
  { requestId, status, done, rejection }: Outcome,
): RequestNote {
  const milliseconds = performance.now() - startedAt;
  const replayed = done?.replayed ?? null;
  return {
    owner: { organizationId: job.organizationId, keyId: job.keyId, keyPrefix: job.keyPrefix },
    occurredAt: Date.now() - milliseconds,
    requestId,
    method: meta.method,
    route: meta.path,
    operation: name,
    status,
    originalRequestId: replayed?.requestId ?? null,
    ...describeForLog(rejection),
    scope:
      rejection !== undefined && rejection.missingScopes.length > 0
        ? rejection.missingScopes.join(", ")
        : scopeOf(key, meta),
    idempotency: done === undefined ? null : replayed === null ? "fresh" : "replayed",
    rateLimit: null,
    rateRemaining: null,
    durationMicros: Math.round(milliseconds * 1_000),
    address: job.address,
    source: "api",
  };
}
