import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PDF } from "@libpdf/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runAsSystem } from "../../../rpc/unit-of-work.ts";
import { makeActivePdf, makeEncryptedPdf, makeFormPdf, makePdf, makeXfaPdf } from "../../../platform/pdf/fixtures.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { runGuideProgram } from "../../../testing/harness/trail-program.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { claimRequest, lockAttemptForUpdate, type EsignWorkTools } from "./domain.attempts.ts";
import {
  createPreparingRequest,
  openWorkTools,
  prepare,
  readDocumentBytes,
  readFiles,
  readRequest,
  seal,
  signAll,
  type PreparingOptions,
} from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let tools: EsignWorkTools & { errors: unknown[] };
let agreement: Uint8Array;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  tools = openWorkTools(server);
  agreement = await makePdf([{ text: "Fee agreement" }]);
});
afterAll(() => server.close(1_000));

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
const folder = mkdtempSync(join(tmpdir(), "caseport-esign-work-"));
const has = (tool: string) => spawnSync(tool, ["--version"]).error === undefined;

function run(tool: string, bytes: Uint8Array, ...options: string[]): string {
  const file = join(folder, `${sha256(bytes)}.pdf`);
  writeFileSync(file, bytes);
  const { stdout, stderr } = spawnSync(tool, [...options, file], { encoding: "utf8" });
  return `${stdout}${stderr}`;
}

const typesOf = async (requestId: string) =>
  (await readEvents(tenant)).flatMap(({ entityId, eventType }) => (entityId === requestId ? [eventType] : []));

