import type { Scenario } from "../../../testing/harness/requests/example-request.ts";
import { deleteRow } from "../../../testing/harness/tenant.ts";
import { createCall } from "../calls/fixtures.ts";

/** A request about a case with a call. */
const onCase: Scenario = async (tenant) => {
  const { caseId } = await createCall(tenant);
  return { pathValues: { caseId }, remove: () => deleteRow(tenant, "Case", caseId) };
};

export const timelineScenarios = {
  "cases.communications.list": onCase,
  "cases.lastClientContact.get": onCase,
} satisfies Record<string, Scenario>;
