import type { IncomingMessage } from "node:http";
import {
  ClientMetadata,
  encryptRequest,
  isRedirectUri,
  ownsRedirectUri,
  readClientId,
  registerClient,
  type AuthorizationRequest,
  type Client,
  type IssuedTokens,
} from "../../composition/assistant-door.ts";
import { connectableScopes } from "../../contract/assistants.ts";
import { AppError, notFound } from "../../contract/errors/error-codes.ts";
import { mcpPath } from "../../contract/mcp.ts";
import { toRateLimitKey } from "../../platform/client-ip.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import { readKeySecret } from "../../platform/identity/credentials/integration-key.ts";
import { parseJson } from "../../rpc/call/parse-json.ts";
import { methodNotAllowed, splitTarget } from "../../rpc/call/route.ts";
import { readClientIp } from "../request/client-ip.ts";
import { readJsonBody } from "../request/read-body.ts";
import type { RequestContext } from "../request/request-context.ts";
import { respondToOtherMethods } from "../request/respond.ts";
import type { HttpResponse } from "../request/response.ts";
import type { Services } from "../services.ts";
import { isDocumentUrl } from "./client-documents.ts";
import { readableByAnyOrigin, respondToPreflight } from "./cross-origin.ts";
import { oauthPath } from "./metadata.ts";
import {
  OauthError,
  readForm,
  readParameters,
  readResourcePath,
  respondWithJson,
  respondWithOauthError,
  type Parameters,
} from "./parameters.ts";

/** The page on which a person decides: outside the API of keys. */
export const consentPath = "/connect";

const maxMetadataBytes = 16_384;
const maxStateCharacters = 2_000;

/** What is wrong with a request, as the page says it: no one is asked to decide on it. */
type Problem = "client" | "redirect" | "request";

type Handler = (visit: Visit) => Promise<HttpResponse>;

interface Visit {
  request: IncomingMessage;
  requestId: string;
  clientIp: string;
}

/**
 * Serves `/oauth/…`: an authorization server for hosted assistants (OAuth 2.1, for public clients with PKCE), with the
 * endpoints that the authorization chapter of the Model Context Protocol names. Tokens count at `/mcp` alone. No
 * request and no token is logged. See src/decisions/0242-oauth-for-hosted-assistants.md.
 */
export function createOauthHandler(
  services: Services,
  baseUrl: string,
): (request: IncomingMessage, requestContext: RequestContext, path: string) => Promise<HttpResponse> {
  const server = { services, baseUrl };
  const handlers = new Map<string, Handler>([
    ["authorize", (visit) => authorize(server, visit)],
    ["register", (visit) => register(server, visit)],
    ["token", (visit) => issueTokens(server, visit)],
    ["revoke", (visit) => revokeToken(server, visit)],
  ]);
  return async (request, requestContext, path) => {
    const name = path.slice(oauthPath.length + 1);
    const handle = handlers.get(name);
    if (handle === undefined) throw notFound("Path", "unknown_path");
    requestContext.operation = `oauth.${name}`;
    if (name === "token" || name === "register") {
      if (request.method === "OPTIONS") return respondToPreflight("POST");
      Object.assign(requestContext.headers, readableByAnyOrigin);
    }
    if (name !== "authorize" && request.method !== "POST") throw methodNotAllowed("POST");
    const clientIp = readClientIp(services, request);
    requestContext.clientIp = clientIp;
    try {
      return await handle({ request, requestId: requestContext.requestId, clientIp });
    } catch (error) {
      if (error instanceof OauthError) return respondWithOauthError(error);
      throw error;
    }
  };
}

interface Server {
  services: Services;
  baseUrl: string;
}

/** @throws RATE_LIMITED */
async function limit({ services }: Server, bucket: string, { clientIp }: Visit): Promise<void> {
  const { unauthenticated } = services.environment.rateLimits;
  const verdict = await services.limiter.consume(bucket, toRateLimitKey(clientIp), unauthenticated);
  if (verdict.allowed) return;
  throw new AppError("RATE_LIMITED", "Too many requests from this IP address. Try again in a moment", {
    headers: { "Retry-After": String(verdict.resetsInSeconds) },
  });
}

/**
 * The authorization endpoint (RFC 6749 4.1.1): validates the request and sends the browser to the page on which the
 * person decides. An invalid request is never sent back to the client: anyone can register one, so that would send
 * people from here to any address (RFC 9700 4.11.2). The page says what is wrong.
 */
async function authorize(server: Server, visit: Visit): Promise<HttpResponse> {
  const other = respondToOtherMethods(visit.request.method);
  if (other !== null) return other;
  const request = await readRequest(server, visit).catch((error: unknown) => {
    if (error instanceof OauthError) return "request" as const;
    throw error;
  });
  const query =
    typeof request === "string"
      ? `problem=${request}`
      : `request=${encryptRequest(server.services.installationKeys, request)}`;
  return { status: 303, headers: { Location: `${consentPath}?${query}` }, body: "" };
}

