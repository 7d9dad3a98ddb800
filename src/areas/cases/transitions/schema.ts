import * as z from "zod";
import { CalendarDate, Id, Instant, text } from "../../../contract/values/values.ts";
import { MatterStage, MatterStatus } from "../schema.input.ts";

const transitionFields = {
  toStatus: MatterStatus.optional(),
  toStage: MatterStage.optional(),
  reason: text(1, 500).optional().meta({
    description:
      "Becomes `statusReason` if the status changes. Required to close, to reopen, to reconsider, and with `force`.",
  }),
  effectiveOn: CalendarDate.optional().meta({
    description:
      "The day of the change; by default today in the organization's time zone. Becomes `closedOn` or `openedOn`.",
  }),
  note: text(1, 2_000).optional().meta({ description: "Stored in the history." }),
  force: z.boolean().optional().meta({ description: "Bypasses unsatisfied gates; the history records which." }),
};

export const Transition = z
  .strictObject({ ...transitionFields, caseId: Id })
  .superRefine(({ toStatus, toStage, force, reason }, context) => {
    if (toStatus === undefined && toStage === undefined)
      context.addIssue({ code: "custom", path: ["toStatus"], message: "this, toStage or both are required" });
    if (force === true && reason === undefined)
      context.addIssue({ code: "custom", path: ["reason"], message: "required with force" });
  });
export type Transition = Omit<z.infer<typeof Transition>, "caseId">;

export const StageEntry = z
  .object({
    id: Id,
    fromStage: z.string().nullable().meta({ description: "null for the creation." }),
    toStage: z.string(),
    fromStatus: z.string().nullable(),
    toStatus: z.string(),
    enteredAt: Instant,
    exitedAt: Instant.nullable().meta({ description: "When the case moved on; null for where it is now." }),
    durationSeconds: z.int().nullable(),
    effectiveOn: CalendarDate.nullable(),
    actor: z.object({ id: Id, type: z.string(), name: z.string() }),
    reason: z.string().nullable(),
    note: z.string().nullable(),
    forcedGates: z.array(z.string()).meta({ description: "Gates that did not hold and were passed by force." }),
  })
  .meta({ id: "CaseStageEntry" });
export type StageEntry = z.infer<typeof StageEntry>;
