import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { readsIfNoneMatch, takesUpload, type OperationMeta } from "../../contract/operation.ts";
import { matchesNone } from "../../contract/revision.ts";
import { executeOperation, type Outcome, type ReceiveFile } from "../../rpc/call/execute-operation.ts";
import { findOperation, listAllowed, splitTarget, type RouteTable } from "../../rpc/call/route.ts";
import type { Caller } from "../request/authenticate.ts";
import { readClientIp } from "../request/client-ip.ts";
import { describeOutcome, describeServed } from "../request/describe-outcome.ts";
import { peekRate } from "../request/limit-rate.ts";
import { logRequest } from "../request/log-request.ts";
import { executeWithLongPoll } from "../request/long-poll.ts";
import type { RequestContext } from "../request/request-context.ts";
import { respondToOptions } from "../request/respond.ts";
import type { HttpResponse } from "../request/response.ts";
import { withCaller } from "../request/with-caller.ts";
import type { Services } from "../services.ts";
import { receiveBody } from "./read-form.ts";
import { withUpload } from "./upload.ts";

/**
 * Handles a REST request. Each step rejects with its own codes; the order is part of the API.
 *
 * @param requestContext records the operation, the caller and the headers of the response, also if the request fails
 * @throws the rejection, for respondError
 */
export async function handleRequest(
  services: Services,
  table: RouteTable,
  request: IncomingMessage,
  requestContext: RequestContext,
): Promise<HttpResponse> {
  const { method = "GET", url, headers, socket } = request;
  const clientIp = readClientIp(services, request);
  requestContext.clientIp = clientIp;
  requestContext.note = (response) => logRequest(services, headers, requestContext, response);
  const [path, query] = splitTarget(url);
  if (method === "OPTIONS") return respondToOptions(listAllowed(table, path));
  const route = findOperation(table, method, path); // 404, 405
  requestContext.route = route;
  const { meta } = route.declaration;
  const body = await receiveBody(request, route.declaration); // 413, 415
  const sent = { query, body, ifMatch: headers["if-match"], idempotencyKey: headers["x-idempotency-key"] };
  // 403, 409, 400, and those of the operation
  const execute = (caller: Caller, receiveFile?: ReceiveFile) =>
    executeOperation(services.execution, {
      ...caller,
      route,
      path,
      clientIp,
      requestId: requestContext.requestId,
      sent,
      receiveFile,
      peekRate: (tier, keyId) => peekRate(services, caller.principal, tier, keyId),
      onServed: (served) => void (requestContext.headers["Server-Timing"] = describeServed(served)),
    });
  // 401, 429
  const outcome = await withCaller(services, requestContext, { headers, meta }, (caller) => {
    if (!takesUpload(meta))
      return executeWithLongPoll(services, requestContext, { caller, headers, socket, meta, execute });
    const upload = { request, requestContext, route, principal: caller.principal, body };
    return withUpload(services.files, upload, (receiveFile) => execute(caller, receiveFile));
  });
  requestContext.usedScopes = outcome.usedScopes;
  return isNotModified(headers, meta, outcome) ? respondNotModified(meta, outcome) : describeOutcome(meta, outcome);
}

function isNotModified(headers: IncomingHttpHeaders, meta: OperationMeta, { success, isVolatile }: Outcome): boolean {
  if (success.etag === null || isVolatile || !readsIfNoneMatch(meta)) return false;
  return matchesNone(headers["if-none-match"] ?? null, success.etag);
}

function respondNotModified(meta: OperationMeta, outcome: Outcome): HttpResponse {
  const { "Content-Type": _ofBody, ...headers } = describeOutcome(meta, outcome).headers;
  return { status: 304, headers, body: "" };
}
