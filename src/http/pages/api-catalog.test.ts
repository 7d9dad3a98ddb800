import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../../testing/harness/requests/call.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1_000));

interface Entry {
  anchor: string;
  "service-desc": { href: string; type: string }[];
  status: { href: string; type: string }[];
}

test("the catalog names the OpenAPI document and the health check, which respond at their paths", async () => {
  const reply = await call(server.baseUrl, "/.well-known/api-catalog");
  expect([reply.status, reply.headers.get("content-type")]).toEqual([
    200,
    expect.stringMatching(/^application\/linkset\+json/),
  ]);
  const [entry] = (reply.json as { linkset: Entry[] }).linkset;
  for (const link of [...(entry?.["service-desc"] ?? []), ...(entry?.status ?? [])]) {
    const found = await call(server.baseUrl, new URL(link.href).pathname);
    expect([found.status, found.headers.get("content-type")]).toEqual([200, link.type]);
  }
  expect((await call(server.baseUrl, "/.well-known/api-catalog", { method: "POST" })).status).toBe(405);
});
