import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorStatus } from "../../contract/errors/error-codes.ts";
import {
  ApiError,
  ConnectionError,
  DuplicateEntryError,
  errorClasses,
  ForbiddenError,
  IdempotencyConflictError,
  NotFoundError,
  NotModifiedError,
  RateLimitedError,
  StaleRevisionError,
  ValidationError,
} from "../../sdk/errors.ts";
import { Caseport } from "../../sdk/caseport.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../harness/tenant.ts";
import { startOwnServer, startTestServer, type TestServer } from "../harness/server.ts";
import { readEvents } from "../harness/traces.ts";
import { call, list, openFaultyClient, type Fault, type FaultyClient, type Json } from "./client.ts";

let server: TestServer;
let tenant: TestTenant;
let client: FaultyClient;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const open = (options = {}, secret = tenant.secret) => (client = openFaultyClient(server.baseUrl, secret, options));
const failed = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => expect.unreachable("it succeeded"),
    (error: unknown) => error as ApiError,
  );
const idOf = (result: Json, name: string) => (result[name] as { id: string }).id;
const countEvents = async (entityId: string) =>
  (await readEvents(tenant)).filter((event) => event.entityId === entityId).length;
const keys = () => new Set(client.sent.map(({ headers }) => headers["X-Idempotency-Key"]));

const witness = { type: "medical_provider", companyName: "Mercy General Hospital" };
const unavailable: Fault = { status: 503, code: "INTERNAL_ERROR", headers: { "Retry-After": "2" } };
const limited: Fault = { status: 429, code: "RATE_LIMITED", headers: { "Retry-After": "7" } };
const inProgress: Fault = { status: 409, code: "IDEMPOTENCY_IN_PROGRESS", headers: { "Retry-After": "1" } };

