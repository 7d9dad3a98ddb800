import type { HttpResponse } from "../request/response.ts";

/**
 * What lets a client that runs in a browser, such as the inspector of the Model Context Protocol, read the metadata,
 * register and exchange its code: these take no cookie, so that a page gets no more than any other client. Nothing else
 * is open to other origins, least of all `/mcp`, `/oauth/authorize` and the portal. See decision 0224.
 */
export const readableByAnyOrigin = { "Access-Control-Allow-Origin": "*" } as const;

/** What the official client sends beside headers that need no permission. */
const sentHeaders = "Content-Type, MCP-Protocol-Version";

/** Two hours: browsers keep it no longer. */
const preflightSeconds = 7_200;

/** The response to a browser that asks whether a page of another origin may send a request. */
export function respondToPreflight(methods: string): HttpResponse {
  return {
    status: 204,
    headers: {
      Allow: `${methods}, OPTIONS`,
      ...readableByAnyOrigin,
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Allow-Headers": sentHeaders,
      "Access-Control-Max-Age": String(preflightSeconds),
    },
    body: "",
  };
}
