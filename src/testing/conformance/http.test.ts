import { connect } from "node:net";
import { expect } from "vitest";
import { takesBody } from "../../rpc/declarations.ts";
import { conform } from "./rules.ts";
import { createKey } from "../harness/tenant.ts";
import { send } from "../harness/send.ts";
import { expectRejection, expectSuccess, subjects, writeTarget } from "./subject.ts";
import type { Stage } from "./subject.ts";

const mebibyte = 1_048_576;

function bodyOf(stage: Stage): string {
  return takesBody(stage.declaration) ? JSON.stringify(stage.arranged.body ?? {}) : "{}";
}

/** The methods of the subject's path, as Allow lists them: its own, then those of paths that have a parameter where it has a word. */
function listAllowed({ declaration, arranged }: Stage): string {
  const own = declaration.meta.path;
  const [target = ""] = writeTarget(declaration, arranged).split("?");
  const metas = subjects.map((subject) => subject.declaration.meta);
  const others = metas.filter(({ path }) => path !== own && new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(target));
  const methods = [...metas.filter(({ path }) => path === own), ...others].map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))), "OPTIONS"].join(", ");
}

/** A row: a body under these headers is refused before anybody asks for the key. */
const rejectedMedia = (headers: Record<string, string>) => ({
  check: async (stage: Stage) => {
    expectRejection(await stage.call({ bytes: bodyOf(stage), headers }), "UNSUPPORTED_MEDIA_TYPE");
    expectRejection(await stage.call({ bytes: bodyOf(stage), headers, secret: null }), "UNSUPPORTED_MEDIA_TYPE");
  },
});

const acceptedMedia = (headers: Record<string, string>) => ({
  check: async (stage: Stage) => void expectSuccess(await stage.call({ bytes: bodyOf(stage), headers })),
});

