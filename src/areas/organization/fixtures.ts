import type { Scenario } from "../../testing/harness/example-request.ts";

const read: Scenario = () => Promise.resolve({ pathValues: {}, recordParameters: [], revision: null });

export const organizationScenarios = {
  "organization.get": read,
  "organization.listChildren": read,
  "organization.listAttorneys": read,
  "organization.getAttorney": (tenant) =>
    Promise.resolve({ pathValues: { attorneyId: tenant.attorneyId }, recordParameters: ["attorneyId"], revision: null }),
} satisfies Record<string, Scenario>;
