import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { createMember } from "../team/fixtures.ts";

const read: Scenario = () => Promise.resolve({ pathValues: {}, recordParameters: [], revision: null });

/** Another attorney than the key's own. */
const readAttorney: Scenario = async (tenant) => ({
  pathValues: { attorneyId: await createMember(tenant, { isAttorney: true, role: "attorney" }) },
  recordParameters: ["attorneyId"],
  revision: null,
});

export const organizationScenarios = {
  "organization.get": read,
  "organization.children.list": read,
  "attorneys.list": read,
  "attorneys.get": readAttorney,
} satisfies Record<string, Scenario>;
