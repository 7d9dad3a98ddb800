import { describe, expect, test } from "vitest";
import { apiUrlOf, buildRequest, callAction, readInstant, readList, type Connection } from "./call.ts";
import type { ConnectorAction, ConnectorField } from "./description.ts";
import { ConnectorError } from "./errors.ts";
import { readEventsSince, readNewEvents } from "./events.ts";
import type { HttpReply, HttpRequest } from "./transport.ts";

const field = (name: string, changes: Partial<ConnectorField> = {}): ConnectorField => ({
  name,
  place: "body",
  label: name,
  help: "",
  type: "text",
  isRequired: false,
  ...changes,
});

const action = (changes: Partial<ConnectorAction> = {}): ConnectorAction => ({
  operation: "clients.update",
  path: "/clients/{clientId}",
  method: "PATCH",
  fields: [field("clientId", { place: "path", isRequired: true })],
  idempotency: "header",
  creates: false,
  canRepeat: true,
  items: null,
  record: "client",
  ...changes,
});

const serverUrl = "https://caseport.example.com";

/** A server that responds with these, one after another. */
function respond(...replies: (Partial<HttpReply> & { body: object })[]): Connection & { sent: HttpRequest[] } {
  const sent: HttpRequest[] = [];
  return {
    serverUrl,
    sent,
    send: (request) => {
      const reply = replies[sent.length];
      sent.push(request);
      if (reply === undefined) throw new Error(`Not expected: ${request.url}`);
      return Promise.resolve({ status: 200, headers: {}, ...reply });
    },
  };
}

const write = (fields: ConnectorField[], values: Record<string, unknown>, timeZone?: string) => {
  const request = buildRequest(
    serverUrl,
    action({ fields: [field("clientId", { place: "path" }), ...fields] }),
    { clientId: "external:a/b", ...values },
    { timeZone },
  );
  expect(request.url).toBe(`${serverUrl}/api/v1/clients/external%3Aa%2Fb`);
  return JSON.parse(String(request.body)) as unknown;
};

describe("a request", () => {
  test("has what was entered, in the form that the API takes", () => {
    const fields = [
      field("firstName"),
      field("middleName"),
      field("suffix"),
      field("dateOfBirth", { type: "date" }),
      field("address__city"),
      field("address__zipCode"),
      field("score", { type: "number" }),
      field("isMinor", { type: "boolean" }),
      field("tags", { type: "texts" }),
      field("customFields", { type: "json" }),
      field("reviewedAt", { type: "instant" }),
    ];
    const values = {
      firstName: "Ada",
      middleName: "",
      suffix: null,
      dateOfBirth: "1984-06-30T00:00:00.000-05:00",
      address__city: "Austin",
      score: "4.5",
      isMinor: "false",
      tags: "Urgent, Police,",
      customFields: '{"policyLimit":1}',
      reviewedAt: new Date("2026-03-14T15:00:00Z"),
      notAField: "x",
    };
    expect(write(fields, values)).toEqual({
      firstName: "Ada",
      suffix: null,
      dateOfBirth: "1984-06-30",
      address: { city: "Austin" },
      score: 4.5,
      isMinor: false,
      tags: ["Urgent", "Police"],
      customFields: { policyLimit: 1 },
      reviewedAt: "2026-03-14T15:00:00.000Z",
    });
  });

  test("is not sent with what cannot be read, or without what its path names", () => {
    expect(() => write([field("score", { type: "number", label: "Score" })], { score: "many" })).toThrow(
      "Score must be a number.",
    );
    expect(() => write([field("custom", { type: "json", label: "Custom" })], { custom: "{" })).toThrow(
      "Custom must be JSON.",
    );
    expect(() => buildRequest(serverUrl, action(), {}, {})).toThrow("clientId is required.");
    expect(() => apiUrlOf("caseport.example.com")).toThrow(ConnectorError);
    expect(() => apiUrlOf("javascript:alert(1)")).toThrow(ConnectorError);
    expect(apiUrlOf(" https://caseport.example.com/lakeside/cases ")).toBe("https://caseport.example.com/api/v1");
  });

  test.each([
    ["2026-07-14T09:00:00", "America/Chicago", "2026-07-14T14:00:00.000Z"],
    ["2026-01-14 09:00", "America/Chicago", "2026-01-14T15:00:00.000Z"],
    // Before and after the clocks change.
    ["2026-03-08T01:59:59", "America/New_York", "2026-03-08T06:59:59.000Z"],
    ["2026-03-08T03:00:00", "America/New_York", "2026-03-08T07:00:00.000Z"],
    ["2026-11-01T03:00:00", "America/New_York", "2026-11-01T08:00:00.000Z"],
    ["2026-07-14", "UTC", "2026-07-14T00:00:00.000Z"],
    // With an offset it is an instant already; what is no time is the server's to reject.
    ["2026-07-14T09:00:00-04:00", "America/Chicago", "2026-07-14T09:00:00-04:00"],
    ["tomorrow", "America/Chicago", "tomorrow"],
  ])("%s in %s is %s", (text, timeZone, instant) => {
    expect(readInstant(text, timeZone)).toBe(instant);
  });
});

