import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createDefinition } from "./fixtures.ts";
import { createNamedContact } from "../parties/fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
});
// Fields belong to the organization: each test has its own.
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const define = (body: object) =>
  api.change("POST", "/custom-field-definitions", {
    entity: "case",
    key: "exposure",
    label: "Exposure",
    type: "text",
    ...body,
  });
const read = async (caseId: string) => (await api.get(`/cases/${caseId}/custom-fields`)).body;
const write = (caseId: string, customFields: unknown, headers: Record<string, string> = {}) =>
  api.change("PATCH", `/cases/${caseId}/custom-fields`, { customFields }, headers);
const option = (value: string, archived = false) => ({ value, label: value.toUpperCase(), archived });

describe("a definition", () => {
  test("has its defaults and a key that is unique per entity", async () => {
    const { body, status } = await define({});
    expect(status).toBe(201);
    expect(readRecord(body, "customFieldDefinition")).toMatchObject({
      key: "exposure",
      options: [],
      required: false,
      section: null,
      order: 0,
      caseTypes: [],
      archived: false,
      revision: 1,
    });
    expect((await define({ type: "number" })).body).toMatchObject({
      code: "DUPLICATE_ENTRY",
      error: expect.stringMatching(/^key: /),
    });
    expect((await define({ entity: "lead" })).status).toBe(201);
  });

  test.each<[string, object]>([
    ["options", { type: "select" }],
    ["options", { options: [option("a")] }],
    ["options", { type: "select", options: [option("a"), option("a")] }],
    ["key", { key: "Exposure" }],
    ["key", { key: "__proto__" }],
    ["key", { key: "a.b" }],
    ["type", { type: "calculated" }],
    ["caseTypes.0", { caseTypes: ["spaceship"] }],
  ])("400 at %s for %j", async (path, body) => {
    expect((await define(body)).body).toMatchObject({
      code: "VALIDATION_FAILED",
      error: expect.stringContaining(`${path}: `),
    });
  });

  test("keeps its entity, key, type and existing options", async () => {
    const { definitionId } = await createDefinition(tenant, { type: "select", options: [option("a"), option("b")] });
    const path = `/custom-field-definitions/${definitionId}`;
    for (const name of ["entity", "key", "type"])
      expect((await api.change("PATCH", path, { [name]: "text" })).body["error"]).toContain(
        `${name}: unknown property`,
      );
    expect((await api.change("PATCH", path, { options: [option("b")] })).body["error"]).toMatch(/^options: must keep/);
    const changed = await api.change("PATCH", path, {
      options: [option("c"), option("b", true), option("a")],
      archived: true,
    });
    expect(readRecord(changed.body, "customFieldDefinition")).toMatchObject({
      options: [option("c"), option("b", true), option("a")],
      archived: true,
      revision: 2,
    });
    const plain = await createDefinition(tenant);
    expect(
      (await api.change("PATCH", `/custom-field-definitions/${plain.definitionId}`, { options: [option("a")] })).body[
        "error"
      ],
    ).toMatch(/^options: allowed only for select/);
  });

  test("the list is ordered, filtered by entity and paged, without archived definitions", async () => {
    const made = [];
    for (const [order, entity, archived] of [
      [5, "case", false],
      [1, "lead", false],
      [3, "case", true],
      [1, "case", false],
    ] as const) {
      made.push((await createDefinition(tenant, { order, entity, archived })).definitionId);
    }
    const list = async (query: string) => {
      const ids: string[] = [];
      for (let after = ""; ;) {
        const { body } = await api.get(`/custom-field-definitions?limit=1${query}${after}`);
        ids.push(...(body["customFieldDefinitions"] as { id: string }[]).map(({ id }) => id));
        const next = body["nextCursor"] as string | null;
        if (next === null) return ids;
        after = `&after=${next}`;
      }
    };
    const [a, b, c, d] = made;
    expect(await list("&sort=order")).toEqual([b, d, c, a]);
    expect(await list("&sort=order&entity=case&archived=false")).toEqual([d, a]);
    expect(await list("&archived=true")).toEqual([c]);
    await changeRow(tenant, "CustomFieldDefinition", a ?? "", { label: "moved" });
    expect(await list("&sort=updated")).toEqual([b, c, d, a]);
  });
});

