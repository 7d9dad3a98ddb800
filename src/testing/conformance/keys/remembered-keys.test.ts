import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../../harness/tenant.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
});

afterAll(() => server.close(1000));

/** A key that the server has seen, changed afterwards as another process would. */
async function rememberThen(assignment: string, scopes: string[] = ["clients:read", "clients:write", "medical:read"]) {
  const { keyId, secret } = await createKey(tenant, { scopes });
  const { clientId, caseId } = await createCase(tenant);
  const api = openApi(server, secret);
  expect((await api.get("/me")).status).toBe(200);
  await owner.query(`UPDATE "IntegrationKey" SET ${assignment} WHERE id = $1`, [keyId]);
  return { api, keyId, clientId, caseId };
}

async function count(table: string, condition: string, value: string): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(`SELECT count(*) FROM "${table}" WHERE ${condition} = $1`, [
    value,
  ]);
  return Number(rows[0]?.count);
}

const traces = [
  ["Event", `actor->>'id'`],
  ["AuditEntry", `"actorId"`],
  ["IdempotencyRecord", `"keyId"`],
] as const;

describe("a cached key that is revoked", () => {
  test("changes nothing: no record, event, audit entry or stored response", async () => {
    const { api, keyId, clientId } = await rememberThen(`"revokedAt" = now(), "revokeReason" = 'lost'`);
    const reply = await api.change("PATCH", `/clients/${clientId}`, { phone: "(412) 555-0123" });
    expect(reply.status).toBe(401);
    expect(await count("Client", `phone = '(412) 555-0123' AND id`, clientId)).toBe(0);
    for (const [table, column] of traces) expect(await count(table, column, keyId), table).toBe(0);
  });

  test("gets the response of an unknown key: no rate limit or expiry headers, and the same for unknown records", async () => {
    const { api, clientId } = await rememberThen(`"revokedAt" = now(), "revokeReason" = 'lost'`);
    for (const path of [`/clients/${clientId}`, "/clients/cli_unknown", "/clients?limit=none"]) {
      const { status, headers } = await api.get(path);
      expect(status, path).toBe(401);
      expect(
        Object.keys(headers).filter((name) => /ratelimit|x-api-key/.test(name)),
        path,
      ).toEqual([]);
    }
  });

  test("leaves no audit entry of a read under an elevated scope", async () => {
    const { api, keyId, caseId } = await rememberThen(`"revokedAt" = now(), "revokeReason" = 'lost'`);
    expect((await api.get(`/cases/${caseId}/medical-summary`)).status).toBe(401);
    expect(await count("AuditEntry", `"actorId"`, keyId)).toBe(0);
  });
});

describe("a cached key whose scopes change", () => {
  test("loses the scope of a mutation at its next request, and regains it", async () => {
    const { api, keyId, clientId } = await rememberThen(`scopes = '{clients:read}'`);
    expect((await api.change("PATCH", `/clients/${clientId}`, { phone: "(412) 555-0124" })).status).toBe(403);
    await owner.query(`UPDATE "IntegrationKey" SET scopes = '{clients:read,clients:write}' WHERE id = $1`, [keyId]);
    expect((await api.change("PATCH", `/clients/${clientId}`, { phone: "(412) 555-0124" })).status).toBe(200);
  });

  test("gets the echo form from the next request after losing the scope that reads", async () => {
    const { api, clientId } = await rememberThen(`scopes = '{clients:write}'`);
    const { body } = await api.change("PATCH", `/clients/${clientId}`, { phone: "(412) 555-0125" });
    expect((body as { client: object }).client).not.toHaveProperty("firstName");
  });
});
