import type { IncomingMessage } from "node:http";
import { afterSignIn } from "../../composition/after-sign-in.ts";
import { AppError, invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import { toRateLimitKey } from "../../platform/client-ip.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import { isBreached } from "../../platform/identity/breached-passwords.ts";
import { nameCookies, readCookie, type IdentityCookies } from "../../platform/identity/cookies.ts";
import { knownDeviceHeader, type KnownDevice } from "../../platform/identity/known-devices.ts";
import { addressHeader, identityPath } from "../../platform/identity/identity.ts";
import { trustedOrigins } from "../../platform/identity/origins.ts";
import { enqueueMail } from "../../platform/mail/mail-queue.ts";
import { findEmailWithoutPassword } from "../../platform/identity/people.ts";
import { describeSecurityMail } from "../../platform/identity/mails.ts";
import { assertConfirmed, assertSession } from "../../rpc/portal-context.ts";
import type { HttpResponse } from "../request/response.ts";
import { auditCall, findSubject } from "./audit.ts";
import type { IdentityCall, IdentityOutcome } from "./call.ts";
import { identityEndpoints, translateRejection, type IdentityEndpoint } from "./endpoints.ts";
import { isEasilyGuessed } from "./password-strength.ts";
import type { Services } from "../services.ts";
import { readClientIp } from "../request/client-ip.ts";
import { parseJson } from "../../rpc/call/parse-json.ts";
import { readJsonBody } from "../request/read-body.ts";
import type { RequestContext } from "../request/request-context.ts";
import { respondWithRejection } from "../request/respond.ts";
import { methodNotAllowed, splitTarget } from "../../rpc/call/route.ts";
import { assertSameOrigin } from "../pages/same-origin.ts";

const maxBytes = 65_536;

/** Per minute. `link`: password resets by a link, from a known device of its person. */
const maxGuesses = { account: 5, mail: 3, second_factor: 5, password: 5, passkey: 10, link: 5 } as const;

/** Per minute and account from all addresses: more is a distributed guess, and blocks the account until it ends. */
const maxGuessesOfAll = 50;

interface Gate {
  services: Services;
  baseUrl: string;
  trusted: readonly string[];
  cookies: IdentityCookies;
}

/**
 * Serves /api/auth. Better Auth gets only allowed endpoints, with the fields, cookies and
 * headers that it needs; its responses are translated and contain no tokens.
 */
export function createIdentityHandler(
  services: Services,
  baseUrl: string,
): (request: IncomingMessage, requestContext: RequestContext) => Promise<HttpResponse> {
  const gate: Gate = { services, baseUrl, trusted: trustedOrigins(baseUrl), cookies: nameCookies(baseUrl) };
  return async (request, requestContext) => {
    try {
      const call = await admit(gate, request);
      const subject = await findSubject(services, call);
      if (call.endpoint.needsPerson === true && subject === null) assertSession(null);
      const outcome = await execute(gate, call, await findFirstEmail(services, call, subject));
      const { requestId } = requestContext;
      // A response that contains the person, to a request without a session, is a sign-in.
      const isSignIn = call.session === null || isFirstStep(call);
      if (isSignIn && outcome.rejection === null && outcome.userId !== null) {
        await afterSignIn(services.database, outcome.userId, { requestId, clientIp: call.clientIp });
      }
      await auditCall(services, { call, subject, outcome, requestId });
      if (outcome.rejection === null) sendSecurityMail(services, call);
      return outcome.rejection === null
        ? outcome.response
        : describeRunRejection(requestContext, outcome.rejection, outcome.response.cookies ?? []);
    } catch (error) {
      if (error instanceof AppError) return describeRunRejection(requestContext, error, []);
      throw error;
    }
  };
}

/** A request that begins a sign-in: an earlier session is ignored. */
function isFirstStep({ path }: IdentityCall): boolean {
  return path === "/sign-in/email" || path === "/passkey/sign-in";
}

function sendSecurityMail({ database, identity }: Services, { endpoint: { mail }, session }: IdentityCall): void {
  if (mail === undefined || session === null) return;
  identity.doLater(() => enqueueMail(database.withoutTenant, describeSecurityMail(session, mail)));
}

/** The error envelope, with the invalid fields and the remedy for a form. */
function describeRunRejection(requestContext: RequestContext, rejection: AppError, cookies: string[]): HttpResponse {
  const { faults, reason } = rejection;
  const response = respondWithRejection(requestContext, rejection);
  const particulars = { ...(faults.length > 0 && { faults }), ...(reason !== null && { reason }) };
  return { ...response, cookies, body: JSON.stringify({ ...(JSON.parse(response.body) as object), ...particulars }) };
}

/** @throws the rejection, before Better Auth is called */
async function admit(gate: Gate, request: IncomingMessage): Promise<IdentityCall> {
  const { services, trusted } = gate;
  const { headers, method, url } = request;
  const path = splitTarget(url)[0].slice(identityPath.length);
  const endpoint = identityEndpoints.get(path);
  if (endpoint === undefined) throw notFound("Path", "unknown_path");
  if (method !== "POST") throw methodNotAllowed("POST");
  assertSameOrigin(method, headers, trusted);
  const body = await readJsonBody(request, maxBytes);
  const clientIp = readClientIp(services, request);
  const session = await services.identity.findSession(headers.cookie);
  const admitted = { endpoint, path, input: readInput(endpoint, body), session, clientIp, request };
  const call = { ...admitted, knownDevice: await findKnownDevice(services, admitted) };
  await limitGuesses(gate, call);
  assertStanding(call);
  await rejectWeakPassword(call.input, services.environment.breachedPasswords);
  return call;
}

/** After the limits: an estimate takes longer than all other checks of a request. */
async function rejectWeakPassword(
  { newPassword }: Record<string, unknown>,
  breachedPasswords: string | null,
): Promise<void> {
  if (typeof newPassword !== "string") return;
  if (await isEasilyGuessed(newPassword))
    throw invalidInput({
      path: "newPassword",
      message: "must be harder to guess: use several words, without names, dates or rows of keys",
    });
  if (await isBreached(breachedPasswords, newPassword))
    throw invalidInput({
      path: "newPassword",
      message: "must be another one: it became known in a breach of some website",
    });
}

function readInput(endpoint: IdentityEndpoint, body: Buffer): Record<string, unknown> {
  const parsed = body.length === 0 ? { value: {} } : parseJson(body);
  if ("fault" in parsed) throw new AppError("VALIDATION_FAILED", `body: ${parsed.fault}`);
  const result = endpoint.body.safeParse(parsed.value);
  if (result.success) return result.data;
  throw invalidInput(
    ...result.error.issues.map((issue) => ({ path: issue.path.join(".") || "body", message: issue.message })),
  );
}

/**
 * Whether the request counts against its IP address, together with requests of strangers. Guesses within a session are
 * counted by session.
 */
function isAmongStrangers({ session, endpoint }: Pick<IdentityCall, "session" | "endpoint">): boolean {
  return session === null || endpoint.isForStrangers === true;
}

/**
 * Null if the device belongs to another person than the one whom the request is about: a copied cookie has no limit of
 * its own at another account.
 */
async function findKnownDevice(
  services: Services,
  call: Omit<IdentityCall, "knownDevice">,
): Promise<KnownDevice | null> {
  const device = isAmongStrangers(call) ? await services.identity.findKnownDevice(call.request.headers.cookie) : null;
  if (device === null) return null;
  const { email } = call.input;
  // Compared with the device's person, and not looked up: the duration must not reveal whether an address exists.
  const isTheirs =
    typeof email === "string"
      ? email.toLowerCase() === device.email
      : (await findSubject(services, call)) === device.userId;
  return isTheirs ? device : null;
}

async function limitGuesses({ services }: Gate, call: IdentityCall): Promise<void> {
  const { endpoint, input, session, request, clientIp, knownDevice } = call;
  const { guess } = endpoint;
  // A limit of its own, so that attempts of others, from any IP address, do not lock the person out.
  if (knownDevice !== null)
    return limit(services, `identity-device-${guess ?? "link"}`, digest(knownDevice.id), maxGuesses[guess ?? "link"]);
  if (isAmongStrangers(call))
    await limit(services, "identity-address", toRateLimitKey(clientIp), services.environment.signInLimit);
  if (guess === undefined) return;
  const email = String(input["email"]).toLowerCase();
  const subjects = {
    // Counted per email and IP address: otherwise anyone could lock a person out with wrong guesses.
    account: `${email} ${toRateLimitKey(clientIp)}`,
    mail: email,
  };
  const person = session?.sessionId ?? services.identity.readPending(request.headers.cookie) ?? clientIp;
  const subject = guess === "account" || guess === "mail" ? subjects[guess] : person;
  await limit(services, `identity-${guess}`, digest(subject), maxGuesses[guess]);
  // Counted last, so that requests rejected for one address do not count for all.
  if (guess === "account") await limit(services, "identity-account-anywhere", digest(email), maxGuessesOfAll);
}

/** The limiter's store must not contain email addresses or cookies. */
function digest(subject: string): string {
  return sha256(subject).toString("base64url");
}

async function limit(services: Services, bucket: string, subject: string, most: number): Promise<void> {
  const verdict = await services.limiter.consume(bucket, subject, most);
  if (verdict.allowed) return;
  throw new AppError("RATE_LIMITED", "Too many attempts. Try again in a moment", {
    headers: {
      "Retry-After": String(verdict.resetsInSeconds),
    },
  });
}

/** @throws UNAUTHORIZED without a required session; FORBIDDEN if the second factor must be confirmed again */
function assertStanding({ endpoint, session }: IdentityCall): void {
  if (endpoint.needsSession !== true) return;
  assertSession(session);
  // Without a second factor no confirmation is possible; the password can be changed anyway.
  if (endpoint.needsConfirmation === "enrolled" || (endpoint.needsConfirmation === true && session.twoFactorEnabled))
    assertConfirmed(session, "second_factor");
}

/** The address of a person who sets their first password, so that the page signs them in; null of everybody else. */
async function findFirstEmail(
  { database }: Services,
  { path }: IdentityCall,
  subject: string | null,
): Promise<string | null> {
  return path === "/reset-password" && subject !== null
    ? findEmailWithoutPassword(database.withoutTenant, subject)
    : null;
}

async function execute(gate: Gate, call: IdentityCall, firstEmail: string | null): Promise<IdentityOutcome> {
  const { services, cookies: names } = gate;
  const { endpoint, path, session, knownDevice } = call;
  if (path === "/request-password-reset") {
    // Not awaited: the duration would reveal whether the person exists.
    services.identity.doLater(() => services.identity.handle(writeRequest(gate, call)));
    return succeed({}, []);
  }
  const response = await handle(gate, call);
  const received = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const body = firstEmail === null ? received : { ...received, email: firstEmail };
  // A passkey confirms the session that is there.
  const kept = path === "/passkey/confirm" && session !== null ? [names.passkey] : Object.values(names);
  const cookies = response.headers.getSetCookie().filter((line) => kept.some((name) => line.startsWith(`${name}=`)));
  if (!response.ok) return reject(translateRejection(response.status, body, call.input), cookies);
  // A new sign-in ends the earlier session.
  if (isFirstStep(call) && session !== null) await services.identity.endSession(session.sessionId);
  if (endpoint.voidsDevices === true && session !== null) await services.identity.voidKnownDevices(session.userId);
  const userId = findUserId(body);
  const person = userId ?? (endpoint.keepsDevice === true ? (knownDevice ?? session)?.userId : undefined);
  if (person !== undefined) cookies.push(...(await services.identity.rememberDevice(person)));
  return { ...succeed(pickFields(endpoint, body), cookies), userId };
}

const pickFields = ({ responseFields = [] }: IdentityEndpoint, body: Record<string, unknown>) =>
  Object.fromEntries(responseFields.filter((name) => name in body).map((name) => [name, body[name]]));

/** @throws VALIDATION_FAILED without a password that is needed */
async function handle(gate: Gate, call: IdentityCall): Promise<Response> {
  const { endpoint, input, session } = call;
  const { identity } = gate.services;
  if (endpoint.mayOmitPassword !== true || input["password"] !== undefined)
    return identity.handle(writeRequest(gate, call));
  if (session?.isPasswordFresh !== true)
    throw invalidInput({ path: "password", message: "is required: you signed in more than 10 minutes ago" });
  return identity.withStandIn((password) =>
    identity.handle(writeRequest(gate, { ...call, input: { ...input, password } })),
  );
}

function succeed(fields: Record<string, unknown>, cookies: string[]): IdentityOutcome {
  const response = {
    status: 200,
    headers: { "Content-Type": "application/json" },
    cookies,
    body: JSON.stringify({ success: true, ...fields }),
  };
  return { response, rejection: null, userId: null };
}

function reject(rejection: AppError, cookies: string[]): IdentityOutcome {
  return { ...succeed({}, cookies), rejection };
}

function findUserId(body: Record<string, unknown>): string | null {
  const { user } = body;
  return typeof user === "object" && user !== null && "id" in user && typeof user.id === "string" ? user.id : null;
}

/** Builds the request for Better Auth from allowed parts only. An expired session is not included. */
function writeRequest(
  { baseUrl, cookies }: Gate,
  { endpoint, path, input, session, clientIp, request, knownDevice }: IdentityCall,
): Request {
  const { cookie, origin = "", "user-agent": userAgent = "" } = request.headers;
  const [method, target] = (endpoint.forwardsTo ?? `POST ${path}`).split(" ");
  const standing = session === null ? [cookies.pending] : [cookies.session, cookies.pending];
  const shown = [
    cookies.passkey,
    ...(path.startsWith("/passkey/") && endpoint.isForStrangers === true ? [] : standing),
  ];
  const pairs = shown.map((name) => [name, readCookie(cookie, name)] as const).filter(([, value]) => value !== null);
  return new Request(`${baseUrl}${identityPath}${target}`, {
    method: method ?? "POST",
    headers: {
      "Content-Type": "application/json",
      Origin: origin,
      "User-Agent": userAgent.slice(0, 500),
      [addressHeader]: clientIp,
      ...(knownDevice !== null && { [knownDeviceHeader]: "true" }),
      ...(pairs.length > 0 && { Cookie: pairs.map(([name, value]) => `${name}=${value}`).join("; ") }),
    },
    ...(method === "POST" && { body: JSON.stringify({ ...input, ...endpoint.always }) }),
  });
}
