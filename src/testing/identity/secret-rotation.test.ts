import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decryptRequest, encryptRequest } from "../../areas/bulk/domain.items.ts";
import { createBulkJob } from "../../areas/bulk/fixtures.ts";
import { placeOfSsn, reencryptSsns } from "../../areas/clients/ssn/domain.ts";
import { createClientRow, createClientWithSsn, testSsn } from "../../areas/clients/fixtures.ts";
import { decryptSecrets } from "../../areas/communications/connections/domain.credentials.ts";
import { createConnection } from "../../areas/communications/connections/fixtures.ts";
import { createConversation } from "../../areas/communications/conversations/fixtures.ts";
import { decryptTextSecret, encryptTextSecret } from "../../areas/communications/sending/domain.secrets.ts";
import { createEsignRequest, createSubmission } from "../../areas/esign/fixtures.ts";
import { reencryptSubmissions } from "../../areas/esign/submissions/domain.ts";
import { decryptSealKey, encryptSealKey } from "../../areas/esign/work/domain.seal-key.ts";
import { encryptSample } from "../../areas/imports/domain.preview.ts";
import { insertImport } from "../../areas/imports/fixtures.ts";
import type { ImportPreview } from "../../areas/imports/schema.ts";
import { decryptBefore, encryptBefore } from "../../areas/imports/work/domain.before.ts";
import { placeOfSecret } from "../../areas/webhooks/domain.secrets.ts";
import { allowHosts, newSubscriptionBody, shownSubscription } from "../../areas/webhooks/fixtures.ts";
import { encryptedColumns } from "../../composition/encrypted-columns.ts";
import { diagnose } from "../../cli/doctor/diagnose.ts";
import { openConfirmation, encryptConfirmation } from "../../mcp/confirmation.ts";
import { reencryptColumn } from "../../platform/jobs/encrypted-columns.ts";
import { reencryptSecondFactors } from "../../platform/identity/second-factor/stored-factors.ts";
import { makeSealCertificate } from "../../platform/pdf/seal-identity.ts";
import { decryptFileToken, encryptFileToken } from "../../platform/storage/file-tokens.ts";
import {
  callIdentity,
  createPerson,
  drawCode,
  openSession,
  readCookies,
  writeCookies,
  type CookieJar,
} from "../harness/identity.ts";
import { openApi, readBody } from "../harness/requests/api.ts";
import { startOwnServer, startServerOn, testSecret, type TestServer } from "../harness/server.ts";
import { twilioAccount } from "../servers/text-providers.ts";
import { changeRow, createTenant, insertFor, type TestTenant } from "../harness/tenant.ts";

/**
 * Three servers on one database, as an operator restarts them: with the old secret, with both, and with the new one
 * alone.
 */
const nextSecret = "the-next-secret-of-every-test-server-9876543210";
const piiKeys = [{ number: 1, key: randomBytes(32).toString("base64") }];
let old: TestServer;
let both: TestServer;
let next: TestServer;
let tenant: TestTenant;
let owner: Client;

