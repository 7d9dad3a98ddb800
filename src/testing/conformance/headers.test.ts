import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdfBytes } from "../../areas/documents/fixtures.records.ts";
import { createManagedTenant } from "../../areas/team/fixtures.ts";
import { createNonce, describePageHeaders, describePolicy } from "../../http/pages/content-policy.ts";
import { call } from "../harness/requests/call.ts";
import { sendRaw } from "../harness/requests/raw-http.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createCase, type TestTenant } from "../harness/tenant.ts";
import { postForm, writeForm } from "../servers/file-storage.ts";

/** The headers that protect a response, by classes of responses, of a server behind TLS. */
const origin = "https://api.firm.example";
let server: TestServer;
let tenant: TestTenant;
let cookie: string;
let filePath: string;

beforeAll(async () => {
  server = await startOwnServer({ baseUrl: origin });
  const managed = await createManagedTenant(server);
  ({
    tenant,
    manager: { cookie },
  } = managed);
  const { caseId } = await createCase(tenant);
  const added = await postForm(server, tenant.secret, `/cases/${caseId}/documents`, {
    form: writeForm({}, { bytes: pdfBytes }),
  });
  const { document } = JSON.parse(added.bytes.toString()) as { document: { id: string } };
  const { text } = await call(server.baseUrl, `/api/v1/documents/${document.id}/download`, { secret: tenant.secret });
  filePath = new URL((JSON.parse(text) as { download: { url: string } }).download.url).pathname;
});
afterAll(() => server.close(1_000));

interface Class {
  /** A function where the test arranges what it names. */
  path: string | (() => string);
  status: number;
  method?: string;
  with?: "key" | "cookie";
  body?: string;
  cache: string;
  /** Whether a page of any origin may read it, without credentials. */
  allowsOrigins?: true;
}

const secret = "no-store";
const classes: Record<string, Class> = {
  "a record": { path: "/api/v1/me", with: "key", status: 200, cache: secret },
  "a rejection by the API": { path: "/api/v1/me", status: 401, cache: secret },
  "an unknown path": { path: "/api/v2", status: 404, cache: secret },
  "a preflight": { path: "/api/v1/me", method: "OPTIONS", status: 204, cache: secret },
  "a procedure of the portal": {
    path: "/api/trpc/account.get?input=%7B%7D",
    with: "cookie",
    status: 200,
    cache: secret,
  },
  "a rejection by the portal": { path: "/api/trpc/account.get?input=%7B%7D", status: 401, cache: secret },
  "a sign-in": {
    path: "/api/auth/sign-in/email",
    method: "POST",
    body: '{"email":"none@firm.example","password":"not the password"}',
    status: 401,
    cache: secret,
  },
  "a file": { path: () => filePath, status: 200, cache: "private, no-store" },
  "a file that is not there": { path: "/api/files/none", status: 404, cache: secret },
  "a calendar that is not there": { path: "/api/calendar/none.ics", status: 404, cache: secret },
  "a message to an assistant's tools": { path: "/mcp", method: "POST", body: "{}", status: 401, cache: secret },
  "a token of an assistant that is refused": {
    path: "/oauth/revoke",
    method: "POST",
    body: "{}",
    status: 415,
    cache: secret,
  },
  "an assistant's way to the portal": { path: "/oauth/authorize?client_id=none", status: 303, cache: secret },
  "a health check": { path: "/api/health", status: 200, cache: secret },
  // Public: revalidated, so that a new version is seen at once.
  "the API's description": { path: "/api/v1/openapi.json", status: 200, cache: "no-cache" },
  "a page of the reference": { path: "/docs/cases.md", status: 200, cache: "no-cache" },
  "the metadata of hosted assistants": {
    path: "/.well-known/oauth-authorization-server",
    status: 200,
    cache: "max-age=3600",
    allowsOrigins: true,
  },
  "the catalog": { path: "/.well-known/api-catalog", status: 200, cache: "max-age=3600" },
};

/** What allows other origins, or names the software. */
const revealing = (headers: Iterable<string>) =>
  [...headers].filter((name) => /^(access-control-|x-powered-by$|server$|via$|timing-allow-origin$)/i.test(name));

describe.each(Object.entries(classes))("%s", (_, { path, status, method = "GET", body, cache, ...more }) => {
  const fetchIt = (from: string) =>
    call(server.baseUrl, typeof path === "string" ? path : path(), {
      method,
      ...(more.with === "key" && { secret: tenant.secret }),
      ...(body !== undefined && { body }),
      headers: {
        Origin: from,
        "Access-Control-Request-Method": "GET",
        ...(more.with === "cookie" && { Cookie: cookie }),
      },
    });

  test("is sent over TLS alone, keeps its type and is stored only where it may be", async () => {
    const { headers, ...reply } = await fetchIt(origin);
    expect([
      reply.status,
      headers.get("x-content-type-options"),
      headers.get("strict-transport-security"),
      headers.get("cache-control"),
    ]).toEqual([status, "nosniff", "max-age=31536000; includeSubDomains", cache]);
  });

  test("allows no other origin, except what clients of assistants read in a browser", async () => {
    for (const from of ["https://evil.example", "null", origin])
      expect(revealing((await fetchIt(from)).headers.keys())).toEqual(
        more.allowsOrigins === true ? ["access-control-allow-origin"] : [],
      );
  });
});

test.each<[string, number, string]>([
  ["not HTTP", 400, "GET /api/v1/me HTTP/1.1\r\nno header\r\n\r\n"],
  ["without a host", 400, "GET /api/v1/me HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["to open a tunnel", 405, "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n"],
  ["with an unknown expectation", 417, "GET /api/v1/me HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\n\r\n"],
])("a request %s gets them, too", async (_, expected, text) => {
  const { headers, status } = await sendRaw(server.baseUrl, text);
  expect([
    status,
    headers.get("x-content-type-options"),
    headers.get("strict-transport-security"),
    headers.get("cache-control"),
    revealing(headers.keys()),
  ]).toEqual([expected, "nosniff", "max-age=31536000; includeSubDomains", secret, []]);
});

test("without an https base URL, as on a developer's machine, no browser is bound to TLS", () => {
  expect(describePageHeaders("", "http://localhost:3000")).not.toHaveProperty("Strict-Transport-Security");
});

test("a page is sent over TLS alone, names no path to other sites and allows no other origin; the browser tests see them on pages", () => {
  const headers = describePageHeaders(describePolicy(createNonce()), origin);
  expect(headers).toMatchObject({
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
  });
  expect(revealing(Object.keys(headers))).toEqual([]);
});
