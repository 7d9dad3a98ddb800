import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { AttemptOutcome } from "../../contract/webhooks/webhooks.ts";
import { hostileAnswers } from "../../testing/hostile/responses.ts";
import type { Hostility } from "../../testing/hostile/responses.ts";
import { openOutboundTo, postTo, shortLimits } from "../../testing/servers/outbound.ts";
import { startReceiver } from "../../testing/servers/receiver.ts";
import type { Receiver, ReceiverOptions } from "../../testing/servers/receiver.ts";
import { createOutbound } from "./outbound.ts";
import type { Outbound } from "./outbound.ts";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(options: ReceiverOptions): Promise<{ receiver: Receiver; outbound: Outbound }> {
  const receiver = await startReceiver(options);
  const outbound = openOutboundTo(receiver);
  closers.push(() => outbound.close(), () => receiver.close());
  return { receiver, outbound };
}

/** What comes of each, the status that was seen, and the beginning of what is shown. */
const expected: Record<Hostility, [AttemptOutcome, number | null, RegExp | null]> = {
  "takes the request and says nothing": ["timed_out", null, null],
  "closes without an answer": ["connection_failed", null, null],
  "resets the connection": ["connection_failed", null, null],
  "breaks off in the headers": ["connection_failed", null, null],
  "breaks off in the body": ["succeeded", 200, /^half$/],
  "drips headers": ["timed_out", null, null],
  "drips a body": ["succeeded", 200, /^drop (drop )*$/],
  "floods with a body": ["succeeded", 200, /^(flood )+/],
  "floods without a length": ["succeeded", 200, /^x{1000}$/],
  "sends a compressed bomb": ["succeeded", 200, null],
  "sends 20 kB of headers": ["malformed_answer", null, null],
  "sends endless trailers": ["succeeded", 200, null],
  "sends endless chunk extensions": ["succeeded", 200, null],
  "continues endlessly": ["malformed_answer", null, null],
  "hints endlessly": ["malformed_answer", null, null],
  "switches protocols": ["malformed_answer", null, null],
  "speaks another protocol": ["malformed_answer", null, null],
  "names two lengths": ["malformed_answer", null, null],
  "names a length and chunks": ["malformed_answer", null, null],
  "redirects to an inner address": ["redirected", 307, null],
};

describe("a receiver that", () => {
  test.each(Object.entries(expected))("%s", async (hostility, [outcome, statusCode, shown]) => {
    const { receiver, outbound } = await open({ answer: () => hostileAnswers[hostility as Hostility] });
    const begun = performance.now();
    const { answer, ...rest } = await postTo(outbound);
    expect(rest).toEqual({ outcome, statusCode, retryAfterSeconds: null });
    if (shown === null) expect(answer).toBeNull();
    else expect(answer).toMatch(shown);
    expect((answer ?? "").length).toBeLessThanOrEqual(1_000);
    // Bounded, far below what the runner would bear: the limits of a test are 1.5 and 0.2 s.
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(receiver.requests).toHaveLength(1);
    // Whoever does that keeps no connection of ours.
    await expect.poll(() => receiver.openCount()).toBe(0);
    receiver.setAnswer(() => ({ status: 204 }));
    expect(await postTo(outbound)).toMatchObject({ outcome: "succeeded", statusCode: 204 });
  });

  test("answers before it has read", async () => {
    const { receiver, outbound } = await open({ respondsEarly: true, answer: () => ({ status: 413, body: "too much" }) });
    expect(await postTo(outbound, { body: "x".repeat(20_000_000) })).toMatchObject({ outcome: "answered", statusCode: 413, answer: "too much" });
    await expect.poll(() => receiver.openCount()).toBe(0);
  });

  test("completes no handshake", async () => {
    const silent = createServer((socket) => socket.on("error", () => undefined).resume());
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const outbound = createOutbound({ networks: [], testReceivers: new Map([["hooks.example.com", { address: "127.0.0.1", port: (silent.address() as AddressInfo).port }]]), limits: shortLimits });
    closers.push(() => outbound.close(), () => void silent.close());
    expect(await postTo(outbound)).toMatchObject({ outcome: "timed_out", statusCode: null });
    await expect.poll(() => new Promise((resolve) => silent.getConnections((_, count) => resolve(count)))).toBe(0);
  });

  test("speaks plain HTTP", async () => {
    const plain = createServer((socket) => socket.on("error", () => undefined).on("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")));
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    const outbound = createOutbound({ networks: [], testReceivers: new Map([["hooks.example.com", { address: "127.0.0.1", port: (plain.address() as AddressInfo).port }]]), limits: shortLimits });
    closers.push(() => outbound.close(), () => void plain.close());
    expect(await postTo(outbound)).toMatchObject({ outcome: "connection_failed", statusCode: null });
  });

  test("listens no more", async () => {
    const { receiver, outbound } = await open({});
    await receiver.close();
    closers.pop();
    expect(await postTo(outbound)).toMatchObject({ outcome: "connection_failed", statusCode: null });
  });
});

test("hundreds of floods and drips at once stay small", async () => {
  const { receiver, outbound } = await open({ remembers: false });
  const floods: Hostility[] = ["floods with a body", "floods without a length", "sends a compressed bomb", "sends endless trailers", "sends 20 kB of headers", "drips a body"];
  let turn = 0;
  receiver.setAnswer(() => hostileAnswers[floods[turn++ % floods.length] ?? "drips headers"]);
  const flood = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) await Promise.all(Array.from({ length: 25 }, () => postTo(outbound)));
    await pause(300);
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss: rss / 1e6, kept: (heapUsed + external) / 1e6 };
  };
  // What is loaded and compiled once does not count.
  const before = await flood(2);
  const after = await flood(8);
  expect(turn).toBe(250);
  // 200 answers of 64 kB and more, unread: kept, they would be hundreds of megabytes. The receivers run in this process too.
  expect(after.kept - before.kept).toBeLessThan(60);
  expect(after.rss - before.rss).toBeLessThan(150);
  await expect.poll(() => receiver.openCount()).toBe(0);
});
