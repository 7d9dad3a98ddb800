import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createId } from "../../../platform/database/ids.ts";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { readId, readRecord } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { expectEventsRecorded, readEvents } from "../../../testing/harness/traces.ts";
import { createTag } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
});
// Tags belong to the organization: each test has its own.
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const color = "#0f766e";
const create = (name: string) => api.change("POST", "/tags", { name, color });
const give = (caseId: string, tags: unknown, headers: Record<string, string> = {}) =>
  api.change("PUT", `/cases/${caseId}/tags`, { tags }, headers);
const namesOf = ({ body }: Reply) => (readRecord(body, "case")["tags"] as { name: string }[]).map(({ name }) => name);

describe("a tag's name", () => {
  test("is unique within the organization, regardless of case and Unicode normalization", async () => {
    const { body, headers } = await create("Café Müller");
    expect(headers["location"]).toBe(`/api/v1/tags/${readId(body, "tag")}`);
    for (const same of ["Café Müller", "CAFÉ MÜLLER", "Cafe\u0301 mu\u0308ller"]) {
      expect((await create(same)).body).toMatchObject({ code: "DUPLICATE_ENTRY", error: "name: used by another tag" });
    }
    const second = readRecord((await create("Cafe Muller")).body, "tag");
    expect((await api.change("PATCH", `/tags/${String(second["id"])}`, { name: "café müller" })).body["code"]).toBe(
      "DUPLICATE_ENTRY",
    );
    expect((await api.change("PATCH", `/tags/${String(second["id"])}`, { name: "CAFE MULLER" })).status).toBe(200);
    const other = await createTenant(server.services.database);
    expect((await openApi(server, other.secret).change("POST", "/tags", { name: "Café Müller", color })).status).toBe(
      201,
    );
  });

  test("conflicts with a name that differs only in invisible characters, and is stored as sent", async () => {
    await create("Fall");
    for (const same of ["Fall\u200b", "F\u00adall", "f\u2028all", "Fa\u{e0061}ll\ufe0f"]) {
      expect([(await create(same)).status, same]).toEqual([409, same]);
    }
    const heart = readRecord((await create("\u2764\ufe0f Heart")).body, "tag");
    expect(heart["name"]).toBe("\u2764\ufe0f Heart");
    expect((await api.change("PATCH", `/tags/${String(heart["id"])}`, { name: "Fa\u200dll" })).body["code"]).toBe(
      "DUPLICATE_ENTRY",
    );
    const { caseId } = await createCase(tenant);
    expect(namesOf(await give(caseId, ["\u2764 heart", "FALL\u2060"]))).toEqual(["Fall", "\u2764\ufe0f Heart"]);
    expect((await api.get(`/cases?tag=${encodeURIComponent("\u2764 heart")}`)).body["cases"]).toMatchObject([
      { id: caseId },
    ]);
  });

  test("can be reused after the tag is deleted", async () => {
    const id = readId((await create("Once")).body, "tag");
    expect((await api.change("DELETE", `/tags/${id}`)).body).toEqual({ success: true });
    expect((await api.get(`/tags/${id}`)).status).toBe(404);
    expect((await create("once")).status).toBe(201);
  });

  test.each([[""], [" a"], ["a "], ["a\nb"], ["a\u202eb"], ["\u200b"], ["x".repeat(51)]])(
    "400 for %j",
    async (name) => {
      expect((await create(name)).body).toMatchObject({
        code: "VALIDATION_FAILED",
        error: expect.stringMatching(/^name: /),
      });
    },
  );

  test.each(["red", "#fff", "#B45309", "#12345g", "b45309"])("400 for the color %s", async (given) => {
    expect((await api.change("POST", "/tags", { name: "A", color: given })).body).toMatchObject({
      error: expect.stringMatching(/^color: /),
    });
  });
});

