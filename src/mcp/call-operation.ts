import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { invalidInput } from "../contract/errors/error-codes.ts";
import type { Caller } from "../http/request/authenticate.ts";
import { readClientIp } from "../http/request/client-ip.ts";
import { describeOutcome } from "../http/request/describe-outcome.ts";
import { peekRate } from "../http/request/limit-rate.ts";
import { logRequest } from "../http/request/log-request.ts";
import { executeWithLongPoll } from "../http/request/long-poll.ts";
import { traceRequest } from "../http/request/observe-response.ts";
import type { RequestContext } from "../http/request/request-context.ts";
import { completeResponse, respondError } from "../http/request/respond.ts";
import type { HttpResponse } from "../http/request/response.ts";
import { withCaller } from "../http/request/with-caller.ts";
import type { Services } from "../http/services.ts";
import { createRequestId } from "../platform/database/ids.ts";
import { executeOperation, rehearseOperation, type OperationCall } from "../rpc/call/execute-operation.ts";
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

export interface ToolArguments {
  operation: McpOperation;
  /** Path parameters, query and body in one object. */
  input: Record<string, unknown>;
  ifMatch?: string | undefined;
  idempotencyKey?: string | undefined;
}

/** Whether a call is only checked, and whether that counts in the operation's tier. */
export type Rehearsal = "counted" | "uncounted";

/**
 * Runs an operation for the caller of a tool: authenticated, counted, authorized, validated and recorded like a request
 * of its own.
 *
 * @param rehearsal for a call that is only checked, up to its input
 */
export async function callOperation(
  caller: McpCaller,
  call: ToolArguments,
  rehearsal: Rehearsal | null = null,
): Promise<HttpResponse> {
  const { logger } = caller.services;
  const requestContext: RequestContext = {
    requestId: createRequestId(),
    method: call.operation.declaration.meta.method,
    startedAt: performance.now(),
    headers: {},
    isAssistant: true,
  };
  try {
    if (rehearsal === null) {
      const response = await traceRequest(requestContext, undefined, () => execute(caller, call, requestContext));
      return completeResponse(logger, requestContext, response);
    }
    // A rehearsal that succeeds is not a request: the confirmed call is logged.
    return await rehearse(caller, call, requestContext, rehearsal);
  } catch (error) {
    return completeResponse(logger, requestContext, respondError(logger, requestContext, error));
  }
}

/** @throws its rejection */
async function execute(caller: McpCaller, call: ToolArguments, requestContext: RequestContext): Promise<HttpResponse> {
  const { services, request, credentials: headers } = caller;
  const { socket } = request;
  const { meta } = call.operation.declaration;
  const described = describeCall(caller, call, requestContext);
  const run = (current: Caller) =>
    executeOperation(services.execution, {
      ...described,
      ...current,
      peekRate: (tier, keyId) => peekRate(services, current.principal, tier, keyId),
    });
  const outcome = await withCaller(services, requestContext, { headers, meta }, (current) =>
    executeWithLongPoll(services, requestContext, { caller: current, headers, socket, meta, execute: run }),
  );
  requestContext.usedScopes = outcome.usedScopes;
  return describeOutcome(meta, outcome);
}

/**
 * Checks a call like `execute`, up to its input. Nothing runs.
 *
 * @throws its rejection
 */
async function rehearse(
  caller: McpCaller,
  call: ToolArguments,
  requestContext: RequestContext,
  rehearsal: Rehearsal,
): Promise<HttpResponse> {
  const { meta } = call.operation.declaration;
  const described = describeCall(caller, call, requestContext);
  const presented = { headers: caller.credentials, meta, isUncounted: rehearsal === "uncounted" };
  await withCaller(caller.services, requestContext, presented, async ({ principal }) =>
    rehearseOperation({ ...described, principal }),
  );
  return { status: 204, headers: {}, body: "" };
}

/**
 * The call that a tool's arguments describe, up to its caller. From here on it has a line in the request log.
 *
 * @throws VALIDATION_FAILED for what no request can say
 */
function describeCall(
  { services, request, credentials }: McpCaller,
  { operation, input, ifMatch, idempotencyKey }: ToolArguments,
  requestContext: RequestContext,
): Omit<OperationCall, "principal" | "responseKey"> {
  const { declaration } = operation;
  const withheld = findWithheld(input);
  if (withheld !== null) throw invalidInput({ path: withheld, message: "assistants must not send it" });
  const rest = Object.entries(input).filter(([name]) => !declaration.pathParameters.includes(name));
  const query = rest
    .filter(([name, value]) => isInQuery(declaration, name) && value !== null)
    .map(([name, value]) => [name, readText(name, value)] as const);
  const pathValues = Object.fromEntries(
    declaration.pathParameters.map((name) => [name, readText(name, input[name])] as const),
  );
  const body = takesBody(declaration)
    ? Object.fromEntries(rest.filter(([name]) => !isInQuery(declaration, name)))
    : undefined;
  const route = { declaration, pathValues };
  const clientIp = readClientIp(services, request);
  Object.assign(requestContext, { route, clientIp });
  requestContext.note = (response) => logRequest(services, credentials, requestContext, response);
  return {
    route,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathValues[name] ?? "")),
    clientIp,
    requestId: requestContext.requestId,
    sent: { query, body, ifMatch, idempotencyKey },
  };
}

/** @throws VALIDATION_FAILED for a value that neither a path nor a query can have */
function readText(name: string, value: unknown): string {
  const isText = (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "boolean";
  const text = isText ? String(value) : "";
  if (text === "" || !text.isWellFormed())
    throw invalidInput({ path: name, message: "required: a text, a number or a boolean" });
  return text;
}
