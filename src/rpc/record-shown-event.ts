import { recordEvent, type Context, type EventToRecord, type RecordReference } from "./context.ts";

/** How many records one event names besides its own. */
const maxNamed = 1_000;

/**
 * Records an event of a record that others show, with these in `relatedIds`, because their representations have
 * changed, too. If they are many, it is recorded several times.
 *
 * @param isComplete whether these are all; otherwise `metadata.namesAll` is false, and a copy finds them by the ID of
 *   the record that they show
 */
export function recordShownEvent(
  context: Context,
  event: EventToRecord,
  shownBy: readonly RecordReference[],
  isComplete = true,
): void {
  const metadata = isComplete ? {} : { metadata: { ...event.metadata, namesAll: false } };
  let at = 0;
  do {
    recordEvent(context, {
      ...event,
      ...metadata,
      relatedIds: [...event.relatedIds, ...shownBy.slice(at, at + maxNamed)],
    });
    at += maxNamed;
  } while (at < shownBy.length);
}
