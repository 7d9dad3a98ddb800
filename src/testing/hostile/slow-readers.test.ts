import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import type { Socket } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFullExtent } from "../harness/extent.ts";
import { call } from "../harness/requests/call.ts";
import { openSocket, readToEnd, sendRaw } from "../harness/requests/raw-http.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { startServerProcess, type ServerProcess } from "../servers/server-process.ts";

/** Clients that send requests and never read, and clients that open too many connections. */

let server: TestServer;

beforeAll(async () => {
  server = await startOwnServer({
    connections: { total: 60, perAddress: 40, stallSeconds: 20 },
    rateLimits: { read: 1_000, write: 1_000, sensitive: 1_000, organizationFactor: 3, unauthenticated: 12 },
  });
});

afterAll(() => server.close(1_000));

const documentPath = "/api/v1/openapi.json";
const readDocument = (...headers: readonly string[]) =>
  [`GET ${documentPath} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");

/** The document has 3 MB: copies of it for a third of 100 clients exceed what the process may grow by. */
const [clients, maxGrownMiB] = isFullExtent ? [250, 100] : [100, 60];

describe(`${clients} clients that each pipeline 40 requests for the whole document and never read`, () => {
  let process: ServerProcess;
  let sockets: Socket[] = [];
  let residentBefore = 0;

  beforeAll(async () => {
    process = await startServerProcess(server.applicationUrl, "warn", { CASEPORT_CONNECTION_STALL_SECONDS: "10" });
    for (let each = 0; each < 20; each += 1)
      expect((await fetch(`${process.baseUrl}${documentPath}`)).status).toBe(200);
    residentBefore = readResidentMiB();
    sockets = await Promise.all(Array.from({ length: clients }, () => openSocket(process.baseUrl)));
    // Without a listener for data a socket takes what its buffers hold, and no more.
    const begun = sockets.map((socket) => once(socket, "readable"));
    for (const socket of sockets) {
      socket.on("error", () => undefined);
      socket.write(readDocument().repeat(40));
    }
    await Promise.all(begun);
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await process.end("SIGKILL");
  });

  function readResidentMiB(): number {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${process.pid}/status`, "utf8"))?.[1]) / 1024;
  }

  function countSockets(): number {
    return readdirSync(`/proc/${process.pid}/fd`).length;
  }

  test("use little memory and do not affect other clients", async () => {
    const replies = [];
    for (let each = 0; each < 20; each += 1) replies.push(await call(process.baseUrl, "/api/health", {}));
    const grown = readResidentMiB() - residentBefore;
    console.log(`${clients} readers that never read: ${Math.round(residentBefore)} MiB and ${Math.round(grown)} more`);
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(Math.max(...replies.map(({ milliseconds }) => milliseconds))).toBeLessThan(7_500);
    expect(grown).toBeLessThan(maxGrownMiB);
  });

  test("are disconnected when they have read nothing for the time allowed", async () => {
    await expect.poll(countSockets).toBeLessThan(clients / 2);
  });
});

test("requests waiting behind an unread response are limited in number: more close the connection", async () => {
  const socket = await openSocket(server.baseUrl);
  const reply = readToEnd(socket);
  socket.write("GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200));
  expect((await reply).text.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(70);
});

test("40 pipelined requests all receive responses", async () => {
  const request = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const reply = await sendRaw(
    server.baseUrl,
    request.repeat(39) + request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"),
  );
  expect(reply.text.match(/HTTP\/1\.1 200/g)).toHaveLength(40);
});

test("a request behind a response that closes the connection is not processed", async () => {
  const request = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const reply = await sendRaw(server.baseUrl, request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n") + request);
  expect(reply.text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
});

describe("connections", () => {
  const openMany = (length: number, from?: string) =>
    Promise.all(Array.from({ length }, () => openSocket(server.baseUrl, from)));

  test.each([
    ["an address", () => openMany(40), undefined],
    [
      "all addresses",
      async () => [...(await openMany(30, "127.0.0.2")), ...(await openMany(30, "127.0.0.3"))],
      "127.0.0.4",
    ],
  ] as const)(
    "above the limit of %s are closed at once, and a closed one frees its place",
    async (_limit, open, next) => {
      const sockets = await open();
      const over = await readToEnd(await openSocket(server.baseUrl, next), performance.now(), 3_000);
      expect([over.status, over.milliseconds < 3_000]).toEqual([null, true]);
      for (const socket of sockets) socket.destroy();
      await expect
        .poll(
          async () =>
            (await sendRaw(server.baseUrl, "GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).status,
        )
        .toBe(200);
    },
  );
});

describe("the OpenAPI document", () => {
  test("is compressed according to Accept-Encoding, each form with its own ETag", async () => {
    const read = async (acceptEncoding: string, ...headers: readonly string[]) => {
      const reply = await fetchBytes(
        readDocument("Connection: close", `Accept-Encoding: ${acceptEncoding}`, ...headers),
      );
      return { ...reply, etag: reply.headers.get("etag") ?? "", encoding: reply.headers.get("content-encoding") };
    };
    const [plain, gzip, brotli] = [await read("br;q=0, identity"), await read("gzip"), await read("gzip, br")];
    expect([plain.encoding, gzip.encoding, brotli.encoding]).toEqual([null, "gzip", "br"]);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(new Set([plain.etag, gzip.etag, brotli.etag]).size).toBe(3);
    const kept = await read("br", `If-None-Match: ${brotli.etag}`);
    const other = await read("gzip", `If-None-Match: ${brotli.etag}`);
    expect([kept.status, kept.headers.get("vary"), other.status, gzip.headers.get("vary")]).toEqual([
      304,
      "Accept-Encoding",
      200,
      "Accept-Encoding",
    ]);
  });

  test("is limited per IP address like other requests without a key", async () => {
    const replies = [];
    for (let each = 0; each < 13; each += 1)
      replies.push(await sendRaw(server.baseUrl, readDocument("Connection: close", "Accept-Encoding: br")));
    const last = replies.at(-1);
    expect([last?.status, last?.json?.["code"]]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  async function fetchBytes(request: string) {
    const socket = await openSocket(server.baseUrl);
    socket.write(request);
    const chunks: Buffer[] = [];
    for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const split = bytes.indexOf("\r\n\r\n");
    const [statusLine = "", ...lines] = bytes.subarray(0, split).toString("latin1").split("\r\n");
    const headers = new Headers(
      lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(":")),
        line.slice(line.indexOf(":") + 1).trim(),
      ]),
    );
    return { status: Number(statusLine.split(" ")[1]), headers, body: bytes.subarray(split + 4) };
  }
});
