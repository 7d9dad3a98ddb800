import { listHanging, type hangingTables } from "../platform/database/lists/hanging-records.ts";
import { recordEvent, type Context, type EventToRecord } from "./context.ts";

/**
 * Records the event of a deletion, which is also that of all that hangs on the record: these have none of their own,
 * however many they are. `relatedIds` names up to 1,000 of them; if there are more, `metadata.namesAll` is false, and a
 * copy finds them by the ID of what was deleted.
 */
export async function recordDeletion(
  context: Context,
  owner: keyof typeof hangingTables,
  event: EventToRecord,
): Promise<void> {
  const { hanging, isComplete } = await listHanging(context, owner, event.entityId);
  const known = new Set(event.relatedIds.map(({ id }) => id));
  const relatedIds = [...event.relatedIds, ...hanging.filter(({ id }) => !known.has(id))];
  recordEvent(context, {
    ...event,
    relatedIds,
    ...(!isComplete && { metadata: { ...event.metadata, namesAll: false } }),
  });
}
