import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSocket } from "../testing/harness/requests/raw-http.ts";
import { writeResponse } from "./write-response.ts";

const body = Buffer.alloc(4 * 1_048_576, "a");
const clients = 20;
/** As much as one write hands to the kernel. */
const sliceBytes = 65_536;

let server: Server;
let sockets: Socket[] = [];

beforeAll(async () => {
  // A request is complete only after its event.
  server = createServer((request, response) =>
    setImmediate(writeResponse, request, response, { status: 200, headers: {}, body: "", bytes: body }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
  server.closeAllConnections();
});

test("large responses to clients that do not read take one slice of a round of the event loop together", async () => {
  const accepted: Socket[] = [];
  server.on("connection", (socket) => accepted.push(socket));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sockets = await Promise.all(Array.from({ length: clients }, () => openSocket(baseUrl)));
  for (const socket of sockets) socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const rounds: number[] = [];
  const countWritten = () => accepted.reduce((sum, socket) => sum + socket.bytesWritten, 0);
  // Each client gets its first two slices at least, whether or not it reads.
  for (let written = 0; written < clients * 2 * sliceBytes; written += rounds.at(-1) ?? 0) {
    await new Promise((resolve) => setImmediate(resolve));
    rounds.push(countWritten() - written);
  }
  // A round may also begin responses, whose headers are written at once.
  expect(Math.max(...rounds)).toBeLessThan(2 * sliceBytes);
});

test("a large response arrives whole", async () => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const received = Buffer.from(await (await fetch(baseUrl)).arrayBuffer());
  expect(received.equals(body)).toBe(true);
});
