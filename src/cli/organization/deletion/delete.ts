import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError, type Client } from "pg";
import { createId } from "../../../platform/database/ids.ts";
import { hasDistributedTables } from "../../../platform/database/migrations.ts";
import { diskStorageFolder, openStorage, type StorageSettings } from "../../../platform/storage/open-storage.ts";
import { readContent, withConnection } from "../../backup/tables.ts";
import { accountsAction, beginAction } from "./actions.ts";
import { asTenant, listTenantTables, withForeignKeys, type Target } from "./as-tenant.ts";
import { publishCertificate, readDraft, removeDraft, writeDraft, type Certificate } from "./certificate.ts";
import { findRequest, lockHoldsForUpdate } from "./request.ts";
import { auditTable, countMentions, countRows, deletionActions, purge, type Purge } from "./purge.ts";

/** Requests in flight end, and their lines of the request log are written. */
const usualSettleMilliseconds = 15_000;
const attempts = 10;

export interface Deletion {
  /** The owner's. */
  url: string;
  environment: StorageSettings;
  organizationId: string;
  slug: string;
  /** Where the certificate is written. */
  file: string;
  /** Of a firm's sandbox, which goes with the firm: when the firm's deletion was requested. */
  firmRequestedAt?: string;
  settleMilliseconds?: number;
  /** For tests: without row-level security, as on a cluster. */
  isDistributed?: boolean;
  /** For tests: called before each step. */
  onStep?: (step: "close" | "accounts" | "purge" | "complete" | "publish") => Promise<void> | void;
}

/**
 * Deletes an organization that was requested to be deleted, and proves it. First its keys are revoked and its members
 * deactivated, in one transaction: a kill afterwards leaves an organization that serves nobody, and the same command
 * goes on.
 *
 * @throws a message if the request is not due, or a record is on legal hold
 */
export async function deleteOrganization(deletion: Deletion): Promise<Certificate> {
  const { url, environment, file, onStep = () => undefined } = deletion;
  const storage = await openStorage(environment);
  try {
    return await withConnection(url, async (client) => {
      const target = await findTarget(client, deletion);
      await assertRights(target);
      const given: Purge = { ...target, storage, environment };
      await onStep("close");
      const { begun, isResumed } = await close(target, deletion.firmRequestedAt);
      if (!isResumed) await sleep(deletion.settleMilliseconds ?? usualSettleMilliseconds);
      for (const sandbox of await listSandboxes(target))
        await deleteOrganization({
          ...deletion,
          organizationId: sandbox.id,
          slug: sandbox.slug,
          file: `${file}.${sandbox.slug}.json`,
          firmRequestedAt: begun.requestedAt,
        });
      await onStep("accounts");
      await deleteAccounts(target);
      await onStep("purge");
      for (let attempt = 1; ; attempt += 1) {
        await purge(given);
        await onStep("complete");
        const certificate = await complete(given, deletion, begun);
        if (certificate !== null) {
          await onStep("publish");
          return await publish(given, file, certificate);
        }
        if (attempt === attempts)
          throw new Error(
            "Rows of the organization are still being written. Stop the servers and workers, and run the command again.",
          );
      }
    });
  } finally {
    storage.close();
  }
}

/**
 * After a kill between the last transaction and the publication of the certificate.
 *
 * @returns null if there was none
 */
export async function publishLeftover(
  url: string,
  environment: StorageSettings,
  file: string,
  slug: string,
): Promise<Certificate | null> {
  const certificate = readDraft(file);
  if (certificate?.slug !== slug) return null;
  const storage = await openStorage(environment);
  try {
    return await withConnection(url, async (client) =>
      publish({ ...(await findTarget(client, certificate)), storage, environment }, file, certificate),
    );
  } finally {
    storage.close();
  }
}

async function findTarget(
  client: Client,
  { organizationId, isDistributed }: Pick<Deletion, "organizationId" | "isDistributed">,
): Promise<Target> {
  return {
    client,
    organizationId,
    tables: await listTenantTables(client),
    isDistributed: isDistributed ?? (await hasDistributedTables(client)),
  };
}

