import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { requireTransition } from "../../../contract/state-machine.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { updateLockedLead } from "../domain.changes.ts";
import { getLeadReferences } from "../domain.ts";
import { leadStates } from "./domain.moves.ts";
import { LeadHistoryEntry, type TrailQuery, type Transition } from "./schema.ts";
import type { Lead, LeadStatus } from "../schema.ts";
import { lockLeadRowsForUpdate, type LeadRow, type LeadStamp } from "../store.ts";
import { insertStatusChange, selectStatusChangePage } from "./store.ts";

/**
 * Transitions a lead. Clears the reason of the previous status (declined, lost); the history keeps it.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a transition that the table lacks, and for `converted`, which only a
 *   conversion sets; STALE_REVISION when If-Match names another revision
 */
export async function transitionLead(
  context: Context,
  leadId: string,
  { toStatus, reason, note, duplicateOfLeadId }: Transition,
): Promise<Lead> {
  // Locks both in the order of ids: two leads could be marked as each other's duplicate concurrently.
  const locked = await lockLeadRowsForUpdate(
    context,
    duplicateOfLeadId === undefined ? [leadId] : [leadId, duplicateOfLeadId],
  );
  const before = locked.find(({ id }) => id === leadId);
  if (before === undefined) throw notFound("Lead");
  assertLeadTransition(before, toStatus);
  if (toStatus === "converted")
    throw invalidState("Convert a lead with POST /leads/{leadId}/convert, which creates its case");
  if (duplicateOfLeadId !== undefined) assertOriginal(leadId, duplicateOfLeadId, locked);
  await insertHistoryEntry(context, before, toStatus, { reason, note });
  const columns = {
    status: toStatus,
    declineReason: toStatus === "declined" ? (reason ?? null) : null,
    lostReason: toStatus === "lost" ? (reason ?? null) : null,
    duplicateOfLeadId: duplicateOfLeadId ?? null,
  };
  return updateLockedLead(context, before, {
    eventTypes: toStatus === "declined" ? ["lead.status_changed", "lead.declined"] : ["lead.status_changed"],
    columns,
    stamps: listStamps(toStatus),
  });
}

/** @throws INVALID_STATE_TRANSITION */
export function assertLeadTransition({ status }: Pick<LeadRow, "status">, toStatus: LeadStatus): void {
  requireTransition(leadStates, status, toStatus);
}

/** Inserts the entry of a transition in the history of a lead. */
export async function insertHistoryEntry(
  context: Context,
  { id, status }: LeadRow,
  toStatus: LeadStatus,
  given: { reason?: string | undefined; note?: string | undefined },
): Promise<void> {
  await insertStatusChange(context, {
    id: createId("leadStatusChange"),
    leadId: id,
    fromStatus: status,
    toStatus,
    reason: given.reason ?? null,
    note: given.note ?? null,
    actor: JSON.stringify(describeActor(context.principal)),
  });
}

/** The columns that get the time at which a lead enters a status. */
export function listStamps(toStatus: LeadStatus): LeadStamp[] {
  if (toStatus === "retainer_sent") return ["statusChangedAt", "retainerSentAt"];
  if (toStatus === "retainer_signed") return ["statusChangedAt", "retainerSignedAt"];
  if (toStatus === "converted") return ["statusChangedAt", "convertedAt"];
  return ["statusChangedAt"];
}

/**
 * Checks that a lead can have this one as its original: another lead that is no duplicate itself.
 *
 * @param locked both leads
 * @throws VALIDATION_FAILED; NOT_FOUND; INVALID_STATE_TRANSITION
 */
function assertOriginal(leadId: string, originalId: string, locked: readonly LeadRow[]): void {
  if (originalId === leadId) throw invalidInput({ path: "duplicateOfLeadId", message: "must be another lead" });
  const original = locked.find(({ id }) => id === originalId);
  if (original === undefined) throw notFound("Lead");
  if (original.status === "duplicate") {
    throw invalidState("The lead in duplicateOfLeadId is a duplicate itself; use the original lead");
  }
}

/**
 * A page of the lead's way through its statuses.
 *
 * @throws NOT_FOUND
 */
export async function listHistory(
  context: Context,
  leadId: string,
  query: TrailQuery,
): Promise<{ history: LeadHistoryEntry[]; nextCursor: string | null }> {
  await getLeadReferences(context, leadId);
  const list = { name: `leads.${leadId}.history`, alias: "h", sorts: trailSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectStatusChangePage(context, leadId, page),
  );
  return { history: rows.map((row) => LeadHistoryEntry.parse(row)), nextCursor };
}

/** Records below a lead never change, so they are sorted by creation only. */
export const trailSorts = { newest: commonSorts.newest, oldest: commonSorts.oldest } as const;
