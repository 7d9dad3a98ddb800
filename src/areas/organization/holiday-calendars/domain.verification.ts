import { AppError, invalidInput } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { lockAttorneyForShare, notConfigured } from "../../../rpc/authorize.ts";
import type { Context } from "../../../rpc/context.ts";
import { getLiveCalendar } from "./domain.ts";
import { lockCalendarForUpdate, recordCalendarEvent } from "./domain.records.ts";
import type { HolidayCalendar, Verification } from "./schema.ts";
import { findVerifiableSpan, verifyCalendarRow } from "./store.ts";

/**
 * Records that an attorney has verified a calendar: the member themselves, or the attorney for whom the key acts.
 *
 * @throws INTEGRATION_NOT_CONFIGURED for a key without an active acting attorney; FORBIDDEN for a member who is not an
 *   attorney; NOT_FOUND; VALIDATION_FAILED at `verifiedThroughOn`; STALE_REVISION
 */
export async function verifyCalendar(
  context: Context,
  calendarId: string,
  { verifiedThroughOn, note }: Verification,
): Promise<HolidayCalendar> {
  const { principal } = context;
  const attorneyId = principal.actingAttorneyActive ? principal.actingAttorneyId : null;
  if (attorneyId === null || !(await lockAttorneyForShare(context, attorneyId))) {
    throw principal.kind === "member"
      ? new AppError("FORBIDDEN", "Only an attorney can verify a holiday calendar")
      : notConfigured(principal);
  }
  const before = await lockCalendarForUpdate(context, calendarId);
  const { first, last } = await findVerifiableSpan(context);
  if (verifiedThroughOn < first || verifiedThroughOn > last)
    throw invalidInput({ path: "verifiedThroughOn", message: "must be today or later, and at most five years ahead" });
  const columns = { verifiedThroughOn, verifiedByMemberId: attorneyId, verificationNote: note };
  if ((await verifyCalendarRow(context, calendarId, columns)) === undefined) throw staleRevision("holiday calendar");
  return recordCalendarEvent(context, "holiday_calendar.verified", await getLiveCalendar(context, calendarId), before);
}