describe("preparation", () => {
  test("a template's file becomes a document of the case, and the request is sent", async () => {
    const { requestId, recipientId } = await createPreparingRequest(server, tenant, { bytes: agreement });
    await prepare(tools, tenant, requestId);
    const request = await readRequest(tenant, requestId);
    expect(request).toMatchObject({ status: "sent", problems: [], attempts: 1, workingSince: null });
    expect(request.expiresAt).not.toBeNull();
    expect(request.nextReminderAt).not.toBeNull();
    const [file] = await readFiles(server, tenant, requestId);
    expect(file?.pinned).toEqual(agreement);
    const trail = await tenant.inside((transaction) =>
      transaction
        .selectFrom("EsignTrailEntry")
        .select(["action", "detail"])
        .where("requestId", "=", requestId)
        .execute(),
    );
    expect(trail.map(({ action }) => action)).toEqual(["prepared", "sent", "notified"]);
    expect(trail[0]?.detail).toEqual({ documents: [sha256(agreement)] });
    expect(await typesOf(requestId)).toEqual(["esign_request.sent"]);
    const recipient = await tenant.inside((transaction) =>
      transaction.selectFrom("EsignRecipient").select("status").where("id", "=", recipientId).executeTakeFirst(),
    );
    expect(recipient).toEqual({ status: "sent" });
  });

  test("values are filled in before it is sent, and form fields give their places", async () => {
    const bytes = await makeFormPdf(true);
    const { requestId, fieldIds } = await createPreparingRequest(server, tenant, {
      bytes,
      request: { input: { matter: "Case 12" } },
      fields: [
        { kind: "merge", recipientKey: null, source: "input.matter", acroField: "client.name", ...nowhere },
        { kind: "checkbox", acroField: "mentalHealth", ...nowhere },
        {},
      ],
    });
    await prepare(tools, tenant, requestId);
    // What was given is in the file alone.
    expect(await readRequest(tenant, requestId)).toMatchObject({ status: "sent", problems: [], input: {} });
    const [file] = await readFiles(server, tenant, requestId);
    const pdf = await PDF.load(file?.pinned ?? new Uint8Array());
    expect(pdf.findText("Case 12")).toHaveLength(1);
    const field = await tenant.inside((transaction) =>
      transaction
        .selectFrom("EsignField")
        .select(["page", "x", "y", "width", "height"])
        .where("id", "=", fieldIds[1] ?? "")
        .executeTakeFirst(),
    );
    expect(field).toEqual({ page: 1, x: 72, y: 330, width: 12, height: 12 });
  });

  test("a value that is missing or too long, and a field without a place, make it a draft again", async () => {
    const merge = { kind: "merge", recipientKey: null, source: "input.matter" };
    const { requestId } = await createPreparingRequest(server, tenant, {
      bytes: agreement,
      request: { input: { long: "word ".repeat(60) } },
      fields: [
        { ...merge, label: "Missing" },
        { ...merge, label: "Fallback", fallback: "Your matter" },
        { ...merge, label: "Long", source: "input.long" },
        { label: "Elsewhere", page: 7 },
        { label: "Unknown", acroField: "nowhere", ...nowhere },
      ],
    });
    await prepare(tools, tenant, requestId);
    const request = await readRequest(tenant, requestId);
    expect(request).toMatchObject({ status: "draft", sentAt: null, chainHash: null });
    expect(request.problems).toEqual([
      { position: 1, code: "merge_missing", field: "Missing" },
      { position: 1, code: "merge_overflow", field: "Long" },
      { position: 1, code: "page_out_of_range", field: "Elsewhere" },
      { position: 1, code: "missing_acro_field", field: "Unknown" },
    ]);
    expect(await typesOf(requestId)).toEqual(["esign_request.preparation_failed"]);
  });

  test.each([
    ["encrypted", makeEncryptedPdf],
    ["dynamic_form", makeXfaPdf],
    ["active_content", () => makeActivePdf("JavaScript")],
    ["not_pdf", async () => new TextEncoder().encode("no PDF")],
  ])("acceptance 12: a file that is %s makes it a draft again", async (code, make) => {
    const { requestId } = await createPreparingRequest(server, tenant, { bytes: await make() });
    await prepare(tools, tenant, requestId);
    expect(await readRequest(tenant, requestId)).toMatchObject({
      status: "draft",
      problems: [{ position: 1, code, field: null }],
    });
  });

  test("a document without fields gets a page with a place for each signer", async () => {
    const { requestId } = await createPreparingRequest(server, tenant, {
      bytes: agreement,
      document: { hasSignaturePage: true },
      fields: [],
    });
    await prepare(tools, tenant, requestId);
    const fields = await tenant.inside((transaction) =>
      transaction
        .selectFrom("EsignField")
        .select(["kind", "page", "recipientKey", "number"])
        .where("requestId", "=", requestId)
        .orderBy("number")
        .execute(),
    );
    expect(fields).toEqual([
      { kind: "signature", page: 2, recipientKey: "client", number: 1 },
      { kind: "date_signed", page: 2, recipientKey: "client", number: 2 },
    ]);
    const [file] = await readFiles(server, tenant, requestId);
    expect(Buffer.from(file?.pinned?.subarray(0, agreement.length) ?? []).equals(agreement)).toBe(true);
  });

  test("an attempt at a draft that was sent again meanwhile is lost, although its number is the same", async () => {
    const { requestId } = await createPreparingRequest(server, tenant, { bytes: agreement });
    const { organizationId } = tenant;
    const claim = () => claimRequest(tools, { organizationId, requestId }, "preparing");
    const stale = await claim();
    await changeRow(tenant, "EsignRequest", requestId, { status: "draft", workingSince: null });
    await delay(5);
    await changeRow(tenant, "EsignRequest", requestId, { status: "preparing", attempts: 0 });
    const current = await claim();
    expect([stale?.number, current?.number]).toEqual([1, 1]);
    const owned: boolean[] = [];
    const action = { name: "esignRequests.prepare", canRecordEvent: [] };
    for (const attempt of [stale, current])
      await runAsSystem(tools.database, organizationId, action, async (context) => {
        owned.push(attempt !== null && (await lockAttemptForUpdate(context, attempt, "preparing")) !== null);
        return false;
      });
    expect(owned).toEqual([false, true]);
  });

  test("of two workers at once, one sends", async () => {
    const { requestId } = await createPreparingRequest(server, tenant, { bytes: agreement });
    await Promise.all([prepare(tools, tenant, requestId), prepare(tools, tenant, requestId)]);
    expect(await readRequest(tenant, requestId)).toMatchObject({ status: "sent" });
    expect(await typesOf(requestId)).toEqual(["esign_request.sent"]);
    expect(await readFiles(server, tenant, requestId)).toMatchObject([{ versions: 1 }]);
  });
});

const nowhere = { page: null, x: null, y: null, width: null, height: null };

async function createSealing(options: Partial<PreparingOptions> = {}): Promise<string> {
  const { requestId } = await createPreparingRequest(server, tenant, { bytes: agreement, ...options });
  await prepare(tools, tenant, requestId);
  await signAll(tenant, requestId);
  return requestId;
}

