import type { IncomingMessage } from "node:http";
import { resolveClientIp } from "../../platform/client-ip.ts";
import type { Services } from "../services.ts";

/** The client's IP address, taking trusted proxies into account. */
export function readClientIp(
  { environment }: Pick<Services, "environment">,
  { socket, headers }: IncomingMessage,
): string {
  return resolveClientIp(
    socket.remoteAddress,
    headers["x-forwarded-for"]?.toString() ?? null,
    environment.trustedProxies,
  );
}
