import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { anyRevision, readRecord } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createLead } from "../leads/fixtures.ts";
import { handOverDocuments } from "./domain.leads.ts";
import { lockDocumentForShare } from "./domain.ts";
import { declaredFile, createDocument } from "./fixtures.records.ts";
import { createFolder } from "./folders/fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let caseId = "";

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  ({ caseId } = await createCase(tenant));
});
afterAll(() => server.close(1000));

const any = { "If-Match": anyRevision };
const patch = (id: string, body: object, headers: Record<string, string> = any) =>
  api.change("PATCH", `/documents/${id}`, body, headers);
const create = (values: Parameters<typeof createDocument>[1] = {}) => createDocument(tenant, { caseId, ...values });
const idsOf = async (query: string) =>
  ((await api.get(`/documents?${query}`)).body["documents"] as { id: string }[]).map(({ id }) => id);

describe("an update", () => {
  test("sets every field of a document, and null clears it", async () => {
    const { documentId } = await create();
    const folderId = await createFolder(tenant, caseId, { name: "Photos" });
    const changes = {
      name: "Front bumper",
      folderId,
      category: "photo",
      subCategory: "Vehicle",
      description: "Left side",
      tags: ["b", "a"],
      documentDate: "2026-01-19",
      receivedOn: "2026-01-20",
      isPrivileged: true,
      isWorkProduct: true,
      isConfidential: true,
      containsPhi: true,
      legalHold: true,
      batesPrefix: "OKL",
      batesStart: 1,
      batesEnd: 3,
      externalId: "dms-1",
    };
    const reply = await patch(documentId, changes);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body["document"]).toMatchObject({
      ...changes,
      tags: ["a", "b"],
      path: "Photos/Front bumper",
      revision: 2,
    });
    const cleared = await patch(documentId, {
      folderId: null,
      description: null,
      tags: [],
      batesEnd: null,
      externalId: null,
      legalHold: false,
    });
    expect(cleared.body["document"]).toMatchObject({
      folderId: null,
      path: "Front bumper",
      description: null,
      tags: [],
      batesEnd: null,
      externalId: null,
    });
    expect((await readEvents(tenant)).at(-1)).toMatchObject({
      eventType: "document.updated",
      diff: { tags: { from: ["a", "b"], to: [] }, legalHold: { from: true, to: false } },
    });
  });

  test.each<[string, object, number, string]>([
    ["nothing", {}, 400, "body: must change at least one field"],
    ["a folder of nowhere", { folderId: "fld_unknown" }, 404, "Folder not found"],
    ["a name with a separator", { name: "a/b" }, 400, "name: must not contain"],
    ["a tag twice", { tags: ["a", "a"] }, 400, "tags: must not contain a tag twice"],
    ["a tag twice, once with a joiner", { tags: ["a", "a\u200d"] }, 400, "tags: must not contain a tag twice"],
    [
      "Bates numbers that run backwards",
      { batesStart: 5, batesEnd: 4 },
      400,
      "batesEnd: must not be less than batesStart",
    ],
    ["what only the server knows", { sha256: "0".repeat(64) }, 400, "sha256: unknown property"],
  ])("is rejected: %s", async (_, body, status, message) => {
    const { documentId } = await create();
    const reply = await patch(documentId, body);
    expect([reply.status, reply.body["error"]]).toEqual([status, expect.stringContaining(message)]);
  });

  test("requires If-Match and rejects a stale one", async () => {
    const { documentId } = await create();
    expect((await patch(documentId, { name: "x" }, {})).body).toMatchObject({ code: "VALIDATION_FAILED" });
    expect((await patch(documentId, { name: "x" }, { "If-Match": '"7"' })).body).toMatchObject({
      code: "STALE_REVISION",
    });
  });

  test("rejects a folder of another case and the externalId of another document", async () => {
    const other = await createCase(tenant);
    const { documentId } = await create({ externalId: "taken" });
    const second = await create();
    expect((await patch(documentId, { folderId: await createFolder(tenant, other.caseId) })).status).toBe(404);
    expect((await patch(second.documentId, { externalId: "taken" })).body).toMatchObject({
      code: "DUPLICATE_ENTRY",
      error: "externalId: used by another document",
    });
  });
});

