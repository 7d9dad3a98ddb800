import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import { status } from "../store.ts";
import type { OfficeKey } from "./schema.ts";

export interface OfficeRow {
  organizationId: string;
  name: string;
  depth: number;
  isVisible: boolean;
  stoppedWebhooks: number;
  keys: number;
  needsAttention: number;
  expiring: number;
  paused: number;
  lastUsedAt: string | null;
  succeeded: number;
  refused: number;
  limited: number;
  failed: number;
}

/**
 * The SECURITY DEFINER function returns keys of offices that let the transaction's organization see them.
 *
 * @param office null for all
 */
function selectOfficeKeys(office: string | null, since: string): RawBuilder<OfficeKey> {
  return sql`
    SELECT k.*, ${status} AS status FROM list_office_keys(${office}, ${since}::timestamptz) k
    CROSS JOIN LATERAL (SELECT k."isAttorney" AS "canActForKeys") m`;
}

/** By name, below the nearest first. */
export async function listOffices({ transaction }: Context, since: string): Promise<OfficeRow[]> {
  const { rows } = await sql<OfficeRow>`
    WITH key AS (${selectOfficeKeys(null, since)})
    SELECT o.id AS "organizationId", o.name, o.depth, o."isVisible", coalesce(o."stoppedWebhooks", 0) AS "stoppedWebhooks",
      (count(k.id) FILTER (WHERE k.status <> 'expired'))::integer AS keys, (count(k.id) FILTER (WHERE k.status = 'needs_attention'))::integer AS "needsAttention",
      (count(k.id) FILTER (WHERE k.status = 'expiring'))::integer AS expiring, (count(k.id) FILTER (WHERE k.status = 'paused'))::integer AS paused,
      max(k."lastUsedAt") AS "lastUsedAt", coalesce(sum(k.succeeded), 0)::integer AS succeeded, coalesce(sum(k.refused), 0)::integer AS refused,
      coalesce(sum(k.limited), 0)::integer AS limited, coalesce(sum(k.failed), 0)::integer AS failed
    FROM list_offices() o LEFT JOIN key k ON k."organizationId" = o.id
    GROUP BY 1, 2, 3, 4, 5 ORDER BY o.depth, lower(o.name), o.id`.execute(transaction);
  return rows;
}

export async function listOfficeKeys(
  { transaction }: Context,
  office: string,
  since: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<OfficeKey[]> {
  const { rows } = await sql<OfficeKey>`
    SELECT * FROM (${selectOfficeKeys(office, since)}) k WHERE ${after}::text IS NULL OR k.id > ${after} ORDER BY k.id LIMIT ${limit}::integer`.execute(
    transaction,
  );
  return rows;
}
