import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "../../contract/errors/error-codes.ts";

/**
 * Rejects cross-site requests. A mutation must have one of our origins; `null` (sandboxed frames, some
 * redirects, `data:` pages) is rejected. A request that the browser marks as cross-site is rejected for reads as well.
 *
 * @param trusted the origins under which the portal is served
 * @throws FORBIDDEN
 */
export function assertSameOrigin(method: string, headers: IncomingHttpHeaders, trusted: readonly string[]): void {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  const isRead = method === "GET" || method === "HEAD";
  const isOurs = origin === undefined ? isRead : trusted.includes(origin);
  if (isOurs && site !== "cross-site" && site !== "same-site") return;
  throw new AppError("FORBIDDEN", "This request must come from the portal's own pages");
}
