import { isDescending, reminderDaysLimits, warningDaysLimits } from "../../contract/values/deadline-policy-limits.ts";
import type { PortalOutputs } from "../client/trpc.ts";
import { policyScreen as t } from "./strings.ts";

export type Policy = PortalOutputs["deadlinePolicy"]["get"]["deadlinePolicy"];
export type DeadlineClass = keyof Policy["warningDays"];
type PolicyChanges = Omit<Policy, "id" | "organizationId" | "revision" | "createdAt" | "updatedAt">;

/** The policy with its numbers as text. */
export type PolicyValues = Omit<PolicyChanges, "warningDays" | "unverifiedReminderDays"> & {
  warningDays: Record<DeadlineClass, string>;
  unverifiedReminderDays: string;
};

export const classes = Object.keys(t.classes) as DeadlineClass[];

const mapClasses = <Value>(valueOf: (each: DeadlineClass) => Value) =>
  Object.fromEntries(classes.map((each) => [each, valueOf(each)])) as Record<DeadlineClass, Value>;

export function toFormValues(policy: Policy): PolicyValues {
  const { limitationVerification, otherVerification, requireVerificationOf, warningDays } = policy;
  return {
    limitationVerification,
    otherVerification,
    requireVerificationOf,
    warningDays: mapClasses((each) => warningDays[each].join(", ")),
    unverifiedReminderDays: String(policy.unverifiedReminderDays),
  };
}

interface ParsedPolicy {
  /** What to send; null if a field is wrong. */
  changes: PolicyChanges | null;
  /** The message of each wrong field, by its path. */
  faults: Record<string, string>;
}

export function parsePolicy(values: PolicyValues): ParsedPolicy {
  const warningDays = mapClasses((each) => parseWarningDays(values.warningDays[each]));
  const unverifiedReminderDays = parseReminderDays(values.unverifiedReminderDays);
  if (areAllValid(warningDays) && unverifiedReminderDays !== null)
    return { changes: { ...values, warningDays, unverifiedReminderDays }, faults: {} };
  const invalid = classes.filter((each) => warningDays[each] === null);
  return {
    changes: null,
    faults: {
      ...Object.fromEntries(invalid.map((each) => [`warningDays.${each}`, t.enterWarningDays])),
      ...(unverifiedReminderDays === null && { unverifiedReminderDays: t.enterReminderDays }),
    },
  };
}

/** @returns null unless the text is a descending list of days */
function parseWarningDays(typed: string): number[] | null {
  const days = typed
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(Number);
  const { maximum, maxCount } = warningDaysLimits;
  const isValid =
    days.length <= maxCount &&
    isDescending(days) &&
    days.every((day) => Number.isInteger(day) && day >= 0 && day <= maximum);
  return isValid ? days : null;
}

/** @returns null unless the text is a number of days */
function parseReminderDays(typed: string): number | null {
  const days = Number(typed);
  const { minimum, maximum } = reminderDaysLimits;
  return typed.trim() !== "" && Number.isInteger(days) && days >= minimum && days <= maximum ? days : null;
}

function areAllValid(days: Record<DeadlineClass, number[] | null>): days is Record<DeadlineClass, number[]> {
  return classes.every((each) => days[each] !== null);
}

/** Whether saving would change nothing; the order of `requireVerificationOf` has no meaning. */
export function hasSameValues(one: PolicyValues, other: PolicyValues): boolean {
  return (
    one.limitationVerification === other.limitationVerification &&
    one.otherVerification === other.otherVerification &&
    one.unverifiedReminderDays === other.unverifiedReminderDays &&
    classes.every(
      (each) =>
        one.warningDays[each] === other.warningDays[each] &&
        one.requireVerificationOf.includes(each) === other.requireVerificationOf.includes(each),
    )
  );
}
