import { buildCapturedMessage } from "../../../../prisma/seed/builders/sandbox.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import type { Scenario } from "../../../testing/harness/requests/example-request.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";

/** @returns its ID */
export async function createCapturedMessage(
  tenant: TestTenant,
  values: Partial<Values<"CapturedMessage">> = {},
): Promise<string> {
  const captured = buildCapturedMessage({ organizationId: tenant.organizationId, ...values });
  await insertFor(tenant, { CapturedMessage: captured });
  return captured.id;
}

/** A row in each table of the resource. */
export async function createCapturedMessageRows(tenant: TestTenant): Promise<void> {
  await createCapturedMessage(tenant);
}

export const capturedMessageScenarios = {
  "sandbox.messages.list": async (tenant) => {
    await createCapturedMessage(tenant);
    return {};
  },
} satisfies Record<string, Scenario>;