async function assertRights({ client, isDistributed }: Target): Promise<void> {
  const { rows } = await client.query<{ allowed: boolean; owner: string; isSuperuser: boolean }>(
    `SELECT has_parameter_privilege('session_replication_role', 'SET') AS allowed, quote_ident(current_user) AS owner, rolsuper AS "isSuperuser" FROM pg_roles WHERE rolname = current_user`,
  );
  if (isDistributed && rows[0]?.isSuperuser !== true)
    throw new Error(
      "On a Citus cluster, DATABASE_URL must be that of the coordinator's superuser. Nothing was changed.",
    );
  if (rows[0]?.allowed !== true)
    throw new Error(
      `The owner may not set session_replication_role, without which audit entries cannot be deleted. As a superuser: GRANT SET ON PARAMETER session_replication_role TO ${rows[0]?.owner ?? ""};`,
    );
}

interface Begun {
  requestedAt: string;
  begunAt: string;
  before: Certificate["before"];
}

/**
 * Counts everything, and then stops the organization's keys, members, deliveries and schedules in the transaction that
 * records the count.
 */
async function close(
  target: Target,
  firmRequestedAt: string | undefined,
): Promise<{ begun: Begun; isResumed: boolean }> {
  const { client, organizationId, tables } = target;
  const found = await asTenant(target, "read", () => readBegun(target));
  if (found !== null) return { begun: found, isResumed: true };
  const before = await asTenant(target, "read", async () => {
    const contents: Certificate["before"] = {};
    for (const table of tables) contents[table.name] = await readContent(client, table, organizationId);
    return contents;
  });
  const begun = await asTenant(target, "delete", async () => {
    const requestedAt = firmRequestedAt ?? (await findRequest(client, organizationId));
    await assertNoOffices(target);
    const holds = await lockHoldsForUpdate(client, organizationId);
    // A sandbox's records are made up, and its firm is closed already.
    if (holds.length > 0 && firmRequestedAt === undefined)
      throw new Error(`Records are on legal hold: ${holds.join(", ")}. Nothing was deleted.`);
    await record(target, beginAction, { requestedAt, before });
    for (const table of ["IntegrationKey", "LegacyCredential"]) {
      await client.query(
        `UPDATE "${table}" SET "revokedAt" = now(), "revokeReason" = 'The organization is deleted.' WHERE "organizationId" = $1 AND "revokedAt" IS NULL`,
        [organizationId],
      );
    }
    await client.query(
      `UPDATE "Member" SET status = 'deactivated', "deactivatedAt" = now() WHERE "organizationId" = $1`,
      [organizationId],
    );
    await client.query(
      `UPDATE "Organization" SET "parentOrganizationId" = NULL, "reportsToHeadquarters" = false, "keysVisibleTo" = '{}' WHERE id = $1`,
      [organizationId],
    );
    for (const table of ["WebhookJob", "ReportSchedule"])
      await client.query(`DELETE FROM "${table}" WHERE "organizationId" = $1`, [organizationId]);
    return readBegun(target);
  });
  if (begun === null) throw new Error("The beginning of the deletion was not recorded.");
  return { begun, isResumed: false };
}

/** The organization's sandboxes, also those that were deleted, which keep their audit log. */
function listSandboxes(target: Target): Promise<{ id: string; slug: string }[]> {
  return asTenant(target, "read", async () => {
    const { rows } = await target.client.query<{ id: string; slug: string }>(
      `SELECT id, slug FROM list_sandboxes() ORDER BY id`,
    );
    return rows;
  });
}

async function assertNoOffices({ client, organizationId }: Target): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM read_hierarchy(NULL, $1) WHERE "parentOrganizationId" = $1 ORDER BY 1`,
    [organizationId],
  );
  if (rows.length > 0)
    throw new Error(
      `Organizations are below it: ${rows.map(({ name }) => name).join(", ")}. Detach or delete them first. Nothing was deleted.`,
    );
}

async function readBegun({ client, organizationId }: Target): Promise<Begun | null> {
  const { rows } = await client.query<{ at: string; of: Omit<Begun, "begunAt"> }>(
    `SELECT to_char("occurredAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, changes->'deletion'->'to' AS of FROM "AuditEntry" WHERE "organizationId" = $1 AND action = $2 ORDER BY id LIMIT 1`,
    [organizationId, beginAction],
  );
  return rows[0] === undefined ? null : { begunAt: rows[0].at, ...rows[0].of };
}

async function record({ client, organizationId }: Target, action: string, to: object): Promise<void> {
  await client.query(
    `INSERT INTO "AuditEntry" ("organizationId", id, action, "actorType", "actorId", "actorName", entity, "entityId", "requestId", changes)
     VALUES ($1, $2, $3, 'system', 'system', 'Caseport', 'organization', $1, 'npm run organization', $4)`,
    [organizationId, createId("auditEntry"), action, JSON.stringify({ deletion: { from: null, to } })],
  );
}

