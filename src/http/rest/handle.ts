import type { Services } from "../services.ts";
import { withCaller, type Caller } from "../request/authenticate.ts";
import { actingAs, authorizeRequest } from "./authorize-request.ts";
import { readClientIp } from "../request/client-ip.ts";
import { limitRate, refreshAllowance } from "../request/limit-rate.ts";
import { describeCall } from "./describe-call.ts";
import { logRequest } from "../request/log-request.ts";
import { receiveBody } from "../request/read-body.ts";
import { readInput, type RequestInput } from "../../rpc/call/read-input.ts";
import type { RequestContext } from "../request/request-context.ts";
import { respondToOptions } from "../request/respond.ts";
import type { ApiRequest } from "./request.ts";
import type { HttpResponse } from "../request/response.ts";
import { findOperation, listAllowed, splitTarget, type RouteTable } from "../../rpc/call/route.ts";
import { runMutation } from "./run-mutation.ts";
import { runQuery } from "./run-query.ts";
import { takesUpload, withUpload, type Upload } from "./upload.ts";

/**
 * Handles a REST request. Each step rejects with its own codes; the order is part of the API.
 *
 * @param requestContext records the operation, the caller and the headers of the response, also if the request fails
 * @throws the rejection, for respondError
 */
export async function handleRequest(
  services: Services,
  table: RouteTable,
  request: ApiRequest,
  requestContext: RequestContext,
): Promise<HttpResponse> {
  const { method = "GET", url, headers } = request;
  requestContext.note = (response) => logRequest(services, request, requestContext, response);
  const [path, query] = splitTarget(url);
  if (method === "OPTIONS") return respondToOptions(listAllowed(table, path));
  const route = findOperation(table, method, path); //                                         404, 405
  const { declaration } = route;
  const { meta } = declaration;
  requestContext.route = route;
  const body = await receiveBody(request, declaration); //                                     413, 415
  const clientIp = readClientIp(services, request);
  requestContext.clientIp = clientIp;
  let isCounted = false;
  const respond = async ({ principal: key, responseKey, precondition }: Caller): Promise<HttpResponse> => {
    const principal = actingAs(requestContext, key);
    // A request whose key has changed meanwhile runs again, and counts once.
    if (isCounted || requestContext.isUncounted === true)
      await refreshAllowance(services, requestContext, principal, meta.tier);
    else await limitRate(services, requestContext, principal, meta.tier); //                     429
    isCounted = true;
    authorizeRequest(principal, clientIp, meta); //                                              403, 409
    const read = (sent: Buffer | Record<string, unknown>) => readInput(route, query, headers, sent); // 400
    if (requestContext.isRehearsal === true) {
      read(body ?? Buffer.alloc(0));
      return { status: 204, headers: {}, body: "" };
    }
    const run = (input: RequestInput, upload: Upload) => {
      const call = describeCall(services, {
        declaration,
        principal,
        responseKey,
        precondition,
        input,
        upload,
        clientIp,
        requestId: requestContext.requestId,
      });
      if (declaration.kind === "query") return runQuery(services, call, request, requestContext);
      return runMutation(call, [meta.method, path, headers["if-match"] ?? ""], services.environment.idempotencyHours);
    };
    if (!takesUpload(meta)) return run(read(body ?? Buffer.alloc(0)), {});
    requestContext.takesFile = body === null;
    return withUpload(services.files, { request, declaration, principal, body, read }, run);
  };
  try {
    return await withCaller(services, requestContext, headers, meta, respond); //                401
  } finally {
    const { principal } = requestContext;
    if (isCounted && principal !== undefined) {
      services.keyUses.note({
        organizationId: principal.organizationId,
        keyId: principal.keyId,
        prefix: principal.keyPrefix,
        address: clientIp,
        route: `${meta.method} ${meta.path}`,
      });
    }
  }
}
