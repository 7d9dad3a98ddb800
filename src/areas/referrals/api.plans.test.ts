import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openListHarness,
  listedRows,
  pageLimit,
  type ListHarness,
  type SortName,
} from "../../testing/database/explain-list.ts";
import type { ReferralFilter } from "./referrals/schema.ts";
import { selectReferralPage } from "./referrals/store.ts";

let harness: ListHarness;
beforeAll(async () => {
  harness = await openListHarness(["PartnerFirm", "Referral"]);
}, 600_000);
afterAll(() => harness.close());

const sorts: readonly SortName[] = ["newest", "oldest", "updated"];
/** Of seven cases one is deleted, and its rows are skipped. */
const most = 2 * (pageLimit + 1);
/** The place of a page near the end. */
const deep = listedRows - 5 * pageLimit;

describe("referrals", () => {
  const list = { table: "Referral", select: selectReferralPage };

  test.each(sorts)("by %s, the last pages read what the first one does", async (sort) => {
    for (const place of [undefined, deep]) {
      const { nodes, read } = await harness.explainPage(list, {}, { sort, ...(place !== undefined && { place }) });
      expect([place, nodes.includes("Seq Scan")]).toEqual([place, false]);
      expect(read).toBeLessThanOrEqual(most);
    }
  });

  test.each<Partial<ReferralFilter>>([
    { direction: "inbound" },
    { status: "withdrawn" },
    { feeStatus: "disputed" },
    { partnerFirmId: "nobody" },
    { leadId: "nobody" },
    { caseId: "nobody" },
    { attention: "case_not_moved" },
    { responseDueBefore: "2000-01-01" },
    { updateOverdue: true },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ])("filter %o reads an index", async (filter) => {
    const sort = "updatedSince" in filter ? "updated" : "newest";
    const { nodes, read } = await harness.explainPage(list, filter, { sort });
    expect(nodes).not.toContain("Seq Scan");
    expect(read).toBeLessThanOrEqual(most);
  });
});
