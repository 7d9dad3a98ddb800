import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { readEvents } from "../../../testing/harness/traces.ts";

let server: TestServer;
let tenant: TestTenant;
let caseId = "";
let accessors = 0;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  ({ caseId } = await createCase(tenant));
});
afterAll(() => server.close(1000));

const pathOf = (accessor: string) => `/cases/${caseId}/survey-details/${encodeURIComponent(accessor)}`;
const put = (accessor: string, value: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  openApi(server, tenant.secret).change("PUT", pathOf(accessor), { value }, headers);
const remove = (accessor: string, headers: Record<string, string> = {}): Promise<Reply> =>
  openApi(server, tenant.secret).change("DELETE", pathOf(accessor), undefined, headers);

function newAccessor(): string {
  accessors += 1;
  return `question${accessors}`;
}

describe("200", () => {
  test.each([
    ["one letter", "a"],
    ["200 characters", `a${"b".repeat(199)}`],
    ["every kind of character", "vehicles[0].make_of-2"],
    ["capitals", "Z"],
  ])("an accessor of %s", async (_, accessor) => {
    expect(readRecord((await put(accessor, "x")).body, "answer")).toMatchObject({
      accessor,
      value: "x",
      source: "api",
      revision: 1,
      deletedAt: null,
    });
  });

  test.each([
    ["nothing", ""],
    ["10,000 characters", "x".repeat(10_000)],
    ["10,000 emoji", "𝒜".repeat(10_000)],
    ["lines and tabs", "one\r\n\ttwo\u0001"],
    ["white space", "  "],
    ["JSON", '{"a":[1]}'],
  ])("a value of %s", async (_, value) => {
    expect(readRecord((await put(newAccessor(), value)).body, "answer")["value"]).toBe(value);
  });

  test("PUT creates and replaces an answer and restores a deleted one", async () => {
    const accessor = newAccessor();
    const created = readRecord((await put(accessor, "one")).body, "answer");
    const replaced = readRecord((await put(accessor, "two")).body, "answer");
    expect(replaced).toMatchObject({ id: created["id"], value: "two", revision: 2, createdAt: created["createdAt"] });
    expect((await remove(accessor)).body).toEqual({ success: true });
    const back = readRecord((await put(accessor, "three")).body, "answer");
    expect(back).toMatchObject({ id: created["id"], value: "three", revision: 4, deletedAt: null });
    const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === created["id"]);
    expect(events.map(({ eventType }) => eventType)).toEqual([
      "intake_answer.upserted",
      "intake_answer.upserted",
      "intake_answer.deleted",
      "intake_answer.upserted",
    ]);
    expect(events.map(({ diff }) => Object.keys(diff as object))).toEqual([
      [],
      expect.arrayContaining(["value"]),
      ["deletedAt"],
      expect.arrayContaining(["value", "deletedAt"]),
    ]);
  });

  test("accessors are case-sensitive and unique per case", async () => {
    const accessor = newAccessor();
    await put(accessor, "lower");
    expect(readRecord((await put(accessor.toUpperCase(), "upper")).body, "answer")["revision"]).toBe(1);
    const other = await createCase(tenant);
    const reply = await openApi(server, tenant.secret).change(
      "PUT",
      `/cases/${other.caseId}/survey-details/${accessor}`,
      { value: "x" },
    );
    expect(readRecord(reply.body, "answer")["revision"]).toBe(1);
  });

  test("DELETE is soft", async () => {
    const accessor = newAccessor();
    await put(accessor, "kept");
    await remove(accessor);
    const rows = await tenant.inside((transaction) =>
      transaction.selectFrom("IntakeAnswer").select(["value", "deletedAt"]).where("accessor", "=", accessor).execute(),
    );
    expect(rows).toEqual([{ value: "kept", deletedAt: expect.any(String) }]);
  });

  test("eight concurrent first answers create one answer with eight revisions", async () => {
    const accessor = newAccessor();
    const replies = await Promise.all(Array.from({ length: 8 }, (_, index) => put(accessor, `value ${index}`)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(replies.map(({ headers }) => headers.etag).toSorted()).toEqual(
      Array.from({ length: 8 }, (_, index) => `"${index + 1}"`),
    );
    expect(new Set(replies.map(({ body }) => readRecord(body, "answer")["id"])).size).toBe(1);
  });
});

describe("400", () => {
  test.each([
    ["a digit first", "1a"],
    ["201 characters", `a${"b".repeat(200)}`],
    ["a space", "a b"],
    ["a slash", "a/b"],
    ["a letter of another script", "é"],
    ["a line end", "a\n"],
    ["a dollar", "a$b"],
    ["a bracket first", "[0]"],
    ["an underscore first", "__proto__"],
  ])("an accessor with %s", async (_, accessor) => {
    for (const reply of [await put(accessor, "x"), await remove(accessor)]) {
      expect(reply.body, reply.text).toMatchObject({ code: "VALIDATION_FAILED" });
      expect(reply.body["error"]).toContain("accessor: must be 1 to 200 characters");
    }
  });

  test.each([
    ["10,001 characters", "x".repeat(10_001), "value: must be at most 10000 characters long"],
    ["10,001 emoji", "𝒜".repeat(10_001), "value: must be at most 10000 characters long"],
    ["null", null, "value: must be text"],
    ["a number", 5, "value: must be text"],
    ["nothing", undefined, "value: required"],
  ])("a value of %s", async (_, value, message) => {
    expect((await put(newAccessor(), value)).body).toMatchObject({ code: "VALIDATION_FAILED", error: message });
  });
});

describe("404", () => {
  test("DELETE of an unknown and of a deleted answer return the same bytes", async () => {
    const accessor = newAccessor();
    const never = await remove(accessor);
    expect(never.body).toEqual({ success: false, error: "Intake answer not found", code: "NOT_FOUND" });
    await put(accessor, "x");
    await remove(accessor);
    expect((await remove(accessor)).text).toBe(never.text);
  });

  test("the same accessor of another case is not deleted", async () => {
    const accessor = newAccessor();
    await put(accessor, "x");
    const other = await createCase(tenant);
    const reply = await openApi(server, tenant.secret).change(
      "DELETE",
      `/cases/${other.caseId}/survey-details/${accessor}`,
    );
    expect(reply.status).toBe(404);
  });
});

describe("409", () => {
  test.each(["*", '"1"', '"1", "2"'])("If-Match %s for an answer that never existed", async (header) => {
    const accessor = newAccessor();
    const reply = await put(accessor, "x", { "If-Match": header });
    expect(reply.body).toEqual({
      success: false,
      error: "There is no answer at this accessor to compare the revision with",
      code: "STALE_REVISION",
    });
    expect(reply.status).toBe(409);
    expect(readRecord((await put(accessor, "x")).body, "answer")["revision"]).toBe(1);
  });

  test("If-Match is compared with a deleted answer's revision", async () => {
    const accessor = newAccessor();
    await put(accessor, "one");
    await remove(accessor);
    expect((await put(accessor, "two", { "If-Match": '"1"' })).body["error"]).toBe(
      "The answer has changed since this revision; read it again",
    );
    expect(readRecord((await put(accessor, "two", { "If-Match": '"2"' })).body, "answer")).toMatchObject({
      revision: 3,
      deletedAt: null,
    });
    await remove(accessor, { "If-Match": "*" });
    expect(readRecord((await put(accessor, "three", { "If-Match": "*" })).body, "answer")).toMatchObject({
      revision: 5,
      deletedAt: null,
    });
  });

  test("If-Match with the previous revision", async () => {
    const accessor = newAccessor();
    await put(accessor, "one");
    await put(accessor, "two", { "If-Match": '"1"' });
    expect((await put(accessor, "three", { "If-Match": '"1"' })).body["code"]).toBe("STALE_REVISION");
    expect((await remove(accessor, { "If-Match": '"1"' })).body["code"]).toBe("STALE_REVISION");
    expect((await remove(accessor, { "If-Match": '"2"' })).status).toBe(200);
  });
});
