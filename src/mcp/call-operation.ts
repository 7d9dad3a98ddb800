import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { invalidInput } from "../contract/errors/error-codes.ts";
import { handleRequest } from "../http/rest/handle.ts";
import { idempotencyHeader } from "../rpc/call/read-input.ts";
import type { ApiRequest } from "../http/rest/request.ts";
import { traceRequest } from "../http/request/observe-response.ts";
import type { RequestContext } from "../http/request/request-context.ts";
import { completeResponse, respondError } from "../http/request/respond.ts";
import type { HttpResponse } from "../http/request/response.ts";
import type { Services } from "../http/services.ts";
import { createRequestId } from "../platform/database/ids.ts";
import { isInQuery, takesBody } from "../rpc/declarations.ts";
import type { IntegrationKeyPrincipal } from "../rpc/principal.ts";
import type { Catalog, McpOperation } from "./operations.ts";
import { findWithheld } from "./withheld.ts";

/** Who calls a tool. */
export interface McpCaller {
  services: Services;
  catalog: Catalog;
  /** The HTTP request that brought the call: its address and its key. */
  request: IncomingMessage;
  credentials: IncomingHttpHeaders;
  /** The key as an assistant acts with it. */
  principal: IntegrationKeyPrincipal;
}

export interface OperationCall {
  operation: McpOperation;
  /** Path parameters, query and body in one object. */
  input: Record<string, unknown>;
  ifMatch?: string | undefined;
  idempotencyKey?: string | undefined;
}

/** Whether a call is only checked, up to its input, and whether that counts in the operation's tier. */
export type Rehearsal = "counted" | "uncounted";

/**
 * Runs an operation as its REST request runs: `handleRequest` authenticates, counts, authorizes, validates and records
 * it.
 *
 * @param rehearsal for a call that is only checked
 */
export async function callOperation(
  { services, catalog, ...caller }: McpCaller,
  call: OperationCall,
  rehearsal: Rehearsal | null = null,
): Promise<HttpResponse> {
  const isRehearsal = rehearsal !== null;
  const requestContext: RequestContext = {
    requestId: createRequestId(),
    method: call.operation.declaration.meta.method,
    startedAt: performance.now(),
    headers: {},
    isAssistant: true,
    ...(isRehearsal && { isRehearsal }),
    ...(rehearsal === "uncounted" && { isUncounted: true }),
  };
  try {
    const handle = () => handleRequest(services, catalog.routes, buildRequest(caller, call), requestContext);
    const response = await (isRehearsal ? handle() : traceRequest(requestContext, undefined, handle));
    // A rehearsal that succeeds is not a request: the confirmed call is logged.
    return isRehearsal ? response : completeResponse(services.logger, requestContext, response);
  } catch (error) {
    return completeResponse(services.logger, requestContext, respondError(services.logger, requestContext, error));
  }
}

/** @throws VALIDATION_FAILED for what no request can say */
function buildRequest(
  { request, credentials }: Pick<McpCaller, "request" | "credentials">,
  { operation, input, ifMatch, idempotencyKey }: OperationCall,
): ApiRequest {
  const { declaration } = operation;
  const { pathParameters, meta } = declaration;
  const withheld = findWithheld(input);
  if (withheld !== null) throw invalidInput({ path: withheld, message: "assistants must not send it" });
  const rest = Object.entries(input).filter(([name]) => !pathParameters.includes(name));
  const query = new URLSearchParams(
    rest
      .filter(([name, value]) => isInQuery(declaration, name) && value !== null)
      .map(([name, value]) => [name, toText(name, value)]),
  );
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(toText(name, input[name])),
  );
  const body = takesBody(declaration)
    ? JSON.stringify(Object.fromEntries(rest.filter(([name]) => !isInQuery(declaration, name))))
    : "";
  const headers: IncomingHttpHeaders = {
    ...credentials,
    ...(body !== "" && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    ...(ifMatch !== undefined && { "if-match": ifMatch }),
    ...(idempotencyKey !== undefined && { [idempotencyHeader.toLowerCase()]: idempotencyKey }),
  };
  const url = query.size === 0 ? path : `${path}?${query.toString()}`;
  return Object.assign(Readable.from(body === "" ? [] : [Buffer.from(body)]), {
    method: meta.method,
    url,
    headers,
    socket: request.socket,
    complete: true,
  });
}

function toText(name: string, value: unknown): string {
  const isText = (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "boolean";
  if (!isText) throw invalidInput({ path: name, message: "required: a text, a number or a boolean" });
  return String(value);
}