describe("the tags of a case", () => {
  test("match names regardless of case, without duplicates; each change records one event", async () => {
    const { caseId } = await createCase(tenant);
    for (const name of ["Alpha", "Beta", "Gamma"]) await createTag(tenant, name);
    const replaceTags = async (tags: unknown) => {
      const before = (await readEvents(tenant)).length;
      const names = namesOf(await give(caseId, tags));
      const events = (await readEvents(tenant)).slice(before);
      expectEventsRecorded(events);
      return [names, events.map(({ eventType }) => eventType)];
    };
    expect(await replaceTags(["alpha", "BETA", "Alpha"])).toEqual([
      ["Alpha", "Beta"],
      ["case.updated", "case.tag_added"],
    ]);
    expect(await replaceTags(["Beta", "Alpha"])).toEqual([["Alpha", "Beta"], ["case.updated"]]);
    expect(await replaceTags(["Beta", "Gamma"])).toEqual([
      ["Beta", "Gamma"],
      ["case.updated", "case.tag_added", "case.tag_removed"],
    ]);
    expect(await replaceTags([])).toEqual([[], ["case.updated", "case.tag_removed"]]);
  });

  test("400 with the index of an unknown, deleted or foreign tag, and nothing changes", async () => {
    const { caseId } = await createCase(tenant);
    await createTag(tenant, "Alpha");
    await changeRow(tenant, "Tag", await createTag(tenant, "Gone"), { deletedAt: new Date().toISOString() });
    await createTag(await createTenant(server.services.database), "Foreign");
    const reply = await give(caseId, ["Alpha", "Gone", "Foreign"]);
    const fault = (place: number) => `tags.${place}: no tag has this name; create it with POST /tags`;
    expect(reply.body).toMatchObject({ code: "VALIDATION_FAILED", error: `${fault(1)}; ${fault(2)}` });
    expect(namesOf(await api.get(`/cases/${caseId}`))).toEqual([]);
  });

  test("If-Match takes the case's ETag, and the response has the next one", async () => {
    const { caseId } = await createCase(tenant);
    await createTag(tenant, "Alpha");
    const etag = (await api.get(`/cases/${caseId}`)).headers.etag ?? "";
    const reply = await give(caseId, ["Alpha"], { "If-Match": etag });
    expect([reply.status, reply.headers.etag]).toEqual([200, (await api.get(`/cases/${caseId}`)).headers.etag]);
    expect((await give(caseId, [], { "If-Match": etag })).body["code"]).toBe("STALE_REVISION");
  });

  test("cannot be changed while the case is archived", async () => {
    const { caseId } = await createCase(tenant, { matterStatus: "archived" });
    expect((await give(caseId, [])).body["code"]).toBe("INVALID_STATE_TRANSITION");
  });

  test("two concurrent replacements leave exactly one of the sets", async () => {
    const { caseId } = await createCase(tenant);
    for (const name of ["Alpha", "Beta"]) await createTag(tenant, name);
    const replies = await Promise.all([give(caseId, ["Alpha"]), give(caseId, ["Beta"])]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(namesOf(await api.get(`/cases/${caseId}`))).toHaveLength(1);
  });
});

describe("deleting", () => {
  test("409 while a case has the tag, unless the case is deleted", async () => {
    const { caseId } = await createCase(tenant);
    const tagId = await createTag(tenant, "Alpha");
    await give(caseId, ["Alpha"]);
    expect((await api.change("DELETE", `/tags/${tagId}`)).body["code"]).toBe("INVALID_STATE_TRANSITION");
    await changeRow(tenant, "Case", caseId, { deletedAt: new Date().toISOString() });
    expect((await api.change("DELETE", `/tags/${tagId}`)).status).toBe(200);
  });

  test("assigning and deleting a tag concurrently never leaves a deleted tag on a case", async () => {
    const { caseId } = await createCase(tenant);
    const tagId = await createTag(tenant, "Alpha");
    const [given, deleted] = await Promise.all([give(caseId, ["Alpha"]), api.change("DELETE", `/tags/${tagId}`)]);
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([given.status, deleted.status]);
  });
});

test("renaming a tag updates its cases and their ETags, and records only the tag's event", async () => {
  const { caseId } = await createCase(tenant);
  const tagId = await createTag(tenant, "Alpha");
  const { headers } = await give(caseId, ["Alpha"]);
  const before = (await readEvents(tenant)).length;
  expect((await api.change("PATCH", `/tags/${tagId}`, { name: "Omega" })).headers.etag).toBe('"2"');
  const events = (await readEvents(tenant)).slice(before);
  expect(events.map(({ eventType, diff }) => [eventType, diff])).toEqual([
    ["tag.updated", { name: { from: "Alpha", to: "Omega" } }],
  ]);
  const after = await api.get(`/cases/${caseId}`);
  expect(namesOf(after)).toEqual(["Omega"]);
  expect(after.headers.etag).not.toBe(headers.etag);
});

test("the list sorts by name regardless of case and by age, in pages, without deleted tags", async () => {
  const made: string[] = [];
  // A day apart: ids of one millisecond have no order.
  for (const [day, name] of ["beta", "Alpha", "gamma", "Delta"].entries())
    made.push(await createTag(tenant, name, createId("tag", new Date(Date.UTC(2026, 0, 1 + day)))));
  const list = async (query: string) => {
    const names: string[] = [];
    for (let after = ""; ;) {
      const { body } = await api.get(`/tags?limit=2${query}${after}`);
      names.push(...(body["tags"] as { name: string }[]).map(({ name }) => name));
      const next = body["nextCursor"] as string | null;
      if (next === null) return names;
      after = `&after=${next}`;
    }
  };
  expect(await list("&sort=name")).toEqual(["Alpha", "beta", "Delta", "gamma"]);
  expect(await list("")).toEqual(["Delta", "gamma", "Alpha", "beta"]);
  await changeRow(tenant, "Tag", made[0] ?? "", { color: "#ffffff" });
  await changeRow(tenant, "Tag", made[1] ?? "", { deletedAt: new Date().toISOString() });
  expect(await list("&sort=updated")).toEqual(["gamma", "Delta", "beta"]);
});
