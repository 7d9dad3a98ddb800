import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/**
 * Where the connection is cut: before a frontend message reaches the server, or after it was carried out, its response
 * lost.
 */
export type Cut = "request lost" | "response lost";

/**
 * A proxy for PostgreSQL's wire protocol that can cut the server's connections at any message. It counts what
 * connections of the application `caseport` send; others (the job queue) pass uncounted.
 */
export interface PostgresProxy {
  /** The given URL, through the proxy. */
  url: string;
  /**
   * Counts from now on, and cuts at the message of this number, once.
   *
   * @param among counts those alone that the server responds to, where only a response can be lost: with any other
   *   message lost after it arrived, the server has got just what it has got when the next one is lost before
   */
  cutAt(message: number, cut: Cut, among?: "all" | "responded"): void;
  /**
   * Ends the counting.
   *
   * @returns whether the cut was made, and what the server responded to: a statement's text, or nothing for one with
   *   parameters
   */
  disarm(): { made: boolean; responded: string[] };
  /** Holds back everything that the server says: connections stay open and nothing arrives. */
  setStalled(stalled: boolean): void;
  close(): Promise<void>;
}

interface Arming {
  message: number;
  cut: Cut;
  among: "all" | "responded";
  counted: number;
  responded: string[];
  made: boolean;
}

interface Pair {
  client: Socket;
  server: Socket;
  counts: boolean;
  /** Whether the startup message was seen. */
  begun: boolean;
  /** Bytes of a frontend message that has not arrived whole. */
  rest: Buffer;
  /** Bytes of a backend message that has not arrived whole. */
  restOfServer: Buffer;
  /** Messages whose response has not come whole: several are under way at once. */
  awaited: number;
  /** Set when the response to the last message is to be lost: the connection is cut when it came. */
  swallow: boolean;
}

const query = 0x51;
const sync = 0x53;
const password = 0x70;
const terminate = 0x58;
const readyForQuery = 0x5a;

export async function startPostgresProxy(targetUrl: string): Promise<PostgresProxy> {
  const target = new URL(targetUrl);
  const pairs = new Set<Pair>();
  let arming: Arming | null = null;
  let stalled = false;

  /** Passes a message on, or cuts the connection. */
  function passMessage(pair: Pair, message: Buffer): void {
    const type = message[0];
    // Only these two make the server respond.
    const isResponded = type === query || type === sync;
    if (isResponded) pair.awaited += 1;
    const isCounted = pair.counts && type !== password && type !== terminate;
    if (!isCounted || arming === null || arming.made || (!isResponded && arming.among === "responded")) {
      pair.server.write(message);
      return;
    }
    if (isResponded) arming.responded.push(type === query ? message.toString("utf8", 5, message.length - 1) : "");
    arming.counted += 1;
    if (arming.counted !== arming.message) {
      pair.server.write(message);
      return;
    }
    arming.made = true;
    if (arming.cut === "request lost") return cutPair(pair);
    pair.server.write(message);
    if (isResponded) pair.swallow = true;
    else pair.server.end(() => cutPair(pair));
  }

  function readFrontend(pair: Pair, chunk: Buffer): void {
    pair.rest = Buffer.concat([pair.rest, chunk]);
    while (!pair.client.destroyed && !pair.swallow) {
      // The startup message alone has no type before its length.
      const typed = pair.begun ? 1 : 0;
      if (pair.rest.length < typed + 4) return;
      const length = pair.rest.readInt32BE(typed) + typed;
      if (pair.rest.length < length) return;
      const message = pair.rest.subarray(0, length);
      pair.rest = pair.rest.subarray(length);
      if (pair.begun) passMessage(pair, message);
      else beginPair(pair, message);
    }
  }

  function beginPair(pair: Pair, startup: Buffer): void {
    pair.begun = true;
    pair.counts = startup.includes("application_name\0caseport\0");
    pair.server.write(startup);
  }

  function readBackend(pair: Pair, chunk: Buffer): void {
    pair.restOfServer = Buffer.concat([pair.restOfServer, chunk]);
    while (pair.restOfServer.length >= 5) {
      const length = pair.restOfServer.readInt32BE(1) + 1;
      if (pair.restOfServer.length < length) break;
      // ReadyForQuery is the last message of a response.
      if (pair.restOfServer[0] === readyForQuery) pair.awaited -= 1;
      pair.restOfServer = pair.restOfServer.subarray(length);
    }
    if (pair.swallow) {
      if (pair.awaited === 0) cutPair(pair);
      return;
    }
    if (!stalled) pair.client.write(chunk);
  }

  const listener = createServer({ noDelay: true }, (client) => {
    const server = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const pair: Pair = {
      client,
      server,
      counts: false,
      begun: false,
      rest: Buffer.alloc(0),
      restOfServer: Buffer.alloc(0),
      awaited: 1,
      swallow: false,
    };
    pairs.add(pair);
    client.on("data", (chunk: Buffer) => readFrontend(pair, chunk));
    server.on("data", (chunk: Buffer) => readBackend(pair, chunk));
    for (const socket of [client, server]) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        cutPair(pair);
        pairs.delete(pair);
      });
    }
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const url = new URL(targetUrl);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.toString(),
    cutAt: (message, cut, among = "all") => {
      arming = { message, cut, among, counted: 0, responded: [], made: false };
    },
    disarm: () => {
      const { made = false, responded = [] } = arming ?? {};
      arming = null;
      return { made, responded };
    },
    setStalled: (value) => {
      stalled = value;
      // What was held back is lost, so the connections are of no more use.
      if (!value) for (const pair of pairs) cutPair(pair);
    },
    close: async () => {
      for (const pair of pairs) cutPair(pair);
      listener.close();
      await once(listener, "close");
    },
  };
}

function cutPair({ client, server }: Pair): void {
  client.destroy();
  server.destroy();
}
