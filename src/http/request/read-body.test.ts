import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "../../contract/errors/error-codes.ts";
import { openSocket } from "../../testing/harness/requests/raw-http.ts";
import { readBody } from "./read-body.ts";

const mebibyte = 1_048_576;
const maximum = 6 * mebibyte;

let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    void readBody(request, maximum)
      .then(({ length }) => response.end(String(length)))
      .catch((error: unknown) => response.writeHead(error instanceof AppError ? error.status : 500).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const send = (bytes: number) =>
  fetch(baseUrl, { method: "POST", headers: { "Content-Type": "application/json" }, body: Buffer.alloc(bytes, 32) });

test.each<[contentType: string, status: number]>([
  ["application/json", 200],
  ['Application/JSON ; charset="UTF-8"', 200],
  ["application/json; charset=utf8", 200],
  // As PowerShell, clients of OData and hand-written ones send it.
  ["application/json;odata=verbose", 200],
  ["application/json; charset=utf-8; odata.metadata=minimal", 200],
  ["application/json;", 200],
  ["application/json; charset=latin1", 415],
  ["application/json; charset=utf-8; charset=latin1", 415],
  ["application/json; charset=", 415],
  ["application/json, text/plain", 415],
  ["application/jsonp", 415],
  ["application/json-patch+json", 415],
  ["text/plain; application/json", 415],
])("a body as %s is %i", async (contentType, status) => {
  const response = await fetch(baseUrl, { method: "POST", headers: { "Content-Type": contentType }, body: "{}" });
  expect(response.status).toBe(status);
});

test("bodies that are larger than usual hold 64 MiB beyond it together", async () => {
  expect((await send(maximum)).status).toBe(200);
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${maximum}\r\n\r\n`;
  const sockets = await Promise.all(Array.from({ length: 14 }, () => openSocket(baseUrl)));
  const rejected = sockets.map(async (socket) => {
    socket.on("error", () => undefined);
    socket.write(head);
    socket.write(Buffer.alloc(maximum - 1, 32));
    const [chunk] = (await once(socket, "data")) as [Buffer];
    return chunk.toString("latin1").slice(0, 12);
  });
  // Twelve of 5 MiB, and a part of the next, are held; these wait for their last byte.
  expect(await Promise.race(rejected)).toBe("HTTP/1.1 429");
  expect((await send(mebibyte)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await send(maximum)).status).toBe(200);
});
