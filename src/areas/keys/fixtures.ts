import { createId } from "../../platform/database/ids.ts";
import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { createPlainKey } from "../service-accounts/fixtures.ts";

export const keyAuditScenarios = {
  "serviceAccounts.audit.list": async (tenant) => {
    const { keyId } = await createPlainKey(tenant);
    const { organizationId, attorneyId: actorId } = tenant;
    const entry = {
      organizationId,
      id: createId("auditEntry"),
      action: "serviceAccounts.create",
      actorType: "member",
      actorId,
      actorName: "Ada Counsel",
      entity: "integration_key",
      entityId: keyId,
      requestId: "req_0",
    };
    await tenant.inside((transaction) => transaction.insertInto("AuditEntry").values(entry).execute());
    return { pathValues: { serviceAccountId: keyId } };
  },
} satisfies Record<string, Scenario>;
