import { limitReached } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import type { Context } from "../../../rpc/context.ts";
import { computeOccurrenceTimes } from "../domain.times.ts";
import { deleteExceptions, updateEventRow, upsertException, type ExceptionColumns } from "../store.changes.ts";
import type { EventRow } from "../store.ts";
import { restoreStored } from "./store.expansion.ts";

const maxExceptions = 500;

/**
 * Writes what differs in an occurrence. The series gets a new revision.
 *
 * @param series locked
 * @param columns what it had and is not given stays
 * @throws STALE_REVISION; INVALID_STATE_TRANSITION with too many exceptions
 */
export async function writeException(
  context: Context,
  series: EventRow,
  occurrenceOn: string,
  columns: ExceptionColumns,
): Promise<void> {
  const isNew = series.exceptions.every((each) => each.occurrenceOn !== occurrenceOn);
  if (isNew && series.exceptions.length >= maxExceptions)
    throw limitReached(
      `The series has ${maxExceptions} exceptions; change it from a later occurrence with scope following`,
    );
  if (!(await updateEventRow(context, series.id, {}))) throw staleRevision("calendarEvent");
  await upsertException(context, series.id, occurrenceOn, columns);
}

/**
 * Deletes an exception: the occurrence is as its rule says again. The series gets a new revision.
 *
 * @param series locked
 * @throws STALE_REVISION
 */
export async function removeException(context: Context, series: EventRow, occurrenceOn: string): Promise<void> {
  if (!(await updateEventRow(context, series.id, {}))) throw staleRevision("calendarEvent");
  await deleteExceptions(context, series.id, [occurrenceOn]);
  await restoreStored(context, series, { occurrenceOn, ...computeOccurrenceTimes(series, occurrenceOn) }, "of_series");
}
