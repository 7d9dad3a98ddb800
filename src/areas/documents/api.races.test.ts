import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maxFormsPerKey } from "../../http/rest/upload.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { makePdf, sha256Of, writeForm } from "../../testing/servers/file-storage.ts";
import { anyRevision } from "../../testing/harness/requests/example-request.ts";
import { createCase, createTenant, createKey } from "../../testing/harness/tenant.ts";
import { createLead } from "../leads/fixtures.ts";
import { maxHandedOverDocuments } from "./domain.leads.ts";
import { completeOpenUploads } from "./uploads/domain.ts";
import { lockDocumentForShare } from "./domain.ts";
import { maxPendingUploads } from "./uploads/domain.creation.ts";
import { declaredFile, createArrived, createDocument } from "./fixtures.records.ts";
import { createFolder } from "./folders/fixtures.ts";
import { openTransferHarness, record, type TransferHarness } from "./uploads/fixtures.ts";
import { lockTreeForUpdate } from "./folders/store.ts";

/** Two transactions in the order that the test wants: its own holds something, the call waits for it. */
let t: TransferHarness;
let watcher: Client;

beforeAll(async () => {
  t = await openTransferHarness("disk");
  watcher = new Client({ connectionString: t.harness.server.ownerUrl });
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
  await t.harness.close();
});

/**
 * Holds what `hold` locks until `call` waits for it, then does `meanwhile` and commits.
 *
 * @returns what the call returned
 */
async function interleave<HttpResponse>(
  hold: (transaction: Transaction) => Promise<unknown>,
  call: () => Promise<HttpResponse>,
  meanwhile: (transaction: Transaction) => Promise<unknown> = async () => undefined,
): Promise<HttpResponse> {
  let pending: Promise<HttpResponse> | undefined;
  await t.tenant.inside(async (transaction) => {
    await hold(transaction);
    pending = call();
    pending.catch(() => undefined);
    await waitForLock(watcher);
    await meanwhile(transaction);
  });
  if (pending === undefined) throw new Error("nothing was called");
  return pending;
}

const lock =
  (table: "Document" | "DocumentUpload" | "Lead", id: string, how = "FOR UPDATE") =>
  (transaction: Transaction) =>
    sql`SELECT FROM ${sql.table(table)} WHERE id = ${id} ${sql.raw(how)}`.execute(transaction);
const isFree = (table: "Document" | "DocumentUpload", id: string) => lock(table, id, "FOR UPDATE NOWAIT");
const change = (table: "Document" | "DocumentUpload", id: string, values: object) => (transaction: Transaction) =>
  transaction
    .updateTable(table)
    .set(values as never)
    .where("id", "=", id)
    .execute();
const readDocument = async (id: string) => record(await t.api.get(`/documents/${id}?includeDeleted=true`), "document");

describe("folders", () => {
  test("a recursive deletion keeps a document that was moved out while it waited", async () => {
    const [folderId, other] = [await createFolder(t.tenant, t.caseId), await createFolder(t.tenant, t.caseId)];
    const [moved, left] = [
      await createDocument(t.tenant, { caseId: t.caseId, folderId }),
      await createDocument(t.tenant, { caseId: t.caseId, folderId }),
    ];
    const reply = await interleave(change("Document", moved.documentId, { folderId: other }), () =>
      t.api.change("DELETE", `/folders/${folderId}?recursive=true`),
    );
    expect(reply.status).toBe(200);
    expect(await readDocument(moved.documentId)).toMatchObject({ deletedAt: null, folderId: other });
    expect((await readDocument(left.documentId))["deletedAt"]).not.toBeNull();
  });

  test("a document deleted on its own while the folder's deletion waited stays deleted when the folder is restored", async () => {
    const folderId = await createFolder(t.tenant, t.caseId);
    const [alone, along] = [
      await createDocument(t.tenant, { caseId: t.caseId, folderId }),
      await createDocument(t.tenant, { caseId: t.caseId, folderId }),
    ];
    const { organizationId } = t.tenant;
    const reply = await interleave(
      (transaction) => lockTreeForUpdate({ organizationId, transaction } as Context, t.caseId),
      () => t.api.change("DELETE", `/folders/${folderId}?recursive=true`),
      async () => expect((await t.api.change("DELETE", `/documents/${alone.documentId}`)).status).toBe(200),
    );
    expect(reply.status).toBe(200);
    expect((await t.api.change("POST", `/folders/${folderId}/restore`, {})).status).toBe(200);
    expect((await readDocument(alone.documentId))["deletedAt"]).not.toBeNull();
    expect((await readDocument(along.documentId))["deletedAt"]).toBeNull();
  });

  test("moving a document locks the folder before the document", async () => {
    const folderId = await createFolder(t.tenant, t.caseId);
    const { documentId } = await createDocument(t.tenant, { caseId: t.caseId });
    const reply = await interleave(
      (transaction) => sql`SELECT FROM "Folder" WHERE id = ${folderId} FOR UPDATE`.execute(transaction),
      () => t.api.change("PATCH", `/documents/${documentId}`, { folderId }, { "If-Match": anyRevision }),
      isFree("Document", documentId),
    );
    expect(reply.status, reply.text).toBe(200);
  });
});

