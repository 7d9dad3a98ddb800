import { catalog } from "../client/catalog.ts";

export const settingsScreen = catalog({
  title: "Referral settings",
  description: "Firms you refer matters to or receive them from, and how your firm accepts referrals.",
  manage: "change how the firm works with other firms",
  sections: "Sections of the referral settings",
  partnerFirms: "Partner firms",
  yourFirm: "Your firm",
});

export const partnerFirmsTab = catalog({
  addFirm: "Add partner firm",
  nouns: ["partner firm", "partner firms"] as const,
  caption: "Partner firms",
  none: "No partner firms yet",
  noneHint:
    "Add a firm before your integration refers matters to it. Firms on Caseport give you a code. For other firms, choose a contact.",
  status: "Status",
  allStatuses: "All statuses",
  statuses: { active: "Active", blocked: "Blocked" },
  noneOfStatus: "No partner firms with this status",
  showAll: "Show all statuses",
  firm: "Firm",
  kind: "Kind",
  attorney: "Attorney",
  noAttorney: "—",
  kinds: { network: "On Caseport", external: "External" },
  sending: "You refer to them",
  taking: "They refer to you",
  approvedOn: (day: string) => `Approved ${day}`,
  notApproved: "Not approved",
  notNeeded: "Not needed",
  added: "Added",
  actions: "Actions",
  editApprovals: "Edit approvals",
  block: "Block",
  unblock: "Unblock",
  blockedBecause: (reason: string) => `Blocked: ${reason}`,
});
