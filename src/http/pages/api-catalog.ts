import { basePath } from "../../contract/base-path.ts";
import type { HttpResponse } from "../request/response.ts";
import { statusPath } from "./status.ts";

/** Where clients look for the APIs of a host: RFC 9727. */
export const catalogPath = "/.well-known/api-catalog";

/** A link set (RFC 9264) with the OpenAPI document, the reference and the health check. Requires no key. */
export function describeCatalog(baseUrl: string): HttpResponse {
  const link = (path: string, type: string) => [{ href: `${baseUrl}${path}`, type }];
  const entry = {
    anchor: `${baseUrl}${basePath}`,
    "service-desc": link(`${basePath}/openapi.json`, "application/json"),
    "service-doc": link("/docs", "text/html"),
    status: [...link(statusPath, "application/json"), ...link("/api/health", "application/json")],
  };
  return {
    status: 200,
    headers: {
      "Content-Type": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      Link: `<${baseUrl}${catalogPath}>; rel="api-catalog"`,
      "Cache-Control": "max-age=3600",
    },
    body: JSON.stringify({ linkset: [entry] }),
  };
}