beforeAll(async () => {
  old = await startOwnServer();
  const join = async (secret: string, acceptedSecret: string | null): Promise<TestServer> => {
    const server = await startServerOn(old.applicationUrl, { secret, acceptedSecret, piiKeys });
    return { ...old, ...server, baseUrl: server.addresses[0] ?? "" };
  };
  [both, next] = await Promise.all([join(nextSecret, testSecret), join(nextSecret, null)]);
  tenant = await createTenant(old.services.database);
  owner = new Client({ connectionString: old.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await Promise.all([both.close(1_000), next.close(1_000)]);
  await old.close(1_000);
});

const keysOf = ({ services }: TestServer) => services.installationKeys;

describe("what was made with the old secret is valid while it is accepted, and invalid afterwards", () => {
  test("a session, also where Better Auth reads it", async () => {
    const person = await createPerson(old);
    const cookie = await openSession(old, person);
    const renew = async (server: TestServer) =>
      (
        await callIdentity(
          server,
          "/two-factor/generate-backup-codes",
          { password: person.password },
          { jar: readCookies(cookie) },
        )
      ).status;
    expect(await both.services.identity.findSession(cookie)).toMatchObject({ userId: person.userId });
    expect([await renew(both), await renew(next)]).toEqual([200, 401]);
    expect(await next.services.identity.findSession(cookie)).toBeNull();
  });

  test("a sign-in that awaits the second factor, and a known device", async () => {
    const person = await createPerson(old);
    const begin = async (): Promise<CookieJar> => {
      const jar: CookieJar = new Map();
      expect(
        (await callIdentity(old, "/sign-in/email", { email: person.email, password: person.password }, { jar })).status,
      ).toBe(200);
      return jar;
    };
    const finish = async (server: TestServer, jar: CookieJar) =>
      (
        await callIdentity(
          server,
          "/two-factor/verify-totp",
          { code: await drawCode(person.totpSecret ?? "") },
          { jar },
        )
      ).status;
    // As the start with two secrets does.
    await reencryptSecondFactors(old.services.database, [testSecret, nextSecret]);
    expect(await finish(next, await begin())).toBe(401);
    const jar = await begin();
    expect(await finish(both, jar)).toBe(200);
    expect(await next.services.identity.findSession(writeCookies(jar))).toMatchObject({ userId: person.userId });
    const device = (await old.services.identity.rememberDevice(person.userId)).join("; ");
    expect(await both.services.identity.findKnownDevice(device)).toMatchObject({ userId: person.userId });
    expect(await next.services.identity.findKnownDevice(device)).toBeNull();
  });

  test("a cursor with names", async () => {
    for (const lastName of ["Abbot", "Baker", "Castle"]) await createClientRow(tenant, { lastName });
    const list = (server: TestServer, after = "") =>
      openApi(server, tenant.secret).get(`/clients?sort=name&limit=1${after}`);
    const { nextCursor } = readBody<{ nextCursor: string }>(await list(old));
    expect((await list(both, `&after=${nextCursor}`)).status).toBe(200);
    expect((await list(next, `&after=${nextCursor}`)).status).toBe(400);
  });

  test("a stored response", async () => {
    const clientId = await createClientRow(tenant);
    const change = (server: TestServer) =>
      openApi(server, tenant.secret).change(
        "PATCH",
        `/clients/${clientId}`,
        { phone: "(412) 555-0199" },
        { "X-Idempotency-Key": "rotation" },
      );
    const first = await change(old);
    const replayed = await change(both);
    expect([replayed.status, replayed.headers["idempotent-replayed"], replayed.text]).toEqual([
      200,
      "true",
      first.text,
    ]);
    expect((await change(next)).status).toBe(409);
  });

  test("the URL of a file, and the state of an assistant's confirmation", () => {
    const contents = { organizationId: tenant.organizationId, uploadId: "upl_1" };
    const token = encryptFileToken(keysOf(old), "upload", contents);
    expect([both, next].map((server) => decryptFileToken(keysOf(server), "upload", token))).toEqual([contents, null]);
    const calls = [{ operation: { declaration: { name: "cases.create" } }, input: {} }] as unknown as Parameters<
      typeof encryptConfirmation
    >[2];
    const state = encryptConfirmation(keysOf(old), tenant.keyId, calls);
    expect(openConfirmation(keysOf(both), tenant.keyId, state)).toMatchObject({ call: expect.any(String) });
    expect(() => openConfirmation(keysOf(next), tenant.keyId, state)).toThrow("not of this key");
  });
});

test("servers that were not restarted yet accept what the others make, if they accept the new secret", async () => {
  const first = await startServerOn(old.applicationUrl, { secret: testSecret, acceptedSecret: nextSecret, piiKeys });
  try {
    const encrypted = keysOf(next).encrypt("here", "text");
    expect([
      first.services.installationKeys.decrypt("here", encrypted),
      keysOf(old).decrypt("here", encrypted),
    ]).toEqual(["text", null]);
  } finally {
    await first.close(1_000);
  }
});

test("every column of bytes is a digest, is encrypted with keys of CASEPORT_PII_KEYS, or is rotated", async () => {
  const { rows } = await owner.query<{ name: string }>(`
    SELECT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
    WHERE c.table_schema = 'public' AND c.data_type = 'bytea' AND c.column_name !~* '(digest|fingerprint)$'
      AND NOT EXISTS (SELECT FROM information_schema.columns k WHERE k.table_schema = c.table_schema AND k.table_name = c.table_name AND k.column_name = 'keyNumber')`);
  const rotated = encryptedColumns.map(({ name }) => name);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(rotated.toSorted());
});

test("what is stored is encrypted with the new secret, each row once, and the old secret can be removed", async () => {
  const { database } = both.services;
  await allowHosts(tenant, tenant.keyId);
  const { subscription, secret } = shownSubscription(
    await openApi(old, tenant.secret).change("POST", "/webhook-subscriptions", newSubscriptionBody()),
  );
  const person = await createPerson(old);
  const clientId = await createClientWithSsn(tenant);
  const seal = await makeSealCertificate(new Date());
  const sealingKey = encryptSealKey(keysOf(old), tenant.organizationId, seal.key);
  const reminders = { firstAfterDays: 3, everyDays: 3, max: 5 };
  const settings = {
    organizationId: tenant.organizationId,
    reminders,
    sealingCertificate: seal.certificate,
    sealingKey,
  };
  await insertFor(tenant, { EsignSetting: settings });
  const { recipientId } = await createEsignRequest(tenant);
  await createSubmission(tenant, recipientId);
  /** The certificate with which a server would seal: another one, if it does not decrypt the key. */
  const readSealKey = async (server: TestServer) => {
    const { rows } = await owner.query<{ sealingKey: Buffer }>(
      `SELECT "sealingKey" FROM "EsignSetting" WHERE "organizationId" = $1`,
      [tenant.organizationId],
    );
    return decryptSealKey(keysOf(server), tenant.organizationId, rows[0]?.sealingKey ?? Buffer.alloc(0));
  };
  const { connectionId } = await createConnection(tenant, keysOf(old), twilioAccount);
  const readConnection = async (server: TestServer) => {
    const { rows } = await owner.query<{ credentials: Buffer }>(
      `SELECT credentials FROM "TextConnection" WHERE id = $1`,
      [connectionId],
    );
    const { organizationId } = tenant;
    const [{ credentials } = { credentials: Buffer.alloc(0) }] = rows;
    const secrets = decryptSecrets(keysOf(server), { organizationId, id: connectionId, credentials });
    return secrets?.provider === "twilio" ? secrets.authToken : null;
  };
  const waiting = await createWaiting();
  const readWebhookSecret = async (server: TestServer) => {
    const {
      rows: [row],
    } = await owner.query<{ id: string; sealed: Buffer }>(
      `SELECT id, sealed FROM "WebhookSecret" WHERE "subscriptionId" = $1`,
      [subscription.id],
    );
    return row === undefined
      ? undefined
      : keysOf(server).decrypt(placeOfSecret(tenant.organizationId, subscription.id, row.id), row.sealed);
  };
  const reveal = async (server: TestServer) => {
    const {
      rows: [row],
    } = await owner.query<{ keyNumber: number; sealed: Buffer }>(
      `SELECT "keyNumber", sealed FROM "ClientSsn" WHERE "clientId" = $1`,
      [clientId],
    );
    return row === undefined ? undefined : keysOf(server).pii.decrypt(placeOfSsn(tenant.organizationId, clientId), row);
  };
  const signIn = async (server: TestServer) => {
    const jar: CookieJar = new Map();
    await callIdentity(server, "/sign-in/email", { email: person.email, password: person.password }, { jar });
    return (
      await callIdentity(server, "/two-factor/verify-totp", { code: await drawCode(person.totpSecret ?? "") }, { jar })
    ).status;
  };
  const examine = async () => {
    const findings = await diagnose(
      {
        DATABASE_URL: old.applicationUrl,
        CASEPORT_SECRET: nextSecret,
        CASEPORT_ACCEPTED_SECRET: testSecret,
        CASEPORT_PII_KEYS: `1=${piiKeys[0]?.key}`,
      },
      10_000,
    );
    return findings.find(({ check }) => check === "Stored secrets")?.status;
  };
  const digits = testSsn.replaceAll("-", "");
  expect([
    await readWebhookSecret(both),
    await readWebhookSecret(next),
    await reveal(both),
    await reveal(next),
    await readSealKey(both),
    await readSealKey(next),
    await readConnection(both),
    await readConnection(next),
  ]).toEqual([secret, null, digits, null, seal.key, null, twilioAccount.authToken, null]);
  expect([await waiting.read(both), await waiting.read(next)]).toEqual([waiting.texts, [null, null, null, null]]);
  expect(await examine()).toBe("warning");

  const secrets = [nextSecret, testSecret] as const;
  const run = async () => [
    await reencryptSecondFactors(database, secrets),
    (await reencryptSsns(database, keysOf(both).pii)).reencrypted,
    (await reencryptSubmissions(database, keysOf(both).pii)).reencrypted,
    ...(await Promise.all(encryptedColumns.map((column) => reencryptColumn(database, keysOf(both), column)))),
  ];
  const counts = await run();
  for (const count of counts) expect(count).toBeGreaterThan(0);
  expect(await run()).toEqual(counts.map(() => 0));
  expect([await waiting.read(old), await waiting.read(next)]).toEqual([[null, null, null, null], waiting.texts]);
  expect([await readConnection(old), await readConnection(next)]).toEqual([null, twilioAccount.authToken]);
  expect([await readSealKey(old), await readSealKey(next)]).toEqual([null, seal.key]);
  expect([await readWebhookSecret(old), await readWebhookSecret(next), await reveal(next), await signIn(next)]).toEqual(
    [null, secret, digits, 200],
  );
  expect(await examine()).toBe("ok");
});

/** @returns null where the worker would fail */
function readItem(server: TestServer, place: Parameters<typeof decryptRequest>[1], encrypted: Buffer) {
  try {
    return decryptRequest(keysOf(server), place, encrypted);
  } catch {
    return null;
  }
}

/** What waits for somebody: a text to a signer, an item of a bulk job, a file to map, and an import that can be undone. */
async function createWaiting() {
  const keys = keysOf(old);
  const { organizationId } = tenant;
  const inOrganization = (server: TestServer) => ({ organizationId, installationKeys: keysOf(server) });
  const text = { text: "Sign here:", path: "/s/abc", isRequested: false };
  const { messageId } = await createConversation(tenant);
  await changeRow(tenant, "Message", messageId, {
    sealedSecret: encryptTextSecret(inOrganization(old), messageId, text),
  });
  const jobId = await createBulkJob(tenant);
  const request = { method: "POST" as const, path: "/tasks", body: { title: "Call the adjuster" } };
  const item = encryptRequest(keys, { organizationId, jobId, index: 0 }, { idempotencyKey: "a", ...request });
  const importId = await insertImport(tenant);
  const cells = [{ number: 2, cells: ["17", "Rosa", "Diaz", "1990-04-01"] }];
  const row = { organizationId, id: importId };
  await changeRow(tenant, "Import", importId, { sample: encryptSample(keys, row, cells) });
  const diff = { lastName: { from: "Diaz", to: "Dias" } };
  const before = encryptBefore(keys, { row, number: 2 }, { body: { lastName: "Dias" }, diff });
  await owner.query(`UPDATE "BulkItem" SET request = $1 WHERE "jobId" = $2`, [item, jobId]);
  await owner.query(`UPDATE "ImportRow" SET before = $1 WHERE "importId" = $2 AND number = 2`, [before, importId]);
  const readColumn = async (statement: string, id: string): Promise<Buffer> => {
    const { rows } = await owner.query<{ value: Buffer }>(statement, [id]);
    return rows[0]?.value ?? Buffer.alloc(0);
  };
  return {
    texts: [text, request, "Diaz", { lastName: "Diaz" }],
    async read(server: TestServer) {
      const secret = await readColumn(`SELECT "sealedSecret" AS value FROM "Message" WHERE id = $1`, messageId);
      const sent = await readColumn(`SELECT request AS value FROM "BulkItem" WHERE "jobId" = $1`, jobId);
      const previous = await readColumn(
        `SELECT before AS value FROM "ImportRow" WHERE "importId" = $1 AND number = 2`,
        importId,
      );
      const preview = await openApi(server, tenant.secret).get(`/imports/${importId}/preview`);
      const [shown] = readBody<{ preview: ImportPreview }>(preview).preview.rows;
      return [
        decryptTextSecret(inOrganization(server), messageId, secret),
        readItem(server, { organizationId, jobId, index: 0 }, sent),
        shown?.body["lastName"] ?? null,
        decryptBefore(keysOf(server), { row, number: 2 }, previous),
      ];
    },
  };
}
