import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { clockToleranceMilliseconds } from "../../../contract/values/clock-tolerance.ts";
import { createId } from "../../../platform/database/ids.ts";
import { listRecords } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { updateLockedLead, lockAssigneeForShare, lockLeadForUpdate } from "../domain.changes.ts";
import { getLeadReferences } from "../domain.ts";
import { listStamps, insertHistoryEntry, trailSorts } from "../transitions/domain.ts";
import { ContactAttempt, type NewContactAttempt, type TrailQuery } from "../transitions/schema.ts";
import type { Lead, LeadStatus } from "../schema.ts";
import { insertAttempt, selectAttemptPage } from "../transitions/store.ts";

/**
 * Records a contact attempt in either direction. It advances a lead in status new or attempting; any other status
 * stays.
 *
 * @throws NOT_FOUND of the lead, or of an active member; VALIDATION_FAILED for a time in the future
 */
export async function recordContactAttempt(
  context: Context,
  leadId: string,
  { at, memberId, ...attempt }: NewContactAttempt,
): Promise<{ lead: Lead; contactAttempt: ContactAttempt }> {
  if (at !== undefined && Date.parse(at) > Date.now() + clockToleranceMilliseconds)
    throw invalidInput({ path: "at", message: "must not be in the future" });
  const before = await lockLeadForUpdate(context, leadId);
  await lockAssigneeForShare(context, memberId ?? null);
  const row = await insertAttempt(context, { ...attempt, id: createId("leadContactAttempt"), leadId, at, memberId });
  const from = before.status;
  const toStatus = followAttempt(from, attempt);
  const columns = {
    contactAttemptCount: before.contactAttemptCount + 1,
    lastContactAttemptAt: later(before.lastContactAttemptAt, row.at),
    ...(isResponse(attempt) && { firstResponseAt: earlier(before.firstResponseAt, row.at) }),
    status: toStatus,
  };
  const isMoved = toStatus !== from;
  if (isMoved) await insertHistoryEntry(context, before, toStatus, {});
  const lead = await updateLockedLead(context, before, {
    eventTypes: isMoved ? ["lead.contact_attempted", "lead.status_changed"] : ["lead.contact_attempted"],
    columns,
    stamps: isMoved ? listStamps(toStatus) : [],
  });
  return { lead, contactAttempt: ContactAttempt.parse(row) };
}

type Attempt = Pick<NewContactAttempt, "direction" | "outcome">;

/** Whether it counts as the firm's response: an outbound attempt or a conversation. */
function isResponse({ direction, outcome }: Attempt): boolean {
  return direction === "outbound" || outcome === "connected";
}

/** The status that follows from an attempt; always an allowed transition. */
export function followAttempt(status: LeadStatus, attempt: Attempt): LeadStatus {
  if (status !== "new" && status !== "attempting_contact") return status;
  if (attempt.outcome === "connected") return "contacted";
  return attempt.direction === "outbound" ? "attempting_contact" : status;
}

function later(one: string | null, other: string): string {
  return one !== null && Date.parse(one) > Date.parse(other) ? one : other;
}

function earlier(one: string | null, other: string): string {
  return one !== null && Date.parse(one) < Date.parse(other) ? one : other;
}

/**
 * A page of the attempts to reach a lead, by the order in which they were recorded.
 *
 * @throws NOT_FOUND
 */
export async function listContactAttempts(
  context: Context,
  leadId: string,
  query: TrailQuery,
): Promise<{ contactAttempts: ContactAttempt[]; nextCursor: string | null }> {
  await getLeadReferences(context, leadId);
  const list = { name: `leads.${leadId}.contact-attempts`, alias: "a", sorts: trailSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectAttemptPage(context, leadId, page),
  );
  return { contactAttempts: rows.map((row) => ContactAttempt.parse(row)), nextCursor };
}
