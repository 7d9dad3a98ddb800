import { once } from "node:events";
import { Agent, createServer, request as openRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How often each server's readiness is read. */
export const checkMilliseconds = 50;

/**
 * An HTTP load balancer as operators have one: in turn to the servers that are ready, over connections that it keeps.
 * It repeats nothing.
 */
export interface LoadBalancer {
  baseUrl: string;
  /** The server gets requests as soon as it is ready. */
  add(baseUrl: string): void;
  /** Whether the server gets requests. */
  isServing(baseUrl: string): boolean;
  close(): Promise<void>;
}

/** @param honorsReadiness without it, a server gets requests from the first check to the end */
export async function startLoadBalancer({ honorsReadiness }: { honorsReadiness: boolean }): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Map<string, boolean>();
  let turn = 0;

  const check = async (baseUrl: string): Promise<void> => {
    const isReady = await fetch(`${baseUrl}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady || honorsReadiness) ready.set(baseUrl, isReady);
  };
  const timer = setInterval(() => void Promise.all([...ready.keys()].map(check)), checkMilliseconds);

  function pass(incoming: IncomingMessage, response: ServerResponse): void {
    const servers = [...ready].flatMap(([baseUrl, isReady]) => (isReady ? [baseUrl] : []));
    turn += 1;
    const { hostname, port } = new URL(servers[turn % servers.length] ?? "http://127.0.0.1:1");
    const fail = () => void response.writeHead(502).end();
    const { connection: _, ...headers } = incoming.headers;
    const outgoing = openRequest(
      {
        hostname,
        port,
        agent,
        headers,
        ...(incoming.method !== undefined && { method: incoming.method }),
        path: incoming.url,
      },
      (received) => {
        const { connection: _hop, "keep-alive": _alive, ...rest } = received.headers;
        response.writeHead(received.statusCode ?? 502, rest);
        received.on("error", () => response.destroy());
        received.pipe(response);
      },
    );
    outgoing.on("error", () => (response.headersSent ? response.destroy() : fail()));
    incoming.pipe(outgoing);
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, pass).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (baseUrl) => void ready.set(baseUrl, false),
    isServing: (baseUrl) => ready.get(baseUrl) === true,
    close: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      agent.destroy();
    },
  };
}
