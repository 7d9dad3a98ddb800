import { catalog } from "../client/catalog.ts";

export const templateDialog = catalog({
  createTemplate: "Create template", saveTemplate: "Save template", deleteTemplate: "Delete template", description: "Tasks that exist do not change with it.",
  name: "Name", purpose: "Description", onCreation: "Apply when a case is created", stages: "Apply when a case enters a stage", noStage: "Add a stage", isActive: "Active: the triggers apply it",
  caseTypes: "For case types", allCaseTypes: "All case types", addCaseType: "Add a case type", removeCaseType: (type: string) => `Remove case type ${type}`,
  removeStage: (stage: string) => `Remove stage ${stage}`, items: "Items", addItem: "Add item", wasSaved: (name: string) => `Template ${name} saved.`, wasDeleted: (name: string) => `Template ${name} deleted.`,
});

export const itemAssignee = catalog({
  assignees: { unassigned: "Nobody", lead_attorney: "Lead attorney", case_role: "Attorneys in a role", team: "A team", member: "A member" },
  assignee: "Assignee", role: "Role", team: "Team", chooseTeam: "Choose a team", teamIsGone: "The team was deleted. Choose another one.",
  member: "Member", chooseMember: "Choose a member", memberIsGone: "The member is not active. Choose another one.",
});

export const templateItem = catalog({
  item: (number: number) => `Title of item ${number}`, due: "Due", offset: "Offset", unit: "Unit", direction: "Direction", stage: "Stage", notDue: "No due date",
  moveUp: (title: string) => `Move ${title} up`, moveDown: (title: string) => `Move ${title} down`, remove: (title: string) => `Remove ${title}`, followed: "Item",
  anchors: {
    applied: "Day of application", case_created: "Case created", case_opened: "Case opened", stage_entered: "Stage entered", date_of_incident: "Date of incident", retainer_signed: "Retainer signed",
    task_completed: "Another item completed", statute_of_limitations: "Statute of limitations",
  },
  units: { calendar_days: "Days", business_days: "Business days", weeks: "Weeks", months: "Months", years: "Years" },
  directions: { after: "After", before: "Before" },
  roll: "On a closed day", rolls: { none: "Keep the date", next_business_day: "Next business day", previous_business_day: "Previous business day" },
});

export const itemDetails = catalog({
  details: (title: string) => `Details of ${title}`, checklist: "Checklist", onePerLine: "One entry on each line.", waitsFor: "Waits for", noItem: "Add an item", removeItem: (title: string) => `Do not wait for ${title}`,
  text: "Description", markdown: "Markdown.", category: "Category", priority: "Priority", minutes: "Estimated minutes", tags: "Tags",
  parent: "Parent item", noParent: "No parent", hasSubtasks: (titles: string) => `Other items are below it: ${titles}.`,
  reminders: "Reminders", addReminder: "Add reminder", removeReminder: (number: number) => `Remove reminder ${number}`, untitled: "the item",
  daysBefore: (number: number) => `Days before, reminder ${number}`, at: (number: number) => `Time, reminder ${number}`, channel: (number: number) => `Channel, reminder ${number}`,
  channels: { portal: "Notification", email: "Notification and email" },
});

export const templatePreview = catalog({
  preview: "Due dates", description: "Type dates to see when the saved items would be due. No tasks are made.", noDates: "No item has a due date.", none: "No due date", title: "Item", dueOn: "Due on",
});
