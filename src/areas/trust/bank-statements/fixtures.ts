import { createId } from "../../../platform/database/ids.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { buildBankStatement } from "../../../../prisma/seed/builders/trust.ts";
import { readId, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createTrustAccount } from "../accounts/fixtures.ts";

/** Lines of a bank statement of February 2026, which begins with nothing. */
export async function createBankStatement(
  tenant: TestTenant,
  accountId: string,
  lines: readonly Partial<Values<"BankLine">>[] = [],
): Promise<{ statementId: string; lineIds: string[] }> {
  const { organizationId } = tenant;
  const amounts = lines.map(({ amountCents = 1_500 }) => amountCents);
  const statement = buildBankStatement({
    organizationId,
    accountId,
    lineCount: lines.length,
    closingCents: amounts.reduce((sum, cents) => sum + cents, 0),
  });
  const rows = lines.map((line, place) => ({
    organizationId,
    id: createId("bankLine"),
    statementId: statement.id,
    accountId,
    position: place + 1,
    postedOn: "2026-02-10",
    amountCents: 1_500,
    description: "Interest",
    ...line,
  }));
  await insertFor(tenant, { BankStatement: statement, BankLine: rows });
  return { statementId: statement.id, lineIds: rows.map(({ id }) => id) };
}

export const bankStatementScenarios = {
  "trustAccounts.bankStatements.create": async (tenant) => {
    const { accountId } = await createTrustAccount(tenant);
    return {
      pathValues: { trustAccountId: accountId },
      touched: (response) => ({
        entity: "bank_statement",
        id: readId(response, "bankStatement"),
        relatedIds: [
          { entity: "trust_account", id: accountId },
          { entity: "bank_statement", id: readId(response, "bankStatement") },
        ],
      }),
      change: () => changeRow(tenant, "TrustAccount", accountId, { bankName: "Changed" }),
      diff: {},
      standsAlone: true,
    };
  },
} satisfies Record<string, Scenario>;
