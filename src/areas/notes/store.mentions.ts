import { sql } from "kysely";
import { isOneOf } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";

/** Of these members, those who are active, have an account and were not notified of this note in the last 24 hours. */
export async function listToNotify(
  { organizationId, transaction }: Context,
  noteId: string,
  memberIds: readonly string[],
): Promise<{ memberId: string; email: string }[]> {
  const { rows } = await sql<{ memberId: string; email: string }>`
    SELECT m.id AS "memberId", m.email FROM "Member" m
    WHERE m."organizationId" = ${organizationId} AND ${isOneOf("m.id", memberIds)} AND m.status = 'active'
      AND m."userId" IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM "Notification" n
        WHERE n."organizationId" = ${organizationId} AND n."memberId" = m.id
          AND n.id >= lowest_id('ntf', now() - interval '24 hours')
          AND n.kind = 'note.mentioned' AND n.parameters->>'noteId' = ${noteId})
    ORDER BY m.id`.execute(transaction);
  return rows;
}