conform({
  "text/plain is refused": rejectedMedia({ "Content-Type": "text/plain" }),
  "a form is refused": rejectedMedia({ "Content-Type": "application/x-www-form-urlencoded" }),
  "a media type that only begins like JSON is refused": rejectedMedia({ "Content-Type": "application/json-patch+json" }),
  "an empty content type is refused": rejectedMedia({ "Content-Type": "" }),
  "another charset is refused": rejectedMedia({ "Content-Type": "application/json; charset=latin1" }),
  "gzip is refused": rejectedMedia({ "Content-Encoding": "gzip" }),
  "brotli is refused": rejectedMedia({ "Content-Encoding": "br" }),
  "charset=utf-8 is taken": acceptedMedia({ "Content-Type": "Application/JSON; charset=UTF-8" }),
  "content encoding identity is taken": acceptedMedia({ "Content-Encoding": "identity" }),
  "a missing content type is refused": {
    check: async (stage) => {
      const { server, firm, declaration, arranged } = stage;
      const reply = await send(server.baseUrl, {
        method: declaration.meta.method,
        target: `/api/v1${writeTarget(declaration, arranged)}`,
        headers: { "x-api-key": firm.secret, "X-Idempotency-Key": "typeless" },
        body: bodyOf(stage),
      });
      expectRejection(reply, "UNSUPPORTED_MEDIA_TYPE");
    },
  },
  "one byte more than 1 MiB is refused, and the client reads it": {
    check: async (stage) => {
      const bytes = bodyOf(stage).padEnd(mebibyte + 1);
      expectRejection(await stage.call({ bytes }), "PAYLOAD_TOO_LARGE");
      expectRejection(await stage.call({ bytes, secret: null }), "PAYLOAD_TOO_LARGE");
    },
  },
  "one byte more than 1 MiB in chunks without length is refused": {
    check: async (stage) => void expectRejection(await stage.call({ bytes: bodyOf(stage).padEnd(mebibyte + 1), chunked: true }), "PAYLOAD_TOO_LARGE"),
  },
  "8 MiB are refused, and the client reads it": {
    check: async (stage) => void expectRejection(await stage.call({ bytes: Buffer.alloc(8 * mebibyte, 0x20) }), "PAYLOAD_TOO_LARGE"),
  },
  "exactly 1 MiB is taken": {
    check: async (stage) => void expectSuccess(await stage.call({ bytes: bodyOf(stage).padEnd(mebibyte) })),
  },
  "exactly 1 MiB in chunks is taken": {
    check: async (stage) => void expectSuccess(await stage.call({ bytes: bodyOf(stage).padEnd(mebibyte), chunked: true })),
  },

  "OPTIONS answers 204 with Allow, without a key": {
    check: async (stage) => {
      const reply = await stage.call({ method: "OPTIONS", secret: null });
      expect([reply.status, reply.text, reply.headers.allow]).toEqual([204, "", listAllowed(stage)]);
    },
  },
  "every other method answers 405 with Allow": {
    check: async (stage) => {
      const allow = listAllowed(stage);
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "SEARCH"].filter((each) => !allow.includes(each))) {
        const reply = await stage.call({ method, secret: null });
        expect([method, reply.status, reply.headers.allow]).toEqual([method, 405, allow]);
        if (method !== "HEAD") expectRejection(reply, "METHOD_NOT_ALLOWED");
      }
    },
  },
  "TRACE answers 405 with Allow": {
    check: async (stage) => {
      const { hostname, port } = new URL(stage.server.baseUrl);
      const text = await sendText(hostname, Number(port), `TRACE /api/v1${writeTarget(stage.declaration, stage.arranged)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 405 /);
      expect(text).toContain('"code":"METHOD_NOT_ALLOWED"');
      expect(text).toContain(`\r\nAllow: ${listAllowed(stage)}\r\n`);
    },
  },
  "HEAD is GET without the body": {
    when: ({ meta }) => meta.method === "GET",
    check: async (stage) => {
      const [get, head] = [expectSuccess(await stage.call()), await stage.call({ method: "HEAD" })];
      expect([head.status, head.text]).toEqual([get.status, ""]);
      expect(Object.keys(head.headers).toSorted()).toEqual(Object.keys(get.headers).toSorted());
      for (const name of ["etag", "content-type", "x-ratelimit-limit", "deprecation"]) expect(head.headers[name]).toBe(get.headers[name]);
      expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
      expect((await stage.call({ method: "HEAD", secret: null })).status).toBe(401);
    },
  },
  "a trailing slash, a double slash and another spelling are no path": {
    check: async (stage) => {
      const [path = "", query = ""] = writeTarget(stage.declaration, stage.arranged).split("?");
      for (const target of [`${path}/`, `/${path}`, path.replace(/^(\/[^/]+)/, "$1/"), path.toUpperCase(), `${path}/more/than/there/is`]) {
        expectRejection(await stage.call({ target: query === "" ? target : `${target}?${query}` }), "NOT_FOUND", "Path not found");
      }
    },
  },
  "a query that is not percent-encoded UTF-8 is judged after key, scope and rate": {
    check: async (stage) => {
      for (const search of ["x=%zz", "x=%ff%fe", "%"]) {
        expectRejection(await stage.call({ search, secret: null }), "UNAUTHORIZED");
        if (stage.declaration.meta.scope !== null) {
          const { secret } = await createKey(stage.firm, { scopes: [] });
          expectRejection(await stage.call({ search, secret }), "FORBIDDEN");
        }
        const reply = expectRejection(await stage.call({ search }), "VALIDATION_FAILED", /query: must be percent-encoded UTF-8/);
        expect(reply.headers).toHaveProperty("x-ratelimit-remaining");
      }
    },
  },
  "a path value that is not percent-encoded UTF-8 is refused, on a path and with a method that exist": {
    when: ({ pathParameters }) => pathParameters.length > 0,
    check: async (stage) => {
      const target = stage.declaration.meta.path.replaceAll(/\{\w+\}/g, "%zz");
      expectRejection(await stage.call({ target }), "VALIDATION_FAILED", /: must be percent-encoded UTF-8/);
      expectRejection(await stage.call({ target, method: "PROPFIND" }), "METHOD_NOT_ALLOWED");
      expectRejection(await stage.call({ target: `${target}/more/%zz` }), "NOT_FOUND", "Path not found");
    },
  },
  "headers that Next would act on change nothing": {
    check: async (stage) => {
      const headers = { RSC: "1", "Next-Router-Prefetch": "1", "X-HTTP-Method-Override": "DELETE", "X-Middleware-Subrequest": "middleware" };
      expectSuccess(await stage.call({ headers }));
    },
  },

  "a caller's own request id is kept": {
    check: async (stage) => {
      const headers = { "X-Request-Id": "my-own.id_42~" };
      expect((await stage.call({ headers })).headers["x-request-id"]).toBe("my-own.id_42~");
      expect((await stage.call({ headers, secret: null })).headers["x-request-id"]).toBe("my-own.id_42~");
      const longest = { "X-Request-Id": "r".repeat(128) };
      expect((await stage.call({ headers: longest, secret: null })).headers["x-request-id"]).toBe("r".repeat(128));
    },
  },
  "a request id that is no plain token is replaced": {
    check: async (stage) => {
      for (const id of ["", "two words", "r".repeat(129), "<script>", "quote\"", "semi;colon"]) {
        expect((await stage.call({ headers: { "X-Request-Id": id }, secret: null })).headers["x-request-id"]).toMatch(/^req_[0-9a-z]{26}$/);
      }
    },
  },
  "every authenticated answer carries the rate headers and the key's expiry, also 4xx": {
    check: async (stage) => {
      const { secret } = await createKey(stage.firm, { scopes: [], allowedNetworks: ["203.0.113.0/24"] });
      const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
      const own = await createKey(stage.firm, { expiresAt });
      const replies = [await stage.call({ secret: own.secret }), await stage.call({ search: "surprise=1" }), await stage.call({ secret })];
      expect(replies.map((reply) => reply.status >= 400)).toEqual([false, true, true]);
      expect(replies[0]?.headers["x-api-key-expires-at"]).toBe(expiresAt);
      for (const { headers } of replies) {
        expect(headers["x-ratelimit-limit"]).toMatch(/^\d+$/);
        expect(headers["x-ratelimit-remaining"]).toMatch(/^\d+$/);
        expect(Number(headers["x-ratelimit-reset"]) * 1000).toBeGreaterThan(Date.now());
        expect(headers["ratelimit"]).toMatch(/^"\w+";r=\d+;t=\d+, "[\w-]+";r=\d+;t=\d+$/);
        expect(headers["ratelimit-policy"]).toMatch(/^"\w+";q=\d+;w=60, "[\w-]+";q=\d+;w=60$/);
        expect(headers["x-api-key-expires-at"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(headers).not.toHaveProperty("retry-after");
      }
    },
  },
});

/** Text over a bare socket: fetch and node:http refuse TRACE. */
function sendText(host: string, port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, host, () => socket.end(text));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
  });
}
