import { createHash, randomBytes } from "node:crypto";
import {
  auth,
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { Scope } from "../../contract/scopes.ts";
import type { Portal } from "./requests/portal-calls.ts";
import { send, type Reply } from "./requests/send.ts";
import type { TestServer } from "./server.ts";

export const redirectUri = "https://assistant.example.com/callback";

/** What an assistant keeps of a connection. */
export interface HostedAssistant extends OAuthClientProvider {
  kept: {
    client?: StoredOAuthClientInformation;
    tokens?: StoredOAuthTokens;
    verifier: string;
    discovery?: OAuthDiscoveryState;
    /** Where it sent its person. */
    sentTo?: URL;
  };
}

/** An assistant that others host, as the official client's provider. */
export function createHostedAssistant(overrides: Partial<OAuthClientProvider> = {}): HostedAssistant {
  const kept: HostedAssistant["kept"] = { verifier: "" };
  return {
    kept,
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: "Example Assistant",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_post",
    },
    state: () => "state-of-the-assistant",
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.sentTo = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state) => void (kept.discovery = state),
    discoveryState: () => kept.discovery,
    invalidateCredentials: () => void delete kept.tokens,
    ...overrides,
  };
}

/** Fetches from the server what its base URL names: a test's server listens at another port. */
export const fetchFrom =
  (server: Pick<TestServer, "baseUrl" | "origin">) =>
  (url: string | URL, init?: RequestInit): Promise<Response> =>
    fetch(String(url).replace(server.origin, server.baseUrl), init);

/**
 * Connects the official client at a path, as an assistant that holds tokens or gets none.
 *
 * @returns null if it sent its person to the server instead
 */
export async function openClient(
  server: Pick<TestServer, "baseUrl" | "origin">,
  assistant: HostedAssistant,
  path = "/mcp",
): Promise<Client | null> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(path, server.origin), {
    authProvider: assistant,
    fetch: fetchFrom(server),
  });
  try {
    await client.connect(transport);
    return client;
  } catch (error) {
    if (error instanceof UnauthorizedError) return null;
    throw error;
  }
}

/** Sends the browser of a person to where an assistant sent them. @returns the query of the consent page */
export async function followToConsent(server: Pick<TestServer, "baseUrl">, url: URL): Promise<URLSearchParams> {
  const { status, headers } = await send(server.baseUrl, {
    method: "GET",
    target: url.pathname + url.search,
    headers: {},
  });
  if (status !== 303) throw new Error(`the authorization endpoint responded with ${status}`);
  return new URL(headers.location ?? "", "http://portal").searchParams;
}

/** Consents in the portal. @returns where the person returns to the assistant */
export async function consent(portal: Portal, request: string, scopes: readonly Scope[]): Promise<URL> {
  const { data } = await portal.mutate<{ redirectTo: string }>("assistants.connect", { request, scopes, days: 90 });
  return new URL(data.redirectTo);
}

/** Connects an assistant by the official client, from its first 401 to its tokens. */
export async function connectHosted(
  server: Pick<TestServer, "baseUrl" | "origin">,
  portal: Portal,
  {
    scopes = ["cases:read"],
    path = "/mcp",
    assistant = createHostedAssistant(),
  }: { scopes?: readonly Scope[]; path?: string; assistant?: HostedAssistant } = {},
): Promise<HostedAssistant> {
  await openClient(server, assistant, path);
  const { sentTo } = assistant.kept;
  if (sentTo === undefined) throw new Error("the assistant sent its person nowhere");
  const query = await followToConsent(server, sentTo);
  const returned = await consent(portal, query.get("request") ?? "", scopes);
  await auth(assistant, {
    serverUrl: new URL(path, server.origin),
    authorizationCode: returned.searchParams.get("code") ?? "",
    iss: returned.searchParams.get("iss") ?? "",
    fetchFn: fetchFrom(server),
  });
  return assistant;
}

export interface Pkce {
  verifier: string;
  challenge: string;
}

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** Sends a form to an endpoint of `/oauth`. */
export function sendForm(
  server: Pick<TestServer, "baseUrl">,
  endpoint: "token" | "revoke",
  fields: Readonly<Record<string, string>>,
): Promise<Reply> {
  return send(server.baseUrl, {
    method: "POST",
    target: `/oauth/${endpoint}`,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
}

/** Requests authorization with valid parameters but for the changes. @returns the query of the consent page */
export function openRequest(
  server: Pick<TestServer, "baseUrl" | "origin">,
  clientId: string,
  challenge: string,
  changes: Readonly<Record<string, string | null>> = {},
): Promise<URLSearchParams> {
  const url = new URL("/oauth/authorize", server.origin);
  const parameters: Record<string, string | null> = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "xyz",
    resource: `${server.origin}/mcp`,
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
  return followToConsent(server, url);
}

/** What a client needs to exchange a code. */
export interface Grant {
  clientId: string;
  code: string;
  verifier: string;
}

export function exchangeCode(
  server: Pick<TestServer, "baseUrl" | "origin">,
  { clientId, code, verifier }: Grant,
  changes: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return sendForm(server, "token", {
    grant_type: "authorization_code",
    code,
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource: `${server.origin}/mcp`,
    ...changes,
  });
}
