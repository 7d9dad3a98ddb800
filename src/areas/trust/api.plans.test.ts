import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openListHarness,
  listedRows,
  pageLimit,
  type ListHarness,
  type SortName,
} from "../../testing/database/explain-list.ts";
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
