import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import type { ReferralRow } from "../referrals/store.ts";
import { ReferralHistoryEntry, type ReferralTrailQuery } from "./schema.ts";
import { insertHistoryEntry, selectHistoryPage } from "./store.ts";

/** Records below a referral never change, so they are sorted by creation only. */
export const trailSorts = { newest: commonSorts.newest, oldest: commonSorts.oldest } as const;

/** What the history says of a change besides the referral after it. */
export interface Remark {
  reason?: string | null | undefined;
  note?: string | null | undefined;
}

/** Appends to the history of a referral. */
export async function appendHistory(
  context: Context,
  after: Pick<ReferralRow, "id" | "status" | "feeStatus" | "terms" | "termsRevision">,
  action: string,
  { reason = null, note = null }: Remark,
): Promise<void> {
  const { id: referralId, status, feeStatus, terms, termsRevision } = after;
  await insertHistoryEntry(context, {
    id: createId("referralHistory"),
    referralId,
    action,
    status,
    feeStatus,
    termsRevision: terms === null ? null : termsRevision,
    reason,
    note,
    actor: JSON.stringify(describeActor(context.principal)),
  });
}

/**
 * A page of the history of a referral, which the caller has read.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listHistory(
  context: Context,
  referralId: string,
  query: ReferralTrailQuery,
): Promise<{ history: ReferralHistoryEntry[]; nextCursor: string | null }> {
  const list = { name: `referrals.${referralId}.history`, alias: "h", sorts: trailSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectHistoryPage(context, referralId, page),
  );
  return { history: rows.map((row) => ReferralHistoryEntry.parse(row)), nextCursor };
}
