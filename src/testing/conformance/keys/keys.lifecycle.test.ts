import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isElevated } from "../../../contract/scopes.ts";
import { addSecret, allScopes, createCase, createTenant, createKey, type TestTenant } from "../../harness/tenant.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { send } from "../../harness/requests/send.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
});

afterAll(() => server.close(1000));

async function readMe(secret: string): Promise<number> {
  return (await send(server.baseUrl, { method: "GET", target: "/api/v1/me", headers: { "x-api-key": secret } })).status;
}

/** Changes a key by SQL, as the portal would, and returns when the change is committed. */
async function setKey(keyId: string, assignment: string): Promise<void> {
  await owner.query(`UPDATE "IntegrationKey" SET ${assignment} WHERE id = $1`, [keyId]);
}

describe("takes effect at the very next request", () => {
  test("a pause and its end", async () => {
    const { keyId, secret } = await createKey(tenant, {});
    expect(await readMe(secret)).toBe(200);
    await setKey(keyId, `"pausedAt" = now()`);
    expect(await readMe(secret)).toBe(401);
    await setKey(keyId, `"pausedAt" = NULL`);
    expect(await readMe(secret)).toBe(200);
  });

  test("a revocation, for all secrets of the key", async () => {
    const { keyId, secret } = await createKey(tenant, {});
    const second = await addSecret(tenant, keyId);
    expect([await readMe(secret), await readMe(second)]).toEqual([200, 200]);
    await setKey(keyId, `"revokedAt" = now(), "revokeReason" = 'lost'`);
    expect([await readMe(secret), await readMe(second)]).toEqual([401, 401]);
  });

  test("an expiry, to the second, by the database's clock", async () => {
    const { keyId, secret } = await createKey(tenant, {});
    await setKey(keyId, `"expiresAt" = clock_timestamp() + interval '60 seconds'`);
    expect(await readMe(secret)).toBe(200);
    await setKey(keyId, `"expiresAt" = clock_timestamp() + interval '1 second'`);
    await new Promise((resolve) => setTimeout(resolve, 1050));
    expect(await readMe(secret)).toBe(401);
  });

  test("an expiry, regardless of the process's clock", async () => {
    const { keyId, secret } = await createKey(tenant, {});
    await setKey(keyId, `"expiresAt" = clock_timestamp() - interval '1 second'`);
    const { now } = Date;
    try {
      Date.now = () => now() - 86_400_000;
      expect(await readMe(secret)).toBe(401);
      await setKey(keyId, `"expiresAt" = clock_timestamp() + interval '1 hour'`);
      Date.now = () => now() + 86_400_000;
      expect(await readMe(secret)).toBe(200);
    } finally {
      Date.now = now;
    }
  });

  test("removing and adding a scope", async () => {
    const { keyId, secret } = await createKey(tenant, { scopes: ["cases:read"] });
    const { caseId } = await createCase(tenant);
    const read = async () =>
      (
        await send(server.baseUrl, {
          method: "GET",
          target: `/api/v1/cases/${caseId}`,
          headers: { "x-api-key": secret },
        })
      ).status;
    expect(await read()).toBe(200);
    await setKey(keyId, `scopes = '{clients:read}'`);
    expect(await read()).toBe(403);
    await setKey(keyId, `scopes = '{cases:read}'`);
    expect(await read()).toBe(200);
  });

  test("changing the allowed networks", async () => {
    const { keyId, secret } = await createKey(tenant, {});
    await setKey(keyId, `"allowedNetworks" = '{192.0.2.0/24}'`);
    expect(await readMe(secret)).toBe(403);
    await setKey(keyId, `"allowedNetworks" = '{127.0.0.1}'`);
    expect(await readMe(secret)).toBe(200);
  });
});

describe("a rotation", () => {
  test("leaves two valid secrets until the overlap ends, then one", async () => {
    const { keyId, secret } = await createKey(tenant, {});
    const next = await addSecret(tenant, keyId);
    const endOverlap = (when: string) =>
      owner.query(`UPDATE "IntegrationKeySecret" SET "expiresAt" = ${when} WHERE "keyId" = $1 AND prefix = $2`, [
        keyId,
        secret.slice(0, 12),
      ]);
    await endOverlap("clock_timestamp() + interval '1 hour'");
    expect([await readMe(secret), await readMe(next)]).toEqual([200, 200]);
    await endOverlap("clock_timestamp()");
    expect([await readMe(secret), await readMe(next)]).toEqual([401, 200]);
  });

  test("does not extend the key's expiry", async () => {
    const { keyId, secret } = await createKey(tenant, {});
    const next = await addSecret(tenant, keyId);
    await setKey(keyId, `"expiresAt" = clock_timestamp()`);
    expect([await readMe(secret), await readMe(next)]).toEqual([401, 401]);
  });
});

describe("the database enforces", () => {
  const day = 86_400_000;
  const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
  const standard = allScopes.filter((scope) => !isElevated(scope));

  test("an expiry within two years for standard scopes", async () => {
    await createKey(tenant, { scopes: [...standard], expiresAt: inDays(729) });
    await expect(createKey(tenant, { scopes: [...standard], expiresAt: inDays(732) })).rejects.toMatchObject({
      constraint: "IntegrationKey_expiry_ceiling",
    });
  });

  test.each(allScopes.filter(isElevated))("an expiry within one year with %s", async (scope) => {
    await createKey(tenant, { scopes: ["cases:read", scope], expiresAt: inDays(364) });
    await expect(createKey(tenant, { scopes: ["cases:read", scope], expiresAt: inDays(367) })).rejects.toMatchObject({
      constraint: "IntegrationKey_elevated_expiry_ceiling",
    });
  });

  test("the limit also for a scope that is added later", async () => {
    const { keyId } = await createKey(tenant, { scopes: ["cases:read"], expiresAt: inDays(700) });
    await expect(setKey(keyId, `scopes = scopes || '{medical:read}'`)).rejects.toMatchObject({
      constraint: "IntegrationKey_elevated_expiry_ceiling",
    });
  });

  test("a reason for every revocation", async () => {
    const { keyId } = await createKey(tenant, {});
    await expect(setKey(keyId, `"revokedAt" = now()`)).rejects.toMatchObject({
      constraint: "IntegrationKey_revoked_with_reason",
    });
  });

  test("that secrets are stored only as digests", async () => {
    const { secret } = await createKey(tenant, {});
    const { rows } = await owner.query(
      `SELECT to_jsonb(s)::text AS row FROM "IntegrationKeySecret" s WHERE prefix = $1`,
      [secret.slice(0, 12)],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain(secret.slice(13));
  });
});
