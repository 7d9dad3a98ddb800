import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { createLogger } from "../platform/observability/logger.ts";
import { openSocket } from "../testing/harness/requests/raw-http.ts";
import { createConnections } from "./connections.ts";
import { createGatedServer } from "./gate.ts";
import { runFirstRead, runInRound } from "./loop-rounds.ts";

const nextRound = () => new Promise((resolve) => setImmediate(resolve));

test("what waits runs one at a time in a round, and addresses take turns", async () => {
  const rounds: string[][] = [];
  let round: string[] = [];
  for (const name of ["a1", "a2", "a3", "b1", "c1", "c2"]) runInRound(name.charAt(0), () => void round.push(name));
  while (rounds.flat().length < 6) {
    await nextRound();
    rounds.push(round);
    round = [];
  }
  expect(Math.max(...rounds.map(({ length }) => length))).toBe(1);
  expect(rounds.flat()).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
});

test("the first read of a connection waits for one thing that was there before, not for all", async () => {
  const order: string[] = [];
  for (const name of ["slice 1", "slice 2", "slice 3"]) runInRound("a", () => void order.push(name));
  runFirstRead("a", () => void order.push("first read"));
  while (order.length < 4) await nextRound();
  expect(order.indexOf("first read")).toBeLessThan(2);
});

test("accepting connections comes first, for sixteen rounds in a row", async () => {
  const counts: number[] = [];
  let runs = 0;
  for (let count = 0; count < 40; count += 1) {
    runFirstRead("a", () => void (runs += 1));
    await nextRound();
    counts.push(runs);
  }
  // The order of this test's own immediates in a round is not that of the others.
  expect([counts[14], counts[39]]).toEqual([0, 2]);
  while (runs < 40) await nextRound();
});

test("behind a client's connections that each send many requests at once, another client waits for a part of them", async () => {
  const clients = 60;
  const logger = createLogger("silent");
  const connections = createConnections(
    { connections: { total: 1_000, perAddress: 1_000, stallSeconds: 60 }, trustedProxies: [] },
    logger,
  );
  /** The address of each connection whose first request has arrived, in their order. */
  const read: string[] = [];
  const known = new Set<Socket>();
  const server = createGatedServer({ logger, connections, headers: {} }, ({ socket }, response) => {
    if (!known.has(socket)) read.push(socket.remoteAddress ?? "");
    known.add(socket);
    response.end("read");
  }).listen(0, "0.0.0.0");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const openAll = (count: number, from: string) =>
    Array.from({ length: count }, async () => {
      const socket = await openSocket(`http://127.0.0.1:${port}`, from);
      socket.on("error", () => undefined).resume();
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(40));
      return socket;
    });
  const sockets = await Promise.all([...openAll(clients, "127.0.0.2"), ...openAll(1, "127.0.0.3")]);
  while (read.length <= clients) await nextRound();
  // Of the 60, some while connections are accepted, and one in each turn until its own.
  expect(read.indexOf("127.0.0.3")).toBeLessThan(clients / 4);
  for (const socket of sockets) socket.destroy();
  connections.close();
  server.close();
  server.closeAllConnections();
});
