import { buildPolicy } from "../../../../prisma/seed/builders/cases.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  anInstant,
  asRead,
  readId,
  type ResponseBody,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { createCase, insertFor, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { aboutRow, changeShown } from "../../../testing/harness/tenant-requests.ts";
import { insurancePolicy } from "./examples.ts";
import { createNamedContact } from "../parties/fixtures.ts";

export interface CreatedPolicy {
  caseId: string;
  clientId: string;
  policyId: string;
}

/** A liability policy of a new case. */
export async function createPolicy(
  tenant: TestTenant,
  values: Partial<Values<"InsurancePolicy">> = {},
): Promise<CreatedPolicy> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const carrierContactId = await createNamedContact(tenant, "Alamo Casualty");
  const policy = buildPolicy({ organizationId, carrierContactId, caseId, ...values });
  await insertFor(tenant, { InsurancePolicy: policy });
  return { caseId: policy.caseId, clientId, policyId: policy.id };
}

const touch = (ofCase: { caseId: string; clientId: string }, id: string) => ({
  entity: "insurance_policy",
  id,
  relatedIds: relateCase(ofCase),
});

/** A request about a policy that there is. */
const onPolicy =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const created = await createPolicy(tenant);
    const { caseId, policyId } = created;
    return {
      ...aboutRow(tenant, "InsurancePolicy", { caseId, policyId }, { notes: "Changed" }),
      touched: () => touch(created, policyId),
      ...more,
    };
  };

export const policyScenarios = {
  "cases.insurancePolicies.list": async (tenant) => {
    const { caseId } = await createPolicy(tenant);
    return { pathValues: { caseId }, query: { side: "defendant", sort: "oldest" } };
  },
  "cases.insurancePolicies.get": asRead(onPolicy({})),
  "cases.insurancePolicies.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    const carrierContactId = await createNamedContact(tenant, "Alamo Casualty");
    const adjusterContactId = await createNamedContact(tenant, "Jo Brandt", "person");
    return {
      pathValues: { caseId: ofCase.caseId },
      ownValues: { [insurancePolicy.carrier.id]: carrierContactId, [insurancePolicy.adjuster.id]: adjusterContactId },
      change: changeShown(tenant, "InsurancePolicy", "insurancePolicy", { notes: "Changed" }),
      touched: (response: ResponseBody) => touch(ofCase, readId(response, "insurancePolicy")),
      diff: {},
    };
  },
  "cases.insurancePolicies.update": onPolicy({
    diff: ({ limitsStatus, limitsDisclosedOn }) => ({
      limitsStatus: { from: "unknown", to: limitsStatus },
      limitsDisclosedOn: { from: null, to: limitsDisclosedOn },
    }),
  }),
  "cases.insurancePolicies.delete": onPolicy({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
} satisfies Record<string, Scenario>;