async function readRequest(server: Server, visit: Visit): Promise<Omit<AuthorizationRequest, "expiresAt"> | Problem> {
  const { baseUrl } = server;
  const parameters = readParameters(splitTarget(visit.request.url)[1]);
  const clientId = parameters.find("client_id") ?? "";
  const client = await findClient(server, visit, clientId);
  if (client === null) return "client";
  const redirectUri = parameters.find("redirect_uri") ?? "";
  if (!isRedirectUri(redirectUri) || !ownsRedirectUri(client, redirectUri)) return "redirect";
  const codeChallenge = parameters.find("code_challenge") ?? "";
  const state = parameters.find("state");
  const resourcePath = readResourcePath(parameters, baseUrl) ?? mcpPath;
  const isValid =
    parameters.find("response_type") === "code" &&
    // Without the method it would be `plain` (RFC 7636 4.3), whose challenge is the verifier.
    parameters.find("code_challenge_method") === "S256" &&
    /^[A-Za-z0-9_-]{43}$/.test(codeChallenge) &&
    (state ?? "").length <= maxStateCharacters;
  if (!isValid) return "request";
  const asked = new Set((parameters.find("scope") ?? "").split(" "));
  return {
    issuer: baseUrl,
    clientName: client.name,
    clientDigest: sha256(clientId).toString("base64url"),
    publishedBy: client.publishedBy,
    redirectUri,
    codeChallenge,
    state,
    resourcePath,
    // Others, such as `offline_access`, are ignored: RFC 6749 3.3.
    scopes: connectableScopes.filter((scope) => asked.has(scope)),
  };
}

/** A client that asks for a connection, and the host that published its metadata; null if it registered itself. */
type RequestingClient = Client & Pick<AuthorizationRequest, "publishedBy">;

/** A client by its ID: one that registered itself, or one that publishes its metadata. */
async function findClient(server: Server, visit: Visit, clientId: string): Promise<RequestingClient | null> {
  if (!isDocumentUrl(clientId)) {
    const client = readClientId(clientId);
    return client === null ? null : { ...client, publishedBy: null };
  }
  const { clientDocuments, stopping } = server.services;
  const known = clientDocuments.peek(clientId);
  if (known !== undefined) return known;
  await limit(server, "oauth-document", visit);
  return clientDocuments.read(clientId, stopping);
}

/** RFC 7591 3. Of the metadata, the server decides the rest: clients are public, and codes are the only grant. */
async function register(server: Server, visit: Visit): Promise<HttpResponse> {
  await limit(server, "oauth-registration", visit);
  const parsed = parseJson(await readJsonBody(visit.request, maxMetadataBytes));
  const result = ClientMetadata.safeParse("value" in parsed ? parsed.value : undefined);
  if (!result.success) {
    const isOfUris = result.error.issues.some(({ path: [field] }) => field === "redirect_uris");
    throw isOfUris
      ? new OauthError(
          "invalid_redirect_uri",
          "redirect_uris must be 1 to 10 https or loopback URLs without a fragment",
        )
      : new OauthError("invalid_client_metadata", "The metadata must be a JSON object as RFC 7591 describes it");
  }
  const { grant_types: grants, response_types: responses } = result.data;
  if (grants?.includes("authorization_code") === false || responses?.includes("code") === false)
    throw new OauthError("invalid_client_metadata", "The server grants authorization codes alone");
  const client = registerClient(result.data);
  if (client === null) throw new OauthError("invalid_client_metadata", "The redirect URIs are too long together");
  return respondWithJson(201, {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(Date.now() / 1_000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  });
}

/** The token endpoint: RFC 6749 4.1.3 and 6. */
async function issueTokens(server: Server, visit: Visit): Promise<HttpResponse> {
  const parameters = await readForm(visit.request);
  const grant = parameters.get("grant_type");
  if (grant !== "authorization_code" && grant !== "refresh_token")
    throw new OauthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token");
  const issued =
    grant === "refresh_token" ? await refresh(server, visit, parameters) : await exchange(server, visit, parameters);
  if (issued === null) {
    await limit(server, "unauthenticated", visit);
    // One text for every reason: it tells nothing about a code or a token that is not the sender's.
    throw new OauthError("invalid_grant", "The code or token is not valid. Connect the assistant again");
  }
  return respondWithJson(200, {
    access_token: issued.accessToken,
    token_type: "Bearer",
    expires_in: Math.max(0, Math.floor((Date.parse(issued.accessExpiresAt) - Date.now()) / 1_000)),
    refresh_token: issued.refreshToken,
    scope: issued.scopes.join(" "),
  });
}

function exchange({ services, baseUrl }: Server, visit: Visit, parameters: Parameters): Promise<IssuedTokens | null> {
  const code = readKeySecret(parameters.get("code"), "cpo");
  const given = {
    clientDigest: sha256(parameters.get("client_id")),
    redirectUri: parameters.find("redirect_uri"),
    codeVerifier: parameters.get("code_verifier"),
    resourcePath: readResourcePath(parameters, baseUrl),
  };
  return code === null ? Promise.resolve(null) : services.assistants.exchange({ ...given, digest: code.digest }, visit);
}

function refresh({ services, baseUrl }: Server, visit: Visit, parameters: Parameters): Promise<IssuedTokens | null> {
  const token = readKeySecret(parameters.get("refresh_token"), "cpo");
  const given = {
    clientDigest: sha256(parameters.get("client_id")),
    resourcePath: readResourcePath(parameters, baseUrl),
  };
  return token === null
    ? Promise.resolve(null)
    : services.assistants.refresh({ ...given, digest: token.digest }, visit);
}

/** RFC 7009 2: revokes the key of the token, if it is the client's. The response does not tell whether it was. */
async function revokeToken(server: Server, visit: Visit): Promise<HttpResponse> {
  const parameters = await readForm(visit.request);
  const token = readKeySecret(parameters.get("token"), "cpo");
  const clientDigest = sha256(parameters.get("client_id"));
  const isEnded =
    token !== null && (await server.services.assistants.disconnect({ digest: token.digest, clientDigest }, visit));
  if (!isEnded) await limit(server, "unauthenticated", visit);
  return respondWithJson(200, {});
}
