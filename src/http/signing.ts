import type { IncomingMessage } from "node:http";
import type * as z from "zod";
import {
  linkNotFound,
  signingInputs,
  type OpenSession,
  type SigningFile,
  type SigningVisitor,
} from "../composition/signing-door.ts";
import { AppError, invalidInput, invalidState, notFound } from "../contract/errors/error-codes.ts";
import { toRateLimitKey } from "../platform/client-ip.ts";
import { isSecure, readCookie } from "../platform/identity/cookies.ts";
import { readLinkToken, readSessionToken, signingPath } from "../platform/identity/credentials/signing-token.ts";
import { trustedOrigins } from "../platform/identity/origins.ts";
import type { RateVerdict } from "../platform/rate-limit/rate-limiter.ts";
import { parseJson } from "../rpc/call/parse-json.ts";
import { methodNotAllowed } from "../rpc/call/route.ts";
import { describeDisposition } from "./files/disposition.ts";
import { assertSameOrigin } from "./pages/same-origin.ts";
import { readClientIp } from "./request/client-ip.ts";
import { readJsonBody } from "./request/read-body.ts";
import type { RequestContext } from "./request/request-context.ts";
import { respondWithRejection } from "./request/respond.ts";
import type { HttpResponse } from "./request/response.ts";
import type { Services } from "./services.ts";

/** Requests of a session in a minute: a request with ten documents takes some thirty in all. */
const perSession = 240;
/** Codes by email to one recipient in an hour. */
const codesPerHour = 10;
/** 500 values of 500 characters, and a drawn signature. */
const maxBody = 524_288;
const maxUserAgent = 200;

/** A request of the signing page, with what its handlers need. */
interface Visit {
  services: Services;
  request: IncomingMessage;
  visitor: SigningVisitor;
  cookie: SigningCookie;
}

interface SigningCookie {
  name: string;
  attributes: string;
}

type ByToken = "look" | "code" | "begin";
type BySession = "consent" | "sign" | "decline" | "leave";

/**
 * Serves `/api/signing/…` without a key: to a recipient with a link, and then with the session that the link began. A
 * link that is unknown, malformed or has ended, and one whose recipient has nothing to open, have the same 404. Reads
 * change neither the request nor its trail. No log has a token, because none is in a path.
 */
export function createSigningHandler(
  services: Services,
  baseUrl: string,
): (path: string, request: IncomingMessage, requestContext: RequestContext) => Promise<HttpResponse> {
  const trusted = trustedOrigins(baseUrl);
  const cookie = describeCookie(baseUrl);
  return async (path, request, requestContext) => {
    const [name = "", key, more] = path.slice(signingPath.length + 1).split("/");
    const act = findAct(name, key);
    if (act === null || more !== undefined) throw notFound("Path", "unknown_path");
    requestContext.operation = `esignSigning.${name}`;
    const { method = "GET", headers } = request;
    const isRead = method === "GET" || method === "HEAD";
    if (act.isRead !== isRead || (!isRead && method !== "POST"))
      throw methodNotAllowed(act.isRead ? "GET, HEAD" : "POST");
    assertSameOrigin(method, headers, trusted);
    const clientIp = readClientIp(services, request);
    requestContext.clientIp = clientIp;
    const userAgent = headers["user-agent"]?.slice(0, maxUserAgent) ?? null;
    const visit = { services, request, cookie, visitor: { requestId: requestContext.requestId, clientIp, userAgent } };
    try {
      return await act.serve(visit);
    } catch (error) {
      if (!(error instanceof AppError) || error.faults.length === 0) throw error;
      // The page shows each fault at its field.
      const response = respondWithRejection(requestContext, error);
      return { ...response, body: JSON.stringify({ ...(JSON.parse(response.body) as object), faults: error.faults }) };
    }
  };
}

interface Act {
  isRead: boolean;
  serve: (visit: Visit) => Promise<HttpResponse>;
}

function findAct(name: string, key: string | undefined): Act | null {
  if (key !== undefined) {
    const find = name === "documents" || name === "downloads" ? name : null;
    return find === null ? null : { isRead: true, serve: (visit) => sendFile(visit, find, key) };
  }
  switch (name) {
    case "look":
    case "code":
    case "begin":
      return { isRead: false, serve: (visit) => serveLink(visit, name) };
    case "consent":
    case "sign":
    case "decline":
    case "leave":
      return { isRead: false, serve: (visit) => serveSession(visit, name) };
    case "session":
      return {
        isRead: true,
        serve: async (visit) => respond(await visit.services.signing.read(await requireSession(visit))),
      };
    default:
      return null;
  }
}

/** Over https the name begins with `__Host-`, so that another subdomain cannot set it. Over http browsers reject that. */
function describeCookie(baseUrl: string): SigningCookie {
  const secure = isSecure(baseUrl);
  return {
    name: secure ? "__Host-caseport-signing" : "caseport-signing",
    attributes: `Path=/; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`,
  };
}

