import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorExamples } from "../../openapi/describe-responses.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { createCase, createTenant, createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { countTraces } from "../../testing/harness/traces.ts";
import { deleteCase } from "../cases/fixtures.ts";
import { createFolder } from "./folders/fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let caseId = "";

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  ({ caseId } = await createCase(tenant));
});
afterAll(() => server.close(1000));

function create(body: unknown, ofCase = caseId): Promise<Reply> {
  return openApi(server, tenant.secret).change("POST", `/cases/${ofCase}/folders`, body);
}

async function createBelow(parentFolderId: string | null, name: string): Promise<Record<string, unknown>> {
  const reply = await create({ name, parentFolderId });
  expect(reply.status, reply.text).toBe(201);
  return readRecord(reply.body, "folder");
}

describe("201", () => {
  test.each<[string, string]>([
    ["one character", "A"],
    ["255 characters", "x".repeat(255)],
    ["255 emoji", "𝒜".repeat(255)],
    ["dots within", "..a.."],
    ["three dots", "..."],
    ["other scripts", "Здоровье 医療 طبي"],
    ["quotes and percent", `100 % "sure" & 'more' <b>`],
    ["__proto__", "__proto__"],
  ])("a name of %s", async (_, name) => {
    expect(await createBelow(null, name)).toMatchObject({
      name,
      path: name,
      depth: 1,
      parentFolderId: null,
      caseId,
      revision: 1,
    });
  });

  test("the acting attorney becomes the owner", async () => {
    expect(await createBelow(null, "Owned")).toMatchObject({ ownerAttorneyId: tenant.attorneyId });
  });

  test("an omitted parent is the same as null", async () => {
    expect(readRecord((await create({ name: "Left out" })).body, "folder")["parentFolderId"]).toBeNull();
  });

  test("the same name is allowed below another parent and in another case", async () => {
    const [left, right] = [await createBelow(null, "Left"), await createBelow(null, "Right")];
    for (const parent of [left, right])
      expect((await createBelow(String(parent["id"]), "Bills"))["path"]).toBe(`${String(parent["name"])}/Bills`);
    const other = await createCase(tenant);
    expect((await create({ name: "Left" }, other.caseId)).status).toBe(201);
  });

  test("folders can be nested twenty levels deep, and no deeper", async () => {
    let parent: string | null = null;
    for (let depth = 1; depth <= 20; depth += 1) {
      const folder = await createBelow(parent, `Level ${depth}`);
      expect(folder["depth"]).toBe(depth);
      parent = String(folder["id"]);
    }
    const reply = await create({ name: "Level 21", parentFolderId: parent });
    expect(reply.body).toEqual({
      success: false,
      error: "parentFolderId: folders nest at most 20 levels deep",
      code: "VALIDATION_FAILED",
    });
  });

  test("a name is free again after a rolled-back attempt", async () => {
    const { secret } = await createKey(tenant, { scopes: ["documents:write"] });
    const before = await countTraces(tenant);
    const api = openApi(server, secret);
    expect(
      (await api.change("POST", `/cases/${caseId}/folders`, { name: "Twice", parentFolderId: "fld_unknown" })).status,
    ).toBe(404);
    expect(await countTraces(tenant)).toEqual(before);
    expect((await api.change("POST", `/cases/${caseId}/folders`, { name: "Twice" })).status).toBe(201);
  });
});

describe("400", () => {
  test.each<[string, unknown, string]>([
    ["no name", {}, "name: required"],
    ["a name of null", { name: null }, "name: must be text"],
    ["an empty name", { name: "" }, "name: must be at least 1 character long"],
    ["a name of 256", { name: "x".repeat(256) }, "name: must be at most 255 characters long"],
    ["a name of 256 emoji", { name: "𝒜".repeat(256) }, "name: must be at most 255 characters long"],
    ["a slash", { name: "a/b" }, "name: must not contain / or \\"],
    ["a backslash", { name: "a\\b" }, "name: must not contain / or \\"],
    ["a line end", { name: "a\nb" }, "name: must not contain control characters"],
    ["DEL", { name: "a\u007fb" }, "name: must not contain control characters"],
    ["a C1 control", { name: "a\u0085b" }, "name: must not contain control characters"],
    ["a blank", { name: " " }, "name: must contain a visible character"],
    ["an ideographic space", { name: "\u3000\u00a0" }, "name: must contain a visible character"],
    ["a dot", { name: "." }, "name: must not be . or .."],
    ["two dots", { name: ".." }, "name: must not be . or .."],
    ["a parent that is empty", { name: "x", parentFolderId: "" }, "parentFolderId: must be at least 1 character long"],
    ["a parent that is a number", { name: "x", parentFolderId: 1 }, "parentFolderId: must be text"],
    [
      "a parent of 210 characters",
      { name: "x", parentFolderId: "f".repeat(210) },
      "parentFolderId: must be at most 209",
    ],
  ])("%s", async (_, body, message) => {
    const reply = await create(body);
    expect(reply.body, reply.text).toMatchObject({ code: "VALIDATION_FAILED" });
    expect(reply.body["error"]).toContain(message);
  });
});

describe("404", () => {
  const missing = { success: false, error: "Parent folder not found", code: "NOT_FOUND" };

  test("for an unknown parent and one of another case or organization, with the same bytes", async () => {
    const other = await createCase(tenant);
    const stranger = await createTenant(server.services.database);
    const theirs = await createCase(stranger);
    const parents = [
      await createFolder(tenant, other.caseId),
      await createFolder(stranger, theirs.caseId),
      "fld_unknown",
    ];
    for (const parentFolderId of parents)
      expect((await create({ name: "Lost", parentFolderId })).body).toEqual(missing);
  });

  test("a deleted case", async () => {
    const other = await createCase(tenant);
    await deleteCase(tenant, other.caseId);
    expect((await create({ name: "Late" }, other.caseId)).body).toMatchObject({ error: "Case not found" });
  });
});

describe("409", () => {
  test.each([
    ["the same", "Photos", "Photos"],
    ["other letter case", "Bills", "bILLS"],
    ["composed and decomposed", "Caf\u00e9", "Cafe\u0301"],
    ["full width", "Report", "\uff32eport"],
    ["space around it", "Notes", " Notes "],
  ])("%s", async (_, first, second) => {
    const parent = await createFolder(tenant, caseId);
    await createBelow(parent, first);
    const before = await countTraces(tenant);
    const reply = await create({ name: second, parentFolderId: parent });
    expect([reply.status, reply.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);
    expect(errorExamples["DUPLICATE_ENTRY"]).toMatchObject({ value: reply.body });
    expect(await countTraces(tenant)).toEqual(before);
  });

  test("of eight concurrent requests one succeeds", async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create({ name: index % 2 === 0 ? "At once" : "AT ONCE" })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect(new Set(replies.filter(({ status }) => status === 409).map(({ body }) => body["code"]))).toEqual(
      new Set(["DUPLICATE_ENTRY"]),
    );
  });

  test("directly below the case as well, where the database has no parent to compare", async () => {
    await createBelow(null, "Root");
    expect((await create({ name: "root", parentFolderId: null })).status).toBe(409);
  });
});
