import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPiiKeys } from "../../../platform/crypto/pii-keys.ts";
import { createInstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { createTenant, createKey, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, testSecret, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { countTraces, readAuditEntries, readEvents } from "../../../testing/harness/traces.ts";
import { reencryptSsns } from "./domain.ts";
import { createClientRow, createClientWithSsn, testSsn } from "../fixtures.ts";

const digits = testSsn.replaceAll("-", "");

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const api = (secret = tenant.secret) => openApi(server, secret);
const patch = (clientId: string, body: object) => api().change("PATCH", `/clients/${clientId}`, body);
const reveal = (clientId: string, secret?: string, headers?: Record<string, string>) =>
  api(secret).change("POST", `/clients/${clientId}/reveal-ssn`, {}, headers);
const rejectionOf = ({ status, body }: Reply) => [status, body["code"], body["error"]];

async function createWith(ssn: unknown): Promise<Reply> {
  return api().change("POST", "/clients", { firstName: "Noor", lastName: "Haddad", ssn });
}

describe("an SSN is written", () => {
  test.each(["219-64-4821", "219644821", "665-01-0001", "899-99-9999"])(
    "%s is stored, and only its last four digits are returned",
    async (ssn) => {
      const reply = await createWith(ssn);
      const client = readRecord(reply.body, "client");
      expect(client).toMatchObject({ ssnFourDigits: ssn.slice(-4), hasSsn: true });
      expect(reply.text).not.toContain(ssn);
      const shown = `${ssn.slice(0, 3)}-${ssn.replaceAll("-", "").slice(3, 5)}-${ssn.slice(-4)}`;
      expect((await reveal(String(client["id"]))).body).toEqual({ success: true, clientId: client["id"], ssn: shown });
    },
  );

  test.each([
    ["area 000", "000-12-3456"],
    ["area 666", "666-12-3456"],
    ["area 900", "900-12-3456"],
    ["group 00", "123-00-4567"],
    ["serial 0000", "123-45-0000"],
    ["one hyphen", "123-456789"],
    ["hyphens elsewhere", "12-345-6789"],
    ["eight digits", "12345678"],
    ["a line end", "123-45-6789\n"],
    ["a number", 123456789],
  ])("%s is rejected, and the error does not repeat it", async (_, ssn) => {
    const reply = await createWith(ssn);
    expect(reply.body).toMatchObject({ code: "VALIDATION_FAILED", error: expect.stringMatching(/^ssn: /) as unknown });
    expect(reply.text).not.toContain(String(ssn));
  });

  test("null deletes it", async () => {
    const clientId = await createClientWithSsn(tenant);
    expect(readRecord((await patch(clientId, { ssn: null })).body, "client")).toMatchObject({
      ssnFourDigits: null,
      hasSsn: false,
    });
    expect((await owner.query(`SELECT FROM "ClientSsn" WHERE "clientId" = $1`, [clientId])).rowCount).toBe(0);
    expect(rejectionOf(await reveal(clientId))).toEqual([404, "NOT_FOUND", "Social security number not found"]);
  });

  test("a new number replaces it, and the event only says that it changed", async () => {
    const clientId = await createClientWithSsn(tenant);
    await patch(clientId, { ssn: "318-77-9021" });
    expect((await reveal(clientId)).body["ssn"]).toBe("318-77-9021");
    const changed = (await readEvents(tenant)).find(
      (event) => event.entityId === clientId && event.eventType === "client.updated",
    );
    expect(changed?.diff).toEqual({
      ssnFourDigits: { from: "4821", to: "9021" },
      ssn: { from: "[redacted]", to: "[redacted]" },
    });
  });
});

describe("an SSN is revealed", () => {
  test("each read records an audit entry, no event, and no stored response", async () => {
    const clientId = await createClientWithSsn(tenant);
    const { secret, keyId } = await createKey(tenant, {
      scopes: ["clients:pii"],
      name: "Lien desk",
      actorName: "Lien desk",
    });
    expect((await reveal(clientId, secret)).body).toMatchObject({ ssn: testSsn });
    const actor = { actorId: keyId, actorName: "Lien desk" };
    expect((await readAuditEntries(tenant)).at(-1)).toMatchObject({
      action: "clients.revealSsn",
      entity: "client",
      entityId: clientId,
      changes: {},
      ...actor,
    });
    const before = await countTraces(tenant);
    const headers = { "X-Idempotency-Key": "the same" };
    for (let time = 0; time < 2; time += 1) expect((await reveal(clientId, secret, headers)).status).toBe(200);
    expect(await countTraces(tenant)).toEqual({ events: before.events, entries: before.entries + 2 });
    expect((await owner.query(`SELECT FROM "IdempotencyRecord" WHERE "keyId" = $1`, [keyId])).rowCount).toBe(0);
    await api().change("DELETE", `/clients/${clientId}`);
    expect((await reveal(clientId, secret, headers)).status).toBe(404);
  });

  test("only with clients:pii: clients:read and clients:write fail with 403", async () => {
    const clientId = await createClientWithSsn(tenant);
    const { secret } = await createKey(tenant, { scopes: ["clients:read", "clients:write"] });
    const before = await countTraces(tenant);
    expect((await reveal(clientId, secret)).status).toBe(403);
    expect(await countTraces(tenant)).toEqual(before);
  });

  test("404 for a client without one, an unknown client and another organization's, with the same message", async () => {
    const theirs = await createClientWithSsn(await createTenant(server.services.database));
    expect((await reveal(theirs)).text).toBe((await reveal("cli_unknown")).text);
    expect(rejectionOf(await reveal(await createClientRow(tenant, { ssnFourDigits: "1234" })))).toEqual([
      404,
      "NOT_FOUND",
      "Social security number not found",
    ]);
  });
});

test("no table contains an SSN in plaintext", async () => {
  await createWith(testSsn);
  await reveal(await createClientWithSsn(tenant));
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  for (const { name } of tables) {
    const { rows } = await owner.query(`SELECT FROM ${name} r WHERE r::text ~ '${digits}|${testSsn}'`);
    expect([name, rows.length]).toEqual([name, 0]);
  }
});

test("a ciphertext copied to another client's row cannot be decrypted", async () => {
  const [clientId, otherId] = [await createClientWithSsn(tenant), await createClientWithSsn(tenant, "318-77-9021")];
  await owner.query(
    `UPDATE "ClientSsn" s SET sealed = o.sealed FROM "ClientSsn" o WHERE s."clientId" = $1 AND o."clientId" = $2`,
    [clientId, otherId],
  );
  const reply = await reveal(clientId);
  expect(rejectionOf(reply)).toEqual([500, "INTERNAL_ERROR", "Internal server error"]);
});

describe("key rotation", () => {
  const keysOf = (...numbers: number[]) =>
    readPiiKeys(numbers.map((number) => `${number}=${randomBytes(32).toString("base64")}`).join(",")) ?? [];
  const numbers = async () =>
    (await owner.query<{ keyNumber: number }>(`SELECT DISTINCT "keyNumber" FROM "ClientSsn" ORDER BY 1`)).rows.map(
      ({ keyNumber }) => keyNumber,
    );

  test("reencrypts every organization's values with the first key, after which the other keys can be removed", async () => {
    await owner.query(`DELETE FROM "ClientSsn"`);
    const { database } = server.services;
    const stranger = await createTenant(database);
    const clientIds = [
      await createClientWithSsn(tenant),
      await createClientWithSsn(tenant, "318-77-9021"),
      await createClientWithSsn(stranger),
    ];
    const keys = keysOf(2, 1);
    const [second, first] = [keys.slice(0, 1), keys.slice(1)];
    expect(await reencryptSsns(database, createInstallationKeys(testSecret, first).pii)).toEqual({
      reencrypted: 3,
      missingKeys: [],
    });
    expect(await numbers()).toEqual([1]);
    expect(await reencryptSsns(database, createInstallationKeys(testSecret, keys).pii)).toEqual({
      reencrypted: 3,
      missingKeys: [],
    });
    expect(await numbers()).toEqual([2]);
    expect(await reencryptSsns(database, createInstallationKeys(testSecret, keys).pii)).toEqual({
      reencrypted: 0,
      missingKeys: [],
    });
    const { rows } = await owner.query<{ sealed: Buffer; organizationId: string; clientId: string }>(
      `SELECT * FROM "ClientSsn"`,
    );
    const opened = rows.map(({ sealed, organizationId, clientId }) =>
      createInstallationKeys(testSecret, second).pii.decrypt(`ssn ${organizationId} ${clientId}`, {
        keyNumber: 2,
        sealed,
      }),
    );
    expect(opened.toSorted()).toEqual([digits, digits, "318779021"].toSorted());
    expect(rows.map(({ clientId }) => clientId).toSorted()).toEqual(clientIds.toSorted());
    // The key was taken out too early: it is named, and nothing is touched.
    expect(await reencryptSsns(database, createInstallationKeys(testSecret, first).pii)).toEqual({
      reencrypted: 0,
      missingKeys: [2],
    });
    expect(await numbers()).toEqual([2]);
  });

  test("skips a row that cannot be decrypted and continues with the others", async () => {
    await owner.query(`DELETE FROM "ClientSsn"`);
    await createClientWithSsn(tenant);
    const broken = await createClientWithSsn(tenant);
    await owner.query(`UPDATE "ClientSsn" SET sealed = $2 WHERE "clientId" = $1`, [broken, Buffer.alloc(60)]);
    await expect(
      reencryptSsns(server.services.database, createInstallationKeys(testSecret, keysOf(1)).pii),
    ).rejects.toThrow("cannot be decrypted with key 0");
    expect(await numbers()).toEqual([0, 1]);
  });
});
