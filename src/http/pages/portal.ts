import type { IncomingMessage } from "node:http";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { AppError } from "../../contract/errors/error-codes.ts";
import { trustedOrigins } from "../../platform/identity/origins.ts";
import { listMemberships } from "../../platform/identity/memberships.ts";
import { portalRouter } from "../../composition/portal-router.ts";
import type { PortalContext } from "../../rpc/portal-context.ts";
import { findRejection } from "../../rpc/rejection.ts";
import type { HttpResponse } from "../request/response.ts";
import { isPercentEncoded } from "../gate.ts";
import type { Services } from "../services.ts";
import { organizationBucket } from "../request/limit-rate.ts";
import { readClientIp } from "../request/client-ip.ts";
import { parseJson } from "../../rpc/call/parse-json.ts";
import { readBody, readJsonBody } from "../request/read-body.ts";
import type { RequestContext } from "../request/request-context.ts";
import { methodNotAllowed, splitTarget } from "../../rpc/call/route.ts";
import { describeServed } from "../request/describe-outcome.ts";
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
    const body = method === "POST" ? await readJsonBody(request) : await readBody(request);
    rejectUnreadable(body);
    requestContext.operation = nameProcedures(url);
    const portalContext = await createPortalContext(services, request, requestContext);
    requestContext.userId = portalContext.session?.userId;
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
        if (rejection === null) services.logger.error(fields, "unexpected error");
        else if (rejection.status === 503) services.logger.warn(fields, "the database is unavailable");
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

async function createPortalContext(
  services: Services,
  request: IncomingMessage,
  { requestId, headers: responseHeaders }: RequestContext,
): Promise<PortalContext> {
  const { headers } = request;
  const { database, replica, installationKeys, limiter, environment, identity } = services;
  const slug = headers["x-organization"];
  const session = await identity.findSession(headers.cookie, headers["x-background"] === "1");
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
