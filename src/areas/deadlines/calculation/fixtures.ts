import { asRead, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createCase } from "../../../testing/harness/tenant.ts";

export const calculationScenarios = {
  "deadlines.calculate": () => Promise.resolve({ standsAlone: true }),
  "cases.limitationSuggestions.list": asRead(async (tenant) => {
    const { caseId } = await createCase(tenant, { caseType: "truck_accident", caseState: "TX", dateOfIncident: "2025-11-20" });
    return { pathValues: { caseId }, recordParameters: ["caseId"] };
  }),
} satisfies Record<string, Scenario>;
