import * as z from "zod";
import { namedEnum } from "../../../contract/enumeration.ts";
import { Id, Instant, PlannedInstant } from "../../../contract/values/values.ts";
import { IdList } from "../schema.ts";

export const AvailabilityFilter = z.strictObject({
  memberIds: IdList,
  from: PlannedInstant,
  to: PlannedInstant.meta({ description: "At most 62 days after `from`." }),
  durationMinutes: z
    .int()
    .min(5)
    .max(480)
    .optional()
    .meta({ description: "With it the response has `slots` of this length." }),
  stepMinutes: z
    .int()
    .min(5)
    .max(240)
    .default(30)
    .meta({ description: "From one slot’s start to the next, counted from the start of the working day." }),
});
export type AvailabilityQuery = z.infer<typeof AvailabilityFilter>;

export const Availability = z.object({
  availability: z.array(
    z.object({
      memberId: Id,
      busy: z
        .array(
          z.object({
            startAt: Instant,
            endAt: Instant,
            showAs: namedEnum("BusyShowAs", ["busy", "tentative", "out_of_office"]),
          }),
        )
        .meta({ description: "In order, without overlaps; of events at the same time the strongest counts." }),
    }),
  ),
  slots: z
    .array(z.object({ startAt: Instant, endAt: Instant }))
    .meta({ description: "The first 200 in which no member is busy or out of office." }),
});
export type Availability = z.infer<typeof Availability>;
