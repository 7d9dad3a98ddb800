import { definePolicy } from "../../administration/domain.policy.ts";
import { DeadlinePolicy } from "./schema.ts";
import { findPolicy, savePolicy } from "./store.ts";

export const defaultPolicy = {
  limitationVerification: "members",
  otherVerification: "other_persons",
  requireVerificationOf: ["limitation", "notice"],
  warningDays: {
    limitation: [180, 90, 60, 30, 14, 7, 3, 1],
    court: [30, 14, 7, 3, 1],
    notice: [60, 30, 14, 7, 3, 1],
    contract: [14, 7, 3, 1],
    internal: [3, 1],
  },
  unverifiedReminderDays: 14,
} satisfies Partial<DeadlinePolicy>;

export const { get: getPolicy, update: updatePolicy } = definePolicy({
  schema: DeadlinePolicy,
  defaults: defaultPolicy,
  eventType: "deadline_policy.updated",
  find: findPolicy,
  save: savePolicy,
});