describe("uploads", () => {
  test("completing an upload locks the document before the upload", async () => {
    const bytes = makePdf(900);
    const { document, upload } = await t.recordEvent(bytes);
    const sent = await interleave(
      lock("Document", String(document["id"])),
      () => t.put(upload["url"], bytes),
      isFree("DocumentUpload", String(upload["id"])),
    );
    expect(sent.json).toEqual({ success: true, complete: true });
  });

  test("completing an upload re-reads it after waiting for the lock", async () => {
    const { documentId, uploadId } = await createArrived(t.tenant);
    const reply = await interleave(change("DocumentUpload", uploadId, { status: "failed", objectId: null }), () =>
      t.api.change("POST", `/documents/${documentId}/complete`, {}),
    );
    expect([reply.status, reply.body["error"]]).toEqual([409, "The upload is failed; start a new upload"]);
    expect((await readDocument(documentId))["status"]).toBe("pending_upload");
  });

  test("a PUT whose upload ended meanwhile fails and leaves no bytes", async () => {
    const bytes = makePdf(900);
    const { document, upload } = await t.recordEvent(bytes);
    const files = t.harness.listFiles();
    const uploadId = String(upload["id"]);
    const sent = await interleave(
      lock("Document", String(document["id"])),
      () => t.put(upload["url"], bytes),
      change("DocumentUpload", uploadId, { status: "expired", objectId: null }),
    );
    expect([sent.status, sent.json["code"]]).toEqual([404, "NOT_FOUND"]);
    expect(t.harness.listFiles()).toEqual(files);
  });

  test("objects that are being referenced are neither removed nor waited for; unreferenced ones are removed", async () => {
    const { name, drop } = t.harness.server.services.files;
    const { organizationId } = t.tenant;
    const { documentId } = await createDocument(t.tenant, { caseId: t.caseId });
    const objectId = await name(organizationId);
    const uploadedBy = JSON.stringify({ type: "system", id: "system", name: "x" });
    const version = {
      organizationId,
      id: createId("documentVersion"),
      documentId,
      number: 2,
      objectId,
      ...declaredFile(),
      uploadedBy,
    };
    const isDropped = await t.tenant.inside(async (transaction) => {
      await transaction.insertInto("DocumentVersion").values(version).execute();
      return drop(organizationId, objectId);
    });
    expect([
      isDropped,
      await drop(organizationId, objectId),
      await drop(organizationId, await name(organizationId)),
    ]).toEqual([false, false, true]);
  });
});

