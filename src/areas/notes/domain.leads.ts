import { limitReached } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { assignRowsToCase, lockRowsOfLeadForUpdate } from "../../rpc/resource/store.handover.ts";
import { trackNoteChanges } from "./domain.snapshots.ts";

/** Maximum notes per conversion: each needs an event in the same transaction. */
const maxHandedOverNotes = 500;

/**
 * Assigns the notes of a locked lead to its case, too, and records `note.updated` for each.
 *
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function handOverNotes(context: Context, leadId: string, caseId: string): Promise<void> {
  const noteIds = await lockRowsOfLeadForUpdate(context, "Note", leadId, maxHandedOverNotes + 1);
  if (noteIds.length === 0) return;
  if (noteIds.length > maxHandedOverNotes) {
    throw limitReached(
      `The lead has more than ${maxHandedOverNotes} notes; convert it with copyNotes false to leave them with the lead`,
    );
  }
  const recordEvents = await trackNoteChanges(context, noteIds);
  await assignRowsToCase(context, "Note", noteIds, caseId);
  await recordEvents();
}
