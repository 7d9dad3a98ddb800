import { buildBankStatement, buildTrustDisbursement } from "../../../prisma/seed/builders/trust.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { actorOf, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { createStatement } from "../settlements/statements/fixtures.ts";
import { trustAccountScenarios } from "./accounts/fixtures.ts";
import { bankStatementScenarios } from "./bank-statements/fixtures.ts";
import { disbursementScenarios } from "./disbursements/fixtures.ts";
import { trustLedgerScenarios } from "./ledgers/fixtures.ts";
import { reconciliationScenarios } from "./reconciliations/fixtures.ts";
import { createDeposit, trustTransactionScenarios } from "./transactions/fixtures.ts";

/** A row in every table of the area. */
export async function createTrustRows(tenant: TestTenant): Promise<void> {
  const { organizationId } = tenant;
  const settled = await createStatement(tenant);
  const { settlementId, shareId, statementId } = settled;
  const { accountId, ledgerId, caseId } = await createDeposit(tenant, {}, { ofCase: settled });
  const statement = buildBankStatement({ organizationId, accountId, lineCount: 1, closingCents: 1_500 });
  const named = { settlementId, shareId, statementId, lineKey: "net_to_client" };
  await insertFor(tenant, {
    TrustDisbursement: buildTrustDisbursement({ organizationId, accountId, ledgerId, caseId, ...named }),
    BankStatement: statement,
    BankLine: {
      organizationId,
      id: createId("bankLine"),
      statementId: statement.id,
      accountId,
      position: 1,
      postedOn: "2026-02-10",
      amountCents: 1_500,
      description: "INTEREST",
    },
    Reconciliation: {
      organizationId,
      id: createId("reconciliation"),
      accountId,
      asOfOn: "2026-02-28",
      bankCents: 0,
      inTransitCents: 0,
      outstandingCents: 0,
      adjustedBankCents: 0,
      bookCents: 0,
      ledgersCents: 0,
      differenceCents: 0,
      unmatchedCount: 0,
      items: { inTransit: [], outstanding: [], ledgers: [] },
      closedBy: actorOf(tenant),
    },
    TrustPolicy: { organizationId, approval: "second_person" },
  });
}

export const trustScenarios = {
  ...trustAccountScenarios,
  ...trustLedgerScenarios,
  ...trustTransactionScenarios,
  ...disbursementScenarios,
  ...bankStatementScenarios,
  ...reconciliationScenarios,
} satisfies Record<string, Scenario>;
