import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitForLock } from "../database/wait-for-lock.ts";
import { call, faultOfEnvelope } from "../harness/requests/call.ts";
import { startServerOn } from "../harness/server.ts";
import { startHostileHarness, type HostileHarness } from "./server.ts";
import { openSocket, readToEnd } from "../harness/requests/raw-http.ts";

/** Slow clients are cut off, and a server that closes does so in good order and in time. */

let { server, tenant, casePath, clientPath, post, get, lockRowsFor }: HostileHarness = {} as HostileHarness;

beforeAll(async () => {
  ({ server, tenant, casePath, clientPath, post, get, lockRowsFor } = await startHostileHarness());
});

afterAll(() => server.close(1_000));

describe("closing the server", () => {
  test("finishes requests in flight, rejects new connections and closes idle ones within the grace period", async () => {
    const other = await startServerOn(server.applicationUrl);
    const otherUrl = other.addresses[0] ?? "";
    const idle = await openSocket(otherUrl);
    idle.write(get().replace("Connection: close\r\n", ""));
    await once(idle, "data");
    const idleEnd = readToEnd(idle);
    const release = await lockRowsFor("Client");
    const options = { method: "PATCH", secret: tenant.secret, body: { phone: "4" }, idempotencyKey: "in flight" };
    const inFlight = call(otherUrl, clientPath, options);
    await waitForLock(server.services.database.pool);
    const begun = performance.now();
    const closed = other.close(30_000);
    await delay(100);
    await expect(openSocket(otherUrl)).rejects.toThrow("ECONNREFUSED");
    expect((await idleEnd).reset).toBe(false);
    await release();
    expect((await inFlight).status).toBe(200);
    await closed;
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  test("serves a while longer with its readiness check at 503, and ends each connection with its response", async () => {
    const other = await startServerOn(server.applicationUrl, { drainSeconds: 1 });
    const otherUrl = other.addresses[0] ?? "";
    expect((await call(otherUrl, "/api/health/ready")).status).toBe(200);
    const closed = other.close(1_000);
    expect((await call(otherUrl, "/api/health/ready")).status).toBe(503);
    expect((await call(otherUrl, "/api/health")).status).toBe(200);
    const kept = await openSocket(otherUrl);
    kept.write(get().replace("Connection: close\r\n", ""));
    expect((await readToEnd(kept)).status).toBe(200);
    await closed;
    await expect(openSocket(otherUrl)).rejects.toThrow("ECONNREFUSED");
  });

  test("cuts off a request that exceeds the grace period", async () => {
    const other = await startServerOn(server.applicationUrl);
    const socket = await openSocket(other.addresses[0] ?? "");
    const end = readToEnd(socket);
    socket.write(post("Content-Length: 100"));
    await delay(100);
    const begun = performance.now();
    await other.close(500);
    expect((await end).status).toBeNull();
    // Sooner than the time for a body would end it.
    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  test("is not delayed by a request rejected at once on a kept connection", async () => {
    const other = await startServerOn(server.applicationUrl);
    const otherUrl = other.addresses[0] ?? "";
    const release = await lockRowsFor("Client");
    const held = await openSocket(otherUrl);
    const responses = readToEnd(held);
    held.write(get().replace("Connection: close\r\n", ""));
    const blocked = call(otherUrl, clientPath, {
      method: "PATCH",
      secret: tenant.secret,
      body: { phone: "5" },
      idempotencyKey: "blocked",
    });
    const half = await openSocket(otherUrl);
    const halfEnd = readToEnd(half);
    // The head of this one is under way when the close begins, and the gate responds to it, at once.
    half.write("GET http://evil.example/ HTTP/1.1\r\nHost: a\r\n");
    await waitForLock(server.services.database.pool);
    await delay(150);
    const closed = other.close(3_000);
    await delay(50);
    half.write("\r\n");
    expect((await halfEnd).status).toBe(400);
    await release();
    expect((await blocked).status).toBe(200);
    expect((await responses).status).toBe(200);
    await closed;
  });
});

describe.concurrent("slow clients", () => {
  async function drip(begin: string, everyMilliseconds: number, drop: string) {
    const socket = await openSocket(server.baseUrl);
    const reply = readToEnd(socket, performance.now(), 30_000);
    socket.write(begin);
    while (!socket.destroyed) {
      await delay(everyMilliseconds);
      if (!socket.destroyed) socket.write(drop);
    }
    return reply;
  }

  test("that send headers byte by byte are disconnected after 8 to 10 seconds", async () => {
    const reply = await drip(`GET ${casePath} HTTP/1.1\r\nHost: localhost\r\n`, 300, "X-Drop: a\r\n");
    console.log(`slow headers: cut off after ${Math.round(reply.milliseconds)} ms`);
    expect([reply.status, faultOfEnvelope({ status: 408, headers: reply.headers, json: reply.json })]).toEqual([
      408,
      null,
    ]);
    expect(reply.milliseconds).toBeGreaterThan(7_500);
    // A busy machine looks later; without a limit the socket would be open for 30 seconds.
    expect(reply.milliseconds).toBeLessThan(18_000);
  });

  test("that send nothing are disconnected as well", async () => {
    const reply = await readToEnd(await openSocket(server.baseUrl), performance.now(), 30_000);
    expect(reply.milliseconds).toBeLessThan(18_000);
  });

  test("that send a body byte by byte are disconnected after 20 to 22 seconds", async () => {
    const reply = await drip(post("Content-Length: 5000"), 300, " ");
    console.log(`slow body: cut off after ${Math.round(reply.milliseconds)} ms`);
    expect([reply.status, faultOfEnvelope({ status: 408, headers: reply.headers, json: reply.json })]).toEqual([
      408,
      null,
    ]);
    expect(reply.milliseconds).toBeGreaterThan(19_500);
    expect(reply.milliseconds).toBeLessThan(29_000);
  });

  test("with a thousand idle connections do not affect others", async () => {
    const sockets = await Promise.all(Array.from({ length: 1_000 }, () => openSocket(server.baseUrl)));
    for (const socket of sockets) socket.on("error", () => undefined);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => call(server.baseUrl, casePath, { secret: tenant.secret })),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    // Sooner than the idle ones are disconnected.
    expect(Math.max(...replies.map(({ milliseconds }) => milliseconds))).toBeLessThan(7_500);
    for (const socket of sockets) socket.destroy();
  });
});
