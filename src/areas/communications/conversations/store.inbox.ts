import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";

export interface InboxRow {
  id: string;
  unansweredSince: string | null;
  updatedAt: string;
}

/** Tests that members sent to themselves belong to nothing, and wait for nobody. */
const conditions = {
  waiting: () => sql`t."unansweredSince" IS NOT NULL AND t.status = 'open'`,
  unlinked: (organizationId: string) => sql`t."caseId" IS NULL AND t."leadId" IS NULL AND t.status = 'open'
    AND NOT EXISTS (SELECT FROM "ConversationCounterpart" p
      WHERE p."organizationId" = ${organizationId} AND p."conversationId" = t.id AND p."memberId" IS NOT NULL)`,
  all: () => sql`true`,
} as const;

/**
 * A page of conversations of no case, or of live ones.
 *
 * @param box open ones that wait for an answer, open ones of no case and no lead, or all
 */
export function selectInboxPage(
  { organizationId }: Pick<Context, "organizationId">,
  box: "waiting" | "unlinked" | "all",
  { after, order, limit }: SortedPage,
): RawBuilder<InboxRow> {
  return sql<InboxRow>`
    SELECT t.id, t."unansweredSince", t."updatedAt" FROM "Conversation" t
    WHERE t."organizationId" = ${organizationId} AND ${hasLiveOwners(organizationId, "t", ["caseId"])}
      AND ${conditions[box](organizationId)} AND ${after}
    ORDER BY ${order} LIMIT ${limit}::integer`;
}

/** A case or a lead that a conversation can be linked to, and the person it is of. */
export interface SuggestedPlace {
  caseId: string | null;
  leadId: string | null;
  sequenceId: string;
  personName: string;
}

/** The live cases and leads of whoever has one of a conversation's addresses, newest first, at most 8. */
export async function listSuggestedPlaces(
  { organizationId, transaction }: Context,
  conversationId: string,
): Promise<SuggestedPlace[]> {
  const { rows } = await sql<SuggestedPlace>`
    WITH address AS (
      SELECT p.address FROM "ConversationCounterpart" p
      WHERE p."organizationId" = ${organizationId} AND p."conversationId" = ${conversationId}
    )
    SELECT s."caseId", s."leadId", s."sequenceId", s."personName" FROM (
      SELECT c.id AS "caseId", NULL::text AS "leadId", c."sequenceId",
        concat_ws(' ', p."firstName", p."lastName") AS "personName", c."createdAt"
      FROM address a
      JOIN "Client" p ON p."organizationId" = ${organizationId} AND p."deletedAt" IS NULL
        AND (p."phoneE164" = a.address OR p."secondaryPhoneE164" = a.address OR p."emailKey" = a.address)
      JOIN "Case" c ON c."organizationId" = ${organizationId} AND c."plaintiffId" = p.id AND c."deletedAt" IS NULL
        AND c."matterStatus" <> 'archived'
      UNION
      SELECT NULL, l.id, l."sequenceId", concat_ws(' ', l."firstName", l."lastName"), l."createdAt"
      FROM address a
      JOIN "Lead" l ON l."organizationId" = ${organizationId} AND l."deletedAt" IS NULL
        AND (l."phoneE164" = a.address OR l."emailKey" = a.address)
        AND l.status NOT IN ('referred_out', 'converted', 'declined', 'lost', 'duplicate', 'spam')
    ) s ORDER BY s."createdAt" DESC LIMIT 8`.execute(transaction);
  return rows;
}
