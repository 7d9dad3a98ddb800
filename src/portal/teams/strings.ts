import { catalog } from "../client/catalog.ts";

export const teamsScreen = catalog({
  teams: "Teams",
  description: "Groups of members. Leads can be assigned to a team. Teams don’t affect access.",
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
  ruleHint: "“In turn” and “Fewest open tasks” choose among active members who are not absent.",
  members: "Members",
  lead: "Lead",
  nobody: "No one",
  wasSaved: (name: string) => `Team ${name} saved.`,
  wasDeleted: (name: string) => `Team ${name} deleted.`,
});
