import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { createCase } from "../../testing/harness/tenant.ts";

export const searchScenarios = {
  "search.list": async (tenant) => {
    await createCase(tenant);
    return { query: { q: "rosa" } };
  },
} satisfies Record<string, Scenario>;
