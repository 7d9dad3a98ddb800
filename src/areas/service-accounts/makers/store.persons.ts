import { sql, type RawBuilder } from "kysely";
import type { RecordedDate } from "../../../contract/events/set-dates.ts";
import type { Context } from "../../../rpc/context.ts";

type Place = Pick<Context, "organizationId" | "transaction">;

/**
 * Who created a key, or was shown a live secret of it; for those that are keys, who is behind them. IDs of members and
 * keys.
 */
export async function listKeyPersons(place: Place, keyId: string): Promise<string[]> {
  const ids = await listBehind(place, sql`SELECT ${keyId}::text, 'integration_key'`);
  return ids.filter((id) => id !== keyId);
}

/**
 * Who set dates of records: members and credentials, the attorneys on whose behalf keys acted then, and who is behind
 * the keys.
 */
export async function listSettersOfDates(place: Place, dates: readonly RecordedDate[]): Promise<string[]> {
  const isOfDates = sql`(s."recordId", s.field) IN (${sql.join(dates.map(({ recordId, field }) => sql`(${recordId}, ${field})`))})`;
  const ofDates = sql`FROM "DateSetter" s WHERE s."organizationId" = ${place.organizationId} AND ${isOfDates}`;
  return listBehind(
    place,
    sql`
    SELECT s."actorId", s."actorType" ${ofDates}
    UNION SELECT s."onBehalfOfAttorneyId", 'member' ${ofDates} AND s."onBehalfOfAttorneyId" <> ''`,
  );
}

/**
 * @param first as rows: id and type
 * @returns their IDs, and those of the members and keys behind those of them that are integration keys
 */
async function listBehind({ organizationId, transaction }: Place, first: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE first (id, type) AS (${first}), behind (id, type) AS (
      SELECT id, type FROM first
      UNION
      SELECT a.id, a.type FROM behind b CROSS JOIN LATERAL (
        SELECT k."createdBy"->>'id', k."createdBy"->>'type' FROM "IntegrationKey" k
        WHERE k."organizationId" = ${organizationId} AND k.id = b.id AND k."createdBy" IS NOT NULL
        UNION ALL
        SELECT s."issuedTo"->>'id', s."issuedTo"->>'type' FROM "IntegrationKeySecret" s
        WHERE s."organizationId" = ${organizationId} AND s."keyId" = b.id AND s."issuedTo" IS NOT NULL AND (s."expiresAt" IS NULL OR s."expiresAt" > clock_timestamp())
      ) a (id, type) WHERE b.type = 'integration_key'
    )
    SELECT DISTINCT id FROM behind WHERE type IN ('member', 'integration_key') OR id IN (SELECT id FROM first)`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}
