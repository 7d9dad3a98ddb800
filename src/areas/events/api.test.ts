import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { headerDescriptions } from "../../openapi/headers.ts";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { eventList } from "./domain.cursors.ts";
import { encodeCursor } from "../../platform/database/lists/cursor.ts";
import { createEvents } from "./fixtures.ts";
import type { EventRecord } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

interface Page {
  events: EventRecord[];
  nextCursor: string;
}

async function readPage(query: Record<string, string>, of: Api = api): Promise<Page> {
  const reply = await of.get(`/document-events?${new URLSearchParams(query).toString()}`);
  const { success: _, ...page } = readBody<Page & { success: true }>(reply);
  return page;
}

const after = (cursor: string | undefined): Record<string, string> => (cursor === undefined ? {} : { after: cursor });
const idsOf = (page: Page) => page.events.map(({ entityId }) => entityId);

describe("pages", () => {
  test("follow each other without gap or overlap, in order", async () => {
    const ids = await createEvents(tenant, 7);
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 5; page += 1) {
      const read = await readPage({ limit: "3", ...after(cursor) });
      seen.push(...idsOf(read));
      sizes.push(read.events.length);
      cursor = read.nextCursor;
    }
    expect(seen).toEqual(ids);
    expect(sizes).toEqual([3, 3, 1, 0, 0]);
  });

  test("have 100 events by default and at most 500", async () => {
    const ids = await createEvents(tenant, 502);
    expect(idsOf(await readPage({}))).toEqual(ids.slice(0, 100));
    const page = await readPage({ limit: "500" });
    expect(idsOf(page)).toEqual(ids.slice(0, 500));
    expect(idsOf(await readPage({ limit: "500", after: page.nextCursor }))).toEqual(ids.slice(500));
    expect(idsOf(await readPage({ limit: "1" }))).toEqual(ids.slice(0, 1));
  });

  test("contain only documents and folders", async () => {
    const types = [
      "case.updated",
      "folder.created",
      "client.updated",
      "document.created",
      "folder.updated",
      "document.deleted",
      "invoice.status_changed",
    ] as const;
    for (const type of types) await createEvents(tenant, 1, type);
    expect((await readPage({})).events.map(({ eventType }) => eventType)).toEqual(
      types.filter((type) => /^(document|folder)\./.test(type)),
    );
  });

  test("contain only the organization's own events", async () => {
    await createEvents(await createTenant(server.services.database), 3);
    const ids = await createEvents(tenant, 1);
    expect(idsOf(await readPage({}))).toEqual(ids);
  });

  test("an event's own cursor continues after that event", async () => {
    const ids = await createEvents(tenant, 3);
    const { events } = await readPage({});
    expect(idsOf(await readPage(after(events[0]?.cursor)))).toEqual(ids.slice(1));
  });

  test("an operation's event has the operation's record as payload", async () => {
    const { caseId, clientId } = await createCase(tenant);
    const reply = await api.change(
      "POST",
      `/cases/${caseId}/folders`,
      { name: "Bills" },
      { "X-Request-Id": "from-the-test" },
    );
    const { events } = await readPage({});
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        cursor: expect.any(String),
        entity: "folder",
        entityId: (reply.body["folder"] as { id: string }).id,
        eventType: "folder.created",
        occurredAt: expect.stringMatching(/Z$/),
        actor: { id: tenant.keyId, type: "integration_key", name: "Test key" },
        payload: reply.body["folder"],
        diff: {},
        relatedIds: [
          { entity: "case", id: caseId },
          { entity: "client", id: clientId },
        ],
        correlationId: "from-the-test",
        metadata: {
          source: "api",
          credentialId: tenant.keyId,
          onBehalfOfAttorneyId: tenant.attorneyId,
          apiVersion: "1.0.0",
        },
      },
    ]);
  });
});

describe("the nextCursor of a page", () => {
  test("is a string on an empty feed, and later events follow it", async () => {
    const { events, nextCursor } = await readPage({});
    expect(events).toEqual([]);
    expect(nextCursor).toEqual(expect.any(String));
    const ids = await createEvents(tenant, 2);
    expect(idsOf(await readPage({ after: nextCursor }))).toEqual(ids);
  });

  test("advances past events of other kinds", async () => {
    await createEvents(tenant, 1);
    await createEvents(tenant, 5, "case.updated");
    const first = await readPage({});
    expect(first.nextCursor).toBe(encodeCursor(eventList(tenant, "document-events"), 6));
    const ids = await createEvents(tenant, 1);
    expect(idsOf(await readPage({ after: first.nextCursor }))).toEqual(ids);
  });

  test("is the last event's cursor on a full page", async () => {
    await createEvents(tenant, 2);
    await createEvents(tenant, 3, "case.updated");
    const page = await readPage({ limit: "2" });
    expect(page.nextCursor).toBe(page.events.at(-1)?.cursor);
  });

  test("never moves backward", async () => {
    await createEvents(tenant, 1);
    const ahead = encodeCursor(eventList(tenant, "document-events"), 1000);
    expect(await readPage({ after: ahead })).toEqual({ events: [], nextCursor: ahead });
  });
});

test("the documented Deprecation header matches the response", async () => {
  const { deprecation } = (await api.get("/document-events")).headers;
  expect(headerDescriptions.Deprecation).toMatchObject({ schema: { examples: [deprecation] } });
});

describe("400", () => {
  test.each([
    ["limit=0", "limit: must be at least 1"],
    ["limit=501", "limit: must be at most 500"],
    ["limit=-1", "limit: must be at least 1"],
    ["limit=", "limit: must be an integer"],
    ["limit=1.5", "limit: must be an integer"],
    ["limit=1e2", "limit: must be an integer"],
    ["limit=0x10", "limit: must be an integer"],
    ["limit=ten", "limit: must be an integer"],
    ["limit=9999999999999999", "limit: must be at most 500"],
    ["limit=9999999999999999999", "limit: must be at most 500"],
    ["limit=-9999999999999999", "limit: must be at least 1"],
    [`limit=${"9".repeat(400)}`, "limit: must be an integer"],
    ["limit=%201", "limit: must be an integer"],
    ["after=", "after: not a cursor of this list"],
    [`after=${"a".repeat(501)}`, "after: not a cursor of this list"],
    ["after=garbage", "after: not a cursor of this list"],
    ["after=0", "after: not a cursor of this list"],
    ["after=%27%20OR%201=1", "after: not a cursor of this list"],
    ["after=%F0%9F%8F%9B", "after: not a cursor of this list"],
    ["cursor=x", "cursor: unknown query parameter"],
    ["offset=1", "offset: unknown query parameter"],
  ])("%s", async (query, message) => {
    const { body } = await api.get(`/document-events?${query}`);
    expect(body).toMatchObject({ code: "VALIDATION_FAILED" });
    expect(body["error"]).toContain(message);
    expect(body["error"]).not.toContain("; limit");
  });

  test("a malformed cursor is reported together with other faults", async () => {
    const { body } = await api.get("/document-events?after=garbage&limit=0&x=1", { "X-Request-Id": "faults" });
    const faults = [
      "after: not a cursor of this list; omit it to start at the beginning",
      "limit: must be at least 1",
      "x: unknown query parameter",
    ];
    expect(body["error"]).toBe(faults.join("; "));
  });
});
