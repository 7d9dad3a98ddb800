import type { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventEntityNames, eventTypeNames, readingScope, type EventType } from "../../contract/events/event-types.ts";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { allScopes, createCase, createTenant, createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { readAuditEntries, readEvents } from "../../testing/harness/traces.ts";
import { eventList } from "./domain.cursors.ts";
import { encodeCursor } from "../../platform/database/lists/cursor.ts";
import { ageEvents, createEvents, writeEvent } from "./fixtures.ts";
import type { EventRecord } from "./schema.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  // Events are never changed but here, to make them old.
  await owner.query("SET session_replication_role = replica");
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

async function readPage(query: Record<string, string> = {}, of: Api = api): Promise<Page> {
  const reply = await of.get(`/events?${new URLSearchParams({ limit: "500", ...query }).toString()}`);
  return readBody(reply);
}

/**
 * All pages from the cursor on.
 *
 * @returns what they hold and where they end; every page but the last is full
 */
async function readAll(query: Record<string, string>, of: Api = api): Promise<{ types: string[]; nextCursor: string }> {
  const types: string[] = [];
  for (let after = query["after"]; ;) {
    const page = await readPage({ ...query, limit: "2", ...(after !== undefined && { after }) }, of);
    types.push(...page.events.map(({ eventType }) => eventType));
    after = page.nextCursor;
    if (page.events.length < 2) return { types, nextCursor: after };
  }
}

const withScopes = async (...scopes: string[]): Promise<Api> =>
  openApi(server, (await createKey(tenant, { scopes })).secret);
const oneOfEach = () =>
  tenant.inside(async (transaction) => {
    for (const type of eventTypeNames) await writeEvent(tenant, transaction, type);
  });
const cursorAt = (number: number) => encodeCursor(eventList(tenant, "events"), number);
const redactedShape = {
  payload: { name: "[redacted]", notes: "[redacted]" },
  diff: { name: { from: "[redacted]", to: "[redacted]" } },
};
const fullShape = {
  payload: { name: "Mercy General", notes: { text: "spoke with Rosa" } },
  diff: { name: { from: "Mercy", to: "Mercy General" } },
};

const scopeOf = (eventType: string) => readingScope(eventType.split(".")[0] as (typeof eventEntityNames)[number]);
/** Events that belong to no area: events:read shows what they say. */
const isOfNoArea = (eventType: string) => scopeOf(eventType) === "events:read";

describe("what a key sees", () => {
  test("events:read alone: every event, with redacted values", async () => {
    await oneOfEach();
    const { events } = await readPage({}, await withScopes("events:read"));
    expect(events.map(({ eventType }) => eventType)).toEqual(eventTypeNames);
    for (const event of events) {
      const { payload, ...shape } = isOfNoArea(event.eventType) ? fullShape : redactedShape;
      expect(event).toMatchObject({ ...shape, payload: { ...payload, id: event.entityId } });
    }
  });

  test("every scope: every event with its values", async () => {
    await oneOfEach();
    const { events } = await readPage();
    expect(events.map(({ eventType }) => eventType)).toEqual(eventTypeNames);
    for (const event of events) expect(event).toMatchObject(fullShape);
  });

  test.each([...new Set(eventEntityNames.map(readingScope))].filter((scope) => scope !== "events:read"))(
    "%s alone: only events of the records that it reads, with their values, and the cursor skips the others",
    async (scope) => {
      await oneOfEach();
      const alone = await withScopes(scope);
      const seen = await readAll({}, alone);
      expect(seen.types).toEqual(eventTypeNames.filter((type) => scopeOf(type) === scope));
      expect(seen.nextCursor).toBe(cursorAt(eventTypeNames.length));
      for (const event of (await readPage({}, alone)).events) expect(event).toMatchObject(fullShape);
      // With events:read the others appear, without what they say.
      const both = await readPage({}, await withScopes("events:read", scope));
      expect(both.events.map(({ eventType }) => eventType)).toEqual(eventTypeNames);
      for (const event of both.events)
        expect(event).toMatchObject(
          seen.types.includes(event.eventType) || isOfNoArea(event.eventType) ? fullShape : redactedShape,
        );
    },
  );

  test("all area scopes without events:read: every event of an area", async () => {
    await oneOfEach();
    const { events } = await readPage({}, await withScopes(...allScopes.filter((scope) => scope !== "events:read")));
    expect(events.map(({ eventType }) => eventType)).toEqual(eventTypeNames.filter((type) => !isOfNoArea(type)));
  });

  test("a write scope alone: no events", async () => {
    const reply = await (await withScopes("documents:write", "cases:write", "medical:write")).get("/events");
    expect([reply.status, reply.body["code"]]).toEqual([403, "FORBIDDEN"]);
  });

  test("a single event is returned as in the feed, or 404 as for an unknown one", async () => {
    await oneOfEach();
    const { events } = await readPage();
    const clients = await withScopes("clients:read");
    const unknown = await clients.get("/events/evt_unknown");
    for (const event of events) {
      expect((await api.get(`/events/${event.id}`)).body["event"]).toEqual(event);
      const reply = await clients.get(`/events/${event.id}`);
      if (event.entity === "client") expect(reply.body["event"]).toEqual(event);
      else expect([reply.status, reply.text]).toEqual([404, unknown.text]);
    }
    expect((await (await withScopes("events:read")).get(`/events/${events[0]?.id ?? ""}`)).body["event"]).toMatchObject(
      redactedShape,
    );
  });

  test("payload and diff are the stored text, which is what was written", async () => {
    const { caseId } = await createCase(tenant);
    const created = readBody<{ folder: { id: string } }>(
      await api.change("POST", `/cases/${caseId}/folders`, { name: 'a  "b"\u2028é' }),
    );
    const written = `"payload":${JSON.stringify(created.folder)},"diff":{}`;
    const stored = await owner.query(`SELECT payload::text AS text, bytes FROM "Event" WHERE "entityId" = $1`, [
      created.folder.id,
    ]);
    const text = JSON.stringify(created.folder);
    expect(stored.rows).toEqual([{ text, bytes: Buffer.byteLength(text) + 2 }]);
    for (const path of ["/events", "/document-events", `/cases/${caseId}/activity`])
      expect((await api.get(path)).text).toContain(written);
  });

  test("/document-events is never redacted", async () => {
    await createEvents(tenant, 1, "document.created");
    const { events } = readBody<Page>(await (await withScopes("documents:read")).get("/document-events"));
    expect(events).toMatchObject([fullShape]);
  });
});

describe("the audit log of feed reads", () => {
  const accesses = async () => (await readAuditEntries(tenant)).filter(({ action }) => action.startsWith("events."));

  test.each(["medical:read", "events:read,medical:read"])(
    "%s: a page with elevated records writes one entry that lists them all",
    async (scopes) => {
      for (const type of [
        "client.updated",
        "medical_facility.updated",
        "folder.created",
        "retrieval_request.created",
      ] as const)
        await createEvents(tenant, 1, type);
      const before = await readEvents(tenant);
      const reader = await withScopes(...scopes.split(","));
      const { events } = await readPage({}, reader);
      const elevated = events.filter(({ entity }) => ["medical_facility", "retrieval_request"].includes(entity));
      expect(elevated).toHaveLength(2);
      const entries = await accesses();
      expect(entries).toMatchObject([
        {
          action: "events.list",
          entity: "event",
          entityId: elevated[0]?.id,
          relatedIds: elevated.map(({ entity, entityId }) => ({ entity, id: entityId })),
          changes: {},
        },
      ]);
      expect(await readEvents(tenant)).toEqual(before);
      await reader.get(`/events/${elevated[1]?.id ?? ""}`);
      expect((await accesses()).at(-1)).toMatchObject({
        action: "events.get",
        entity: "event",
        entityId: elevated[1]?.id,
      });
    },
  );

  test("a page without readable elevated records writes no entry", async () => {
    for (const type of ["client.updated", "medical_facility.updated"] as const) await createEvents(tenant, 1, type);
    await readPage({}, await withScopes("events:read", "clients:read"));
    await readPage({ entity: "client" });
    expect(await accesses()).toEqual([]);
  });
});

describe("filters", () => {
  let ids: string[];
  const story: EventType[] = [
    "case.created",
    "folder.created",
    "case.updated",
    "medical_facility.updated",
    "case.updated",
    "folder.updated",
    "member.updated",
  ];

  beforeEach(async () => {
    ids = [];
    for (const type of story) ids.push(...(await createEvents(tenant, 1, type)));
    // Two more of the first record.
    for (const type of ["case.updated", "case.created"] as const)
      await tenant.inside((transaction) => writeEvent(tenant, transaction, type, { entityId: ids[0] ?? "" }));
  });

  const whole: EventType[] = [...story, "case.updated", "case.created"];

  test("entity, eventType and entityId, alone or combined, return matching events of the feed", async () => {
    const narrow = (fits: (type: EventType, index: number) => boolean) => whole.filter(fits);
    const isFirst = (index: number) => index === 0 || index > 6;
    expect((await readAll({ entity: "case" })).types).toEqual(narrow((type) => type.startsWith("case.")));
    expect((await readAll({ eventType: "case.updated" })).types).toEqual(narrow((type) => type === "case.updated"));
    expect((await readAll({ entityId: ids[0] ?? "" })).types).toEqual(narrow((_, index) => isFirst(index)));
    expect((await readAll({ entityId: ids[0] ?? "", eventType: "case.created" })).types).toEqual([
      "case.created",
      "case.created",
    ]);
    expect((await readAll({ entityId: ids[0] ?? "", entity: "folder" })).types).toEqual([]);
    expect((await readAll({ entity: "case", eventType: "folder.created" })).types).toEqual([]);
    expect((await readAll({ entity: "folder", eventType: "folder.created" })).types).toEqual(["folder.created"]);
  });

  test("never return events that the scopes do not allow", async () => {
    const reader = await withScopes("documents:read");
    for (const query of [{ entity: "case" }, { eventType: "case.updated" }, { entityId: ids[0] ?? "" }] as Record<
      string,
      string
    >[]) {
      expect(await readAll(query, reader)).toEqual({ types: [], nextCursor: cursorAt(whole.length) });
    }
  });

  test("since returns events from that time on, combines with other filters, and never precedes the cursor", async () => {
    // Events of the last 90 days are in the feed.
    const first = new Date(Date.now() - 20 * 86_400_000);
    const at = (milliseconds: number) => new Date(first.getTime() + milliseconds).toISOString();
    await owner.query(
      `UPDATE "Event" SET "occurredAt" = $2::timestamptz + number * interval '1 minute' WHERE "organizationId" = $1`,
      [tenant.organizationId, at(0)],
    );
    const since = (minute: number, more: Record<string, string> = {}) =>
      readAll({ since: at(minute * 60_000), ...more });
    expect((await since(0)).types).toEqual(whole);
    expect((await since(3)).types).toEqual(whole.slice(2));
    expect((await readAll({ since: at(2 * 3_600_000 + 180_001).replace("Z", "+02:00") })).types).toEqual(
      whole.slice(3),
    );
    expect((await since(3, { entity: "folder" })).types).toEqual(["folder.updated"]);
    expect((await since(3, { after: cursorAt(5) })).types).toEqual(whole.slice(5));
    expect((await since(5, { after: cursorAt(3) })).types).toEqual(whole.slice(4));
    // Nothing is that late: the cursor stands at the feed's end.
    expect(await readAll({ since: at(40 * 86_400_000) })).toEqual({ types: [], nextCursor: cursorAt(whole.length) });
  });

  test.each([
    "0000-01-01T00:00:00Z",
    "0000-01-01T00:00:00+14:00",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59-23:59",
  ])("since %s is accepted", async (since) => {
    expect((await readAll({ since })).types).toEqual(since.startsWith("9") ? [] : whole);
  });
});

describe("400", () => {
  test.each([
    ["wait=26", "wait: must be at most 25"],
    ["wait=-1", "wait: must be at least 0"],
    ["wait=1.5", "wait: must be an integer"],
    ["since=yesterday", "since: must be an instant such as 2026-03-14T00:00:00Z"],
    ["since=2026-02-30T00:00:00Z", "since: must be an instant"],
    ["since=2026-03-14", "since: must be an instant"],
    ["entity=key", "entity: must be one of case, "],
    ["eventType=case.exploded", "eventType: must be one of case.created"],
    ["entityId=", "entityId: must be at least 1 character"],
    ["limit=501", "limit: must be at most 500"],
    ["after=garbage", "after: not a cursor of this list"],
  ])("%s", async (query, message) => {
    const { status, body } = await api.get(`/events?${query}`);
    expect([status, body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
    expect(body["error"]).toContain(message);
  });

  test.each([
    ["events", "document-events"],
    ["document-events", "events"],
  ])("%s: an edited cursor, and a cursor of another organization or of the other feed", async (list, other) => {
    await createEvents(tenant, 2);
    const own = encodeCursor(eventList(tenant, list), 1);
    for (const cursor of [
      encodeCursor(eventList({ organizationId: "org_other" }, list), 1),
      encodeCursor(eventList(tenant, other), 1),
      own.replace(/^M/, "N"),
      `${own} `,
    ]) {
      const { status, body } = await api.get(`/${list}?after=${encodeURIComponent(cursor)}`);
      expect([status, body["error"]]).toEqual([
        400,
        "after: not a cursor of this list; omit it to start at the beginning",
      ]);
    }
  });
});

describe("events that are older than 90 days, whose partitions still exist", () => {
  const age = (upTo: number) => ageEvents(owner, tenant.organizationId, upTo);
  const tooOld =
    "after: too old: events are kept for 90 days, and the events after this cursor were deleted; omit it to start at the oldest event, and read the records that you store again";

  test.each(["/events", "/document-events"])(
    "%s: a cursor whose next events are too old is rejected with a way to continue, and that way works",
    async (path) => {
      await createEvents(tenant, 6);
      await age(3);
      const list = path.slice(1);
      const read = (number: number) => api.get(`${path}?after=${encodeCursor(eventList(tenant, list), number)}`);
      for (const number of [0, 1, 2]) {
        const { status, body, headers } = await read(number);
        expect([status, body["code"], headers["x-error-reason"], body["error"]]).toEqual([
          400,
          "VALIDATION_FAILED",
          "cursor_expired",
          tooOld,
        ]);
      }
      // The one before the oldest that is kept has missed nothing.
      expect((await read(3)).body["events"]).toHaveLength(3);
      expect((await read(4)).body["events"]).toHaveLength(2);
      expect((await api.get(path)).body["events"]).toHaveLength(3);
    },
  );

  test("an old cursor of an emptied feed has expired, but its last cursor is valid", async () => {
    await createEvents(tenant, 3);
    const { nextCursor } = await readPage();
    await age(3);
    expect((await api.get(`/events?after=${cursorAt(2)}`)).body["error"]).toBe(tooOld);
    expect(await readPage({ after: nextCursor })).toMatchObject({ events: [], nextCursor });
    await createEvents(tenant, 1);
    expect((await readPage({ after: nextCursor })).events).toHaveLength(1);
  });

  test("since may be before the oldest event, and a new organization's first cursor stays valid", async () => {
    const { nextCursor } = await readPage();
    await createEvents(tenant, 3);
    expect((await readPage({ after: nextCursor })).events).toHaveLength(3);
    await age(2);
    expect((await readPage({ since: "2026-01-01T00:00:00Z" })).events).toHaveLength(1);
  });
});
