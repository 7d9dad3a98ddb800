import { maxThresholdCents } from "../../contract/values/billing-policy-limits.ts";
import type { PortalOutputs } from "../client/trpc.ts";
import { parseDollars } from "../ui/forms/dollars.ts";

export type Policy = PortalOutputs["billingPolicy"]["get"]["billingPolicy"];
type PolicyChanges = Pick<Policy, "approvalThresholdCents" | "expenseApproval">;

/** The policy with its amount as text, in dollars. */
export type PolicyValues = Pick<Policy, "expenseApproval"> & { threshold: string };

export const toFormValues = ({ approvalThresholdCents, expenseApproval }: Policy): PolicyValues => ({
  threshold: (approvalThresholdCents / 100).toFixed(2),
  expenseApproval,
});

/** @returns what to send; null if the amount is wrong */
export function parsePolicy({ threshold, expenseApproval }: PolicyValues): PolicyChanges | null {
  const approvalThresholdCents = parseDollars(threshold, maxThresholdCents);
  return approvalThresholdCents === null ? null : { approvalThresholdCents, expenseApproval };
}
