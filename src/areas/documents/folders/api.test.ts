import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { anyRevision, readId, readRecord } from "../../../testing/harness/requests/example-request.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { countTraces, readEvents } from "../../../testing/harness/traces.ts";
import { deleteCase } from "../../cases/fixtures.ts";
import { maxBranchRecords } from "./domain.ts";
import { createDocument } from "../fixtures.records.ts";
import { createFolder } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let caseId = "";

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const api = () => openApi(server, tenant.secret);
const any = { "If-Match": anyRevision };
const change = (folderId: string, body: object, headers: Record<string, string> = any): Promise<Reply> =>
  api().change("PATCH", `/folders/${folderId}`, body, headers);
const remove = (folderId: string, query = ""): Promise<Reply> => api().change("DELETE", `/folders/${folderId}${query}`);
const restore = (folderId: string): Promise<Reply> => api().change("POST", `/folders/${folderId}/restore`, {});
const read = async (folderId: string) =>
  readRecord((await api().get(`/folders/${folderId}?includeDeleted=true`)).body, "folder");
const rejectionOf = ({ status, body }: Reply) => [status, body["code"], body["error"]];
const names = async (query = "") =>
  ((await api().get(`/cases/${caseId}/folders?sort=name${query}`)).body["folders"] as { name: string }[]).map(
    ({ name }) => name,
  );
const startCase = async () => {
  ({ caseId } = await createCase(tenant));
};

async function add(name: string, parentFolderId: string | null = null): Promise<string> {
  const reply = await api().change("POST", `/cases/${caseId}/folders`, { name, parentFolderId });
  expect(reply.status, reply.text).toBe(201);
  return readId(reply.body, "folder");
}

/**
 * A chain of folders, each in the one before.
 *
 * @returns their ids
 */
async function addChain(length: number, prefix: string): Promise<string[]> {
  const ids: string[] = [];
  for (let level = 1; level <= length; level += 1) ids.push(await add(`${prefix} ${level}`, ids.at(-1) ?? null));
  return ids;
}

const putDocument = async (folderId: string, values = {}) =>
  (await createDocument(tenant, { caseId, folderId, ...values })).documentId;
const readDocument = async (id: string) =>
  readRecord((await api().get(`/documents/${id}?includeDeleted=true`)).body, "document");

test("Location leads to the folder", async () => {
  await startCase();
  const { headers } = await api().change("POST", `/cases/${caseId}/folders`, { name: "Medical" });
  expect(headers.location).toMatch(/^\/api\/v1\/folders\/fld_/);
  expect((await api().get(String(headers.location).slice("/api/v1".length))).body).toMatchObject({
    folder: { name: "Medical", deletedAt: null },
  });
});

describe("listing folders", () => {
  test("returns the whole tree, one level, or the direct children of each", async () => {
    await startCase();
    const medical = await add("Medical");
    const bills = await add("Bills", medical);
    await add("2026", bills);
    await add("Äpfel");
    await putDocument(bills);
    await putDocument(bills, { deletedAt: new Date().toISOString() });
    expect(await names()).toEqual(["2026", "Bills", "Medical", "Äpfel"]);
    expect(await names("&parentFolderId=root")).toEqual(["Medical", "Äpfel"]);
    expect(await names(`&parentFolderId=${medical}`)).toEqual(["Bills"]);
    expect(await read(bills)).toMatchObject({ path: "Medical/Bills", depth: 2, documentCount: 1, childFolderCount: 1 });
  });

  test("returns pages without deleted folders", async () => {
    await startCase();
    const ids = [await add("A"), await add("B"), await add("C")];
    await remove(ids[1] ?? "");
    const first = await api().get(`/cases/${caseId}/folders?sort=oldest&limit=1`);
    const second = await api().get(
      `/cases/${caseId}/folders?sort=oldest&limit=1&after=${String(first.body["nextCursor"])}`,
    );
    expect([first, second].map(({ body }) => (body["folders"] as { id: string }[])[0]?.id)).toEqual([ids[0], ids[2]]);
    expect(second.body["nextCursor"]).toBeNull();
  });

  test("rejects a cursor of another case", async () => {
    await startCase();
    await add("A");
    await add("B");
    const { body } = await api().get(`/cases/${caseId}/folders?limit=1`);
    await startCase();
    expect((await api().get(`/cases/${caseId}/folders?after=${String(body["nextCursor"])}`)).status).toBe(400);
  });
});

