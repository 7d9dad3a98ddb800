import { afterEach, describe, expect, test } from "vitest";
import { hostileResponses } from "../../testing/hostile/responses.ts";
import { openOutboundTo, postTo, shortLimits } from "../../testing/servers/outbound.ts";
import { startReceiver, type Receiver } from "../../testing/servers/receiver.ts";
import type { Outbound, OutboundSettings } from "./outbound.ts";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(settings: Partial<OutboundSettings> = {}): Promise<{ receiver: Receiver; outbound: Outbound }> {
  const receiver = await startReceiver({ name: "*.example.com" });
  const outbound = openOutboundTo(receiver, settings);
  closers.push(
    () => outbound.close(),
    () => receiver.close(),
  );
  return { receiver, outbound };
}

/** 150 handshakes at once take as long as the machine needs; what is counted must not depend on it. */
const patient = { attempt: 60_000, name: 1_000, connection: 30_000, body: 30_000, idle: 60_000 };

/** Many names of one receiver: same address, same port, same certificate. */
async function openNames(count: number) {
  const receiver = await startReceiver({ name: "*.example.com" });
  const names = Array.from({ length: count }, (_, index) => `h${index}.example.com`);
  const outbound = openOutboundTo(receiver, {
    testReceivers: new Map(names.map((name) => [name, receiver])),
    limits: patient,
  });
  closers.push(
    () => outbound.close(),
    () => receiver.close(),
  );
  return { receiver, outbound, names };
}

describe("a connection", () => {
  test("is reused for the next request", async () => {
    const { receiver, outbound } = await open();
    receiver.setBehavior(({ body }) => ({ status: 200, body }));
    for (let turn = 0; turn < 20; turn += 1)
      expect(await postTo(outbound, { body: `${turn}` })).toMatchObject({ outcome: "succeeded", bodyStart: `${turn}` });
    expect([receiver.requests.length, receiver.connectionCount()]).toEqual([20, 1]);
  });

  test("is closed after an idle timeout", async () => {
    const { receiver, outbound } = await open({ limits: { ...shortLimits, idle: 50 } });
    await postTo(outbound);
    await expect.poll(() => receiver.openCount()).toBe(0);
  });

  test("is not idle while a response is slow", async () => {
    const { receiver, outbound } = await open({ limits: { ...shortLimits, idle: 50 } });
    receiver.setBehavior(() => new Promise((resolve) => setTimeout(() => resolve({ status: 200 }), 300)));
    expect(await postTo(outbound)).toMatchObject({ outcome: "succeeded" });
  });

  test("is not reused when the receiver closes it", async () => {
    const { receiver, outbound } = await open();
    receiver.setBehavior(() => ({ status: 204, headers: { connection: "close" } }));
    await postTo(outbound);
    await postTo(outbound);
    expect(receiver.connectionCount()).toBe(2);
  });

  test("is closed when the client closes", async () => {
    const { receiver, outbound } = await open();
    await postTo(outbound);
    expect(receiver.openCount()).toBe(1);
    outbound.close();
    await expect.poll(() => receiver.openCount()).toBe(0);
  });

  test("of one name is not reused for another", async () => {
    const { receiver, outbound, names } = await openNames(3);
    for (const name of [...names, ...names])
      expect(await postTo(outbound, { url: `https://${name}/` })).toMatchObject({ outcome: "succeeded" });
    expect(receiver.requests.map(({ headers }) => headers.host)).toEqual([...names, ...names]);
    expect(receiver.connectionCount()).toBe(3);
  });
});

describe("kept connections are limited", () => {
  test("per host", async () => {
    const { receiver, outbound } = await open({ limits: patient });
    // No connection becomes free before all are open.
    const opened = Promise.withResolvers<void>();
    receiver.setBehavior(async () => {
      if (receiver.requests.length >= 40) opened.resolve();
      await opened.promise;
      return { status: 204 };
    });
    await Promise.all(Array.from({ length: 40 }, () => postTo(outbound)));
    expect(receiver.connectionCount()).toBe(40);
    await expect.poll(() => receiver.openCount()).toBe(32);
  });

  test("in total", async () => {
    const { receiver, outbound, names } = await openNames(150);
    await Promise.all(names.map((name) => postTo(outbound, { url: `https://${name}/` })));
    expect(receiver.connectionCount()).toBe(150);
    await expect.poll(() => receiver.openCount()).toBe(128);
  });
});

describe("a reused connection reset during a request", () => {
  test("is replaced by a new one, once", async () => {
    const { receiver, outbound } = await open();
    await postTo(outbound);
    let resets = 0;
    receiver.setBehavior(() => (resets++ === 0 ? hostileResponses["resets the connection"] : { status: 200 }));
    expect(await postTo(outbound)).toMatchObject({ outcome: "succeeded" });
    expect([receiver.requests.length, receiver.connectionCount()]).toEqual([3, 2]);
  });

  test("fails the request when the new one is reset as well", async () => {
    const { receiver, outbound } = await open();
    await postTo(outbound);
    receiver.setBehavior(() => hostileResponses["resets the connection"]);
    expect(await postTo(outbound)).toMatchObject({ outcome: "connection_failed" });
    expect([receiver.requests.length, receiver.connectionCount()]).toEqual([3, 2]);
  });
});
