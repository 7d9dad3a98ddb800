import { buildIncident } from "../../../../prisma/seed/builders/cases.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { asRead, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import {
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../../testing/harness/tenant.ts";

export interface CreatedIncident {
  caseId: string;
  clientId: string;
  incidentId: string;
}

/** The incident of a new case, or of this one. */
export async function createIncident(
  tenant: TestTenant,
  values: Partial<Values<"Incident">> = {},
  ofCase?: { caseId: string; clientId: string },
): Promise<CreatedIncident> {
  const { caseId, clientId } = ofCase ?? (await createCase(tenant));
  const incident = buildIncident({ ...values, organizationId: tenant.organizationId, caseId });
  await insertFor(tenant, { Incident: incident });
  return { caseId, clientId, incidentId: incident.id };
}

const onIncident: Scenario = async (tenant) => {
  const created = await createIncident(tenant);
  const { caseId, incidentId } = created;
  return {
    pathValues: { caseId },
    revision: 1,
    // It is gone with its case.
    remove: () => deleteRow(tenant, "Case", caseId),
    change: () => changeRow(tenant, "Incident", incidentId, { policeDepartment: "Changed" }),
    touched: () => ({ entity: "incident", id: incidentId, relatedIds: relateCase(created) }),
    diff: ({ treatmentEndedOn }) => ({ treatmentEndedOn: { from: null, to: treatmentEndedOn } }),
  };
};

export const incidentScenarios = {
  "cases.incident.get": asRead(onIncident),
  "cases.incident.update": onIncident,
} satisfies Record<string, Scenario>;
