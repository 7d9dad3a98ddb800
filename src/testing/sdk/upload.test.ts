import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadLimits } from "../../areas/documents/schema.input.ts";
import { ConnectionError } from "../../sdk/errors.ts";
import { openFile } from "../../sdk/node.ts";
import { limits, type UploadProgress } from "../../sdk/upload.ts";
import { isFullExtent } from "../harness/extent.ts";
import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";
import { makePdf, sha256Of, startFileHarness, type FileHarness } from "../servers/file-storage.ts";
import { call, list, openFaultyClient, type FaultyClient, type Json } from "./client.ts";

let harness: FileHarness;
let tenant: TestTenant;
let caseId: string;
let client: FaultyClient;

beforeAll(async () => {
  limits.formBytes = formBytes;
  harness = await startFileHarness("disk");
  harness.server.services.files.tools.partSizeBytes = partSizeBytes;
  tenant = await createTenant(harness.server.services.database);
  ({ caseId } = await createCase(tenant));
});
afterAll(async () => {
  limits.formBytes = uploadLimits.oneCall;
  await harness.close();
});

const open = () => (client = openFaultyClient(harness.server.baseUrl, tenant.secret));
const requests = () =>
  client.sent.map(
    ({ method, url }) =>
      `${method} ${new URL(url).pathname.replace(/^\/api\/(v1\/)?/, "").replace(/(cases|documents|uploads)\/[^/]+/, "$1/…")}`,
  );
const formBytes = isFullExtent ? uploadLimits.oneCall : 1_000_000;
/** Larger than a form. */
const partSizeBytes = isFullExtent ? uploadLimits.part : formBytes + 200_000;
const large = makePdf(partSizeBytes + 300_000);
const read = async (document: Json) => {
  const { download } = (await call(client.caseport, "documents.download", document["id"])) as {
    download: { url: string };
  };
  return sha256Of(
    Buffer.from(await (await fetch(download.url.replace(/^http:\/\/[^/]+/, harness.server.baseUrl))).arrayBuffer()),
  );
};

const published = { ...limits };

test("one request takes the largest file that the server accepts in a form", () => {
  expect(published.formBytes).toBe(uploadLimits.oneCall);
});

test("a small file goes in one request, with its members, and a lost response creates no second document", async () => {
  const { caseport, fail } = open();
  fail("lost");
  const bytes = makePdf(2_000);
  const progress: UploadProgress[] = [];
  const file = new File([new Uint8Array(bytes)], 'Röntgen "1".pdf', { type: "application/pdf" });
  const result = await call(caseport, "documents.upload", caseId, file, {
    category: "police_report",
    tags: ["urgent", "er"],
    description: null,
    isPrivileged: true,
    onProgress: (each: UploadProgress) => progress.push(each),
  });
  expect(result).toMatchObject({
    etag: '"1"',
    document: {
      fileName: 'Röntgen "1".pdf',
      contentType: "application/pdf",
      category: "police_report",
      tags: ["er", "urgent"],
      isPrivileged: true,
      status: "available",
    },
  });
  expect(requests()).toEqual(["POST cases/…/documents", "POST cases/…/documents"]);
  expect(progress).toEqual(
    [0, bytes.length].map((loadedBytes) => ({ phase: "sending", loadedBytes, totalBytes: bytes.length })),
  );
  expect(await read(result["document"] as Json)).toBe(sha256Of(bytes));
});

test("a file of the disk goes in parts, hashed as a stream; a lost part is sent again", async () => {
  const { caseport, sent, fail } = open();
  const path = join(mkdtempSync(join(tmpdir(), "upload-")), "scan.pdf");
  writeFileSync(path, large);
  fail(...(["lost", "unsent", { status: 503 }] as const));
  const progress: UploadProgress[] = [];
  const result = await call(caseport, "cases.documents.upload", caseId, await openFile(path), {
    onProgress: (each: UploadProgress) => progress.push(each),
  });
  expect(requests().filter((each) => each.startsWith("PUT")).length).toBeGreaterThanOrEqual(2);
  for (const { method, headers } of sent) expect(Object.hasOwn(headers, "x-api-key")).toBe(method !== "PUT");
  expect(result["document"]).toMatchObject({
    fileName: "scan.pdf",
    contentType: "application/pdf",
    sizeBytes: large.length,
    sha256: sha256Of(large),
  });
  expect(progress.filter(({ phase }) => phase === "hashing").length).toBeGreaterThan(10);
  expect(progress.at(-1)).toEqual({ phase: "sending", loadedBytes: large.length, totalBytes: large.length });
  expect(await read(result["document"] as Json)).toBe(sha256Of(large));
});

test("an upload that broke goes on with its idempotency key: one document", async () => {
  const bytes = large.subarray(0, formBytes + 100_000);
  const { caseport, fail } = openFaultyClient(harness.server.baseUrl, tenant.secret, { maxRetries: 0 });
  const upload = () =>
    call(caseport, "documents.upload", caseId, bytes, { fileName: "broken.pdf", idempotencyKey: "scan-1" });
  fail("none", "unsent");
  await expect(upload()).rejects.toBeInstanceOf(ConnectionError);
  fail("none", "lost");
  await expect(upload()).rejects.toBeInstanceOf(ConnectionError);
  // Its last byte arrived: its URL has ended.
  const { document } = await upload();
  expect(document).toMatchObject({ fileName: "broken.pdf", status: "available", sha256: sha256Of(bytes) });
  const { documents } = await list(caseport, "cases.documents.list", caseId, { q: "broken.pdf" });
  expect(documents).toHaveLength(1);
});

test("a signal ends an upload", async () => {
  const stop = new AbortController();
  const onProgress = ({ phase }: UploadProgress) => {
    if (phase === "hashing") stop.abort(new Error("enough"));
  };
  const { caseport, sent } = open();
  await expect(
    call(caseport, "documents.upload", caseId, large, { fileName: "x.pdf", signal: stop.signal, onProgress }),
  ).rejects.toThrow("enough");
  expect(sent).toHaveLength(0);
});
