import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../rpc/context.ts";

/** An entry as stored, with the present name of its record. */
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
  /** ID of the last entry of the previous page. */
  before: string | undefined;
  /** Time bounds as ids, which begin with their time. */
  least: string | undefined;
  bound: string | undefined;
  entity: string | undefined;
  actorId: string | undefined;
  keyId: string | undefined;
  requestId: string | undefined;
  address: string | undefined;
  search: string | undefined;
  securityOnly: boolean;
  limit: number;
}

/** Literals, as in the partial indexes: with parameters a prepared statement would use none of these indexes. */
const securityOnly = sql`a.entity IN ('integration_key', 'scope_request', 'member', 'user', 'organization', 'audit_trail', 'webhook_subscription')`;

function listConditions(context: Context, wanted: AuditConditions): RawBuilder<unknown>[] {
  const { before, least, bound, entity, actorId, requestId, address, search } = wanted;
  return [
    sql`a."organizationId" = ${context.organizationId}`,
    ...(wanted.securityOnly ? [securityOnly] : []),
    ...(before === undefined ? [] : [sql`a.id < ${before}`]),
    ...(least === undefined ? [] : [sql`a.id >= ${least}`]),
    ...(bound === undefined ? [] : [sql`a.id < ${bound}`]),
    ...(entity === undefined ? [] : [sql`a.entity = ${entity}`]),
    ...(actorId === undefined ? [] : [sql`a."actorId" = ${actorId}`]),
    ...(requestId === undefined ? [] : [sql`a."requestId" = ${requestId}`]),
    ...(address === undefined ? [] : [sql`a.address = ${address}`]),
    ...(search === undefined
      ? []
      : [sql`(a."actorId" IN (SELECT id FROM named) OR a."entityId" IN (SELECT id FROM named))`]),
  ];
}

/** What the key did, what was done to it, and to its requests: each found by its own index. */
function listAlternatives({ organizationId }: Context, { keyId }: AuditConditions): RawBuilder<unknown>[] {
  if (keyId === undefined) return [sql`true`];
  return [
    sql`a."actorId" = ${keyId}`,
    sql`a.entity = 'integration_key' AND a."entityId" = ${keyId}`,
    sql`a.entity = 'scope_request' AND a."entityId" IN (SELECT id FROM "ScopeRequest" WHERE "organizationId" = ${organizationId} AND "keyId" = ${keyId})`,
  ];
}

/** The keys, members and webhooks whose name contains the text. */
function findNamed({ organizationId }: Context, search: string): RawBuilder<unknown> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`
      SELECT id FROM "IntegrationKey" WHERE "organizationId" = ${organizationId} AND name ILIKE ${pattern}
      UNION ALL SELECT id FROM "WebhookSubscription" WHERE "organizationId" = ${organizationId} AND name ILIKE ${pattern}
      UNION ALL SELECT unnest(ARRAY[id, "userId"]) FROM "Member" WHERE "organizationId" = ${organizationId} AND concat("firstName", ' ', "lastName") ILIKE ${pattern}`;
}

/** A page, newest first. Names are looked up for the rows of the page only. */
export function selectAuditRows(context: Context, wanted: AuditConditions) {
  const { organizationId } = context;
  const branches = listAlternatives(context, wanted).map(
    (alternative) =>
      sql`(SELECT a.* FROM "AuditEntry" a WHERE ${sql.join([...listConditions(context, wanted), alternative], sql` AND `)} ORDER BY a.id DESC LIMIT ${wanted.limit})`,
  );
  const named =
    wanted.search === undefined ? sql`` : sql`named AS MATERIALIZED (${findNamed(context, wanted.search)}), `;
  return sql<AuditRow>`
    WITH ${named}page AS MATERIALIZED (
      SELECT * FROM (${sql.join(branches, sql` UNION `)}) found ORDER BY id DESC LIMIT ${wanted.limit}
    )
    SELECT p.id, p."occurredAt", p.action, p."actorType", p."actorId", p."actorName", p.entity, p."entityId", p.changes, p."requestId",
      p.address, k.id AS "keyId",
      CASE p.entity WHEN 'scope_request' THEN r.scope || ' for ' || k.name WHEN 'organization' THEN o.name
        ELSE coalesce(k.name, w.name, m."firstName" || ' ' || m."lastName", u."firstName" || ' ' || u."lastName") END AS "entityLabel"
    FROM page p
    LEFT JOIN "ScopeRequest" r ON p.entity = 'scope_request' AND r."organizationId" = ${organizationId} AND r.id = p."entityId"
    LEFT JOIN "IntegrationKey" k ON k."organizationId" = ${organizationId}
      AND k.id = CASE p.entity WHEN 'integration_key' THEN p."entityId" ELSE r."keyId" END
    LEFT JOIN "WebhookSubscription" w ON p.entity = 'webhook_subscription' AND w."organizationId" = ${organizationId} AND w.id = p."entityId"
    LEFT JOIN "Member" m ON p.entity = 'member' AND m."organizationId" = ${organizationId} AND m.id = p."entityId"
    LEFT JOIN "Member" u ON p.entity = 'user' AND u."organizationId" = ${organizationId} AND u."userId" = p."entityId"
    LEFT JOIN "Organization" o ON p.entity = 'organization' AND o.id = ${organizationId} AND o.id = p."entityId"
    ORDER BY p.id DESC`;
}

export async function listAuditRows(context: Context, wanted: AuditConditions): Promise<AuditRow[]> {
  const { rows } = await selectAuditRows(context, wanted).execute(context.transaction);
  return rows;
}
