import type { IncomingMessage } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import type { AttemptOutcome } from "../../contract/webhooks/webhooks.ts";
import { hostileResponses, type Hostility } from "../../testing/hostile/responses.ts";
import { openOutboundTo, postTo, shortLimits } from "../../testing/servers/outbound.ts";
import { startReceiver, type Receiver, type ReceiverOptions } from "../../testing/servers/receiver.ts";
import { createOutbound, type Outbound, type OutboundSettings } from "./outbound.ts";
import { readResponse } from "./response.ts";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(
  options: ReceiverOptions,
  settings: Partial<OutboundSettings> = {},
): Promise<{ receiver: Receiver; outbound: Outbound }> {
  const receiver = await startReceiver(options);
  const outbound = openOutboundTo(receiver, settings);
  closers.push(
    () => outbound.close(),
    () => receiver.close(),
  );
  return { receiver, outbound };
}

/** What comes of each, the status that was seen, and the beginning of what is shown. */
const expected: Record<Hostility, [AttemptOutcome, number | null, RegExp | null]> = {
  "takes the request and says nothing": ["timed_out", null, null],
  "closes without a response": ["connection_failed", null, null],
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

/** A bound for a hang alone: a busy machine takes as long as it likes. */
const patient = { timeout: 60_000 };

describe("a receiver that", () => {
  test.each(Object.entries(expected))("%s", async (hostility, [outcome, statusCode, shown]) => {
    const { receiver, outbound } = await open({ behavior: () => hostileResponses[hostility as Hostility] });
    const begun = performance.now();
    const { bodyStart, ...rest } = await postTo(outbound);
    expect(rest).toEqual({ outcome, statusCode, retryAfterSeconds: null });
    if (shown === null) expect(bodyStart).toBeNull();
    else expect(bodyStart).toMatch(shown);
    expect((bodyStart ?? "").length).toBeLessThanOrEqual(1_000);
    // Bounded, far below what the runner would bear: the limits of a test are 1.5 and 0.2 s.
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(receiver.requests).toHaveLength(1);
    // Whoever does that keeps no connection of ours.
    await expect.poll(() => receiver.openCount(), patient).toBe(0);
    receiver.setBehavior(() => ({ status: 204 }));
    expect(await postTo(outbound)).toMatchObject({ outcome: "succeeded", statusCode: 204 });
  });

  test("responds before reading the request", async () => {
    // What is encrypted here holds this process up for as long as it takes: no time limit has a part in this.
    const limits = { attempt: 60_000, connection: 60_000, body: 60_000 };
    const { receiver, outbound } = await open(
      { respondsEarly: true, behavior: () => ({ status: 413, body: "too much" }) },
      { limits },
    );
    expect(await postTo(outbound, { body: "x".repeat(20_000_000) })).toMatchObject({
      outcome: "answered",
      statusCode: 413,
      bodyStart: "too much",
    });
    await expect.poll(() => receiver.openCount(), patient).toBe(0);
  });

  test("never completes the TLS handshake", async () => {
    const silent = createServer((socket) => socket.on("error", () => undefined).resume());
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const outbound = createOutbound({
      networks: [],
      testReceivers: new Map([
        ["hooks.example.com", { address: "127.0.0.1", port: (silent.address() as AddressInfo).port }],
      ]),
      limits: shortLimits,
    });
    closers.push(
      () => outbound.close(),
      () => void silent.close(),
    );
    expect(await postTo(outbound)).toMatchObject({ outcome: "timed_out", statusCode: null });
    await expect
      .poll(() => new Promise((resolve) => silent.getConnections((_, count) => resolve(count))), patient)
      .toBe(0);
  });

  test("uses plain HTTP", async () => {
    const plain = createServer((socket) =>
      socket.on("error", () => undefined).on("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")),
    );
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    const outbound = createOutbound({
      networks: [],
      testReceivers: new Map([
        ["hooks.example.com", { address: "127.0.0.1", port: (plain.address() as AddressInfo).port }],
      ]),
      limits: shortLimits,
    });
    closers.push(
      () => outbound.close(),
      () => void plain.close(),
    );
    expect(await postTo(outbound)).toMatchObject({ outcome: "connection_failed", statusCode: null });
  });

  test("no longer listens", async () => {
    const { receiver, outbound } = await open({});
    await receiver.close();
    closers.pop();
    expect(await postTo(outbound)).toMatchObject({ outcome: "connection_failed", statusCode: null });
  });
});

/** The memory that is held by something, in MB: without the collection it would depend on when V8 collects. */
function measureHeld(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

test("hundreds of concurrent oversized and slow responses leave nothing behind", async () => {
  // Every one is to arrive, however long so many handshakes take at once.
  const { receiver, outbound } = await open(
    { remembers: false },
    { limits: { ...shortLimits, attempt: 60_000, connection: 60_000 } },
  );
  const floods: Hostility[] = [
    "floods with a body",
    "floods without a length",
    "sends a compressed bomb",
    "sends endless trailers",
    "sends 20 kB of headers",
    "drips a body",
  ];
  let turn = 0;
  receiver.setBehavior(() => hostileResponses[floods[turn++ % floods.length] ?? "drips headers"]);
  const flood = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(Array.from({ length: 25 }, () => postTo(outbound)));
    await expect.poll(() => receiver.openCount(), patient).toBe(0);
  };
  // What is loaded and compiled once does not count.
  await flood(2);
  const before = measureHeld();
  await flood(8);
  expect(turn).toBe(250);
  // Kept, 200 responses of 64 kB and more, or their connections with what is buffered, would be more, however often V8 collects.
  await expect.poll(() => measureHeld() - before, patient).toBeLessThan(10);
});

test("no more of an endless response is read than is stored", async () => {
  let chunks = 0;
  const read = function (this: Readable) {
    chunks += 1;
    this.push(Buffer.alloc(65_536, "x"));
  };
  const endless = Object.assign(new Readable({ read }), {
    statusCode: 200,
    headers: {},
    complete: false,
  }) as unknown as IncomingMessage;
  // Its size ends it, and not the time.
  expect(await readResponse(endless, 60_000)).toMatchObject({ outcome: "succeeded", bodyStart: "x".repeat(1_000) });
  expect(endless.destroyed).toBe(true);
  expect(chunks).toBeLessThanOrEqual(3);
});
