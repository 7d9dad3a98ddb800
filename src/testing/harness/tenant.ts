import { randomUUID } from "node:crypto";
import { scopeCatalog, type Scope } from "../../contract/scopes.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import { createKeySecret } from "../../platform/identity/credentials/integration-key.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { sql, type Insertable, type Updateable } from "kysely";

export const allScopes: readonly Scope[] = [...scopeCatalog.keys()];

const day = 86_400_000;

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
    await transaction
      .insertInto("Organization")
      .values({ id: organizationId, name: "Test Firm", legalName: "Test Firm LLP", slug: randomUUID() })
      .execute();
    await transaction
      .insertInto("Member")
      .values({
        organizationId,
        id: attorneyId,
        firstName: "Ada",
        lastName: "Counsel",
        email: "ada@firm.example",
        role: "attorney",
        isAttorney: true,
      })
      .execute();
    const keyId = await insertKey(transaction, { organizationId, attorneyId }, {});
    return { keyId, secret: await insertSecret(transaction, organizationId, keyId) };
  });
  return openTenant(database, { organizationId, attorneyId, ...made });
}

/** A tenant that was created in this database or in one that it is a copy of. */
export function openTenant(database: Database, created: Omit<TestTenant, "database" | "inside">): TestTenant {
  return { database, inside: (work) => database.withTenantTransaction(created.organizationId, work), ...created };
}

export interface KeyOptions extends Partial<Insertable<Tables["IntegrationKey"]>> {
  scopes?: string[];
  lastUsedAt?: string | null;
}

/** A key of the tenant; with every scope and the tenant's attorney by default. */
export async function createKey(
  tenant: Pick<TestTenant, "organizationId" | "attorneyId" | "inside">,
  options: KeyOptions,
): Promise<{ secret: string; keyId: string }> {
  const { lastUsedAt, ...values } = options;
  const made = await tenant.inside(async (transaction) => {
    const keyId = await insertKey(transaction, tenant, values);
    return { keyId, secret: await insertSecret(transaction, tenant.organizationId, keyId) };
  });
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
  options: KeyOptions,
): Promise<string> {
  const id = createId("integrationKey");
  await transaction
    .insertInto("IntegrationKey")
    .values({
      organizationId,
      id,
      name: "Test key",
      actorName: "Test key",
      scopes: [...allScopes],
      actingAttorneyId: attorneyId,
      // Of the examples.
      webhookAllowedHosts: ["hooks.example.com"],
      expiresAt: new Date(Date.now() + 300 * day).toISOString(),
      ...options,
    })
    .execute();
  return id;
}

async function insertSecret(transaction: Transaction, organizationId: string, keyId: string): Promise<string> {
  const { secret, prefix, digest } = createKeySecret();
  const id = createId("integrationKeySecret");
  await transaction.insertInto("IntegrationKeySecret").values({ organizationId, id, keyId, prefix, digest }).execute();
  return secret;
}

/**
 * Another secret of a key, as a rotation makes it.
 *
 * @returns the secret
 */
export async function addSecret(tenant: Pick<TestTenant, "organizationId" | "inside">, keyId: string): Promise<string> {
  return tenant.inside((transaction) => insertSecret(transaction, tenant.organizationId, keyId));
}

/** A client and a case of the tenant. */
export async function createCase(
  tenant: TestTenant,
  values: Partial<Insertable<Tables["Case"]>> = {},
): Promise<{ caseId: string; clientId: string }> {
  const { organizationId } = tenant;
  const caseId = createId("case");
  const clientId = createId("client");
  await tenant.inside(async (transaction) => {
    await transaction
      .insertInto("Client")
      .values({
        organizationId,
        id: clientId,
        firstName: "Rosa",
        lastName: "Diaz",
        email: "rosa@example.com",
        phone: "555-0101",
        ssnFourDigits: "1234",
        dateOfBirth: "1984-06-30",
      })
      .execute();
    await transaction
      .insertInto("Case")
      .values({
        organizationId,
        id: caseId,
        sequenceId: `2026-${caseId.slice(-6)}`,
        plaintiffId: clientId,
        caseType: "motor_vehicle_accident",
        matterStage: "intake",
        matterStatus: "open",
        ...values,
      })
      .execute();
  });
  return { caseId, clientId };
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
