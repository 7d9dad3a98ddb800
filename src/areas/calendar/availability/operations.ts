import { operation } from "../../../rpc/operation.ts";
import { getAvailability } from "./domain.ts";
import { Availability, AvailabilityFilter } from "./schema.ts";

export const availabilityProcedures = {
  "calendarAvailability.get": operation({
    area: "Calendar",
    scope: "calendar:read",
    route: "GET /calendar-availability",
    summary: "Get busy times and open slots",
    description:
      "Returns when members are busy: events that they organize or attend and have not declined, private ones included, and their absence of whole days. With `durationMinutes` also open slots within the organization’s working " +
      "hours, on days on which its business calendar is open. What shows as free, and what is cancelled, continued or adjourned, does not count.",
  })
    .input(AvailabilityFilter)
    .output(Availability)
    .query(({ ctx, input }) => getAvailability(ctx, input)),
};
