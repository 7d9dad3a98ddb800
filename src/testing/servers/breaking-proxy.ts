import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface BreakingProxy {
  readonly baseUrl: string;
  /**
   * From the given request on, the server's response is received and not passed on: what the client does then is up to
   * `onBreak`.
   */
  breakAt(count: number, onBreak: () => void): void;
  close(): Promise<void>;
}

/** A proxy before the server, to end a client right after one of its requests took effect. */
export async function startBreakingProxy(target: string): Promise<BreakingProxy> {
  let left = Infinity;
  let onBreak = (): void => undefined;
  const server = createServer((received, response) => {
    left -= 1;
    const breaks = left <= 0;
    const { host: _host, ...headers } = received.headers;
    const sent = request(
      new URL(received.url ?? "", target),
      { method: received.method ?? "GET", headers, agent: false },
      (answered) => {
        if (!breaks) {
          response.writeHead(answered.statusCode ?? 502, answered.headers);
          answered.pipe(response);
          return;
        }
        answered.resume().once("end", () => {
          onBreak();
          response.destroy();
        });
      },
    );
    sent.once("error", () => response.destroy());
    received.pipe(sent);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakAt: (count, then) => {
      left = count;
      onBreak = then;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
