import * as z from "zod";
import { ChainedDeadline, ChainWarning } from "../deadlines/domain.chains.ts";

export const DraftDeadline = z
  .object({ itemKey: z.string() })
  .extend(
    ChainedDeadline.pick({
      type: true, deadlineClass: true, title: true, dueOn: true, timeZone: true, dueAt: true, conservativeDueOn: true, effectiveOn: true, actByOn: true, isJurisdictional: true, citation: true, calculation: true,
    }).shape,
  )
  .extend({ warnings: z.array(ChainWarning) })
  .meta({ id: "DraftDeadline" });
export type ChainWarnings = z.infer<typeof ChainWarning>[];
export type DraftDeadline = z.infer<typeof DraftDeadline>;
