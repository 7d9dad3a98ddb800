import { connectableScopes, suggestedScopes } from "../../contract/assistants.ts";
import { mcpPath, resourceMetadataPath, toolPath } from "../../contract/mcp.ts";
import { respondToOtherMethods } from "../request/respond.ts";
import type { HttpResponse } from "../request/response.ts";
import { readableByAnyOrigin, respondToPreflight } from "./cross-origin.ts";

/** Below it: what clients of assistants send. */
export const oauthPath = "/oauth";

/** RFC 8414 3. */
const serverMetadataPath = "/.well-known/oauth-authorization-server";

/** What is published at a path for clients that a person connects, also to browsers; null at other paths. */
export function findOauthMetadata(baseUrl: string, path: string): ((method?: string) => HttpResponse) | null {
  const document = findDocument(baseUrl, path);
  if (document === null) return null;
  return (method) =>
    method === "OPTIONS" ? respondToPreflight("GET, HEAD") : (respondToOtherMethods(method) ?? respondWith(document));
}

function findDocument(baseUrl: string, path: string): object | null {
  if (path === serverMetadataPath) return describeServer(baseUrl);
  if (path === resourceMetadataPath) return describeResource(baseUrl, mcpPath);
  if (!path.startsWith(`${resourceMetadataPath}/`)) return null;
  const resource = path.slice(resourceMetadataPath.length);
  return toolPath.test(resource) ? describeResource(baseUrl, resource) : null;
}

/** RFC 9728 2. */
function describeResource(baseUrl: string, path: string): object {
  return {
    resource: `${baseUrl}${path}`,
    resource_name: "Caseport",
    resource_documentation: `${baseUrl}/docs/guides/assistants`,
    authorization_servers: [baseUrl],
    bearer_methods_supported: ["header"],
    scopes_supported: suggestedScopes,
  };
}

/** RFC 8414 2. Clients are public (RFC 6749 2.1): of a hosted assistant nobody here could verify a secret's holder. */
function describeServer(baseUrl: string): object {
  const at = (name: string) => `${baseUrl}${oauthPath}/${name}`;
  return {
    issuer: baseUrl,
    authorization_endpoint: at("authorize"),
    token_endpoint: at("token"),
    registration_endpoint: at("register"),
    revocation_endpoint: at("revoke"),
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    scopes_supported: connectableScopes,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${baseUrl}/docs/guides/assistants`,
  };
}

function respondWith(document: object): HttpResponse {
  return {
    status: 200,
    headers: { "Content-Type": "application/json", "Cache-Control": "max-age=3600", ...readableByAnyOrigin },
    body: JSON.stringify(document),
  };
}
