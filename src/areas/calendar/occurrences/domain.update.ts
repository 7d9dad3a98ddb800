import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { pickGiven } from "../../../contract/values/pick-given.ts";
import { asJson } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import { attendeeRows, type RequestedUpdate } from "../changes/domain.content.ts";
import { getOccurrence } from "./domain.occurrence.ts";
import { recordChange } from "../domain.record.ts";
import { assertChangeable } from "../changes/domain.scope.ts";
import { changeTimes, hasTimes, computeOccurrenceTimes } from "../domain.times.ts";
import { replaceAttendees, type ExceptionColumns } from "../store.changes.ts";
import type { EventRow, ExceptionRow } from "../store.ts";
import { removeException, writeException } from "./domain.exceptions.ts";
import { restoreStored } from "./store.expansion.ts";

/** What an occurrence can have of its own. */
const ofOccurrence: ReadonlySet<string> = new Set([
  "startAt",
  "endAt",
  "startOn",
  "endOn",
  "title",
  "description",
  "location",
  "virtualMeeting",
  "attendees",
]);

/**
 * Changes one occurrence of a series: writes the exception that says what differs from the series. An occurrence that
 * differs in nothing any more, such as one that is moved back to where its rule puts it, has none.
 *
 * @param series locked
 * @param occurrenceOn recurrence ID
 * @throws NOT_FOUND; VALIDATION_FAILED for what only a series has; STALE_REVISION; INVALID_STATE_TRANSITION for one that
 *   took place or was called off, and with too many exceptions
 */
export async function updateOccurrence(
  context: Context,
  series: EventRow,
  occurrenceOn: string,
  update: RequestedUpdate,
): Promise<EventRow> {
  const { exception, isRescheduled, isMovedBack } = computeException(series, occurrenceOn, update);
  if (exception === null) await removeException(context, series, occurrenceOn);
  else await writeException(context, series, occurrenceOn, exception);
  if (isMovedBack)
    await restoreStored(context, series, { occurrenceOn, ...computeOccurrenceTimes(series, occurrenceOn) });
  const { attendees } = update.changes;
  if (attendees !== undefined)
    await replaceAttendees(context, { eventId: series.id, occurrenceOn }, attendeeRows(attendees));
  return recordChange(
    context,
    isRescheduled ? "calendar_event.rescheduled" : "calendar_event.updated",
    series,
    occurrenceOn,
  );
}

interface PlannedException {
  /** What is written of the exception; null where nothing differs from the series any more. */
  exception: ExceptionColumns | null;
  isRescheduled: boolean;
  /** Whether an exception remains, but no longer with times of its own. */
  isMovedBack: boolean;
}

/** @throws NOT_FOUND; VALIDATION_FAILED; INVALID_STATE_TRANSITION */
function computeException(
  series: EventRow,
  occurrenceOn: string,
  { changes, timezone }: RequestedUpdate,
): PlannedException {
  const foreign = Object.keys(changes).find((name) => !ofOccurrence.has(name));
  if (foreign !== undefined) throw invalidInput({ path: "scope", message: `${foreign} changes the whole series` });
  const { times, exception: former } = getOccurrence(series, occurrenceOn);
  assertChangeable(former?.status ?? series.status, changes);
  const { attendees, virtualMeeting } = changes;
  const isRescheduled = hasTimes(changes);
  const present = { ...times, allDay: series.allDay, timeZone: series.timeZone };
  const columns = withoutSame(series, occurrenceOn, {
    ...pickGiven(changes, ["title", "description", "location"]),
    ...(virtualMeeting !== undefined && { virtualMeeting: asJson(virtualMeeting) }),
    ...(isRescheduled && pickTimesOf(changeTimes(present, changes, { timezone, isSeries: false }))),
    ...(attendees !== undefined && { hasAttendees: true }),
  });
  const after: Record<string, unknown> = { ...noException, ...former, ...columns };
  if (Object.entries(noException).every(([name, value]) => after[name] === value))
    return { exception: null, isRescheduled, isMovedBack: false };
  const isMovedBack = former !== undefined && former.startAt !== null && after["startAt"] === null;
  return { exception: columns, isRescheduled, isMovedBack };
}

const pickTimesOf = ({
  startAt,
  endAt,
  startOn,
  endOn,
}: Pick<EventRow, "startAt" | "endAt" | "startOn" | "endOn">) => ({
  startAt,
  endAt,
  startOn,
  endOn,
});

/** What an occurrence has as its series is nothing of its own. */
function withoutSame(series: EventRow, occurrenceOn: string, columns: ExceptionColumns): ExceptionColumns {
  const regular = computeOccurrenceTimes(series, occurrenceOn);
  const texts = (["title", "description", "location"] as const).filter((name) => columns[name] === series[name]);
  const isRegular = columns.startAt === regular.startAt && columns.endAt === regular.endAt;
  return {
    ...columns,
    ...Object.fromEntries(texts.map((name) => [name, null])),
    ...(isRegular && { startAt: null, endAt: null, startOn: null, endOn: null }),
  };
}

/** The columns of an occurrence that is as its series. */
const noException: Omit<ExceptionRow, "occurrenceOn" | "updatedAt"> = {
  isCancelled: false,
  status: null,
  statusReason: null,
  outcome: null,
  startAt: null,
  endAt: null,
  startOn: null,
  endOn: null,
  title: null,
  description: null,
  location: null,
  virtualMeeting: null,
  hasAttendees: false,
  rescheduledToEventId: null,
};
