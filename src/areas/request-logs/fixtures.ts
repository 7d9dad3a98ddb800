import { openPool } from "../../platform/database/connections/connection-pool.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { createRequestLog, type RequestNote } from "../../platform/observability/request-log.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { createPlainKey } from "../service-accounts/fixtures.ts";
import { createContext, type Context } from "../../rpc/context.ts";
import { systemPrincipal } from "../../rpc/principal.ts";
import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";

export const usageScenarios = {
  "usage.get": async () => ({}),
  // Before all: the requests of the test themselves would come into the list while it reads.
  "me.requests.list": async () => ({ query: { until: "2026-01-01T00:00:00Z" } }),
  "serviceAccounts.usage.get": async (tenant) => ({
    pathValues: { serviceAccountId: (await createPlainKey(tenant)).keyId },
  }),
} satisfies Record<string, Scenario>;

export function noteOf(
  tenant: Pick<TestTenant, "organizationId" | "keyId">,
  changes: Partial<RequestNote> = {},
): RequestNote {
  return {
    owner: { organizationId: tenant.organizationId, keyId: tenant.keyId, keyPrefix: "abcdefgh" },
    occurredAt: Date.now(),
    requestId: "req_test",
    method: "GET",
    route: "/cases/{caseId}",
    operation: "cases.get",
    status: 200,
    code: null,
    rejectedBy: null,
    reason: null,
    faultPaths: [],
    scope: "cases:read",
    idempotency: null,
    originalRequestId: null,
    rateLimit: null,
    rateRemaining: null,
    durationMicros: 1_200,
    address: "192.0.2.1",
    source: "api",
    ...changes,
  };
}

/** Logs requests like the server: the application role cannot write to the table itself. */
export async function logRequests(applicationUrl: string, notes: readonly RequestNote[]): Promise<void> {
  const log = createRequestLog(openPool(applicationUrl, 1), createLogger("silent"));
  for (const note of notes) log.note(note);
  await log.close();
}

export function contextOf(tenant: TestTenant, transaction: Transaction): Context {
  return createContext(
    {
      principal: systemPrincipal(tenant.organizationId),
      requestId: "req_test",
      clientIp: null,
      hooks: tenant.database.hooks,
      installationKeys: createInstallationKeys("the secret of a test, 32 characters or more"),
    },
    transaction,
  );
}
