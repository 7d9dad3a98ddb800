import type { Scenario } from "../../testing/harness/requests/example-request.ts";

const callerAlone: Scenario = async () => ({ pathValues: {}, recordParameters: [], revision: null });

export const platformScenarios = {
  "me.get": callerAlone,
  "scopes.list": callerAlone,
  "metadata.list": callerAlone,
  "metadata.get": async () => ({ pathValues: { name: "invoiceStatus" }, recordParameters: [], pathNamesWords: true, revision: null }),
} satisfies Record<string, Scenario>;
