import type { IncomingMessage } from "node:http";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import * as z from "zod";
import { AppError } from "../../contract/errors/error-codes.ts";
import { messages } from "../../contract/messages.ts";
import type { PortalOperationMeta } from "../../contract/portal/operation.ts";
import { trustedOrigins } from "../../platform/identity/origins.ts";
import { listMemberships } from "../../platform/identity/memberships.ts";
import { portalRouter } from "../../composition/portal-router.ts";
import type { PortalContext } from "../../rpc/portal-context.ts";
import { describeRejection, findRejection } from "../../rpc/rejection.ts";
import type { HttpResponse } from "../request/response.ts";
import { isPercentEncoded } from "../gate.ts";
import type { Services } from "../services.ts";
import { organizationBucket } from "../request/limit-rate.ts";
import { readClientIp } from "../request/client-ip.ts";
import { parseJson } from "../../rpc/call/parse-json.ts";
import { readBody, readJsonBody } from "../request/read-body.ts";
import { isFormRequest } from "../rest/read-form.ts";
import type { RequestContext } from "../request/request-context.ts";
import { methodNotAllowed, splitTarget } from "../../rpc/call/route.ts";
import { describeServed } from "../request/describe-outcome.ts";
import { withPortalForm, type UploadProcedure } from "./portal-form.ts";
import { assertSameOrigin } from "./same-origin.ts";

export const portalPath = "/api/trpc";

const maxBatch = 20;

/** Serves the portal's procedures: tRPC behind the same gate as REST, with a session instead of a key. */
export function createPortalHandler(
  services: Services,
  baseUrl: string,
): (request: IncomingMessage, requestContext: RequestContext) => Promise<HttpResponse> {
  const trusted = trustedOrigins(baseUrl);
  return async (request, requestContext) => {
    const { method = "GET", headers, url = "" } = request;
    if (method !== "GET" && method !== "POST") throw methodNotAllowed("GET, POST");
    if (!isPercentEncoded(url)) throw new AppError("VALIDATION_FAILED", "path: must be percent-encoded UTF-8");
    assertSameOrigin(method, headers, trusted);
    if (method === "POST" && isFormRequest(request)) {
      const portalContext = await createPortalContext(services, request, requestContext);
      requestContext.operation = nameProcedures(url);
      const upload = { request, requestContext, portalContext, procedure: findUploadProcedure(url) };
      return withPortalForm(services.files, upload, (admitted, body) =>
        callProcedures(services, requestContext, admitted, { method, url, body }),
      ).catch((error: unknown) => rejectForm(requestContext, error));
    }
    const body = method === "POST" ? await readJsonBody(request) : await readBody(request);
    rejectUnreadable(body);
    requestContext.operation = nameProcedures(url);
    const portalContext = await createPortalContext(services, request, requestContext);
    return callProcedures(services, requestContext, portalContext, { method, url, body });
  };
}

interface ReceivedCall {
  method: string;
  url: string;
  /** JSON; empty for a query. */
  body: Buffer;
}

/** Calls the procedures of a request by tRPC. */
async function callProcedures(
  { logger }: Services,
  requestContext: RequestContext,
  portalContext: PortalContext,
  { method, url, body }: ReceivedCall,
): Promise<HttpResponse> {
  const failures: AppError[] = [];
  const response = await fetchRequestHandler({
    endpoint: portalPath,
    router: portalRouter,
    req: new Request(writeAddress(url), {
      method,
      headers: { "content-type": "application/json" },
      ...(method === "POST" && { body: new Uint8Array(body) }),
    }),
    createContext: () => portalContext,
    // A read whose input can name a person uses POST, because proxies log URLs.
    allowMethodOverride: true,
    maxBatchSize: maxBatch,
    onError: ({ error, path }) => {
      const rejection = findRejection(error);
      const fields = { requestId: requestContext.requestId, operation: path, error: error.cause ?? error };
      if (rejection === null) logger.error(fields, "unexpected error");
      else if (rejection.status === 503) logger.warn(fields, "the database is unavailable");
      failures.push(rejection ?? new AppError("INTERNAL_ERROR", ""));
    },
  });
  const [failure] = failures;
  if (failure !== undefined) requestContext.rejection = failure;
  return {
    status: response.status,
    headers: { "Content-Type": "application/json", ...failure?.headers },
    body: await response.text(),
  };
}

