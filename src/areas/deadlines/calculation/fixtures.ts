import { asRead, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createCase } from "../../../testing/harness/tenant.ts";

/** Warnings but for the one of an old text of law, which comes with time. */
export const withoutAge = (warnings: readonly string[] | undefined): string[] =>
  (warnings ?? []).filter((each) => each !== "rule_older_than_a_year");

export const calculationScenarios = {
  "deadlines.calculate": () => Promise.resolve({ standsAlone: true }),
  "cases.limitationSuggestions.list": asRead(async (tenant) => {
    const { caseId } = await createCase(tenant, {
      caseType: "truck_accident",
      caseState: "TX",
      dateOfIncident: "2025-11-20",
    });
    return { pathValues: { caseId }, recordParameters: ["caseId"] };
  }),
} satisfies Record<string, Scenario>;
