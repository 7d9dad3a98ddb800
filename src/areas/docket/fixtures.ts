import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { createEvent } from "../calendar/fixtures.ts";
import { createDeadline } from "../deadlines/fixtures.ts";

export const docketScenarios = {
  "docketEntries.list": async (tenant) => {
    await createDeadline(tenant, { dueOn: "2026-04-03" });
    await createEvent(tenant);
    return { query: { from: "2026-04-01", to: "2026-04-30" } };
  },
} satisfies Record<string, Scenario>;
