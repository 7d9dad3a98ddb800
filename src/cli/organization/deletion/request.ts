import type { Client } from "pg";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { tenantTables } from "../../../platform/database/tenant-isolation.ts";

/** Between the request and the deletion. */
export const waitingDays = 7;

export const requestAction = "administration.requestDeletion";
export const withdrawAction = "administration.withdrawDeletion";

/** The request is an entry of the organization's audit log: its members see it there, and nobody can date it back. */
export function recordDeletionEntry(context: Context, note: string): void {
  recordAuditEntry(context, { entity: "organization", id: context.organizationId }, [], {
    note: { from: null, to: note },
  });
}

/**
 * @returns when the deletion was requested
 * @throws a message if it was not, or not long enough ago
 */
export async function findRequest(client: Client, organizationId: string): Promise<string> {
  const { rows } = await client.query<{ action: string; at: string; due: string; isDue: boolean }>(
    `
    SELECT action, ${iso('"occurredAt"')} AS at, ${iso(`"occurredAt" + interval '${waitingDays} days'`)} AS due, "occurredAt" + interval '${waitingDays} days' <= now() AS "isDue"
    FROM "AuditEntry" WHERE "organizationId" = $1 AND action IN ('${requestAction}', '${withdrawAction}') ORDER BY id DESC LIMIT 1`,
    [organizationId],
  );
  const last = rows[0];
  if (last?.action !== requestAction)
    throw new Error("Its deletion has not been requested: npm run organization -- <slug> --delete --note <reason>");
  if (!last.isDue) throw new Error(`Its deletion was requested at ${last.at} and can begin at ${last.due}.`);
  return last.at;
}

const iso = (instant: string) => `to_char((${instant}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Every kind of record that can be on legal hold, with the number that is, and what the organization has on hold as a
 * whole: no hold is placed until this transaction ends.
 */
export async function lockHoldsForUpdate(client: Client, organizationId: string): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM (${tenantTables}) t WHERE EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'legalHold' AND NOT a.attisdropped) ORDER BY 1`);
  const { rows: organizations } = await client.query<{ legalHolds: string[] }>(
    `SELECT "legalHolds" FROM "Organization" WHERE id = $1 FOR NO KEY UPDATE`,
    [organizationId],
  );
  const holds = organizations.flatMap(({ legalHolds }) => legalHolds.map((kind) => `all ${kind}`));
  for (const { name } of tables) {
    const { rows } = await client.query<{ held: number }>(
      `SELECT count(*)::int AS held FROM "${name}" WHERE "organizationId" = $1 AND "legalHold"`,
      [organizationId],
    );
    if ((rows[0]?.held ?? 0) > 0) holds.push(`${rows[0]?.held} of ${name}`);
  }
  return holds;
}
