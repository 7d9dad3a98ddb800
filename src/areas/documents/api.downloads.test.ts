import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { makePdf, postForm, sha256Of, storageKinds, writeForm } from "../../testing/servers/file-storage.ts";
import { changeRow, createKey } from "../../testing/harness/tenant.ts";
import { openTransferHarness, record, type Sent, type TransferHarness } from "./uploads/fixtures.ts";

/** The same against the folder of this machine and against a server for S3. */
describe.each(storageKinds)("with the storage %s", (kind) => {
  let t: TransferHarness;

  beforeAll(async () => {
    t = await openTransferHarness(kind);
  });
  afterAll(() => t.harness.close());

  describe("download", () => {
    const bytes = makePdf(10_000);
    let url = "";
    beforeAll(async () => {
      url = await t.urlOf(await t.addPdf(bytes));
    });

    test("headers prevent execution, whatever the file name", async () => {
      const reply = await t.add(writeForm({ fileName: `a"b;c=d 'x' é\u2028.pdf` }, { bytes: makePdf(300) }));
      const { headers, status } = await t.fetchFile(await t.urlOf(record(reply, "document")["id"]));
      expect([status, headers]).toEqual([
        200,
        expect.objectContaining({
          "content-type": "application/pdf",
          "content-length": "300",
          "accept-ranges": "bytes",
          "cache-control": "private, no-store",
          "x-content-type-options": "nosniff",
          "content-security-policy": "sandbox; default-src 'none'",
          "content-disposition": `attachment; filename="a_b_c_d _x_ __.pdf"; filename*=UTF-8''a%22b%3Bc%3Dd%20%27x%27%20%C3%A9%E2%80%A8.pdf`,
        }),
      ]);
    });

    interface Expected {
      status: number;
      cut: (file: Buffer) => Buffer;
      contentRange: string | undefined;
    }

    test.each<[string, string, Expected]>([
      [
        "the first byte",
        "bytes=0-0",
        { status: 206, cut: (file) => file.subarray(0, 1), contentRange: "bytes 0-0/10000" },
      ],
      [
        "from the middle",
        "bytes=9000-",
        { status: 206, cut: (file) => file.subarray(9_000), contentRange: "bytes 9000-9999/10000" },
      ],
      [
        "beyond the end",
        "bytes=9990-20000",
        { status: 206, cut: (file) => file.subarray(9_990), contentRange: "bytes 9990-9999/10000" },
      ],
      [
        "the last ten",
        "bytes=-10",
        { status: 206, cut: (file) => file.subarray(9_990), contentRange: "bytes 9990-9999/10000" },
      ],
      [
        "more than there is from the end",
        "bytes=-20000",
        { status: 206, cut: (file) => file, contentRange: "bytes 0-9999/10000" },
      ],
      ["behind the end", "bytes=10000-", { status: 416, cut: () => Buffer.alloc(0), contentRange: "bytes */10000" }],
      ["the last none", "bytes=-0", { status: 416, cut: () => Buffer.alloc(0), contentRange: "bytes */10000" }],
      ["several: the whole", "bytes=0-1,4-5", { status: 200, cut: (file) => file, contentRange: undefined }],
      ["backwards: the whole", "bytes=5-1", { status: 200, cut: (file) => file, contentRange: undefined }],
      ["no range at all: the whole", "bytes=-", { status: 200, cut: (file) => file, contentRange: undefined }],
      ["another unit: the whole", "lines=1-2", { status: 200, cut: (file) => file, contentRange: undefined }],
    ])("range: %s", async (_, range, { status, cut, contentRange }) => {
      const reply = await t.fetchFile(url, { Range: range });
      expect([reply.status, reply.headers["content-range"], reply.bytes.equals(cut(bytes))]).toEqual([
        status,
        contentRange,
        true,
      ]);
    });

    test("If-Range, If-None-Match, HEAD", async () => {
      const etag = `"${sha256Of(bytes)}"`;
      expect((await t.fetchFile(url, { Range: "bytes=0-0", "If-Range": etag })).status).toBe(206);
      expect((await t.fetchFile(url, { Range: "bytes=0-0", "If-Range": '"other"' })).status).toBe(200);
      expect((await t.fetchFile(url, { "If-None-Match": etag })).status).toBe(304);
      const head = await t.fetchFile(url, {}, "HEAD");
      expect([head.status, head.headers["content-length"], head.bytes.length, head.headers["etag"]]).toEqual([
        200,
        "10000",
        0,
        etag,
      ]);
    });

    test("a URL stops working with its document and with its key", async () => {
      const id = await t.addPdf(makePdf(400));
      const [own, { secret, keyId }] = [await t.urlOf(id), await createKey(t.tenant, { scopes: ["documents:read"] })];
      const reply = await openApi(t.harness.server, secret).get(`/documents/${id}/download`);
      const theirs = record(reply, "download")["url"];
      expect((await t.fetchFile(theirs)).status).toBe(200);
      await changeRow(t.tenant, "IntegrationKey", keyId, { pausedAt: new Date().toISOString() });
      expect((await t.fetchFile(theirs)).status).toBe(404);
      await t.api.change("DELETE", `/documents/${id}`);
      expect((await t.fetchFile(own)).status).toBe(404);
    });

    test("an older version is downloaded by its number and restored as a new version with the same bytes", async () => {
      const [old, next] = [makePdf(2_000), makePdf(3_000)];
      const id = await t.addPdf(old);
      const added = await postForm(t.harness.server, t.tenant.secret, `/documents/${id}/versions`, {
        form: writeForm({ note: "second" }, { bytes: next }),
      });
      expect([added.status, record(added, "version")]).toEqual([
        201,
        expect.objectContaining({ number: 2, note: "second", isCurrent: true }),
      ]);
      expect((await t.fetchFile(await t.urlOf(id))).bytes.equals(next)).toBe(true);
      expect((await t.fetchFile(await t.urlOf(id, "?version=1"))).bytes.equals(old)).toBe(true);
      const restored = await t.api.change("POST", `/documents/${id}/versions/1/restore`, {});
      expect([restored.status, record(restored, "document")["version"]]).toEqual([200, 3]);
      expect((await t.fetchFile(await t.urlOf(id))).bytes.equals(old)).toBe(true);
      const { versions } = (await t.api.get(`/documents/${id}/versions`)).body as { versions: Sent[] };
      expect(versions.map(({ number, isCurrent, sha256 }) => [number, isCurrent, sha256])).toEqual([
        [3, true, sha256Of(old)],
        [2, false, sha256Of(next)],
        [1, false, sha256Of(old)],
      ]);
      const bytesOfNext = makePdf(1_500);
      const promised = await t.api.change("POST", `/documents/${id}/versions`, {
        fileName: "c.pdf",
        contentType: "application/pdf",
        sizeBytes: 1_500,
        sha256: sha256Of(bytesOfNext),
      });
      expect([record(promised, "document")["version"], promised.body["version"]]).toEqual([3, null]);
      expect((await t.put(record(promised, "upload")["url"], bytesOfNext)).status).toBe(200);
      expect((await t.fetchFile(await t.urlOf(id))).bytes.equals(bytesOfNext)).toBe(true);
    });
  });
});
