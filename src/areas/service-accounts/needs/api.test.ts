import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explainRead } from "../../../testing/database/explain.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createKey, createTenant } from "../../../testing/harness/tenant.ts";
import { readNeeds } from "../../request-logs/domain.scope-uses.ts";
import { contextOf } from "../../request-logs/fixtures.ts";
import { describeKeysInNeed } from "./domain.ts";
import { selectKeysInNeed } from "./store.ts";

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
const scopes = ["cases:read", "clients:read", "leads:read"];

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
});
afterAll(() => server.close(1_000));

/** A firm with keys of each age, last use, first counted day and uses of scopes, and nothing else to say about them. */
async function createVariety() {
  const tenant = await createTenant(server.services.database);
  const keyIds: string[] = [];
  for (const createdAt of [10, 200]) {
    for (const lastUsedAt of [null, 5, 150]) {
      for (const firstDay of [null, 20, 180]) {
        for (const used of [[], ["cases:read"], scopes]) {
          const { keyId } = await createKey(tenant, {
            scopes,
            createdAt: ago(createdAt),
            lastUsedAt: lastUsedAt === null ? null : ago(lastUsedAt),
          });
          keyIds.push(keyId);
          const { organizationId } = tenant;
          if (firstDay !== null)
            await owner.query(`INSERT INTO "KeyUsageDay" ("organizationId", "keyId", day) VALUES ($1, $2, $3)`, [
              organizationId,
              keyId,
              ago(firstDay).slice(0, 10),
            ]);
          await owner.query(
            `INSERT INTO "KeyScopeUse" ("organizationId", "keyId", scope, "lastUsedAt") SELECT $1, $2, scope, $4 FROM unnest($3::text[]) AS scope`,
            [organizationId, keyId, used, ago(lastUsedAt ?? 150)],
          );
        }
      }
    }
  }
  return { tenant, keyIds: [tenant.keyId, ...keyIds] };
}

test("the statement finds the keys, and of them the scopes, that the rule of one key finds", async () => {
  const { tenant, keyIds } = await createVariety();
  await tenant.inside(async (transaction) => {
    const context = contextOf(tenant, transaction);
    const { keys, total } = await describeKeysInNeed(context, 1_000);
    const found = new Map(keys.map(({ keyId, isUnused, unusedScopes }) => [keyId, [isUnused, unusedScopes]]));
    const expected = new Map<string, unknown[]>();
    for (const keyId of keyIds) {
      const { isUnused, unusedScopes } = await readNeeds(context, keyId);
      // An unused key is one item, not also its scopes.
      if (isUnused || unusedScopes.length > 0) expected.set(keyId, [isUnused, isUnused ? 0 : unusedScopes.length]);
    }
    expect(expected.size).toBeGreaterThan(10);
    expect(found).toEqual(expected);
    expect(total).toBe(expected.size);
  });
});

test("of many keys the limit's are read, and the count has all", async () => {
  const tenant = await createTenant(server.services.database);
  await createKey(tenant, { name: "Expiring", expiresAt: ago(-9), scopes: ["cases:read"] });
  await createKey(tenant, { name: "Expiring sooner", expiresAt: ago(-3), scopes: ["cases:read"] });
  await createKey(tenant, { name: "Broken", actingAttorneyId: null, createdAt: ago(300) });
  for (let count = 0; count < 4; count += 1) await createKey(tenant, { name: "Unused", createdAt: ago(100), scopes });
  for (const state of [
    { revokedAt: ago(1), revokeReason: "Not needed" },
    { pausedAt: ago(1) },
    { expirySetAt: ago(300), expiresAt: ago(1) },
  ])
    await createKey(tenant, { name: "Out of use", createdAt: ago(300), ...state });
  const { keys, total } = await tenant.inside((transaction) => describeKeysInNeed(contextOf(tenant, transaction), 4));
  expect(keys.map(({ name }) => name)).toEqual(["Broken", "Expiring sooner", "Expiring", "Unused"]);
  expect(keys[0]).toMatchObject({ status: "needs_attention", actingAttorneyName: null, isUnused: true });
  expect(total).toBe(7);
  const other = await createTenant(server.services.database);
  expect(await other.inside((transaction) => describeKeysInNeed(contextOf(other, transaction), 4))).toEqual({
    keys: [],
    total: 0,
  });
});

test("neither expired keys nor another organization's are read, and every table by its index", async () => {
  const { tenant, keyIds } = await createVariety();
  const others = await createTenant(server.services.database);
  await owner.query(
    `INSERT INTO "IntegrationKey" ("organizationId", id, name, "actorName", scopes, "expirySetAt", "expiresAt", "createdAt")
     SELECT CASE WHEN n % 3 = 0 THEN $1 ELSE $2 END, 'key_' || n, 'Old', 'Old', '{cases:read}', at - interval '1 year', at, at - interval '1 year'
     FROM generate_series(1, 9000) n, LATERAL (SELECT now() + (n * 7919 % 300 + 1) * interval '1 day' * CASE WHEN n % 3 = 1 THEN 1 ELSE -1 END AS at) s`,
    [tenant.organizationId, others.organizationId],
  );
  await owner.query(`ANALYZE "IntegrationKey", "KeyUsageDay", "KeyScopeUse", "ScopeRequest"`);
  // What the planner prefers for tables of this size; whether an index leads to the rows is the question.
  const { scans } = await explainRead(server, tenant, selectKeysInNeed(tenant.organizationId, ago(90), 20), {
    reads: [],
    ways: ["enable_seqscan", "enable_bitmapscan"],
  });
  const keys = scans.find(({ table, index }) => table === "IntegrationKey" || index?.startsWith("IntegrationKey"));
  expect(keys).toMatchObject({ index: "IntegrationKey_organizationId_expiresAt_id_idx", read: keyIds.length });
  expect(
    scans.filter(
      ({ node, table }) => node === "Seq Scan" && ["IntegrationKey", "KeyUsageDay", "KeyScopeUse"].includes(table),
    ),
  ).toEqual([]);
});
