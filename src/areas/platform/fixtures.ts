import type { Arrangement } from "../../testing/harness/example-request.ts";

const callerAlone: Arrangement = async () => ({ pathValues: {}, recordParameters: [], revision: null });

export const platformArrangements = {
  "platform.getMe": callerAlone,
  "platform.listScopes": callerAlone,
  "platform.listEnumerations": callerAlone,
  "platform.getEnumeration": async () => ({ pathValues: { name: "invoiceStatus" }, recordParameters: [], pathNamesWords: true, revision: null }),
} satisfies Record<string, Arrangement>;
