import * as z from "zod";
import { operation } from "../../../rpc/operation.ts";
import { Occurrence, OccurrenceFilter } from "../schema.ts";
import { listOccurrences } from "./domain.ts";

const reading = { area: "Calendar", scope: "calendar:read", showsMoreWith: "medical:read" } as const;

export const occurrenceProcedures = {
  "calendarOccurrences.list": operation({
    ...reading,
    route: "GET /calendar-occurrences",
    summary: "List what happens in a time window",
    description:
      "Returns single events and the occurrences of series that touch the window, in order of their start. Each occurrence is computed from the rule of its series and its exception; `eventId` and `occurrenceOn` name it. " +
      "Fails with 400 for more than 366 days, and for more than 1,000 series. What is masked of an event is masked of its occurrences.",
  })
    .input(OccurrenceFilter)
    .output(z.object({ occurrences: z.array(Occurrence), nextCursor: z.string().nullable(), timeZone: z.string().meta({ description: "The organization’s." }) }))
    .query(({ ctx, input }) => listOccurrences(ctx, input)),
};
