import { rmSync } from "node:fs";
import { join } from "node:path";
import { escapeIdentifier, type Client } from "pg";
import { diskStorageFolder, type StorageSettings } from "../../../platform/storage/open-storage.ts";
import { objectKey, type Storage } from "../../../platform/storage/storage.ts";
import { nameTable } from "../../backup/tables.ts";
import { tenantTables } from "../../../platform/database/tenant-isolation.ts";
import { accountsAction, beginAction } from "./actions.ts";
import { asTenant, type Target, type TenantTable } from "./as-tenant.ts";

const rowsAtOnce = 5_000;
const objectsAtOnce = 100;

/** What is left to the last transaction: the records of the deletion, and the organization itself. */
export const auditTable = "AuditEntry";
export const deletionActions: readonly string[] = [beginAction, accountsAction];

export interface Purge extends Target {
  storage: Storage;
  environment: StorageSettings;
}

/** Deletes the organization's rows in small transactions, and its objects before the rows that name them. */
export async function purge(given: Purge): Promise<void> {
  const { client, organizationId, environment } = given;
  await abortUploads(given);
  while ((await deleteBatch(given)) > 0);
  for (const table of (await listOtherTables(client)).filter(isPurged))
    await deleteMentions(client, table, organizationId);
  // Drafts of killed writers, which no row names.
  if (environment.storage === "disk")
    rmSync(join(diskStorageFolder(environment.dataDirectory), storageFolder(organizationId)), {
      recursive: true,
      force: true,
    });
}

/**
 * Of the tables without rows of organizations, those whose rows nobody misses. In the others the ID would be a fault,
 * which the count at the end shows.
 */
const isPurged = ({ schema, name }: { schema: string; name: string }) =>
  schema === "pgboss" || ["RateLimitCounter", "Session", "Verification"].includes(name);

/** A session can have the ID in its user agent, say. Citus changes no such table by a condition on the text of its rows. */
async function deleteMentions(
  client: Client,
  table: { schema: string; name: string },
  organizationId: string,
): Promise<void> {
  const mentions = `FROM ${nameTable(table)} t WHERE position($1 in t::text) > 0`;
  if (table.name !== "Session") return void (await client.query(`DELETE ${mentions}`, [organizationId]));
  const { rows } = await client.query<{ id: string }>(`SELECT id ${mentions}`, [organizationId]);
  await client.query(`DELETE FROM "Session" WHERE id = ANY ($1)`, [rows.map(({ id }) => id)]);
}

const storageFolder = (organizationId: string) => objectKey(organizationId, "x").slice(0, -2);

async function abortUploads({ storage, ...target }: Purge): Promise<void> {
  const { client, organizationId } = target;
  const rows = await asTenant(
    target,
    "read",
    async () =>
      (
        await client.query<{ objectId: string; storageId: string }>(
          `SELECT "objectId", "storageId" FROM "DocumentUpload" WHERE "organizationId" = $1 AND "objectId" IS NOT NULL AND "storageId" IS NOT NULL`,
          [organizationId],
        )
      ).rows,
  );
  for (const { objectId, storageId } of rows) await storage.removeParts(objectKey(organizationId, objectId), storageId);
}

/**
 * Deletes some thousand rows, of one table after the other.
 *
 * @returns how many
 */
async function deleteBatch({ storage, ...target }: Purge): Promise<number> {
  const { client, organizationId, tables } = target;
  return asTenant(target, "delete", async () => {
    let deleted = 0;
    for (const table of tables) {
      if (deleted >= rowsAtOnce) break;
      const isObjects = table.name === "StoredObject";
      const ids = await deleteRows(client, organizationId, table, isObjects ? objectsAtOnce : rowsAtOnce);
      // Before the commit: after a kill, the rows still name the objects.
      if (isObjects) for (const id of ids) await removeObject(storage, objectKey(organizationId, id));
      deleted += ids.length;
    }
    return deleted;
  });
}

/** @returns the last part of their primary keys */
async function deleteRows(
  client: Client,
  organizationId: string,
  table: TenantTable,
  limit: number,
): Promise<string[]> {
  const names = table.key.map((column) => escapeIdentifier(column));
  const key = names.join(", ");
  const condition = table.name === auditTable ? `action <> ALL ('{${deletionActions.join()}}')` : "true";
  // In an order, because each node deletes from its copy of a table that all have.
  const batch = `SELECT ${key} FROM ${nameTable(table)} WHERE "organizationId" = $1 AND ${condition} ORDER BY ${key} LIMIT ${limit}`;
  const { rows } = await client.query<{ id: unknown }>(
    `DELETE FROM ${nameTable(table)} WHERE "organizationId" = $1 AND (${key}) IN (${batch}) RETURNING ${names.at(-1) ?? ""} AS id`,
    [organizationId],
  );
  return rows.map(({ id }) => String(id));
}

async function removeObject(storage: Storage, key: string): Promise<void> {
  await storage.remove(key);
  if ((await storage.sizeOf(key)) !== null) throw new Error(`The storage still has ${key} after it was removed.`);
}

/** Tables without rows of organizations, in which only an ID inside a value can name one: jobs, sessions, counters. */
async function listOtherTables(client: Client): Promise<{ schema: string; name: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    SELECT relnamespace::regnamespace::text AS schema, relname AS name FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, to_regnamespace('pgboss')) AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname NOT IN ('Organization', '_prisma_migrations') AND oid NOT IN (SELECT oid FROM (${tenantTables}) t) ORDER BY 1, 2`);
  return rows;
}

/** Counts the rows that are left, in a transaction of `asTenant`. */
export async function countRows(
  client: Client,
  tables: readonly TenantTable[],
  organizationId: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables)
    counts[table.name] = await count(client, nameTable(table), '"organizationId" = $1', organizationId);
  return counts;
}

/** Counts the rows of the other tables that have the organization's ID in any value. */
export async function countMentions(client: Client, organizationId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await listOtherTables(client))
    counts[`${table.schema}.${table.name}`] = await count(
      client,
      nameTable(table),
      "position($1 in t::text) > 0",
      organizationId,
    );
  return counts;
}

async function count(client: Client, table: string, condition: string, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM ${table} t WHERE ${condition}`,
    [organizationId],
  );
  return rows[0]?.rows ?? 0;
}
