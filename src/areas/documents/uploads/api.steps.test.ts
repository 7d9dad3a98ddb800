import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Readable } from "node:stream";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { sendRequest, makePdf, sha256Of, storageKinds } from "../../../testing/servers/file-storage.ts";
import { changeRow, createKey } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { uploadLimits } from "../schema.input.ts";
import { completeOpenUploads, purgeObjects } from "./domain.ts";
import { breakAfter, openTransferHarness, record, type Sent, type TransferHarness } from "./fixtures.ts";

/** The same against the folder of this machine and against a server for S3. */
describe.each(storageKinds)("with the storage %s", (kind) => {
  let t: TransferHarness;

  beforeAll(async () => {
    t = await openTransferHarness(kind);
  });
  afterAll(() => t.harness.close());
  const tools = () => t.harness.server.services.files.tools;

  describe("upload in steps", () => {
    test("creates, uploads and makes the document available; a second PUT is rejected", async () => {
      const bytes = makePdf(200_000);
      const before = (await readEvents(t.tenant)).length;
      const { document, upload } = await t.recordEvent(bytes);
      expect(document).toMatchObject({ status: "pending_upload", version: 0, currentVersionId: null });
      expect(upload).toMatchObject({ method: "PUT", parts: null });
      const rejected = await t.api.get(`/documents/${String(document["id"])}/download`);
      expect([rejected.status, rejected.body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
      const sent = await t.put(upload["url"], bytes);
      expect([sent.status, sent.json]).toEqual([200, { success: true, complete: true }]);
      expect(await t.statusOf(document["id"])).toBe("available");
      expect((await t.fetchFile(await t.urlOf(document["id"]))).bytes.equals(bytes)).toBe(true);
      const events = (await readEvents(t.tenant)).slice(before);
      for (const { metadata } of events)
        expect(metadata).toMatchObject({ credentialId: t.tenant.keyId, onBehalfOfAttorneyId: t.tenant.attorneyId });
      expect(events.map(({ eventType, actor }) => [eventType, (actor as Sent)["id"]])).toEqual([
        ["document.upload_started", t.tenant.keyId],
        ["document.created", t.tenant.keyId],
      ]);
      expect((await t.put(upload["url"], bytes)).status).toBe(404);
      const again = await t.api.change("POST", `/documents/${String(document["id"])}/complete`, {});
      expect([again.status, record(again, "document")["status"]]).toEqual([200, "available"]);
    });

    test("a part has at most 64 MiB, and a file of 64 MiB has no parts", async () => {
      for (const [sizeBytes, sizes] of [
        [67_108_864, null],
        [2 * 67_108_864 + 1, [67_108_864, 67_108_864, 1]],
      ] as const) {
        const file = { fileName: "scan.pdf", contentType: "application/pdf", sizeBytes, sha256: "0".repeat(64) };
        const { parts } = record(await t.api.change("POST", `/cases/${t.caseId}/documents`, file), "upload") as {
          parts: { sizeBytes: number }[] | null;
        };
        expect(parts?.map((part) => part.sizeBytes) ?? null).toEqual(sizes);
      }
    });

    test("accepts parts in any order, also one twice, and verifies the whole", async () => {
      if (!isFullExtent) tools().partSizeBytes = 1_000_000;
      onTestFinished(() => void (tools().partSizeBytes = uploadLimits.part));
      const partSizeBytes = tools().partSizeBytes;
      const bytes = makePdf(partSizeBytes + 500_000);
      const { document, upload } = await t.recordEvent(bytes);
      const parts = upload["parts"] as { partNumber: number; url: string; sizeBytes: number }[];
      expect(parts.map(({ sizeBytes }) => sizeBytes)).toEqual([partSizeBytes, 500_000]);
      const [first, second] = [bytes.subarray(0, partSizeBytes), bytes.subarray(partSizeBytes)];
      expect((await t.put(parts[1]?.url, first.subarray(0, 100))).status).toBe(400);
      for (let count = 0; count < 2; count += 1)
        expect((await t.put(parts[1]?.url, second)).json).toEqual({ success: true, complete: false });
      const early = await t.api.change("POST", `/documents/${String(document["id"])}/complete`, {});
      expect([early.status, early.body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
      expect((await t.put(parts[0]?.url, first)).json).toEqual({ success: true, complete: true });
      expect(await t.statusOf(document["id"])).toBe("available");
      expect(sha256Of((await t.fetchFile(await t.urlOf(document["id"]))).bytes)).toBe(sha256Of(bytes));
      expect((await t.put(parts[0]?.url, first)).status).toBe(404);
    });

    test("rejects another hash, which can be uploaded again; another type is quarantined without its bytes", async () => {
      const bytes = makePdf(10_000);
      const { document, upload } = await t.recordEvent(bytes);
      const wrong = await t.put(upload["url"], makePdf(10_000));
      expect([wrong.status, wrong.json["error"]]).toEqual([400, "body: does not match the declared SHA-256"]);
      expect((await t.put(upload["url"], bytes)).status).toBe(200);
      expect(await t.statusOf(document["id"])).toBe("available");
      const program = Buffer.concat([Buffer.from("MZ\u0090\0"), Buffer.alloc(5_000)]);
      const files = t.harness.listFiles();
      const bad = await t.recordEvent(program);
      expect((await t.put(bad.upload["url"], program)).status).toBe(400);
      expect(record(await t.api.get(`/documents/${String(bad.document["id"])}`), "document")).toMatchObject({
        status: "quarantined",
        statusReason: "content_mismatch",
      });
      expect((await readEvents(t.tenant)).at(-1)).toMatchObject({
        eventType: "document.upload_failed",
        entityId: bad.document["id"],
      });
      expect(t.harness.listFiles()).toEqual(files);
      expect((await t.api.change("POST", `/documents/${String(bad.document["id"])}/complete`, {})).status).toBe(409);
    });

    test("rejects a URL that is edited, expired, of another use, part or size, of a revoked key or of a deleted document", async () => {
      const bytes = makePdf(1_000);
      const { document, upload } = await t.recordEvent(bytes);
      const url = String(upload["url"]);
      const download = await t.urlOf(await t.addPdf(makePdf(500)));
      const flipped = `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`;
      for (const wrong of [
        flipped,
        url.replace("/uploads/", "/uploads/x"),
        `${url}/1`,
        `${url}/1/2`,
        download.replace("/files/", "/files/uploads/"),
      ]) {
        expect((await t.put(wrong, bytes)).json).toEqual({
          success: false,
          error: "File URL not found",
          code: "NOT_FOUND",
        });
      }
      expect((await t.fetchFile(url.replace("/uploads/", "/"))).status).toBe(404);
      expect((await t.put(url, bytes.subarray(1))).status).toBe(400);
      expect((await sendRequest(t.harness.server, "POST", url)).status).toBe(405);
      expect((await sendRequest(t.harness.server, "DELETE", download)).status).toBe(405);
      await changeRow(t.tenant, "DocumentUpload", String(upload["id"]), { expiresAt: "2026-01-01T00:00:00Z" });
      expect((await t.put(url, bytes)).status).toBe(404);
      expect(await t.statusOf(document["id"])).toBe("pending_upload");
      const { secret, keyId } = await createKey(t.tenant, { scopes: ["documents:write"] });
      const other = openApi(t.harness.server, secret);
      const theirs = record(
        await other.change("POST", `/cases/${t.caseId}/documents`, {
          fileName: "a.pdf",
          contentType: "application/pdf",
          sizeBytes: bytes.length,
          sha256: sha256Of(bytes),
        }),
        "upload",
      );
      await changeRow(t.tenant, "IntegrationKey", keyId, { revokedAt: new Date().toISOString(), revokeReason: "lost" });
      expect((await t.put(theirs["url"], bytes)).status).toBe(404);
      const gone = await t.recordEvent(bytes);
      await t.api.change("DELETE", `/documents/${String(gone.document["id"])}`);
      expect((await t.put(gone.upload["url"], bytes)).status).toBe(404);
    });

    test("an interrupted upload leaves nothing and can be retried", async () => {
      const bytes = makePdf(2_000_000);
      const { document, upload } = await t.recordEvent(bytes);
      const files = t.harness.listFiles();
      const cut = sendRequest(t.harness.server, "PUT", String(upload["url"]), {
        headers: { "Content-Length": String(bytes.length) },
        body: breakAfter(bytes.subarray(0, 500_000)),
      });
      await expect(cut).rejects.toThrow();
      await expect.poll(t.harness.listFiles).toEqual(files);
      expect((await t.put(upload["url"], bytes)).status).toBe(200);
      expect(await t.statusOf(document["id"])).toBe("available");
    });
  });

  describe("after a crash", () => {
    const age = (table: "StoredObject" | "DocumentUpload", column: "createdAt" | "expiresAt", id: string) =>
      t.tenant.inside((transaction) =>
        transaction
          .updateTable(table)
          .set({ [column]: "2026-01-01T00:00:00Z" } as never)
          .where("id", "=", id)
          .execute(),
      );

    test("bytes without a row are purged after a day, and referenced bytes are kept", async () => {
      const { name, drop } = t.harness.server.services.files;
      const kept = await t.addPdf(makePdf(700));
      const files = t.harness.listFiles();
      const objectId = await name(t.tenant.organizationId);
      await tools().storage.put(`${t.tenant.organizationId}/${objectId}`, Readable.from([Buffer.from("garbage")]), 7);
      expect(t.harness.listFiles().filter((file) => !files.includes(file))).toHaveLength(1);
      await purgeObjects(tools(), 25);
      expect(t.harness.listFiles()).toHaveLength(files.length + 1);
      await t.tenant.inside((transaction) =>
        transaction.deleteFrom("StoredObject").where("id", "=", objectId).execute(),
      );
      await t.tenant.inside((transaction) =>
        transaction
          .insertInto("StoredObject")
          .values({ organizationId: t.tenant.organizationId, id: objectId, createdAt: "2026-01-01T00:00:00Z" })
          .execute(),
      );
      expect(await purgeObjects(tools(), 25)).toBe(1);
      expect(t.harness.listFiles()).toEqual(files);
      const version = await t.tenant.inside((transaction) =>
        transaction.selectFrom("DocumentVersion").selectAll().where("documentId", "=", kept).executeTakeFirstOrThrow(),
      );
      await age("StoredObject", "createdAt", version.objectId);
      expect([await purgeObjects(tools(), 25), await drop(t.tenant.organizationId, version.objectId)]).toEqual([
        0,
        false,
      ]);
      expect((await t.fetchFile(await t.urlOf(kept))).status).toBe(200);
    });

    test("an upload between the bytes and the row of a PUT is completed by the job and by /complete", async () => {
      for (const completer of ["job", "call"]) {
        const bytes = makePdf(900);
        const { document, upload } = await t.recordEvent(bytes);
        const { objectId } = await t.tenant.inside((transaction) =>
          transaction
            .selectFrom("DocumentUpload")
            .select("objectId")
            .where("id", "=", String(upload["id"]))
            .executeTakeFirstOrThrow(),
        );
        await tools().storage.put(
          `${t.tenant.organizationId}/${String(objectId)}`,
          Readable.from([bytes]),
          bytes.length,
        );
        if (completer === "job") await completeOpenUploads(tools());
        else expect((await t.api.change("POST", `/documents/${String(document["id"])}/complete`, {})).status).toBe(200);
        expect(await t.statusOf(document["id"])).toBe("available");
      }
    });

    test("an upload that never arrived expires once", async () => {
      const { document, upload } = await t.recordEvent(makePdf(900));
      await age("DocumentUpload", "expiresAt", String(upload["id"]));
      await Promise.all([completeOpenUploads(tools()), completeOpenUploads(tools())]);
      expect(record(await t.api.get(`/documents/${String(document["id"])}`), "document")).toMatchObject({
        status: "expired",
        statusReason: "not_uploaded",
      });
      const recorded = (await readEvents(t.tenant)).filter(
        ({ eventType, entityId }) => eventType === "document.upload_failed" && entityId === document["id"],
      );
      expect(recorded).toHaveLength(1);
    });
  });
});
