import type { IncomingMessage } from "node:http";
import { clientAddress } from "../../platform/client-address.ts";
import type { Services } from "../services.ts";

/** The client's IP address, taking trusted proxies into account. */
export function readAddress({ environment }: Pick<Services, "environment">, { socket, headers }: IncomingMessage): string {
  return clientAddress(socket.remoteAddress, headers["x-forwarded-for"]?.toString() ?? null, environment.trustedProxies);
}
