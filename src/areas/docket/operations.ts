import * as z from "zod";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { listDocket } from "./domain.ts";
import { docketExamples } from "./examples.ts";
import { DocketEntry, DocketQuery } from "./schema.ts";

export const docketProcedures = {
  "docketEntries.list": operation({
    area: "Deadlines",
    scope: "deadlines:read",
    orScopes: ["calendar:read"],
    showsMoreWith: "medical:read",
    route: "GET /docket-entries",
    summary: "List deadlines and events",
    description:
      "Returns open and missed deadlines, and events and occurrences that are not called off, of some days in one list, in order of their start. " +
      "Of the two kinds a key gets those that its scopes read: deadlines with `deadlines:read`, events with `calendar:read`. " +
      "Private and medical events are masked as in `GET /calendar-occurrences`. A deadline has the day of `effectiveOn`; `deadline.actByOn` says until when one can act. " +
      "For what is overdue use `GET /deadlines?urgency=overdue`. Fails with 400 for more than 400 days.",
  })
    .input(DocketQuery)
    .output(
      z.object({
        docketEntries: z.array(DocketEntry),
        nextCursor: z.string().nullable(),
        timeZone: z.string().meta({ description: "The organization’s." }),
      }),
    )
    .query(({ ctx, input }) => listDocket(ctx, input)),
};

export const docket = defineArea(docketProcedures, { examples: docketExamples });
