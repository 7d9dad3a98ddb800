import type { ReportEntity, ReportVisibility } from "../../contract/reports/definition.ts";
import { isPermission, listMissingData, type Permission } from "../../contract/permissions.ts";
import { isScope } from "../../contract/scopes.ts";
import { permissionTitles } from "../team/permission-labels.ts";
import { joinList } from "../ui/join-list.ts";

export const categoryTitles = {
  pipeline: "Pipeline",
  deadlines: "Deadlines",
  intake: "Intake",
  medical: "Medical",
  money: "Money",
  people: "People",
} as const;
export type Category = keyof typeof categoryTitles;
export const categories = Object.keys(categoryTitles) as Category[];

export const entityTitles: Record<ReportEntity, string> = {
  cases: "Cases",
  case_stages: "Stages of cases",
  leads: "Leads",
  clients: "Clients",
  documents: "Documents",
  invoices: "Invoices",
  payments: "Payments",
  medical_facilities: "Medical facilities",
  medical_bills: "Medical bills",
  retrieval_requests: "Records requests",
};

interface Origin {
  isStandard: boolean;
  organization: { name: string } | null;
  visibility: ReportVisibility;
}

const visibilityLabels: Record<ReportVisibility, { label: string; hint: string }> = {
  private: { label: "Private", hint: "Visible to its owner only." },
  team: { label: "Team", hint: "Visible to its owner and selected members." },
  organization: { label: "Whole firm", hint: "Visible to all members with permission to view reports." },
  shared_children: { label: "Shared with child organizations", hint: "Visible to all members and to child organizations, each for its own records." },
};

export function formatOrigin({ isStandard, organization, visibility }: Origin): { label: string; hint: string } {
  if (isStandard) return { label: "Standard", hint: "Included with Caseport. Copy it to edit." };
  if (organization !== null) return { label: `From ${organization.name}`, hint: `${organization.name} shares this report. It runs on your own records.` };
  return visibilityLabels[visibility];
}

/** What a member lacks to run a report; null for data that no portal permission covers, only a key's scope. */
export function listMissing(dataPermissions: readonly string[], can: (permission: Permission) => boolean): (Permission | null)[] {
  const known = dataPermissions.filter(isScope);
  const missing = listMissingData(known, { has: can }).map(({ permission }) => permission);
  return [...new Set(known.length === dataPermissions.length ? missing : [...missing, null])];
}

/** "Billing data and Case data" */
export function nameMissing(missing: readonly (Permission | null)[]): string {
  return joinList(missing.map((permission) => (permission === null ? "data that only keys may read" : permissionTitles[permission])));
}

export function listPermissionTitles(message: string): string[] {
  const named = message.match(/\b[a-z]+:[a-z]+\b/g) ?? [];
  return [...new Set(named)].filter(isPermission).map((permission) => permissionTitles[permission]);
}

/** "on hold" → "On hold" */
export function capitalize(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
