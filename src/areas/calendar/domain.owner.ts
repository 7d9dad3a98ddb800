import type { EventChanges } from "./schema.input.ts";
import type { EventRow } from "./store.ts";

/** The case or lead that an event belongs to. An event of the firm has neither; one of a converted lead may have both. */
export type Owner = Pick<EventRow, "caseId" | "leadId">;
export type OwnerChanges = Pick<EventChanges, "caseId" | "leadId">;

export const hasOwner = ({ caseId, leadId }: Owner) => caseId !== null || leadId !== null;

export const isMoved = (before: Owner, after: Owner) =>
  before.caseId !== after.caseId || before.leadId !== after.leadId;

/** The owner of an event after a change. An event that has both keeps them where either is sent again. */
export function ownerAfter(before: Owner, changes: OwnerChanges): Owner {
  const { caseId = before.caseId, leadId = before.leadId } = changes;
  if (caseId !== before.caseId) return { caseId, leadId: changes.leadId ?? null };
  return { caseId: leadId === before.leadId || leadId === null ? caseId : null, leadId };
}