describe("a lock", () => {
  test("excludes other callers, can be extended by its holder, and expires", async () => {
    const { documentId } = await create();
    const { secret } = await createKey(tenant, {});
    const other = openApi(server, secret);
    const locked = await api.change("POST", `/documents/${documentId}/lock`, { minutes: 5 });
    expect(readRecord(locked.body, "document")).toMatchObject({
      isLocked: true,
      lockedBy: { type: "integration_key", id: tenant.keyId },
    });
    for (const rejected of [
      await other.change("PATCH", `/documents/${documentId}`, { name: "x" }, any),
      await other.change("DELETE", `/documents/${documentId}`),
      await other.change("POST", `/documents/${documentId}/lock`, {}),
      await other.change("POST", `/documents/${documentId}/unlock`, {}),
      await other.change("POST", `/documents/${documentId}/versions`, declaredFile()),
    ])
      expect(rejected.body).toMatchObject({
        code: "INVALID_STATE_TRANSITION",
        error: "The document is locked by another key or member",
      });
    expect((await patch(documentId, { name: "x" })).status).toBe(200);
    expect((await api.change("POST", `/documents/${documentId}/lock`, { minutes: 1_440 })).status).toBe(200);
    await changeRow(tenant, "Document", documentId, { lockExpiresAt: "2026-01-01T00:00:00Z" });
    expect(readRecord((await api.get(`/documents/${documentId}`)).body, "document")).toMatchObject({
      isLocked: false,
      lockedBy: null,
      lockExpiresAt: null,
    });
    expect((await other.change("PATCH", `/documents/${documentId}`, { name: "y" }, any)).status).toBe(200);
    expect((await api.change("POST", `/documents/${documentId}/unlock`, {})).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
    });
  });
});

describe("deletion", () => {
  test("hides a document from lists but keeps it, and a legal hold forbids it", async () => {
    const { documentId } = await create({ legalHold: true, externalId: "held" });
    expect((await api.change("DELETE", `/documents/${documentId}`)).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: "The document is on legal hold and cannot be deleted",
    });
    await patch(documentId, { legalHold: false });
    expect((await api.change("DELETE", `/documents/${documentId}`)).body).toEqual({ success: true });
    expect(await idsOf("externalId=held")).toEqual([]);
    expect((await api.get(`/documents/${documentId}`)).status).toBe(404);
    expect(
      readRecord((await api.get(`/documents/${documentId}?includeDeleted=true`)).body, "document")["deletedAt"],
    ).not.toBeNull();
    expect((await api.get(`/documents/${documentId}/download`)).status).toBe(404);
    expect((await api.change("DELETE", `/documents/${documentId}`)).status).toBe(404);
    expect((await api.change("POST", `/documents/${documentId}/restore`, {})).status).toBe(200);
    expect((await api.change("POST", `/documents/${documentId}/restore`, {})).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
    });
    expect(await idsOf("externalId=held")).toEqual([documentId]);
  });
});

describe("lists", () => {
  test("filter, search and sort, and return each document once across pages", async () => {
    const own = await createTenant(server.services.database);
    const made = await createCase(own);
    const names = ["Police report", "Photo of the bumper", "Photo of the door", "Bill"];
    const ids: string[] = [];
    for (const [index, name] of names.entries()) {
      ids.push(
        (
          await createDocument(own, {
            caseId: made.caseId,
            name,
            category: name.startsWith("Photo") ? "photo" : "other",
            fileName: `f${index}.pdf`,
          })
        ).documentId,
      );
    }
    const reader = openApi(server, own.secret);
    const list = async (path: string) =>
      ((await reader.get(path)).body["documents"] as { id: string }[]).map(({ id }) => ids.indexOf(id));
    expect(await list("/documents?sort=oldest")).toEqual([0, 1, 2, 3]);
    expect(await list("/documents?category=photo")).toEqual([2, 1]);
    expect(await list(`/cases/${made.caseId}/documents?sort=name`)).toEqual([3, 1, 2, 0]);
    expect(await list("/documents?q=photo%20DOOR")).toEqual([2]);
    expect(await list(`/documents?caseId=${caseId}`)).toEqual([]);
    for (const sort of ["newest", "oldest", "updated", "name"]) {
      const seen: number[] = [];
      let after = "";
      for (let page = 0; page < 4; page += 1) {
        const { body } = await reader.get(`/documents?sort=${sort}&limit=1${after}`);
        seen.push(...(body["documents"] as { id: string }[]).map(({ id }) => ids.indexOf(id)));
        after = `&after=${String(body["nextCursor"])}`;
        expect(body["nextCursor"] === null).toBe(page === 3);
      }
      expect(seen.toSorted()).toEqual([0, 1, 2, 3]);
    }
  });
});

describe("documents of leads", () => {
  test("move to the case that the lead becomes, and record events", async () => {
    const leadId = await createLead(tenant);
    const { documentId } = await createDocument(tenant, { leadId });
    expect(
      (await api.change("POST", `/leads/${leadId}/documents`, { ...declaredFile(), folderId: "fld_x" })).status,
    ).toBe(404);
    const context = {
      organizationId: tenant.organizationId,
      expectedRevisions: [77],
      pending: { eventsToRecord: [] as { eventType: string; entityId: string }[], accesses: [], patience: null },
    };
    await tenant.inside(async (transaction) => {
      const given = { ...context, transaction } as never;
      expect([await handOverDocuments(given, leadId, caseId), await handOverDocuments(given, leadId, caseId)]).toEqual([
        1, 0,
      ]);
      expect(await lockDocumentForShare(given, documentId)).toMatchObject({ caseId, leadId, revision: 2 });
    });
    expect(context.pending.eventsToRecord).toMatchObject([{ eventType: "document.updated", entityId: documentId }]);
    expect(await idsOf(`leadId=${leadId}&caseId=${caseId}`)).toEqual([documentId]);
  });
});