async function serveLink(visit: Visit, name: ByToken): Promise<HttpResponse> {
  const { services, visitor, cookie } = visit;
  const { signing } = services;
  await countAddress(visit);
  const body = await readInput(visit, signingInputs[name]);
  const digest = readLinkToken(body.token);
  const link = digest === null ? null : await signing.findLink(digest);
  if (link === null) throw linkNotFound();
  if (name === "look") return respond(await signing.look(link));
  if (name === "code") {
    assertAllowed(await services.hourlyLimiter.consume("signing-code", link.recipientId, codesPerHour));
    return respond(await signing.sendCode(link, visitor));
  }
  const begun = await signing.begin(link, "code" in body ? (body.code as string | undefined) : undefined, visitor);
  if (begun.outcome !== "begun") throw rejectCode(begun.outcome);
  const value = `${link.organizationId}.${begun.token}`;
  return { ...respond(begun.view), cookies: [`${cookie.name}=${value}; ${cookie.attributes}`] };
}

function rejectCode(outcome: "wrong" | "locked"): AppError {
  return outcome === "wrong"
    ? new AppError("FORBIDDEN", "The code is not correct")
    : invalidState("Too many wrong codes: the recipient is locked");
}

async function serveSession(visit: Visit, name: BySession): Promise<HttpResponse> {
  const { visitor, cookie } = visit;
  const { signing } = visit.services;
  const session = await requireSession(visit);
  const ended = { ...respond(null), cookies: [`${cookie.name}=; ${cookie.attributes}; Max-Age=0`] };
  switch (name) {
    case "consent": {
      const { consentTextId } = await readInput(visit, signingInputs.consent);
      return respond(await signing.consent(session, consentTextId, visitor));
    }
    case "sign":
      return respond(await signing.sign(session, await readInput(visit, signingInputs.sign), visitor));
    case "decline":
      await signing.decline(session, await readInput(visit, signingInputs.decline), visitor);
      return ended;
    default:
      await readInput(visit, signingInputs.leave);
      await signing.leave(session, visitor);
      return ended;
  }
}

/**
 * The session of the cookie. What is no session counts against its address, as an unknown link does.
 *
 * @throws UNAUTHORIZED, RATE_LIMITED
 */
async function requireSession(visit: Visit): Promise<OpenSession> {
  const { services, request, cookie } = visit;
  assertAllowed(await services.limiter.peek(...ofAddress(visit)));
  const sent = readCookie(request.headers.cookie, cookie.name) ?? "";
  const [, organizationId = "", token = ""] = /^([\w-]{1,60})\.(\w{1,60})$/.exec(sent) ?? [];
  const digest = readSessionToken(token);
  const session = digest === null ? null : await services.signing.findSession(organizationId, digest);
  if (session === null) {
    await countAddress(visit);
    throw new AppError("UNAUTHORIZED", "The session has ended");
  }
  assertAllowed(await services.limiter.consume("signing-session", session.id, perSession));
  return session;
}

const ofAddress = ({ services, visitor }: Visit) =>
  ["signing-address", toRateLimitKey(visitor.clientIp), services.environment.signingLimit] as const;

async function countAddress(visit: Visit): Promise<void> {
  assertAllowed(await visit.services.limiter.consume(...ofAddress(visit)));
}

function assertAllowed({ allowed, resetsInSeconds }: RateVerdict): void {
  if (!allowed)
    throw new AppError("RATE_LIMITED", "Too many requests of the signing page", {
      headers: { "Retry-After": String(resetsInSeconds) },
    });
}

async function readInput<Input>({ request }: Visit, schema: z.ZodType<Input>): Promise<Input> {
  const parsed = parseJson(await readJsonBody(request, maxBody));
  if ("fault" in parsed) throw new AppError("VALIDATION_FAILED", `body: ${parsed.fault}`);
  const read = schema.safeParse(parsed.value);
  if (read.success) return read.data;
  throw invalidInput(...read.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message })));
}

async function sendFile(visit: Visit, kind: "documents" | "downloads", key: string): Promise<HttpResponse> {
  const { signing } = visit.services;
  const session = await requireSession(visit);
  const isPosition = /^([1-9]|10)$/.test(key);
  if (!isPosition && (kind === "documents" || key !== "certificate")) throw linkNotFound();
  const file =
    kind === "documents" ? await signing.findDocument(session, Number(key)) : await signing.findDownload(session, key);
  return {
    status: 200,
    headers: describeFile(file),
    body: "",
    ...(visit.request.method !== "HEAD" && { bytes: await signing.storage.read(file.key) }),
  };
}

function describeFile({ fileName, sizeBytes }: SigningFile): Record<string, string> {
  return {
    "Content-Type": "application/pdf",
    "Content-Length": String(sizeBytes),
    "Content-Disposition": describeDisposition(fileName),
    "Cache-Control": "private, no-store",
    // No browser may run the file in our origin.
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
}

function respond(data: object | null): HttpResponse {
  return {
    status: 200,
    headers: { "Content-Type": "application/json", "X-Robots-Tag": "noindex" },
    body: JSON.stringify({ success: true, data }),
  };
}
