import { buildSettlementStatement, buildStatementLine } from "../prisma/seed/builders/statements.ts";
import { buildSettlement, buildSettlementPayer, buildSettlementShare } from "../prisma/seed/builders/settlements.ts";
import { readBasis } from "../src/areas/settlements/statements/store.stale.ts";
import { arrangeSettlement } from "../src/areas/settlements/statements/fixtures.arranged.ts";
import { openTenant } from "../src/testing/harness/tenant.ts";
import { insertRecords } from "../prisma/seed/builders/records.ts";
import { onDatabase } from "./database.ts";
import { readDemoData } from "./demo-data.ts";

/** Example A of the arithmetic, with its costs in two lines: kind, label, cents, explanation. */
const parts = [
  ["attorney_fee", "Attorney's fee", 3_333_333, "33⅓% of $100,000.00"],
  ["case_cost", "Medical records", 121_758, "Cost of the case: $1,217.58"],
  ["case_cost", "Accident reconstruction", 300_000, "Cost of the case: $3,000.00"],
  ["net_to_client", "Net to client", 6_244_909, "$100,000.00, less $37,550.91 above"],
] as const;

export interface ShownLine {
  kind: string;
  amountCents: number;
  explanation: string;
}

/** A settlement of the demo's case for $100,000.00, with the draft of its statement. No other test has it. */
export async function createStatedSettlement(): Promise<{ settlementId: string; lines: ShownLine[] }> {
  const { organizationId, caseId, contactId } = readDemoData().ids;
  const settlement = buildSettlement({ organizationId, caseId, status: "agreed", agreedOn: "2026-03-02" });
  const of = { organizationId, settlementId: settlement.id };
  const share = buildSettlementShare(of);
  const ofShare = { caseId, settlementId: settlement.id, claimantPartyId: null };
  await onDatabase((database) =>
    database.withTenantTransaction(organizationId, async (transaction) => {
      await insertRecords(transaction, {
        Settlement: settlement,
        SettlementPayer: buildSettlementPayer({ ...of, contactId }),
        SettlementShare: share,
      });
      const basis = await readBasis({ organizationId, transaction }, ofShare);
      const statement = buildSettlementStatement({
        organizationId,
        ...ofShare,
        shareId: share.id,
        ...basis,
        costsCents: 421_758,
        netCents: 6_244_909,
      });
      await insertRecords(transaction, {
        SettlementStatement: statement,
        SettlementStatementLine: parts.map(([kind, label, amountCents, explanation], place) =>
          buildStatementLine({
            organizationId,
            statementId: statement.id,
            key: `${kind}:${place}`,
            position: place + 1,
            kind,
            label,
            amountCents,
            explanation,
            payeeType: kind === "net_to_client" ? "client" : "firm_fee",
          }),
        ),
      });
    }),
  );
  return {
    settlementId: settlement.id,
    lines: parts.map(([kind, , amountCents, explanation]) => ({ kind, amountCents, explanation })),
  };
}

/** A settlement of the demo's firm as example M: Medicare has not sent its final letter. No other test has it. */
export async function createPreviewedSettlement(): Promise<string> {
  const { keys, ids } = readDemoData();
  const { organizationId } = ids;
  const { settlementId } = await onDatabase((database) =>
    arrangeSettlement(
      openTenant(database, { organizationId, attorneyId: "", secret: keys.full, keyId: "key_browser" }),
      { costs: [421_758], liens: [{ type: "medicare", assertedCents: 1_248_000 }] },
    ),
  );
  return settlementId;
}
