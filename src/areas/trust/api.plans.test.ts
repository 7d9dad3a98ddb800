import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openListHarness,
  listedRows,
  pageLimit,
  type ListHarness,
  type SortName,
} from "../../testing/database/explain-list.ts";
import { selectCandidates, selectMatchedPage } from "./bank-statements/store.ts";
import type { DisbursementFilter } from "./disbursements/schema.ts";
import { selectDisbursementPage } from "./disbursements/store.ts";
import type { TrustLedgerFilter } from "./ledgers/schema.ts";
import { selectLedgerPage } from "./ledgers/store.ts";
import type { TrustTransactionFilter } from "./transactions/schema.ts";
import { selectTrustTransactionPage } from "./transactions/store.ts";

let harness: ListHarness;
beforeAll(async () => {
  harness = await openListHarness([
    "TrustAccount",
    "TrustLedger",
    "TrustTransaction",
    "TrustPosting",
    "BankLine",
    "TrustDisbursement",
  ]);
}, 600_000);
afterAll(() => harness.close());

const sorts: readonly SortName[] = ["newest", "oldest", "updated"];
/** Of seven cases one is deleted, and its rows are skipped. */
const most = 2 * (pageLimit + 1);
/** The place of a page near the end. */
const deep = listedRows - 5 * pageLimit;

describe("ledgers", () => {
  const list = { table: "TrustLedger", select: selectLedgerPage };

  test.each(sorts)("by %s, the last pages read what the first one does", async (sort) => {
    for (const place of [undefined, deep]) {
      const { nodes, read } = await harness.explainPage(list, {}, { sort, ...(place !== undefined && { place }) });
      expect([place, nodes.includes("Seq Scan")]).toEqual([place, false]);
      expect(read).toBeLessThanOrEqual(most);
    }
  });

  test.each<Partial<TrustLedgerFilter>>([
    { accountId: "nobody" },
    { caseId: "nobody" },
    { kind: "interest" },
    { nonZero: true },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ])("filter %o reads an index", async (filter) => {
    const sort = "updatedSince" in filter ? "updated" : "newest";
    const { nodes, read } = await harness.explainPage(list, filter, { sort });
    expect(nodes).not.toContain("Seq Scan");
    expect(read).toBeLessThanOrEqual(most);
  });
});

describe("transactions", () => {
  const list = { table: "TrustTransaction", select: selectTrustTransactionPage };

  test.each(sorts)("by %s, the last pages read what the first one does", async (sort) => {
    for (const place of [undefined, deep]) {
      const { nodes, read } = await harness.explainPage(list, {}, { sort, ...(place !== undefined && { place }) });
      expect([place, nodes.includes("Seq Scan")]).toEqual([place, false]);
      expect(read).toBeLessThanOrEqual(most);
    }
  });

  test.each<Partial<TrustTransactionFilter>>([
    { accountId: "nobody" },
    { ledgerId: "nobody" },
    { caseId: "nobody" },
    { type: "interest" },
    { uncleared: true },
    { occurredFrom: "2090-01-01" },
    { occurredTo: "2000-01-01" },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ])("filter %o reads an index", async (filter) => {
    const sort = "updatedSince" in filter ? "updated" : "newest";
    const { nodes, read } = await harness.explainPage(list, filter, { sort });
    expect(nodes).not.toContain("Seq Scan");
    expect(read).toBeLessThanOrEqual(most);
  });
});

describe("disbursements", () => {
  const list = { table: "TrustDisbursement", select: selectDisbursementPage };

  test.each(sorts)("by %s, the last pages read what the first one does", async (sort) => {
    for (const place of [undefined, deep]) {
      const { nodes, read } = await harness.explainPage(list, {}, { sort, ...(place !== undefined && { place }) });
      expect([place, nodes.includes("Seq Scan")]).toEqual([place, false]);
      expect(read).toBeLessThanOrEqual(most);
    }
  });

  test.each<Partial<DisbursementFilter>>([
    { accountId: "nobody" },
    { caseId: "nobody" },
    { statementId: "nobody" },
    { status: "voided" },
    { outstanding: true },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ])("filter %o reads an index", async (filter) => {
    const sort = "updatedSince" in filter ? "updated" : "newest";
    const { nodes, read } = await harness.explainPage(list, filter, { sort });
    expect(nodes).not.toContain("Seq Scan");
    expect(read).toBeLessThanOrEqual(most);
  });
});

describe("bank lines", () => {
  /** The account with most transactions, and some amounts of them. */
  async function findLargest(): Promise<{ accountId: string; amounts: number[] }> {
    return harness.tenant.inside(async (transaction) => {
      const { accountId } = await transaction
        .selectFrom("TrustTransaction")
        .select("accountId")
        .groupBy("accountId")
        .orderBy(sql`count(*)`, "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      const rows = await transaction
        .selectFrom("TrustTransaction")
        .select("bankCents")
        .where("accountId", "=", accountId)
        .limit(20)
        .execute();
      return { accountId, amounts: [...new Set(rows.map(({ bankCents }) => bankCents))] };
    });
  }

  test("candidates of a line are looked up by their amount", async () => {
    const { accountId, amounts } = await findLargest();
    for (const wanted of [[987_654_321], [...amounts.map((cents) => cents + 987_000_000), 1, 3, 5]]) {
      const { scans } = await harness.explain(selectCandidates(harness.tenant, accountId, wanted));
      const own = scans.filter(({ table, isExecuted }) => table === "TrustTransaction" && isExecuted);
      expect(own.map(({ node }) => node)).not.toContain("Seq Scan");
      expect(own.reduce((sum, { read }) => sum + read, 0)).toBeLessThanOrEqual(most);
    }
  });

  test("matched ones are read page by page in the order of the bank", async () => {
    const { accountId } = await findLargest();
    const page = { after: sql<boolean>`true`, order: sql`b."postedOn" DESC, b.id DESC`, limit: pageLimit + 1 };
    const { scans } = await harness.explain(
      selectMatchedPage(harness.tenant, { accountId, closedThroughOn: null }, page),
    );
    const own = scans.filter(({ table, isExecuted }) => table === "BankLine" && isExecuted);
    expect(own.map(({ node }) => node)).not.toContain("Seq Scan");
    expect(own.reduce((sum, { read }) => sum + read, 0)).toBeLessThanOrEqual(most);
  });
});
