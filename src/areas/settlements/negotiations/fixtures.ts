import { buildNegotiation } from "../../../../prisma/seed/builders/settlements.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { readId, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createCase, deleteRow, insertFor, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";

export interface CreatedNegotiation {
  negotiationId: string;
  caseId: string;
  clientId: string;
}

/** An open offer of $75,000.00 in a case of its own. */
export async function createNegotiation(
  tenant: TestTenant,
  values: Partial<Values<"Negotiation">> = {},
): Promise<CreatedNegotiation> {
  const { caseId, clientId } = await createCase(tenant);
  const entry = buildNegotiation({ organizationId: tenant.organizationId, caseId, ...values });
  await insertFor(tenant, { Negotiation: entry });
  return { negotiationId: entry.id, caseId: entry.caseId, clientId };
}

export const negotiationScenarios = {
  "negotiations.list": async (tenant) => {
    await createNegotiation(tenant);
    return { query: { sort: "oldest" } };
  },
  "cases.negotiations.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    return {
      pathValues: { caseId: ofCase.caseId },
      remove: () => deleteRow(tenant, "Case", ofCase.caseId),
      change: changeShown(tenant, "Negotiation", "negotiation", { notes: "Changed" }),
      touched: (response) => ({
        entity: "negotiation",
        id: readId(response, "negotiation"),
        relatedIds: relateCase(ofCase),
      }),
      diff: {},
    };
  },
} satisfies Record<string, Scenario>;
