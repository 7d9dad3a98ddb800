import { beforeAll, expect, test } from "vitest";
import { calculate } from "../../src/areas/trust/reconciliations/domain.ts";
import { findAccount } from "../../src/areas/trust/accounts/store.ts";
import { hooks } from "../../src/composition/transaction-hooks.ts";
import { createContext, type Context } from "../../src/rpc/context.ts";
import { systemPrincipal } from "../../src/rpc/principal.ts";
import { statementRows } from "../../src/areas/settlements/statements/store.ts";
import { listRowsById } from "../../src/rpc/resource/store.ts";
import { openSeededHarness, type SeededHarness } from "../../src/testing/harness/seeded.ts";
import { headquartersId } from "./firms.ts";

let harness: SeededHarness;

beforeAll(async () => {
  harness = await openSeededHarness();
});

/** Runs in each firm, as the system. */
async function inEachFirm<Result>(run: (context: Context) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const organizationId of await harness.listOrganizations())
    results.push(
      await harness.database.withTenantTransaction(organizationId, (transaction) =>
        run(
          createContext(
            { principal: systemPrincipal(organizationId), requestId: "", clientIp: null, hooks },
            transaction,
          ),
        ),
      ),
    );
  return results;
}

const listDistinct = async (table: string) => {
  const rows = await harness.findIn(headquartersId, `SELECT DISTINCT status FROM "${table}" ORDER BY status`);
  return (rows as { status: string }[]).map(({ status }) => status);
};

test("the headquarters has settlements, statements, liens and disbursements in every status", async () => {
  expect(await listDistinct("Settlement")).toEqual([
    "agreed",
    "closed",
    "disbursed",
    "disbursing",
    "draft",
    "fell_through",
    "funds_cleared",
    "funds_received",
    "voided",
  ]);
  expect(await listDistinct("SettlementStatement")).toEqual(["approved", "declined", "draft", "issued", "superseded"]);
  expect(await listDistinct("TrustDisbursement")).toEqual([
    "approved",
    "cancelled",
    "cleared",
    "issued",
    "pending_approval",
    "rejected",
    "voided",
  ]);
  const [counts] = await harness.findIn(
    headquartersId,
    `SELECT (SELECT count(*)::int FROM "TrustDisbursement" WHERE status = 'pending_approval') AS pending,
      (SELECT count(*)::int FROM "TrustTransaction" WHERE type = 'deposit_return') AS returned,
      (SELECT count(*)::int FROM "TrustDisbursement" WHERE status = 'issued' AND "issuedOn" < current_date - 90) AS stale,
      (SELECT count(*)::int FROM "SettlementShare" WHERE "courtApproval" = 'required') AS minors,
      (SELECT count(*)::int FROM "SettlementPayer" WHERE "paymentStatus" = 'overdue') AS overdue`,
  );
  expect(counts).toEqual({
    pending: 3,
    returned: 1,
    stale: 1,
    minors: expect.any(Number),
    overdue: expect.any(Number),
  });
  expect(Math.min(...Object.values(counts as Record<string, number>))).toBeGreaterThan(0);
});

test("sums of settlements are those of payers, shares and lines, and the case follows them", async () => {
  await harness.expectNowhere(`SELECT s.id FROM "Settlement" s WHERE
    s."grossCents" <> (SELECT sum(p."grossCents") FROM "SettlementPayer" p WHERE p."settlementId" = s.id)
    OR s."grossCents" <> (SELECT sum(h."grossCents") FROM "SettlementShare" h WHERE h."settlementId" = s.id)
    OR s."receivedCents" <> (SELECT sum(h."receivedCents") FROM "SettlementShare" h WHERE h."settlementId" = s.id)
    OR s."clearedCents" <> (SELECT sum(h."clearedCents") FROM "SettlementShare" h WHERE h."settlementId" = s.id)
    OR s."disbursedCents" <> (SELECT sum(h."disbursedCents") FROM "SettlementShare" h WHERE h."settlementId" = s.id)`);
  await harness.expectNowhere(`SELECT c.id FROM "Case" c JOIN "Settlement" s ON s."caseId" = c.id AND s.status NOT IN ('draft', 'voided', 'fell_through')
    WHERE c."settlementAmountCents" IS DISTINCT FROM s."grossCents" OR coalesce(c."recoveryAmountCents", 0) <> s."clearedCents"`);
  await harness.expectNowhere(`SELECT h.id FROM "SettlementShare" h WHERE
    h."disbursedCents" <> (SELECT coalesce(sum(d."amountCents"), 0) FROM "TrustDisbursement" d WHERE d."shareId" = h.id AND d.status IN ('issued', 'cleared'))
    OR h."committedCents" <> (SELECT coalesce(sum(d."amountCents"), 0) FROM "TrustDisbursement" d WHERE d."shareId" = h.id AND d.status IN ('approved', 'issued', 'cleared'))`);
  await harness.expectNowhere(`SELECT l."statementId", l.key FROM "SettlementStatementLine" l
    JOIN "SettlementStatement" s ON s.id = l."statementId" AND s.status = 'approved'
    WHERE l."takenCents" <> (SELECT coalesce(sum(d."amountCents"), 0) FROM "TrustDisbursement" d WHERE d."shareId" = s."shareId" AND d."lineKey" = l.key
        AND d.status IN ('pending_approval', 'approved', 'issued', 'cleared'))`);
  await harness.expectNowhere(`SELECT l.id FROM "Lien" l WHERE l."paidCents" <> (SELECT coalesce(sum(d."amountCents"), 0)
    FROM "TrustDisbursement" d WHERE d."lineKey" = 'lien:' || l.id AND d.status IN ('issued', 'cleared'))`);
});

