import { Agent, request as openRequest, type RequestOptions } from "node:https";
import type { ClientRequest } from "node:http";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import type { AttemptOutcome } from "../../contract/webhooks/webhooks.ts";
import { readResponse, type OutboundResponse } from "./response.ts";

/** In milliseconds. */
export interface OutboundLimits {
  /** Until the response's status. */
  attempt: number;
  /** For the name resolution. */
  name: number;
  /** For a connection and its handshake, unless it is the last address. */
  connection: number;
  /** For the body: it no longer changes the outcome. */
  body: number;
  /** For an idle connection. */
  idle: number;
}

/** A host with the IP address that was checked; the name is not resolved again. */
export interface Target {
  name: string;
  address: string;
  port: number;
}

export interface Message {
  /** By default POST; a GET has no body. */
  method?: "GET" | "POST";
  /** With the query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  contentType?: string;
  keptBytes?: number;
  /** Whether it must not be sent again, also not when an idle connection turns out to be closed. */
  isOnce?: boolean;
}

export type Sent =
  | { response: OutboundResponse }
  /** `isUnsent`: there was no connection, so another address may be tried. */
  | { failure: AttemptOutcome; isUnsent: boolean };

export interface Connections {
  /** @param isLast whether this is the last address to try: the connection can then take the remaining time */
  send(target: Target, message: Message, stop: AbortSignal, isLast: boolean): Promise<Sent>;
  close(): void;
}

const headerBytes = 16_384;
const informationAtMost = 8;
const idleOfOneHost = 32;
const idleOfAllHosts = 128;

/** Keeps a bounded number of connections, by address and name: integrators choose how many hosts there are. */
class BoundedAgent extends Agent {
  override keepSocketAlive(socket: Duplex): boolean {
    const idle = Object.values(this.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
    // Node expects a boolean, despite its types: false closes the socket.
    return idle < idleOfAllHosts && (super.keepSocketAlive(socket) as unknown as boolean);
  }
}

export function openConnections({ ca, limits }: { ca: string | undefined; limits: OutboundLimits }): Connections {
  // No TLS session cache: a resumed session would not verify the certificate again.
  const kept = new BoundedAgent({
    keepAlive: true,
    timeout: limits.idle,
    maxFreeSockets: idleOfOneHost,
    maxCachedSessions: 0,
  });
  const fresh = new Agent({ maxCachedSessions: 0 });

  function prepare({ name, address, port }: Target, message: Message, agent: Agent, stop: AbortSignal): RequestOptions {
    return {
      agent,
      method: message.method ?? "POST",
      host: address,
      port,
      servername: name,
      path: message.path,
      headers: nameHeaders(name, message),
      maxHeaderSize: headerBytes,
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED does not override it.
      rejectUnauthorized: true,
      signal: stop,
      ...(ca !== undefined && { ca }),
    };
  }

  return {
    send: async (target, message, stop, isLast) => {
      const patience = { connection: isLast ? limits.attempt : limits.connection, body: limits.body };
      const agent = message.isOnce === true ? fresh : kept;
      const first = await sendRequest(openRequest(prepare(target, message, agent, stop)), message, patience);
      // The receiver closed an idle connection while we wrote to it; the request was not processed.
      if (!("isStale" in first && first.isStale) || stop.aborted) return first;
      return sendRequest(openRequest(prepare(target, message, fresh, stop)), message, patience);
    },
    close: () => {
      kept.destroy();
      fresh.destroy();
    },
  };
}

function nameHeaders(
  name: string,
  { method = "POST", headers, body, contentType = "application/json" }: Message,
): Record<string, string> {
  const given = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]));
  return {
    ...given,
    host: name,
    "user-agent": "Caseport-Webhooks/1.0",
    ...(method === "POST" && {
      "content-type": contentType,
      "content-length": String(Buffer.byteLength(body)),
    }),
    "accept-encoding": "identity",
  };
}

/** Writes a request and reads its response. Never rejects. */
function sendRequest(
  request: ClientRequest,
  { body, keptBytes }: Message,
  patience: { connection: number; body: number },
): Promise<Sent & { isStale?: boolean }> {
  return new Promise((resolve) => {
    let isConnected = false;
    let isDecided = false;
    let informationCount = 0;
    const timer = setTimeout(() => request.destroy(), patience.connection);
    const connected = () => {
      isConnected = true;
      clearTimeout(timer);
    };
    const fail = (failure: AttemptOutcome, isStale = false) => {
      if (isDecided) return;
      isDecided = true;
      clearTimeout(timer);
      request.destroy();
      resolve({ failure, isUnsent: !isConnected && failure !== "certificate_refused", isStale });
    };
    request.on("socket", (socket) => {
      if (request.reusedSocket) connected();
      else socket.once("secureConnect", connected);
    });
    request.on("information", () => {
      informationCount += 1;
      if (informationCount > informationAtMost) fail("malformed_answer");
    });
    request.on("upgrade", () => fail("malformed_answer"));
    request.on("response", (response) => {
      // The status decides: an error from here on only ends the reading of the body.
      isDecided = true;
      void readResponse(response, patience.body, keptBytes).then((read) => {
        // The receiver responded before it read the request: the rest is not sent.
        if (!request.writableFinished) request.destroy();
        resolve({ response: read });
      });
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      fail(nameFailure(request, error), isStale);
    });
    request.on("close", () => fail("connection_failed"));
    request.end(body);
  });
}

/** Only the kind of an error is returned: its text can reveal our network. */
function nameFailure({ socket }: ClientRequest, error: NodeJS.ErrnoException): AttemptOutcome {
  if (error.code?.startsWith("HPE_") === true) return "malformed_answer";
  // Set if the certificate, or its name, was rejected after the handshake.
  return socket instanceof TLSSocket && Boolean(socket.authorizationError)
    ? "certificate_refused"
    : "connection_failed";
}