describe("a record that takes no idempotency key", () => {
  const create = action({
    operation: "leads.create",
    path: "/leads",
    method: "POST",
    fields: [field("lastName"), field("externalId")],
    idempotency: "externalId",
    record: "lead",
  });
  const duplicate = {
    status: 409,
    body: { error: "externalId: used by another lead", code: "DUPLICATE_ENTRY" },
  };
  const lead = (id: string, ageHours: number) => ({
    body: { success: true, lead: { id, createdAt: new Date(Date.now() - ageHours * 3_600_000).toISOString() } },
  });

  test("gets it as its external ID, and is read where an earlier attempt has made it", async () => {
    const server = respond(duplicate, lead("lea_1", 23));
    const body = await callAction(server, create, { lastName: "Mbeki" }, { idempotencyKey: "n8n-abc" });
    expect(body["lead"]).toMatchObject({ id: "lea_1" });
    expect(JSON.parse(String(server.sent[0]?.body))).toEqual({ lastName: "Mbeki", externalId: "n8n-abc" });
    expect(server.sent[1]?.url).toBe(`${serverUrl}/api/v1/leads/external%3An8n-abc`);
    expect(server.sent[0]?.headers["X-Idempotency-Key"]).toBeUndefined();
  });

  test("is another record than one of the same values that is older than a day, or deleted", async () => {
    const deleted = { status: 404, body: { error: "Lead not found", code: "NOT_FOUND" } };
    const server = respond(duplicate, lead("lea_1", 25), duplicate, deleted, lead("lea_3", 0));
    const body = await callAction(server, create, { lastName: "Mbeki" }, { idempotencyKey: "zapier-abc" });
    expect(body["lead"]).toMatchObject({ id: "lea_3" });
    const created = server.sent.filter(({ method }) => method === "POST");
    expect(created.map(({ body: sent }) => (JSON.parse(String(sent)) as { externalId: string }).externalId)).toEqual([
      "zapier-abc",
      "zapier-abc-2",
      "zapier-abc-3",
    ]);
    // A repeated attempt of that step finds it.
    const again = respond(duplicate, lead("lea_1", 25), duplicate, deleted, duplicate, lead("lea_3", 1));
    const found = await callAction(again, create, { lastName: "Mbeki" }, { idempotencyKey: "zapier-abc" });
    expect(found["lead"]).toMatchObject({ id: "lea_3" });
  });

  test("keeps the external ID that a person entered, and other reasons of a rejection", async () => {
    const own = callAction(respond(duplicate), create, { externalId: "form-1" }, { idempotencyKey: "n8n-abc" });
    await expect(own).rejects.toThrow("used by another lead");
    const vendor = { status: 409, body: { error: "vendorLeadId: used by another lead", code: "DUPLICATE_ENTRY" } };
    const other = callAction(respond(vendor), create, { lastName: "Mbeki" }, { idempotencyKey: "n8n-abc" });
    await expect(other).rejects.toThrow("vendorLeadId");
  });
});

test("a list is read to its end, or to the limit", async () => {
  const list = { ...action({ path: "/clients", method: "GET", fields: [] }), items: "clients" };
  const page = (ids: number[], nextCursor: string | null) => ({
    body: { clients: ids.map((id) => ({ id })), nextCursor },
  });
  const server = respond(page([1, 2], "next"), page([3], null));
  expect(await readList(server, list, {}, { limit: null })).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  expect(server.sent.map(({ url }) => new URL(url).search)).toEqual(["?limit=200", "?limit=200&after=next"]);
  const limited = respond(page([1, 2], "next"));
  expect(await readList(limited, list, {}, { limit: 2 })).toHaveLength(2);
  expect(new URL(limited.sent[0]?.url ?? "").search).toBe("?limit=2");
});

describe("the feed", () => {
  const event = (id: string, eventType = "client.created") => ({ id, cursor: id, eventType });
  const page = (events: object[], nextCursor: string) => ({ body: { events, nextCursor } });
  const expired = {
    status: 400,
    headers: { "x-error-reason": "cursor_expired" },
    body: { error: "Too old", code: "VALIDATION_FAILED" },
  };

  test("is read until a page is empty, by one type on the server and by several here", async () => {
    const one = respond(page([event("a")], "a"), page([], "a"));
    expect(await readNewEvents(one, "start", ["client.created"])).toEqual({ events: [event("a")], cursor: "a" });
    expect(new URL(one.sent[0]?.url ?? "").searchParams.get("eventType")).toBe("client.created");
    const two = respond(page([event("a"), event("b", "task.created")], "b"), page([], "b"));
    const { events } = await readNewEvents(two, "start", ["client.created", "case.created"]);
    expect(events.map(({ id }) => id)).toEqual(["a"]);
  });

  test("begins with what is left of it where the cursor is older", async () => {
    const server = respond(expired, page([event("a")], "a"), page([], "a"));
    expect((await readNewEvents(server, "old", [])).events).toEqual([event("a")]);
    expect(new URL(server.sent[1]?.url ?? "").searchParams.has("after")).toBe(false);
    await expect(readNewEvents(respond({ status: 503, body: { error: "Later" } }), "old", [])).rejects.toThrow("Later");
  });

  test("leaves the rest of a long one to the next poll", async () => {
    const server = respond(page([event("a")], "a"), page([event("b")], "b"));
    expect(await readNewEvents(server, "start", [], 2)).toEqual({ events: [event("a"), event("b")], cursor: "b" });
  });

  test("of a day is not cut where it is too long: that would leave out events for good", async () => {
    const full = page(
      Array.from({ length: 500 }, (_, index) => event(`e${index}`)),
      "next",
    );
    const server = respond(...Array.from({ length: 21 }, () => full));
    await expect(readEventsSince(server, "2026-03-14T00:00:00Z", [])).rejects.toThrow(/More than 10,000 events/);
  });
});
