import * as z from "zod";
import { Actor, Author } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { HistorySort, listPageLimit, pageInput } from "../../../contract/page.ts";
import { CalendarDate, Id, Instant } from "../../../contract/values/values.ts";
import { deadlineEnumerations } from "../enumerations.ts";
import { Deadline } from "../schema.ts";

const Snapshot = Deadline.pick({ dueOn: true, dueTime: true, timeZone: true, effectiveOn: true, status: true, verificationStatus: true })
  .extend({ triggerOn: CalendarDate.nullable(), tolledDays: z.int() })
  .meta({ id: "DeadlineSnapshot" });

export const DeadlineChange = z
  .object({
    id: Id,
    deadlineId: Id,
    number: z.int().meta({ description: "1 for the creation." }),
    kind: oneOf(deadlineEnumerations.deadlineChangeKind),
    reason: z.string().nullable(),
    before: Snapshot.nullable(),
    after: Snapshot,
    actor: Author,
    causedBy: Actor.nullable(),
    at: Instant,
  })
  .meta({ id: "DeadlineChange" });
export type DeadlineChange = z.infer<typeof DeadlineChange>;

export const HistoryQuery = z.strictObject({ deadlineId: Id, ...pageInput(listPageLimit), sort: HistorySort.default("oldest") });
export type HistoryQuery = z.infer<typeof HistoryQuery>;
