import { Readable } from "node:stream";
import { sql } from "kysely";
import type { Database, Transaction } from "../../src/platform/database/database.ts";
import type { InstallationKeys } from "../../src/platform/crypto/installation-keys.ts";
import type { Storage } from "../../src/platform/storage/storage.ts";
import { insertRows } from "./builders/records.ts";
import { completeClients } from "./client-details.ts";
import { buildFirm } from "./demo.ts";
import { manageIntegrations, type FirmDefinition } from "./firms.ts";
import { endOfOfficeDay } from "./random.ts";
import { insertFirmRows, readColumns, type FirmRows } from "./rows.ts";
import { sealSignatures } from "./seals.ts";
import { planWarnings } from "./limitations.ts";

/** A member of the sandbox who is there already. */
export interface SandboxPerson {
  id: string;
  firstName: string;
  lastName: string;
  role: string;
  isAttorney: boolean;
}

export interface SandboxSetting {
  database: Database;
  storage: Pick<Storage, "put">;
  installationKeys: InstallationKeys;
  organizationId: string;
  /** The made-up members: attorneys first, and of others at least an administrator and a paralegal. */
  people: readonly SandboxPerson[];
}

/** About 20 cases of the demo's distribution, the same choices each time. */
const thinning = 11;

const describeSandbox = ({ organizationId, people }: SandboxSetting): FirmDefinition => ({
  organizationId,
  name: "Sandbox Law Firm",
  legalName: "Sandbox Law Firm, LLP",
  slug: "sandbox",
  isHeadquarters: false,
  timezone: "America/New_York",
  emailDomain: "sandbox.example",
  phone: "+1 215 555 0190",
  offices: [{ name: "Philadelphia", line1: "1 Example Plaza", state: "PA", zipCode: "19102" }],
  states: ["PA", "NJ"],
  seed: 20_265,
  thinning,
  people: people.map(({ id, firstName, lastName, role, isAttorney }) => ({
    id,
    firstName,
    lastName,
    role,
    isAttorney,
    permissions: role === "admin" ? [manageIntegrations] : [],
  })),
});

/** What a sandbox has of its own, or keeps when it is reset, and what only the demo's portal shows. */
const leftOut = [
  "Organization",
  "Member",
  "IntegrationKey",
  "IntegrationKeySecret",
  "ScopeRequest",
  "AuditEntry",
  "EventCounter",
  "Event",
  "Notification",
  "BulkJob",
  "BulkItem",
  "StoredObject",
] as const satisfies readonly (keyof FirmRows)[];

/**
 * Makes the example records of a sandbox, and stores the bytes of their files. The objects are recorded first: what a
 * kill leaves is named by no document, and purged.
 *
 * @returns what inserts the records in a transaction of the sandbox, which must have none besides its members
 */
export async function prepareSandbox(setting: SandboxSetting): Promise<(transaction: Transaction) => Promise<void>> {
  const { database, storage, installationKeys, organizationId } = setting;
  const columns = await database.withTenantTransaction(organizationId, readColumns);
  const now = endOfOfficeDay(Date.now());
  const firm = await buildFirm(describeSandbox(setting), { now, columns, network: null }, null);
  completeClients(firm, installationKeys);
  const files = [...firm.files, ...(await sealSignatures(firm, firm.unsealed, installationKeys))];
  const { rows } = firm;
  await database.withTenantTransaction(organizationId, (transaction) =>
    insertRows(transaction, "StoredObject", rows.StoredObject),
  );
  for (const { key, bytes } of files) await storage.put(key, Readable.from([bytes]), bytes.length);
  return async (transaction) => {
    await sql`SELECT set_config('statement_timeout', '2min', true), set_config('idle_in_transaction_session_timeout', '2min', true)`.execute(
      transaction,
    );
    await insertFirmRows(transaction, { ...rows, ...Object.fromEntries(leftOut.map((table) => [table, []])) });
    await planWarnings(transaction, organizationId);
  };
}
