import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface RecordedRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface RecordingServer {
  baseUrl: string;
  /** In the order of their arrival. */
  requests: RecordedRequest[];
  close(): void;
}

/** A server that responds to everything with a success and keeps what it was sent. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = "", url = "", headers } = request;
      requests.push({ method, target: url, headers, body });
      response.setHeader("Content-Type", "application/json").end('{"success":true}');
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
