import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openListHarness,
  mostRead,
  pageLimit,
  testListPlans,
  type ListHarness,
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

describe("ledgers", () => {
  testListPlans<TrustLedgerFilter>(() => harness, { table: "TrustLedger", select: selectLedgerPage }, [
    { accountId: "nobody" },
    { caseId: "nobody" },
    { kind: "interest" },
    { nonZero: true },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ]);
});

describe("transactions", () => {
  testListPlans<TrustTransactionFilter>(
    () => harness,
    { table: "TrustTransaction", select: selectTrustTransactionPage },
    [
      { accountId: "nobody" },
      { ledgerId: "nobody" },
      { caseId: "nobody" },
      { type: "interest" },
      { uncleared: true },
      { occurredFrom: "2090-01-01" },
      { occurredTo: "2000-01-01" },
      { updatedSince: "2090-01-01T00:00:00Z" },
    ],
  );
});

describe("disbursements", () => {
  testListPlans<DisbursementFilter>(() => harness, { table: "TrustDisbursement", select: selectDisbursementPage }, [
    { accountId: "nobody" },
    { caseId: "nobody" },
    { statementId: "nobody" },
    { status: "voided" },
    { outstanding: true },
    { updatedSince: "2090-01-01T00:00:00Z" },
  ]);
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
      expect(own.reduce((sum, { read }) => sum + read, 0)).toBeLessThanOrEqual(mostRead);
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
    expect(own.reduce((sum, { read }) => sum + read, 0)).toBeLessThanOrEqual(mostRead);
  });
});