describe("renaming and moving a folder", () => {
  test("updates the paths and depths of its descendants", async () => {
    await startCase();
    const [top = "", middle = "", bottom = ""] = await addChain(3, "L");
    const other = await add("Other");
    const reply = await change(top, { name: "First", parentFolderId: other });
    expect(readRecord(reply.body, "folder")).toMatchObject({
      name: "First",
      path: "Other/First",
      depth: 2,
      revision: 2,
    });
    expect(await read(middle)).toMatchObject({ path: "Other/First/L 2", depth: 3, revision: 1 });
    expect(await read(bottom)).toMatchObject({ path: "Other/First/L 2/L 3", depth: 4 });
    await change(middle, { parentFolderId: null });
    expect(await read(bottom)).toMatchObject({ path: "L 2/L 3", depth: 2 });
    expect((await readEvents(tenant)).at(-1)).toMatchObject({
      eventType: "folder.updated",
      entityId: middle,
      diff: {
        depth: { from: 3, to: 1 },
        parentFolderId: { from: top, to: null },
        path: { from: "Other/First/L 2", to: "L 2" },
      },
    });
  });

  test("rejects a name that differs from a sibling's only in invisible characters, and stores names as sent", async () => {
    await startCase();
    await add("Medical records");
    const other = await add("Family 👩\u200d👧");
    expect((await read(other))["name"]).toBe("Family 👩\u200d👧");
    for (const name of ["Medical\u200b records", "medical  records\u2028", "\u00adMedical\u{e0020} records\ufe0f"]) {
      for (const reply of [
        await change(other, { name }),
        await api().change("POST", `/cases/${caseId}/folders`, { name }),
      ]) {
        expect(rejectionOf(reply)).toEqual([409, "DUPLICATE_ENTRY", "A folder with this name already exists here"]);
      }
    }
  });

  test("a name of 255 characters that fold to thousands is stored", async () => {
    await startCase();
    // Square words: each is four to six syllables of three bytes, and an index entry has at most 2,704 bytes.
    const words = Array.from({ length: 0x58 }, (_, index) => String.fromCodePoint(0x3300 + index)).filter(
      (word) => word.normalize("NFKC").length > 3,
    );
    await add(Array.from({ length: 255 }, (_, index) => words[(index * index) % words.length]).join(""));
  });

  test("can change only the case of its own name", async () => {
    await startCase();
    const folderId = await add("Bills");
    expect(readRecord((await change(folderId, { name: "BILLS" })).body, "folder")["name"]).toBe("BILLS");
  });

  test("400 without If-Match, without a change, and deeper than twenty levels", async () => {
    await startCase();
    const folderId = await add("A");
    expect(rejectionOf(await change(folderId, { name: "B" }, {}))).toEqual([
      400,
      "VALIDATION_FAILED",
      expect.stringContaining("If-Match: required"),
    ]);
    expect(rejectionOf(await change(folderId, {}))).toEqual([
      400,
      "VALIDATION_FAILED",
      "body: must change at least one field",
    ]);
    const [deep, chain] = [await addChain(18, "D"), await addChain(3, "C")];
    expect(rejectionOf(await change(chain[0] ?? "", { parentFolderId: deep[17] }))).toEqual([
      400,
      "VALIDATION_FAILED",
      "parentFolderId: folders nest at most 20 levels deep",
    ]);
    expect((await change(chain[0] ?? "", { parentFolderId: deep[16] })).status).toBe(200);
    expect(await read(chain[2] ?? "")).toMatchObject({ depth: 20 });
  });

  test("404 for a deleted folder and for a foreign, deleted or unknown parent", async () => {
    await startCase();
    const [folderId, gone] = [await add("A"), await add("Gone")];
    await remove(gone);
    const elsewhere = await createFolder(tenant, (await createCase(tenant)).caseId);
    for (const parentFolderId of [elsewhere, gone, "fld_unknown"]) {
      expect(rejectionOf(await change(folderId, { parentFolderId }))).toEqual([
        404,
        "NOT_FOUND",
        "Parent folder not found",
      ]);
    }
    expect(rejectionOf(await change(gone, { name: "B" }))).toEqual([404, "NOT_FOUND", "Folder not found"]);
    await deleteCase(tenant, caseId);
    expect((await api().get(`/folders/${folderId}`)).status).toBe(404);
  });

  test("409 into itself or a descendant, for a sibling's name, and for a stale revision", async () => {
    await startCase();
    const [top = "", middle = "", bottom = ""] = await addChain(3, "L");
    for (const parentFolderId of [top, middle, bottom]) {
      expect(rejectionOf(await change(top, { parentFolderId }))).toEqual([
        409,
        "INVALID_STATE_TRANSITION",
        expect.stringContaining("into itself"),
      ]);
    }
    const before = await countTraces(tenant);
    const other = await add("Other");
    expect(rejectionOf(await change(other, { name: "l 1" }))).toEqual([
      409,
      "DUPLICATE_ENTRY",
      "A folder with this name already exists here",
    ]);
    await add("L 2");
    expect(rejectionOf(await change(middle, { parentFolderId: null }))[1]).toBe("DUPLICATE_ENTRY");
    expect(rejectionOf(await change(other, { name: "B" }, { "If-Match": '"9"' }))[1]).toBe("STALE_REVISION");
    expect((await countTraces(tenant)).events).toBe(before.events + 2);
  });

  test("two concurrent moves into each other form no cycle", async () => {
    await startCase();
    for (let round = 0; round < 5; round += 1) {
      const [left, right] = [await add(`Left ${round}`), await add(`Right ${round}`)];
      const replies = await Promise.all([
        change(left, { parentFolderId: right }),
        change(right, { parentFolderId: left }),
      ]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  test("folders created while their parent moves have the right depth", async () => {
    await startCase();
    const [parent, deep] = [await add("Parent"), await addChain(3, "D")];
    await Promise.all([
      change(parent, { parentFolderId: deep[2] }),
      ...Array.from({ length: 8 }, (_, index) => add(`Child ${index}`, parent)),
    ]);
    const { body } = await api().get(`/cases/${caseId}/folders?parentFolderId=${parent}`);
    expect((body["folders"] as { depth: number }[]).map(({ depth }) => depth)).toEqual(
      Array.from({ length: 8 }, () => 5),
    );
  });
});

describe("deleting a folder", () => {
  test("409 while it is not empty, not counting deleted items", async () => {
    await startCase();
    const folderId = await add("A");
    const child = await add("B", folderId);
    expect(rejectionOf(await remove(folderId))).toEqual([
      409,
      "INVALID_STATE_TRANSITION",
      expect.stringContaining("recursive=true"),
    ]);
    await remove(child);
    const documentId = await putDocument(folderId);
    expect(rejectionOf(await remove(folderId))[1]).toBe("INVALID_STATE_TRANSITION");
    await api().change("DELETE", `/documents/${documentId}`);
    expect((await remove(folderId)).body).toEqual({ success: true });
    expect((await remove(folderId)).status).toBe(404);
    expect(await names()).toEqual([]);
  });

  test("frees its name, and nothing can be created in it", async () => {
    await startCase();
    const folderId = await add("A");
    await remove(folderId);
    await add("a");
    expect(
      rejectionOf(await api().change("POST", `/cases/${caseId}/folders`, { name: "B", parentFolderId: folderId })),
    ).toEqual([404, "NOT_FOUND", "Parent folder not found"]);
    expect(rejectionOf(await restore(folderId))).toEqual([
      409,
      "DUPLICATE_ENTRY",
      "A folder with this name already exists here",
    ]);
  });

  test("with recursive=true deletes all contents with an event each, and restoring it restores them", async () => {
    await startCase();
    const [top = "", middle = "", bottom = ""] = await addChain(3, "L");
    const [kept, inMiddle, gone] = [await putDocument(bottom), await putDocument(middle), await putDocument(middle)];
    await api().change("DELETE", `/documents/${gone}`);
    const earlier = await add("Deleted earlier", middle);
    await remove(earlier);
    const before = (await readEvents(tenant)).length;
    expect((await remove(top, "?recursive=true")).status).toBe(200);
    const events = (await readEvents(tenant)).slice(before);
    const listOf = (type: string) =>
      events.filter(({ eventType }) => eventType === type).map(({ entityId }) => entityId);
    expect(listOf("folder.deleted")).toEqual([bottom, middle, top]);
    expect(listOf("document.deleted").toSorted()).toEqual([kept, inMiddle].toSorted());
    expect(await names()).toEqual([]);

    expect(readRecord((await restore(top)).body, "folder")).toMatchObject({
      deletedAt: null,
      revision: 3,
      childFolderCount: 1,
    });
    expect(await names()).toEqual(["L 1", "L 2", "L 3"]);
    expect(await readDocument(kept)).toMatchObject({
      deletedAt: null,
      folderId: bottom,
      path: expect.stringContaining("L 1/L 2/L 3/") as unknown,
    });
    expect((await readDocument(gone))["deletedAt"]).not.toBeNull();
    expect((await read(earlier))["deletedAt"]).not.toBeNull();
    expect(
      (await readEvents(tenant))
        .slice(before + events.length)
        .map(({ eventType }) => eventType)
        .toSorted(),
    ).toEqual(["document.restored", "document.restored", "folder.restored", "folder.restored", "folder.restored"]);
  });

  test("deletes nothing when a document is on legal hold or the limit is exceeded", async () => {
    await startCase();
    const folderId = await add("A");
    const documentId = await putDocument(folderId);
    await putDocument(folderId, { legalHold: true });
    const before = await countTraces(tenant);
    expect(rejectionOf(await remove(folderId, "?recursive=true"))).toEqual([
      409,
      "INVALID_STATE_TRANSITION",
      expect.stringContaining("legal hold"),
    ]);
    expect((await readDocument(documentId))["deletedAt"]).toBeNull();
    const many = await add("Many");
    const { organizationId } = tenant;
    const rows = Array.from({ length: maxBranchRecords }, (_, index) => ({
      organizationId,
      id: `${many}_${index}`,
      caseId,
      parentFolderId: many,
      name: String(index),
      depth: 2,
    }));
    await tenant.inside((transaction) => transaction.insertInto("Folder").values(rows).execute());
    expect(rejectionOf(await remove(many, "?recursive=true"))).toEqual([
      409,
      "INVALID_STATE_TRANSITION",
      expect.stringContaining("more than 500"),
    ]);
    expect((await countTraces(tenant)).events).toBe(before.events + 1);
  });
});

describe("restoring a folder", () => {
  test("moves it directly below the case when its parent is gone, with a new depth", async () => {
    await startCase();
    const [top = "", middle = "", bottom = ""] = await addChain(3, "L");
    await remove(middle, "?recursive=true");
    await remove(top);
    expect(readRecord((await restore(middle)).body, "folder")).toMatchObject({
      parentFolderId: null,
      depth: 1,
      path: "L 2",
    });
    expect(await read(bottom)).toMatchObject({ depth: 2, path: "L 2/L 3", deletedAt: null });
    expect(rejectionOf(await restore(middle))).toEqual([409, "INVALID_STATE_TRANSITION", "The folder is not deleted"]);
  });

  test("uses the current depth of its parent", async () => {
    await startCase();
    const [top = "", middle = ""] = await addChain(2, "L");
    const deep = await addChain(3, "D");
    await remove(middle);
    await change(top, { parentFolderId: deep[2] });
    expect(readRecord((await restore(middle)).body, "folder")).toMatchObject({ depth: 5, path: "D 1/D 2/D 3/L 1/L 2" });
  });
});
