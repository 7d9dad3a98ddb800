import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRouter } from "../../composition/router.ts";
import { buildRouteTable, methodNotAllowed } from "../../rpc/call/route.ts";
import { startServer, type RunningServer } from "../../http/server.ts";
import { readEnvironment } from "../../platform/environment.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import { faultOfEnvelope } from "../harness/requests/call.ts";
import { startHostileHarness, type HostileHarness } from "./server.ts";
import { sendRaw, openSocket, readToEnd } from "../harness/requests/raw-http.ts";
import { startServerProcess, type ServerProcess } from "../servers/server-process.ts";

/** Responses that no operation gives: they carry what every response carries, and are logged like every response. */

let { server, tenant, casePath, post }: HostileHarness = {} as HostileHarness;
let logged: ServerProcess;
/** A server whose pages reject, as those of Next's listener do. */
let withPages: RunningServer;

beforeAll(async () => {
  ({ server, tenant, casePath, post } = await startHostileHarness());
  logged = await startServerProcess(server.applicationUrl, "info");
  withPages = await startServer({
    environment: { ...readEnvironment({ CASEPORT_HOST: "127.0.0.1", CASEPORT_LOG_LEVEL: "silent" }), port: 0 },
    databaseUrl: server.applicationUrl,
    pages: (_request, _response, reject) => reject(methodNotAllowed("GET, HEAD")),
  });
});

afterAll(async () => {
  await withPages.close(1_000);
  await logged.end("SIGTERM");
  await server.close(1_000);
});

/** A request without a key. */
function write(requestLine: string, ...headers: readonly string[]): string {
  return [`${requestLine} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n");
}

const reads = "GET, HEAD, OPTIONS";

/** Request line, status, Allow, code. */
const edges: readonly (readonly [string, number, string | null, string | null])[] = [
  ["GET /api/health", 200, null, null],
  ["GET /api/health?x=%zz", 200, null, null],
  ["HEAD /api/health", 200, null, null],
  ["GET /api/health/ready", 200, null, null],
  ["OPTIONS /api/health", 204, reads, null],
  ["OPTIONS /api/v1/openapi.json", 204, reads, null],
  ["POST /api/health", 405, reads, "METHOD_NOT_ALLOWED"],
  ["TRACE /api/health/ready", 405, reads, "METHOD_NOT_ALLOWED"],
  ["DELETE /api/v1/openapi.json", 405, reads, "METHOD_NOT_ALLOWED"],
  ["TRACE /api/v1/openapi.json", 405, reads, "METHOD_NOT_ALLOWED"],
  ["GET /api", 404, null, "NOT_FOUND"],
  ["GET /api/v2/me", 404, null, "NOT_FOUND"],
  ["GET /api/v1", 404, null, "NOT_FOUND"],
  ["GET /api/v1/nope/%zz", 404, null, "NOT_FOUND"],
  ["TRACE /api/v1/nope", 404, null, "NOT_FOUND"],
  ["TRACE /api/v1/me", 405, reads, "METHOD_NOT_ALLOWED"],
  ["TRACE /api/v1/clients/%zz", 405, "GET, HEAD, PATCH, DELETE, OPTIONS", "METHOD_NOT_ALLOWED"],
  ["GET /api/v1/me?x=%zz", 401, null, "UNAUTHORIZED"],
  ["GET /%zz", 400, null, "VALIDATION_FAILED"],
  ["GET /?x=%ff", 400, null, "VALIDATION_FAILED"],
  ["TRACE /", 405, "GET, HEAD", "METHOD_NOT_ALLOWED"],
  ["CONNECT evil.example:443", 405, reads, "METHOD_NOT_ALLOWED"],
  ["GET http://evil.example/api/v1/me", 400, null, "VALIDATION_FAILED"],
];

describe("requests outside the operations", () => {
  test.each(edges)("%s: %i", async (requestLine, status, allow, code) => {
    const reply = await sendRaw(server.baseUrl, write(requestLine, "X-Request-Id: my.own-1"));
    const { headers } = reply;
    expect([reply.status, headers.get("allow"), reply.json?.["code"] ?? null]).toEqual([status, allow, code]);
    expect([headers.get("x-request-id"), headers.get("cache-control")]).toEqual(["my.own-1", "no-store"]);
    if (code !== null) expect(faultOfEnvelope({ status, headers, json: reply.json })).toBeNull();
    const unnamed = await sendRaw(server.baseUrl, write(requestLine));
    expect(unnamed.headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
  });

  test("an unsupported expectation and a missing Host keep the caller's request ID", async () => {
    const expectation = await sendRaw(
      server.baseUrl,
      write("GET /api/v1/me", "Expect: the-unexpected", "X-Request-Id: own"),
    );
    const hostless = await sendRaw(
      server.baseUrl,
      "GET /api/v1/me HTTP/1.1\r\nConnection: close\r\nX-Request-Id: own\r\n\r\n",
    );
    expect([expectation.status, hostless.status]).toEqual([417, 400]);
    for (const { headers } of [expectation, hostless])
      expect([headers.get("x-request-id"), headers.get("cache-control")]).toEqual(["own", "no-store"]);
  });

  test.each([
    [
      "HTTP/1.0 with a body in chunks",
      "POST /api/v1/me HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding: requires HTTP/1.1",
    ],
    ["two Host headers", "GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "Host: sent more than once"],
    ["HTTP/2.0 in the request line", "GET /api/health HTTP/2.0\r\nHost: a\r\n\r\n", "HTTP/1.1 is required"],
  ])("%s is rejected, and the connection is closed before following requests", async (_name, request, message) => {
    const reply = await sendRaw(server.baseUrl, `${request}GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect([reply.status, reply.json]).toEqual([400, { success: false, error: message, code: "VALIDATION_FAILED" }]);
    expect([reply.headers.get("connection"), reply.text.match(/HTTP\/1\.1 \d/g)?.length]).toEqual(["close", 1]);
  });

  test("a malformed chunked body keeps its request ID", async () => {
    const reply = await sendRaw(
      server.baseUrl,
      `${post("Transfer-Encoding: chunked", "X-Request-Id: broken-body")}zz\r\n`,
    );
    expect([reply.status, reply.headers.get("x-request-id"), reply.headers.get("cache-control")]).toEqual([
      400,
      "broken-body",
      "no-store",
    ]);
  });

  test("the OpenAPI document can be cached and revalidated by its ETag", async () => {
    const first = await sendRaw(server.baseUrl, write("GET /api/v1/openapi.json", "X-Request-Id: own"));
    const etag = first.headers.get("etag") ?? "";
    const again = await sendRaw(
      server.baseUrl,
      write("GET /api/v1/openapi.json", `If-None-Match: ${etag}`, "X-Request-Id: own"),
    );
    expect([first.status, again.status]).toEqual([200, 304]);
    for (const { headers } of [first, again]) {
      expect([headers.get("x-request-id"), headers.get("cache-control"), headers.get("etag")]).toEqual([
        "own",
        "no-cache",
        etag,
      ]);
    }
  });

  test("a page rejects a request with the same headers as the API", async () => {
    const reply = await sendRaw(withPages.addresses[0] ?? "", write("POST /docs", "X-Request-Id: own"));
    expect([reply.status, reply.headers.get("allow"), faultOfEnvelope({ ...reply, status: 405 })]).toEqual([
      405,
      "GET, HEAD",
      null,
    ]);
    expect([reply.headers.get("x-request-id"), reply.headers.get("cache-control")]).toEqual(["own", "no-store"]);
  });

  test("a body that breaks after the response gets no second response", async () => {
    const socket = await openSocket(server.baseUrl);
    const response = readToEnd(socket);
    socket.write(
      write("POST /api/v1/nope", "Content-Type: application/json", "Transfer-Encoding: chunked").replace(
        "Connection: close\r\n",
        "",
      ),
    );
    await delay(100);
    socket.write("zz\r\n{}\r\n");
    const reply = await response;
    expect([reply.status, reply.text.match(/HTTP\/1\.1 \d/g)?.length]).toEqual([404, 1]);
  });

  test("clients that send CONNECT and reset the connection do not affect the server", async () => {
    for (let each = 0; each < 20; each += 1) {
      const socket = await openSocket(logged.baseUrl);
      socket.on("error", () => undefined);
      socket.write(write("CONNECT evil.example:443"), () => socket.resetAndDestroy());
    }
    await delay(100);
    expect((await sendRaw(logged.baseUrl, write("GET /api/health"))).status).toBe(200);
  });
});

