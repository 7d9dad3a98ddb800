import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commonSorts, readSortedPage, type SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { explainRead } from "../../../testing/database/explain.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import type { ExpenseFilter } from "./schema.ts";
import { selectCostSums, selectExpensePage } from "./store.ts";

/** So many expenses of one firm, and a tenth of them of another one, each of one of so many cases. */
const total = 100_000;
const cases = 500;
const limit = 100;
/** The place of the thousandth page, of the last ones. */
const deep = 999 * limit;

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let vendorContactId: string;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  vendorContactId = await createNamedContact(tenant, "Vendor");
  await fill(tenant, total, vendorContactId);
  const other = await createTenant(server.services.database);
  await fill(other, total / 10, await createNamedContact(other, "Vendor"));
  await owner.query(`VACUUM ANALYZE "Expense"`);
  await owner.query(`ANALYZE "Case", "Contact"`);
}, 240_000);
afterAll(() => server.close(1000));

/** Of each hundred 1 waits, 1 is paid and outstanding, 1 is due and of the vendor and of a rare category. */
async function fill({ organizationId, ...each }: TestTenant, count: number, vendorId: string): Promise<void> {
  const { clientId } = await createCase({ organizationId, ...each });
  for (const text of ["BEGIN", "SET LOCAL session_replication_role = replica"]) await owner.query(text);
  await owner.query(
    `INSERT INTO "Case" ("organizationId", id, "sequenceId", "plaintiffId", "caseType", "matterStage", "matterStatus")
     SELECT $1, 'case_' || n, n::text, $2, 'x', 'intake', 'open' FROM generate_series(0, $3::integer - 1) n`,
    [organizationId, clientId, cases],
  );
  await owner.query(
    `INSERT INTO "Expense" ("organizationId", id, "sequenceId", "caseId", category, "vendorContactId", description, "incurredOn", "dueOn", "amountCents", status, "submittedBy", payments, "paidCents", "writtenOffCents",
       "createdBy", "updatedAt")
     SELECT $1, 'xpn_' || lpad(n::text, 8, '0'), 'EXP-' || n, 'case_' || n % $3, CASE WHEN n % 100 = 0 THEN 'mediation' ELSE 'travel' END, CASE WHEN n % 100 = 0 THEN $4 END, 'x', '2026-01-01',
       CASE WHEN n % 100 = 0 THEN date '2020-01-01' + n / 100 END, 100, CASE n % 100 WHEN 1 THEN 'pending_approval' ELSE 'paid' END, '{}', CASE n % 100 WHEN 1 THEN '[]' ELSE '[{}]'::jsonb END,
       CASE n % 100 WHEN 1 THEN 0 ELSE 100 END, CASE WHEN n % 100 < 2 THEN 0 ELSE 100 END, '{}', timestamptz '2026-01-01' + n * interval '1 minute'
     FROM generate_series(1, $2::integer) n`,
    [organizationId, count, cases, vendorId],
  );
  await owner.query("COMMIT");
}

type SortName = keyof typeof commonSorts;

const openList = (sort: SortName, query: { after?: string; limit: number }) => {
  const { organizationId } = tenant;
  const { installationKeys } = server.services;
  const list = { organizationId, installationKeys, name: "expenses", alias: "t", sorts: commonSorts };
  return (read: (page: SortedPage) => Promise<{ id: string }[]>) => readSortedPage(list, { ...query, sort }, read);
};

/** What a page reads of expenses, by which nodes. */
async function explainPage(sort: SortName, filter: Partial<ExpenseFilter>, cursor?: string) {
  let found = { nodes: [""], read: 0 };
  await openList(sort, { limit, ...(cursor !== undefined && { after: cursor }) })(async (page) => {
    const { scans } = await explainRead(server, tenant, selectExpensePage(tenant, filter, page));
    const own = scans.filter(({ table, isExecuted }) => table === "Expense" && isExecuted);
    found = { nodes: own.map(({ node }) => node), read: own.reduce((sum, { read }) => sum + read, 0) };
    return [];
  });
  return found;
}

/** The cursor after so many expenses. */
async function findCursor(sort: SortName, filter: Partial<ExpenseFilter>, place: number): Promise<string | undefined> {
  const { nextCursor } = await openList(sort, { limit: place })((page) =>
    tenant.inside(async (transaction) => (await selectExpensePage(tenant, filter, page).execute(transaction)).rows),
  );
  return nextCursor ?? undefined;
}

/** The same in a list without a filter, without reading what comes before: that takes seconds. */
async function findDeepCursor(sort: SortName, place: number): Promise<string> {
  const order = { newest: "id DESC", oldest: "id", updated: `"updatedAt", id` }[sort];
  const { rows } = await owner.query<{ id: string; updatedAt: Date }>(
    `SELECT id, "updatedAt" FROM "Expense" WHERE "organizationId" = $1 ORDER BY ${order} OFFSET $2 LIMIT 2`,
    [tenant.organizationId, place - 1],
  );
  const { nextCursor } = await openList(sort, { limit: 1 })(() =>
    Promise.resolve(rows.map((row) => ({ id: row.id, updatedAt: row.updatedAt.toISOString() }))),
  );
  return nextCursor ?? "";
}

describe("13. of 100,000 expenses each filter is an index, and page 1,000 costs what page 1 costs", () => {
  test.each(["newest", "oldest", "updated"] as const)("by %s", async (sort) => {
    const first = await explainPage(sort, {});
    const last = await explainPage(sort, {}, await findDeepCursor(sort, deep));
    expect([first.nodes, last.nodes]).toEqual([["Index Scan"], ["Index Scan"]]);
    expect(first.read).toBe(limit + 1);
    expect(last.read).toBeLessThanOrEqual(limit + 1);
  });

  test.each<[string, () => Partial<ExpenseFilter>]>([
    ["caseId", () => ({ caseId: "case_7" })],
    ["status", () => ({ status: "pending_approval" })],
    ["category", () => ({ category: "mediation" })],
    ["vendorContactId", () => ({ vendorContactId })],
    ["outstanding", () => ({ outstanding: true })],
    ["dueBefore", () => ({ dueBefore: "2020-02-01" })],
    ["updatedSince", () => ({ updatedSince: "2026-03-11T00:00:00Z" })],
  ])("filter %s", async (name, filter) => {
    const sort = name === "updatedSince" ? "updated" : "newest";
    for (const cursor of [undefined, await findCursor(sort, filter(), 60)]) {
      const { nodes, read } = await explainPage(sort, filter(), cursor);
      expect(nodes).not.toContain("Seq Scan");
      expect(read).toBeLessThanOrEqual(2 * (limit + 1));
    }
  });

  test("a case's cost summary reads its own expenses", async () => {
    const { scans } = await explainRead(server, tenant, selectCostSums(tenant, "case_7"));
    expect(scans.filter(({ node }) => node === "Seq Scan")).toEqual([]);
    expect(scans.reduce((sum, { read }) => sum + read, 0)).toBe(total / cases);
  });
});
