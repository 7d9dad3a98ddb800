import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { selectLookalikes, selectResembled } from "./duplicates/store.ts";

// The lists are held to their indexes by src/testing/conformance/lists.test.ts; this is what no list queries.

/** So many leads in each of two firms; a phone, an e-mail and a name each find every so many-th. */
const total = 1_000;
const rare = 25;
/**
 * What a look by phone, e-mail and name, which find 40 each, may read: all of them in each of four places, and never
 * the table.
 */
const most = 160;

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  for (const { organizationId } of [tenant, await createTenant(server.services.database)]) {
    await owner.query(
      `INSERT INTO "Lead" ("organizationId", id, "sequenceId", "firstName", "lastName", "caseType", "phoneE164", "emailKey")
       SELECT $1, 'lea_' || lpad(n::text, 6, '0'), 'L-' || n, 'Rosa', 'Name' || n % $2, 'truck_accident', '+1512' || n % $2, 'a' || n % $2 || '@example.com'
       FROM generate_series(1, $3::integer) n`,
      [organizationId, rare, total],
    );
  }
  await owner.query(`ANALYZE "Lead", "SearchTerm"`);
});
afterAll(() => server.close(1000));

test("duplicates are found by indexes, on creation and in a search", async () => {
  const likeness = { phoneE164: "+15127", emailKey: "a7@example.com" };
  const resembled = selectResembled(tenant, likeness, "truck_accident");
  const lookalikes = selectLookalikes(tenant, { ...likeness, words: [["name7"]] }, 25);
  for (const statement of [resembled ?? lookalikes, lookalikes]) {
    const { read, scans } = await explainRead(server, tenant, statement);
    expect(scans.filter(({ node }) => node === "Seq Scan")).toEqual([]);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(most);
  }
});