describe("upload URLs and open uploads", () => {
  const archive = (caseId: string) =>
    t.tenant.inside((transaction) =>
      transaction.updateTable("Case").set({ matterStatus: "archived" }).where("id", "=", caseId).execute(),
    );

  test("bytes that arrive after the case was archived expire the upload and are not stored", async () => {
    const { caseId } = await createCase(t.tenant);
    const bytes = makePdf(900);
    const body = {
      fileName: "scan.pdf",
      contentType: "application/pdf",
      sizeBytes: bytes.length,
      sha256: sha256Of(bytes),
    };
    const promised = await t.api.change("POST", `/cases/${caseId}/documents`, body);
    const files = t.harness.listFiles();
    await archive(caseId);
    const url = record(promised, "upload")["url"];
    expect((await t.put(url, bytes)).status).toBe(404);
    expect(await readDocument(String(record(promised, "document")["id"]))).toMatchObject({
      status: "expired",
      version: 0,
    });
    expect(t.harness.listFiles()).toEqual(files);
  });

  test("a new document of a converted lead requires the case not to be archived", async () => {
    const { caseId, clientId } = await createCase(t.tenant);
    const leadId = await createLead(t.tenant, {
      status: "converted",
      convertedCaseId: caseId,
      convertedClientId: clientId,
      convertedAt: new Date().toISOString(),
    });
    await archive(caseId);
    expect((await t.api.change("POST", `/leads/${leadId}/documents`, declaredFile())).body["code"]).toBe(
      "INVALID_STATE_TRANSITION",
    );
  });

  test("a pending version waits while another key holds the document's lock", async () => {
    const { documentId } = await createDocument(t.tenant);
    const bytes = makePdf(900);
    const reply = await t.api.change("POST", `/documents/${documentId}/versions`, {
      fileName: "scan.pdf",
      contentType: "application/pdf",
      sizeBytes: bytes.length,
      sha256: sha256Of(bytes),
    });
    const lockedBy = JSON.stringify({ type: "integration_key", id: "key_other", name: "Other" });
    await t.tenant.inside(
      change("Document", documentId, { lockedBy, lockExpiresAt: new Date(Date.now() + 3_600_000).toISOString() }),
    );
    const sent = await t.put(record(reply, "upload")["url"], bytes);
    expect([sent.status, sent.json["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
    const { tools } = t.harness.server.services.files;
    await completeOpenUploads(tools);
    expect((await readDocument(documentId))["version"]).toBe(1);
    await t.tenant.inside(change("Document", documentId, { lockedBy: null, lockExpiresAt: null }));
    await completeOpenUploads(tools);
    expect((await readDocument(documentId))["version"]).toBe(2);
  });

  test("a URL fails outside the key's networks, and an upload URL also without an active attorney", async () => {
    const { secret, keyId } = await createKey(t.tenant, {});
    const theirs = openApi(t.harness.server, secret);
    const bytes = makePdf(900);
    const body = {
      fileName: "scan.pdf",
      contentType: "application/pdf",
      sizeBytes: bytes.length,
      sha256: sha256Of(bytes),
    };
    const url = record(await theirs.change("POST", `/cases/${t.caseId}/documents`, body), "upload")["url"];
    const { documentId } = await createDocument(t.tenant);
    const download = record(await theirs.get(`/documents/${documentId}/download`), "download")["url"];
    const set = (values: { allowedNetworks?: string[]; actingAttorneyId?: string | null }) =>
      t.tenant.inside((transaction) =>
        transaction.updateTable("IntegrationKey").set(values).where("id", "=", keyId).execute(),
      );
    await set({ allowedNetworks: ["203.0.113.0/24"] });
    expect([(await t.put(url, bytes)).status, (await t.fetchFile(download, {}, "HEAD")).status]).toEqual([404, 404]);
    await set({ allowedNetworks: [], actingAttorneyId: null });
    expect([(await t.put(url, bytes)).status, (await t.fetchFile(download, {}, "HEAD")).status]).toEqual([404, 200]);
    await set({ actingAttorneyId: t.tenant.attorneyId });
    expect((await t.put(url, bytes)).status).toBe(200);
  });

  test("open uploads are limited in bytes, and concurrent forms in number", async () => {
    const tenant = await createTenant(t.harness.server.services.database);
    const { caseId } = await createCase(tenant);
    const promise = (sizeBytes: number) =>
      openApi(t.harness.server, tenant.secret).change("POST", `/cases/${caseId}/documents`, {
        ...declaredFile(),
        sizeBytes,
      });
    const fiveGiB = 5_368_709_120;
    expect((await promise(900)).status).toBe(201);
    for (let bytes = fiveGiB; bytes < maxPendingUploads.bytes; bytes += fiveGiB)
      expect((await promise(fiveGiB)).status).toBe(201);
    const rejected = await promise(fiveGiB);
    expect([rejected.status, rejected.body["code"], rejected.body["error"]]).toEqual([
      409,
      "INVALID_STATE_TRANSITION",
      expect.stringContaining("Too many open uploads"),
    ]);
    expect((await promise(900)).status).toBe(201);
    const { forms } = t.harness.server.services.files;
    forms.set(t.tenant.keyId, maxFormsPerKey);
    expect((await t.add(writeForm({}, { bytes: makePdf(100) }))).status).toBe(429);
    forms.delete(t.tenant.keyId);
    expect((await t.add(writeForm({}, { bytes: makePdf(100) }))).status).toBe(201);
    expect(forms.size).toBe(0);
  });
});

describe("documents and their parents", () => {
  test("changing a lead's document locks the lead before the document", async () => {
    const leadId = await createLead(t.tenant);
    const { documentId } = await createDocument(t.tenant, { leadId });
    const reply = await interleave(
      lock("Lead", leadId),
      () => t.api.change("PATCH", `/documents/${documentId}`, { description: "x" }, { "If-Match": anyRevision }),
      isFree("Document", documentId),
    );
    expect(reply.status, reply.text).toBe(200);
  });

  test("a document deleted while a reference to it is added is not found", async () => {
    const { documentId } = await createDocument(t.tenant);
    const { organizationId } = t.tenant;
    const refer = () =>
      t.tenant.inside((transaction) => lockDocumentForShare({ organizationId, transaction } as Context, documentId));
    const deletion = change("Document", documentId, { deletedAt: new Date().toISOString() });
    await expect(interleave(deletion, refer)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a conversion with too many documents is rejected, and the error names copyDocuments", async () => {
    const { organizationId } = t.tenant;
    const leadId = await createLead(t.tenant, { status: "retainer_signed" });
    await createDocument(t.tenant, { leadId });
    await watcher.query(
      `INSERT INTO "Document" ("organizationId", id, "leadId", name, "fileName", "contentType", "sizeBytes", sha256, status, version, "uploadedBy")
       SELECT "organizationId", id || '_' || n, "leadId", name || n, "fileName", "contentType", "sizeBytes", sha256, 'pending_upload', 0, "uploadedBy"
       FROM "Document", generate_series(1, $2) AS n WHERE "organizationId" = $3 AND "leadId" = $1`,
      [leadId, maxHandedOverDocuments, organizationId],
    );
    const convert = () =>
      t.api.change("POST", `/leads/${leadId}/convert`, {
        clientMatch: { mode: "create", firstName: "Rosa", lastName: "Diaz" },
      });
    const rejected = await convert();
    expect([rejected.status, rejected.body["code"], rejected.body["error"]]).toEqual([
      409,
      "INVALID_STATE_TRANSITION",
      expect.stringContaining("copyDocuments"),
    ]);
    await watcher.query(
      `UPDATE "Document" SET "leadId" = NULL, "caseId" = $2 WHERE id = (SELECT max(id) FROM "Document" WHERE "leadId" = $1)`,
      [leadId, t.caseId],
    );
    const converted = await convert();
    expect(converted.status, converted.text).toBe(200);
    const { rows } = await watcher.query(
      `SELECT count(*)::integer AS documents FROM "Document" WHERE "leadId" = $1 AND "caseId" = $2`,
      [leadId, record(converted, "case")["id"]],
    );
    expect(rows).toEqual([{ documents: maxHandedOverDocuments }]);
  });

  test("a version with a stale If-Match is rejected", async () => {
    const { documentId } = await createDocument(t.tenant);
    const add = (revision: string) =>
      t.api.change("POST", `/documents/${documentId}/versions`, declaredFile(), { "If-Match": revision });
    expect([(await add('"7"')).body["code"], (await add('"1"')).status]).toEqual(["STALE_REVISION", 201]);
  });
});
