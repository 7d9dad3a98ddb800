import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitForLock } from "../database/wait-for-lock.ts";
import { call, faultOfEnvelope } from "../harness/requests/call.ts";
import { startHostileHarness, type HostileHarness } from "./server.ts";
import { sendRaw, openSocket, readToEnd } from "../harness/requests/raw-http.ts";

/**
 * HTTP that no honest client sends: each gets a response in the envelope or closed cleanly, and the server stays
 * healthy.
 */

let { server, tenant, casePath, clientPath, head, post, get, lockRowsFor }: HostileHarness = {} as HostileHarness;

beforeAll(async () => {
  ({ server, tenant, casePath, clientPath, head, post, get, lockRowsFor } = await startHostileHarness());
});

afterAll(() => server.close(1_000));

afterEach(async () => {
  const reply = await call(server.baseUrl, casePath, { secret: tenant.secret });
  expect(reply.status).toBe(200);
});

/** Rejected, in the envelope, with a close that lets the response through. */
const rejections: readonly (readonly [string, number, () => string | Buffer])[] = [
  [
    "both Content-Length and Transfer-Encoding",
    400,
    () => `${post("Content-Length: 4", "Transfer-Encoding: chunked")}0\r\n\r\n`,
  ],
  ["two different Content-Lengths", 400, () => `${post("Content-Length: 2", "Content-Length: 3")}{}`],
  ["a negative Content-Length", 400, () => post("Content-Length: -1")],
  ["a Content-Length with a sign", 400, () => `${post("Content-Length: +2")}{}`],
  ["a Content-Length beyond any number", 400, () => post("Content-Length: 99999999999999999999999")],
  ["an unknown transfer coding", 400, () => `${post("Transfer-Encoding: gzip")}{}`],
  ["a chunk size that is no number", 400, () => `${post("Transfer-Encoding: chunked")}zz\r\n{}\r\n0\r\n\r\n`],
  ["a chunk longer than it says", 400, () => `${post("Transfer-Encoding: chunked")}1\r\n{"a":1}\r\n0\r\n\r\n`],
  ["a header line of 20 kB", 431, () => get(`X-Long: ${"a".repeat(20_000)}`)],
  ["a target of 20 kB", 431, () => head(`GET /api/v1/${"a".repeat(20_000)} HTTP/1.1`)],
  ["no Host", 400, () => `GET ${casePath} HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ["a target in absolute form", 400, () => head(`GET http://evil.example${casePath} HTTP/1.1`)],
  ["OPTIONS *", 400, () => head("OPTIONS * HTTP/1.1")],
  ["TRACE", 405, () => head(`TRACE ${casePath} HTTP/1.1`)],
  ["CONNECT", 405, () => head("CONNECT evil.example:443 HTTP/1.1")],
  ["an unknown method", 400, () => head(`BREW ${casePath} HTTP/1.1`)],
  ["a method in lower case", 400, () => head(`get ${casePath} HTTP/1.1`)],
  ["an expectation that nobody knows", 417, () => get("Expect: the-unexpected")],
  ["a malformed percent", 400, () => head("GET /api/v1/cases/%zz HTTP/1.1")],
  ["a percent sign at the end", 400, () => head("GET /api/v1/cases/% HTTP/1.1")],
  ["percent-encoded bytes that are no UTF-8", 400, () => head("GET /api/v1/cases/%ff%fe HTTP/1.1")],
  ["a NUL in a header", 400, () => get("X-Nul: a\0b")],
  ["a NUL in the target", 400, () => head("GET /api/v1/cases/a\0b HTTP/1.1")],
  ["a space before the colon", 400, () => get("X-Space : a")],
  ["a folded header", 400, () => get("X-Folded: a\r\n  b")],
  ["a line feed alone at line ends", 400, () => get().replaceAll("\r\n", "\n")],
  ["a carriage return within a header", 400, () => get("X-Bare: a\rb: c")],
  ["another version of HTTP", 400, () => head(`GET ${casePath} HTTP/3.0`)],
  ["HTTP/0.9", 401, () => `GET ${casePath}\r\n\r\n`],
  ["the preface of HTTP/2", 400, () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["the beginning of TLS", 400, () => Buffer.from("16030100a5010000a10303", "hex")],
  ["noise", 400, () => Buffer.from(Array.from({ length: 600 }, (_, index) => (index * 89 + 7) % 256))],
  ["raw UTF-8 in the target", 400, () => Buffer.from(head("GET /api/v1/cases/é HTTP/1.1"))],
  [
    "a body that is no UTF-8",
    400,
    () =>
      Buffer.concat([
        Buffer.from(post("Content-Length: 8")),
        Buffer.from('{"a":"'),
        Buffer.from([0xff]),
        Buffer.from('"'),
      ]),
  ],
  [
    "a byte order mark and an empty change",
    400,
    () => Buffer.concat([Buffer.from(post("Content-Length: 5")), Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("{}")]),
  ],
  ["a compressed body", 415, () => `${post("Content-Encoding: br", "Content-Length: 2")}{}`],
  [
    "a body of another charset",
    415,
    () =>
      `${head(`PATCH ${clientPath} HTTP/1.1`, "Content-Type: application/json; charset=utf-16", "X-Idempotency-Key: a", "Content-Length: 2")}{}`,
  ],
  ["two keys", 401, () => get(`x-api-key: ${tenant.secret}`)],
  ["a key and a bearer token", 401, () => get("Authorization: Bearer abc")],
  ["a path outside the interface", 404, () => head("GET /api/v2/cases HTTP/1.1")],
  ["two slashes", 404, () => head("GET /api/v1//me HTTP/1.1")],
  ["a path with dots", 404, () => head("GET /api/v1/cases/../me HTTP/1.1")],
];

describe("rejections", () => {
  test.each(rejections)("%s: %i", async (_name, status, write) => {
    const reply = await sendRaw(server.baseUrl, write());
    expect([reply.status, reply.text.slice(0, 300)]).toEqual([status, expect.any(String)]);
    expect(faultOfEnvelope({ status, headers: reply.headers, json: reply.json })).toBeNull();
    expect(reply.reset).toBe(false);
    expect([reply.headers.get("x-request-id"), reply.headers.get("cache-control")]).toEqual([
      expect.stringMatching(/^req_[0-9a-z]{26}$/),
      "no-store",
    ]);
    // One response, and nothing after it that the next client on this connection would take for its own.
    expect(reply.text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    // Sooner than a client that sends nothing is disconnected.
    expect(reply.milliseconds).toBeLessThan(7_500);
  });
});

describe("unusual requests that are allowed", () => {
  test("HTTP/1.0 without Host is accepted", async () => {
    const reply = await sendRaw(server.baseUrl, `GET ${casePath} HTTP/1.0\r\nx-api-key: ${tenant.secret}\r\n\r\n`);
    expect([reply.status, reply.json?.["success"]]).toEqual([200, true]);
  });

  test("Upgrade: websocket is ignored", async () => {
    const reply = await sendRaw(
      server.baseUrl,
      get("Upgrade: websocket").replace("Connection: close", "Connection: close, Upgrade"),
    );
    expect(reply.status).toBe(200);
  });

  test("Expect: 100-continue receives 100 and then the response", async () => {
    const socket = await openSocket(server.baseUrl);
    socket.write(
      post("Expect: 100-continue", "Content-Length: 13").replace("X-Idempotency-Key: a", "X-Idempotency-Key: continue"),
    );
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(first.toString()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    const rest = readToEnd(socket);
    socket.write('{"phone":"1"}');
    expect((await rest).status).toBe(200);
  });

  test("a chunked body is accepted", async () => {
    const body = '5\r\n{"pho\r\n8;name=value\r\nne":"2"}\r\n0\r\nTrailer: x\r\n\r\n';
    const reply = await sendRaw(
      server.baseUrl,
      post("Transfer-Encoding: chunked").replace("X-Idempotency-Key: a", "X-Idempotency-Key: chunks") + body,
    );
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"phone":"2"')]);
  });

  test("pipelined requests receive their responses in order", async () => {
    const keepAlive = get("X-Request-Id: first").replace("Connection: close\r\n", "");
    const second = head("GET /api/v1/nothing HTTP/1.1", "X-Request-Id: second").replace("Connection: close\r\n", "");
    const reply = await sendRaw(server.baseUrl, keepAlive + second + get("X-Request-Id: third"));
    const ids = [...reply.text.matchAll(/X-Request-Id: (\w+)/gi)].map(([, id]) => id);
    expect(ids).toEqual(["first", "second", "third"]);
    expect([...reply.text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(["200", "404", "200"]);
  });

  test("garbage after a request in progress does not replace its response", async () => {
    const release = await lockRowsFor("Client");
    const body = '{"phone":"3"}';
    const whole =
      post(`Content-Length: ${body.length}`)
        .replace("X-Idempotency-Key: a", "X-Idempotency-Key: before noise")
        .replace("Connection: close\r\n", "") + body;
    const response = sendRaw(server.baseUrl, `${whole}\0\0 noise\r\n\r\n`);
    await waitForLock(server.services.database.pool);
    await release();
    const reply = await response;
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"phone":"3"')]);
    expect(reply.text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  });

  test("three thousand headers are rejected by size, not by number", async () => {
    const reply = await sendRaw(server.baseUrl, get(...Array.from({ length: 3_000 }, (_, index) => `X-${index}: a`)));
    expect([reply.status, faultOfEnvelope({ status: 431, headers: reply.headers, json: reply.json })]).toEqual([
      431,
      null,
    ]);
  });

  test("a client that disconnects at any stage does not affect the server", async () => {
    const whole = post("Content-Length: 13") + '{"phone":"1"}';
    for (let length = 0; length < whole.length; length += 7) {
      const socket = await openSocket(server.baseUrl);
      socket.on("error", () => undefined);
      socket.write(whole.slice(0, length));
      if (length % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
  });
});

describe("request bodies that are too large", () => {
  const twoMegabytes = Buffer.alloc(2_097_152, 0x20);

  test.each([
    [
      "declared by Content-Length",
      () => Buffer.concat([Buffer.from(post(`Content-Length: ${twoMegabytes.length}`)), twoMegabytes]),
    ],
    [
      "in one chunk",
      () =>
        Buffer.concat([
          Buffer.from(`${post("Transfer-Encoding: chunked")}200000\r\n`),
          twoMegabytes,
          Buffer.from("\r\n0\r\n\r\n"),
        ]),
    ],
  ])("%s, from a client that reads only after sending everything, receive 413", async (_name, write) => {
    const socket = await openSocket(server.baseUrl);
    socket.pause();
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.write(write(), (error) => (error ? reject(error) : resolve()));
    });
    await delay(100);
    socket.removeAllListeners("error");
    const response = readToEnd(socket);
    socket.resume();
    const reply = await response;
    expect([reply.status, reply.json?.["code"], reply.reset]).toEqual([413, "PAYLOAD_TOO_LARGE", false]);
  });

  test("sent slowly over a simulated network receive 413", async () => {
    const socket = await openSocket(server.baseUrl);
    socket.pause();
    let failure: Error | null = null;
    socket.on("error", (error) => {
      failure = error;
    });
    socket.write(post(`Content-Length: ${twoMegabytes.length}`));
    for (let sent = 0; sent < twoMegabytes.length; sent += 65_536) {
      socket.write(twoMegabytes.subarray(sent, sent + 65_536));
      await delay(25);
    }
    expect(failure).toBeNull();
    const response = readToEnd(socket);
    socket.resume();
    const reply = await response;
    expect([reply.status, reply.reset]).toEqual([413, false]);
  });

  test("without end receive 413, and the connection is closed", async () => {
    const socket = await openSocket(server.baseUrl);
    const reply = readToEnd(socket);
    socket.write(post("Transfer-Encoding: chunked"));
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    let sent = 0;
    while (!socket.destroyed && sent < 200 * 1_048_576) {
      sent += chunk.length;
      if (!socket.write(chunk))
        await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => undefined);
    }
    const { status, milliseconds } = await reply;
    expect(status).toBe(413);
    expect(milliseconds).toBeLessThan(6_000);
    // What is read of it while the close lingers is bounded.
    expect(sent).toBeLessThan(64 * 1_048_576);
  });

  test("a body of exactly 1 MiB is accepted", async () => {
    const body = JSON.stringify({ phone: "1" }).padEnd(1_048_576);
    const reply = await sendRaw(
      server.baseUrl,
      post(`Content-Length: ${body.length}`).replace("X-Idempotency-Key: a", "X-Idempotency-Key: large") + body,
    );
    expect(reply.status).toBe(200);
  });
});
