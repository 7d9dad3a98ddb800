import * as z from "zod";
import { namedEnum } from "../../../contract/enumeration.ts";
import { reminderDaysLimits } from "../../../contract/values/deadline-policy-limits.ts";
import { Id, Instant, Revision, WarningDays, isUnique } from "../../../contract/values/values.ts";
import { DeadlineClass } from "../schema.ts";

const Verifiers = namedEnum("DeadlineVerifiers", ["members", "other_persons"]);
const days = {
  limitation: WarningDays,
  court: WarningDays,
  notice: WarningDays,
  contract: WarningDays,
  internal: WarningDays,
};

const rules = {
  limitationVerification: Verifiers.meta({
    description:
      "`members`: dates of limitation are verified in the portal alone. `other_persons`: also by a key that another person controls.",
  }),
  otherVerification: Verifiers.meta({ description: "The same for the other classes." }),
  requireVerificationOf: z.array(DeadlineClass).max(5).refine(isUnique, "must not contain a class twice").meta({
    description:
      "Whose dates the firm has verified by a second person; the portal lists them first, and attorneys are reminded of them.",
  }),
  warningDays: z.object(days).meta({
    description:
      "How many days before a deadline of a class its assignees and the lead attorney are warned; new deadlines take it over.",
  }),
  unverifiedReminderDays: z.int().min(reminderDaysLimits.minimum).max(reminderDaysLimits.maximum).meta({
    description:
      "After how many days attorneys who verify are reminded of a date of `requireVerificationOf`, or of a request, that still waits for a second person. From 90 days before its date they are reminded anyway.",
  }),
};

export const DeadlinePolicy = z
  .object({
    id: Id.meta({ description: "That of the organization: it has one policy." }),
    organizationId: Id,
    ...rules,
    revision: Revision,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "DeadlinePolicy" });
export type DeadlinePolicy = z.infer<typeof DeadlinePolicy>;

export const PolicyChanges = z.strictObject({ ...rules, warningDays: z.strictObject(days) }).partial();
export type PolicyChanges = z.infer<typeof PolicyChanges>;
