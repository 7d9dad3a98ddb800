import { randomUUID } from "node:crypto";
import { Agent, request as openRequest } from "node:http";
import type { Call } from "./mix.ts";

export interface Received {
  /** 0 if the connection failed or nothing came in time. */
  status: number;
  body: Record<string, unknown>;
  isReplayed: boolean;
}

export interface FleetClient {
  /** @param ids the request's ID, by which its events are found again, and its idempotency key */
  send(call: Call, ids?: { requestId: string; idempotencyKey: string }): Promise<Received>;
  close(): void;
}

const timeoutMilliseconds = 40_000;

/** Opens as many connections as there are requests at once: no request waits in the client. */
export function createFleetClient(baseUrl: string, origin: string): FleetClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  return {
    close: () => agent.destroy(),
    send: ({ method, path, key, body }, ids = { requestId: randomUUID(), idempotencyKey: randomUUID() }) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(key === undefined ? { origin } : { "x-api-key": key, "x-request-id": ids.requestId }),
        ...(key !== undefined && method !== "GET" && { "x-idempotency-key": ids.idempotencyKey }),
        ...(text !== undefined && {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(text)),
        }),
      };
      return new Promise((resolve) => {
        const fail = () => resolve({ status: 0, body: {}, isReplayed: false });
        const request = openRequest(
          `${baseUrl}${path}`,
          { agent, method, headers, timeout: timeoutMilliseconds },
          (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk: Buffer) => chunks.push(chunk));
            response.once("error", fail);
            response.once("end", () => {
              const content = Buffer.concat(chunks).toString();
              const parsed =
                (response.headers["content-type"] ?? "").includes("json") && content !== ""
                  ? (JSON.parse(content) as Record<string, unknown>)
                  : {};
              resolve({
                status: response.statusCode ?? 0,
                body: parsed,
                isReplayed: response.headers["idempotent-replayed"] === "true",
              });
            });
          },
        );
        request.once("timeout", () => request.destroy());
        request.once("error", fail);
        request.end(text);
      });
    },
  };
}
