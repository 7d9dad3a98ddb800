import { once } from "node:events";
import { createServer } from "node:https";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { certificateFor, ownAuthority, type KeyPair } from "./certificates.ts";

/** A request as it arrived. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as text: what a signature is made of. */
  body: string;
  bytes: Buffer;
  /** Milliseconds since 1970. */
  receivedAt: number;
}

export interface ReceiverResponse {
  status: number;
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array;
}

/** Does what it likes with the (encrypted) connection: see hostile/responses.ts. */
export type HostileResponse = (socket: Socket) => void;

export type ReceiverBehavior = (
  request: ReceivedRequest,
) => ReceiverResponse | HostileResponse | Promise<ReceiverResponse | HostileResponse>;

/** An own HTTPS server on loopback, as somebody who receives webhooks runs one. */
export interface Receiver {
  port: number;
  address: string;
  /** The certificate of the authority to trust, PEM. */
  ca: string;
  /** Everything that arrived whole, in order. */
  requests: ReceivedRequest[];
  /** How many connections were opened to it, whether anything came of them or not. */
  connectionCount(): number;
  /** How many are open now. */
  openCount(): number;
  /** Responds differently from now on. */
  setBehavior(behavior: ReceiverBehavior): void;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /** The host name that the certificate is made for. */
  name?: string;
  behavior?: ReceiverBehavior;
  /** Another loopback address, such as 127.0.0.2 or ::1. */
  address?: string;
  /** 0 for any. */
  port?: number;
  /** Who signs the certificate: by default this process's own authority; null for a certificate that signed itself. */
  authority?: KeyPair | null;
  /** The certificate's end, in the past for an expired one. */
  notAfter?: Date;
  /** 48 bytes: receivers that share them resume each other's sessions. */
  ticketKeys?: Buffer;
  /** Responds when the headers came, and leaves the body unread. */
  respondsEarly?: boolean;
  /** False for long runs: `requests` stays empty. */
  remembers?: boolean;
}

/**
 * Starts a receiver. It responds with 204 by default.
 * Another process trusts it with NODE_EXTRA_CA_CERTS, a file with the certificate of `authority` (makeAuthority).
 */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { name = "hooks.example.com", address = "127.0.0.1", remembers = true } = options;
  const authority = options.authority === undefined ? await ownAuthority() : options.authority;
  const pair = await certificateFor(name, authority, options.notAfter);
  let behavior: ReceiverBehavior = options.behavior ?? (() => ({ status: 204 }));
  let connectionCount = 0;
  const sockets = new Set<Socket>();
  const requests: ReceivedRequest[] = [];

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = options.respondsEarly === true ? Buffer.alloc(0) : await readAll(request);
    const received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: bytes.toString("utf8"),
      bytes,
      receivedAt: Date.now(),
    };
    if (remembers) requests.push(received);
    const given = await behavior(received);
    if (typeof given === "function") return given(request.socket);
    response.writeHead(given.status, given.headers);
    response.end(given.body);
  }

  const server = createServer(
    {
      cert: pair.certificate,
      key: pair.key,
      noDelay: true,
      ...(options.ticketKeys !== undefined && { ticketKeys: options.ticketKeys }),
    },
    (request, response) => {
      // A request that is cut while it arrives is what these tests are about, not a fault of the receiver.
      receive(request, response).catch(() => request.socket.destroy());
    },
  );
  server.on("connection", (socket: Socket) => {
    connectionCount += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => undefined);
  server.listen(options.port ?? 0, address);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    address,
    ca: (authority ?? pair).certificate,
    requests,
    connectionCount: () => connectionCount,
    openCount: () => sockets.size,
    setBehavior: (changed) => {
      behavior = changed;
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
