import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openListHarness,
  listedRows,
  pageLimit,
  type ListHarness,
  type SortName,
} from "../../testing/database/explain-list.ts";
import type { LienFilter } from "./liens/schema.ts";
import { selectLienPage } from "./liens/store.ts";
import type { NegotiationFilter } from "./negotiations/schema.ts";
import { selectNegotiationPage } from "./negotiations/store.ts";
import type { SettlementFilter } from "./settlements/schema.ts";
import { selectSettlementPage } from "./settlements/store.ts";

let harness: ListHarness;
beforeAll(async () => {
  harness = await openListHarness(["Negotiation", "Settlement", "Lien"]);
}, 600_000);
afterAll(() => harness.close());

const sorts: readonly SortName[] = ["newest", "oldest", "updated"];
/** Of seven cases one is deleted, and its rows are skipped. */
const most = 2 * (pageLimit + 1);
/** The place of a page near the end. */
const deep = listedRows - 5 * pageLimit;

describe("settlements", () => {
  const list = { table: "Settlement", select: selectSettlementPage };

  test.each(sorts)("by %s, the last pages read what the first one does", async (sort) => {
    for (const place of [undefined, deep]) {
      const { nodes, read } = await harness.explainPage(list, {}, { sort, ...(place !== undefined && { place }) });
      expect([place, nodes.includes("Seq Scan")]).toEqual([place, false]);
      expect(read).toBeLessThanOrEqual(most);
    }
  });

  test.each<Partial<SettlementFilter>>([
    { caseId: "nobody" },
    { status: "voided" },
    { agreedFrom: "2090-01-01" },
    { agreedTo: "2000-01-01" },
    { paymentDueBefore: "2000-01-01" },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ])("filter %o reads an index", async (filter) => {
    const sort = "updatedSince" in filter ? "updated" : "newest";
    const { nodes, read } = await harness.explainPage(list, filter, { sort });
    expect(nodes).not.toContain("Seq Scan");
    expect(read).toBeLessThanOrEqual(most);
  });
});

describe("negotiations", () => {
  const list = { table: "Negotiation", select: selectNegotiationPage };

  test.each(sorts)("by %s, the last pages read what the first one does", async (sort) => {
    for (const place of [undefined, deep]) {
      const { nodes, read } = await harness.explainPage(list, {}, { sort, ...(place !== undefined && { place }) });
      expect([place, nodes.includes("Seq Scan")]).toEqual([place, false]);
      expect(read).toBeLessThanOrEqual(most);
    }
  });

  test.each<Partial<NegotiationFilter>>([
    { caseId: "nobody" },
    { type: "tender" },
    { status: "withdrawn" },
    { expiresBefore: "2000-01-01T00:00:00Z" },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ])("filter %o reads an index", async (filter) => {
    const sort = "updatedSince" in filter ? "updated" : "newest";
    const { nodes, read } = await harness.explainPage(list, filter, { sort });
    expect(nodes).not.toContain("Seq Scan");
    expect(read).toBeLessThanOrEqual(most);
  });
});

describe("liens", () => {
  const list = { table: "Lien", select: selectLienPage };

  test.each(sorts)("by %s, the last pages read what the first one does", async (sort) => {
    for (const place of [undefined, deep]) {
      const { nodes, read } = await harness.explainPage(list, {}, { sort, ...(place !== undefined && { place }) });
      expect([place, nodes.includes("Seq Scan")]).toEqual([place, false]);
      expect(read).toBeLessThanOrEqual(most);
    }
  });

  test.each<Partial<LienFilter>>([
    { caseId: "nobody" },
    { type: "tax" },
    { status: "waived" },
    { open: true },
    { finalDemandExpiresBefore: "2000-01-01" },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ])("filter %o reads an index", async (filter) => {
    const sort = "updatedSince" in filter ? "updated" : "newest";
    const { nodes, read } = await harness.explainPage(list, filter, { sort });
    expect(nodes).not.toContain("Seq Scan");
    expect(read).toBeLessThanOrEqual(most);
  });
});