const readCertificate = async (requestId: string) => {
  const { certificateDocumentId } = await readRequest(tenant, requestId);
  return readDocumentBytes(server, tenant, certificateDocumentId ?? "");
};

describe("sealing", () => {
  test("acceptance 2 and 3: the sealed file and the certificate hold for independent validators", async (context) => {
    const requestId = await createSealing();
    await seal(tools, tenant, requestId);
    const request = await readRequest(tenant, requestId);
    expect(request).toMatchObject({ status: "completed", attempts: 1 });
    const [file] = await readFiles(server, tenant, requestId);
    const sealed = file?.sealed ?? new Uint8Array();
    const certificate = await readDocumentBytes(server, tenant, request.certificateDocumentId ?? "");
    expect(sha256(sealed.subarray(0, agreement.length))).toBe(sha256(agreement));
    expect(file).toMatchObject({ versions: 2 });
    expect((await PDF.load(sealed)).findText("Rosa Díaz")).toHaveLength(1);
    expect(await typesOf(requestId)).toEqual(["esign_request.sent", "esign_request.completed"]);
    if (!has("pdfsig") || !has("qpdf")) return context.skip("poppler-utils and qpdf are not installed");
    for (const bytes of [sealed, certificate]) {
      expect(run("pdfsig", bytes)).toMatch(/Total document signed[^]*Signature is Valid/);
      expect(run("qpdf", bytes, "--check")).toContain("No syntax or stream encoding errors found");
      const changed = Uint8Array.from(bytes);
      changed[60] = (changed[60] ?? 0) ^ 1;
      expect(run("pdfsig", changed)).toContain("Digest Mismatch");
    }
  });

  test("acceptance 5: the attached trail recomputes to the hash of the chain", async () => {
    const requestId = await createSealing();
    await seal(tools, tenant, requestId);
    const { certificateDocumentId, chainHash } = await readRequest(tenant, requestId);
    const certificate = await PDF.load(await readDocumentBytes(server, tenant, certificateDocumentId ?? ""));
    const attached = certificate.getAttachment("audit-trail.json") ?? new Uint8Array();
    const trail = JSON.parse(Buffer.from(attached).toString("utf8")) as {
      chainHash: string;
      entries: { action: string; hash: string; previousHash: string }[];
    };
    expect(trail.chainHash).toBe(chainHash);
    expect(trail.entries.at(-1)?.hash).toBe(chainHash);
    expect(trail.entries.slice(-2).map(({ action }) => action)).toEqual(["sealed", "completed"]);
    for (const [index, { previousHash }] of trail.entries.entries()) {
      expect(previousHash).toBe(trail.entries[index - 1]?.hash ?? sha256(`caseport esign chain 1\n${requestId}`));
    }
    const text = certificate
      .extractText()
      .map((page) => page.text)
      .join("\n")
      .replaceAll(/\s+/g, " ");
    expect(text).toContain("It does not prove the identity of a signer.");
    expect(text).toContain("r•••@example.com");
    expect(text).not.toContain("Rosa Diaz");
  });

  test("acceptance 5: the guide's program recomputes the trail of a real certificate, and finds a changed entry", async () => {
    const requestId = await createSealing();
    await seal(tools, tenant, requestId);
    const { chainHash } = await readRequest(tenant, requestId);
    const certificate = await PDF.load(await readCertificate(requestId));
    const attached = Buffer.from(certificate.getAttachment("audit-trail.json") ?? []).toString("utf8");
    const { entries } = JSON.parse(attached) as { entries: object[] };
    expect(await runGuideProgram(attached)).toBe(`${entries.length} entries, chain ${chainHash}\n`);
    const changed = attached.replace('"action": "sealed"', '"action": "signed"');
    await expect(runGuideProgram(changed)).rejects.toThrow("The trail was changed");
  });

  test("acceptance 4: the API finds source, sealed file and certificate by their hash, and says when the trail was changed", async () => {
    const requestId = await createSealing({ bytes: await makePdf([{ text: "Acceptance 4" }]) });
    await seal(tools, tenant, requestId);
    const { completedAt } = await readRequest(tenant, requestId);
    const [file] = await readFiles(server, tenant, requestId);
    const verify = async (bytes: Uint8Array, secret = tenant.secret) => {
      const reply = await openApi(server, secret).change("POST", "/esign-requests/verify", { sha256: sha256(bytes) });
      const { success: _, ...verified } = reply.body;
      return verified;
    };
    const sealed = file?.sealed ?? new Uint8Array();
    const certificate = await readCertificate(requestId);
    const files = { source: file?.pinned ?? new Uint8Array(), sealed, certificate };
    const expected = { found: true, esignRequestId: requestId, sealedAt: completedAt, isChainIntact: true };
    for (const [kind, bytes] of Object.entries(files)) expect(await verify(bytes)).toEqual({ ...expected, kind });
    const unknown = { found: false, kind: null, esignRequestId: null, sealedAt: null, isChainIntact: null };
    expect(await verify(Uint8Array.from([...sealed, 10]))).toEqual(unknown);
    // Another organization learns nothing of the file.
    const other = await createTenant(server.services.database);
    expect(await verify(sealed, other.secret)).toEqual(unknown);
    const owner = await server.connectOwner();
    const change = `UPDATE "EsignTrailEntry" SET "ipAddress" = '192.0.2.1' WHERE "requestId" = $1 AND number = 1`;
    await owner.query(change, [requestId]);
    await owner.end();
    for (const [kind, bytes] of Object.entries(files))
      expect(await verify(bytes)).toEqual({ ...expected, kind, isChainIntact: false });
  });

  test("the certificate is in the request's language; what the seal proves stands there in English, too", async () => {
    const requestId = await createSealing({ request: { language: "es" } });
    await seal(tools, tenant, requestId);
    const pages = (await PDF.load(await readCertificate(requestId))).extractText();
    const text = pages
      .map((page) => page.text)
      .join("\n")
      .replaceAll(/\s+/g, " ");
    expect(text).toContain("No prueba la identidad de quien firma.");
    expect(text).toContain("It does not prove the identity of a signer.");
    expect(text).toMatch(/Certificado de finalización[^]*Destinatarios[^]*completada/);
  });

  test("of two workers at once, one completes it: one sealed version, one event", async () => {
    const requestId = await createSealing();
    await Promise.all([seal(tools, tenant, requestId), seal(tools, tenant, requestId)]);
    expect(await readRequest(tenant, requestId)).toMatchObject({ status: "completed" });
    expect(await readFiles(server, tenant, requestId)).toMatchObject([{ versions: 2 }]);
    expect(await typesOf(requestId)).toEqual(["esign_request.sent", "esign_request.completed"]);
  });

  test("without a timestamp it waits, and is sealed when the server responds", async () => {
    const requestId = await createSealing();
    const away = { ...tools, sendTimestampQuery: () => Promise.reject(new Error("the timestamp server is away")) };
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await expect(seal(away, tenant, requestId)).rejects.toThrow("the timestamp server is away");
    }
    expect(await readRequest(tenant, requestId)).toMatchObject({ status: "sealing", attempts: 5 });
    expect(await readFiles(server, tenant, requestId)).toMatchObject([{ sealed: null, versions: 1 }]);
    await seal(tools, tenant, requestId);
    expect(await readRequest(tenant, requestId)).toMatchObject({ status: "completed" });
  });

  test("pinned bytes that are not those that were sent are never sealed", async () => {
    const requestId = await createSealing();
    const [document] = await tenant.inside((transaction) =>
      transaction.selectFrom("EsignDocument").select("id").where("requestId", "=", requestId).execute(),
    );
    await changeRow(tenant, "EsignDocument", document?.id ?? "", { sha256: "0".repeat(64) });
    await expect(seal(tools, tenant, requestId)).rejects.toThrow("another SHA-256");
    expect(await readRequest(tenant, requestId)).toMatchObject({ status: "sealing", completedAt: null });
  });

  test("the certificate that seals is made once, and its key is encrypted", async () => {
    await seal(tools, tenant, await createSealing());
    const read = () =>
      tenant.inside((transaction) =>
        transaction.selectFrom("EsignSetting").select(["sealingCertificate", "sealingKey"]).executeTakeFirstOrThrow(),
      );
    const first = await read();
    expect(first.sealingCertificate).toContain("BEGIN CERTIFICATE");
    expect(first.sealingKey?.includes("PRIVATE KEY")).toBe(false);
    await seal(tools, tenant, await createSealing());
    expect(await read()).toEqual(first);
  });
});
