import * as z from "zod";
import { namedEnum } from "../../contract/enumeration.ts";
import { listPageLimit, pageInput } from "../../contract/page.ts";
import { CalendarDate, Id, Instant, PlausibleDate } from "../../contract/values/values.ts";
import { ShortCase } from "../../contract/values/withheld.ts";
import { DocketOccurrence } from "../calendar/occurrences/domain.docket.ts";
import { DocketDeadline } from "../deadlines/docket/domain.ts";

const DocketEntryKind = namedEnum("DocketEntryKind", ["deadline", "event"]);

/** A deadline or an event in one list. */
export const DocketEntry = z
  .object({
    kind: DocketEntryKind,
    date: CalendarDate.meta({ description: "In `timeZone`: `effectiveOn` of a deadline, the first day of an event." }),
    time: z.string().nullable().meta({ description: "`HH:MM`; null for the end of the day, and for whole days." }),
    timeZone: z.string().meta({ description: "IANA; of the deadline or the event." }),
    startAt: Instant.meta({
      description:
        "By which entries are in order. Of a deadline its date and time, without a time the beginning of its day, in the organization’s time zone.",
    }),
    caseId: Id.nullable(),
    case: ShortCase.nullable(),
    deadline: DocketDeadline.nullable(),
    event: DocketOccurrence.nullable(),
  })
  .meta({ id: "DocketEntry" });
export type DocketEntry = z.infer<typeof DocketEntry>;

export const DocketQuery = z.strictObject({
  from: PlausibleDate.meta({ description: "The first day, in the organization’s time zone." }),
  to: PlausibleDate.meta({ description: "The last day; at most 400 days after `from`." }),
  kind: DocketEntryKind.optional(),
  caseId: Id.optional(),
  memberId: Id.optional().meta({
    description:
      "Deadlines that are assigned to the member, or of cases that they lead; events that they organize or attend.",
  }),
  officeId: Id.optional().meta({ description: "The same of the members of an office." }),
  teamId: Id.optional().meta({ description: "The same of the members of a team." }),
  ...pageInput(listPageLimit),
});
export type DocketQuery = z.infer<typeof DocketQuery>;
