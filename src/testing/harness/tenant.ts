import { scopeCatalog, type Scope } from "../../contract/scopes.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { sql, type Updateable } from "kysely";
import { buildCase, buildClient } from "../../../prisma/seed/builders/cases.ts";
import { buildKey, buildKeySecret } from "../../../prisma/seed/builders/keys.ts";
import { buildMember, buildOrganization } from "../../../prisma/seed/builders/organizations.ts";
import { insertRecords, type Records, type Values } from "../../../prisma/seed/builders/records.ts";

export const allScopes: readonly Scope[] = [...scopeCatalog.keys()];

/** An organization of a test's own, with an active attorney. Tests never share one. */
export interface TestTenant {
  database: Database;
  organizationId: string;
  attorneyId: string;
  /** The secret of a key with every scope and the attorney. */
  secret: string;
  keyId: string;
  /** Runs statements in the organization's transaction. */
  inside<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

export async function createTenant(database: Database): Promise<TestTenant> {
  const organizationId = createId("organization");
  const attorneyId = createId("member");
  // One transaction: nearly every test creates a tenant.
  const made = await database.withTenantTransaction(organizationId, async (transaction) => {
    const attorney = { firstName: "Ada", lastName: "Counsel", email: "ada@firm.example", role: "attorney" };
    await insertRecords(transaction, {
      Organization: buildOrganization({ id: organizationId }),
      Member: buildMember({ organizationId, id: attorneyId, ...attorney, isAttorney: true }),
    });
    return insertKey(transaction, { organizationId, attorneyId }, {});
  });
  return openTenant(database, { organizationId, attorneyId, ...made });
}

/** A tenant that was created in this database or in one that it is a copy of. */
export function openTenant(database: Database, created: Omit<TestTenant, "database" | "inside">): TestTenant {
  return { database, inside: (work) => database.withTenantTransaction(created.organizationId, work), ...created };
}

/**
 * Inserts records of the tenant's organization.
 *
 * @returns them
 */
export async function insertFor<New extends Records>(
  { inside }: Pick<TestTenant, "inside">,
  records: New,
): Promise<New> {
  await inside((transaction) => insertRecords(transaction, records));
  return records;
}

export interface KeyOptions extends Partial<Values<"IntegrationKey">> {
  scopes?: string[];
  lastUsedAt?: string | null;
}

/** A key of the tenant; with every scope and the tenant's attorney by default. */
export async function createKey(
  tenant: Pick<TestTenant, "organizationId" | "attorneyId" | "inside">,
  options: KeyOptions,
): Promise<{ secret: string; keyId: string }> {
  const { lastUsedAt, ...values } = options;
  const made = await tenant.inside((transaction) => insertKey(transaction, tenant, values));
  if (typeof lastUsedAt === "string") await useKey(tenant, made.keyId, lastUsedAt);
  return made;
}

/** Notes the last use of a key, as the server does: in a transaction of its own. */
export async function useKey(
  { organizationId, inside }: Pick<TestTenant, "organizationId" | "inside">,
  keyId: string,
  at: string,
): Promise<void> {
  await inside((transaction) =>
    sql`SELECT record_key_uses(${JSON.stringify([{ organizationId, keyId, at }])}::jsonb)`.execute(transaction),
  );
}

async function insertKey(
  transaction: Transaction,
  { organizationId, attorneyId }: { organizationId: string; attorneyId: string },
  options: Partial<Values<"IntegrationKey">>,
): Promise<{ secret: string; keyId: string }> {
  const key = buildKey({
    organizationId,
    actorName: "Test key",
    scopes: [...allScopes],
    actingAttorneyId: attorneyId,
    // Of the examples.
    webhookAllowedHosts: ["hooks.example.com"],
    ...options,
  });
  const { secret, row } = buildKeySecret({ organizationId, keyId: key.id });
  await insertRecords(transaction, { IntegrationKey: key, IntegrationKeySecret: row });
  return { secret, keyId: key.id };
}

/**
 * Another secret of a key, as a rotation makes it.
 *
 * @returns the secret
 */
export async function addSecret(tenant: Pick<TestTenant, "organizationId" | "inside">, keyId: string): Promise<string> {
  const { secret, row } = buildKeySecret({ organizationId: tenant.organizationId, keyId });
  await insertFor(tenant, { IntegrationKeySecret: row });
  return secret;
}

/** A client and a case of the tenant. */
export async function createCase(
  tenant: TestTenant,
  values: Partial<Values<"Case">> = {},
): Promise<{ caseId: string; clientId: string }> {
  const { organizationId } = tenant;
  const person = { email: "rosa@example.com", phone: "555-0101", ssnFourDigits: "1234", dateOfBirth: "1984-06-30" };
  const client = buildClient({ organizationId, ...person });
  const row = buildCase({ organizationId, plaintiffId: client.id, ...values });
  await insertFor(tenant, { Client: client, Case: row });
  return { caseId: row.id, clientId: client.id };
}

/** The case and its client, as an event names them. */
export const relateCase = ({ caseId, clientId }: { caseId: string; clientId: string }) => [
  { entity: "case", id: caseId },
  { entity: "client", id: clientId },
];

/** Changes a row past the API. */
export async function changeRow<Table extends keyof Tables>(
  { inside }: Pick<TestTenant, "inside">,
  table: Table,
  id: string,
  values: Updateable<Tables[Table]>,
): Promise<void> {
  // Kysely cannot resolve the columns of a table that is a parameter.
  await inside((transaction) =>
    transaction
      .updateTable(table as "Contact")
      .set(values as object)
      .where("id", "=", id)
      .execute(),
  );
}

/** The tenant's key as rows name an actor. */
export const actorOf = ({ keyId }: Pick<TestTenant, "keyId">) => ({
  type: "integration_key",
  id: keyId,
  name: "Test key",
});

/** Deletes a record past the API: its row stays. */
export const deleteRow = (tenant: Pick<TestTenant, "inside">, table: keyof Tables, id: string): Promise<void> =>
  changeRow(tenant, table as "Contact", id, { deletedAt: new Date().toISOString() });
