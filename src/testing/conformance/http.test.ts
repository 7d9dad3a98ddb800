import { connect } from "node:net";
import { expect } from "vitest";
import { takesBody } from "../../rpc/declarations.ts";
import { conform, type Rule } from "./rules.ts";
import { createKey } from "../harness/tenant.ts";
import { send } from "../harness/requests/send.ts";
import { expectRejection, expectSuccess, subjects, writeTarget, type SubjectHarness } from "./subject.ts";

const mebibyte = 1_048_576;

function bodyOf(harness: SubjectHarness): string {
  return takesBody(harness.declaration) ? JSON.stringify(harness.arranged.body ?? {}) : "{}";
}

const limitOf = ({ declaration }: SubjectHarness) => declaration.meta.manyItems?.maxBodyBytes ?? mebibyte;

/** What every path of the API matches. */
const served = subjects.map(({ declaration: { meta } }) => ({
  ...meta,
  pattern: new RegExp(`^${meta.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

/**
 * The methods of the subject's path, as Allow lists them: its own, then those of paths that have a parameter where it
 * has a word.
 */
function listAllowed({ declaration, arranged }: SubjectHarness): string {
  const own = declaration.meta.path;
  const [target = ""] = writeTarget(declaration, arranged).split("?");
  const others = served.filter(({ path, pattern }) => path !== own && pattern.test(target));
  const methods = [...served.filter(({ path }) => path === own), ...others].map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))), "OPTIONS"].join(
    ", ",
  );
}

/** A row: a body under these headers is rejected before the key is read. */
const rejectedMedia = (headers: Record<string, string>): Rule => ({
  on: "class",
  shares: true,
  check: async (harness: SubjectHarness) => {
    expectRejection(await harness.call({ bytes: bodyOf(harness), headers }), "UNSUPPORTED_MEDIA_TYPE");
    expectRejection(await harness.call({ bytes: bodyOf(harness), headers, secret: null }), "UNSUPPORTED_MEDIA_TYPE");
  },
});

const acceptedMedia = (headers: Record<string, string>): Rule => ({
  on: "class",
  check: async (harness: SubjectHarness) => void expectSuccess(await harness.call({ bytes: bodyOf(harness), headers })),
});

conform({
  "text/plain is rejected": rejectedMedia({ "Content-Type": "text/plain" }),
  "a form is rejected": rejectedMedia({ "Content-Type": "application/x-www-form-urlencoded" }),
  "a media type that only starts like JSON is rejected": rejectedMedia({
    "Content-Type": "application/json-patch+json",
  }),
  "an empty content type is rejected": rejectedMedia({ "Content-Type": "" }),
  "another charset is rejected": rejectedMedia({ "Content-Type": "application/json; charset=latin1" }),
  "gzip is rejected": rejectedMedia({ "Content-Encoding": "gzip" }),
  "brotli is rejected": rejectedMedia({ "Content-Encoding": "br" }),
  "charset=utf-8 is accepted": acceptedMedia({ "Content-Type": "Application/JSON; charset=UTF-8" }),
  "charset=utf8 is accepted": acceptedMedia({ "Content-Type": "application/json; charset=utf8" }),
  "content encoding identity is accepted": acceptedMedia({ "Content-Encoding": "identity" }),
  "a missing content type is rejected": {
    on: "class",
    shares: true,
    check: async (harness) => {
      const { server, tenant, declaration, arranged } = harness;
      const reply = await send(server.baseUrl, {
        method: declaration.meta.method,
        target: `/api/v1${writeTarget(declaration, arranged)}`,
        headers: { "x-api-key": tenant.secret, "X-Idempotency-Key": "typeless" },
        body: bodyOf(harness),
      });
      expectRejection(reply, "UNSUPPORTED_MEDIA_TYPE");
    },
  },
  "a body one byte over its limit of 1 MiB, of many items of 6, is rejected, and the client receives the response": {
    on: "class",
    shares: true,
    check: async (harness) => {
      const bytes = bodyOf(harness).padEnd(limitOf(harness) + 1);
      expectRejection(await harness.call({ bytes }), "PAYLOAD_TOO_LARGE");
      expectRejection(await harness.call({ bytes, secret: null }), "PAYLOAD_TOO_LARGE");
    },
  },
  "a chunked body one byte over its limit is rejected": {
    on: "class",
    shares: true,
    check: async (harness) =>
      void expectRejection(
        await harness.call({ bytes: bodyOf(harness).padEnd(limitOf(harness) + 1), chunked: true }),
        "PAYLOAD_TOO_LARGE",
      ),
  },
  "a body of 8 MiB is rejected, and the client receives the response": {
    on: "class",
    shares: true,
    check: async (harness) =>
      void expectRejection(await harness.call({ bytes: Buffer.alloc(8 * mebibyte, 0x20) }), "PAYLOAD_TOO_LARGE"),
  },
  "a body of exactly its limit is accepted": {
    on: "class",
    check: async (harness) =>
      void expectSuccess(await harness.call({ bytes: bodyOf(harness).padEnd(limitOf(harness)) })),
  },
  "a chunked body of exactly its limit is accepted": {
    on: "class",
    check: async (harness) =>
      void expectSuccess(await harness.call({ bytes: bodyOf(harness).padEnd(limitOf(harness)), chunked: true })),
  },

  "OPTIONS returns 204 with Allow, without a key": {
    on: "class",
    shares: true,
    check: async (harness) => {
      const reply = await harness.call({ method: "OPTIONS", secret: null });
      expect([reply.status, reply.text, reply.headers.allow]).toEqual([204, "", listAllowed(harness)]);
    },
  },
  "every other method returns 405 with Allow": {
    on: "offline",
    shares: true,
    check: async (harness) => {
      const allow = listAllowed(harness);
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "SEARCH"].filter(
        (each) => !allow.includes(each),
      )) {
        const reply = await harness.call({ method, secret: null });
        expect([method, reply.status, reply.headers.allow]).toEqual([method, 405, allow]);
        if (method !== "HEAD") expectRejection(reply, "METHOD_NOT_ALLOWED");
      }
    },
  },
  "TRACE returns 405 with Allow": {
    on: "class",
    shares: true,
    check: async (harness) => {
      const { hostname, port } = new URL(harness.server.baseUrl);
      const text = await sendText(
        hostname,
        Number(port),
        `TRACE /api/v1${writeTarget(harness.declaration, harness.arranged)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 405 /);
      expect(text).toContain('"code":"METHOD_NOT_ALLOWED"');
      expect(text).toContain(`\r\nAllow: ${listAllowed(harness)}\r\n`);
    },
  },
  "HEAD returns the headers of GET without the body": {
    on: "class",
    shares: true,
    when: ({ meta }) => meta.method === "GET",
    check: async (harness) => {
      const [get, head] = [expectSuccess(await harness.call()), await harness.call({ method: "HEAD" })];
      expect([head.status, head.text]).toEqual([get.status, ""]);
      expect(Object.keys(head.headers).toSorted()).toEqual(Object.keys(get.headers).toSorted());
      for (const name of ["etag", "content-type", "x-ratelimit-limit", "deprecation"])
        expect(head.headers[name]).toBe(get.headers[name]);
      expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
      expect((await harness.call({ method: "HEAD", secret: null })).status).toBe(401);
    },
  },
  "a trailing slash, a double slash or other letter case is not found": {
    on: "offline",
    shares: true,
    check: async (harness) => {
      const [path = "", query = ""] = writeTarget(harness.declaration, harness.arranged).split("?");
      for (const target of [
        `${path}/`,
        `/${path}`,
        path.replace(/^(\/[^/]+)/, "$1/"),
        path.toUpperCase(),
        `${path}/more/than/there/is`,
      ]) {
        expectRejection(
          await harness.call({ target: query === "" ? target : `${target}?${query}` }),
          "NOT_FOUND",
          "Path not found",
        );
      }
    },
  },
  "a query that is not percent-encoded UTF-8 is rejected after key, scope and rate limit are checked": {
    on: "class",
    shares: true,
    check: async (harness) => {
      for (const search of ["x=%zz", "x=%ff%fe", "%"]) {
        expectRejection(await harness.call({ search, secret: null }), "UNAUTHORIZED");
        if (harness.declaration.meta.scope !== null) {
          const { secret } = await createKey(harness.tenant, { scopes: [] });
          expectRejection(await harness.call({ search, secret }), "FORBIDDEN");
        }
        const reply = expectRejection(
          await harness.call({ search }),
          "VALIDATION_FAILED",
          /query: must be percent-encoded UTF-8/,
        );
        expect(reply.headers).toHaveProperty("x-ratelimit-remaining");
      }
    },
  },
  "a path value that is not percent-encoded UTF-8 is rejected when path and method exist": {
    on: "offline",
    shares: true,
    when: ({ pathParameters }) => pathParameters.length > 0,
    check: async (harness) => {
      const target = harness.declaration.meta.path.replaceAll(/\{\w+\}/g, "%zz");
      expectRejection(await harness.call({ target }), "VALIDATION_FAILED", /: must be percent-encoded UTF-8/);
      expectRejection(await harness.call({ target, method: "PROPFIND" }), "METHOD_NOT_ALLOWED");
      expectRejection(await harness.call({ target: `${target}/more/%zz` }), "NOT_FOUND", "Path not found");
    },
  },
  "headers that Next acts on have no effect": {
    on: "class",
    check: async (harness) => {
      const headers = {
        RSC: "1",
        "Next-Router-Prefetch": "1",
        "X-HTTP-Method-Override": "DELETE",
        "X-Middleware-Subrequest": "middleware",
      };
      expectSuccess(await harness.call({ headers }));
    },
  },

  "a caller's own request ID is kept": {
    on: "class",
    check: async (harness) => {
      const headers = { "X-Request-Id": "my-own.id_42~" };
      expect((await harness.call({ headers })).headers["x-request-id"]).toBe("my-own.id_42~");
      expect((await harness.call({ headers, secret: null })).headers["x-request-id"]).toBe("my-own.id_42~");
      const longest = { "X-Request-Id": "r".repeat(128) };
      expect((await harness.call({ headers: longest, secret: null })).headers["x-request-id"]).toBe("r".repeat(128));
    },
  },
  "an invalid request ID is replaced": {
    on: "class",
    shares: true,
    check: async (harness) => {
      for (const id of ["", "two words", "r".repeat(129), "<script>", 'quote"', "semi;colon"]) {
        expect((await harness.call({ headers: { "X-Request-Id": id }, secret: null })).headers["x-request-id"]).toMatch(
          /^req_[0-9a-z]{26}$/,
        );
      }
    },
  },
  "every authenticated response has the rate limit headers and the key's expiry, also 4xx": {
    on: "class",
    check: async (harness) => {
      const { secret } = await createKey(harness.tenant, { scopes: [], allowedNetworks: ["203.0.113.0/24"] });
      const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
      const own = await createKey(harness.tenant, { expiresAt });
      const replies = [
        await harness.call({ secret: own.secret }),
        await harness.call({ search: "surprise=1" }),
        await harness.call({ secret }),
      ];
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

/** Text over a bare socket: fetch and node:http reject TRACE. */
function sendText(host: string, port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, host, () => socket.end(text));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
  });
}
