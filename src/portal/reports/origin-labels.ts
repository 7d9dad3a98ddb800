import type { ReportVisibility } from "../../contract/reports/definition.ts";

interface Origin {
  isStandard: boolean;
  organization: { name: string } | null;
  visibility: ReportVisibility;
}

const visibilityLabels: Record<ReportVisibility, { label: string; hint: string }> = {
  private: { label: "Private", hint: "Visible to its owner only." },
  team: { label: "Team", hint: "Visible to its owner and selected members and teams." },
  organization: { label: "Whole firm", hint: "Visible to all members with permission to view reports." },
  shared_children: {
    label: "Child organizations",
    hint: "Visible to all members and to child organizations, each for its own records.",
  },
};

export function formatOrigin({ isStandard, organization, visibility }: Origin): { label: string; hint: string } {
  if (isStandard) return { label: "Standard", hint: "Included with Caseport. Copy it to edit." };
  if (organization !== null)
    return {
      label: `From ${organization.name}`,
      hint: `${organization.name} shares this report. It runs on your own records.`,
    };
  return visibilityLabels[visibility];
}