test("each statement that was issued has its PDF among the documents of its case", async () => {
  await harness.expectNowhere(`SELECT s.id FROM "SettlementStatement" s
    LEFT JOIN "Document" d ON d."organizationId" = s."organizationId" AND d.id = s."documentId" AND d."caseId" = s."caseId"
      AND d.category = 'settlement_statement' AND d.status = 'available' AND d."sizeBytes" > 1000
    WHERE (s."issuedOn" IS NOT NULL) <> (d.id IS NOT NULL)`);
});

test("no statement in force is stale", async () => {
  const stale = await inEachFirm(async (context) => {
    const open = await harness.findIn(
      context.organizationId,
      `SELECT id FROM "SettlementStatement" WHERE status IN ('draft', 'issued', 'approved')`,
    );
    const rows = await listRowsById(
      context,
      statementRows,
      (open as { id: string }[]).map(({ id }) => id),
    );
    expect(rows.length).toBeGreaterThan(0);
    return rows.filter(({ isStale }) => isStale);
  });
  expect(stale.flat()).toEqual([]);
});

test("bank, book and ledgers agree to the cent on the day through which each account is closed, and as it was closed; of the last month a fee is missing", async () => {
  const found = await inEachFirm(async (context) => {
    const accounts = (await harness.findIn(
      context.organizationId,
      `SELECT a.id, a."closedThroughOn" AS closed, (SELECT max(b."periodEndOn") FROM "BankStatement" b WHERE b."accountId" = a.id) AS last,
        (SELECT row_to_json(r) FROM "Reconciliation" r WHERE r."accountId" = a.id ORDER BY "asOfOn" DESC LIMIT 1) AS snapshot FROM "TrustAccount" a`,
    )) as { id: string; closed: string; last: string; snapshot: Record<string, unknown> }[];
    const account = await findAccount(context, accounts[0]?.id ?? "");
    if (account === undefined || accounts[0] === undefined) throw new Error("each firm has an account");
    const { closed, last, snapshot } = accounts[0];
    const closing = await calculate(context, account, closed);
    const open = await calculate(context, account, last);
    expect(closing).toMatchObject({
      isBalanced: true,
      bankCents: snapshot["bankCents"],
      inTransitCents: snapshot["inTransitCents"],
      outstandingCents: snapshot["outstandingCents"],
      bookCents: snapshot["bookCents"],
      ledgersCents: snapshot["ledgersCents"],
    });
    const { items } = snapshot as { items: object };
    const { inTransitCount, outstandingCount, ledgerCount, inTransit, outstanding, ledgers } = closing;
    expect(items).toEqual({ inTransitCount, outstandingCount, ledgerCount, inTransit, outstanding, ledgers });
    return { difference: open.differenceCents, unmatched: open.unmatchedCount, isBalanced: open.isBalanced };
  });
  expect(found).toEqual(Array.from({ length: 4 }, () => ({ difference: -1_500, unmatched: 1, isBalanced: false })));
});

test("two persons are behind each payment, and numbers of transactions and checks have no gap", async () => {
  await harness.expectNowhere(
    `SELECT id FROM "TrustDisbursement" WHERE "decidedByPersons" && "requestedByPersons" OR "isSoleApproval"`,
  );
  await harness.expectNowhere(`SELECT t.id FROM (SELECT id, number, row_number() OVER (PARTITION BY "accountId" ORDER BY "occurredOn", id) AS place FROM "TrustTransaction") t
    WHERE t.number <> t.place`);
  await harness.expectNowhere(`SELECT d.id FROM "TrustDisbursement" d LEFT JOIN "TrustTransaction" t ON t.id = d."transactionId" AND t."disbursementId" = d.id
    WHERE d."transactionId" IS NOT NULL AND (t.id IS NULL OR t."occurredOn" <> d."issuedOn" OR t."amountCents" <> d."amountCents" OR t."checkNumber" IS DISTINCT FROM d."checkNumber")`);
});
