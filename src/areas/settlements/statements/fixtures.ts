import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { buildSettlementStatement, buildStatementLine } from "../../../../prisma/seed/builders/statements.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createFeeAgreement } from "../fee-agreements/fixtures.ts";
import { createSettlement, type CreatedSettlement } from "../settlements/fixtures.ts";
import { readBasis } from "./store.stale.ts";

export interface CreatedStatement extends CreatedSettlement {
  statementId: string;
}

/** A settlement for $100,000.00 that was agreed on, in a case of its own with a fee agreement: a third. */
export async function createAgreedSettlement(
  tenant: TestTenant,
  given: Parameters<typeof createSettlement>[1] = {},
): Promise<CreatedSettlement & { documentId: string }> {
  const { caseId, clientId, documentId } = await createFeeAgreement(tenant);
  const created = await createSettlement(tenant, {
    ...given,
    settlement: { caseId, status: "agreed", agreedOn: "2026-03-02", ...given.settlement },
  });
  return { ...created, caseId, clientId, documentId };
}

/** A draft of the statement of a settlement of its own: $33,333.33 for the firm, $66,666.67 for the client. */
export async function createStatement(
  tenant: TestTenant,
  values: Partial<Values<"SettlementStatement">> = {},
): Promise<CreatedStatement> {
  const { organizationId } = tenant;
  const created = await createAgreedSettlement(tenant);
  const { settlementId, shareId, caseId } = created;
  const of = { caseId, settlementId, claimantPartyId: null };
  const basis = await tenant.inside((transaction) => readBasis({ organizationId, transaction }, of));
  const made = buildSettlementStatement({ organizationId, ...of, shareId, ...basis, ...values });
  const ofStatement = { organizationId, statementId: made.id };
  await insertFor(tenant, {
    SettlementStatement: made,
    SettlementStatementLine: [
      buildStatementLine({
        ...ofStatement,
        key: "attorney_fee",
        position: 1,
        kind: "attorney_fee",
        label: "Attorney's fee",
        explanation: "33⅓% of $100,000.00",
        amountCents: 3_333_333,
        payeeType: "firm_fee",
      }),
      buildStatementLine(ofStatement),
    ],
  });
  return { ...created, statementId: made.id };
}
