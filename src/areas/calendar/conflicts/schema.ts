import * as z from "zod";
import { namedEnum } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { CalendarDate, Id, Instant, PlannedInstant } from "../../../contract/values/values.ts";
import { ShortCase } from "../../../contract/values/withheld.ts";
import { EventType } from "../schema.ts";

export const OnConflict = namedEnum("CalendarOnConflict", ["allow", "reject"]);
export type OnConflict = z.infer<typeof OnConflict>;

/** What an event that is written overlaps in a member's calendar. */
export const Conflict = z
  .object({ memberId: Id, eventId: Id, occurrenceOn: CalendarDate.nullable(), startAt: Instant, endAt: Instant })
  .meta({ id: "CalendarConflict" });
export type Conflict = z.infer<typeof Conflict>;

export const Overlap = z
  .object({
    eventId: Id,
    occurrenceOn: CalendarDate.nullable(),
    type: EventType.nullable(),
    startAt: Instant,
    endAt: Instant,
    case: ShortCase.nullable(),
  })
  .meta({ id: "CalendarOverlap" });
export type Overlap = z.infer<typeof Overlap>;

export const ConflictFilter = z.strictObject({
  from: PlannedInstant,
  to: PlannedInstant.meta({ description: "At most 62 days after `from`." }),
  memberId: Id.optional(),
  after: sortedPageInput.after,
  limit: sortedPageInput.limit,
});
export type ConflictQuery = z.infer<typeof ConflictFilter>;