/** As strict as REST: tRPC would accept malformed UTF-8 and any nesting depth. */
function rejectUnreadable(body: Buffer): void {
  const parsed = body.length === 0 ? { value: null } : parseJson(body);
  if ("fault" in parsed) throw new AppError("VALIDATION_FAILED", `body: ${parsed.fault}`);
}

/** tRPC gets only path, input and batch: it has further parameters, for WebSockets. */
function writeAddress(url: string): URL {
  const [path, search] = splitTarget(url);
  const sent = new URLSearchParams(search);
  const address = new URL(path, "http://portal.internal");
  for (const name of ["batch", "input"]) {
    const value = sent.get(name);
    if (value !== null) address.searchParams.set(name, value);
  }
  return address;
}

/** The existing procedures of a batch, for the log; unknown names are not logged. */
function nameProcedures(url: string): string | undefined {
  const sent = splitTarget(url)[0]
    .slice(portalPath.length + 1)
    .split(",", maxBatch);
  const names = sent.filter((name) => Object.hasOwn(portalRouter._def.procedures, name));
  return names.length === 0 ? undefined : names.join(",");
}

/**
 * The rejection of a form that reached no procedure, as tRPC would send it: the portal asks for the second factor, or
 * shows what is wrong with the file.
 *
 * @throws another error
 */
function rejectForm(requestContext: RequestContext, error: unknown): HttpResponse {
  if (!(error instanceof AppError)) throw error;
  requestContext.rejection = error;
  return {
    status: error.status,
    headers: { "Content-Type": "application/json", ...error.headers },
    body: JSON.stringify({ error: { code: badRequest, ...describeRejection(error) } }),
  };
}

/** JSON-RPC's number of a bad request; the code that counts is in `data`. */
const badRequest = -32_600;

/** What tRPC keeps of a declared procedure. */
interface DeclaredProcedure {
  _def: { meta?: object; inputs: readonly unknown[] };
}

const isProcedure = (value: unknown): value is DeclaredProcedure => typeof value === "function" && "_def" in value;

/**
 * The procedure of a form.
 *
 * @throws UNSUPPORTED_MEDIA_TYPE if it takes JSON alone
 */
function findUploadProcedure(url: string): UploadProcedure {
  const procedures = new Map<string, unknown>(Object.entries(portalRouter._def.procedures));
  const procedure = procedures.get(splitTarget(url)[0].slice(portalPath.length + 1));
  const { meta = {}, inputs } = isProcedure(procedure) ? procedure._def : { inputs: [] };
  const [input] = inputs;
  // An operation's form is for keys.
  if (!("permission" in meta && "upload" in meta) || meta.upload !== true || !(input instanceof z.ZodObject))
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", messages.bodyNotJson, { headers: { Connection: "close" } });
  return { meta: meta as PortalOperationMeta, input };
}

async function createPortalContext(
  services: Services,
  request: IncomingMessage,
  requestContext: RequestContext,
): Promise<PortalContext> {
  const { requestId, headers: responseHeaders } = requestContext;
  const { headers } = request;
  const { database, replica, installationKeys, limiter, environment, identity } = services;
  const slug = headers["x-organization"];
  const session = await identity.findSession(headers.cookie, headers["x-background"] === "1");
  requestContext.userId = session?.userId;
  return {
    kind: "portal",
    session,
    memberships: session === null ? [] : await listMemberships(database, session.userId),
    slug: typeof slug === "string" ? slug : null,
    database,
    replica,
    onServed: (served) => void (responseHeaders["Server-Timing"] = describeServed(served)),
    installationKeys,
    files: services.files.tools,
    requestId,
    clientIp: readClientIp(services, request),
    defaultRateLimits: environment.rateLimits,
    organizationFactor: environment.rateLimits.organizationFactor,
    countRates: (tier, organizationIds) => limiter.countUsed(organizationBucket(tier), organizationIds),
    consumeRate: (person, tier) => limiter.consume(`portal-${tier}`, person, environment.rateLimits[tier]),
  };
}
