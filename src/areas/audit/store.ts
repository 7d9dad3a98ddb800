import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Context } from "../../rpc/context.ts";

/** A line as it is stored, with the present name of what it is about. */
export interface AuditRow {
  id: string;
  occurredAt: string;
  action: string;
  actorType: string;
  actorId: string;
  actorName: string;
  entity: string;
  entityId: string;
  entityLabel: string | null;
  keyId: string | null;
  changes: unknown;
  requestId: string;
  address: string | null;
}

export interface AuditConditions {
  /** The id of the last line of the page before. */
  before: string | undefined;
  /** Bounds in ids, which begin with their time. */
  least: string | undefined;
  bound: string | undefined;
  entity: string | undefined;
  actorId: string | undefined;
  securityOnly: boolean;
  limit: number;
}

/**
 * What is relevant to security, in the words of the partial indexes of the migration: as parameters of a prepared statement
 * they would match none of them.
 */
const securityOnly = sql`a.entity IN ('integration_key', 'scope_request', 'member', 'user', 'organization', 'audit_trail', 'webhook_subscription')`;

function listConditions(context: Context, wanted: AuditConditions): RawBuilder<unknown>[] {
  const { before, least, bound, entity, actorId } = wanted;
  return [
    sql`a."organizationId" = ${context.organizationId}`,
    ...(wanted.securityOnly ? [securityOnly] : []),
    ...(before === undefined ? [] : [sql`a.id < ${before}`]),
    ...(least === undefined ? [] : [sql`a.id >= ${least}`]),
    ...(bound === undefined ? [] : [sql`a.id < ${bound}`]),
    ...(entity === undefined ? [] : [sql`a.entity = ${entity}`]),
    ...(actorId === undefined ? [] : [sql`a."actorId" = ${actorId}`]),
  ];
}

/** The page of the trail, newest first; its names are looked up afterwards, for the page alone. */
export function selectAuditRows(context: Context, wanted: AuditConditions) {
  return sql<AuditRow>`
    WITH page AS MATERIALIZED (
      SELECT a.* FROM "AuditEntry" a WHERE ${sql.join(listConditions(context, wanted), sql` AND `)} ORDER BY a.id DESC LIMIT ${wanted.limit}
    )
    SELECT p.id, p."occurredAt", p.action, p."actorType", p."actorId", p."actorName", p.entity, p."entityId", p.changes, p."requestId",
      p.address, k.id AS "keyId",
      CASE p.entity WHEN 'scope_request' THEN r.scope || ' for ' || k.name WHEN 'organization' THEN o.name
        ELSE coalesce(k.name, w.name, m."firstName" || ' ' || m."lastName", u."firstName" || ' ' || u."lastName") END AS "entityLabel"
    FROM page p
    LEFT JOIN "ScopeRequest" r ON p.entity = 'scope_request' AND r."organizationId" = p."organizationId" AND r.id = p."entityId"
    LEFT JOIN "IntegrationKey" k ON k."organizationId" = p."organizationId"
      AND k.id = CASE p.entity WHEN 'integration_key' THEN p."entityId" ELSE r."keyId" END
    LEFT JOIN "WebhookSubscription" w ON p.entity = 'webhook_subscription' AND w."organizationId" = p."organizationId" AND w.id = p."entityId"
    LEFT JOIN "Member" m ON p.entity = 'member' AND m."organizationId" = p."organizationId" AND m.id = p."entityId"
    LEFT JOIN "Member" u ON p.entity = 'user' AND u."organizationId" = p."organizationId" AND u."userId" = p."entityId"
    LEFT JOIN "Organization" o ON p.entity = 'organization' AND o.id = p."organizationId" AND o.id = p."entityId"
    ORDER BY p.id DESC`;
}

export async function listAuditRows(context: Context, wanted: AuditConditions): Promise<AuditRow[]> {
  const { rows } = await selectAuditRows(context, wanted).execute(context.transaction);
  return rows;
}
