import { maxThresholdCents } from "../../contract/values/billing-policy-limits.ts";
import type { PortalOutputs } from "../client/trpc.ts";

export type Policy = PortalOutputs["billingPolicy"]["get"]["billingPolicy"];
type PolicyChanges = Pick<Policy, "approvalThresholdCents" | "expenseApproval">;

/** The policy with its amount as text, in dollars. */
export type PolicyValues = Pick<Policy, "expenseApproval"> & { threshold: string };

export const toFormValues = ({ approvalThresholdCents, expenseApproval }: Policy): PolicyValues => ({
  threshold: (approvalThresholdCents / 100).toFixed(2),
  expenseApproval,
});

/** @returns null unless the text is an amount in dollars: `500`, `500.00`, `$1,500` */
function parseDollars(typed: string): number | null {
  const digits = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?$/.exec(typed.trim());
  if (digits === null) return null;
  const cents = Number(`${(digits[1] ?? "").replaceAll(",", "")}${digits[2] ?? "00"}`);
  return cents <= maxThresholdCents ? cents : null;
}

/** @returns what to send; null if the amount is wrong */
export function parsePolicy({ threshold, expenseApproval }: PolicyValues): PolicyChanges | null {
  const approvalThresholdCents = parseDollars(threshold);
  return approvalThresholdCents === null ? null : { approvalThresholdCents, expenseApproval };
}
