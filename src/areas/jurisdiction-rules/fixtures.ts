import { buildRule } from "../../../prisma/seed/builders/deadlines.ts";
import { asRead, type Scenario } from "../../testing/harness/requests/example-request.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { defaultRules } from "./domain.notation.ts";

/**
 * The firm's own text of a shipped rule, unverified.
 *
 * @returns its id
 */
export async function createRule(tenant: TestTenant, key = "limitation.tx.personal_injury"): Promise<string> {
  const { organizationId } = tenant;
  const shipped = defaultRules.get(key);
  if (shipped === undefined) throw new Error(`no rule ${key} is shipped`);
  const values = buildRule(shipped, { organizationId, source: "organization", note: "Checked." });
  // Tables of requests are arranged in one tenant several times.
  await tenant.inside((transaction) =>
    transaction
      .insertInto("JurisdictionRule")
      .values(values)
      .onConflict((conflict) => conflict.columns(["organizationId", "key"]).doNothing())
      .execute(),
  );
  return values.id;
}

export const createJurisdictionRuleRows = (tenant: TestTenant): Promise<string> => createRule(tenant);

export const jurisdictionRuleScenarios = {
  "jurisdictionRules.list": asRead(async (tenant) => {
    await createRule(tenant);
    return {};
  }),
} satisfies Record<string, Scenario>;
