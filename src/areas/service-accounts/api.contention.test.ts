import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { expectSuccess } from "../../testing/conformance/subject.ts";
import { createPlainKey } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  owner = await server.connectOwner();
});
afterAll(() => server.close(1000));

async function countDeadlocks(): Promise<number> {
  await owner.query("SELECT pg_stat_clear_snapshot()");
  const { rows } = await owner.query<{ deadlocks: string }>(
    "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
  );
  return Number(rows[0]?.deadlocks);
}

/** A mutation's response refers to its key while it holds the counter of events, for which the manager of the key waits. */
test("a key that writes continuously can be managed without deadlock", async () => {
  const { keyId, secret } = await createPlainKey(tenant);
  const { clientId } = await createCase(tenant);
  const before = await countDeadlocks();
  let isOver = false;
  const write = async () => {
    for (let round = 0; !isOver; round += 1) {
      expectSuccess(
        await openApi(server, secret).change("PATCH", `/clients/${clientId}`, { lastName: `Busy ${round}` }),
      );
    }
  };
  const manage = async () => {
    for (let round = 0; round < 40; round += 1) {
      expectSuccess(
        await openApi(server, tenant.secret).change("PATCH", `/service-accounts/${keyId}`, {
          name: `Managed ${round}`,
        }),
      );
    }
  };
  const managing = manage().finally(() => {
    isOver = true;
  });
  await Promise.all([managing, write(), write()]);
  // The statistics of a session are published within a second of its being idle.
  await new Promise((resolve) => {
    setTimeout(resolve, 1_500);
  });
  expect(await countDeadlocks()).toBe(before);
});
