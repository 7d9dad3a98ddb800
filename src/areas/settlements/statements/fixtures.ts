import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { buildSettlementStatement, buildStatementLine } from "../../../../prisma/seed/builders/statements.ts";
import {
  asRead,
  readId,
  aDay,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, deleteRow, insertFor, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";
import { createFeeAgreement } from "../fee-agreements/fixtures.ts";
import { createSettlement, type CreatedSettlement } from "../settlements/fixtures.ts";
import { statement as exampleStatement } from "./examples.ts";
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

/** What the statement adds up to. */
const distributed = {
  attorneyFeeCents: 3_333_333,
  referralFeeCents: 0,
  costsCents: 0,
  liensCents: 0,
  otherCents: 0,
  holdbackCents: 0,
  netToClientCents: 6_666_667,
};

/** A draft of the statement of a settlement of its own: $33,333.33 for the firm, $66,666.67 for the client. */
export async function createStatement(
  tenant: TestTenant,
  values: Partial<Values<"SettlementStatement">> = {},
): Promise<CreatedStatement> {
  const { organizationId } = tenant;
  const created = await createAgreedSettlement(tenant, { settlement: distributed });
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

const touch = (ofSettlement: CreatedSettlement, id: string) => ({
  entity: "settlement_statement",
  id,
  relatedIds: [...relateCase(ofSettlement), { entity: "settlement", id: ofSettlement.settlementId }],
});

/** A request about a statement that there is. It is gone with its case alone. */
const onStatement =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const created = await createStatement(tenant);
    const { statementId, caseId } = created;
    return {
      pathValues: { statementId },
      revision: 1,
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "SettlementStatement", statementId, { note: "Changed" }),
      touched: () => touch(created, statementId),
      ...more,
    };
  };

export const statementScenarios = {
  "settlements.statements.create": async (tenant) => {
    const created = await createAgreedSettlement(tenant);
    const { settlementId, shareId, caseId } = created;
    return {
      pathValues: { settlementId },
      ownValues: { [exampleStatement.shareId]: shareId },
      remove: () => deleteRow(tenant, "Case", caseId),
      change: changeShown(tenant, "SettlementStatement", "settlementStatement", { note: "Changed" }),
      touched: (response) => touch(created, readId(response, "settlementStatement")),
      alsoEmits: ["settlement.updated"],
      diff: {},
    };
  },
  "settlementStatements.get": asRead(onStatement({})),
  "settlementStatements.transition": onStatement({
    alsoEmits: ["settlement_statement.issued"],
    diff: {
      status: { from: "draft", to: "issued" },
      availableTransitions: { from: ["issued", "voided"], to: ["approved", "declined", "voided"] },
      issuedOn: { from: null, to: aDay },
    },
  }),
} satisfies Record<string, Scenario>;
