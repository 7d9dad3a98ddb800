import type { Context } from "../../rpc/context.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { recordNoteEvent } from "./domain.ts";
import { findNotes } from "./store.ts";

export function trackNoteChanges(context: Context, noteIds: readonly string[]): Promise<() => Promise<void>> {
  return trackChanges(
    () => findNotes(context, noteIds),
    (before, after) => recordNoteEvent(context, "note.updated", before, after),
  );
}
