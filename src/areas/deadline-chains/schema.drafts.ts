import * as z from "zod";
import { CalendarDate } from "../../contract/values/values.ts";
import { ChainedDeadline, ChainWarning } from "../deadlines/domain.chains.ts";

export const DraftDeadline = z
  .object({ itemKey: z.string() })
  .extend(
    ChainedDeadline.pick({
      type: true,
      deadlineClass: true,
      title: true,
      dueOn: true,
      dueTime: true,
      timeZone: true,
      dueAt: true,
      conservativeDueOn: true,
      effectiveOn: true,
      actByOn: true,
      isJurisdictional: true,
      citation: true,
      calculation: true,
    }).shape,
  )
  .extend({ warnings: z.array(ChainWarning) })
  .meta({ id: "DraftDeadline" });
export const DraftStep = z
  .object({ itemKey: z.string() })
  .extend(ChainedDeadline.pick({ title: true, citation: true, calculation: true }).shape)
  .extend({ on: CalendarDate, warnings: z.array(ChainWarning) })
  .meta({ id: "DraftStep", description: "A date from which deadlines are counted, and no deadline itself." });
export type DraftStep = z.infer<typeof DraftStep>;
export type ChainWarnings = z.infer<typeof ChainWarning>[];
export type DraftDeadline = z.infer<typeof DraftDeadline>;
