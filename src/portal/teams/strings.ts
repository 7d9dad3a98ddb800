import { catalog } from "../client/catalog.ts";

export const teamsScreen = catalog({
  teams: "Teams",
  description: "Members who work together. Leads are assigned to a team; cases are open to everyone as before.",
  createTeam: "Create team",
  noTeams: "No teams yet",
  emptyDescription: "A team’s rule can choose who gets the next lead.",
  teamsByName: "Teams by name",
  name: "Name",
  lead: "Lead",
  members: "Members",
  rule: "Assignment",
  none: "None",
  rules: { manual: "Manual", round_robin: "In turn", least_loaded: "Fewest open tasks" },
});

export const teamDialog = catalog({
  createTeam: "Create team",
  saveTeam: "Save team",
  deleteTeam: "Delete team",
  description: "Teams don’t affect access.",
  name: "Name",
  purpose: "Description",
  rule: "Assignment",
  ruleHint: "In turn and by fewest open tasks: among members who are active and not absent.",
  members: "Members",
  lead: "Lead",
  nobody: "No one",
  wasSaved: (name: string) => `Team ${name} saved.`,
  wasDeleted: (name: string) => `Team ${name} deleted.`,
});
