import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { createCase, createKey, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createFacility } from "../../medical/fixtures.ts";
import { createManagedTenant, signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { createEvents } from "../fixtures.ts";
import type { EventRecord } from "../schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;
let stranger: SignedInMember;
/** Record ids in the order of their events: folders, then cases. */
let made: string[];

interface Page {
  events: EventRecord[];
  nextCursor: string | null;
}

const call = (input: object, by = manager) => by.portal.query<Page>("events.listNewest", input);
const read = async (input: object): Promise<Page> => (await call(input)).data;
const idsOf = ({ events }: Page) => events.map(({ entityId }) => entityId);

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
  ({ manager: stranger } = await createManagedTenant(server));
  made = [...(await createEvents(tenant, 4)), ...(await createEvents(tenant, 3, "case.updated"))];
});
afterAll(() => server.close(1000));

describe("pages", () => {
  test("start at the newest event, have no gap or overlap, and end", async () => {
    const seen: string[] = [];
    let after: string | undefined;
    for (let page = 0; page < 4; page += 1) {
      const { events, nextCursor } = await read({ limit: 2, ...(after !== undefined && { after }) });
      seen.push(...events.map(({ entityId }) => entityId));
      if (nextCursor === null) break;
      after = nextCursor;
    }
    expect(seen).toEqual(made.toReversed());
    expect((await read({ limit: made.length })).nextCursor).toBeNull();
  });

  test("are stable while new events arrive, and a cursor stays valid when the filters change", async () => {
    const { nextCursor } = await read({ limit: 2 });
    const [late = ""] = await createEvents(tenant, 1, "client.updated");
    expect(idsOf(await read({ limit: 2, after: nextCursor }))).toEqual(made.toReversed().slice(2, 4));
    expect(idsOf(await read({ after: nextCursor, entity: "folder" }))).toEqual(made.slice(0, 4).toReversed());
    expect(idsOf(await read({ limit: 1 }))).toEqual([late]);
  });

  test.each(["garbage", "MTIz.aaaaaaaaaaaa"])("the cursor %s is rejected", async (after) => {
    const { error } = await call({ after });
    expect([error?.data.code, error?.message]).toEqual([
      "VALIDATION_FAILED",
      expect.stringContaining("after: not a cursor of this list"),
    ]);
  });

  test("another organization's cursor is rejected, and its events are absent", async () => {
    const { nextCursor } = await read({ limit: 1 });
    expect((await call({ after: nextCursor }, stranger)).error?.data.code).toBe("VALIDATION_FAILED");
    expect((await call({}, stranger)).data.events).toEqual([]);
  });

  test("include the feed cursor, from which an integration can continue", async () => {
    const { events } = await read({ entity: "case" });
    const { secret } = await createKey(tenant, { scopes: ["events:read"], actingAttorneyId: null });
    const reply = await openApi(server, secret).get(`/events?after=${events.at(-1)?.cursor}&entity=case`);
    expect(readBody<Page>(reply).events.map(({ id }) => id)).toEqual(
      events
        .map(({ id }) => id)
        .toReversed()
        .slice(1),
    );
  });
});

describe("filters", () => {
  test.each([
    "0000-01-01T00:00:00Z",
    "0000-01-01T00:00:00+14:00",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59-23:59",
  ])("accept the time %s", async (instant) => {
    const isFuture = instant.startsWith("9");
    expect((await read({ since: instant })).events.length > 0).toBe(!isFuture);
    expect((await read({ until: instant })).events.length > 0).toBe(isFuture);
  });

  test("entity, event type, record and actor apply alone and together", async () => {
    const folders = made.slice(0, 4).toReversed();
    expect(idsOf(await read({ entity: "folder" }))).toEqual(folders);
    expect(idsOf(await read({ eventType: "folder.created", entity: "folder" }))).toEqual(folders);
    expect(await read({ eventType: "folder.created", entity: "case" })).toEqual({ events: [], nextCursor: null });
    expect(idsOf(await read({ entityId: folders[0] }))).toEqual([folders[0]]);
    expect(idsOf(await read({ entityId: folders[0], eventType: "case.updated" }))).toEqual([]);
    expect(idsOf(await read({ entityId: folders[0], actorId: tenant.keyId, entity: "folder" }))).toEqual([folders[0]]);
    expect((await read({ actorId: tenant.keyId })).events.length).toBeGreaterThanOrEqual(made.length);
    expect(idsOf(await read({ actorId: "key_none" }))).toEqual([]);
  });

  test("since and until apply at their exact instants", async () => {
    const { events } = await read({ entity: "folder" });
    const [, last, first] = events;
    const span = { since: first?.occurredAt, until: last?.occurredAt };
    const within = events.filter(
      ({ occurredAt }) => occurredAt >= String(span.since) && occurredAt <= String(span.until),
    );
    expect((await read({ entity: "folder", ...span })).events).toEqual(within);
    expect(within.length).toBeGreaterThanOrEqual(2);
    expect(idsOf(await read({ since: "2999-01-01T00:00:00Z" }))).toEqual([]);
    expect(idsOf(await read({ until: "2001-01-01T00:00:00Z" }))).toEqual([]);
  });

  test("unknown filters and event types and invalid instants are rejected", async () => {
    for (const input of [
      { surprise: 1 },
      { eventType: "case.eaten" },
      { entity: "ghost" },
      { since: "yesterday" },
      { limit: 201 },
    ]) {
      expect((await call(input)).error?.data.code).toBe("VALIDATION_FAILED");
    }
  });
});

describe("access", () => {
  test("values of standard records are shown, those of medical records are redacted", async () => {
    const { clientId } = await createCase(tenant);
    const { facilityId } = await createFacility(tenant);
    const api = openApi(server, tenant.secret);
    await api.change("PATCH", `/clients/${clientId}`, { firstName: "Rosalind" });
    await api.change("PATCH", `/medical-facilities/${facilityId}`, {
      expectedVersion: 1,
      facilityType: "clinic",
      recordsNeeded: true,
    });
    const [client] = (await read({ entityId: clientId })).events;
    expect(client).toMatchObject({
      payload: { firstName: "Rosalind" },
      diff: { firstName: { from: "Rosa", to: "Rosalind" } },
    });
    const reply = await call({ entityId: facilityId });
    const [facility] = reply.data.events;
    expect(facility).toMatchObject({
      eventType: "medical_facility.updated",
      entityId: facilityId,
      actor: { id: tenant.keyId },
      correlationId: expect.stringMatching(/^req_/),
    });
    expect(facility?.relatedIds.map(({ entity }) => entity)).toEqual(["case", "client"]);
    expect(new Set(Object.values(facility?.payload ?? {}))).toEqual(new Set(["[redacted]"]));
    expect(facility?.diff["facilityType"]).toEqual({ from: "[redacted]", to: "[redacted]" });
    expect(reply.text).not.toContain("clinic");
  });

  test("members without the permission are rejected", async () => {
    const paralegal = await signInMember(server, tenant, { role: "paralegal" });
    expect((await call({}, paralegal)).error?.data.code).toBe("FORBIDDEN");
  });

  test("a single event is read through the API's own operation", async () => {
    const [event] = (await read({ limit: 1 })).events;
    expect((await manager.portal.query("events.get", { eventId: event?.id })).data).toEqual({ event });
    expect((await stranger.portal.query("events.get", { eventId: event?.id })).error?.data.code).toBe("NOT_FOUND");
  });
});
