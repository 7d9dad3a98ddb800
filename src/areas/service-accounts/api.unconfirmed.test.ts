import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import type { ServiceAccount } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  owner = await server.connectOwner();
});
afterAll(() => server.close(1000));

test("a scope that a key was given before it existed has no effect until somebody adds it to the scopes", async () => {
  const { secret, keyId } = await createKey(tenant, { scopes: ["cases:read", "notes:read", "notes:write"] });
  const { keyId: other } = await createKey(tenant, { scopes: ["cases:read"] });
  const [key, manager] = [openApi(server, secret), openApi(server, tenant.secret)];
  expect((await key.get("/notes")).status).toBe(200);
  // As the migration that comes with the scopes does it; twice does no more.
  for (let count = 0; count < 2; count += 1) await owner.query("CALL hold_back_scopes('notes:read', 'notes:write')");
  expect((await key.get("/notes")).status).toBe(403);
  const read = async (id: string) =>
    readBody<{ serviceAccount: ServiceAccount }>(await manager.get(`/service-accounts/${id}`)).serviceAccount;
  expect(await read(keyId)).toMatchObject({ scopes: ["cases:read"], unconfirmedScopes: ["notes:read", "notes:write"] });
  expect(await read(other)).toMatchObject({ scopes: ["cases:read"], unconfirmedScopes: [] });
  // Another change confirms nothing.
  readBody(
    await manager.change("PATCH", `/service-accounts/${keyId}`, {
      name: "Renamed",
      scopes: ["cases:read", "clients:read"],
    }),
  );
  expect((await read(keyId)).unconfirmedScopes).toEqual(["notes:read", "notes:write"]);
  readBody(await manager.change("PATCH", `/service-accounts/${keyId}`, { scopes: ["cases:read", "notes:read"] }));
  expect(await read(keyId)).toMatchObject({ scopes: ["cases:read", "notes:read"], unconfirmedScopes: ["notes:write"] });
  expect((await key.get("/notes")).status).toBe(200);
  const confirmed = (await readEvents(tenant)).at(-1);
  expect(confirmed?.diff).toMatchObject({
    unconfirmedScopes: { from: ["notes:read", "notes:write"], to: ["notes:write"] },
  });
});
