import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createContext, type Context } from "../../../rpc/context.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { createEsignRequest } from "../fixtures.ts";
import { appendTrail } from "./domain.append.ts";
import { isChainIntact, listTrail } from "./domain.ts";
import { firstHash } from "./domain.chain.ts";

let server: TestServer;
let tenant: TestTenant;
beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const inside = <Result>(work: (context: Context) => Promise<Result>): Promise<Result> =>
  tenant.inside((transaction) => {
    const principal = systemPrincipal(tenant.organizationId);
    const { hooks } = server.services.database;
    return work(createContext({ principal, requestId: "req_1", clientIp: "192.0.2.1", hooks }, transaction));
  });

/** A request whose fixture has no entries of its own. */
async function createTrail(): Promise<string> {
  const { esignRequestId } = await createEsignRequest(tenant);
  await asOwner(`DELETE FROM "EsignTrailEntry" WHERE "requestId" = $1`, [esignRequestId]);
  await inside((context) => appendTrail(context, esignRequestId, [{ action: "created" }, { action: "sent" }]));
  await inside((context) =>
    appendTrail(context, esignRequestId, [
      {
        action: "viewed",
        actor: { type: "esign_recipient", id: "esp_1", label: "Client" },
        recipientId: "esp_1",
        ipAddress: "192.0.2.7",
        userAgent: `Mozilla/5.0 \0${"x".repeat(600)}`,
        detail: { pages: 3, documents: ["é", null], z: 1, a: 0.1 },
      },
    ]),
  );
  return esignRequestId;
}

/** As the owner of the tables, whom no grant limits. */
async function asOwner(statement: string, values: unknown[]): Promise<void> {
  const owner = await server.connectOwner();
  await owner.query(statement, values);
  await owner.end();
}

test("entries are numbered and chained, with their actor, and the request has the last hash", async () => {
  const id = await createTrail();
  const trail = await inside((context) => listTrail(context, id));
  expect(trail.map(({ number, action }) => [number, action])).toEqual([
    [1, "created"],
    [2, "sent"],
    [3, "viewed"],
  ]);
  expect(trail.map(({ previousHash }) => previousHash)).toEqual([firstHash(id), trail[0]?.hash, trail[1]?.hash]);
  expect(trail[0]).toMatchObject({
    actor: { type: "system", id: "system", label: "Caseport" },
    recipientId: null,
    ipAddress: null,
    userAgent: null,
    detail: {},
  });
  expect(trail[2]?.userAgent).toHaveLength(499);
  const { rows } = await tenant.inside((transaction) =>
    sql<{ chainHash: string }>`SELECT "chainHash" FROM "EsignRequest" WHERE id = ${id}`.execute(transaction),
  );
  expect(rows).toEqual([{ chainHash: trail[2]?.hash }]);
  expect(await inside((context) => isChainIntact(context, id))).toBe(true);
});

// Acceptance 4.
test.each([
  ["a changed detail", `UPDATE "EsignTrailEntry" SET detail = '{"pages":4}' WHERE "requestId" = $1 AND number = 3`],
  ["a changed time", `UPDATE "EsignTrailEntry" SET at = at + interval '1 ms' WHERE "requestId" = $1 AND number = 1`],
  ["an entry that is gone", `DELETE FROM "EsignTrailEntry" WHERE "requestId" = $1 AND number = 2`],
  ["the last entry gone", `DELETE FROM "EsignTrailEntry" WHERE "requestId" = $1 AND number = 3`],
  ["all entries gone", `DELETE FROM "EsignTrailEntry" WHERE "requestId" = $1`],
])("%s is found", async (_what, statement) => {
  const id = await createTrail();
  await asOwner(statement, [id]);
  expect(await inside((context) => isChainIntact(context, id))).toBe(false);
});

test("a trail of many entries is read in turns", async () => {
  const id = await createTrail();
  const more = Array.from({ length: 450 }, () => ({ action: "reminded" as const }));
  await inside((context) => appendTrail(context, id, more));
  expect(await inside((context) => listTrail(context, id))).toHaveLength(453);
  expect(await inside((context) => isChainIntact(context, id))).toBe(true);
});
