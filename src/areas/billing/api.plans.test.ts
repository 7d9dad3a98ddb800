import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { selectAging } from "./invoices/store.ts";

// The lists are held to their indexes by src/testing/conformance/lists.test.ts; this is what no list queries.

/** So many invoices in each of two firms, in so many cases; a filter by status finds every so many-th. */
const total = 1_000;
const cases = 100;
const rare = 50;

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  for (const each of [tenant, await createTenant(server.services.database)]) await fill(each);
  await owner.query(`ANALYZE "Invoice", "Case", "Client"`);
});
afterAll(() => server.close(1000));

/** Most invoices are paid; of the rare ones 1 of 4 is sent, due long ago. */
async function fill(each: TestTenant): Promise<void> {
  const { organizationId } = each;
  const { clientId } = await createCase(each);
  const values = [organizationId, total, cases, rare];
  await owner.query("BEGIN");
  await owner.query(
    `INSERT INTO "Case" ("organizationId", id, "sequenceId", "plaintiffId", "caseType", "matterStage", "matterStatus")
     SELECT $1, 'case_' || n, n::text, $2, 'x', 'intake', 'open' FROM generate_series(0, $3::integer - 1) n`,
    [organizationId, clientId, cases],
  );
  await owner.query(
    `INSERT INTO "Client" ("organizationId", id, "firstName", "lastName") SELECT $1, 'cli_' || n, 'Rosa', 'Diaz' FROM generate_series(0, $2::integer - 1) n`,
    [organizationId, cases],
  );
  await owner.query(
    `INSERT INTO "Invoice" ("organizationId", id, "invoiceNumber", "caseId", "clientId", status, direction, "issuedOn", "dueOn", "subtotalCents", "totalCents", "paidCents", "externalId", "updatedAt")
     SELECT $1, 'inv_' || lpad(n::text, 6, '0'), 'INV-' || n, 'case_' || n % $3, 'cli_' || n % $3, CASE WHEN n % $4 = 0 THEN 'sent' ELSE 'paid' END,
       CASE WHEN n % $4 = 0 THEN 'payable' ELSE 'receivable' END, date '2020-01-01' + n, date '2020-02-01' + n, 100, 100, CASE WHEN n % $4 = 0 THEN 0 ELSE 100 END, 'x' || n,
       timestamptz '2026-11-01' + n * interval '1 second'
     FROM generate_series(1, $2::integer) n`,
    values,
  );
  await owner.query(
    `INSERT INTO "InvoiceLineItem" ("organizationId", id, "invoiceId", position, kind, description, quantity, "rateCents", "amountCents")
     SELECT $1, 'lin_' || n, 'inv_' || lpad(n::text, 6, '0'), 1, 'expense', 'x', 1, 100, 100 FROM generate_series(1, $2::integer) n`,
    [organizationId, total],
  );
  await owner.query(
    `INSERT INTO "Payment" ("organizationId", id, "invoiceId", "amountCents", method, "receivedOn", "clearedOn", "createdBy")
     SELECT $1, 'pay_' || n, 'inv_' || lpad(n::text, 6, '0'), 100, 'check', '2026-01-01', '2026-01-01', '{}' FROM generate_series(1, $2::integer) n WHERE n % $3 <> 0`,
    [organizationId, total, rare],
  );
  await owner.query("COMMIT");
}

async function explain(statement: Parameters<typeof explainRead>[2]) {
  const { scans } = await explainRead(server, tenant, statement);
  const own = scans.filter(({ table }) => table === "Invoice");
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ node }) => node === "Seq Scan")).toEqual([]);
  return { invoices: own.reduce((sum, { read }) => sum + read, 0) };
}

test("the aging report reads only open invoices", async () => {
  expect((await explain(selectAging(tenant, { direction: "payable" }))).invoices).toBe(total / rare);
  expect(
    (await explain(selectAging(tenant, { direction: "receivable", clientId: "cli_7" }))).invoices,
  ).toBeLessThanOrEqual(total / cases);
});

test("overdue invoices of all organizations are found by an index", async () => {
  const { rows } = await owner.query<{ "QUERY PLAN": string }>(
    `EXPLAIN SELECT i.id FROM "Invoice" i JOIN "Organization" o ON o.id = i."organizationId"
     WHERE i."deletedAt" IS NULL AND i.status IN ('sent', 'partial') AND i."totalCents" > i."paidCents" AND NOT i."payFromSettlement"
       AND i."dueOn" < (now() AT TIME ZONE 'UTC' + interval '14 hours')::date AND i."dueOn" < (now() AT TIME ZONE o.timezone)::date
     ORDER BY i."dueOn" LIMIT 100`,
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Index.* on "?Invoice/);
  expect(plan).not.toContain('Seq Scan on "Invoice"');
});
