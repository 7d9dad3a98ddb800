import { resolveClientIp } from "../../platform/client-ip.ts";
import type { Services } from "../services.ts";
import type { ApiRequest } from "./request.ts";

/** The client's IP address, taking trusted proxies into account. */
export function readClientIp({ environment }: Pick<Services, "environment">, { socket, headers }: ApiRequest): string {
  return resolveClientIp(
    socket.remoteAddress,
    headers["x-forwarded-for"]?.toString() ?? null,
    environment.trustedProxies,
  );
}
