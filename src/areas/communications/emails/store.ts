import { sql } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { Context } from "../../../rpc/context.ts";

/** A message that an email replies to, or refers to. */
export interface ReferredMessage {
  id: string;
  messageIdHeader: string;
}

/** Those messages of a case or lead that have one of these Message-IDs, without a lock. */
export async function listReferred(
  { organizationId, transaction }: Context,
  { caseId, leadId }: { caseId: string | null; leadId: string | null },
  messageIds: readonly string[],
): Promise<ReferredMessage[]> {
  if (messageIds.length === 0) return [];
  const place = caseId === null ? sql`m."leadId" = ${leadId} AND m."caseId" IS NULL` : sql`m."caseId" = ${caseId}`;
  const { rows } = await sql<ReferredMessage>`
    SELECT m.id, m."messageIdHeader" FROM "Message" m
    WHERE m."organizationId" = ${organizationId} AND m."messageIdHeader" = ANY(${[...messageIds]}::text[])
      AND m.channel = 'email' AND ${place} AND ${hasLiveOwners(organizationId, "m", ["caseId"])}`.execute(transaction);
  return rows;
}

/** Whether an address is that of a member of the firm, or to which replies to the firm go. */
export async function isOfFirm({ organizationId, transaction }: Context, address: string): Promise<boolean> {
  const { rows } = await sql<{ isOfFirm: boolean }>`
    SELECT EXISTS (SELECT FROM "Member" m WHERE m."organizationId" = ${organizationId} AND lower(m.email) = ${address})
      OR EXISTS (SELECT FROM "CommunicationSetting" s WHERE s."organizationId" = ${organizationId} AND lower(s."replyTo") = ${address})
      AS "isOfFirm"`.execute(transaction);
  return rows[0]?.isOfFirm === true;
}
