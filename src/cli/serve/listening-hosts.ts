import { createServer } from "node:net";
import type { Environment } from "../../platform/environment.ts";

/**
 * The configured addresses on which a server can listen here: a machine without IPv6 lacks `::1`.
 * Throws a sentence for the operator when the port is taken, or when no address is left. Tried before the long steps,
 * because a port in use is the most common error of a first start.
 */
export async function findListeningHosts({ hosts, port }: Environment): Promise<string[]> {
  const usable: string[] = [];
  for (const host of hosts) {
    const code = await tryListening(host, port);
    if (code === "EADDRINUSE")
      throw new Error(`Port ${port} is in use by another program. Choose another one: PORT=3001 npm start`);
    if (code === "EACCES") throw new Error(`This user may not open port ${port}. Choose another one with PORT.`);
    if (code === null) usable.push(host);
  }
  if (usable.length === 0)
    throw new Error(`CASEPORT_HOST: this machine has none of the addresses ${hosts.join(", ")}.`);
  return usable;
}

/** Null when it works, else the system's error code. */
function tryListening(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    probe.listen({ host, port }, () => probe.close(() => resolve(null)));
  });
}
