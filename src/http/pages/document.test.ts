import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../../testing/harness/requests/call.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1_000));

// The first request of a form starts a thread, and writes 5 MB.
const read = (query: string, headers: Record<string, string> = {}) =>
  call(server.baseUrl, `/api/v1/openapi.json${query}`, { headers, patienceMilliseconds: 120_000 });

interface Document {
  openapi?: string;
  swagger?: string;
  host?: string;
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
}
const listOperations = ({ paths }: Document) => Object.values(paths).flatMap((item) => Object.values(item));

test.each([
  ["?version=3.1", "openapi", "3.1.0"],
  ["?version=3.0", "openapi", "3.0.3"],
  ["?version=2.0", "swagger", "2.0"],
] as const)("%s is the document in that version, with an ETag of its own", async (query, member, version) => {
  const reply = await read(query);
  expect([reply.status, (reply.json as unknown as Document)[member]]).toEqual([200, version]);
  const etag = reply.headers.get("etag") ?? "";
  expect((await read(query, { "if-none-match": etag })).status).toBe(304);
  expect((await read("", { "if-none-match": etag })).status).toBe(query === "?version=3.1" ? 304 : 200);
});

test("areas and operations choose a part, in any version, by the names of the reference", async () => {
  const reply = await read("?version=2.0&area=org-team&operations=events.list");
  const document = reply.json as unknown as Document;
  // That of the public address.
  expect(document.host).toBe("localhost:3000");
  const areas = new Set(listOperations(document).flatMap(({ tags }) => tags));
  expect([...areas].toSorted()).toEqual(["Events & Webhooks", "Org & Team"]);
  const named = await read("?version=2.0&area=Org%20%26%20Team&operations=events.list");
  expect(named.headers.get("etag")).toBe(reply.headers.get("etag"));
  const one = (await read("?operations=health.get,clients.get")).json as unknown as Document;
  expect(listOperations(one).map(({ operationId }) => operationId)).toEqual(["clients.get", "health.get"]);
});

test.each([
  ["?version=1.2", "version: must be 3.1, 3.0 or 2.0"],
  ["?version=", "version: must be 3.1, 3.0 or 2.0"],
  ["?version=3.0&version=2.0", "version: sent more than once"],
  ["?area=case", "area: must be one of platform, "],
  ["?area=cases,", "area: must be one of platform, "],
  ["?operations=cases.list,cases", "operations: must be names of operations"],
  ["?operations=toString", "operations: must be names of operations"],
  ["?versions=2.0", "query: "],
])("%s is rejected, and says why", async (query, message) => {
  const reply = await read(query);
  expect([reply.status, reply.json?.["code"]]).toEqual([400, "VALIDATION_FAILED"]);
  expect(reply.json?.["error"]).toContain(message);
});

test("requests for the same form at once are written once, and have the same bytes", async () => {
  const replies = await Promise.all(Array.from({ length: 4 }, () => read("?version=3.0&area=tasks")));
  expect(new Set(replies.map(({ headers }) => headers.get("etag"))).size).toBe(1);
});