describe("an operation with an idempotency key", () => {
  test.each<[string, Fault]>([
    ["a request that did not arrive", "unsent"],
    ["a lost response", "lost"],
    ["a response that was cut", "cut"],
    ["503", unavailable],
    ["429", limited],
    ["a request in progress", inProgress],
    ["the 502 of a proxy", { status: 502 }],
  ])("takes effect once despite %s", async (_name, fault) => {
    const { caseport, sent, fail } = open();
    fail(fault, fault);
    const result = await call(caseport, "clients.create", { firstName: "Noor", lastName: "Haddad" });
    expect(sent).toHaveLength(3);
    expect(keys().size).toBe(1);
    expect(await countEvents(idOf(result, "client"))).toBe(1);
  });

  test("has another key in each call, or the caller's in all", async () => {
    const { caseport } = open();
    const create = (options = {}) =>
      call(caseport, "clients.create", { firstName: "Noor", lastName: "Haddad" }, options);
    await create();
    await create();
    expect(keys().size).toBe(2);
    const [first, second] = [await create({ idempotencyKey: "mine" }), await create({ idempotencyKey: "mine" })];
    expect(second).toEqual(first);
    expect(
      await failed(
        call(caseport, "clients.create", { firstName: "Nora", lastName: "Haddad" }, { idempotencyKey: "mine" }),
      ),
    ).toBeInstanceOf(IdempotencyConflictError);
  });

  test("is sent maxRetries times again, then the last failure is thrown", async () => {
    const { caseport, sent, fail } = open({ maxRetries: 2 });
    fail("unsent", "unsent", "unsent");
    const error = await failed(call(caseport, "clients.create", { firstName: "Noor", lastName: "Haddad" }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toBe("No complete response: connect ECONNREFUSED (clients.create)");
    expect([sent.length, error.attempts]).toEqual([3, 3]);
  });
});

test.each(["<!doctype html><title>Sign in</title>", "[1]", "null", '{"success": true, "me"'])(
  "a success whose body is %s is an error with a sentence, which does not quote it",
  async (body) => {
    const caseport = new Caseport({
      apiKey: tenant.secret,
      baseUrl: server.baseUrl,
      maxRetries: 0,
      fetch: () => Promise.resolve(new Response(body)),
    });
    const error = await failed(caseport.request("GET", "/me"));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toBe("No complete response: it is not JSON. Check that baseUrl is Caseport's (me.get)");
  },
);

describe("the wait before the next attempt", () => {
  test("is what Retry-After says", async () => {
    const { caseport, waits, fail } = open();
    fail(limited, unavailable, inProgress);
    await call(caseport, "me.get");
    expect(waits).toEqual([7_000, 2_000, 1_000]);
  });

  test("is otherwise anything up to a bound that doubles", async () => {
    const { caseport, waits, fail } = open({ maxRetries: 8 });
    fail(...Array.from({ length: 8 }, () => "unsent" as const));
    await call(caseport, "me.get");
    const bounds = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000];
    expect(waits.map((wait, place) => wait >= 0 && wait <= (bounds[place] ?? 0))).toEqual(bounds.map(() => true));
    expect(new Set(waits).size).toBe(8);
  });

  test("is never longer than two minutes: the rejection is thrown", async () => {
    const { caseport, sent, fail } = open();
    fail({ ...limited, headers: { "Retry-After": "121" } });
    expect(await failed(call(caseport, "me.get"))).toBeInstanceOf(RateLimitedError);
    expect(sent).toHaveLength(1);
  });

  test("ends with the caller's signal", async () => {
    const stop = new AbortController();
    const caseport = new Caseport({
      apiKey: tenant.secret,
      baseUrl: server.baseUrl,
      fetch: () => Promise.reject(new TypeError("down")),
    });
    const work = failed(call(caseport, "me.get", { signal: stop.signal, maxRetries: 1_000_000 }));
    stop.abort(new Error("enough"));
    expect((await work).message).toBe("enough");
  });
});

describe("an operation without idempotency keys", () => {
  test("creates a lead once: an externalId is made, and the lead of the lost response is returned", async () => {
    const { caseport, sent, fail } = open();
    fail("lost");
    const result = await call(caseport, "leads.create", { firstName: "Ines", lastName: "Moreau" });
    const made = sent.slice(0, 2).map(({ body }) => (JSON.parse(String(body)) as { externalId: string }).externalId);
    expect(made[0]).toMatch(/^sdk_[\w-]{36}$/);
    expect(made[1]).toBe(made[0]);
    expect(result).toMatchObject({ etag: '"1"', lead: { firstName: "Ines", externalId: made[0] } });
    expect(await countEvents(idOf(result, "lead"))).toBe(1);
  });

  test("names the lead in the error if the key cannot read it", async () => {
    const { caseport, fail } = open({}, (await createKey(tenant, { scopes: ["leads:write"] })).secret);
    fail("lost");
    const error = await failed(call(caseport, "leads.create", { firstName: "Ines", lastName: "Moreau" }));
    expect(error).toBeInstanceOf(DuplicateEntryError);
    expect(error.attempts).toBe(2);
    expect(await countEvents(String(error.detail))).toBe(1);
  });

  test("leaves a rejection for the caller's own externalId to the caller", async () => {
    const { caseport, sent } = open();
    const lead = { firstName: "Ines", lastName: "Moreau", externalId: "form-4711" };
    const { lead: created } = await call(caseport, "leads.create", lead);
    const error = await failed(call(caseport, "leads.create", lead));
    expect(error).toBeInstanceOf(DuplicateEntryError);
    expect(error.detail).toBe((created as { id: string }).id);
    expect(sent).toHaveLength(2);
  });

  describe.each([
    ["cases.update", { description: "Rear-ended" }],
    ["leads.update", { firstName: "Inès" }],
  ])("%s", (name, changes) => {
    const create = async () =>
      name === "cases.update"
        ? (await createCase(tenant)).caseId
        : idOf(await call(client.caseport, "leads.create", { firstName: "Ines", lastName: "Moreau" }), "lead");
    const updatesOf = async (id: string) =>
      (await readEvents(tenant)).filter((event) => event.entityId === id && event.eventType.endsWith(".updated"))
        .length;

    test.each<[string, Fault]>([
      ["a lost response", "lost"],
      ["503", unavailable],
    ])("is not sent again after %s", async (_name, fault) => {
      const { caseport, sent, fail } = open();
      const id = await create();
      const before = sent.length;
      fail(fault);
      expect(await failed(call(caseport, name, id, changes))).toBeInstanceOf(
        fault === "lost" ? ConnectionError : ApiError,
      );
      expect(sent.length - before).toBe(1);
    });

    test("is sent again after 429, which is sent before anything happens", async () => {
      const { caseport, fail } = open();
      const id = await create();
      fail(limited);
      await call(caseport, name, id, changes);
      expect(await updatesOf(id)).toBe(1);
    });

    test("is sent again with ifMatch, which takes effect once", async () => {
      const { caseport, fail } = open();
      const id = await create();
      const { etag } = await call(caseport, name.replace("update", "get"), id);
      fail("unsent");
      await call(caseport, name, id, changes, { ifMatch: etag });
      const { etag: next } = await call(caseport, name.replace("update", "get"), id);
      fail("lost");
      const error = await failed(
        call(caseport, name, id, { ...changes, [Object.keys(changes)[0] ?? ""]: "Later" }, { ifMatch: next }),
      );
      expect(error).toBeInstanceOf(StaleRevisionError);
      expect(error.attempts).toBe(2);
      expect(await updatesOf(id)).toBe(2);
    });
  });
});

describe("errors", () => {
  test("there is a class for every code", () => {
    expect(Object.keys(errorClasses)).toEqual(Object.keys(errorStatus));
  });

  test("a stale revision, also by number", async () => {
    const { caseport } = open();
    const { client: created, etag } = await call(caseport, "clients.create", { firstName: "Noor", lastName: "Haddad" });
    const { id, revision } = created as { id: string; revision: number };
    await call(caseport, "clients.update", id, { phone: "555-0101" }, { ifMatch: revision });
    expect(await failed(call(caseport, "clients.update", id, { phone: "555-0102" }, { ifMatch: etag }))).toBeInstanceOf(
      StaleRevisionError,
    );
  });

  test("a current copy", async () => {
    const { caseport } = open();
    const { etag } = await call(caseport, "attorneys.get", tenant.attorneyId);
    expect(await failed(call(caseport, "attorneys.get", tenant.attorneyId, { ifNoneMatch: etag }))).toBeInstanceOf(
      NotModifiedError,
    );
  });

  test("chosen fields are returned alone", async () => {
    const { caseport } = open();
    const { attorney } = await call(caseport, "attorneys.get", tenant.attorneyId, { fields: ["status"] });
    expect(attorney).toEqual({ attorneyId: tenant.attorneyId, status: "active" });
  });

  test("a missing scope and an unknown record, with reason, detail and request ID, and without the key", async () => {
    const { secret } = await createKey(tenant, { scopes: ["cases:read"] });
    const { caseport } = open({}, secret);
    const error = await failed(call(caseport, "clients.list", {}, { requestId: "mine-1" }));
    expect(error).toBeInstanceOf(ForbiddenError);
    expect(error).toMatchObject({
      operation: "clients.list",
      status: 403,
      code: "FORBIDDEN",
      reason: "missing_scope",
      detail: "clients:read",
      requestId: "mine-1",
      attempts: 1,
    });
    expect(JSON.stringify([error, error.message, error.stack, caseport])).not.toContain(secret);
    expect(await failed(call(caseport, "cases.get", "case_unknown"))).toBeInstanceOf(NotFoundError);
  });

  test("invalid input lists every fault", async () => {
    const error = await failed(call(open().caseport, "clients.create", { email: "nobody" }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error.message).toContain("email: invalid e-mail address");
  });

  test("an exceeded rate limit of a real server", async () => {
    const own = await startOwnServer({
      rateLimits: { read: 2, write: 2, sensitive: 2, organizationFactor: 3, unauthenticated: 100 },
    });
    const strange = await createTenant(own.services.database);
    const { caseport } = openFaultyClient(own.baseUrl, strange.secret, { maxRetries: 0 });
    for (let count = 0; count < 2; count += 1) await call(caseport, "organization.get");
    const error = await failed(call(caseport, "organization.get"));
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error.retryAfterSeconds).toBeGreaterThan(0);
    await own.close(1000);
  });

  test("what is not an ID never becomes a path", async () => {
    const { caseport, sent } = open();
    for (const id of [undefined, "", "..", { id: "x" }])
      expect((await failed(call(caseport, "clients.delete", id))).message).toBe(
        "clients.delete: clientId must be an ID",
      );
    expect(await failed(call(caseport, "clients.get", "../me"))).toBeInstanceOf(NotFoundError);
    expect(sent.map(({ url }) => url.slice(server.baseUrl.length))).toEqual(["/api/v1/clients/..%2Fme"]);
  });

  test("a redirect is not followed: the key stays with the server", async () => {
    const { caseport, sent, fail } = open();
    fail({ status: 302, headers: { Location: "https://elsewhere.example" } });
    expect((await failed(call(caseport, "me.get"))).status).toBe(302);
    expect(sent).toHaveLength(1);
  });

  test.each(["", "my key", "sk_live_1"])("the key %o is rejected before it is sent", (apiKey) => {
    expect(() => new Caseport({ apiKey, baseUrl: server.baseUrl })).toThrow("apiKey must be an API key");
  });
});

describe("lists", () => {
  test("a page that is lost is read again", async () => {
    const { caseport, fail } = open({}, (await createTenant(server.services.database)).secret);
    for (let count = 0; count < 3; count += 1) await call(caseport, "contacts.create", witness);
    fail("lost", unavailable);
    const names: unknown[] = [];
    for await (const contact of list(caseport, "contacts.list", { limit: 1 })) names.push(contact["id"]);
    expect(new Set(names).size).toBe(3);
  });
});

describe("any request", () => {
  test("has the retries of its operation", async () => {
    const { caseport, sent, fail } = open({ baseUrl: `${server.baseUrl}/api/v1/` });
    fail("lost");
    const { client: created } = await caseport.request("POST", "/clients", { firstName: "Noor", lastName: "Haddad" });
    expect(sent).toHaveLength(2);
    expect(await countEvents((created as { id: string }).id)).toBe(1);
    expect(await caseport.request("GET", "api/v1/clients?limit=1")).toMatchObject({ clients: [{}] });
    const { caseId } = await createCase(tenant);
    fail("lost");
    expect(await failed(caseport.request("PATCH", `/cases/${caseId}`, { description: "Rear-ended" }))).toBeInstanceOf(
      ConnectionError,
    );
  });
});
