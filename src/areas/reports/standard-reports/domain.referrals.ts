import type { GivenReportDefinition } from "../../../contract/reports/definition.ts";
import type { StandardReport } from "./domain.definition.ts";

const listedFee = [
  { key: "number", field: "sequenceId", label: "Referral" },
  { key: "partner", field: "partnerName", label: "Partner firm" },
  { key: "feeStatus", field: "feeStatus", label: "Fee" },
  { key: "feeCents", field: "referralFeeDueCents", label: "Referral fee" },
  { key: "paidCents", field: "paidCents", label: "Paid" },
  { key: "unpaidCents", field: "unpaidCents", label: "Unpaid" },
];
const unpaidOf = (direction: "outbound" | "inbound"): GivenReportDefinition["filters"] => [
  { field: "direction", operator: "equals", value: direction },
  { field: "feeStatus", operator: "in", value: ["due", "partially_paid", "disputed"] },
];

export const referralReports: readonly StandardReport[] = [
  {
    id: "std_referrals_by_partner",
    name: "Referrals by partner firm",
    description:
      "Shows referrals of the given number of days by partner firm and direction, how many were taken and engaged, and their fees.",
    category: "pipeline",
    entity: "referrals",
    definition: {
      columns: [
        { key: "partner", field: "partnerName", label: "Partner firm" },
        { key: "direction", field: "direction", label: "Direction" },
        { key: "referrals", field: "id", label: "Referrals", aggregate: "count" },
        { key: "taken", field: "takenCount", label: "Taken", aggregate: "sum" },
        { key: "engaged", field: "engagedCount", label: "Engaged", aggregate: "sum" },
        { key: "feesCents", field: "referralFeeDueCents", label: "Referral fees", aggregate: "sum" },
        { key: "paidCents", field: "paidCents", label: "Paid", aggregate: "sum" },
        { key: "unpaidCents", field: "unpaidCents", label: "Unpaid", aggregate: "sum" },
      ],
      filters: [
        { field: "status", operator: "not_equals", value: "draft" },
        { field: "createdAt", operator: "in_last_days", parameter: "days" },
      ],
      parameters: [{ key: "days", label: "Created within days", required: true, default: 365 }],
      sort: [{ column: "referrals", descending: true }],
      totals: true,
      chart: { type: "bar", category: "partner", value: "referrals", series: "direction" },
    },
  },
  {
    id: "std_referral_fees_receivable",
    name: "Referral fees receivable",
    description: "Lists unpaid referral fees that partner firms owe for matters that the firm referred to them.",
    category: "money",
    entity: "referrals",
    definition: {
      columns: listedFee,
      filters: unpaidOf("outbound"),
      sort: [{ column: "unpaidCents", descending: true }],
      totals: true,
    },
  },
  {
    id: "std_referral_fees_payable",
    name: "Referral fees payable",
    description: "Lists unpaid referral fees that the firm owes for matters that partner firms referred to it.",
    category: "money",
    entity: "referrals",
    definition: {
      columns: listedFee,
      filters: unpaidOf("inbound"),
      sort: [{ column: "unpaidCents", descending: true }],
      totals: true,
    },
  },
  {
    id: "std_referral_updates_overdue",
    name: "Referral updates overdue",
    description: "Lists engaged referrals whose next update is overdue, those that wait longest first.",
    category: "pipeline",
    entity: "referrals",
    definition: {
      columns: [
        { key: "number", field: "sequenceId", label: "Referral" },
        { key: "partner", field: "partnerName", label: "Partner firm" },
        { key: "direction", field: "direction", label: "Direction" },
        { key: "handling", field: "handlingAttorneyName", label: "Handling attorney" },
        { key: "assigned", field: "assignedMemberName", label: "Assigned to" },
        { key: "due", field: "nextUpdateDueOn", label: "Update due" },
        { key: "days", field: "daysOverdue", label: "Days overdue" },
        { key: "lastUpdate", field: "lastUpdateAt", label: "Last update" },
      ],
      filters: [{ field: "isUpdateOverdue", operator: "equals", value: true }],
      sort: [{ column: "due" }],
    },
  },
];