describe("the custom field values of a case", () => {
  test("are written by key; omitted keys are kept and null removes one", async () => {
    const { caseId } = await createCase(tenant);
    await createDefinition(tenant, { key: "court" });
    await createDefinition(tenant, { key: "offer", type: "currency" });
    await createDefinition(tenant, { key: "kinds", type: "multi_select", options: [option("a"), option("b")] });
    expect((await write(caseId, { court: "Travis County", kinds: ["b", "a"] })).body).toEqual({
      success: true,
      customFields: { court: "Travis County", kinds: ["b", "a"] },
      missing: [],
    });
    await write(caseId, { offer: 12_500_00, kinds: null });
    expect((await read(caseId))["customFields"]).toEqual({ court: "Travis County", offer: 1_250_000 });
    expect(readRecord((await api.get(`/cases/${caseId}`)).body, "case")["customFields"]).toEqual({
      court: "Travis County",
      offer: 1_250_000,
    });
    const events = await readEvents(tenant);
    expect(events.at(-1)).toMatchObject({
      eventType: "case.updated",
      entityId: caseId,
      diff: {
        customFields: {
          from: { court: "Travis County", kinds: ["b", "a"] },
          to: { court: "Travis County", offer: 1_250_000 },
        },
      },
    });
  });

  test("400 lists every invalid key without its value and changes nothing", async () => {
    const { caseId } = await createCase(tenant);
    await createDefinition(tenant, { key: "court" });
    await createDefinition(tenant, { key: "offer", type: "currency" });
    await createDefinition(tenant, { key: "level", type: "select", options: [option("low"), option("old", true)] });
    const reply = await write(caseId, {
      court: "Travis County",
      offer: "hemophilia",
      level: "old",
      unheard: "hemophilia",
    });
    const faults = String(reply.body["error"])
      .split("; ")
      .map((fault) => fault.split(": ")[0]);
    expect([reply.body["code"], faults]).toEqual([
      "VALIDATION_FAILED",
      ["customFields.offer", "customFields.level", "customFields.unheard"],
    ]);
    expect(reply.text).not.toContain("hemophilia");
    expect((await read(caseId))["customFields"]).toEqual({});
    expect(await readEvents(tenant)).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["customFields", {}],
    ["customFields", []],
    ["customFields", "x"],
    ["customFields.court", { court: { deep: 1 } }],
    ["customFields.__proto__", JSON.parse('{"__proto__": "x", "court": "y"}')],
    ["customFields.constructor", { constructor: "x" }],
    ["customFields", Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, null]))],
  ])("400 at %s", async (path, given) => {
    const { caseId } = await createCase(tenant);
    await createDefinition(tenant, { key: "court" });
    const reply = await write(caseId, given);
    expect([reply.status, reply.body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
    expect(reply.body["error"]).toContain(path);
    expect((await read(caseId))["customFields"]).toEqual({});
  });

  test("a referenced record must belong to the organization", async () => {
    const { caseId } = await createCase(tenant);
    const there = await createTenant(server.services.database);
    const foreign: Record<string, string> = {
      contact: await createNamedContact(there, "Foreign"),
      member: there.attorneyId,
      case: (await createCase(there)).caseId,
      document: "doc_unknown",
    };
    const own: Record<string, string> = {
      contact: await createNamedContact(tenant, "Own"),
      member: tenant.attorneyId,
      case: caseId,
    };
    for (const type of Object.keys(foreign)) await createDefinition(tenant, { key: type, type });
    const fault = (type: string) => `customFields.${type}: must be the id of a ${type} of the organization`;
    expect((await write(caseId, foreign)).body["error"]).toBe(
      ["contact", "member", "case", "document"].map(fault).join("; "),
    );
    expect((await write(caseId, own)).body["customFields"]).toEqual(own);
  });

  test("reject fields of other case types and list the missing required keys", async () => {
    const { caseId } = await createCase(tenant);
    await createDefinition(tenant, { key: "axles", type: "number", caseTypes: ["truck_accident"], required: true });
    await createDefinition(tenant, { key: "court", required: true });
    expect((await write(caseId, { axles: 5 })).body["error"]).toContain("customFields.axles");
    expect((await read(caseId))["missing"]).toEqual(["court"]);
    expect((await write(caseId, { court: "Travis County" })).body["missing"]).toEqual([]);
    expect((await write(caseId, { court: null })).body["error"]).toContain("customFields.court");
  });

  test("have at most 100,000 characters in total", async () => {
    const { caseId } = await createCase(tenant);
    const keys = await Promise.all(
      Array.from(
        { length: 11 },
        async (_, index) => (await createDefinition(tenant, { key: `note${index}`, type: "long_text" })).key,
      ),
    );
    const half = (some: string[]) => write(caseId, Object.fromEntries(some.map((key) => [key, "x".repeat(9_500)])));
    expect((await half(keys.slice(0, 6))).status).toBe(200);
    expect((await half(keys.slice(6))).body["error"]).toMatch(/^customFields: all values together/);
  });

  test("are rejected with a stale If-Match and for an archived case", async () => {
    const { caseId } = await createCase(tenant);
    await createDefinition(tenant, { key: "court" });
    const etag = (await api.get(`/cases/${caseId}`)).headers.etag ?? "";
    expect((await write(caseId, { court: "a" }, { "If-Match": etag })).status).toBe(200);
    expect((await write(caseId, { court: "b" }, { "If-Match": etag })).body["code"]).toBe("STALE_REVISION");
    await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
    expect((await write(caseId, { court: "b" })).body["code"]).toBe("INVALID_STATE_TRANSITION");
    expect((await read(caseId))["customFields"]).toEqual({ court: "a" });
  });

  test("concurrent writes of different keys are all kept", async () => {
    const { caseId } = await createCase(tenant);
    const keys = await Promise.all(
      ["a", "b", "c", "d"].map(async (key) => (await createDefinition(tenant, { key })).key),
    );
    await Promise.all(keys.map((key) => write(caseId, { [key]: key })));
    expect((await read(caseId))["customFields"]).toEqual({ a: "a", b: "b", c: "c", d: "d" });
  });
});
