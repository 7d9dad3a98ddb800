import type { Scenario } from "../../testing/harness/requests/example-request.ts";

const callerAlone: Scenario = async () => ({});

export const platformScenarios = {
  "me.get": callerAlone,
  "scopes.list": callerAlone,
  "roles.list": callerAlone,
  "metadata.list": callerAlone,
  "metadata.get": async () => ({ pathValues: { name: "invoiceStatus" }, recordParameters: [], pathNamesWords: true }),
} satisfies Record<string, Scenario>;
