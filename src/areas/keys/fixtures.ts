import { createId } from "../../platform/database/ids.ts";
import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { insertFor } from "../../testing/harness/tenant.ts";
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
    await insertFor(tenant, { AuditEntry: entry });
    return { pathValues: { serviceAccountId: keyId } };
  },
} satisfies Record<string, Scenario>;
