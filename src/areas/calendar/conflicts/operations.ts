import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { listConflicts } from "./domain.ts";
import { ConflictFilter, Overlap } from "./schema.ts";

export const conflictProcedures = {
  "calendarConflicts.list": operation({
    area: "Calendar",
    scope: "calendar:read",
    route: "GET /calendar-conflicts",
    summary: "List double bookings",
    description:
      "Returns pairs of events that overlap in a member’s calendar, in order of the overlap: of those that they organize, or attend neither optionally nor having declined, and that show as busy or out of office. " +
      "What is masked of an event is masked here.",
  })
    .input(ConflictFilter)
    .output(z.object({ conflicts: z.array(z.object({ memberId: Id, first: Overlap, second: Overlap })), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listConflicts(ctx, input)),
};