/** Deletes the members, and the accounts of those who belong to nothing else: the database knows, by its foreign keys. */
async function deleteAccounts(target: Target): Promise<void> {
  const { client, organizationId } = target;
  await asTenant(target, "delete", async () => {
    const { rows } = await client.query<{ userId: string; email: string }>(
      `SELECT "userId", email FROM "Member" WHERE "organizationId" = $1 AND "userId" IS NOT NULL`,
      [organizationId],
    );
    if (rows.length === 0) return;
    await client.query(`DELETE FROM "Member" WHERE "organizationId" = $1`, [organizationId]);
    const counts = await withForeignKeys(target, "owner", async () => {
      let deleted = 0;
      for (const { userId } of rows) if (await deleteAccount(client, userId)) deleted += 1;
      return { deleted, kept: rows.length - deleted };
    });
    await withForeignKeys(target, "application", () => record(target, accountsAction, counts));
  });
}

async function deleteAccount(client: Client, userId: string): Promise<boolean> {
  await client.query("SAVEPOINT account");
  try {
    const { rows } = await client.query<{ email: string }>(`DELETE FROM "User" WHERE id = $1 RETURNING email`, [
      userId,
    ]);
    await client.query(`DELETE FROM "Verification" WHERE position($1 in value) > 0`, [userId]);
    await client.query(`DELETE FROM pgboss.job WHERE name = 'mail' AND data->>'to' = $1`, [rows[0]?.email]);
    return true;
  } catch (error) {
    if (!isReferred(error)) throw error;
    await client.query("ROLLBACK TO account");
    return false;
  }
}

/** Of a foreign key, with ON DELETE RESTRICT or without. */
const isReferred = (error: unknown) => error instanceof DatabaseError && ["23001", "23503"].includes(error.code ?? "");

/**
 * The last transaction: the last audit entries and the organization itself, unless anything else is left.
 *
 * @returns null if it is
 */
async function complete(
  { environment, ...target }: Purge,
  { slug, file }: Deletion,
  begun: Begun,
): Promise<Certificate | null> {
  const { client, organizationId, tables } = target;
  const mentions = await countMentions(client, organizationId);
  const others = Object.entries(mentions).filter(([, count]) => count !== 0);
  if (others.length > 0)
    throw new Error(
      `Other tables have rows with the organization's ID: ${others.map(([name, count]) => `${name} (${count})`).join(", ")}.`,
    );
  try {
    return await asTenant(target, "delete", async () => {
      const { rows } = await client.query<{ deleted: number; kept: number }>(
        `SELECT coalesce(sum((changes->'deletion'->'to'->>'deleted')::int), 0)::int AS deleted, coalesce(sum((changes->'deletion'->'to'->>'kept')::int), 0)::int AS kept FROM "AuditEntry" WHERE "organizationId" = $1 AND action = $2`,
        [organizationId, accountsAction],
      );
      await client.query(`DELETE FROM "${auditTable}" WHERE "organizationId" = $1 AND action = ANY ($2)`, [
        organizationId,
        deletionActions,
      ]);
      const after = { ...(await countRows(client, tables, organizationId)), ...mentions };
      if (Object.values(after).some((count) => count !== 0)) throw new Leftover();
      const objectsAfter =
        environment.storage === "disk" && existsSync(join(diskStorageFolder(environment.dataDirectory), organizationId))
          ? 1
          : 0;
      const certificate: Certificate = {
        certificate: "deletion of an organization",
        organizationId,
        slug,
        requestedAt: begun.requestedAt,
        begunAt: begun.begunAt,
        completedAt: new Date().toISOString(),
        before: begun.before,
        objects: begun.before["StoredObject"]?.rows ?? 0,
        accounts: rows[0] ?? { deleted: 0, kept: 0 },
        after,
        objectsAfter,
      };
      writeDraft(file, certificate);
      // Foreign keys reject it while any row refers to it.
      await withForeignKeys(target, "application", () =>
        client.query(`DELETE FROM "Organization" WHERE id = $1`, [organizationId]),
      );
      return certificate;
    });
  } catch (error) {
    // After any other error the transaction may have been committed.
    if (!(error instanceof Leftover) && !isReferred(error)) throw error;
    removeDraft(file);
    return null;
  }
}

class Leftover extends Error {}

/** A line that a server logged late is not covered by the last transaction. */
async function publish(given: Purge, file: string, certificate: Certificate): Promise<Certificate> {
  await purge(given);
  publishCertificate(file, certificate);
  return certificate;
}
