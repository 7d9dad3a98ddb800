import type { Scenario } from "../../testing/harness/requests/example-request.ts";

const callerAlone: Scenario = async () => ({ pathValues: {}, recordParameters: [], revision: null });

export const platformScenarios = {
  "platform.getMe": callerAlone,
  "platform.listScopes": callerAlone,
  "platform.listEnumerations": callerAlone,
  "platform.getEnumeration": async () => ({ pathValues: { name: "invoiceStatus" }, recordParameters: [], pathNamesWords: true, revision: null }),
} satisfies Record<string, Scenario>;
