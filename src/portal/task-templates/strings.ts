import { catalog } from "../client/catalog.ts";

export const taskTemplatesScreen = catalog({
  taskTemplates: "Task templates",
  description: "Items that become tasks when a case is created or enters a stage, or when an integration applies them.",
  createTemplate: "Create template",
  noTemplates: "No task templates yet",
  emptyDescription: "A template adds a whole workflow to a case.",
  templatesByName: "Task templates by name",
  name: "Name",
  templateDescription: "Description",
  noDescription: "—",
  appliedWhen: "Applied when",
  items: "Items",
  status: "Status",
  lastApplied: "Last applied",
  active: "Active",
  inactive: "Inactive",
  byRequest: "On request",
  manageTemplates: "manage task templates",
  caseCreated: "A case is created",
  stageEntered: (stage: string) => `Case enters ${stage}`,
  activate: (name: string) => `Activate ${name}`,
});