describe("the log", () => {
  /** The log's lines on a request. */
  function findLines(requestId: string): Record<string, unknown>[] {
    const lines = logged
      .output()
      .split("\n")
      .filter((line) => line.includes(`"${requestId}"`));
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  test("has one line for each of them, without the path", async () => {
    for (const [index, [requestLine]] of edges.entries())
      await sendRaw(logged.baseUrl, write(requestLine, `X-Request-Id: logged-${index}`));
    await expect.poll(() => findLines(`logged-${edges.length - 1}`)).toHaveLength(1);
    for (const [index, [requestLine, status, , code]] of edges.entries()) {
      const [line, ...more] = findLines(`logged-${index}`);
      expect(more).toEqual([]);
      expect(line).toMatchObject({
        level: "info",
        msg: "request",
        method: requestLine.split(" ")[0],
        status,
        durationMs: expect.any(Number),
      });
      expect(line?.["code"] ?? null).toBe(code);
    }
    expect(logged.output()).not.toMatch(/nope|%zz|evil|openapi|\/health/);
  });

  test("has a line for data that never became a request, with the request ID of the response", async () => {
    const overflow = await sendRaw(logged.baseUrl, write("GET /api/v1/me", `X-Long: ${"a".repeat(20_000)}`));
    const noise = await sendRaw(logged.baseUrl, "noise\r\n\r\n");
    for (const { status, headers } of [overflow, noise]) {
      const requestId = headers.get("x-request-id") ?? "none";
      await expect
        .poll(() => findLines(requestId))
        .toEqual([expect.objectContaining({ status, code: "VALIDATION_FAILED", durationMs: expect.any(Number) })]);
    }
    expect([overflow.status, noise.status]).toEqual([431, 400]);
  });

  test("has one line for a request that breaks within its body", async () => {
    const headers = [
      "Content-Type: application/json",
      `x-api-key: ${tenant.secret}`,
      "X-Request-Id: broken",
      "Transfer-Encoding: chunked",
    ];
    await sendRaw(logged.baseUrl, `${write(`PATCH ${casePath.replace("cases", "clients")}`, ...headers)}zz\r\n`);
    await expect
      .poll(() => findLines("broken"))
      .toEqual([expect.objectContaining({ status: 400, code: "VALIDATION_FAILED", method: "PATCH" })]);
  });
});

describe("the route table", () => {
  const declarations = readDeclarations(apiRouter);

  test("rejects an idempotency mode that is not implemented", () => {
    expect(() => buildRouteTable(declarations)).not.toThrow();
    for (const [kind, idempotency] of [
      ["mutation", "none"],
      ["query", "ignored"],
      ["query", "required"],
    ] as const) {
      const changed = declarations
        .filter((each) => each.kind === kind)
        .map((each) => ({ ...each, meta: { ...each.meta, idempotency } }));
      expect(() => buildRouteTable(changed)).toThrow(`idempotency "${idempotency}" is not served`);
    }
  });
});
