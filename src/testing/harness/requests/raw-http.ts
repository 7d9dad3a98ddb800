import { connect, type Socket } from "node:net";

/** What came back on a socket for one request, or for none. */
export interface RawReply {
  /** null when the connection was closed without a response. */
  status: number | null;
  headers: Headers;
  json: Record<string, unknown> | undefined;
  /** Everything that arrived, also behind the first response. */
  text: string;
  /** Whether the connection ended with an error (a reset) instead of a close. */
  reset: boolean;
  /** From the connection to its end. */
  milliseconds: number;
}

/**
 * Opens a connection and leaves it open.
 *
 * @param localAddress an IPv4 address of this machine that it comes from, such as 127.0.0.2
 */
export function openSocket(baseUrl: string, localAddress?: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      ...(localAddress !== undefined && { localAddress, family: 4 }),
    });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

/**
 * Sends bytes as they are and reads until the other side closes.
 *
 * @param patienceMilliseconds after which the connection counts as hanging, and this rejects
 */
export async function sendRaw(
  baseUrl: string,
  bytes: Buffer | string,
  patienceMilliseconds = 15_000,
): Promise<RawReply> {
  const begun = performance.now();
  const socket = await openSocket(baseUrl);
  socket.write(bytes);
  return readToEnd(socket, begun, patienceMilliseconds);
}

/** Reads until the other side closes. */
export function readToEnd(socket: Socket, begun = performance.now(), patienceMilliseconds = 15_000): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let reset = false;
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(
          `the connection was still open after ${patienceMilliseconds} ms; it sent ${Buffer.concat(chunks).toString("utf8").slice(0, 200)}`,
        ),
      );
    }, patienceMilliseconds);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => {
      reset = true;
    });
    socket.on("close", () => {
      clearTimeout(timer);
      resolve({ ...parseReply(Buffer.concat(chunks)), reset, milliseconds: performance.now() - begun });
    });
  });
}

function parseReply(bytes: Buffer): Pick<RawReply, "status" | "headers" | "json" | "text"> {
  const text = bytes.toString("utf8");
  const split = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, split).split("\r\n");
  const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1];
  const headers = new Headers();
  if (status === undefined) return { status: null, headers, json: undefined, text };
  for (const line of lines) headers.append(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim());
  const length = headers.get("content-length");
  const body = bytes.subarray(Buffer.byteLength(text.slice(0, split)) + 4);
  return {
    status: Number(status),
    headers,
    json: parseJson(body.subarray(0, length === null ? undefined : Number(length))),
    text,
  };
}

function parseJson(body: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(body.toString("utf8")) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
