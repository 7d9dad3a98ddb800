import type { IncomingMessage } from "node:http";
import { afterSignIn } from "../../after-sign-in.ts";
import { AppError, invalidInput, notFound } from "../../contract/error-codes.ts";
import { addressHolder } from "../../platform/client-address.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import { nameCookies, readCookie } from "../../platform/identity/cookies.ts";
import type { IdentityCookies } from "../../platform/identity/cookies.ts";
import { addressHeader, identityPath, trustedOrigins } from "../../platform/identity/identity.ts";
import { requireConfirmation, requireSession } from "../../rpc/portal-context.ts";
import type { HttpResponse } from "../rest/response.ts";
import { auditCall, findSubject } from "./audit.ts";
import type { IdentityCall, IdentityOutcome } from "./call.ts";
import { identityEndpoints, translateRejection } from "./endpoints.ts";
import type { IdentityEndpoint } from "./endpoints.ts";
import type { Services } from "../services.ts";
import { readAddress } from "../rest/client-address.ts";
import { parseJson, readJsonBody } from "../rest/read-body.ts";
import { respondWithRejection } from "../rest/respond.ts";
import type { RequestContext } from "../rest/respond.ts";
import { methodNotAllowed, splitTarget } from "../rest/route.ts";
import { requireSameOrigin } from "../pages/same-origin.ts";

const maximumBytes = 65_536;

/** A minute. */
const mostGuesses = { account: 5, mail: 3, second_factor: 5, password: 5 } as const;

/** A minute, at one account, from wherever: more than that is a guess by many, and keeps the person out until it ends. */
const mostGuessesOfAll = 50;

/** What all calls have in common. */
interface Gate {
  services: Services;
  baseUrl: string;
  trusted: readonly string[];
  cookies: IdentityCookies;
}

/**
 * Makes what answers /api/auth: a gate before Better Auth, which sees only requests of the allow-list, with the fields, cookies and
 * headers that are meant for it, and whose answers are told in our own words, without tokens.
 */
export function createIdentityHandler(services: Services, baseUrl: string): (request: IncomingMessage, requestContext: RequestContext) => Promise<HttpResponse> {
  const gate: Gate = { services, baseUrl, trusted: trustedOrigins(baseUrl), cookies: nameCookies(baseUrl) };
  return async (request, requestContext) => {
    try {
      const call = await admit(gate, request);
      const subject = await findSubject(services, call);
      const outcome = await perform(gate, call);
      const { requestId } = requestContext;
      // Whoever is told who he is, without having been signed in, has just signed in.
      const isSignIn = call.session === null || call.path === "/sign-in/email";
      if (isSignIn && outcome.rejection === null && outcome.userId !== null) {
        await afterSignIn(services.database, outcome.userId, { requestId, address: call.address });
      }
      await auditCall(services, call, subject, outcome, requestId);
      return outcome.rejection === null ? outcome.answer : describeRunRejection(requestContext, outcome.rejection, outcome.answer.cookies ?? []);
    } catch (error) {
      if (error instanceof AppError) return describeRunRejection(requestContext, error, []);
      throw error;
    }
  };
}

/** The envelope, and what a form can act on: the fields at fault and what would cure it. */
function describeRunRejection(requestContext: RequestContext, rejection: AppError, cookies: string[]): HttpResponse {
  const { faults, reason } = rejection;
  const answer = respondWithRejection(requestContext, rejection);
  const particulars = { ...(faults.length > 0 && { faults }), ...(reason !== null && { reason }) };
  return { ...answer, cookies, body: JSON.stringify({ ...(JSON.parse(answer.body) as object), ...particulars }) };
}

/** @throws what refuses the request before Better Auth sees it */
async function admit(gate: Gate, request: IncomingMessage): Promise<IdentityCall> {
  const { services, trusted } = gate;
  const { headers, method, url } = request;
  const path = splitTarget(url)[0].slice(identityPath.length);
  const endpoint = identityEndpoints.get(path);
  if (endpoint === undefined) throw notFound("Path");
  if (method !== "POST") throw methodNotAllowed("POST");
  requireSameOrigin(method, headers, trusted);
  const body = await readJsonBody(request, maximumBytes);
  const address = readAddress(services, request);
  const session = await services.identity.findSession(headers.cookie);
  if (session === null || endpoint.isForStrangers === true) await limit(services, "identity-address", addressHolder(address), services.environment.signInLimit);
  const call = { endpoint, path, input: readInput(endpoint, body), session, address, request };
  await limitGuesses(gate, call);
  requireStanding(call);
  return call;
}

