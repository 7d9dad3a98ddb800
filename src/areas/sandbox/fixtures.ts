import { sql, type Updateable } from "kysely";
import { buildKey, buildKeySecret } from "../../../prisma/seed/builders/keys.ts";
import { buildOrganization } from "../../../prisma/seed/builders/organizations.ts";
import { insertRecords } from "../../../prisma/seed/builders/records.ts";
import { createId } from "../../platform/database/ids.ts";
import { createKeySecret } from "../../platform/identity/credentials/integration-key.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { readId, type Scenario } from "../../testing/harness/requests/example-request.ts";
import { capturedMessageScenarios } from "./messages/fixtures.ts";
import { allScopes, openTenant, type TestTenant } from "../../testing/harness/tenant.ts";

/**
 * A sandbox of the tenant, without members.
 *
 * @returns the ID of its organization
 */
export async function createSandboxRow(tenant: TestTenant): Promise<string> {
  const id = createId("organization");
  const { database, organizationId } = tenant;
  await database.withTenantTransaction(id, (transaction) =>
    insertRecords(transaction, {
      Organization: buildOrganization({
        id,
        sandboxOfOrganizationId: organizationId,
        sandboxState: "ready",
        sandboxContents: "empty",
        rateLimitRead: 120,
        rateLimitWrite: 60,
        rateLimitSensitive: 20,
      }),
    }),
  );
  return id;
}

/**
 * A sandbox that was created by the API, as a tenant: with a key that has every scope and acts for one of its
 * attorneys.
 */
export async function openSandboxTenant(database: TestTenant["database"], organizationId: string): Promise<TestTenant> {
  const { secret, prefix, digest } = createKeySecret("cpk", "sandbox");
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const { id: attorneyId } = await transaction
      .selectFrom("Member")
      .select("id")
      .where("organizationId", "=", organizationId)
      .where("isAttorney", "=", true)
      .orderBy("id")
      .limit(1)
      .executeTakeFirstOrThrow();
    const key = buildKey({
      organizationId,
      scopes: [...allScopes],
      actingAttorneyId: attorneyId,
      webhookAllowedHosts: ["hooks.example.com"],
    });
    const { row } = buildKeySecret({ organizationId, keyId: key.id });
    await insertRecords(transaction, { IntegrationKey: key, IntegrationKeySecret: { ...row, prefix, digest } });
    return openTenant(database, { organizationId, attorneyId, secret, keyId: key.id });
  });
}

/** Frees the firm's place for another sandbox, past the API. */
async function releaseSandbox(tenant: TestTenant): Promise<void> {
  const { rows } = await tenant.inside((transaction) =>
    sql<{ id: string }>`SELECT id FROM find_sandbox()`.execute(transaction),
  );
  for (const { id } of rows) await changeSandbox(tenant.database, id, { sandboxState: "deleted" });
}

function changeSandbox(
  database: TestTenant["database"],
  id: string,
  values: Updateable<Tables["Organization"]>,
): Promise<unknown> {
  return database.withTenantTransaction(id, (transaction) =>
    transaction.updateTable("Organization").set(values).where("id", "=", id).execute(),
  );
}

const touch = (id: string) => ({ entity: "sandbox", id, relatedIds: [{ entity: "sandbox", id }] });

export const sandboxScenarios = {
  "sandbox.get": async (tenant) => {
    await releaseSandbox(tenant);
    await createSandboxRow(tenant);
    return {};
  },
  "sandbox.create": async (tenant) => {
    await releaseSandbox(tenant);
    return {
      standsAlone: true,
      touched: (body) => touch(readId(body, "sandbox")),
      change: async (body) => void (await changeSandbox(tenant.database, readId(body, "sandbox"), { name: "Changed" })),
      diff: {},
    };
  },
  "sandbox.reset": async (tenant) => {
    await releaseSandbox(tenant);
    const id = await createSandboxRow(tenant);
    return {
      standsAlone: true,
      touched: () => touch(id),
      change: async () => void (await changeSandbox(tenant.database, id, { name: "Changed" })),
      diff: { state: { from: "ready", to: "resetting" } },
    };
  },
  "sandbox.delete": async (tenant) => {
    await releaseSandbox(tenant);
    const id = await createSandboxRow(tenant);
    return {
      standsAlone: true,
      touched: () => touch(id),
      change: async () => void (await changeSandbox(tenant.database, id, { name: "Changed" })),
      recordIn: null,
      diff: {},
    };
  },
  ...capturedMessageScenarios,
} satisfies Record<string, Scenario>;
