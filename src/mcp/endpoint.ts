import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { AppError, unauthorizedMessage } from "../contract/errors/error-codes.ts";
import { authenticate } from "../http/request/authenticate.ts";
import { assertNetwork } from "../rpc/authorize.ts";
import { readClientIp } from "../http/request/client-ip.ts";
import { limitRate } from "../http/request/limit-rate.ts";
import { logRequest } from "../http/request/log-request.ts";
import type { RequestContext } from "../http/request/request-context.ts";
import { mcpOperation, respondToOptions } from "../http/request/respond.ts";
import type { HttpResponse } from "../http/request/response.ts";
import { writeResourceMetadataUrl } from "../contract/mcp.ts";
import { methodNotAllowed, splitTarget } from "../rpc/call/route.ts";
import type { Services } from "../http/services.ts";
import { declarations } from "../composition/router.ts";
import { asAssistant } from "../rpc/principal.ts";
import type { McpCaller } from "./call-operation.ts";
import { buildCatalog } from "./operations.ts";
import { findToolSet, readCredentials, readMessage, type Message } from "./read-message.ts";
import { createServer, type ToolSet } from "./server.ts";
import { createSessions, type Sessions } from "./sessions.ts";

export interface McpEndpoint {
  /**
   * Serves a request below `/mcp`.
   *
   * @throws its rejection
   */
  handle(request: IncomingMessage, requestContext: RequestContext): Promise<HttpResponse>;
  close(): Promise<void>;
}

type Caller = McpCaller & { toolSet: ToolSet; canConfirm: boolean; path: string };

const eventStream = "text/event-stream";
const methods = "POST, DELETE, OPTIONS";

/**
 * Serves the operations as tools, to clients of both eras of the protocol. A call of an operation is authenticated,
 * counted and authorized by itself (call-operation.ts); every other message counts as a read.
 *
 * @param baseUrl the public address: pages of other origins are rejected
 */
export function createMcpEndpoint(services: Services, baseUrl: string): McpEndpoint {
  const catalog = buildCatalog(declarations);
  const callers = new WeakMap<Request, Caller>();
  const callerOf = (request: Request | undefined) => {
    const caller = request === undefined ? undefined : callers.get(request);
    if (caller === undefined) throw new Error("an MCP request without its caller");
    return caller;
  };
  const serve = (request: Request | undefined) => createServer(callerOf(request), ({ http }) => callerOf(http?.req));
  // Nothing changes that a client could subscribe to.
  const handler = createMcpHandler(({ requestInfo }) => serve(requestInfo), { maxSubscriptions: 0 });
  const sessions = createSessions(serve);

  const exchange = async (caller: Caller, message: Message): Promise<HttpResponse> => {
    const {
      request: { url = "", headers, socket },
    } = caller;
    const takesStream = acceptsStream(headers.accept);
    const abort = new AbortController();
    const onClose = () => abort.abort();
    socket.once("close", onClose);
    const request = new Request(new URL(url, baseUrl), {
      method: "POST",
      headers: pickHeaders(headers),
      signal: abort.signal,
    });
    callers.set(request, caller);
    const session = await chooseSession(sessions, caller, message, request);
    const options = { parsedBody: message.value };
    const response = await (session === null
      ? handler.fetch(request, options)
      : session.handleRequest(request, options));
    const onEnd = () => socket.off("close", onClose);
    return takesStream ? toHttpResponse(response, onEnd) : toJsonResponse(response, onEnd);
  };

  const handle = async (request: IncomingMessage, requestContext: RequestContext): Promise<HttpResponse> => {
    const { method = "", headers } = request;
    const [path] = splitTarget(request.url);
    Object.assign(requestContext, {
      operation: mcpOperation,
      isAssistant: true,
      resourceMetadataUrl: writeResourceMetadataUrl(baseUrl, path),
    });
    const toolSet = findToolSet(path, catalog);
    if (method === "OPTIONS") return respondToOptions(methods);
    if (method !== "POST" && method !== "DELETE") throw methodNotAllowed(methods);
    requestContext.note = (response) => {
      // Of accepted ones, the request log has the operations that they run.
      if (requestContext.rejection !== undefined) logRequest(services, headers, requestContext, response);
    };
    assertOwnOrigin(headers.origin, baseUrl);
    const message = method === "POST" ? await readMessage(request) : null;
    const credentials = readCredentials(headers);
    const principal = await admit(services, {
      request,
      credentials,
      path,
      requestContext,
      isCounted: message?.runsOperation !== true,
    });
    if (message !== null)
      return exchange(
        { services, catalog, request, credentials, principal, toolSet, path, canConfirm: message.canConfirm },
        message,
      );
    const isEnded = await sessions.end(headers["mcp-session-id"], { keyId: principal.keyId, path });
    return { status: isEnded ? 204 : 404, headers: {}, body: "" };
  };

  return {
    handle,
    close: async () => {
      await Promise.all([handler.close(), sessions.close()]);
    },
  };
}

