import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  sendRequest,
  makePdf,
  postForm,
  sha256Of,
  storageKinds,
  writeForm,
} from "../../../testing/servers/file-storage.ts";
import { createKey } from "../../../testing/harness/tenant.ts";
import { readAuditEntries, readEvents } from "../../../testing/harness/traces.ts";
import { breakAfter, openTransferHarness, record, type TransferHarness } from "./fixtures.ts";

/** Replaces `#` by a byte that UTF-8 never contains. */
function invalidUtf8(form: Buffer): Buffer {
  return Buffer.from(form.toString("latin1").replace("#", "\u00ff"), "latin1");
}

/** A form whose first part has these headers, before a file. */
function writePart(headers: string, value: string): Buffer {
  const form = writeForm({}, { bytes: Buffer.from("%PDF-1.4") }).toString("latin1");
  const boundary = form.slice(0, form.indexOf("\r\n"));
  return Buffer.from(`${boundary}\r\n${headers}\r\n\r\n${value}\r\n${form}`, "latin1");
}

/** The same against the folder of this machine and against a server for S3. */
describe.each(storageKinds)("with the storage %s", (kind) => {
  let t: TransferHarness;

  beforeAll(async () => {
    t = await openTransferHarness(kind);
  });
  afterAll(() => t.harness.close());

  describe("upload in one request", () => {
    test("creates a document whose bytes can be downloaded, with events and audit entries", async () => {
      const bytes = makePdf(300_000);
      const before = (await readEvents(t.tenant)).length;
      const fields = {
        name: "Emergency room records",
        category: "medical_record",
        tags: ["Urgent care", "ER"],
        containsPhi: "true",
        batesStart: "17",
        documentDate: "2026-01-19",
      };
      const reply = await t.add(writeForm(fields, { bytes, fileName: "ER r\u00e9cords.pdf" }));
      expect(reply.status, reply.bytes.toString()).toBe(201);
      const document = record(reply, "document");
      expect(document).toMatchObject({
        name: "Emergency room records",
        fileName: "ER r\u00e9cords.pdf",
        extension: "pdf",
        path: "Emergency room records",
        category: "medical_record",
        tags: ["ER", "Urgent care"],
        containsPhi: true,
        batesStart: 17,
        documentDate: "2026-01-19",
        status: "available",
        version: 1,
        sizeBytes: bytes.length,
        sha256: sha256Of(bytes),
        ownerAttorneyId: t.tenant.attorneyId,
      });
      expect(reply.json["upload"]).toBeNull();
      expect((await readEvents(t.tenant)).slice(before)).toMatchObject([
        { eventType: "document.created", entityId: document["id"], payload: document },
      ]);
      const file = await t.fetchFile(await t.urlOf(document["id"]));
      expect([file.status, sha256Of(file.bytes)]).toEqual([200, sha256Of(bytes)]);
      expect(await readAuditEntries(t.tenant)).toContainEqual(
        expect.objectContaining({ action: "documents.download", entityId: document["id"], actorId: t.tenant.keyId }),
      );
    });

    test("is replayed for the same idempotency key and stores one object; another file is a conflict", async () => {
      const [bytes, other] = [makePdf(1_000), makePdf(1_000)];
      const key = { "X-Idempotency-Key": "form-replay" };
      const first = await t.add(writeForm({}, { bytes }), key);
      const files = t.harness.listFiles().length;
      const second = await t.add(writeForm({}, { bytes }), key);
      expect([first.status, second.status, second.headers["idempotent-replayed"], second.bytes.toString()]).toEqual([
        201,
        201,
        "true",
        first.bytes.toString(),
      ]);
      const third = await t.add(writeForm({}, { bytes: other }), key);
      expect([third.status, third.json["code"]]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
      expect(t.harness.listFiles()).toHaveLength(files);
    });

    test.each<[string, () => Buffer, number, string]>([
      ["no file", () => writeForm({ name: "x" }, null), 400, "file: required"],
      ["an empty file", () => writeForm({}, { bytes: Buffer.alloc(0) }), 400, "sizeBytes: must be at least 1"],
      [
        "an unknown field",
        () => writeForm({ colour: "red" }, { bytes: makePdf(100) }),
        400,
        "colour: unknown property",
      ],
      [
        "a field given twice",
        () => writeForm({ name: ["a", "b"] }, { bytes: makePdf(100) }),
        400,
        "name: sent more than once",
      ],
      [
        "a wrong hash",
        () => writeForm({ sha256: "0".repeat(64) }, { bytes: makePdf(100) }),
        400,
        "sha256: does not match the file",
      ],
      [
        "a program as PDF",
        () => writeForm({}, { bytes: Buffer.concat([Buffer.from("MZ\u0090\0"), Buffer.alloc(500)]) }),
        400,
        "file: does not match the declared type",
      ],
      [
        "HTML as PNG",
        () =>
          writeForm(
            {},
            {
              bytes: Buffer.from("<html><script>alert(1)</script></html>"),
              fileName: "photo.png",
              contentType: "image/png",
            },
          ),
        400,
        "file: does not match",
      ],
      [
        "a PDF named as a program",
        () => writeForm({}, { bytes: makePdf(100), fileName: "invoice.exe" }),
        400,
        "file: does not match",
      ],
      [
        "a PDF declared as text",
        () => writeForm({}, { bytes: makePdf(100), fileName: "a.txt", contentType: "text/plain" }),
        400,
        "file: does not match",
      ],
      [
        "a folder of nowhere",
        () => writeForm({ folderId: "fld_unknown" }, { bytes: makePdf(100) }),
        404,
        "Folder not found",
      ],
      [
        "a field in invalid UTF-8",
        () => invalidUtf8(writeForm({ name: "caf#" }, { bytes: makePdf(100) })),
        400,
        "name: invalid UTF-8",
      ],
      [
        "a field in invalid UTF-8 that names its charset",
        () =>
          invalidUtf8(
            writePart('Content-Disposition: form-data; name="name"\r\nContent-Type: text/plain; charset=utf-8', "caf#"),
          ),
        400,
        "name: invalid UTF-8",
      ],
      [
        "a field in another charset",
        () =>
          writePart(
            'Content-Disposition: form-data; name="name"\r\nContent-Type: text/plain; charset=utf-16le',
            "cafe",
          ),
        400,
        "body: the charset of a field must be UTF-8",
      ],
      [
        "a file name in invalid UTF-8",
        () => invalidUtf8(writeForm({}, { bytes: Buffer.from("plain"), fileName: "caf#.pdf" })),
        400,
        "body: invalid UTF-8 in the name of a field or file",
      ],
      [
        "an encoded file name in invalid UTF-8",
        () => writePart("Content-Disposition: form-data; name=\"note\"; filename*=UTF-8''caf%ff.pdf", "x"),
        400,
        "body: invalid UTF-8 in the name of a field or file",
      ],
      [
        "a field's name in invalid UTF-8",
        () => invalidUtf8(writePart('Content-Disposition: form-data; name="na#me"', "x")),
        400,
        "body: invalid UTF-8 in the name of a field or file",
      ],
      [
        "a part without a disposition",
        () => writePart("Content-Type: text/plain", "x"),
        400,
        "body: each part must be a form field with a name",
      ],
      [
        "a part that is an attachment",
        () => writePart('Content-Disposition: attachment; name="name"', "x"),
        400,
        "body: each part must be a form field with a name",
      ],
      [
        "a field without a name",
        () => writePart("Content-Disposition: form-data", "x"),
        400,
        "body: each part must be a form field with a name",
      ],
      [
        "a part whose headers are malformed",
        () => writePart("Content-Disposition form-data", "x"),
        400,
        "body: each part must be a form field with a name",
      ],
      [
        "a name that turns around",
        () => writeForm({ fileName: "a\u202efdp.exe" }, { bytes: makePdf(100) }),
        400,
        "fileName: must not contain bidirectional controls",
      ],
      [
        "a file whose name turns around",
        () => writeForm({}, { bytes: makePdf(100), fileName: "a\u2067fdp.pdf" }),
        400,
        "fileName: must not contain bidirectional controls",
      ],
      [
        "a file whose name is invisible",
        () => writeForm({}, { bytes: makePdf(100), fileName: "\u2060" }),
        400,
        "fileName: must contain a visible character",
      ],
      [
        "a display name that turns around",
        () => writeForm({ name: "a\u061cb" }, { bytes: makePdf(100) }),
        400,
        "name: must not contain bidirectional controls",
      ],
      [
        "a name with a line end",
        () => writeForm({ fileName: "a\r\nSet-Cookie: x" }, { bytes: makePdf(100) }),
        400,
        "fileName: must not contain",
      ],
      [
        "a form that is cut off",
        () => writeForm({}, { bytes: makePdf(100) }).subarray(0, 200),
        400,
        "body: is not a complete multipart form",
      ],
      ["26 MiB", () => writeForm({}, { bytes: makePdf(26 * 1_048_576) }), 413, "The file is larger than 25 MiB"],
      [
        "25 MiB and a byte",
        () => writeForm({}, { bytes: makePdf(25 * 1_048_576 + 1) }),
        413,
        "The file is larger than 25 MiB",
      ],
    ])("is rejected and stores nothing: %s", async (_, form, status, message) => {
      const files = t.harness.listFiles();
      const reply = await t.add(form());
      expect([reply.status, reply.json["error"]]).toEqual([status, expect.stringContaining(message)]);
      expect(t.harness.listFiles()).toEqual(files);
    });

    test("accepts 25 MiB and rejects one byte more", async () => {
      const bytes = makePdf(25 * 1_048_576);
      const reply = await t.add(writeForm({}, { bytes }));
      expect([reply.status, record(reply, "document")?.["sha256"]]).toEqual([201, sha256Of(bytes)]);
    });

    test("takes the encoded file name of a form that has it as an encoded word, too, as .NET sends it", async () => {
      const names = `filename="=?utf-8?B?w6l0w6kucGRm?="; filename*=utf-8''%C3%A9t%C3%A9.pdf`;
      for (const disposition of [names, names.replace(/filename="[^"]*"; /, ""), names.replace(/\*=(.*)$/, '*="$1"')]) {
        const form = writeForm({}, { bytes: makePdf(100), fileName: "PLACE" }).toString("latin1");
        const reply = await t.add(Buffer.from(form.replace('filename="PLACE"', disposition), "latin1"));
        expect([reply.status, record(reply, "document")?.["fileName"]]).toEqual([201, "été.pdf"]);
      }
    });

    test("accepts what a camera and a scanner make, by the names that clients have for them", async () => {
      const film = Buffer.concat([Buffer.from("RIFF\u0024\u0008\0\0AVI ", "latin1"), Buffer.alloc(64)]);
      const scan = Buffer.concat([Buffer.from("\r\n"), makePdf(100)]);
      for (const [bytes, fileName, contentType] of [
        [film, "dashcam.avi", "video/x-msvideo"],
        [scan, "scan.pdf", "application/pdf"],
      ] as const) {
        const reply = await t.add(writeForm({}, { bytes, fileName, contentType }));
        expect([reply.status, record(reply, "document")?.["contentType"]]).toEqual([201, contentType]);
      }
    });

    test("strips directories from file names", async () => {
      for (const fileName of ["../../etc/passwd.pdf", "C:\\\\temp\\\\passwd.pdf"]) {
        const reply = await t.add(writeForm({}, { bytes: makePdf(100), fileName }));
        expect([reply.status, record(reply, "document")?.["fileName"]]).toEqual([201, "passwd.pdf"]);
      }
      expect(t.harness.listFiles().some((file) => file.includes("passwd"))).toBe(false);
    });

    test("rejects a caller without key, scope or attorney before reading the body", async () => {
      const reader = await createKey(t.tenant, { scopes: ["documents:read"] });
      const idle = await createKey(t.tenant, { scopes: ["documents:write"], actingAttorneyId: null });
      const form = writeForm({}, { bytes: makePdf(5_000_000) });
      for (const [secret, status] of [
        ["cpk_wrong", 401],
        [reader.secret, 403],
        [idle.secret, 409],
      ] as const)
        expect((await t.add(form, {}, secret)).status).toBe(status);
    });

    test("rejects a form for an operation that takes no file", async () => {
      const reply = await postForm(t.harness.server, t.tenant.secret, `/cases/${t.caseId}/folders`, {
        form: writeForm({ name: "x" }, null),
      });
      expect([reply.status, reply.json["code"]]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    });

    test("a full disk is 503 with its reason, nothing is left, and the same request succeeds later", async () => {
      const files = t.harness.listFiles();
      const {
        spool,
        tools: { storage },
      } = t.harness.server.services.files;
      const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      const bytes = makePdf(1_000);
      const { upload } = await t.recordEvent(bytes);
      const send = () => t.add(writeForm({}, { bytes }), { "X-Idempotency-Key": "full" });
      const ofSpool = () => vi.spyOn(spool, "take").mockRejectedValue(full);
      const ofStorage = () => vi.spyOn(storage, "put").mockRejectedValue(full);
      for (const fill of [ofSpool, ofStorage]) {
        const filled = fill();
        const sent = [await send(), await t.put(upload["url"], bytes)];
        filled.mockRestore();
        for (const { status, headers, json } of sent) {
          expect([status, headers["x-error-reason"], headers["retry-after"]]).toEqual([503, "storage_full", "60"]);
          expect(json).toEqual({ success: false, error: "Internal server error", code: "INTERNAL_ERROR" });
        }
        expect(t.harness.listFiles()).toEqual(files);
      }
      expect((await send()).status).toBe(201);
      expect((await t.put(upload["url"], bytes)).status).toBe(200);
    });

    test("an interrupted connection leaves nothing", async () => {
      const files = t.harness.listFiles();
      const form = writeForm({}, { bytes: makePdf(3_000_000) });
      const cut = sendRequest(t.harness.server, "POST", `/api/v1/cases/${t.caseId}/documents`, {
        headers: {
          "x-api-key": t.tenant.secret,
          "X-Idempotency-Key": "cut",
          "Content-Type": "multipart/form-data; boundary=----caseport-test-boundary",
          "Content-Length": String(form.length),
        },
        body: breakAfter(form.subarray(0, 1_000_000)),
      });
      await expect(cut).rejects.toThrow();
      await expect.poll(t.harness.listFiles).toEqual(files);
    });
  });
});
