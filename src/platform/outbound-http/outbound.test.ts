import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { message, openOutboundTo, postTo } from "../../testing/servers/outbound.ts";
import { startReceiver, type Receiver, type ReceiverResponse } from "../../testing/servers/receiver.ts";
import type { Outbound } from "./outbound.ts";

let receiver: Receiver;
let outbound: Outbound;

beforeAll(async () => {
  receiver = await startReceiver();
  outbound = openOutboundTo(receiver);
});
afterAll(async () => {
  outbound.close();
  await receiver.close();
});

function postToResponding(response: ReceiverResponse) {
  receiver.setBehavior(() => response);
  return postTo(outbound);
}

describe("a request", () => {
  test("has the exact body, the caller's headers and our own", async () => {
    receiver.setBehavior(() => ({ status: 204 }));
    const body = JSON.stringify({ name: "Zoë – 雪" });
    await postTo(outbound, { body, headers: { "webhook-id": "evt_1", "Webhook-Signature": "v1,a v1,b" } });
    expect(receiver.requests.at(-1)).toMatchObject({ method: "POST", path: "/in?from=caseport", body });
    expect(receiver.requests.at(-1)?.headers).toEqual({
      "webhook-id": "evt_1",
      "webhook-signature": "v1,a v1,b",
      host: "hooks.example.com",
      "user-agent": "Caseport-Webhooks/1.0",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "accept-encoding": "identity",
      connection: "keep-alive",
    });
  });

  test("keeps our headers when the caller sends the same ones", async () => {
    receiver.setBehavior(() => ({ status: 204 }));
    await postTo(outbound, {
      headers: { Host: "inner.example.com", "Content-Length": "1", "ACCEPT-ENCODING": "gzip" },
    });
    expect(receiver.requests.at(-1)?.headers).toMatchObject({
      host: "hooks.example.com",
      "content-length": "12",
      "accept-encoding": "identity",
    });
    expect(receiver.requests.at(-1)?.body).toBe(message.body);
  });

  test.each([
    "http://hooks.example.com/",
    "https://hooks.example.com:8443/",
    "https://127.0.0.1/",
    "https://a@hooks.example.com/",
    "https://HOOKS.example.com/",
    "nonsense",
  ])("is never sent to %s", async (url) => {
    const seen = receiver.connectionCount();
    expect(await postTo(outbound, { url })).toEqual({
      outcome: "address_refused",
      statusCode: null,
      bodyStart: null,
      retryAfterSeconds: null,
      isUnsent: true,
    });
    expect(receiver.connectionCount()).toBe(seen);
  });

  test("reads with GET, without a body and its headers", async () => {
    receiver.setBehavior(() => ({ status: 200, body: "found" }));
    const { url, headers } = message;
    const response = await outbound.get({ url, headers, keptBytes: 100, signal: new AbortController().signal });
    expect(response.body?.toString()).toBe("found");
    const request = receiver.requests.at(-1);
    expect(request).toMatchObject({ method: "GET", path: "/in?from=caseport", body: "" });
    expect(request?.headers).not.toHaveProperty("content-type");
    expect(request?.headers).not.toHaveProperty("content-length");
  });
});

