import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createInstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { PiiKey } from "../../../platform/crypto/pii-keys.ts";
import { makePdf } from "../../../platform/pdf/fixtures.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { findTablesWithTexts } from "../../../testing/database/find-texts.ts";
import { startOwnServer, testSecret, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createEsignRequest, createSubmission } from "../fixtures.ts";
import {
  beginAndAgree,
  createSentRequest,
  newSubmissionId,
  openBrowser,
  type SentRequest,
} from "../signing/fixtures.ts";
import { createPreparingRequest, openWorkTools, prepare, readFiles, seal, signAll } from "../work/fixtures.ts";
import { listSubmissions, reencryptSubmissions } from "./domain.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startOwnServer({ trustedProxies: ["127.0.0.1"] });
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const canary = "219-64-4821";
const drawnName = { mode: "typed", text: "Qzcanary Xv" } as const;

/** Signs a request of one text field at the signing page. */
async function signAtTheDoor(): Promise<SentRequest> {
  const sent = await createSentRequest(server, tenant, { fields: [{ label: "Social security number" }] });
  const browser = openBrowser(server);
  await beginAndAgree(browser, sent.recipients[0]?.token ?? "");
  const values = { [sent.fieldIds["Social security number"] ?? ""]: canary };
  const submission = { submissionId: newSubmissionId(), signature: drawnName, values };
  expect((await browser.post("sign", submission)).status).toBe(200);
  return sent;
}

const readValue = async (requestId: string, label: string) => {
  const { body } = await openApi(server, tenant.secret).get(`/esign-requests/${requestId}`);
  const { fields } = readRecord(body, "esignRequest") as { fields: { label: string; value: string | null }[] };
  return fields.find((field) => field.label === label)?.value;
};

const findTables = (...texts: string[]) => findTablesWithTexts(owner, texts);

test("no table has what a recipient filled in, nor their signature; the response has it", async () => {
  const { requestId } = await signAtTheDoor();
  expect(await readValue(requestId, "Social security number")).toBe(canary);
  expect(await findTables(canary, drawnName.text)).toEqual([]);
  // The control: what is stored as text is found.
  expect(await findTables("Social security number")).toContain('public."EsignField"');
});

test("a submission in another recipient's row cannot be decrypted", async () => {
  const signed = { status: "signed", signedAt: "2026-03-06T04:30:00.000Z" };
  const [first, second] = [await createEsignRequest(tenant, {}, signed), await createEsignRequest(tenant, {}, signed)];
  for (const { recipientId } of [first, second]) await createSubmission(tenant, recipientId);
  onTestFinished(
    async () =>
      void (await owner.query(`DELETE FROM "EsignSubmission" WHERE "recipientId" = $1`, [second.recipientId])),
  );
  await owner.query(
    `UPDATE "EsignSubmission" SET sealed = (SELECT sealed FROM "EsignSubmission" WHERE "recipientId" = $1) WHERE "recipientId" = $2`,
    [first.recipientId, second.recipientId],
  );
  const read = (requestId: string) => {
    const { organizationId } = tenant;
    const { installationKeys } = server.services;
    return tenant.inside((transaction) =>
      listSubmissions({ organizationId, transaction, installationKeys }, requestId),
    );
  };
  expect((await read(first.esignRequestId)).get("client")).toMatchObject({ signature: { text: "Rosa Diaz" } });
  await expect(read(second.esignRequestId)).rejects.toThrow("cannot be decrypted");
});

test("a file is not sealed without the signature of everybody who signed", async () => {
  const tools = openWorkTools(server);
  const bytes = await makePdf([{ text: "Fee agreement" }]);
  const { requestId, recipientId } = await createPreparingRequest(server, tenant, { bytes });
  await prepare(tools, tenant, requestId);
  await signAll(tenant, requestId);
  await owner.query(`DELETE FROM "EsignSubmission" WHERE "recipientId" = $1`, [recipientId]);
  await expect(seal(tools, tenant, requestId)).rejects.toThrow("the signature of recipient client is missing");
  expect(await readFiles(server, tenant, requestId)).toMatchObject([{ sealed: null, versions: 1 }]);
});

describe("what servers of the version before stored as text", () => {
  test("is shown and sealed, then encrypted, once", async () => {
    const tools = openWorkTools(server);
    const bytes = await makePdf([{ text: "Fee agreement" }]);
    const options = { bytes, fields: [{}, { kind: "text", label: "City", y: 100 }] };
    const { requestId, recipientId, fieldIds } = await createPreparingRequest(server, tenant, options);
    await prepare(tools, tenant, requestId);
    await signAll(tenant, requestId);
    await owner.query(`DELETE FROM "EsignSubmission" WHERE "recipientId" = $1`, [recipientId]);
    await changeRow(tenant, "EsignRecipient", recipientId, { signature: JSON.stringify(drawnName) });
    await changeRow(tenant, "EsignField", fieldIds[1] ?? "", { value: "Qzcanary City" });
    expect(await readValue(requestId, "City")).toBe("Qzcanary City");

    const { pii } = server.services.installationKeys;
    const { database } = server.services;
    const counts = await Promise.all([reencryptSubmissions(database, pii), reencryptSubmissions(database, pii)]);
    expect(counts.reduce((sum, { reencrypted }) => sum + reencrypted, 0)).toBe(1);
    expect(await findTables("Qzcanary City", drawnName.text)).toEqual([]);
    expect(await readValue(requestId, "City")).toBe("Qzcanary City");
    // A server of the version before does not take the mark for a signature.
    const { rows } = await owner.query<{ signature: string }>(`SELECT signature FROM "EsignRecipient" WHERE id = $1`, [
      recipientId,
    ]);
    expect(() => JSON.parse(rows[0]?.signature ?? "") as unknown).toThrow(SyntaxError);
    await seal(tools, tenant, requestId);
    expect(await readFiles(server, tenant, requestId)).toMatchObject([{ versions: 2 }]);
  });
});

describe("a rotation of CASEPORT_PII_KEYS", () => {
  const key = (number: number): PiiKey => ({ number, key: randomBytes(32).toString("base64") });

  test("encrypts with the current key what another one encrypted; a key that is missing is named", async () => {
    const { requestId } = await signAtTheDoor();
    const { database } = server.services;
    const [first, second] = [key(1), key(2)];
    const ring = (...keys: PiiKey[]) => createInstallationKeys(testSecret, keys);
    const moved = await reencryptSubmissions(database, ring(first).pii);
    expect(moved).toEqual({ reencrypted: expect.any(Number), missingKeys: [] });
    expect(moved.reencrypted).toBeGreaterThan(0);
    const decryptWith = async (...keys: PiiKey[]) => {
      const { organizationId } = tenant;
      const installationKeys = ring(...keys);
      return tenant.inside((transaction) =>
        listSubmissions({ organizationId, transaction, installationKeys }, requestId),
      );
    };
    expect((await decryptWith(first)).get("signer1")).toMatchObject({ signature: drawnName });
    expect(await reencryptSubmissions(database, ring(second).pii)).toEqual({ reencrypted: 0, missingKeys: [1] });
    await expect(decryptWith(second)).rejects.toThrow("key 1");
    expect((await reencryptSubmissions(database, ring(second, first).pii)).reencrypted).toBe(moved.reencrypted);
    expect((await decryptWith(second)).get("signer1")).toMatchObject({ signature: drawnName });
    expect(await reencryptSubmissions(database, ring(second).pii)).toEqual({ reencrypted: 0, missingKeys: [] });
  });
});
