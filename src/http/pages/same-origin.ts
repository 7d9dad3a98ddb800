import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "../../contract/error-codes.ts";

/**
 * Refuses what another site makes a browser send. A mutation must name an origin of ours; `null` (sandboxed frames, some
 * redirects, `data:` pages) is nobody's. A browser that says it comes from another site is believed for reads as well.
 * @param trusted the origins under which the portal is served
 * @throws FORBIDDEN
 */
export function requireSameOrigin(method: string, headers: IncomingHttpHeaders, trusted: readonly string[]): void {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  const isRead = method === "GET" || method === "HEAD";
  const isOurs = origin === undefined ? isRead : trusted.includes(origin);
  if (isOurs && site !== "cross-site" && site !== "same-site") return;
  throw new AppError("FORBIDDEN", "This request must come from the portal's own pages");
}
