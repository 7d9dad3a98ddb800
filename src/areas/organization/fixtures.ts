import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { createMember } from "../team/fixtures.ts";

const read: Scenario = () => Promise.resolve({});

export const organizationScenarios = {
  "organization.get": read,
  "organization.children.list": read,
  "attorneys.list": read,
  /** Another attorney than the key's own. */
  "attorneys.get": async (tenant) => ({
    pathValues: { attorneyId: await createMember(tenant, { isAttorney: true, role: "attorney" }) },
  }),
} satisfies Record<string, Scenario>;