function readInput(endpoint: IdentityEndpoint, body: Buffer): Record<string, unknown> {
  const parsed = body.length === 0 ? { value: {} } : parseJson(body);
  if ("fault" in parsed) throw new AppError("VALIDATION_FAILED", `body: ${parsed.fault}`);
  const result = endpoint.body.safeParse(parsed.value);
  if (result.success) return result.data;
  throw invalidInput(...result.error.issues.map((issue) => ({ path: issue.path.join(".") || "body", message: issue.message })));
}

async function limitGuesses({ services }: Gate, { endpoint, input, session, request, address }: IdentityCall): Promise<void> {
  const { guess } = endpoint;
  if (guess === undefined) return;
  const email = String(input["email"]).toLowerCase();
  const subjects = {
    // With the address: or else anybody could keep a person from signing in, by guessing wrong all the time.
    account: `${email} ${addressHolder(address)}`,
    mail: email,
  };
  const person = session?.sessionId ?? services.identity.readPending(request.headers.cookie) ?? address;
  const subject = guess === "account" || guess === "mail" ? subjects[guess] : person;
  await limit(services, `identity-${guess}`, digest(subject), mostGuesses[guess]);
  // Afterwards, so that what is refused for one address does not count for all.
  if (guess === "account") await limit(services, "identity-account-anywhere", digest(email), mostGuessesOfAll);
}

/** A limiter's store is no place for addresses and cookies. */
function digest(subject: string): string {
  return sha256(subject).toString("base64url");
}

async function limit(services: Services, bucket: string, subject: string, most: number): Promise<void> {
  const verdict = await services.limiter.consume(bucket, subject, most);
  if (verdict.allowed) return;
  throw new AppError("RATE_LIMITED", "Too many attempts; retry in a moment", { "Retry-After": String(verdict.resetsInSeconds) });
}

/** @throws UNAUTHORIZED when nobody is signed in who must be; FORBIDDEN when the second factor must be shown again */
function requireStanding({ endpoint, session }: IdentityCall): void {
  if (endpoint.needsSession !== true) return;
  requireSession(session);
  // Without a second factor there is nothing to confirm with, and a password may be changed all the same.
  if (endpoint.needsConfirmation === true && session.twoFactorEnabled) requireConfirmation(session, "second_factor");
}

async function perform(gate: Gate, call: IdentityCall): Promise<IdentityOutcome> {
  const { services, cookies: names } = gate;
  const { endpoint, path, session } = call;
  if (path === "/request-password-reset") {
    // Not waited for: how long it takes would tell whether there is such a person.
    services.identity.doLater(() => services.identity.handle(writeRequest(gate, call)));
    return succeed({}, []);
  }
  const response = await services.identity.handle(writeRequest(gate, call));
  const told = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const cookies = response.headers.getSetCookie().filter((line) => Object.values(names).some((name) => line.startsWith(`${name}=`)));
  if (!response.ok) return refuse(translateRejection(response.status, told, call.input), cookies);
  // Whoever signs in anew has left the earlier session.
  if (path === "/sign-in/email" && session !== null) await services.identity.endSession(session.sessionId);
  const handedOn = Object.fromEntries((endpoint.answers ?? []).filter((name) => name in told).map((name) => [name, told[name]]));
  return { ...succeed(handedOn, cookies), userId: findUserId(told) };
}

function succeed(fields: Record<string, unknown>, cookies: string[]): IdentityOutcome {
  const answer = { status: 200, headers: { "Content-Type": "application/json" }, cookies, body: JSON.stringify({ success: true, ...fields }) };
  return { answer, rejection: null, userId: null };
}

function refuse(rejection: AppError, cookies: string[]): IdentityOutcome {
  return { ...succeed({}, cookies), rejection };
}

function findUserId(told: Record<string, unknown>): string | null {
  const { user } = told;
  return typeof user === "object" && user !== null && "id" in user && typeof user.id === "string" ? user.id : null;
}

/** Better Auth gets what it needs and nothing else of what was sent. A session that is over is not shown to it. */
function writeRequest({ baseUrl, cookies }: Gate, { endpoint, path, input, session, address, request }: IdentityCall): Request {
  const { cookie, origin = "", "user-agent": userAgent = "" } = request.headers;
  const shown = session === null ? [cookies.pending] : [cookies.session, cookies.pending];
  const pairs = shown.map((name) => [name, readCookie(cookie, name)] as const).filter(([, value]) => value !== null);
  return new Request(`${baseUrl}${identityPath}${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Origin: origin,
      "User-Agent": userAgent.slice(0, 500),
      [addressHeader]: address,
      ...(pairs.length > 0 && { Cookie: pairs.map(([name, value]) => `${name}=${value}`).join("; ") }),
    },
    body: JSON.stringify({ ...input, ...endpoint.always }),
  });
}
