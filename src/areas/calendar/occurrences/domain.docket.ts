import type { Context } from "../../../rpc/context.ts";
import { readerOf } from "../domain.masking.ts";
import { Occurrence } from "../schema.ts";
import { listFoundOccurrences, showFoundOccurrences } from "./domain.ts";
import type { Position, Window } from "./store.ts";

export type { Position as OccurrencePosition } from "./store.ts";

/** What a docket shows of an event, or of an occurrence of a series; masked as in the calendar. */
export const DocketOccurrence = Occurrence.pick({
  eventId: true,
  occurrenceOn: true,
  type: true,
  title: true,
  status: true,
  allDay: true,
  endAt: true,
  localEnd: true,
  location: true,
  court: true,
  organizer: true,
  showAs: true,
  isMasked: true,
  revision: true,
}).meta({ id: "DocketOccurrence" });

/** An occurrence, and its position in a list by start. */
export interface PositionedOccurrence {
  position: Position;
  occurrence: Occurrence;
}

/** Which occurrences are wanted. */
export interface DocketWindow {
  window: Window;
  caseId?: string | undefined;
  /** Whose; null for all. */
  memberIds: readonly string[] | null;
  /** Of these types alone. */
  types?: readonly string[] | undefined;
}

/**
 * The events and occurrences of a window after a position, by start, event and day; without those that were called off.
 *
 * @throws VALIDATION_FAILED for too many series of which nothing is stored there
 */
export async function listDocketOccurrences(
  context: Context,
  { window, caseId, memberIds, types }: DocketWindow,
  after: Position | null,
  limit: number,
): Promise<PositionedOccurrence[]> {
  const filters = {
    ...(caseId !== undefined && { caseId }),
    ...(memberIds !== null && { memberIds }),
    ...(types !== undefined && { types }),
    words: [],
    includeCancelled: false,
  };
  const occurrences = await listFoundOccurrences(context, { window, filters, reader: readerOf(context), after, limit });
  return (await showFoundOccurrences(context, occurrences)).map((occurrence) => {
    const { startAt, eventId, occurrenceOn } = occurrence;
    return { position: { startAt, eventId, occurrenceOn: occurrenceOn ?? "" }, occurrence };
  });
}
