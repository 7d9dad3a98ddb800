import { Agent, request as openRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";

/** A request exactly as it goes over the wire: fetch would reject or repair much of what a test must send. */
export interface RawRequest {
  method: string;
  /** The request target, percent-encoded by the caller. */
  target: string;
  /** A list of values is sent as so many header lines. */
  headers: OutgoingHttpHeaders;
  body?: string | Buffer | undefined;
  /** Sends the body in chunks, without a Content-Length. */
  chunked?: boolean;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The text as JSON; an empty object when there is none. */
  body: Record<string, unknown>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request and reads the whole response. Rejects when the connection breaks before that. */
export function send(baseUrl: string, { method, target, headers, body, chunked = false }: RawRequest): Promise<Reply> {
  const { hostname, port } = new URL(baseUrl);
  const length = body === undefined || chunked ? {} : { "Content-Length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request = openRequest(
      { hostname, port, method, path: target, agent, headers: { ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: readJson(text) });
        });
      },
    );
    request.on("error", reject);
    if (chunked && body !== undefined) {
      request.setHeader("Transfer-Encoding", "chunked");
      request.write(body);
      request.end();
    } else request.end(body);
  });
}

function readJson(text: string): Record<string, unknown> {
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}