/**
 * The session of a message: a new one for a client that can ask its person, since only a stream carries the question;
 * null for none.
 *
 * @throws NOT_FOUND
 */
async function chooseSession(
  sessions: Sessions,
  { request: { headers }, principal: { keyId }, path, ...caller }: Caller,
  message: Message,
  request: Request,
) {
  const owner = { keyId, path };
  if (!message.isInitialize) return sessions.find(headers["mcp-session-id"], owner);
  const canConfirm = caller.canConfirm && !caller.toolSet.isReadOnly && acceptsStream(headers.accept);
  return canConfirm ? sessions.open(request, owner) : null;
}

/**
 * A page of another site could send its visitor's requests. Clients other than browsers send no origin.
 *
 * @throws FORBIDDEN
 */
function assertOwnOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin !== undefined && origin !== new URL(baseUrl).origin)
    throw new AppError("FORBIDDEN", "Pages of other origins cannot use /mcp");
}

interface Arrival extends Pick<McpCaller, "request" | "credentials"> {
  /** A token of a connected assistant counts at the path for which it was issued. */
  path: string;
  requestContext: RequestContext;
  /** Whether it counts here: an operation counts when it runs. */
  isCounted: boolean;
}

/**
 * Admits the caller, in the order of REST.
 *
 * @throws UNAUTHORIZED, RATE_LIMITED, FORBIDDEN
 */
async function admit(
  services: Services,
  { request, credentials, path, requestContext, isCounted }: Arrival,
): Promise<McpCaller["principal"]> {
  const clientIp = readClientIp(services, request);
  requestContext.clientIp = clientIp;
  const { principal } = await authenticate(services, requestContext, credentials, {});
  if (principal.kind !== "integration_key" || (principal.resourcePath ?? path) !== path)
    throw new AppError("UNAUTHORIZED", unauthorizedMessage);
  if (isCounted) await limitRate(services, requestContext, principal, "read");
  assertNetwork(principal, clientIp);
  return asAssistant(principal);
}

/**
 * Whether a client takes a stream of events. Without it, and with any type, it gets one JSON message, which a stream is
 * reduced to.
 */
function acceptsStream(accept = ""): boolean {
  return accept.includes(eventStream);
}

/**
 * What the library reads; the key stays with the caller. The library rejects clients that do not name both forms; the
 * endpoint serves them.
 */
function pickHeaders(headers: IncomingMessage["headers"]): Record<string, string> {
  const read = Object.entries(headers).filter(([name]) => name === "content-type" || name.startsWith("mcp-"));
  return {
    ...Object.fromEntries(read.map(([name, value]) => [name, String(value)])),
    accept: `application/json, ${eventStream}`,
  };
}

/**
 * The response for a client that takes no stream: of one, its last message, which has the result. Those before it
 * report progress.
 */
async function toJsonResponse(response: Response, onEnd: () => void): Promise<HttpResponse> {
  const headers = pickResponseHeaders(response);
  const body = await response.text();
  onEnd();
  if (headers["content-type"] !== eventStream) return { status: response.status, headers, body };
  const messages = body.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trim()] : []))
      .join("\n"),
  );
  return {
    status: response.status,
    headers: { ...headers, "content-type": "application/json" },
    body: messages.findLast((message) => message !== "") ?? "",
  };
}

function pickResponseHeaders({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name === "content-type" || name.startsWith("mcp-")));
}

/** @param onEnd called when the response is complete */
async function toHttpResponse(response: Response, onEnd: () => void): Promise<HttpResponse> {
  const { status, body } = response;
  const headers = pickResponseHeaders(response);
  if (body === null || headers["content-type"] !== eventStream) {
    onEnd();
    return { status, headers, body: await response.text() };
  }
  const bytes = Readable.fromWeb(body as ReadableStream);
  bytes.once("close", onEnd);
  return { status, headers, body: "", bytes };
}
