import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { CommunicationHealth } from "./schema.ts";

/**
 * What became of the outbound messages of the last 24 hours, and how many open conversations nobody has linked, of
 * which it counts 1,000: those of the portal's box.
 */
export async function readHealth({ organizationId, transaction }: Context): Promise<CommunicationHealth> {
  const { rows } = await sql<CommunicationHealth>`
    SELECT now() - interval '24 hours' AS since,
      count(*) FILTER (WHERE m.status IN ('sent', 'delivered', 'read', 'undelivered', 'bounced'))::integer AS sent,
      count(*) FILTER (WHERE m.status IN ('failed', 'undelivered', 'bounced'))::integer AS failed,
      count(*) FILTER (WHERE m.status = 'blocked')::integer AS blocked,
      (SELECT count(*) FROM (SELECT FROM "Conversation" c WHERE c."organizationId" = ${organizationId}
        AND c."caseId" IS NULL AND c."leadId" IS NULL AND c.status = 'open' AND NOT EXISTS (SELECT FROM "ConversationCounterpart" p
      WHERE p."organizationId" = ${organizationId} AND p."conversationId" = c.id AND p."memberId" IS NOT NULL) LIMIT 1000) u)::integer AS unlinked
    FROM "Message" m
    WHERE m."organizationId" = ${organizationId} AND m."occurredAt" >= now() - interval '24 hours'
      AND m.direction = 'outbound'`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error("a count is always a row");
  return row;
}