describe("the outcome of a response", () => {
  test.each([
    [200, "succeeded"],
    [202, "succeeded"],
    [204, "succeeded"],
    [299, "succeeded"],
    [300, "redirected"],
    [302, "redirected"],
    [304, "redirected"],
    [308, "redirected"],
    [400, "answered"],
    [410, "answered"],
    [429, "answered"],
    [500, "answered"],
    [599, "answered"],
  ])("with status %i is %s", async (status, outcome) => {
    expect(await postToResponding({ status })).toMatchObject({ outcome, statusCode: status });
  });

  test("a redirect is not followed", async () => {
    const seen = receiver.requests.length;
    expect(
      await postToResponding({ status: 307, headers: { location: "https://hooks.example.com/elsewhere" } }),
    ).toMatchObject({ outcome: "redirected" });
    expect(receiver.requests).toHaveLength(seen + 1);
  });

  test.each<[string, Record<string, string>, number, number | null]>([
    ["seconds", { "retry-after": "120" }, 429, 120],
    ["seconds, at 503", { "retry-after": "0" }, 503, 0],
    ["a day at most", { "retry-after": "999999999999999999999" }, 503, 86_400],
    ["a date long gone", { "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" }, 429, 0],
    ["a date far away", { "retry-after": "Tue, 06 Nov 2125 08:49:37 GMT" }, 429, 86_400],
    ["less than nothing", { "retry-after": "-5" }, 429, null],
    ["a fraction", { "retry-after": "1.5" }, 429, null],
    ["words", { "retry-after": "tomorrow" }, 429, null],
    ["an impossible date", { "retry-after": "Sun, 99 Foo 1994 08:49:37 GMT" }, 429, null],
    ["nothing", {}, 429, null],
    ["seconds, at 500", { "retry-after": "120" }, 500, null],
    ["seconds, at 200", { "retry-after": "120" }, 200, null],
  ])("Retry-After with %s", async (_, headers, status, seconds) => {
    expect(await postToResponding({ status, headers })).toMatchObject({
      statusCode: status,
      retryAfterSeconds: seconds,
    });
  });

  test("Retry-After with a date in the near future", async () => {
    const at = new Date(Date.now() + 90_000).toUTCString();
    const { retryAfterSeconds } = await postToResponding({ status: 503, headers: { "retry-after": at } });
    expect(retryAfterSeconds).toBeGreaterThan(80);
    expect(retryAfterSeconds).toBeLessThanOrEqual(90);
  });
});

describe("the stored text of a response", () => {
  test.each<[string, string | Buffer, string | null]>([
    ["as it is", "not today\n\t– Zoë 雪 😀", "not today\n\t– Zoë 雪 😀"],
    ["of nothing", "", null],
    ["with controls", "a\u0000b\u001b[31mc\r\u0085d", "a\u{fffd}b\u{fffd}[31mc\u{fffd}\u{fffd}d"],
    ["with what turns a line around", "a\u202eb\u2066c\u200bd\u2028e", "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}e"],
    ["that is not UTF-8", Buffer.from([0x68, 0xff, 0xfe]), null],
    ["that ends within a character", Buffer.from([0x68, 0xe2, 0x82]), null],
    ["of a thousand characters", "x".repeat(1_000), "x".repeat(1_000)],
    ["of more", "x".repeat(1_001), "x".repeat(1_000)],
    ["cut within a pair", `${"x".repeat(999)}😀`, `${"x".repeat(999)}\u{fffd}`],
    ["cut by us within a character", "€".repeat(2_000), "€".repeat(1_000)],
  ])("%s", async (_, body, bodyStart) => {
    expect(await postToResponding({ status: 500, body })).toMatchObject({
      outcome: "answered",
      bodyStart,
    });
  });

  test.each(["gzip", "br", "deflate", "zstd", "identity, gzip", "x-unknown"])(
    "is omitted when it is encoded: %s",
    async (encoding) => {
      expect(
        await postToResponding({ status: 200, headers: { "content-encoding": encoding }, body: "visible" }),
      ).toMatchObject({ outcome: "succeeded", bodyStart: null });
    },
  );

  test("is stored when the encoding is identity", async () => {
    expect(
      await postToResponding({ status: 200, headers: { "content-encoding": "Identity" }, body: "visible" }),
    ).toMatchObject({ bodyStart: "visible" });
  });
});

describe("aborting", () => {
  test("ends a request in flight with an unknown outcome", async () => {
    receiver.setBehavior(() => () => undefined);
    const stop = new AbortController();
    const posted = postTo(outbound, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("stopping")), 50);
    await expect(posted).rejects.toThrow("stopping");
  });

  test("sends nothing when it happened before the request", async () => {
    const seen = receiver.requests.length;
    await expect(postTo(outbound, { signal: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow("stopped");
    expect(receiver.requests).toHaveLength(seen);
  });

  test("keeps a status that was already received", async () => {
    const stop = new AbortController();
    const begin = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf";
    // From the response on: a busy machine takes long to come to it.
    receiver.setBehavior(() => (socket) => socket.write(begin, () => setTimeout(() => stop.abort(), 100)));
    const posted = postTo(openOutboundTo(receiver, { limits: { body: 60_000 } }), { signal: stop.signal });
    expect(await posted).toMatchObject({ outcome: "succeeded", statusCode: 200, bodyStart: "half" });
  });
});
